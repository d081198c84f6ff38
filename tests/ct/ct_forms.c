/* SPDX-License-Identifier: MIT */
/* As ct_curves.c, for the schemes on curves in Montgomery and Edwards form and for hashing to
 * curves in any, which forms.h lists: tests/runner/other.py writes it. */
#include "forms.h"

#include <string.h>

#include "declassify.h"
#include "secrets.h"

#define LONGEST 128
#define LONGEST_POINT (1 + 2 * 192)

typedef struct agreement {
    const char *name;
    size_t private_bytes;
    size_t public_bytes;
    whit_status (*keygen)(uint8_t *, uint8_t *, const whit_random *);
    whit_status (*public_key)(uint8_t *, const uint8_t *);
    whit_status (*ecdh)(uint8_t *, const uint8_t *, const uint8_t *, size_t);
} agreement;

typedef struct signing {
    const char *name;
    size_t private_bytes;
    size_t public_bytes;
    size_t signature_bytes;
    whit_status (*keygen)(uint8_t *, uint8_t *, const whit_random *);
    whit_status (*public_key)(uint8_t *, const uint8_t *);
    whit_status (*sign)(uint8_t *, const uint8_t *, const uint8_t *, size_t);
    whit_status (*sign_checked)(uint8_t *, const uint8_t *, const uint8_t *, size_t);
    whit_status (*sign_hedged)(uint8_t *, const uint8_t *, const uint8_t *, size_t,
                               const whit_random *);
    whit_status (*verify)(const uint8_t *, size_t, const uint8_t *, size_t, const uint8_t *,
                          size_t);
} signing;

#define AGREEMENT(name, upper)                                                    \
    {                                                                             \
#name, WHIT_##upper##_PRIVATE_KEY_BYTES, WHIT_##upper##_PUBLIC_KEY_BYTES, \
            whit_##name##_keygen, whit_##name##_public_key, whit_##name##_ecdh    \
    }
#define SIGNING(name, upper)                                                                \
    {                                                                                       \
#name, WHIT_##upper##_PRIVATE_KEY_BYTES, WHIT_##upper##_PUBLIC_KEY_BYTES,           \
            WHIT_##upper##_SIGNATURE_BYTES, whit_##name##_keygen, whit_##name##_public_key, \
            whit_##name##_sign, whit_##name##_sign_checked, whit_##name##_sign_hedged,      \
            whit_##name##_verify                                                            \
    }

typedef struct hashing {
    const char *name;
    size_t point_bytes;
    whit_status (*hash)(uint8_t *, const uint8_t *, size_t, const uint8_t *, size_t);
    whit_status (*encode)(uint8_t *, const uint8_t *, size_t, const uint8_t *, size_t);
} hashing;

#define HASHING(name, upper)                                            \
    {                                                                   \
#name, WHIT_##upper##_POINT_BYTES, whit_##name##_hash_to_curve, \
            whit_##name##_encode_to_curve                               \
    }

static const agreement agreements[] = {AGREEMENTS};
static const signing signings[] = {SIGNINGS};
static const hashing hashings[] = {HASHINGS};

static const uint8_t message[] = {'s', 'a', 'm', 'p', 'l', 'e'};

typedef struct bench {
    const agreement *agreement;
    const signing *signing;
    const hashing *hashing;
    uint8_t private_keys[2][LONGEST];
    uint8_t public_keys[2][LONGEST];
} bench;

static int agreement_keys(void *own)
{
    bench *b = own;
    const agreement *a = b->agreement;
    int right = 1;
    for (unsigned i = 0; i < 2; i++) {
        uint8_t again[LONGEST];
        right &= accepted(a->keygen(b->private_keys[i], b->public_keys[i], &secret_random));
        poison(b->private_keys[i], a->private_bytes);
        right &= accepted(a->public_key(again, b->private_keys[i]));
        ct_declassify(again, sizeof again);
        ct_declassify(b->public_keys[i], a->public_bytes);
        right &= memcmp(again, b->public_keys[i], a->public_bytes) == 0;
    }
    return right;
}

