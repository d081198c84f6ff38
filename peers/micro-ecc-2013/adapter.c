/* SPDX-License-Identifier: MIT */
#include "adapter.h"
#include "ecc.h"
#include "harness.h"

#define BYTES WHIT_LAB_FIELD_BYTES
#define WORDS NUM_ECC_DIGITS

/* The library's numbers are words, the least significant first, and it has no functions to read
 * and write them. */
static void load(uint32_t words[WORDS], const uint8_t *bytes)
{
    unsigned i;

    for (i = 0; i < WORDS; i++) {
        const uint8_t *from = bytes + BYTES - 4 * (i + 1);

        words[i] = (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 |
                   from[3];
    }
}

static void store(uint8_t *bytes, const uint32_t words[WORDS])
{
    unsigned i;

    for (i = 0; i < BYTES; i++) {
        bytes[BYTES - 1 - i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
    }
}

static void load_point(EccPoint *point, const uint8_t *public_key)
{
    load(point->x, public_key);
    load(point->y, public_key + BYTES);
}

static int draw(uint32_t words[WORDS])
{
    return harness_random((uint8_t *)words, WORDS * sizeof words[0]);
}

int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    EccPoint point;
    uint32_t key[WORDS], random[WORDS];

    /* It refuses what is not in range. */
    do {
        if (draw(random) != 0) {
            return 1;
        }
    } while (ecc_make_key(&point, key, random) != 1);
    store(private_key, key);
    store(public_key, point.x);
    store(public_key + BYTES, point.y);
    return 0;
}

int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    EccPoint point;
    uint32_t key[WORDS], shared[WORDS];

    load(key, private_key);
    load_point(&point, public_key);
    if (ecc_valid_public_key(&point) != 1) {
        return 1;
    }
    if (ecdh_shared_secret(shared, &point, key) != 1) {
        return 1;
    }
    store(secret, shared);
    return 0;
}

#if WHIT_LAB_DIGEST_BYTES < WHIT_LAB_FIELD_BYTES
#error "the library signs numbers as long as the curve's: the digest is too short"
#endif

int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest)
{
    uint32_t key[WORDS], random[WORDS], hash[WORDS], r[WORDS], s[WORDS];

    load(key, private_key);
    load(hash, digest);
    do {
        if (draw(random) != 0) {
            return 1;
        }
    } while (ecdsa_sign(r, s, key, random, hash) != 1);
    store(signature, r);
    store(signature + BYTES, s);
    return 0;
}

int adapter_verify(const uint8_t *public_key, const uint8_t *digest, const uint8_t *signature)
{
    EccPoint point;
    uint32_t hash[WORDS], r[WORDS], s[WORDS];

    load_point(&point, public_key);
    load(hash, digest);
    load(r, signature);
    load(s, signature + BYTES);
    if (ecc_valid_public_key(&point) != 1) {
        return 1;
    }
    return ecdsa_verify(&point, hash, r, s) != 1;
}

int adapter_validate(const uint8_t *public_key)
{
    EccPoint point;

    load_point(&point, public_key);
    return ecc_valid_public_key(&point) != 1;
}
