/* SPDX-License-Identifier: MIT */
/* Included before everything else in a program of tests, it has what the tests call randomise its
 * coordinates, so that all they know of the functions is true in builds with WHIT_RANDOMISE too.
 * The tests' sources are asked for what they are in other builds; the numbers that randomise come
 * from here, unusable ones among them. After in_steps.h it has both done. */
#ifndef IN_RANDOMISED_H
#define IN_RANDOMISED_H

#include <whit/ecdh.h>
#include <whit/ecdsa.h>
#include <whit/key.h>
#include <whit/randomised.h>
#include <whit/sized.h>

#define IN_RANDOMISED_BYTES 66 /* in the longest order */

/* A test's source and this one in turn. */
typedef struct in_randomised {
    const whit_random *given;
    const whit_curve *curve; /* NULL where the first draw is no scalar */
    int begun;               /* whether what is drawn next randomises */
} in_randomised;

/* Numbers below half of any prime as long, after zero and one that is no element; whether it is one
 * of those that are usable. */
static inline int in_randomised_fill(uint8_t *out, size_t length)
{
    static uint32_t state, turn;
    uint32_t kind = turn++ % 5;
    for (size_t i = 0; i < length; i++) {
        state = state * 1664525u + 1013904223u;
        out[i] = (uint8_t)(kind == 0 ? 0 : kind == 1 ? 0xff : state >> 24);
    }
    if (kind > 1) {
        out[0] = (uint8_t)((out[0] & 0x7f) < 2 ? 2 : out[0] & 0x7f);
    }
    return kind > 1;
}

/* Whether the leftmost bits, as many as the order has, are in [1, n - 1]. */
static inline int in_randomised_is_scalar(const whit_curve *curve, const uint8_t *bytes,
                                          size_t length)
{
    uint8_t scalar[IN_RANDOMISED_BYTES] = {0};
    unsigned excess = 0;
    if (length > sizeof scalar) {
        return 0;
    }
    for (scalar[0] = 0x80;
         scalar[0] != 0 && whit_key_validate_private(curve, scalar, length) != WHIT_OK;) {
        scalar[0] = (uint8_t)(scalar[0] >> 1);
        excess++;
    }
    for (size_t i = length; i-- > 0;) {
        unsigned above = i > 0 ? bytes[i - 1] : 0;
        scalar[i] = (uint8_t)((above << 8 | bytes[i]) >> excess);
    }
    return whit_key_validate_private(curve, scalar, length) == WHIT_OK;
}

static inline whit_status in_randomised_draw(void *context, uint8_t *out, size_t length)
{
    in_randomised *w = (in_randomised *)context;
    if (w->begun) {
        /* After a usable one a signature may want another nonce. */
        w->begun = !in_randomised_fill(out, length) || w->curve == NULL;
        return WHIT_OK;
    }
    whit_status status = w->given->fill(w->given->context, out, length);
    w->begun = status == WHIT_OK &&
               (w->curve == NULL || in_randomised_is_scalar(w->curve, out, length));
    return status;
}

/* What a function with a source is given in place of it. */
#define IN_RANDOMISED_SOURCE(curve, begun)                         \
    in_randomised both = {random, curve, begun};                   \
    const whit_random with_both = {in_randomised_draw, &both};     \
    int whole = begun || (random != NULL && random->fill != NULL); \
    const whit_random *source = whole ? &with_both : random

static inline whit_status in_randomised_key_generate(const whit_curve *curve, const whit_base *base,
                                                     uint8_t *private_key,
                                                     size_t private_key_length, uint8_t *public_key,
                                                     size_t public_key_length,
                                                     const whit_random *random)
{
    IN_RANDOMISED_SOURCE(curve, 0);
    return whit_key_generate(curve, base, private_key, private_key_length, public_key,
                             public_key_length, source);
}

static inline whit_status in_randomised_sign_digest(const whit_curve *curve, const whit_base *base,
                                                    uint8_t *signature, size_t signature_length,
                                                    const uint8_t *private_key,
                                                    size_t private_key_length,
                                                    const uint8_t *digest, size_t digest_length,
                                                    const whit_random *random)
{
    IN_RANDOMISED_SOURCE(curve, 0);
    return whit_ecdsa_sign_digest(curve, base, signature, signature_length, private_key,
                                  private_key_length, digest, digest_length, source);
}

static inline whit_status
in_randomised_sign_hedged(const whit_curve *curve, const whit_base *base, const whit_hash *hash,
                          uint8_t *signature, size_t signature_length, const uint8_t *private_key,
                          size_t private_key_length, const uint8_t *message, size_t message_length,
                          const whit_random *random)
{
    IN_RANDOMISED_SOURCE(NULL, 0);
    return whit_ecdsa_sign_hedged(curve, base, hash, signature, signature_length, private_key,
                                  private_key_length, message, message_length, source);
}

static inline whit_status in_randomised_key_public(const whit_curve *curve, const whit_base *base,
                                                   uint8_t *public_key, size_t public_key_length,
                                                   const uint8_t *private_key,
                                                   size_t private_key_length)
{
    const whit_random *random = NULL;
    IN_RANDOMISED_SOURCE(NULL, 1);
#ifdef IN_STEPS_H
    return in_steps_to_the_end(whit_steps_key_public_randomised(curve, base, IN_STEPS, public_key,
                                                                public_key_length, private_key,
                                                                private_key_length, source),
                               public_key, public_key_length);
#else
    return whit_key_public_randomised(curve, base, public_key, public_key_length, private_key,
                                      private_key_length, source);
#endif
}

static inline whit_status in_randomised_ecdh(const whit_curve *curve, uint8_t *secret,
                                             size_t secret_length, const uint8_t *private_key,
                                             size_t private_key_length, const uint8_t *public_key,
                                             size_t public_key_length)
{
    const whit_random *random = NULL;
    IN_RANDOMISED_SOURCE(NULL, 1);
#ifdef IN_STEPS_H
    return in_steps_to_the_end(whit_steps_ecdh_randomised(curve, IN_STEPS, secret, secret_length,
                                                          private_key, private_key_length,
                                                          public_key, public_key_length, source),
                               secret, secret_length);
#else
    return whit_ecdh_randomised(curve, secret, secret_length, private_key, private_key_length,
                                public_key, public_key_length, source);
#endif
}

static inline whit_status
in_randomised_ecdh_cofactor(const whit_curve *curve, uint8_t *secret, size_t secret_length,
                            const uint8_t *private_key, size_t private_key_length,
                            const uint8_t *public_key, size_t public_key_length)
{
    const whit_random *random = NULL;
    IN_RANDOMISED_SOURCE(NULL, 1);
    return whit_ecdh_cofactor_randomised(curve, secret, secret_length, private_key,
                                         private_key_length, public_key, public_key_length, source);
}

#undef whit_key_generate
#undef whit_key_public
#undef whit_ecdh
#undef whit_ecdsa_sign_digest
#define whit_key_generate in_randomised_key_generate
#define whit_key_public in_randomised_key_public
#define whit_ecdh in_randomised_ecdh
#define whit_ecdh_cofactor in_randomised_ecdh_cofactor
#define whit_ecdsa_sign_digest in_randomised_sign_digest
#define whit_ecdsa_sign_hedged in_randomised_sign_hedged

#endif
