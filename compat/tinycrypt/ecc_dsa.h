/* SPDX-License-Identifier: MIT */
/* TinyCrypt's signatures over Whit: see ecc.h. */
#ifndef WHIT_COMPAT_TINYCRYPT_ECC_DSA_H
#define WHIT_COMPAT_TINYCRYPT_ECC_DSA_H

#include <tinycrypt/ecc.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sign a digest with a nonce from the random source: 64 bytes, r || s. Fails when there is no
 * source, it fails, or the private key is not in [1, n - 1]. */
int uECC_sign(const uint8_t *p_private_key, const uint8_t *p_message_hash, unsigned p_hash_size,
              uint8_t *p_signature, uECC_Curve curve);

#ifdef ENABLE_TESTS
/* Sign a digest with this nonce, a number of NUM_ECC_WORDS words: to check a program against known
 * answers, and for nothing else. Fails when the nonce or the private key is not in [1, n - 1]. */
int uECC_sign_with_k(const uint8_t *private_key, const uint8_t *message_hash,
                     unsigned int hash_size, uECC_word_t *k, uint8_t *signature, uECC_Curve curve);
#endif

/* Returns 1 if the signature is that of the digest under a valid key, else 0. */
int uECC_verify(const uint8_t *p_public_key, const uint8_t *p_message_hash,
                unsigned int p_hash_size, const uint8_t *p_signature, uECC_Curve curve);

#ifdef __cplusplus
}
#endif

#endif
