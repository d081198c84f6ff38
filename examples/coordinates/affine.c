/* SPDX-License-Identifier: MIT */
/* Affine coordinates: every sum takes an inversion. The slope of the chord or the tangent gives
 * x3 = slope^2 - x1 - x2 and y3 = slope (x1 - x3) - y1. */
#include "curve.h"

static void third(curve *c, point *r, const number_integer *slope, const point *a,
                  const number_integer *x2)
{
    number_integer x, y;
    curve_sqr(c, &x, slope);
    curve_sub(c, &x, &x, &a->x);
    curve_sub(c, &x, &x, x2);
    curve_sub(c, &y, &a->x, &x);
    curve_mul(c, &y, &y, slope);
    curve_sub(c, &r->y, &y, &a->y);
    r->x = x;
    r->infinite = 0;
}

/* The slope is (3 x^2 - 3) / 2 y = 3 (x - 1) (x + 1) / 2 y; z is 1. */
void point_double_finite(curve *c, point *r, const point *a)
{
    number_integer slope, t, x = a->x;
    curve_sub(c, &slope, &a->x, &a->z);
    curve_add(c, &t, &a->x, &a->z);
    curve_mul(c, &slope, &slope, &t);
    curve_double(c, &t, &slope);
    curve_add(c, &slope, &slope, &t);
    curve_double(c, &t, &a->y);
    curve_invert(c, &t, &t);
    curve_mul(c, &slope, &slope, &t);
    r->z = a->z;
    third(c, r, &slope, a, &x);
}

relation point_add_finite(curve *c, point *r, const point *a, const point *b)
{
    number_integer slope, t, x = b->x;
    curve_sub(c, &t, &b->x, &a->x);
    curve_sub(c, &slope, &b->y, &a->y);
    if (curve_is_zero(c, &t)) {
        return curve_is_zero(c, &slope) ? POINTS_EQUAL : POINTS_OPPOSITE;
    }
    curve_invert(c, &t, &t);
    curve_mul(c, &slope, &slope, &t);
    r->z = a->z;
    third(c, r, &slope, a, &x);
    return POINTS_DIFFER;
}

void point_to_affine(curve *c, number_integer *x, number_integer *y, const point *a)
{
    (void)c;
    *x = a->x;
    *y = a->y;
}
