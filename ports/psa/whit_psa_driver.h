/* SPDX-License-Identifier: MIT */
/* A transparent driver for PSA Cryptography over Whit, for Mbed TLS 3.5 and 3.6. doc/psa.md says
 * how a project takes it. With MBEDTLS_PSA_WHIT_DRIVER_ENABLED in its configuration, Mbed TLS calls
 * these functions before its own.
 *
 * The driver has the curves that the configuration wants:
 *
 *     PSA_WANT_ECC_SECP_R1_192 _224 _256 _384 _521     secp192r1 … secp521r1
 *     PSA_WANT_ECC_SECP_K1_192 _256                    secp192k1, secp256k1
 *     PSA_WANT_ECC_BRAINPOOL_P_R1_256 _384 _512        brainpoolP256r1 … brainpoolP512r1
 *     PSA_WANT_ECC_BRAINPOOL_P_R1_160 _192 _224 _320   those that Mbed TLS itself lacks
 *     PSA_WANT_ECC_MONTGOMERY_255 _448                 X25519, X448
 *     PSA_WANT_ECC_TWISTED_EDWARDS_255                 Ed25519, which Mbed TLS itself lacks
 *
 * and of these the algorithms PSA_WANT_ALG_ECDH, _ECDSA, _DETERMINISTIC_ECDSA, _PURE_EDDSA and
 * _ED25519PH. Private keys that no PSA_WANT_KEY_TYPE_ECC_KEY_PAIR_… wants are left out, and so is
 * all code that reads them.
 *
 * Formats are PSA's. On a curve in Weierstrass form numbers are big-endian: a private key has the
 * curve's bytes, a public key is 04 || x || y, a shared secret x, a signature r || s. Keys of
 * X25519, X448 and Ed25519 are those of RFC 7748 and RFC 8032, little-endian; a private key of
 * X25519 or X448 is clamped when it is imported, as Mbed TLS does, one of Ed25519 is the seed.
 *
 * Keys are validated whenever they are used. Time depends on key types, algorithms and lengths, on
 * public keys and signatures, and on whether a private key is valid, never on a private key. No
 * function takes memory from the heap or keeps state. Random bytes come from psa_generate_random.
 * No output may overlap an input. After an error lengths are 0 and nothing secret is left in an
 * output.
 *
 * All return PSA_SUCCESS; PSA_ERROR_NOT_SUPPORTED for a key type, a size or an algorithm that the
 * driver has not, after which nothing was written and Mbed TLS asks the next driver or itself;
 * PSA_ERROR_INVALID_ARGUMENT for a key that is not valid, or has not the length of its curve;
 * PSA_ERROR_BUFFER_TOO_SMALL; PSA_ERROR_CORRUPTION_DETECTED for what cannot happen. [PSA
 * Cryptoprocessor Driver Interface] */
#ifndef WHIT_PSA_DRIVER_H
#define WHIT_PSA_DRIVER_H

#include <psa/crypto.h> /* the configuration, too */

#if defined(MBEDTLS_PSA_WHIT_DRIVER_ENABLED)

#include <stddef.h>
#include <stdint.h>

/* Without it Mbed TLS compiles no call of any driver. */
#ifndef PSA_CRYPTO_ACCELERATOR_DRIVER_PRESENT
#define PSA_CRYPTO_ACCELERATOR_DRIVER_PRESENT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Check a private or a public key and copy it. Where the attributes name no size, the length of the
 * data decides; *bits receives it. A public key of X25519 or X448 may be any string of its length:
 * those that give no secret are refused by whit_transparent_key_agreement. */
psa_status_t whit_transparent_import_key(const psa_key_attributes_t *attributes,
                                         const uint8_t *data, size_t data_length,
                                         uint8_t *key_buffer, size_t key_buffer_size,
                                         size_t *key_buffer_length, size_t *bits);

/* The public key of a private key, or a copy of a public key. */
psa_status_t whit_transparent_export_public_key(const psa_key_attributes_t *attributes,
                                                const uint8_t *key_buffer, size_t key_buffer_size,
                                                uint8_t *data, size_t data_size,
                                                size_t *data_length);

/* Make a private key: random bytes, again while these are not in [1, n - 1]. [FIPS 186-5, A.2.2;
 * RFC 7748, 5; RFC 8032, 5.1.5]
 *
 * Returns also what psa_generate_random returns; PSA_ERROR_INSUFFICIENT_ENTROPY when that gives
 * nothing in [1, n - 1] in many attempts. */
psa_status_t whit_transparent_generate_key(const psa_key_attributes_t *attributes,
                                           uint8_t *key_buffer, size_t key_buffer_size,
                                           size_t *key_buffer_length);

/* The shared secret of a private key and the peer's public key, for PSA_ALG_ECDH: x of the product,
 * or what RFC 7748 says. PSA_ERROR_INVALID_ARGUMENT also for a point of small order. */
psa_status_t whit_transparent_key_agreement(const psa_key_attributes_t *attributes,
                                            const uint8_t *key_buffer, size_t key_buffer_size,
                                            psa_algorithm_t alg, const uint8_t *peer_key,
                                            size_t peer_key_length, uint8_t *shared_secret,
                                            size_t shared_secret_size,
                                            size_t *shared_secret_length);

/* Sign and verify a digest of at least one byte, by ECDSA with a random nonce, by ECDSA with the
 * nonce of RFC 6979, for which the algorithm names SHA-1 or one of SHA-2, or by Ed25519ph without a
 * context.
 *
 * Signing returns also what psa_generate_random returns, and verifying
 * PSA_ERROR_INVALID_SIGNATURE. */
psa_status_t whit_transparent_sign_hash(const psa_key_attributes_t *attributes,
                                        const uint8_t *key_buffer, size_t key_buffer_size,
                                        psa_algorithm_t alg, const uint8_t *hash,
                                        size_t hash_length, uint8_t *signature,
                                        size_t signature_size, size_t *signature_length);
psa_status_t whit_transparent_verify_hash(const psa_key_attributes_t *attributes,
                                          const uint8_t *key_buffer, size_t key_buffer_size,
                                          psa_algorithm_t alg, const uint8_t *hash,
                                          size_t hash_length, const uint8_t *signature,
                                          size_t signature_length);

/* Sign and verify a message by Ed25519 (PSA_ALG_PURE_EDDSA). For other algorithms Mbed TLS hashes
 * the message and calls the functions above. */
psa_status_t whit_transparent_sign_message(const psa_key_attributes_t *attributes,
                                           const uint8_t *key_buffer, size_t key_buffer_size,
                                           psa_algorithm_t alg, const uint8_t *input,
                                           size_t input_length, uint8_t *signature,
                                           size_t signature_size, size_t *signature_length);
psa_status_t whit_transparent_verify_message(const psa_key_attributes_t *attributes,
                                             const uint8_t *key_buffer, size_t key_buffer_size,
                                             psa_algorithm_t alg, const uint8_t *input,
                                             size_t input_length, const uint8_t *signature,
                                             size_t signature_length);

#ifdef __cplusplus
}
#endif

#endif

#endif
