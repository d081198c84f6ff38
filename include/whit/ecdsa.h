/* SPDX-License-Identifier: MIT */
/* ECDSA.
 *
 * Byte order: big-endian, as in FIPS 186-5. A signature is r || s, each of
 * o = whit_curve_order_bytes(curve) bytes (IEEE P1363).
 *
 * Four ways to sign, each a function of its own, so that a program links only what
 * it uses: from a message or from a digest, the nonce derived from the key and the
 * digest (RFC 6979) or drawn from a random source. Sign messages unless something
 * else has hashed them already.
 *
 * No output may overlap an input. After WHIT_ERROR_ARGUMENT, WHIT_ERROR_OVERLAP and
 * WHIT_ERROR_OUTPUT_LENGTH nothing was written; after every other error the
 * signature is zero. Signing takes a time that depends on lengths and on the number
 * of nonces refused (for secp256r1 one in 2^32), never on the key or the nonce. */
#ifndef WHIT_ECDSA_H
#define WHIT_ECDSA_H

#include <stddef.h>
#include <stdint.h>
#include <whit/curve.h>
#include <whit/hash.h>
#include <whit/random.h>
#include <whit/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sign a message; the nonce is that of RFC 6979, and no random source is needed.
 *
 * hash                  hashes the message and derives the nonce
 * signature             output, 2 o bytes
 * private_key           o bytes
 * message               any length; may be NULL when the length is zero
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OUTPUT_LENGTH;
 * WHIT_ERROR_OVERLAP; WHIT_ERROR_PRIVATE_KEY_LENGTH or _RANGE.
 * [FIPS 186-5, 6.4.1; RFC 6979, 3.2] */
whit_status whit_ecdsa_sign(const whit_curve *curve, const whit_base *base, const whit_hash *hash,
                            uint8_t *signature, size_t signature_length, const uint8_t *private_key,
                            size_t private_key_length, const uint8_t *message,
                            size_t message_length);

/* Sign a message; as whit_ecdsa_sign, with as many random bytes as the digest has
 * mixed into the nonce. A bad random source costs nothing (the nonce stays that
 * of a good deterministic signature), a good one hinders fault and power attacks.
 *
 * Returns what whit_ecdsa_sign returns; WHIT_ERROR_RANDOM_MISSING or _FAILED.
 * [RFC 6979, 3.6] */
whit_status whit_ecdsa_sign_hedged(const whit_curve *curve, const whit_base *base,
                                   const whit_hash *hash, uint8_t *signature,
                                   size_t signature_length, const uint8_t *private_key,
                                   size_t private_key_length, const uint8_t *message,
                                   size_t message_length, const whit_random *random);

/* Sign a digest; the nonce is that of RFC 6979.
 *
 * hash                  derives the nonce; normally the one that made the digest
 * digest                any length from one byte; its leftmost bits are used when
 *                       it is longer than the order
 *
 * Returns what whit_ecdsa_sign returns; WHIT_ERROR_ARGUMENT also for an empty
 * digest. [FIPS 186-5, 6.4.1; RFC 6979, 3.2] */
whit_status whit_ecdsa_sign_digest_deterministic(const whit_curve *curve, const whit_base *base,
                                                 const whit_hash *hash, uint8_t *signature,
                                                 size_t signature_length,
                                                 const uint8_t *private_key,
                                                 size_t private_key_length, const uint8_t *digest,
                                                 size_t digest_length);

/* Sign a digest; the nonce is drawn from `random`, o bytes a try, until it lies in
 * [1, order - 1]. Everything rests on the source: a repeated or biased nonce gives
 * the private key away.
 *
 * digest                any length from one byte, as above
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OUTPUT_LENGTH;
 * WHIT_ERROR_OVERLAP; WHIT_ERROR_PRIVATE_KEY_LENGTH or _RANGE;
 * WHIT_ERROR_RANDOM_MISSING, _FAILED, or _STUCK after 64 unusable draws.
 * [FIPS 186-5, 6.4.1 and A.3.2] */
whit_status whit_ecdsa_sign_digest(const whit_curve *curve, const whit_base *base,
                                   uint8_t *signature, size_t signature_length,
                                   const uint8_t *private_key, size_t private_key_length,
                                   const uint8_t *digest, size_t digest_length,
                                   const whit_random *random);

/* Verify a message's signature.
 *
 * public_key            uncompressed (1 + 2 f bytes); it is validated
 * message               any length; may be NULL when the length is zero
 * signature             2 o bytes
 *
 * Time depends on the inputs, which are public. Returns WHIT_OK when and only when
 * the signature is that of the message under the key; WHIT_ERROR_ARGUMENT;
 * WHIT_ERROR_PUBLIC_KEY_LENGTH, _PREFIX, _RANGE, _CURVE or _INFINITY;
 * WHIT_ERROR_SIGNATURE_LENGTH, _RANGE or _INVALID. [FIPS 186-5, 6.4.2] */
whit_status whit_ecdsa_verify(const whit_curve *curve, const whit_hash *hash,
                              const uint8_t *public_key, size_t public_key_length,
                              const uint8_t *message, size_t message_length,
                              const uint8_t *signature, size_t signature_length);

/* Verify a digest's signature: as whit_ecdsa_verify. The digest may have any length
 * from one byte; an empty one is WHIT_ERROR_ARGUMENT. [FIPS 186-5, 6.4.2] */
whit_status whit_ecdsa_verify_digest(const whit_curve *curve, const uint8_t *public_key,
                                     size_t public_key_length, const uint8_t *digest,
                                     size_t digest_length, const uint8_t *signature,
                                     size_t signature_length);

#ifdef __cplusplus
}
#endif

#endif
