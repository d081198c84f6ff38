/* SPDX-License-Identifier: MIT */
/* Homogeneous coordinates (x / z, y / z) [CMO98, 2.2]: 7M + 3S and 12M + 2S. */
#include "curve.h"

/* w = 3 (x - z) (x + z), s = y z, b = x y s, h = w^2 - 8 b: the double is
 * (2 h s : w (4 b - h) - 8 (y s)^2 : 8 s^3). */
void point_double_finite(curve *c, point *r, const point *a)
{
    number_integer w, s, b, h, t;
    curve_sub(c, &w, &a->x, &a->z);
    curve_add(c, &t, &a->x, &a->z);
    curve_mul(c, &w, &w, &t);
    curve_double(c, &t, &w);
    curve_add(c, &w, &w, &t);
    curve_mul(c, &s, &a->y, &a->z);
    curve_double(c, &s, &s); /* 2 s from here */
    curve_mul(c, &t, &a->y, &s);
    curve_mul(c, &b, &a->x, &t);
    curve_double(c, &b, &b); /* 4 b */
    curve_sqr(c, &h, &w);
    curve_sub(c, &h, &h, &b);
    curve_sub(c, &h, &h, &b);
    curve_mul(c, &r->x, &h, &s);
    curve_sub(c, &b, &b, &h);
    curve_mul(c, &b, &b, &w);
    curve_sqr(c, &t, &t); /* 4 (y s)^2 */
    curve_double(c, &t, &t);
    curve_sub(c, &r->y, &b, &t);
    curve_sqr(c, &t, &s);
    curve_mul(c, &r->z, &t, &s);
    r->infinite = 0;
}

/* u = y2 z1 - y1 z2, v = x2 z1 - x1 z2, a = u^2 z1 z2 - v^3 - 2 v^2 x1 z2: the sum is
 * (v a : u (v^2 x1 z2 - a) - v^3 y1 z2 : v^3 z1 z2). */
relation point_add_finite(curve *c, point *r, const point *a, const point *b)
{
    number_integer u, v, x1, y1, z, t, cube;
    curve_mul(c, &y1, &a->y, &b->z);
    curve_mul(c, &x1, &a->x, &b->z);
    curve_mul(c, &z, &a->z, &b->z);
    curve_mul(c, &u, &b->y, &a->z);
    curve_sub(c, &u, &u, &y1);
    curve_mul(c, &v, &b->x, &a->z);
    curve_sub(c, &v, &v, &x1);
    if (curve_is_zero(c, &v)) {
        return curve_is_zero(c, &u) ? POINTS_EQUAL : POINTS_OPPOSITE;
    }
    curve_sqr(c, &t, &v);
    curve_mul(c, &x1, &x1, &t);
    curve_mul(c, &cube, &t, &v);
    curve_sqr(c, &t, &u);
    curve_mul(c, &t, &t, &z);
    curve_sub(c, &t, &t, &cube);
    curve_sub(c, &t, &t, &x1);
    curve_sub(c, &t, &t, &x1);
    curve_mul(c, &r->x, &v, &t);
    curve_sub(c, &x1, &x1, &t);
    curve_mul(c, &u, &u, &x1);
    curve_mul(c, &y1, &y1, &cube);
    curve_sub(c, &r->y, &u, &y1);
    curve_mul(c, &r->z, &z, &cube);
    r->infinite = 0;
    return POINTS_DIFFER;
}

void point_to_affine(curve *c, number_integer *x, number_integer *y, const point *a)
{
    number_integer t;
    curve_invert(c, &t, &a->z);
    curve_mul(c, x, &a->x, &t);
    curve_mul(c, y, &a->y, &t);
}
