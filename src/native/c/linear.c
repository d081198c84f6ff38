/* SPDX-License-Identifier: MIT */
/* Portable kernels that pass over their operands once. */
#include "native/api.h"

/* x + y + *carry; the new carry is 0 or 1. */
WHIT_INLINE limb add_with_carry(limb x, limb y, limb *carry)
{
#if WHIT_HAS_WIDE
    wide sum = (wide)((wide)x + y + *carry);
    *carry = (limb)(sum >> LIMB_BITS);
    return (limb)sum;
#else
    limb sum = x + y;
    limb out = sum < x;
    sum += *carry;
    *carry = out | (limb)(sum < *carry);
    return sum;
#endif
}

/* x - y - *borrow; the new borrow is 0 or 1. */
WHIT_INLINE limb sub_with_borrow(limb x, limb y, limb *borrow)
{
#if WHIT_HAS_WIDE
    wide difference = (wide)((wide)x - y - *borrow);
    *borrow = (limb)(difference >> LIMB_BITS) & 1;
    return (limb)difference;
#else
    limb difference = x - y;
    limb out = x < y;
    out |= (limb)(difference < *borrow);
    difference -= *borrow;
    *borrow = out;
    return difference;
#endif
}

WHIT_INTERNAL limb whit_mp_add_c(limb *r, const limb *a, const limb *b, size_t n)
{
    limb carry = 0;
    for (size_t i = 0; i < n; i++) {
        r[i] = add_with_carry(a[i], b[i], &carry);
    }
    return carry;
}

WHIT_INTERNAL limb whit_mp_sub_c(limb *r, const limb *a, const limb *b, size_t n)
{
    limb borrow = 0;
    for (size_t i = 0; i < n; i++) {
        r[i] = sub_with_borrow(a[i], b[i], &borrow);
    }
    return borrow;
}

WHIT_INTERNAL limb whit_mp_add_masked_c(limb *r, const limb *a, limb mask, size_t n)
{
    limb carry = 0;
    for (size_t i = 0; i < n; i++) {
        r[i] = add_with_carry(r[i], a[i] & mask, &carry);
    }
    return carry;
}

WHIT_INTERNAL void whit_mp_select_c(limb *r, const limb *a, limb mask, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        r[i] ^= (r[i] ^ a[i]) & mask;
    }
}

WHIT_INTERNAL void whit_mp_lookup_c(limb *r, const limb *table, size_t entries, limb index,
                                    size_t n)
{
    for (size_t i = 0; i < n; i++) {
        r[i] = 0;
    }
    for (size_t entry = 0; entry < entries; entry++) {
        limb mask = base_mask_zero((limb)entry ^ index);
        for (size_t i = 0; i < n; i++) {
            r[i] |= *table++ & mask;
        }
    }
}
