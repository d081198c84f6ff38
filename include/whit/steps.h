/* SPDX-License-Identifier: MIT */
/* Operations in steps (restartable operations), for programs that have to come back to a
 * watchdog, to other tasks or to a radio while one is in progress. They need a library built with
 * WHIT_STEPS=1.
 *
 *     static whit_secp256r1_steps context;
 *     status = whit_secp256r1_steps_ecdh(&context, secret, private_key, public_key, 65);
 *     while (status == WHIT_IN_PROGRESS) {
 *         feed_the_watchdog();
 *         status = whit_step(&context.steps);
 *     }
 *
 * A function below begins an operation in a context of the caller's: it reads and checks the
 * inputs and returns WHIT_IN_PROGRESS, or an error. Each whit_step does at most one doubling and
 * one addition of points, or as much of something else, and returns WHIT_IN_PROGRESS until the
 * result is there: then WHIT_OK or the operation's error, as the function of the same name without
 * `steps` returns them, with the same outputs. How long the longest step takes on each core is in
 * doc/steps.md. Callers who want fewer and longer steps call whit_step several times in a row.
 *
 * Between two steps anything may happen, operations in other contexts included. Nothing but the
 * context holds the operation's state: no heap, no static variable. It may be moved to another
 * place, and goes on there: the old place is for the caller to wipe. Inputs are copied: they may
 * change once the operation has begun. Outputs, and a random source that is passed, must remain;
 * outputs are zero until the operation has succeeded.
 *
 * The context holds secrets. It is wiped by the last step, after every error, and by
 * whit_steps_abort. After that it has no operation, like a context of zeros, which a static object
 * is at first. Neither the number of steps nor the time of any depends on secrets, as long as the
 * operation in one call does not: see key.h, ecdh.h and ecdsa.h. What a step leaves on the stack is
 * overwritten with the context, provided that all steps, and an abort, are called from the same
 * depth.
 *
 * Messages are hashed before, in pieces if they are long: hash.h. */
#ifndef WHIT_STEPS_H
#define WHIT_STEPS_H

#include <stddef.h>
#include <stdint.h>
#include <whit/curve.h>
#include <whit/hash.h>
#include <whit/random.h>
#include <whit/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The beginning of every context. Its fields are private. */
typedef struct whit_steps {
    whit_status (*next)(struct whit_steps *steps);
    uint8_t stage;
    uint8_t tries;
    uint8_t filled;
    uint8_t part;
} whit_steps;

/* The bytes of a context for a curve with a field and an order of so many bits, in any build; a
 * curve's header defines a type of this size, aligned as a uint64_t. Half of it is tables, which
 * are shorter in profile small: a program whose library has that profile may define
 * WHIT_STEPS_ENTRIES as 2 and takes a third less. */
#ifndef WHIT_STEPS_ENTRIES
#define WHIT_STEPS_ENTRIES 8
#endif
#define WHIT_STEPS_BYTES(field_bits, order_bits) \
    WHIT_STEPS_SUM(WHIT_STEPS_NUMBER(field_bits), WHIT_STEPS_NUMBER(order_bits))
#define WHIT_STEPS_NUMBER(bits) (((bits) + 63) / 64 * 8)
#define WHIT_STEPS_MOST(a, b) ((a) > (b) ? (a) : (b))
#define WHIT_STEPS_SUM(field, order)                                                           \
    (128 +                                                                                     \
     WHIT_STEPS_MOST((5 + 3 * WHIT_STEPS_MOST(WHIT_STEPS_ENTRIES, 4)) * (field) + 5 * (order), \
                     3 * (field) + 6 * (order) + 7 * WHIT_STEPS_MOST(field, order) +           \
                         2 * WHIT_HASH_MAX_BYTES + 160))

/* Go on with the operation in a context. Returns WHIT_IN_PROGRESS; what the operation returns,
 * which ends it; WHIT_ERROR_STEPS_ENDED where there is none, or no more; WHIT_ERROR_ARGUMENT. */
whit_status whit_step(whit_steps *steps);

/* Give up the operation in a context, if there is one, and wipe it. The outputs stay zero. */
void whit_steps_abort(whit_steps *steps);

/* Begin whit_key_generate. All of these take a context of `steps_length` bytes and return
 * WHIT_IN_PROGRESS; WHIT_ERROR_STEPS_LENGTH for one that is too short in this build; or at once
 * what the function in one call returns for these inputs. WHIT_ERROR_OVERLAP also where the context
 * overlaps another argument. An operation that was in the context is lost. Of one on a longer
 * curve secrets stay behind the new one's: end it with whit_steps_abort before. */
whit_status whit_steps_key_generate(const whit_curve *curve, const whit_base *base,
                                    whit_steps *steps, size_t steps_length, uint8_t *private_key,
                                    size_t private_key_length, uint8_t *public_key,
                                    size_t public_key_length, const whit_random *random);

/* Begin whit_key_public. */
whit_status whit_steps_key_public(const whit_curve *curve, const whit_base *base, whit_steps *steps,
                                  size_t steps_length, uint8_t *public_key,
                                  size_t public_key_length, const uint8_t *private_key,
                                  size_t private_key_length);

/* Begin whit_key_validate_public. Where the cofactor is 1 a single step is left. */
whit_status whit_steps_key_validate_public(const whit_curve *curve, whit_steps *steps,
                                           size_t steps_length, const uint8_t *public_key,
                                           size_t public_key_length);

/* Begin whit_ecdh. */
whit_status whit_steps_ecdh(const whit_curve *curve, whit_steps *steps, size_t steps_length,
                            uint8_t *secret, size_t secret_length, const uint8_t *private_key,
                            size_t private_key_length, const uint8_t *public_key,
                            size_t public_key_length);

/* Begin whit_ecdsa_sign_digest. Every refused nonce takes one step more. */
whit_status whit_steps_ecdsa_sign_digest(const whit_curve *curve, const whit_base *base,
                                         whit_steps *steps, size_t steps_length, uint8_t *signature,
                                         size_t signature_length, const uint8_t *private_key,
                                         size_t private_key_length, const uint8_t *digest,
                                         size_t digest_length, const whit_random *random);

/* Begin whit_ecdsa_sign_digest_deterministic. Every refused nonce takes a few steps more. The
 * longest step is the end of an HMAC, three blocks of the hash. */
whit_status whit_steps_ecdsa_sign_digest_deterministic(
    const whit_curve *curve, const whit_base *base, const whit_hash *hash, whit_steps *steps,
    size_t steps_length, uint8_t *signature, size_t signature_length, const uint8_t *private_key,
    size_t private_key_length, const uint8_t *digest, size_t digest_length);

/* Begin whit_ecdsa_verify_digest. */
whit_status whit_steps_ecdsa_verify_digest(const whit_curve *curve, whit_steps *steps,
                                           size_t steps_length, const uint8_t *public_key,
                                           size_t public_key_length, const uint8_t *digest,
                                           size_t digest_length, const uint8_t *signature,
                                           size_t signature_length);

#ifdef __cplusplus
}
#endif

#endif