static int agree(void *own)
{
    bench *b = own;
    const agreement *a = b->agreement;
    uint8_t secrets[2][LONGEST];
    int right = 1;
    for (unsigned i = 0; i < 2; i++) {
        right &= accepted(
            a->ecdh(secrets[i], b->private_keys[i], b->public_keys[1 - i], a->public_bytes));
        ct_declassify(secrets[i], a->public_bytes);
    }
    return right && memcmp(secrets[0], secrets[1], a->public_bytes) == 0;
}

static int signing_keys(void *own)
{
    bench *b = own;
    int right = accepted(b->signing->keygen(b->private_keys[0], b->public_keys[0], &secret_random));
    poison(b->private_keys[0], b->signing->private_bytes);
    ct_declassify(b->public_keys[0], b->signing->public_bytes);
    uint8_t again[LONGEST];
    right &= accepted(b->signing->public_key(again, b->private_keys[0]));
    ct_declassify(again, sizeof again);
    return right && memcmp(again, b->public_keys[0], b->signing->public_bytes) == 0;
}

static int verified(const bench *b, const uint8_t *signature)
{
    const signing *s = b->signing;
    ct_declassify(signature, s->signature_bytes);
    return s->verify(b->public_keys[0], s->public_bytes, message, sizeof message, signature,
                     s->signature_bytes) == WHIT_OK;
}

static int sign(void *own)
{
    bench *b = own;
    uint8_t signature[LONGEST];
    int right = accepted(b->signing->sign(signature, b->private_keys[0], message, sizeof message));
    return right && verified(b, signature);
}

static int sign_hedged(void *own)
{
    bench *b = own;
    uint8_t signature[LONGEST];
    int right = accepted(b->signing->sign_hedged(signature, b->private_keys[0], message,
                                                 sizeof message, &secret_random));
    return right && verified(b, signature);
}

/* Last: what it says of the key's public half stays said. */
static int sign_checked(void *own)
{
    bench *b = own;
    uint8_t signature[LONGEST];
    int right = accepted(
        b->signing->sign_checked(signature, b->private_keys[0], message, sizeof message));
    return right && verified(b, signature);
}

/* A secret message is hashed to the same point as when it is public. */
static int hash_to_curve(void *own)
{
    const hashing *h = ((bench *)own)->hashing;
    uint8_t hidden[sizeof message], points[2][LONGEST_POINT];
    int right = 1;
    for (unsigned i = 0; i < 2; i++) {
        memcpy(hidden, message, sizeof message);
        poison(hidden, sizeof hidden);
        whit_status (*hash)(uint8_t *, const uint8_t *, size_t, const uint8_t *,
                            size_t) = i == 0 ? h->hash : h->encode;
        right &= accepted(hash(points[0], hidden, sizeof hidden, message, sizeof message));
        right &= accepted(hash(points[1], message, sizeof message, message, sizeof message));
        ct_declassify(points[0], h->point_bytes);
        right &= memcmp(points[0], points[1], h->point_bytes) == 0;
    }
    return right;
}

void run_forms(const char *only)
{
    static bench b;
    for (size_t i = 0; i < sizeof agreements / sizeof agreements[0]; i++) {
        b.agreement = &agreements[i];
        if (only == NULL || strcmp(only, b.agreement->name) == 0) {
            run_step(b.agreement->name, "keys", agreement_keys, &b);
            run_step(b.agreement->name, "ecdh", agree, &b);
        }
    }
    for (size_t i = 0; i < sizeof signings / sizeof signings[0]; i++) {
        b.signing = &signings[i];
        if (only == NULL || strcmp(only, b.signing->name) == 0) {
            run_step(b.signing->name, "keys", signing_keys, &b);
            run_step(b.signing->name, "sign", sign, &b);
            run_step(b.signing->name, "sign_hedged", sign_hedged, &b);
            run_step(b.signing->name, "sign_checked", sign_checked, &b);
        }
    }
    for (size_t i = 0; i < sizeof hashings / sizeof hashings[0]; i++) {
        b.hashing = &hashings[i];
        if (only == NULL || strcmp(only, b.hashing->name) == 0) {
            run_step(b.hashing->name, "hash_to_curve", hash_to_curve, &b);
        }
    }
}
