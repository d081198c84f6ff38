/* SPDX-License-Identifier: MIT */
/* Eight points at a time with AVX-512 IFMA, for public data, on machines that have the
 * instructions. WHIT_LANES is 8 in builds that have such functions, and 0 in others;
 * WHIT_HAS_LANES(p256) and its sibling say for which primes they do.
 *
 * A lane is one of the eight numbers of 64 bits in a ZMM register. Eight lanes are eight points,
 * which go through the same formula, each with numbers of its own. */
#ifndef WHIT_NATIVE_X86_64_LANES_H
#define WHIT_NATIVE_X86_64_LANES_H

#include "base/base.h"

#if WHIT_HAS_LANES(p256) || WHIT_HAS_LANES(p25519)

/* 52 bits a limb. */
#define LANES_LIMBS 5

/* A number in each lane, limb by limb. */
typedef struct whit_lanes_words {
    uint64_t limbs[LANES_LIMBS][WHIT_LANES] __attribute__((aligned(64)));
} whit_lanes_words;

/* Whether the processor has the instructions, and the system keeps the registers. That is asked
 * once, when the program starts, by what the compiler brings. */
WHIT_INTERNAL int whit_lanes_are_there(void);

#endif

#if WHIT_HAS_LANES(p256)

/* Eight points over p256 with a = -3 in a form that only the functions below know, Jacobian, and
 * the lanes whose point is infinity, as bits: there the numbers say nothing. */
typedef struct whit_points_p256 {
    whit_lanes_words x;
    whit_lanes_words y;
    whit_lanes_words z;
    unsigned infinite;
} whit_points_p256;

/* All eight become infinity. */
WHIT_INTERNAL void whit_points_p256_begin(whit_points_p256 *p);

/* P = 2 P in each lane, for P of odd order. */
WHIT_INTERNAL void whit_points_p256_twice(whit_points_p256 *p);

/* P = -(P + Q), or -(P - Q) in lanes of `negative`, for the lanes of `active`; the others stay as
 * they are. Q is finite and given in each lane, x and y of four limbs each, below p and in
 * Montgomery form. Where P + Q is 2 Q or infinity, Z becomes a multiple of p, and
 * remains one. */
WHIT_INTERNAL void whit_points_p256_add(whit_points_p256 *p, const limb *const q[WHIT_LANES],
                                        unsigned negative, unsigned active);

/* The lanes in which x(P) is the given number below p, of four limbs; `unknown` are those that have
 * met an exceptional case or are infinity. At each number four more limbs can be read. */
WHIT_INTERNAL unsigned whit_points_p256_have_x(unsigned *unknown, const whit_points_p256 *p,
                                               const limb *const x[WHIT_LANES]);

#endif

#if WHIT_HAS_LANES(p25519)

/* Eight points over 2^255 - 19 of a twisted Edwards curve with a = -1 and a d that is no square, in
 * extended coordinates. The formulas hold for all points. Outside lanes a point is a row of numbers
 * of four limbs below 2 p: x, y, z, t, or prepared for additions, (y - x) w, (y + x) w, 2 d x y w
 * and 2 w. */
typedef struct whit_points_p25519 {
    whit_lanes_words x;
    whit_lanes_words y;
    whit_lanes_words z;
    whit_lanes_words t;
} whit_points_p25519;

/* Lanes as bits: in which x is to be odd; in which there is an x, and it is 0. */
typedef struct whit_points_p25519_found {
    unsigned odd;
    unsigned roots;
    unsigned zeros;
} whit_points_p25519_found;

/* Two points in each lane from their y, in one row. Where there is no x, the point is none. `root`
 * is one of -1. */
WHIT_INTERNAL void whit_points_p25519_decode(whit_points_p25519 p[2],
                                             whit_points_p25519_found found[2],
                                             const limb *const rows[WHIT_LANES], const limb *d,
                                             const limb *root);

/* All eight become the neutral point. */
WHIT_INTERNAL void whit_points_p25519_begin(whit_points_p25519 *p);

/* P = -P in each lane. */
WHIT_INTERNAL void whit_points_p25519_negate(whit_points_p25519 *p);

/* P = 2 P in each lane; t is lost where `whole` is 0. */
WHIT_INTERNAL void whit_points_p25519_double(whit_points_p25519 *p, int whole);

/* P += Q, or P -= Q in lanes of `negative`. Q is prepared. */
WHIT_INTERNAL void whit_points_p25519_add(whit_points_p25519 *p, const limb *const q[WHIT_LANES],
                                          unsigned negative);

/* P, 3 P, 5 P and so on, prepared, one row behind the other, in the lanes whose table is not NULL.
 */
WHIT_INTERNAL void whit_points_p25519_set_multiples(limb *const tables[WHIT_LANES],
                                                    unsigned entries, const whit_points_p25519 *p,
                                                    const limb *d);

/* The lanes in which x is 0. */
WHIT_INTERNAL unsigned whit_points_p25519_have_x_zero(const whit_points_p25519 *p);

/* A row for each lane. */
WHIT_INTERNAL void whit_points_p25519_put(limb *const rows[WHIT_LANES],
                                          const whit_points_p25519 *p);

#endif

#endif
