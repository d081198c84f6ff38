/* SPDX-License-Identifier: MIT */
/* Points and scalars of a curve, for protocols that the schemes of this library do not cover.
 * Byte order: big-endian, as in SEC 1. In sizes, o is whit_curve_order_bytes(curve) and f
 * whit_curve_field_bytes(curve).
 *
 *     whit_secp256r1_scalar k;
 *     whit_secp256r1_point p;
 *     status = whit_secp256r1_scalar_random(&k, &random);
 *     status = whit_secp256r1_point_mul_base(&p, &k);
 *     status = whit_secp256r1_point_encode(bytes, sizeof bytes, &p);
 *
 * The header of a curve has these functions with the curve filled in, and types of the size that
 * the curve needs, whit_<curve>_point and whit_<curve>_scalar, so that the compiler refuses to mix
 * two curves. Programs that choose a curve at run time call the functions below with objects of
 * those types or of WHIT_POINT_BYTES and WHIT_SCALAR_BYTES, aligned as a uint64_t. What a program
 * does not call is not linked.
 *
 * A scalar is an integer below the order n, a prime. A point is one of the n multiples of the base
 * point, the identity among them: no function makes another, on curves with a cofactor either.
 * Objects may be copied by assignment. An object that was never set, or is of another curve, is
 * refused with WHIT_ERROR_MIXED. An output may be an input.
 *
 * Scalars and points are secret: time depends on the curve, on lengths and counts, and on what is
 * returned; the identity is a point as any other. Functions named _vartime are faster, for public
 * values alone. What a function computed with is wiped; objects are the caller's to wipe, by
 * whit_wipe. After an error an output is zero and belongs to no curve.
 *
 * Every function returns WHIT_OK; WHIT_ERROR_ARGUMENT for a NULL; WHIT_ERROR_MIXED; and what it
 * names. [SEC 1, 2.2 and 2.3; formulas/jacobian.txt] */
#ifndef WHIT_POINT_H
#define WHIT_POINT_H

#include <stddef.h>
#include <stdint.h>
#include <whit/curve.h>
#include <whit/random.h>
#include <whit/space.h>
#include <whit/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The beginnings of every scalar and of every point. Their fields are private. */
typedef struct whit_scalar {
    const whit_curve *curve;
} whit_scalar;

typedef struct whit_point {
    const whit_curve *curve;
} whit_point;

/* Bytes of both on a curve with an order and a field of so many bits. */
#define WHIT_SCALAR_BYTES(order_bits) (8 + WHIT_NUMBER_BYTES(order_bits))
#define WHIT_POINT_BYTES(field_bits) (8 + 3 * WHIT_NUMBER_BYTES(field_bits))

/* Read a scalar below n; leading zero bytes are allowed. No bytes are 0.
 * Returns also WHIT_ERROR_INTEGER_RANGE. */
whit_status whit_scalar_read(const whit_curve *curve, whit_scalar *r, const uint8_t *bytes,
                             size_t bytes_length);

/* Read a number of any length, such as a digest, and reduce it modulo n. One that is uniform and 8
 * bytes longer than n gives a scalar that is as good as uniform. */
whit_status whit_scalar_reduce(const whit_curve *curve, whit_scalar *r, const uint8_t *bytes,
                               size_t bytes_length);

/* r = word. Returns also WHIT_ERROR_INTEGER_RANGE. */
whit_status whit_scalar_set_word(const whit_curve *curve, whit_scalar *r, uint32_t word);

/* Write a scalar, o bytes. Returns also WHIT_ERROR_OUTPUT_LENGTH (nothing written). */
whit_status whit_scalar_write(const whit_curve *curve, uint8_t *number, size_t number_length,
                              const whit_scalar *a);

/* Draw a scalar, uniform in 1 ... n - 1. The number of draws that the source's bytes take is
 * public. Returns also WHIT_ERROR_RANDOM_MISSING, _FAILED or _STUCK. [FIPS 186-5, A.2.2] */
whit_status whit_scalar_random(const whit_curve *curve, whit_scalar *r, const whit_random *random);

/* r = a + b, a - b, -a, a b mod n. */
whit_status whit_scalar_add(const whit_curve *curve, whit_scalar *r, const whit_scalar *a,
                            const whit_scalar *b);
whit_status whit_scalar_sub(const whit_curve *curve, whit_scalar *r, const whit_scalar *a,
                            const whit_scalar *b);
