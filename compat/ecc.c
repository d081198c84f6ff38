/* SPDX-License-Identifier: MIT */
/* micro-ecc's first interface over Whit's public functions. */
#include "ecc.h"

#include <stddef.h>
#include <string.h>
#include <whit/ecdh.h>
#include <whit/ecdsa.h>
#include <whit/key.h>

#if ECC_CURVE == secp128r1
#include <whit/secp128r1.h>
#define CURVE whit_secp128r1
#define BASE whit_secp128r1_base
#elif ECC_CURVE == secp192r1
#include <whit/secp192r1.h>
#define CURVE whit_secp192r1
#define BASE whit_secp192r1_base
#elif ECC_CURVE == secp256r1
#include <whit/secp256r1.h>
#define CURVE whit_secp256r1
#define BASE whit_secp256r1_base
#elif ECC_CURVE == secp384r1
#include <whit/secp384r1.h>
#define CURVE whit_secp384r1
#define BASE whit_secp384r1_base
#else
#include <whit/secp256k1.h>
#define CURVE whit_secp256k1
#define BASE whit_secp256k1_base
#endif

/* Bytes in a coordinate, and in the order: these curves have as many in both. */
#define BYTES (4 * NUM_ECC_DIGITS)
#define PUBLIC_BYTES (1 + 2 * BYTES)

static void wipe(void *object, size_t length)
{
    volatile uint8_t *byte = (volatile uint8_t *)object;
    while (length-- > 0) {
        *byte++ = 0;
    }
}

void ecc_bytes2native(uint32_t p_native[NUM_ECC_DIGITS], uint8_t p_bytes[NUM_ECC_DIGITS * 4])
{
    for (size_t i = 0; i < NUM_ECC_DIGITS; i++) {
        const uint8_t *word = p_bytes + 4 * (NUM_ECC_DIGITS - 1 - i);
        p_native[i] = (uint32_t)word[0] << 24 | (uint32_t)word[1] << 16 | (uint32_t)word[2] << 8 |
                      (uint32_t)word[3];
    }
}

void ecc_native2bytes(uint8_t p_bytes[NUM_ECC_DIGITS * 4], uint32_t p_native[NUM_ECC_DIGITS])
{
    for (size_t i = 0; i < BYTES; i++) {
        p_bytes[BYTES - 1 - i] = (uint8_t)(p_native[i / 4] >> (8 * (i % 4)));
    }
}

static void read_point(uint8_t *out, EccPoint *point)
{
    out[0] = 4;
    ecc_native2bytes(out + 1, point->x);
    ecc_native2bytes(out + 1 + BYTES, point->y);
}

static void write_point(EccPoint *point, uint8_t *in)
{
    ecc_bytes2native(point->x, in + 1);
    ecc_bytes2native(point->y, in + 1 + BYTES);
}

int ecc_make_key(EccPoint *p_publicKey, uint32_t p_privateKey[NUM_ECC_DIGITS],
                 uint32_t p_random[NUM_ECC_DIGITS])
{
    uint8_t d[BYTES];
    uint8_t q[PUBLIC_BYTES] = {0};
    ecc_native2bytes(d, p_random);
    whit_status status = whit_key_public(&CURVE, &BASE, q, sizeof q, d, sizeof d);
    if (status != WHIT_OK) {
        memset(d, 0, sizeof d);
    }
    ecc_bytes2native(p_privateKey, d);
    write_point(p_publicKey, q);
    wipe(d, sizeof d);
    return status == WHIT_OK;
}

int ecc_valid_public_key(EccPoint *p_publicKey)
{
    uint8_t q[PUBLIC_BYTES];
    read_point(q, p_publicKey);
    return whit_key_validate_public(&CURVE, q, sizeof q) == WHIT_OK;
}

int ecdh_shared_secret(uint32_t p_secret[NUM_ECC_DIGITS], EccPoint *p_publicKey,
                       uint32_t p_privateKey[NUM_ECC_DIGITS], ...)
{
    uint8_t d[BYTES];
    uint8_t q[PUBLIC_BYTES];
    uint8_t x[BYTES] = {0};
    ecc_native2bytes(d, p_privateKey);
    read_point(q, p_publicKey);
    whit_status status = whit_ecdh(&CURVE, x, sizeof x, d, sizeof d, q, sizeof q);
    ecc_bytes2native(p_secret, x);
    wipe(d, sizeof d);
    wipe(x, sizeof x);
    return status == WHIT_OK;
}

/* The caller's number, once. A second draw means that it was of no use. */
typedef struct nonce {
    uint8_t bytes[BYTES];
    int used;
} nonce;

static whit_status draw_nonce(void *context, uint8_t *out, size_t length)
{
    nonce *k = (nonce *)context;
    if (k->used || length != sizeof k->bytes) {
        return WHIT_ERROR_RANDOM_FAILED;
    }
    k->used = 1;
    memcpy(out, k->bytes, length);
    return WHIT_OK;
}

int ecdsa_sign(uint32_t r[NUM_ECC_DIGITS], uint32_t s[NUM_ECC_DIGITS],
               uint32_t p_privateKey[NUM_ECC_DIGITS], uint32_t p_random[NUM_ECC_DIGITS],
               uint32_t p_hash[NUM_ECC_DIGITS])
{
    uint8_t d[BYTES];
    uint8_t digest[BYTES];
    uint8_t signature[2 * BYTES] = {0};
    nonce k = {{0}, 0};
    const whit_random random = {draw_nonce, &k};
    ecc_native2bytes(d, p_privateKey);
    ecc_native2bytes(digest, p_hash);
    ecc_native2bytes(k.bytes, p_random);
    whit_status status = whit_ecdsa_sign_digest(&CURVE, &BASE, signature, sizeof signature, d,
                                                sizeof d, digest, sizeof digest, &random);
    ecc_bytes2native(r, signature);
    ecc_bytes2native(s, signature + BYTES);
    wipe(d, sizeof d);
    wipe(&k, sizeof k);
    return status == WHIT_OK;
}

int ecdsa_verify(EccPoint *p_publicKey, uint32_t p_hash[NUM_ECC_DIGITS], uint32_t r[NUM_ECC_DIGITS],
                 uint32_t s[NUM_ECC_DIGITS])
{
    uint8_t q[PUBLIC_BYTES];
    uint8_t digest[BYTES];
    uint8_t signature[2 * BYTES];
    read_point(q, p_publicKey);
    ecc_native2bytes(digest, p_hash);
    ecc_native2bytes(signature, r);
    ecc_native2bytes(signature + BYTES, s);
    return whit_ecdsa_verify_digest(&CURVE, q, sizeof q, digest, sizeof digest, signature,
                                    sizeof signature) == WHIT_OK;
}

void ecc_point_compress(uint8_t p_compressed[NUM_ECC_DIGITS * 4 + 1], EccPoint *p_point)
{
    uint8_t q[PUBLIC_BYTES];
    read_point(q, p_point);
    memset(p_compressed, 0, 1 + BYTES);
    (void)whit_key_compress(&CURVE, p_compressed, 1 + BYTES, q, sizeof q);
}

void ecc_point_decompress(EccPoint *p_point, uint8_t p_compressed[NUM_ECC_DIGITS * 4 + 1])
{
    uint8_t q[PUBLIC_BYTES] = {0};
    (void)whit_key_decompress(&CURVE, q, sizeof q, p_compressed, 1 + BYTES);
    write_point(p_point, q);
}
