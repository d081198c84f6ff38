/* SPDX-License-Identifier: MIT */
/* Ed448 and Ed448ph: signatures on edwards448. 224-bit security. [RFC 8032]
 *
 * Byte order: little-endian, as in RFC 8032. A private key is the 57 bytes of the seed, which
 * RFC 8032 calls the private key, and then the public key, which signing needs: make it by one of
 * the first two functions and keep the two together. What a program does not call is not linked. */
#ifndef WHIT_ED448_H
#define WHIT_ED448_H

#include <stddef.h>
#include <stdint.h>
#include <whit/random.h>
#include <whit/shake256.h>
#include <whit/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WHIT_ED448_SEED_BYTES 57
#define WHIT_ED448_PRIVATE_KEY_BYTES 114
#define WHIT_ED448_PUBLIC_KEY_BYTES 57
#define WHIT_ED448_SIGNATURE_BYTES 114
#define WHIT_ED448_CONTEXT_MAX_BYTES 255
#define WHIT_ED448PH_DIGEST_BYTES 64

/* Make a key pair: a private key of 114 bytes, whose seed `random` fills, and its public key of 57.
 * The outputs may not overlap. Time does not depend on the keys. If it fails the outputs are zero,
 * unless an argument was wrong.
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OVERLAP; WHIT_ERROR_RANDOM_MISSING;
 * WHIT_ERROR_RANDOM_FAILED; WHIT_ERROR_RANDOM_STUCK when it gave zeros alone. [RFC 8032, 5.2.5] */
whit_status whit_ed448_keygen(uint8_t *private_key, uint8_t *public_key, const whit_random *random);

/* The private key of 114 bytes and the public key of 57 that belong to a seed of 57. The outputs
 * may overlap neither each other nor the seed. Time does not depend on the keys.
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OVERLAP. [RFC 8032, 5.2.5] */
whit_status whit_ed448_key_pair(uint8_t *private_key, uint8_t *public_key, const uint8_t *seed);

/* Whether these 57 bytes are a public key that verification takes: the canonical encoding of a
 * point of the curve, whose order does not divide the cofactor. Points with a part of small order
 * beside the other are taken. Variable time.
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_PUBLIC_KEY_LENGTH;
 * WHIT_ERROR_PUBLIC_KEY_RANGE for an encoding that is not canonical; WHIT_ERROR_PUBLIC_KEY_CURVE;
 * WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER. */
whit_status whit_ed448_validate_public_key(const uint8_t *public_key, size_t public_key_length);

/* Sign a message with a private key of 114 bytes; the signature has 114. There is no context. The
 * message may be NULL when it has no bytes. `signature` may not overlap the inputs. Time depends on
 * the length of the message alone. A private key whose second half is not the public key of the
 * first gives the secret away.
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OVERLAP. [RFC 8032, 5.2.6] */
whit_status whit_ed448_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                            size_t message_length);

/* Verify a signature. Strict, and without the cofactor: accepted is what
 *   - has s below the order and the canonical encoding of R,
 *   - is by a public key that whit_ed448_validate_public_key takes, and
 *   - gives, computed anew, R = s B - k A bit by bit.
 * Equal input gives an equal answer always, and what is accepted here every verification of
 * RFC 8032 accepts, with the cofactor or without. Variable time: all is public.
 *
 * Returns WHIT_OK when the signature is good; WHIT_ERROR_SIGNATURE_INVALID when it is not by this
 * key of this message; WHIT_ERROR_SIGNATURE_RANGE when s or R is not canonical;
 * WHIT_ERROR_SIGNATURE_LENGTH; WHIT_ERROR_ARGUMENT; and the errors of
 * whit_ed448_validate_public_key. [RFC 8032, 5.2.7] */
whit_status whit_ed448_verify(const uint8_t *public_key, size_t public_key_length,
                              const uint8_t *message, size_t message_length,
                              const uint8_t *signature, size_t signature_length);

/* The same with a context, at most 255 bytes that signer and verifier agree on; an empty one, which
 * may be NULL, is none.
 *
 * Returns WHIT_ERROR_CONTEXT_LENGTH too. [RFC 8032, 5.2] */
whit_status whit_ed448ctx_sign(uint8_t *signature, const uint8_t *private_key,
                               const uint8_t *context, size_t context_length,
                               const uint8_t *message, size_t message_length);
whit_status whit_ed448ctx_verify(const uint8_t *public_key, size_t public_key_length,
                                 const uint8_t *context, size_t context_length,
                                 const uint8_t *message, size_t message_length,
                                 const uint8_t *signature, size_t signature_length);

/* Ed448ph: the same of 64 bytes of the message's SHAKE256, which whit_shake256_init,
 * whit_shake256_update and whit_shake256_final compute in pieces. The context may be empty.
 * [RFC 8032, 5.2] */
whit_status whit_ed448ph_sign_digest(uint8_t *signature, const uint8_t *private_key,
                                     const uint8_t *context, size_t context_length,
                                     const uint8_t *digest);
whit_status whit_ed448ph_verify_digest(const uint8_t *public_key, size_t public_key_length,
                                       const uint8_t *context, size_t context_length,
                                       const uint8_t *digest, const uint8_t *signature,
                                       size_t signature_length);

/* The keys of X448 that belong to these: a public key of 56 bytes, for one that
 * whit_ed448_validate_public_key takes, and a private key of 56 bytes, for one of 114. Two who
 * know each other's keys for signatures can agree on a secret so. Keys in two schemes are one key
 * to lose in either. The outputs may not overlap the inputs. The second takes a time that does not
 * depend on the key. Where the first fails, its output is zero.
 *
 * Return WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OVERLAP; the first the errors of
 * whit_ed448_validate_public_key too. [RFC 7748, 4.2] */
whit_status whit_ed448_public_to_x(uint8_t *x_public_key, const uint8_t *public_key,
                                   size_t public_key_length);
whit_status whit_ed448_private_to_x(uint8_t *x_private_key, const uint8_t *private_key);

#ifdef __cplusplus
}
#endif

#endif
