/* SPDX-License-Identifier: MIT */
/* The curve, and its points in the coordinates of a build. */
#ifndef COORDINATES_CURVE_H
#define COORDINATES_CURVE_H

#include "coordinates.h"

WHIT_INTEGERS(number, 256);

/* What multiplies. An error is kept in `status`; after the first nothing more is computed. */
typedef struct curve {
    number_modulus p; /* of coordinates */
    number_modulus n; /* of scalars: the order */
    whit_status status;
} curve;

/* Do what gives a status, unless something failed before. */
#define TRY(c, what)                  \
    do {                              \
        if ((c)->status == WHIT_OK) { \
            (c)->status = (what);     \
        }                             \
    } while (0)

/* A point: (x, y), (x / z, y / z) or (x / z^2, y / z^3). Affine points have no use for z. */
typedef struct point {
    number_integer x;
    number_integer y;
    number_integer z;
    int infinite;
} point;

/* Set the two moduli. */
void curve_begin(curve *c);

/* r = a b, a + b, a - b and so on modulo p. r may be an operand. */
void curve_mul(curve *c, number_integer *r, const number_integer *a, const number_integer *b);
void curve_sqr(curve *c, number_integer *r, const number_integer *a);
void curve_add(curve *c, number_integer *r, const number_integer *a, const number_integer *b);
void curve_sub(curve *c, number_integer *r, const number_integer *a, const number_integer *b);
void curve_double(curve *c, number_integer *r, const number_integer *a);
void curve_invert(curve *c, number_integer *r, const number_integer *a);
int curve_is_zero(curve *c, const number_integer *a);

/* The base point, and a point from x || y, which is checked; both have z = 1. */
void curve_base(curve *c, point *p);
void curve_read(curve *c, point *p, const uint8_t *bytes);

/* Of affine.c, homogeneous.c and jacobian.c, for finite points: r = 2 a; r = a + b, unless a = b or
 * a = -b, where r is left alone; x and y of a. r may be an operand. */
typedef enum relation { POINTS_DIFFER, POINTS_EQUAL, POINTS_OPPOSITE } relation;
void point_double_finite(curve *c, point *r, const point *a);
relation point_add_finite(curve *c, point *r, const point *a, const point *b);
void point_to_affine(curve *c, number_integer *x, number_integer *y, const point *a);

/* Of multiply.c: the same for all points, and r = k a for a scalar of 32 bytes. */
void point_double(curve *c, point *r, const point *a);
void point_add(curve *c, point *r, const point *a, const point *b);
void point_multiply(curve *c, point *r, const uint8_t *k, const point *a);

#endif
