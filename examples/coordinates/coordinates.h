/* SPDX-License-Identifier: MIT */
/* ECDSA on secp256r1 from integers modulo two primes and nothing else: a study of how points are
 * represented. A build takes one of affine.c, homogeneous.c and jacobian.c, and multiplies with a
 * sliding window where WINDOW is above 1.
 *
 * For study: integers take constant time, and what is done with them depends on the scalar, which
 * therefore leaks. Programs call whit_secp256r1_sign.
 *
 * Byte order: big-endian. A private key has 32 bytes, a public key 64, x || y, a signature 64,
 * r || s, a digest 32. Functions return WHIT_OK, or a status of whit/integer.h or whit/random.h;
 * after an error outputs are zero. */
#ifndef COORDINATES_H
#define COORDINATES_H

#include <whit/arithmetic.h>

#define COORDINATES_BYTES 32

whit_status coordinates_keygen(uint8_t *private_key, uint8_t *public_key,
                               const whit_random *random);

whit_status coordinates_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                             const whit_random *random);

/* Returns also WHIT_ERROR_PUBLIC_KEY_CURVE, and WHIT_ERROR_SIGNATURE_RANGE or _INVALID. */
whit_status coordinates_verify(const uint8_t *public_key, const uint8_t *digest,
                               const uint8_t *signature);

#endif
