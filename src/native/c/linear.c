/* SPDX-License-Identifier: MIT */
/* Portable kernels that pass over their operands once. */
#include "native/api.h"

/* x + y + *carry; the new carry is 0 or 1. */
WHIT_INLINE limb add_with_carry(limb x, limb y, limb *carry)
{
#if WHIT_WIDE_MULTIPLY
    wide sum = (wide)((wide)x + y + *carry);
    *carry = (limb)(sum >> LIMB_BITS);
    return (limb)sum;
#else
    limb sum = x + y;
    limb out = base_less(sum, x);
    sum += *carry;
    *carry = out | base_less(sum, *carry);
    return sum;
#endif
}

/* x - y - *borrow; the new borrow is 0 or 1. */
WHIT_INLINE limb sub_with_borrow(limb x, limb y, limb *borrow)
{
#if WHIT_WIDE_MULTIPLY
    wide difference = (wide)((wide)x - y - *borrow);
    *borrow = (limb)(difference >> LIMB_BITS) & 1;
    return (limb)difference;
#else
    limb difference = x - y;
    limb out = base_less(x, y);
    out |= base_less(difference, *borrow);
    difference -= *borrow;
    *borrow = out;
    return difference;
#endif
}

WHIT_INTERNAL limb whit_mp_add_c(limb *r, const limb *a, const limb *b, size_t n)
{
    limb carry = 0;
    do {
        *r++ = add_with_carry(*a++, *b++, &carry);
    } while (--n > 0);
    return carry;
}

WHIT_INTERNAL limb whit_mp_sub_c(limb *r, const limb *a, const limb *b, size_t n)
{
    limb borrow = 0;
    do {
        *r++ = sub_with_borrow(*a++, *b++, &borrow);
    } while (--n > 0);
    return borrow;
}

WHIT_INTERNAL limb whit_mp_add_masked_c(limb *r, const limb *a, limb mask, size_t n)
{
    limb carry = 0;
    do {
        *r = add_with_carry(*r, *a++ & mask, &carry);
        r++;
    } while (--n > 0);
    return carry;
}

WHIT_INTERNAL void whit_mp_select_c(limb *r, const limb *a, limb mask, size_t n)
{
    do {
        *r ^= (limb)((*r ^ *a++) & mask);
        r++;
    } while (--n > 0);
}

WHIT_INTERNAL void whit_mp_lookup_c(limb *r, const limb *table, size_t entries, limb index,
                                    size_t n)
{
    /* The first entry stays unless another is the wanted one. */
    mp_select(r, table, LIMB_MAX, n);
    for (size_t entry = 1; entry < entries; entry++) {
        table += n;
        mp_select(r, table, base_mask_zero((limb)((limb)entry ^ index)), n);
    }
}

#if WHIT_ROM_APART

WHIT_INTERNAL void whit_mp_lookup_rom_c(limb *r, const limb *table, size_t entries, limb index,
                                        size_t n)
{
    const uint8_t *from = (const uint8_t *)table;
    size_t length = n * LIMB_BYTES;
    base_zero(r, n);
    for (size_t entry = 0; entry < entries; entry++) {
        uint8_t mask = (uint8_t)base_mask_zero((limb)((limb)entry ^ index));
        uint8_t *to = (uint8_t *)r;
        for (size_t i = 0; i < length; i++) {
            *to++ |= (uint8_t)(base_rom_byte(from++) & mask);
        }
    }
}

#endif
