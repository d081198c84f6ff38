/* SPDX-License-Identifier: MIT */
/* X448: key agreement on Curve448. 224-bit security. [RFC 7748]
 *
 * Byte order: little-endian, as in RFC 7748. A private key is any 56 bytes; it is clamped when it
 * is used. A public key is an x-coordinate. What a program does not call is not linked. */
#ifndef WHIT_X448_H
#define WHIT_X448_H

#include <stddef.h>
#include <stdint.h>
#include <whit/random.h>
#include <whit/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WHIT_X448_PRIVATE_KEY_BYTES 56
#define WHIT_X448_PUBLIC_KEY_BYTES 56
#define WHIT_X448_SHARED_SECRET_BYTES 56

/* Make a key pair of 56 bytes each; `random` fills the private key. The outputs may not overlap.
 * Time does not depend on the keys. If it fails the outputs are zero, unless an argument was
 * wrong.
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OVERLAP; WHIT_ERROR_RANDOM_MISSING;
 * WHIT_ERROR_RANDOM_FAILED; WHIT_ERROR_RANDOM_STUCK when it gave zeros alone. [RFC 7748, 6.2] */
whit_status whit_x448_keygen(uint8_t *private_key, uint8_t *public_key, const whit_random *random);

/* The public key of a private key, 56 bytes each. They may not overlap. Time does not depend on
 * the keys.
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OVERLAP. [RFC 7748, 6.2] */
whit_status whit_x448_public_key(uint8_t *public_key, const uint8_t *private_key);

/* Compute the secret, 56 bytes, that the owners of `private_key` (56 bytes) and of `public_key`
 * share. Do not use it as a key: hash it, with both public keys. `secret` may not overlap the
 * inputs. Time does not depend on the keys.
 *
 * As RFC 7748 demands, an x not below the field's prime is reduced, and an x of the curve's twist
 * is accepted like one of the curve. Points of small order, which would make the secret zero
 * whatever the private key is, are refused, and `secret` is zero then.
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OVERLAP; WHIT_ERROR_PUBLIC_KEY_LENGTH;
 * WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER. [RFC 7748, 5 and 6.2] */
whit_status whit_x448_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key,
                           size_t public_key_length);

#ifdef __cplusplus
}
#endif

#endif
