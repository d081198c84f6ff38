/* SPDX-License-Identifier: MIT */
#include "adapter.h"
#include "ecc.h"
#include "harness.h"
#include <string.h>

#define BYTES 32
#define WORDS 8

/* The prime, what the library's reduction adds for 2^256, and the curve's b: the least
 * significant word first [SEC 2, 2.4.2]. */
static const uint32_t prime[WORDS] = {
    0xffffffff, 0xffffffff, 0xffffffff, 0, 0, 0, 1, 0xffffffff,
};
static const uint32_t prime_complement[WORDS] = {
    1, 0, 0, 0xffffffff, 0xffffffff, 0xffffffff, 0xfffffffe, 0,
};
static const uint32_t curve_b[WORDS] = {
    0x27d2604b, 0x3bce3c3e, 0xcc53b0f6, 0x651d06b0, 0x769886bc, 0xb3ebbd55, 0xaa3a93e7, 0x5ac635d8,
};

static void load(uint32_t words[WORDS], const uint8_t *bytes)
{
    unsigned i;

    for (i = 0; i < WORDS; i++) {
        const uint8_t *word = bytes + BYTES - 4 - 4 * i;

        words[i] = (uint32_t)word[0] << 24 | (uint32_t)word[1] << 16 | (uint32_t)word[2] << 8 |
                   word[3];
    }
}

static void store(uint8_t *bytes, const uint32_t words[WORDS])
{
    unsigned i;

    for (i = 0; i < BYTES; i++) {
        bytes[BYTES - 1 - i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
    }
}

static int is_zero(const uint32_t words[WORDS])
{
    uint32_t all = 0;
    unsigned i;

    for (i = 0; i < WORDS; i++) {
        all |= words[i];
    }
    return all == 0;
}

static int is_scalar(const uint32_t words[WORDS])
{
    return !is_zero(words) && ecc_is_valid_key(words);
}

static void multiply(uint32_t product[WORDS], const uint32_t left[WORDS],
                     const uint32_t right[WORDS])
{
    uint32_t wide[2 * WORDS];

    ecc_fieldMult(left, right, wide, WORDS);
    ecc_fieldModP(product, wide);
}

/* y^2 = x (x^2 - 3) + b, and both less than the prime. */
static int is_point(const uint32_t x[WORDS], const uint32_t y[WORDS])
{
    static const uint32_t three[WORDS] = {3};
    uint32_t left[WORDS], right[WORDS], sum[WORDS];

    if (ecc_isGreater(prime, x, WORDS) != 1 || ecc_isGreater(prime, y, WORDS) != 1) {
        return 0;
    }
    multiply(left, y, y);
    multiply(sum, x, x);
    ecc_fieldSub(sum, three, prime, right);
    multiply(sum, right, x);
    ecc_fieldAdd(sum, curve_b, prime_complement, right);
    if (ecc_isGreater(right, prime, WORDS) >= 0) {
        ecc_fieldSub(right, prime, prime, sum);
        memcpy(right, sum, sizeof right);
    }
    return ecc_isSame(left, right, WORDS);
}

static int draw(uint32_t scalar[WORDS])
{
    uint8_t bytes[BYTES];

    do {
        if (harness_random(bytes, sizeof bytes) != 0) {
            return 1;
        }
        load(scalar, bytes);
    } while (!is_scalar(scalar));
    return 0;
}

int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    uint32_t key[WORDS], x[WORDS], y[WORDS];

    if (draw(key) != 0) {
        return 1;
    }
    ecc_gen_pub_key(key, x, y);
    store(private_key, key);
    store(public_key, x);
    store(public_key + BYTES, y);
    return 0;
}

int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    uint32_t key[WORDS], x[WORDS], y[WORDS], shared_x[WORDS], shared_y[WORDS];

    load(key, private_key);
    load(x, public_key);
    load(y, public_key + BYTES);
    if (!is_point(x, y)) {
        return 1;
    }
    ecc_ecdh(x, y, key, shared_x, shared_y);
    store(secret, shared_x);
    return 0;
}

int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest)
{
    /* The library reduces in place and writes one word more than an integer has. */
    uint32_t key[WORDS], hash[WORDS], nonce[WORDS], r[WORDS + 1], s[WORDS + 1];

    load(key, private_key);
    load(hash, digest);
    do {
        if (draw(nonce) != 0) {
            return 1;
        }
    } while (ecc_ecdsa_sign(key, hash, nonce, r, s) != 0);
    store(signature, r);
    store(signature + BYTES, s);
    return 0;
}

int adapter_verify(const uint8_t *public_key, const uint8_t *digest, const uint8_t *signature)
{
    uint32_t x[WORDS], y[WORDS], hash[WORDS], r[WORDS], s[WORDS];

    load(x, public_key);
    load(y, public_key + BYTES);
    load(hash, digest);
    load(r, signature);
    load(s, signature + BYTES);
    if (!is_point(x, y) || !is_scalar(r) || !is_scalar(s)) {
        return 1;
    }
    return ecc_ecdsa_validate(x, y, hash, r, s) != 0;
}

int adapter_validate(const uint8_t *public_key)
{
    uint32_t x[WORDS], y[WORDS];

    load(x, public_key);
    load(y, public_key + BYTES);
    return !is_point(x, y);
}
