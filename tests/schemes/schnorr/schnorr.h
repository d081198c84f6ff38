/* SPDX-License-Identifier: MIT */
/* Schnorr signatures with the public key in the challenge: e || s with e = H(R || Q || m) mod n and
 * s = k + e d. Byte order: big-endian; o and f are as in key.h. No output may overlap an input. */
#ifndef WHIT_SCHNORR_H
#define WHIT_SCHNORR_H

#include <stddef.h>
#include <stdint.h>
#include <whit/curve.h>
#include <whit/hash.h>
#include <whit/random.h>
#include <whit/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sign a message with a nonce from `random`.
 *
 * signature             output, 2 o bytes; zero after an error that is not of the arguments
 * private_key           o bytes
 * message               any length; may be NULL when the length is zero
 *
 * Time depends on lengths alone. Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OUTPUT_LENGTH;
 * WHIT_ERROR_OVERLAP; WHIT_ERROR_PRIVATE_KEY_LENGTH or _RANGE; WHIT_ERROR_RANDOM_MISSING, _FAILED
 * or _STUCK. */
whit_status whit_schnorr_sign(const whit_curve *curve, const whit_base *base, const whit_hash *hash,
                              uint8_t *signature, size_t signature_length,
                              const uint8_t *private_key, size_t private_key_length,
                              const uint8_t *message, size_t message_length,
                              const whit_random *random);

/* Verify a message's signature. Variable time. Returns WHIT_OK; WHIT_ERROR_ARGUMENT;
 * WHIT_ERROR_SIGNATURE_LENGTH, _RANGE or _INVALID; what whit_key_validate_public returns. */
whit_status whit_schnorr_verify(const whit_curve *curve, const whit_hash *hash,
                                const uint8_t *public_key, size_t public_key_length,
                                const uint8_t *message, size_t message_length,
                                const uint8_t *signature, size_t signature_length);

#ifdef __cplusplus
}
#endif

#endif
