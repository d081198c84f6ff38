/* SPDX-License-Identifier: MIT */
/* TinyCrypt's key generation and key agreement over Whit: see ecc.h. */
#ifndef WHIT_COMPAT_TINYCRYPT_ECC_DH_H
#define WHIT_COMPAT_TINYCRYPT_ECC_DH_H

#include <tinycrypt/ecc.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Make a key pair: a public key of 64 bytes, a private key of 32. Fails when there is no random
 * source or it fails. */
int uECC_make_key(uint8_t *p_public_key, uint8_t *p_private_key, uECC_Curve curve);

#ifdef ENABLE_TESTS
/* Make the key pair of a given private key, a number of NUM_ECC_WORDS words: to check a program
 * against known answers, and for nothing else. Fails when it is not in [1, n - 1]. */
int uECC_make_key_with_d(uint8_t *p_public_key, uint8_t *p_private_key, unsigned int *d,
                         uECC_Curve curve);
#endif

/* Derive the 32 bytes that both sides share; hash them before use. Fails when the public key is
 * not a point of the curve or the private key is not in [1, n - 1]. */
int uECC_shared_secret(const uint8_t *p_public_key, const uint8_t *p_private_key, uint8_t *p_secret,
                       uECC_Curve curve);

#ifdef __cplusplus
}
#endif

#endif
