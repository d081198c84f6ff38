/* SPDX-License-Identifier: MIT */
/* Included before everything else in a program of tests, it has what the tests call done in steps,
 * so that all they know of the functions in one call is true of those in steps too. */
#ifndef IN_STEPS_H
#define IN_STEPS_H

#include <whit/der.h>
#include <whit/ecdh.h>
#include <whit/ecdsa.h>
#include <whit/key.h>
#include <whit/key_der.h>
#include <whit/selftest.h>
#include <whit/sized.h>
#include <whit/steps.h>

/* Room for the longest of all curves. */
#define IN_STEPS_BYTES WHIT_STEPS_BYTES(1536, 512)
static union {
    whit_steps steps;
    uint8_t bytes[IN_STEPS_BYTES];
    uint64_t room[IN_STEPS_BYTES / 8];
} in_steps_context;
#define IN_STEPS &in_steps_context.steps, sizeof in_steps_context

/* The output stays zero while the operation lasts, and the context is wiped and says so when it is
 * over; all this shows as a status that nothing returns. */
static inline whit_status in_steps_to_the_end(whit_status status, const uint8_t *output,
                                              size_t length)
{
    if (status == WHIT_OK) {
        return WHIT_ERROR_SELF_TEST;
    }
    while (status == WHIT_IN_PROGRESS) {
        for (size_t i = 0; i < length; i++) {
            if (output[i] != 0) {
                return WHIT_ERROR_SELF_TEST;
            }
        }
        status = whit_step(&in_steps_context.steps);
    }
    for (size_t i = 0; i < sizeof in_steps_context.bytes; i++) {
        if (in_steps_context.bytes[i] != 0) {
            return WHIT_ERROR_SELF_TEST;
        }
    }
    if (whit_step(&in_steps_context.steps) != WHIT_ERROR_STEPS_ENDED) {
        return WHIT_ERROR_SELF_TEST;
    }
    return status;
}

static inline whit_status in_steps_key_generate(const whit_curve *curve, const whit_base *base,
                                                uint8_t *private_key, size_t private_key_length,
                                                uint8_t *public_key, size_t public_key_length,
                                                const whit_random *random)
{
    return in_steps_to_the_end(whit_steps_key_generate(curve, base, IN_STEPS, private_key,
                                                       private_key_length, public_key,
                                                       public_key_length, random),
                               private_key, private_key_length);
}

static inline whit_status in_steps_key_public(const whit_curve *curve, const whit_base *base,
                                              uint8_t *public_key, size_t public_key_length,
                                              const uint8_t *private_key, size_t private_key_length)
{
    return in_steps_to_the_end(whit_steps_key_public(curve, base, IN_STEPS, public_key,
                                                     public_key_length, private_key,
                                                     private_key_length),
                               public_key, public_key_length);
}

static inline whit_status in_steps_key_validate_public(const whit_curve *curve,
                                                       const uint8_t *public_key,
                                                       size_t public_key_length)
{
    return in_steps_to_the_end(
        whit_steps_key_validate_public(curve, IN_STEPS, public_key, public_key_length), NULL, 0);
}

static inline whit_status in_steps_ecdh(const whit_curve *curve, uint8_t *secret,
                                        size_t secret_length, const uint8_t *private_key,
                                        size_t private_key_length, const uint8_t *public_key,
                                        size_t public_key_length)
{
    return in_steps_to_the_end(whit_steps_ecdh(curve, IN_STEPS, secret, secret_length, private_key,
                                               private_key_length, public_key, public_key_length),
                               secret, secret_length);
}

static inline whit_status in_steps_sign_digest(const whit_curve *curve, const whit_base *base,
                                               uint8_t *signature, size_t signature_length,
                                               const uint8_t *private_key,
                                               size_t private_key_length, const uint8_t *digest,
                                               size_t digest_length, const whit_random *random)
{
    return in_steps_to_the_end(whit_steps_ecdsa_sign_digest(
                                   curve, base, IN_STEPS, signature, signature_length, private_key,
                                   private_key_length, digest, digest_length, random),
                               signature, signature_length);
}

static inline whit_status in_steps_sign_digest_deterministic(
    const whit_curve *curve, const whit_base *base, const whit_hash *hash, uint8_t *signature,
    size_t signature_length, const uint8_t *private_key, size_t private_key_length,
    const uint8_t *digest, size_t digest_length)
{
    return in_steps_to_the_end(whit_steps_ecdsa_sign_digest_deterministic(
                                   curve, base, hash, IN_STEPS, signature, signature_length,
                                   private_key, private_key_length, digest, digest_length),
                               signature, signature_length);
}

static inline whit_status in_steps_verify_digest(const whit_curve *curve, const uint8_t *public_key,
                                                 size_t public_key_length, const uint8_t *digest,
                                                 size_t digest_length, const uint8_t *signature,
                                                 size_t signature_length)
{
    return in_steps_to_the_end(
        whit_steps_ecdsa_verify_digest(curve, IN_STEPS, public_key, public_key_length, digest,
                                       digest_length, signature, signature_length),
        NULL, 0);
}

/* The digest of a message. */
static inline void in_steps_hash(const whit_hash *hash, uint8_t *digest, const uint8_t *message,
                                 size_t message_length)
{
    whit_hash_state state;
    whit_hash_init(hash, &state);
    whit_hash_update(hash, &state, message, message_length);
    whit_hash_final(hash, &state, digest);
}

static inline whit_status in_steps_verify(const whit_curve *curve, const whit_hash *hash,
                                          const uint8_t *public_key, size_t public_key_length,
                                          const uint8_t *message, size_t message_length,
                                          const uint8_t *signature, size_t signature_length)
{
    uint8_t digest[WHIT_HASH_MAX_BYTES];
    if (hash == NULL || (message == NULL && message_length != 0)) {
        return WHIT_ERROR_ARGUMENT;
    }
    in_steps_hash(hash, digest, message, message_length);
    return in_steps_verify_digest(curve, public_key, public_key_length, digest,
                                  whit_hash_bytes(hash), signature, signature_length);
}

#define whit_key_generate in_steps_key_generate
#define whit_key_public in_steps_key_public
#define whit_key_validate_public in_steps_key_validate_public
#define whit_ecdh in_steps_ecdh
#define whit_ecdsa_sign_digest in_steps_sign_digest
#define whit_ecdsa_sign_digest_deterministic in_steps_sign_digest_deterministic
#define whit_ecdsa_verify_digest in_steps_verify_digest
#define whit_ecdsa_verify in_steps_verify

#endif
