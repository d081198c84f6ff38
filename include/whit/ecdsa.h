/* SPDX-License-Identifier: MIT */
/* ECDSA.
 *
 * Byte order: big-endian, as in FIPS 186-5. A signature is r || s, each of
 * o = whit_curve_order_bytes(curve) bytes (IEEE P1363).
 *
 * There are several functions for signing, so that a program links only what it uses. They take a
 * message, a message in pieces, or a digest. The nonce is derived from the key and the digest (RFC
 * 6979) or drawn from a random source. Sign messages unless something else has hashed them already.
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
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OUTPUT_LENGTH; WHIT_ERROR_OVERLAP;
 * WHIT_ERROR_PRIVATE_KEY_LENGTH or _RANGE. [FIPS 186-5, 6.4.1; RFC 6979, 3.2] */
whit_status whit_ecdsa_sign(const whit_curve *curve, const whit_base *base, const whit_hash *hash,
                            uint8_t *signature, size_t signature_length, const uint8_t *private_key,
                            size_t private_key_length, const uint8_t *message,
                            size_t message_length);

/* Sign a message; as whit_ecdsa_sign, with as many random bytes as the digest has
 * mixed into the nonce. A bad random source costs nothing (the nonce stays that
 * of a good deterministic signature), a good one hinders fault and power attacks.
 *
 * Returns what whit_ecdsa_sign returns; WHIT_ERROR_RANDOM_MISSING or _FAILED. In builds
 * with WHIT_RANDOMISE=1 the source is asked for more (randomised.h), and _STUCK may be
 * returned. [RFC 6979, 3.6] */
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

/* Sign a message or a digest where an attacker may disturb the processor: as whit_ecdsa_sign and
 * whit_ecdsa_sign_digest_deterministic, and the same signature. It is made twice, compared, and
 * verified under the public key, in the time of two signatures and a verification; messages are
 * hashed three times. A signature that one fault has corrupted is never output: the private key
 * could be computed from a correct and a corrupted signature of one message, or from one whose
 * nonce a fault has made known.
 *
 * public_key            that of the private key, uncompressed (1 + 2 f bytes)
 *
 * The time of signing depends on what it depends on in those functions; the time of verifying
 * depends on the signature and the public key, which are public.
 *
 * Return what the plain ones return; WHIT_ERROR_FAULT when the two signatures differ or do not
 * verify, as with a public key that does not belong to the private key; and the errors of
 * whit_key_validate_public. After all of these the signature is zero. */
whit_status whit_ecdsa_sign_checked(const whit_curve *curve, const whit_base *base,
                                    const whit_hash *hash, uint8_t *signature,
                                    size_t signature_length, const uint8_t *private_key,
                                    size_t private_key_length, const uint8_t *public_key,
                                    size_t public_key_length, const uint8_t *message,
                                    size_t message_length);
whit_status whit_ecdsa_sign_digest_checked(const whit_curve *curve, const whit_base *base,
                                           const whit_hash *hash, uint8_t *signature,
                                           size_t signature_length, const uint8_t *private_key,
                                           size_t private_key_length, const uint8_t *public_key,
                                           size_t public_key_length, const uint8_t *digest,
                                           size_t digest_length);

/* Sign a digest; the nonce is drawn from `random`: o bytes for each try, of which the leftmost bits
 * are used, as many as the order has, until it lies in [1, order - 1]. Security rests on the
 * source: a repeated or biased nonce gives the private key away. In builds with WHIT_RANDOMISE=1 it
 * is asked for more with every nonce (randomised.h).
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
 * Time depends on the inputs, which are public. Returns WHIT_OK when and only when the signature is
 * that of the message under the key; WHIT_ERROR_ARGUMENT; WHIT_ERROR_PUBLIC_KEY_LENGTH, _PREFIX,
 * _RANGE, _CURVE, _ORDER or _INFINITY; WHIT_ERROR_SIGNATURE_LENGTH, _RANGE or _INVALID. [FIPS
 * 186-5, 6.4.2] */
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

/* Verify a signature in DER, SEQUENCE { INTEGER r, INTEGER s }, as X.509, TLS and OpenSSL write
 * it: as whit_ecdsa_verify and whit_ecdsa_verify_digest. der.h says which encodings are taken.
 *
 * Return what these return, without WHIT_ERROR_SIGNATURE_LENGTH, and WHIT_ERROR_SIGNATURE_ENCODING,
 * which is checked before the public key. [RFC 3279, 2.2.3; FIPS 186-5, 6.4.2] */
whit_status whit_ecdsa_verify_der(const whit_curve *curve, const whit_hash *hash,
                                  const uint8_t *public_key, size_t public_key_length,
                                  const uint8_t *message, size_t message_length, const uint8_t *der,
                                  size_t der_length);
whit_status whit_ecdsa_verify_digest_der(const whit_curve *curve, const uint8_t *public_key,
                                         size_t public_key_length, const uint8_t *digest,
                                         size_t digest_length, const uint8_t *der,
                                         size_t der_length);

/* Verify where an attacker may disturb the processor (a glitch on clock or supply): as
 * whit_ecdsa_verify and whit_ecdsa_verify_digest, in twice the time. The message is hashed twice.
 * Two computations that share no intermediate value decide, each from its own copy of the
 * arguments. No single skipped instruction, and no single flipped bit in the result of one, turns
 * another answer into WHIT_OK. SECURITY.md says on which builds that was tried.
 *
 * That holds from the first instruction of the function to its last, except for faults in the
 * program counter and the stack pointer. The caller has to harden its own test of the status, and
 * the arguments until they are passed: a digest that is passed was hashed once.
 *
 * Return what the plain ones return; WHIT_ERROR_FAULT where the two disagree. */
