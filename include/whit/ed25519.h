/* SPDX-License-Identifier: MIT */
/* Ed25519, Ed25519ctx and Ed25519ph: signatures on edwards25519. 128-bit security. [RFC 8032]
 *
 * Byte order: little-endian, as in RFC 8032. A private key is the 32 bytes of the seed, which RFC
 * 8032 calls the private key, followed by the public key, which signing needs: make it with one of
 * the first two functions. What a program does not call is not linked. */
#ifndef WHIT_ED25519_H
#define WHIT_ED25519_H

#include <stddef.h>
#include <stdint.h>
#include <whit/hash.h>
#include <whit/random.h>
#include <whit/status.h>

#if WHIT_HASH_LIMIT == 512

#ifdef __cplusplus
extern "C" {
#endif

#define WHIT_ED25519_SEED_BYTES 32
#define WHIT_ED25519_PRIVATE_KEY_BYTES 64
#define WHIT_ED25519_PUBLIC_KEY_BYTES 32
#define WHIT_ED25519_SIGNATURE_BYTES 64
#define WHIT_ED25519_CONTEXT_MAX_BYTES 255
#define WHIT_ED25519PH_DIGEST_BYTES 64

/* Make a key pair: a private key of 64 bytes, whose seed `random` fills, and its public key of 32.
 * The outputs may not overlap. Time does not depend on the keys. If it fails the outputs are zero,
 * unless an argument was wrong.
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OVERLAP; WHIT_ERROR_RANDOM_MISSING;
 * WHIT_ERROR_RANDOM_FAILED; WHIT_ERROR_RANDOM_STUCK when it gave zeros alone. [RFC 8032, 5.1.5] */
whit_status whit_ed25519_keygen(uint8_t *private_key, uint8_t *public_key,
                                const whit_random *random);

/* The private key of 64 bytes and the public key of 32 that belong to a seed of 32. The outputs
 * may overlap neither each other nor the seed. Time does not depend on the keys.
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OVERLAP. [RFC 8032, 5.1.5] */
whit_status whit_ed25519_key_pair(uint8_t *private_key, uint8_t *public_key, const uint8_t *seed);

/* The public key, 32 bytes, of a private key, of which only the first 32 are read: they are its
 * seed, and a seed may stand for it. The second half is not read: a private key is intact if it
 * ends in what this function gives. They may not overlap. Time does not depend on the keys.
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OVERLAP. [RFC 8032, 5.1.5] */
whit_status whit_ed25519_public_key(uint8_t *public_key, const uint8_t *private_key);

/* Whether these 32 bytes are a public key that verification accepts: the canonical encoding of a
 * point of the curve whose order does not divide the cofactor. A point of large order may have a
 * component of small order. Variable time.
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_PUBLIC_KEY_LENGTH;
 * WHIT_ERROR_PUBLIC_KEY_RANGE for an encoding that is not canonical; WHIT_ERROR_PUBLIC_KEY_CURVE;
 * WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER. */
whit_status whit_ed25519_validate_public_key(const uint8_t *public_key, size_t public_key_length);

/* Sign a message with a private key of 64 bytes; the signature has 64. The message may be NULL when
 * it has no bytes. `signature` may not overlap the inputs. Time depends on the length of the
 * message alone. A private key whose second half is not the public key of the first gives the
 * secret away.
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OVERLAP. [RFC 8032, 5.1.6] */
whit_status whit_ed25519_sign(uint8_t *signature, const uint8_t *private_key,
                              const uint8_t *message, size_t message_length);

/* Hedged: as whit_ed25519_sign, with 32 random bytes mixed into the nonce. A bad source does no
 * harm (the nonce stays as good as that of whit_ed25519_sign); a good one hinders attacks by faults
 * and by power, which repeat one signature. Verifiers see no difference. After an error other than
 * WHIT_ERROR_ARGUMENT and WHIT_ERROR_OVERLAP the signature is zero.
 *
 * Returns what whit_ed25519_sign returns; WHIT_ERROR_RANDOM_MISSING or _FAILED.
 * [MTR25, 3] */
whit_status whit_ed25519_sign_hedged(uint8_t *signature, const uint8_t *private_key,
                                     const uint8_t *message, size_t message_length,
                                     const whit_random *random);

/* Checked, for where an attacker may disturb the processor: as whit_ed25519_sign, and the same
 * signature. It is made twice, compared, and verified under the public key in the private one, in
 * the time of two signatures and a verification; the message is hashed five times. A signature that
 * one fault has corrupted is never output: the private key could be computed from a correct and a
 * corrupted signature of one message, or from one whose nonce a fault has made known. The time of
 * verifying depends on the signature and the public key, which are public.
 *
 * Returns what whit_ed25519_sign returns; with the signature zeroed WHIT_ERROR_FAULT, when the two
 * signatures differ or do not verify, as with a private key whose halves do not belong together.
 * [PSSLR18] */
whit_status whit_ed25519_sign_checked(uint8_t *signature, const uint8_t *private_key,
                                      const uint8_t *message, size_t message_length);

/* Verify a signature. Strict, and without the cofactor: accepted is what
 *   - has s below the order and the canonical encoding of R,
 *   - is by a public key that whit_ed25519_validate_public_key takes, and
 *   - gives, computed anew, R = s B - k A bit by bit.
 * Equal input always gives the same answer. What is accepted here is accepted by every verification
 * of RFC 8032, with the cofactor or without. Variable time: all is public.
 *
 * Returns WHIT_OK when the signature is good; WHIT_ERROR_SIGNATURE_INVALID when it is not by this
 * key of this message; WHIT_ERROR_SIGNATURE_RANGE when s is not below the order, or y
 * of R not below the field's prime; WHIT_ERROR_SIGNATURE_LENGTH; WHIT_ERROR_ARGUMENT; and the
 * errors of
 * whit_ed25519_validate_public_key. [RFC 8032, 5.1.7] */
whit_status whit_ed25519_verify(const uint8_t *public_key, size_t public_key_length,
                                const uint8_t *message, size_t message_length,
                                const uint8_t *signature, size_t signature_length);

/* A signature in a batch, with its key and its message, which may be NULL when it has no bytes. */
typedef struct whit_ed25519_signed {
    const uint8_t *public_key;
    size_t public_key_length;
    const uint8_t *message;
    size_t message_length;
    const uint8_t *signature;
    size_t signature_length;
} whit_ed25519_signed;

/* What one signature of a batch takes while the batch is verified, 1104 bytes. */
typedef struct whit_ed25519_room {
    uint64_t words[138];
} whit_ed25519_room;

/* Verify `count` signatures, for gateways: as many at once as there is room for. From two on, each
 * takes less time than whit_ed25519_verify (tools/develop/batches.py measures it). An empty batch
 * is good.
 *
 * `statuses` is NULL or takes `count` statuses, each signature's own: when the signatures that have
 * been verified at once are not all good, those that are well formed are verified singly, which
 * costs as much again for each as without a batch. `room` need not be initialised, and holds
 * nothing afterwards. `random` gives 16 bytes for each signature that shares the room with another,
 * which nobody who makes signatures may be able to predict. Variable time: all is public. Stack
 * does not grow with the count. Outputs may overlap neither inputs nor each other.
 *
 * Accepted is what whit_ed25519_verify accepts, and more: of the equation's two forms only the one
 * with the cofactor can be verified in sums, 8 (s B - k A - R) = O. A signature for which s B - k A
 * - R has a small order above 1 is good here and bad there; only the owner of the private key can
 * make one. All other checks are the same; where R is no point, the signature is invalid. So a
 * signature is good or bad by itself, whatever batch it is in; a bad one is accepted with a
 * probability of 2^-128 at most.
 *
 * Returns WHIT_OK when all are good; WHIT_ERROR_ARGUMENT, for no room too; WHIT_ERROR_OVERLAP;
 * WHIT_ERROR_RANDOM_MISSING, WHIT_ERROR_RANDOM_FAILED or, for zeros, WHIT_ERROR_RANDOM_STUCK, which
 * is then each signature's status; else the status of one that is not good, one of those that
 * whit_ed25519_verify returns. [BDLSY12; RFC 8032, 5.1.7] */
whit_status whit_ed25519_verify_batch(whit_status *statuses, whit_ed25519_room *room,
                                      size_t room_count, const whit_ed25519_signed *given,
                                      size_t count, const whit_random *random);

/* Ed25519ctx: the same with a context, at most 255 bytes that signer and verifier agree on and that
 * should not be empty. It may be NULL when it is.
 *
 * Returns WHIT_ERROR_CONTEXT_LENGTH too. [RFC 8032, 5.1] */
whit_status whit_ed25519ctx_sign(uint8_t *signature, const uint8_t *private_key,
                                 const uint8_t *context, size_t context_length,
                                 const uint8_t *message, size_t message_length);
whit_status whit_ed25519ctx_sign_hedged(uint8_t *signature, const uint8_t *private_key,
                                        const uint8_t *context, size_t context_length,
                                        const uint8_t *message, size_t message_length,
                                        const whit_random *random);
whit_status whit_ed25519ctx_sign_checked(uint8_t *signature, const uint8_t *private_key,
                                         const uint8_t *context, size_t context_length,
                                         const uint8_t *message, size_t message_length);
whit_status whit_ed25519ctx_verify(const uint8_t *public_key, size_t public_key_length,
                                   const uint8_t *context, size_t context_length,
                                   const uint8_t *message, size_t message_length,
                                   const uint8_t *signature, size_t signature_length);

/* Ed25519ph: the same of the message's SHA-512, 64 bytes, which whit_hash_init, whit_hash_update
 * and whit_hash_final compute in pieces. The context may be empty. [RFC 8032, 5.1] */
whit_status whit_ed25519ph_sign_digest(uint8_t *signature, const uint8_t *private_key,
                                       const uint8_t *context, size_t context_length,
                                       const uint8_t *digest);
whit_status whit_ed25519ph_sign_digest_hedged(uint8_t *signature, const uint8_t *private_key,
                                              const uint8_t *context, size_t context_length,
                                              const uint8_t *digest, const whit_random *random);
whit_status whit_ed25519ph_sign_digest_checked(uint8_t *signature, const uint8_t *private_key,
                                               const uint8_t *context, size_t context_length,
                                               const uint8_t *digest);
whit_status whit_ed25519ph_verify_digest(const uint8_t *public_key, size_t public_key_length,
                                         const uint8_t *context, size_t context_length,
                                         const uint8_t *digest, const uint8_t *signature,
                                         size_t signature_length);

/* The keys of X25519 that belong to these: a public key of 32 bytes, for one that
 * whit_ed25519_validate_public_key takes, and a private key of 32 bytes, for one of 64. With these,
 * two parties that know each other's keys for signatures can agree on a secret. A key that is used
 * in two schemes is lost in both when either loses it. The outputs may not overlap the inputs. The
 * second takes a time that does not depend on the key. Where the first fails, its output is zero.
 *
 * Return WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OVERLAP; the first the errors of
 * whit_ed25519_validate_public_key too. [RFC 7748, 4.1] */
whit_status whit_ed25519_public_to_x(uint8_t *x_public_key, const uint8_t *public_key,
                                     size_t public_key_length);
whit_status whit_ed25519_private_to_x(uint8_t *x_private_key, const uint8_t *private_key);

#ifdef __cplusplus
}
#endif

#endif

#endif
