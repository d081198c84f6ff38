/* SPDX-License-Identifier: MIT */
/* ECPV: signatures with message recovery, of Pintsov and Vanstone. The signature holds a part of
 * the message, which who verifies recovers from it: so the message is not sent beside. Another part
 * may be sent in the clear. Nothing is hidden: who has the public key recovers the message. [PV01]
 *
 * Byte order: big-endian. In sizes, o is whit_curve_order_bytes(curve), b is o / 2 rounded down,
 * and n is the length of the recoverable part.
 *
 *     recoverable    0 to WHIT_ECPV_MOST_RECOVERABLE bytes, which the signature holds
 *     clear          any number of bytes that are signed and sent beside the signature
 *     identity       any number of bytes that are signed, and known to both sides: who signs what
 *     signature      b + n bytes, which are masked redundancy and the recoverable part, and a
 *                    number of o bytes
 *
 * Parts of no bytes may be NULL. doc/ecpv.md has the bytes that are hashed, what a forgery takes,
 * and what a protocol has to see to: a key is for this scheme alone.
 *
 * Private keys and nonces are secret: signing takes a time that depends on lengths, and on the
 * number of nonces refused (for secp256r1 one in 2^256). What it computed with is wiped. All that
 * recovering is given is public, and its time depends on it.
 *
 * No output may overlap an input. After WHIT_ERROR_ARGUMENT, WHIT_ERROR_OVERLAP and those of the
 * lengths of messages, outputs, signatures and private keys, outputs are as they were; after every
 * other error they are zero. */
#ifndef WHIT_ECPV_H
#define WHIT_ECPV_H

#include <stddef.h>
#include <stdint.h>
#include <whit/curve.h>
#include <whit/hash.h>
#include <whit/random.h>
#include <whit/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WHIT_ECPV_MOST_RECOVERABLE 32000

/* The bytes of a signature beside those that it holds, and all, for n of these; `scalar` is
 * WHIT_<CURVE>_PRIVATE_KEY_BYTES. */
#define WHIT_ECPV_OVERHEAD_BYTES(scalar) ((scalar) + (scalar) / 2)
#define WHIT_ECPV_SIGNATURE_BYTES(scalar, n) (WHIT_ECPV_OVERHEAD_BYTES(scalar) + (size_t)(n))

/* Sign. The nonce is derived from the private key, from all that is signed, and from as many random
 * bytes as the digest of the hash has: a source that repeats itself still gives no nonce to two
 * messages, a good one hinders faults and power analysis.
 *
 * private_key           o bytes
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT for a NULL; WHIT_ERROR_MESSAGE_LENGTH for a recoverable part
 * that is too long; WHIT_ERROR_OUTPUT_LENGTH for a signature of another length than it has;
 * WHIT_ERROR_PRIVATE_KEY_LENGTH; WHIT_ERROR_OVERLAP; WHIT_ERROR_PRIVATE_KEY_RANGE;
 * WHIT_ERROR_RANDOM_MISSING, _FAILED or _STUCK. [PV01; doc/ecpv.md] */
whit_status whit_ecpv_sign(const whit_curve *curve, const whit_base *base, const whit_hash *hash,
                           uint8_t *signature, size_t signature_length, const uint8_t *private_key,
                           size_t private_key_length, const uint8_t *recoverable,
                           size_t recoverable_length, const uint8_t *clear, size_t clear_length,
                           const uint8_t *identity, size_t identity_length,
                           const whit_random *random);

/* Verify, and recover the part that the signature holds.
 *
 * recovered             output, signature_length - b - o bytes; may be NULL if these are none
 * public_key            uncompressed, 1 + 2 f bytes for f = whit_curve_field_bytes(curve)
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT for a NULL; WHIT_ERROR_SIGNATURE_LENGTH for a signature that
 * is shorter than b + o bytes or holds too much; WHIT_ERROR_OUTPUT_LENGTH; WHIT_ERROR_OVERLAP;
 * WHIT_ERROR_PUBLIC_KEY_... as whit_key_validate_public; WHIT_ERROR_SIGNATURE_RANGE for a number
 * that is not below the order; WHIT_ERROR_SIGNATURE_INVALID where the redundancy is not what it
 * has to be: the signature, the key, the clear part or the identity is another. [PV01; doc/ecpv.md]
 */
whit_status whit_ecpv_recover(const whit_curve *curve, const whit_hash *hash, uint8_t *recovered,
                              size_t recovered_length, const uint8_t *public_key,
                              size_t public_key_length, const uint8_t *signature,
                              size_t signature_length, const uint8_t *clear, size_t clear_length,
                              const uint8_t *identity, size_t identity_length);

#ifdef __cplusplus
}
#endif

#endif
