/* SPDX-License-Identifier: MIT */
/* Elliptic-curve Diffie-Hellman. Byte order: big-endian, as in SEC 1. */
#ifndef WHIT_ECDH_H
#define WHIT_ECDH_H

#include <stddef.h>
#include <stdint.h>
#include <whit/curve.h>
#include <whit/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Derive the shared secret of a private key and the other side's public key.
 *
 * secret                output, f = whit_curve_field_bytes(curve) bytes: the
 *                       x-coordinate of the product. Hash it with the protocol's
 *                       key-derivation function; do not use it as a key as it is.
 * private_key           whit_curve_order_bytes(curve) bytes
 * public_key            uncompressed, 1 + 2 f bytes; it is validated
 *
 * The output may not overlap the inputs. Time does not depend on the private key,
 * only on whether it is valid. Returns WHIT_OK; WHIT_ERROR_ARGUMENT,
 * WHIT_ERROR_OUTPUT_LENGTH or WHIT_ERROR_OVERLAP (nothing written); and with the
 * output zeroed WHIT_ERROR_PRIVATE_KEY_LENGTH or _RANGE;
 * WHIT_ERROR_PUBLIC_KEY_LENGTH, _PREFIX, _RANGE, _CURVE, _ORDER or _INFINITY.
 * [SEC 1, 3.3.1; for cofactor 1 also SP 800-56A rev. 3, 5.7.1.2] */
whit_status whit_ecdh(const whit_curve *curve, uint8_t *secret, size_t secret_length,
                      const uint8_t *private_key, size_t private_key_length,
                      const uint8_t *public_key, size_t public_key_length);

/* The same with the cofactor h: the x-coordinate of h times the product. The public key need not
 * have the base point's order: its component of small order is cleared before the private key is
 * used. On curves of cofactor 1 the result is that of whit_ecdh. Both sides must agree on which of
 * the two they use.
 *
 * Returns what whit_ecdh returns; WHIT_ERROR_PUBLIC_KEY_ORDER when h times the public
 * key is the point at infinity. [SP 800-56A rev. 3, 5.7.1.2; SEC 1, 3.3.2] */
whit_status whit_ecdh_cofactor(const whit_curve *curve, uint8_t *secret, size_t secret_length,
                               const uint8_t *private_key, size_t private_key_length,
                               const uint8_t *public_key, size_t public_key_length);

#ifdef __cplusplus
}
#endif

#endif
