/* SPDX-License-Identifier: MIT */
/* p256-m's interface over Whit: its names, its buffers, its return values. A program written for
 * p256-m includes this header instead and links compat/p256-m.c and Whit with secp256r1.
 *
 * All numbers are big-endian: a private key and a secret have 32 bytes, a public key 64 (x || y,
 * no prefix), a signature 64 (r || s). Every function checks its keys; after a failure outputs are
 * zero. An output may lie where an input does. What behaves otherwise than in p256-m is in
 * doc/migration.md. */
#ifndef WHIT_COMPAT_P256_M_H
#define WHIT_COMPAT_P256_M_H

#include <stddef.h>
#include <stdint.h>

/* What functions return. */
#define P256_SUCCESS 0
#define P256_RANDOM_FAILED (-1)     /* the random source failed, or yields nothing usable */
#define P256_INVALID_PUBKEY (-2)    /* a coordinate is not below p, or they are no point */
#define P256_INVALID_PRIVKEY (-3)   /* not in [1, n - 1] */
#define P256_INVALID_SIGNATURE (-4) /* r or s is not in [1, n - 1], or it is not the key's */

#ifdef __cplusplus
extern "C" {
#endif

/* The random source, which the program defines: fills `output` with `output_size` bytes of a
 * cryptographic generator and returns 0, or returns another value. p256_gen_keypair and
 * p256_ecdsa_sign ask it, and nothing else does. */
extern int p256_generate_random(uint8_t *output, unsigned output_size);

/* Make a key pair. Draws 32 bytes, and again while they are no key. Returns P256_SUCCESS or
 * P256_RANDOM_FAILED. */
int p256_gen_keypair(uint8_t priv[32], uint8_t pub[64]);

/* Derive the x-coordinate that both sides share; hash it before use. Returns P256_SUCCESS,
 * P256_INVALID_PRIVKEY or P256_INVALID_PUBKEY. */
int p256_ecdh_shared_secret(uint8_t secret[32], const uint8_t priv[32], const uint8_t pub[64]);

/* Sign a digest with a nonce from the random source, drawn as a key is. Of a digest longer than 32
 * bytes the first 32 count; an empty one is zero. Returns P256_SUCCESS, P256_INVALID_PRIVKEY or
 * P256_RANDOM_FAILED. */
int p256_ecdsa_sign(uint8_t sig[64], const uint8_t priv[32], const uint8_t *hash, size_t hlen);

/* Returns P256_SUCCESS if the signature is that of the digest under the key, else
 * P256_INVALID_PUBKEY or P256_INVALID_SIGNATURE. */
int p256_ecdsa_verify(const uint8_t sig[64], const uint8_t pub[64], const uint8_t *hash,
                      size_t hlen);

/* Return P256_SUCCESS if a key is valid, else P256_INVALID_PUBKEY and P256_INVALID_PRIVKEY. */
int p256_validate_pubkey(const uint8_t pub[64]);
int p256_validate_privkey(const uint8_t priv[32]);

/* Compute the public key of a private key. Returns P256_SUCCESS or P256_INVALID_PRIVKEY. */
int p256_public_from_private(uint8_t pub[64], const uint8_t priv[32]);

#ifdef __cplusplus
}
#endif

#endif
