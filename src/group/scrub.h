/* SPDX-License-Identifier: MIT */
/* How much of the dead stack is overwritten below a multiplication by a secret: a bound for each
 * kind, in limbs. A bound is what the multiplication keeps there by name, and field elements for
 * the temporaries and registers that compilers and kernels put beside that. If it is too low,
 * something stays behind; if it is higher than the multiplication is deep, it takes stack for
 * nothing. What kernels of an instruction set add is declared beside them, in tools/plan/sets.py:
 * WHIT_KERNEL_LIMBS, WHIT_COMB_LIMBS and COMPACT_KERNEL_LIMBS. tests/test_scrubbing.py measures how
 * deep multiplications are. */
#ifndef WHIT_GROUP_SCRUB_H
#define WHIT_GROUP_SCRUB_H

#include "mp/mp.h"

/* The length of an array that overwrites. A bound is one of builds optimised for size, and one of
 * others, which inline more, or give every variable and argument a place of its own. SCRUB_APART
 * keeps a function that holds limbs of a secret out of its callers there. */
#ifdef __OPTIMIZE_SIZE__
#define SCRUB_BOUND(of_size, of_others) (of_size)
#define SCRUB_APART
#else
#define SCRUB_BOUND(of_size, of_others) ((of_others) + (of_others) / 4 + LIMBS(8 * 256))
#define SCRUB_APART WHIT_NOINLINE
#endif

#define SCRUB_LIMBS(bound) SCRUB_BOUND(bound, bound)
#define SCRUB_ELEMENTS(of_size, of_others) \
    SCRUB_BOUND((of_size)*FIELD_LIMBS, (of_others)*FIELD_LIMBS)

/* The length on a curve in Weierstrass form. Fields below 256 bits count as 256, since part of the
 * stack does not shrink with them. The odd length leaves no gap below a return address where a
 * stack is aligned to four words or fewer. */
#define SCRUB_WEIERSTRASS(bound) \
    (SCRUB_LIMBS((bound) + (WHIT_FIELD_SIZE < 256 ? LIMBS(8 * (256 - WHIT_FIELD_SIZE)) : 0)) | 3)

#define SCRUB_BY_PROFILE(small, balanced, fast)                     \
    (WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_small      ? (small)    \
     : WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_balanced ? (balanced) \
                                                       : (fast))

/* Where it optimises for size, clang spills more in combs, and inlines more of what is small. */
#ifdef __clang__
#define SCRUB_SPILLED LIMBS(8 * 48)
#define SCRUB_INLINED LIMBS(8 * 128)
#else
#define SCRUB_SPILLED 0
#define SCRUB_INLINED 0
#endif

/* Windows. With a quick inversion the inversion for the table is deepest, else an addition, which
 * takes more where there is no product as wide as two limbs. */
#define SCRUB_WINDOWS                                                              \
    (WHIT_QUICK_INVERSION                                                          \
         ? (WINDOW_ENTRIES + 1) * (AFFINE_LIMBS + FIELD_LIMBS) + 6 * FIELD_LIMBS + \
               4 * MP_STEPS_LIMBS(FIELD_LIMBS) + MP_STEPS_ROOM(FIELD_LIMBS)        \
         : (WINDOW_ENTRIES + 1) * POINT_LIMBS +                                    \
               SCRUB_BY_PROFILE(10, WHIT_WIDE_MULTIPLY ? 10 : 13, 14) * FIELD_LIMBS)

/* Windows over the halves of a scalar, on curves with an endomorphism. */
#define SCRUB_HALVES                                                        \
    ((WINDOW_ENTRIES + 1) * (AFFINE_LIMBS + FIELD_LIMBS) + 2 * HALF_LIMBS + \
     (WHIT_WIDE_MULTIPLY ? 12 : 15) * FIELD_LIMBS)

/* A multiple of any point, by the deepest way that curves of this size take. */
#define SCRUB_MULTIPLY                                                                             \
    ((HAS_HALVES && (!HAS_WHOLE || SCRUB_HALVES > SCRUB_WINDOWS) ? SCRUB_HALVES : SCRUB_WINDOWS) + \
     WHIT_KERNEL_LIMBS + (WHIT_RANDOMISE ? 9 * FIELD_LIMBS : 0))

/* A multiple of the base point: windows in profile small, else a comb, which on curves with an
 * endomorphism doubles for a = 0. */
#define SCRUB_MULTIPLY_BASE                                                                     \
    (SCRUB_BY_PROFILE(SCRUB_WINDOWS + 3 * FIELD_LIMBS + WHIT_KERNEL_LIMBS,                      \
                      (WHIT_QUICK_INVERSION ? 20                                                \
                       : WHIT_WIDE_MULTIPLY ? 18                                                \
                                            : 19) *                                             \
                          FIELD_LIMBS,                                                          \
                      20 * FIELD_LIMBS) +                                                       \
     (WHIT_QUICK_INVERSION && HAS_HALVES ? FIELD_LIMBS : 0) + WHIT_COMB_LIMBS + SCRUB_SPILLED + \
     (WHIT_RANDOMISE ? 4 * FIELD_LIMBS : 0))

/* A map to a curve: what it keeps, and below that a power or an inversion. */
#define SCRUB_MAP (24 * FIELD_LIMBS + WHIT_KERNEL_LIMBS)

/* Programs of the bytecode interpreter: with its kernels, what these put on the stack and C above
 * them, else what compilers spill for it. */
#define SCRUB_COMPACT                                                                             \
    SCRUB_LIMBS((COMPACT_KERNEL_LIMBS > 0                                                         \
                     ? COMPACT_KERNEL_LIMBS                                                       \
                     : (LIMB_BITS < 32 ? 32 / LIMB_BITS : 1) * (64 + 16 * WHIT_COMPACT_TWISTED) + \
                           4 * FIELD_LIMBS) +                                                     \
                SCRUB_INLINED)

/* The ladder of X25519 and its like. In profile fast what it calls is inlined. */
#define SCRUB_LADDER                                                            \
    SCRUB_ELEMENTS(SCRUB_BY_PROFILE(14, WHIT_WIDE_MULTIPLY ? 17 : 20, 24) +     \
                       (WHIT_FIELD_SIZE > 256 ? SCRUB_BY_PROFILE(1, 5, 0) : 0), \
                   26)

/* Signatures on curves in Edwards form. On edwards25519 in profile small the bytecode interpreter
 * multiplies, whose caller saves registers that hold bits of the scalar. */
#ifdef __riscv
#define SCRUB_SAVED LIMBS(8 * 96)
#else
#define SCRUB_SAVED SCRUB_INLINED
#endif
#define SCRUB_EDDSA                                                         \
    (WHIT_FIELD_SIZE <= 256 && WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_small \
         ? SCRUB_ELEMENTS(31, 31) + SCRUB_SAVED                             \
         : SCRUB_ELEMENTS(SCRUB_BY_PROFILE(16, SCRUB_EDWARDS_COMB, SCRUB_EDWARDS_COMB), 28))
#define SCRUB_EDWARDS_COMB (WHIT_WIDE_MULTIPLY ? 19 : 28)

/* Other agreements on these curves, and additions below the table of a multiple of any point. */
#define SCRUB_AGREEMENT SCRUB_LIMBS(28 * FIELD_LIMBS)
#define SCRUB_EDWARDS SCRUB_LIMBS(22 * FIELD_LIMBS)
#define SCRUB_ELLIGATOR SCRUB_LIMBS(22 * FIELD_LIMBS)

#endif
