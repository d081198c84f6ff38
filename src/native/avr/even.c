/* SPDX-License-Identifier: MIT */
/* Products of lengths that are even, and no multiples of eight. */
#include "native/api.h"

#if WHIT_AVR

WHIT_INTERNAL void whit_mp_mul_even(limb *r, const limb *a, const limb *b, size_t n)
{
    whit_mp_mul_even_asm(r, a, b, n);
    for (size_t i = n & ~(size_t)7; i < n; i++) {
        r[n + i] = mp_mul_add_limb(r + i, b, a[i], n);
    }
}

#endif
