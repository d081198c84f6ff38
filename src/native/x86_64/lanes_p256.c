/* SPDX-License-Identifier: MIT */
/* Eight points at a time: native/x86_64/lanes.h over p256. */
#include "native/x86_64/lanes_p256.h"

#if WHIT_HAS_LANES(p256)

WHIT_INTERNAL void whit_points_p256_begin(whit_points_p256 *p)
{
    static const whit_lanes_words zero = {{{0}}};
    p->x = p->y = p->z = zero;
    p->infinite = LANES_ALL;
}

/* X and Y are below 1.001 p and Z below 2.3 p before and after both formulas. */

/* [CMO98] with w = 2 Y^2, 4M + 4S: A = 3 (X - Z^2)(X + Z^2), S = 2 X w, X3 = A^2 - 2 S, Y3 = A (S -
 * X3) - 2 w^2, Z3 = 2 Y Z; the two products of Y3 have one reduction. */
LANES_TARGET WHIT_INTERNAL void whit_points_p256_twice(whit_points_p256 *p)
{
    const lanes_number x = lanes_load(&p->x);
    const lanes_number y = lanes_load(&p->y);
    const lanes_number z = lanes_load(&p->z);
    const lanes_number none = lanes_small(0);
    const lanes_number zz = lanes_p256_square(z);                                        /* 1.34 */
    const lanes_number yy = lanes_p256_square(y);                                        /* 1.07 */
    const lanes_number w = lanes_carried(lanes_sum(yy, yy));                             /* 2.14 */
    const lanes_number less = lanes_p256_plus(lanes_difference(x, zz), 2);               /* 3.01 */
    const lanes_number thrice = lanes_sum(lanes_sum(less, less), less);                  /* 9.03 */
    const lanes_number more = lanes_carried(lanes_sum(x, zz));                           /* 2.35 */
    const lanes_number a = lanes_carried(lanes_p256_times(lanes_carried(thrice), more)); /* 2.33 */
    const lanes_number yz = lanes_p256_times(y, z);                                      /* 1.15 */
    lanes_store(&p->z, LANES_ALL, lanes_carried(lanes_sum(yz, yz)));                     /* 2.3 */
    const lanes_number xw = lanes_p256_times(x, w);                                      /* 1.14 */
    const lanes_number s = lanes_sum(xw, xw);                                            /* 2.28 */
    lanes_number x3 = lanes_difference(lanes_p256_square(a), lanes_sum(s, s));
    x3 = lanes_p256_folded(lanes_p256_plus(x3, 5)); /* of 6.4 */
    lanes_store(&p->x, LANES_ALL, x3);
    const lanes_number rest = lanes_carried(lanes_p256_plus(lanes_difference(s, x3), 2)); /* 4.28 */
    const lanes_number minus = lanes_p256_plus(lanes_difference(none, lanes_sum(w, w)), 5); /* 5 */
    lanes_store(
        &p->y, LANES_ALL,
        lanes_p256_folded(lanes_p256_times_two(a, rest, w, lanes_carried(minus)))); /* of 2.3 */
}

/* The lanes of a mask become -Q, or Q in those of `negative`; coordinates of Q are below 16 p. */
LANES_INLINE void lanes_p256_set(whit_points_p256 *p, lanes_number x, lanes_number y,
                                 __mmask8 negative, __mmask8 mask)
{
    /* R modulo p. */
    lanes_number one = lanes_small(16);
    one.v[1] = lanes_word(-((uint64_t)1 << 48));
    one.v[3] = lanes_word(-((uint64_t)1 << 40));
    one.v[4] = lanes_word((uint64_t)1 << 20);
    y = lanes_p256_plus(lanes_opposite(y, (__mmask8)~negative), 16);
    lanes_store(&p->x, mask, lanes_p256_folded(x));
    lanes_store(&p->y, mask, lanes_p256_folded(y));
    lanes_store(&p->z, mask, lanes_carried(one));
}

/* [CMO98] with the opposite of H and of Y3, 8M + 3S, in which Y3 is a sum of two products, and has
 * one reduction: H = X - x Z^2, t = y Z^3 - Y, V = X H^2, X3 = t^2 + H^3 - 2 V, Y3 = t (V - X3) + Y
 * H^3, Z3 = Z H. H = 0 modulo p where P is Q or -Q. */
LANES_TARGET WHIT_INTERNAL void whit_points_p256_add(whit_points_p256 *p,
                                                     const limb *const q[WHIT_LANES],
                                                     unsigned negative, unsigned active)
{
    const __mmask8 finite = (__mmask8)(active & ~p->infinite);
    lanes_number x2, y2;
    lanes_p256_gather(&x2, &y2, q); /* 16 */
    if ((active & p->infinite) != 0) {
        lanes_p256_set(p, x2, y2, (__mmask8)negative, (__mmask8)(active & p->infinite));
        p->infinite &= ~active;
        if (finite == 0) {
            return;
        }
    }
    const lanes_number x = lanes_load(&p->x);
    const lanes_number y = lanes_load(&p->y);
    const lanes_number z = lanes_load(&p->z);
    const lanes_number zz = lanes_carried(lanes_p256_square(z));                          /* 1.34 */
    const lanes_number zzz = lanes_carried(lanes_p256_times(z, zz));                      /* 1.2 */
    const lanes_number u = lanes_p256_times(x2, zz);                                      /* 2.34 */
    const lanes_number h = lanes_carried(lanes_p256_plus(lanes_difference(x, u), 3));     /* 4.01 */
    const lanes_number s = lanes_opposite(lanes_p256_times(y2, zzz), (__mmask8)negative); /* 2.2 */
    const lanes_number t = lanes_carried(lanes_p256_plus(lanes_difference(s, y), 4));     /* 6.2 */
    lanes_store(&p->z, finite, lanes_carried(lanes_p256_times(z, h)));                    /* 1.6 */
    const lanes_number hh = lanes_carried(lanes_p256_square(h));                          /* 2.01 */
    const lanes_number hhh = lanes_carried(lanes_p256_times(h, hh));                      /* 1.51 */
    const lanes_number v = lanes_p256_times(x, hh);                                       /* 1.13 */
    lanes_number x3 = lanes_sum(lanes_p256_square(t), hhh);
    x3 = lanes_p256_plus(lanes_difference(x3, lanes_sum(v, v)), 3);
    x3 = lanes_p256_folded(x3); /* of 7.93 */
    lanes_store(&p->x, finite, x3);
    const lanes_number rest = lanes_carried(lanes_p256_plus(lanes_difference(v, x3), 2)); /* 3.13 */
    lanes_store(&p->y, finite,
                lanes_p256_folded(lanes_p256_times_two(t, rest, y, hhh))); /* of 2.31 */
}

/* 16 X = 16 x Z^2. */
LANES_TARGET WHIT_INTERNAL unsigned whit_points_p256_have_x(unsigned *unknown,
                                                            const whit_points_p256 *p,
                                                            const limb *const x[WHIT_LANES])
{
    const lanes_number z = lanes_load(&p->z);
    lanes_number of_p, wanted, unused;
    lanes_p256_gather(&wanted, &unused, x);                                 /* 16 */
    wanted = lanes_p256_times(wanted, lanes_carried(lanes_p256_square(z))); /* 2.34 */
    of_p = lanes_p256_times(lanes_load(&p->x), lanes_small(16));
    of_p = lanes_carried(lanes_p256_plus(lanes_difference(of_p, wanted), 3));
    *unknown = lanes_p256_are_zero(z) | p->infinite;
    return lanes_p256_are_zero(of_p) & ~*unknown;
}

#endif
