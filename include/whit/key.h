/* SPDX-License-Identifier: MIT */
/* Key pairs on short Weierstrass curves.
 *
 * Byte order: big-endian, as in SEC 1. With f = whit_curve_field_bytes and o =
 * whit_curve_order_bytes, a private key is an integer of o bytes in [1, order - 1]; an uncompressed
 * public key is 04 || x || y (1 + 2 f bytes), a compressed one 02 or 03 || x (1 + f bytes).
 *
 * On every error all outputs are zero, except after WHIT_ERROR_ARGUMENT, WHIT_ERROR_OVERLAP and
 * WHIT_ERROR_OUTPUT_LENGTH, when nothing was written: clearing a buffer that overlaps an input
 * would destroy the input. */
#ifndef WHIT_KEY_H
#define WHIT_KEY_H

#include <stddef.h>
#include <stdint.h>
#include <whit/curve.h>
#include <whit/random.h>
#include <whit/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Make a key pair.
 *
 * curve, base           the curve and its base-point table
 * private_key           output, o bytes
 * public_key            output, 1 + 2 f bytes
 * random                asked for o bytes, whose leftmost bits are the key, and again while
 *                       these are not in [1, n - 1]; in builds with WHIT_RANDOMISE=1 then
 *                       for more, as randomised.h says
 *
 * Outputs may not overlap. Time does not depend on the key. Returns WHIT_OK;
 * WHIT_ERROR_ARGUMENT; WHIT_ERROR_OUTPUT_LENGTH; WHIT_ERROR_OVERLAP;
 * WHIT_ERROR_RANDOM_MISSING, _FAILED or _STUCK.
 * [FIPS 186-5, A.2.2; SEC 1, 3.2.1] */
whit_status whit_key_generate(const whit_curve *curve, const whit_base *base, uint8_t *private_key,
                              size_t private_key_length, uint8_t *public_key,
                              size_t public_key_length, const whit_random *random);

/* Compute the public key of a private key.
 *
 * public_key            output, 1 + 2 f bytes
 * private_key           o bytes
 *
 * The output may not overlap the input. Time does not depend on the key, only on whether it is
 * valid. Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OUTPUT_LENGTH; WHIT_ERROR_OVERLAP;
 * WHIT_ERROR_PRIVATE_KEY_LENGTH or _RANGE. [SEC 1, 3.2.1] */
whit_status whit_key_public(const whit_curve *curve, const whit_base *base, uint8_t *public_key,
                            size_t public_key_length, const uint8_t *private_key,
                            size_t private_key_length);

/* Check a private key: its length, not zero, below the order. Time depends on
 * the result alone. Returns WHIT_OK; WHIT_ERROR_ARGUMENT;
 * WHIT_ERROR_PRIVATE_KEY_LENGTH or _RANGE. [SP 800-56A rev. 3, 5.6.2.1.2] */
whit_status whit_key_validate_private(const whit_curve *curve, const uint8_t *private_key,
                                      size_t private_key_length);

/* Check an uncompressed public key: length, prefix, coordinates below the prime, on the curve, and,
 * where the cofactor is not 1, of the base point's order. Every other function does this to the
 * keys it is given. Time depends on the key, which is public. Returns WHIT_OK; WHIT_ERROR_ARGUMENT;
 * WHIT_ERROR_PUBLIC_KEY_LENGTH, _PREFIX, _RANGE, _CURVE, _ORDER or _INFINITY (the one-byte encoding
 * 00). [SP 800-56A rev. 3, 5.6.2.3.3] */
whit_status whit_key_validate_public(const whit_curve *curve, const uint8_t *public_key,
                                     size_t public_key_length);

/* Compress a public key, after checking it.
 *
 * compressed            output, 1 + f bytes
 * public_key            1 + 2 f bytes
 *
 * The output may not overlap the input. Time depends on public data. Returns WHIT_OK;
 * WHIT_ERROR_ARGUMENT; WHIT_ERROR_OUTPUT_LENGTH; WHIT_ERROR_OVERLAP; what whit_key_validate_public
 * returns. [SEC 1, 2.3.3] */
whit_status whit_key_compress(const whit_curve *curve, uint8_t *compressed,
                              size_t compressed_length, const uint8_t *public_key,
                              size_t public_key_length);

/* Recover a public key from its compressed form. The result is on the curve; its order is checked
 * by the functions that use it.
 *
 * public_key            output, 1 + 2 f bytes
 * compressed            1 + f bytes
 *
 * The output may not overlap the input. Time depends on public data. Returns
 * WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OUTPUT_LENGTH; WHIT_ERROR_OVERLAP;
 * WHIT_ERROR_PUBLIC_KEY_LENGTH, _PREFIX, _RANGE, _CURVE (no point has this x) or
 * _INFINITY. [SEC 1, 2.3.4] */
whit_status whit_key_decompress(const whit_curve *curve, uint8_t *public_key,
                                size_t public_key_length, const uint8_t *compressed,
                                size_t compressed_length);

#ifdef __cplusplus
}
#endif

#endif
