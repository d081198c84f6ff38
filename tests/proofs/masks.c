/* SPDX-License-Identifier: MIT */
/* Masks, and the overlap of regions, for every operand. */
#include "proofs.h"

void prove_overlap(void)
{
    /* Of addresses alone: of regions that do not wrap round the end of memory. */
    uintptr_t a = nondet_size();
    uintptr_t b = nondet_size();
    size_t a_length = nondet_size();
    size_t b_length = nondet_size();
    ASSUME(a_length <= UINTPTR_MAX - a && b_length <= UINTPTR_MAX - b);
    int overlap = base_overlap((const void *)a, a_length, (const void *)b, b_length);
    uintptr_t start = a > b ? a : b;
    uintptr_t end = a + a_length < b + b_length ? a + a_length : b + b_length;
    PROVE(overlap == (start < end));
    REACHED(overlap == 0);
    REACHED(overlap == 1);
}

void prove_masks(void)
{
    limb x = nondet_limb();
    limb y = nondet_limb();
    PROVE(base_opaque(x) == x);
    PROVE(base_mask(x & 1) == ((x & 1) != 0 ? LIMB_MAX : 0));
    PROVE(base_mask_zero(x) == (x == 0 ? LIMB_MAX : 0));
    PROVE(base_less(x, y) == (x < y));
    PROVE(base_public(x) == (x != 0));
    REACHED(x == 0);
}