whit_status whit_scalar_negate(const whit_curve *curve, whit_scalar *r, const whit_scalar *a);
whit_status whit_scalar_mul(const whit_curve *curve, whit_scalar *r, const whit_scalar *a,
                            const whit_scalar *b);

/* r = 1 / a mod n. That a is zero is public. Returns also WHIT_ERROR_NOT_INVERTIBLE. */
whit_status whit_scalar_inverse(const whit_curve *curve, whit_scalar *r, const whit_scalar *a);

/* *answer = 1 if a = b, else 0; and likewise for a = 0. */
whit_status whit_scalar_equal(const whit_curve *curve, int *answer, const whit_scalar *a,
                              const whit_scalar *b);
whit_status whit_scalar_is_zero(const whit_curve *curve, int *answer, const whit_scalar *a);

/* r = a if choice is 0, b if it is 1: a secret choice. */
whit_status whit_scalar_select(const whit_curve *curve, whit_scalar *r, const whit_scalar *a,
                               const whit_scalar *b, unsigned choice);

/* Decode a point, 04 || x || y of 1 + 2 f bytes or 02 || x or 03 || x of 1 + f bytes, and validate
 * it: on the curve, of order n. Variable time. The identity has no such encoding.
 * Returns also WHIT_ERROR_PUBLIC_KEY_LENGTH, _PREFIX, _RANGE, _CURVE, _ORDER or _INFINITY. */
whit_status whit_point_decode(const whit_curve *curve, whit_point *r, const uint8_t *bytes,
                              size_t bytes_length);

/* Encode a point in one of these forms, which the length decides. Returns also
 * WHIT_ERROR_OUTPUT_LENGTH (nothing written); WHIT_ERROR_PUBLIC_KEY_INFINITY for the identity. */
whit_status whit_point_encode(const whit_curve *curve, uint8_t *encoded, size_t encoded_length,
                              const whit_point *a);

/* r = the base point G; the identity. */
whit_status whit_point_set_base(const whit_curve *curve, whit_point *r);
whit_status whit_point_set_identity(const whit_curve *curve, whit_point *r);

/* r = a + b, a - b, 2 a, -a, for any points. */
whit_status whit_point_add(const whit_curve *curve, whit_point *r, const whit_point *a,
                           const whit_point *b);
whit_status whit_point_sub(const whit_curve *curve, whit_point *r, const whit_point *a,
                           const whit_point *b);
whit_status whit_point_double(const whit_curve *curve, whit_point *r, const whit_point *a);
whit_status whit_point_negate(const whit_curve *curve, whit_point *r, const whit_point *a);

/* r = k a; k G. */
whit_status whit_point_mul(const whit_curve *curve, whit_point *r, const whit_scalar *k,
                           const whit_point *a);
whit_status whit_point_mul_base(const whit_curve *curve, const whit_base *base, whit_point *r,
                                const whit_scalar *k);

/* r = k[0] a[0] + k[1] a[1] + ... of `count` scalars and points, each in a row: arrays of the types
 * of a curve's header. None give the identity. r is not one of them. */
whit_status whit_point_mul_sum(const whit_curve *curve, whit_point *r, const whit_scalar *k,
                               const whit_point *a, size_t count);

/* r = k a; u G + v a; and the sum. For public scalars and points. */
whit_status whit_point_mul_vartime(const whit_curve *curve, whit_point *r, const whit_scalar *k,
                                   const whit_point *a);
whit_status whit_point_mul_two_vartime(const whit_curve *curve, whit_point *r, const whit_scalar *u,
                                       const whit_scalar *v, const whit_point *a);
whit_status whit_point_mul_sum_vartime(const whit_curve *curve, whit_point *r, const whit_scalar *k,
                                       const whit_point *a, size_t count);

/* *answer = 1 if a = b, else 0; and likewise for a = the identity. */
whit_status whit_point_equal(const whit_curve *curve, int *answer, const whit_point *a,
                             const whit_point *b);
whit_status whit_point_is_identity(const whit_curve *curve, int *answer, const whit_point *a);

/* r = a if choice is 0, b if it is 1: a secret choice. */
whit_status whit_point_select(const whit_curve *curve, whit_point *r, const whit_point *a,
                              const whit_point *b, unsigned choice);

/* Check that a point, after faults say, still is one of the curve, in constant time.
 * Returns also WHIT_ERROR_PUBLIC_KEY_CURVE. */
whit_status whit_point_validate(const whit_curve *curve, const whit_point *a);

#ifdef __cplusplus
}
#endif

#endif
