/* SPDX-License-Identifier: MIT */
/* Eight points at a time with AVX-512 IFMA, for public data, on machines that have the
 * instructions. WHIT_LANES is 8 in builds that have these functions, and 0 in others.
 *
 * A lane is one of the eight numbers of 64 bits in a ZMM register. Of p256 and with a = -3, eight
 * lanes are eight points in Jacobian coordinates, which go through the same formula, each with
 * numbers of its own. */
#ifndef WHIT_NATIVE_X86_64_LANES_H
#define WHIT_NATIVE_X86_64_LANES_H

#include "base/base.h"

#if WHIT_LANES

/* 52 bits a limb. */
#define LANES_LIMBS 5

/* A number in each lane, limb by limb. */
typedef struct whit_lanes_words {
    uint64_t limbs[LANES_LIMBS][WHIT_LANES] __attribute__((aligned(64)));
} whit_lanes_words;

/* Eight points in a form that only the functions below know, and the lanes whose point is infinity,
 * as bits: there the numbers say nothing. */
typedef struct whit_points_p256 {
    whit_lanes_words x;
    whit_lanes_words y;
    whit_lanes_words z;
    unsigned infinite;
} whit_points_p256;

/* Whether the processor has the instructions, and the system keeps the registers. That is asked
 * once, when the program starts, by what the compiler brings. */
WHIT_INTERNAL int whit_lanes_are_there(void);

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

#endif
