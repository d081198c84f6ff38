/* SPDX-License-Identifier: MIT */
/* Products of lengths that are even, and no multiples of eight. */
#include "native/api.h"

#if WHIT_AVR

/* r += a b for the bytes of a from number i on, which end the product. */
static void add_rest(limb *r, const limb *a, const limb *b, size_t i, size_t n)
{
    for (; i < n; i++) {
        r[n + i] = mp_mul_add_limb(r + i, b, a[i], n);
    }
}

WHIT_INTERNAL void whit_mp_mul_even(limb *r, const limb *a, const limb *b, size_t n)
{
    whit_mp_mul_even_asm(r, a, b, n);
    add_rest(r, a, b, n & ~(size_t)7, n);
}

WHIT_INTERNAL void whit_mp_mul_four(limb *r, const limb *a, const limb *b, size_t n)
{
    whit_mp_mul_four_asm(r, a, b, n);
    add_rest(r, a, b, n & ~(size_t)3, n);
}

#endif
