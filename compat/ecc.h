/* SPDX-License-Identifier: MIT */
/* micro-ecc's first interface, of 2013, over Whit: one curve a build, numbers as arrays of
 * 32-bit words, least significant word first. A program written for it includes this header
 * instead and links compat/ecc.c and Whit; both are compiled with the same ECC_CURVE.
 *
 * Return values are 1 for success and 0 for failure; after a failure outputs are zero. Keys are
 * always validated and time never depends on secrets. There is no random source: the caller
 * passes a fresh random number where one is needed, as before. */
#ifndef WHIT_COMPAT_ECC_H
#define WHIT_COMPAT_ECC_H

#include <stdint.h>

/* Accepted, and without effect. */
#define ecc_asm_none 0
#define ecc_asm_thumb 1
#define ecc_asm_thumb2 2
#define ecc_asm_arm 3
#ifndef ECC_ASM
#define ECC_ASM ecc_asm_none
#endif
#ifndef ECC_SQUARE_FUNC
#define ECC_SQUARE_FUNC 1
#endif

#define secp128r1 1
#define secp192r1 2
#define secp256r1 3
#define secp384r1 4
#define secp256k1 5
#ifndef ECC_CURVE
#error "define ECC_CURVE, as in -DECC_CURVE=secp256r1: versions of ecc.h had different defaults"
#endif

#if ECC_CURVE == secp128r1
#define NUM_ECC_DIGITS 4
#elif ECC_CURVE == secp192r1
#define NUM_ECC_DIGITS 6
#elif ECC_CURVE == secp256r1 || ECC_CURVE == secp256k1
#define NUM_ECC_DIGITS 8
#elif ECC_CURVE == secp384r1
#define NUM_ECC_DIGITS 12
#else
#error "ECC_CURVE is secp128r1, secp192r1, secp256r1, secp384r1 or secp256k1"
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct EccPoint {
    uint32_t x[NUM_ECC_DIGITS];
    uint32_t y[NUM_ECC_DIGITS];
} EccPoint;

/* Make a key pair from a random number, which becomes the private key. Fails when that is not in
 * [1, n - 1]: try again with another. */
int ecc_make_key(EccPoint *p_publicKey, uint32_t p_privateKey[NUM_ECC_DIGITS],
                 uint32_t p_random[NUM_ECC_DIGITS]);

/* Returns 1 if a point is on the curve, else 0. */
int ecc_valid_public_key(EccPoint *p_publicKey);

/* Derive the x-coordinate that both sides share; hash it before use. Later versions passed a
 * fourth argument, a random number against power analysis or NULL: it may be there, and is not
 * read. Fails when the public key is not on the curve or the private key not in [1, n - 1]. */
int ecdh_shared_secret(uint32_t p_secret[NUM_ECC_DIGITS], EccPoint *p_publicKey,
                       uint32_t p_privateKey[NUM_ECC_DIGITS], ...);

/* Sign a digest, as a number, with a fresh random number as the nonce. Fails when the private
 * key or the nonce is not in [1, n - 1]: try again with another. */
int ecdsa_sign(uint32_t r[NUM_ECC_DIGITS], uint32_t s[NUM_ECC_DIGITS],
               uint32_t p_privateKey[NUM_ECC_DIGITS], uint32_t p_random[NUM_ECC_DIGITS],
               uint32_t p_hash[NUM_ECC_DIGITS]);

/* Returns 1 if (r, s) is a signature of the digest under a valid key, else 0. */
int ecdsa_verify(EccPoint *p_publicKey, uint32_t p_hash[NUM_ECC_DIGITS], uint32_t r[NUM_ECC_DIGITS],
                 uint32_t s[NUM_ECC_DIGITS]);

/* From big-endian bytes to words and back. */
void ecc_bytes2native(uint32_t p_native[NUM_ECC_DIGITS], uint8_t p_bytes[NUM_ECC_DIGITS * 4]);
void ecc_native2bytes(uint8_t p_bytes[NUM_ECC_DIGITS * 4], uint32_t p_native[NUM_ECC_DIGITS]);

/* To a compressed point, 02 or 03 and the bytes of x, and back. What is not a valid point
 * becomes zeros. */
void ecc_point_compress(uint8_t p_compressed[NUM_ECC_DIGITS * 4 + 1], EccPoint *p_point);
void ecc_point_decompress(EccPoint *p_point, uint8_t p_compressed[NUM_ECC_DIGITS * 4 + 1]);

#ifdef __cplusplus
}
#endif

#endif
