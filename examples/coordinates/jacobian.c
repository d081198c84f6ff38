/* SPDX-License-Identifier: MIT */
/* Jacobian coordinates (x / z^2, y / z^3) [CMO98, 2.3]: 4M + 4S and 12M + 4S. */
#include "curve.h"

/* m = 3 (x - z^2) (x + z^2), s = 4 x y^2: the double is (m^2 - 2 s, m (s - x3) - 8 y^4, 2 y z). */
void point_double_finite(curve *c, point *r, const point *a)
{
    number_integer m, s, t, y;
    curve_sqr(c, &t, &a->z);
    curve_sub(c, &m, &a->x, &t);
    curve_add(c, &t, &a->x, &t);
    curve_mul(c, &m, &m, &t);
    curve_double(c, &t, &m);
    curve_add(c, &m, &m, &t);
    curve_sqr(c, &y, &a->y); /* y^2 */
    curve_mul(c, &s, &y, &a->x);
    curve_double(c, &s, &s);
    curve_double(c, &s, &s);
    curve_mul(c, &t, &a->y, &a->z);
    curve_double(c, &r->z, &t);
    curve_sqr(c, &t, &m);
    curve_sub(c, &t, &t, &s);
    curve_sub(c, &r->x, &t, &s);
    curve_sub(c, &s, &s, &r->x);
    curve_mul(c, &s, &s, &m);
    curve_sqr(c, &t, &y);
    curve_double(c, &t, &t);
    curve_double(c, &t, &t);
    curve_double(c, &t, &t);
    curve_sub(c, &r->y, &s, &t);
    r->infinite = 0;
}

/* h = x2 z1^2 - x1 z2^2, e = y2 z1^3 - y1 z2^3: the sum is (e^2 - h^3 - 2 x1 z2^2 h^2,
 * e (x1 z2^2 h^2 - x3) - y1 z2^3 h^3, h z1 z2). */
relation point_add_finite(curve *c, point *r, const point *a, const point *b)
{
    number_integer h, e, x1, y1, t;
    curve_sqr(c, &t, &b->z);
    curve_mul(c, &x1, &a->x, &t);
    curve_mul(c, &t, &t, &b->z);
    curve_mul(c, &y1, &a->y, &t);
    curve_sqr(c, &t, &a->z);
    curve_mul(c, &h, &b->x, &t);
    curve_sub(c, &h, &h, &x1);
    curve_mul(c, &t, &t, &a->z);
    curve_mul(c, &e, &b->y, &t);
    curve_sub(c, &e, &e, &y1);
    if (curve_is_zero(c, &h)) {
        return curve_is_zero(c, &e) ? POINTS_EQUAL : POINTS_OPPOSITE;
    }
    curve_mul(c, &t, &a->z, &b->z);
    curve_mul(c, &r->z, &t, &h);
    curve_sqr(c, &t, &h);
    curve_mul(c, &h, &h, &t);
    curve_mul(c, &x1, &x1, &t);
    curve_sqr(c, &t, &e);
    curve_sub(c, &t, &t, &h);
    curve_sub(c, &t, &t, &x1);
    curve_sub(c, &r->x, &t, &x1);
    curve_sub(c, &x1, &x1, &r->x);
    curve_mul(c, &e, &e, &x1);
    curve_mul(c, &y1, &y1, &h);
    curve_sub(c, &r->y, &e, &y1);
    r->infinite = 0;
    return POINTS_DIFFER;
}

void point_to_affine(curve *c, number_integer *x, number_integer *y, const point *a)
{
    number_integer t, square;
    curve_invert(c, &t, &a->z);
    curve_sqr(c, &square, &t);
    curve_mul(c, x, &a->x, &square);
    curve_mul(c, &t, &t, &square);
    curve_mul(c, y, &a->y, &t);
}
