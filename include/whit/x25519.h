/* SPDX-License-Identifier: MIT */
/* X25519: key agreement on Curve25519. 128-bit security. [RFC 7748]
 *
 * Byte order: little-endian, as in RFC 7748. A private key is any 32 bytes; it is clamped when it
 * is used. A public key is an x-coordinate. What a program does not call is not linked. */
#ifndef WHIT_X25519_H
#define WHIT_X25519_H

#include <stddef.h>
#include <stdint.h>
#include <whit/random.h>
#include <whit/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WHIT_X25519_PRIVATE_KEY_BYTES 32
#define WHIT_X25519_PUBLIC_KEY_BYTES 32
#define WHIT_X25519_SHARED_SECRET_BYTES 32

/* Make a key pair of 32 bytes each; `random` fills the private key. The outputs may not overlap.
 * Time does not depend on the keys. If it fails the outputs are zero, unless an argument was
 * wrong.
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OVERLAP; WHIT_ERROR_RANDOM_MISSING;
 * WHIT_ERROR_RANDOM_FAILED; WHIT_ERROR_RANDOM_STUCK when it gave zeros alone. [RFC 7748, 6.1] */
whit_status whit_x25519_keygen(uint8_t *private_key, uint8_t *public_key,
                               const whit_random *random);

/* The public key of a private key, 32 bytes each. They may not overlap. Time does not depend on
 * the keys.
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OVERLAP. [RFC 7748, 6.1] */
whit_status whit_x25519_public_key(uint8_t *public_key, const uint8_t *private_key);

/* Compute the secret, 32 bytes, that the owners of `private_key` (32 bytes) and of `public_key`
 * share. Do not use it as a key: hash it, with both public keys. `secret` may not overlap the
 * inputs. Time does not depend on the keys.
 *
 * As RFC 7748 demands, the top bit of the public key is ignored, an x not below the field's prime
 * is reduced, and an x of the curve's twist is accepted like one of the curve. Points of small
 * order, which would make the secret zero whatever the private key is, are refused, and `secret` is
 * zero then.
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OVERLAP; WHIT_ERROR_PUBLIC_KEY_LENGTH;
 * WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER. [RFC 7748, 5 and 6.1] */
whit_status whit_x25519_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key,
                             size_t public_key_length);

#ifdef __cplusplus
}
#endif

#endif