whit_status whit_ecdsa_verify_hardened(const whit_curve *curve, const whit_hash *hash,
                                       const uint8_t *public_key, size_t public_key_length,
                                       const uint8_t *message, size_t message_length,
                                       const uint8_t *signature, size_t signature_length);
whit_status whit_ecdsa_verify_digest_hardened(const whit_curve *curve, const uint8_t *public_key,
                                              size_t public_key_length, const uint8_t *digest,
                                              size_t digest_length, const uint8_t *signature,
                                              size_t signature_length);

/* A message that comes in pieces: init, any number of updates, and one final step that
 * signs or verifies. Its fields are private; it may be copied before the final step,
 * which ends it. */
typedef struct whit_ecdsa_stream {
    const whit_hash *hash;
    whit_hash_state state;
} whit_ecdsa_stream;

/* Begin, and take `in_length` bytes more; `in` may be NULL when that is zero. Return
 * WHIT_OK or WHIT_ERROR_ARGUMENT. */
whit_status whit_ecdsa_stream_init(whit_ecdsa_stream *stream, const whit_hash *hash);
whit_status whit_ecdsa_stream_update(whit_ecdsa_stream *stream, const uint8_t *in,
                                     size_t in_length);

/* Sign or verify what the stream took: as whit_ecdsa_sign and whit_ecdsa_verify, with the stream in
 * place of hash and message. This ends the stream, whatever is returned; for one that has ended
 * before it returns WHIT_ERROR_ARGUMENT. */
whit_status whit_ecdsa_sign_final(const whit_curve *curve, const whit_base *base,
                                  whit_ecdsa_stream *stream, uint8_t *signature,
                                  size_t signature_length, const uint8_t *private_key,
                                  size_t private_key_length);
whit_status whit_ecdsa_verify_final(const whit_curve *curve, whit_ecdsa_stream *stream,
                                    const uint8_t *public_key, size_t public_key_length,
                                    const uint8_t *signature, size_t signature_length);

/* Sign so that the public key can be recovered from the signature: as whit_ecdsa_sign
 * and whit_ecdsa_sign_digest_deterministic, and *recovery_id, one byte, receives the
 * parity of y(R) in bit 0 and (x(R) - r) / order above it: 0 or 1, seldom 2 or 3.
 *
 * WHIT_ERROR_ARGUMENT also for a curve whose field has over 6 bits more than its order. */
whit_status whit_ecdsa_sign_recoverable(const whit_curve *curve, const whit_base *base,
                                        const whit_hash *hash, uint8_t *signature,
                                        size_t signature_length, uint8_t *recovery_id,
                                        const uint8_t *private_key, size_t private_key_length,
                                        const uint8_t *message, size_t message_length);
whit_status whit_ecdsa_sign_digest_recoverable(const whit_curve *curve, const whit_base *base,
                                               const whit_hash *hash, uint8_t *signature,
                                               size_t signature_length, uint8_t *recovery_id,
                                               const uint8_t *private_key,
                                               size_t private_key_length, const uint8_t *digest,
                                               size_t digest_length);

/* Recover the public key under which a signature is that of a message, or of a digest. Nearly every
 * signature has such a key: compare it with the one that you expect.
 *
 * public_key            output, 1 + 2 f bytes, uncompressed
 * signature             2 o bytes
 *
 * Time depends on the inputs, which are public. Returns WHIT_OK; WHIT_ERROR_ARGUMENT
 * (also for a curve as above), WHIT_ERROR_OUTPUT_LENGTH or WHIT_ERROR_OVERLAP (nothing
 * written); and with the output zeroed WHIT_ERROR_SIGNATURE_LENGTH, _RANGE, or
 * _RECOVERY: no key has this signature with this id. [SEC 1, 4.1.6] */
whit_status whit_ecdsa_recover(const whit_curve *curve, const whit_hash *hash, uint8_t *public_key,
                               size_t public_key_length, uint8_t recovery_id,
                               const uint8_t *message, size_t message_length,
                               const uint8_t *signature, size_t signature_length);
whit_status whit_ecdsa_recover_digest(const whit_curve *curve, uint8_t *public_key,
                                      size_t public_key_length, uint8_t recovery_id,
                                      const uint8_t *digest, size_t digest_length,
                                      const uint8_t *signature, size_t signature_length);

/* If (r, s) is valid, so is (r, n - s). make_low replaces s by the lesser of the two, in place, and
 * changes *recovery_id to match unless it is NULL; is_low asks whether s is the lesser. A protocol
 * that forbids the greater one, such as Bitcoin's [BIP 146], calls is_low beside verify.
 *
 * Time depends on the signature, which is public. Return WHIT_OK; WHIT_ERROR_ARGUMENT;
 * WHIT_ERROR_SIGNATURE_LENGTH; WHIT_ERROR_SIGNATURE_RANGE: r or s is not in [1, order - 1],
 * or, from is_low, s is the greater. An invalid signature stays as it is. */
whit_status whit_ecdsa_make_low(const whit_curve *curve, uint8_t *signature,
                                size_t signature_length, uint8_t *recovery_id);
whit_status whit_ecdsa_is_low(const whit_curve *curve, const uint8_t *signature,
                              size_t signature_length);

#ifdef __cplusplus
}
#endif

#endif
