/* SPDX-License-Identifier: MIT */
#include "mp/mp.h"

WHIT_INTERNAL void mp_copy(limb *r, const limb *a, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        r[i] = a[i];
    }
}

WHIT_INTERNAL void mp_set_word(limb *r, limb word, size_t n)
{
    base_zero(r, n);
    r[0] = word;
}

WHIT_INTERNAL limb mp_mask_zero(const limb *a, size_t n)
{
    limb any = 0;
    for (size_t i = 0; i < n; i++) {
        any |= a[i];
    }
    return base_mask_zero(any);
}

WHIT_INTERNAL limb mp_mask_less(const limb *a, const limb *b, size_t n)
{
    /* The borrow of a - b: at each limb (~a & b) | (~(a ^ b) & borrow) in the top bit. */
    limb borrow = 0;
    for (size_t i = 0; i < n; i++) {
        limb difference = (limb)(a[i] - b[i] - borrow);
        limb out = ((limb)~a[i] & b[i]) | ((limb) ~(a[i] ^ b[i]) & difference);
        borrow = out >> (LIMB_BITS - 1);
    }
    return base_mask(borrow);
}

WHIT_INTERNAL limb mp_bit(const limb *a, size_t bit, size_t n)
{
    size_t i = bit / LIMB_BITS;
    limb bits = i < n ? a[i] : 0;
    return (limb)(bits >> (bit % LIMB_BITS)) & 1;
}

WHIT_INTERNAL void mp_shift_right(limb *r, const limb *a, unsigned bits, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        limb above = i + 1 < n ? a[i + 1] : 0;
        r[i] = (limb)(a[i] >> bits | above << (LIMB_BITS - bits));
    }
}

WHIT_INTERNAL void mp_mod(limb *r, const limb *a, size_t a_n, size_t a_bits, const limb *m,
                          size_t m_bits, size_t n)
{
    /* The leading m_bits - 1 bits are below m as they are; each further bit doubles the
     * remainder, which one subtraction then brings below m again. */
    size_t left = a_bits < m_bits ? 0 : a_bits - m_bits + 1;
    for (size_t i = 0; i < n; i++) {
        size_t from = left / LIMB_BITS + i;
        limb low = from < a_n ? a[from] : 0;
        limb above = from + 1 < a_n ? a[from + 1] : 0;
        above = (limb)((limb)(above << 1) << (LIMB_BITS - 1 - left % LIMB_BITS));
        r[i] = (limb)(low >> (left % LIMB_BITS) | above);
    }
#ifdef mp_mod_bits
    if (left > 0) {
        mp_add_masked(r, m, mp_mod_bits(r, m, a, left, n), n);
    }
#else
    while (left-- > 0) {
#ifdef mp_double_mod
        mp_double_mod(r, m, mp_bit(a, left, a_n), n);
#else
        limb carry = mp_add(r, r, r, n);
        r[0] |= mp_bit(a, left, a_n);
        limb borrow = mp_sub(r, r, m, n);
        mp_add_masked(r, m, base_mask(borrow & (carry ^ 1)), n);
#endif
    }
#endif
}

WHIT_INTERNAL void mp_from_bytes(limb *r, size_t n, const uint8_t *bytes, size_t length)
{
    mp_set_word(r, 0, n);
    for (size_t i = 0; i < length; i++) {
        size_t position = length - 1 - i;
        r[i / LIMB_BYTES] |= (limb)((limb)bytes[position] << (8 * (i % LIMB_BYTES)));
    }
}

WHIT_INTERNAL void mp_to_bytes(uint8_t *bytes, size_t length, const limb *a)
{
    for (size_t i = 0; i < length; i++) {
        bytes[length - 1 - i] = (uint8_t)(a[i / LIMB_BYTES] >> (8 * (i % LIMB_BYTES)));
    }
}

#if !WHIT_LITTLE_ENDIAN

WHIT_INTERNAL void mp_from_bytes_le(limb *r, size_t n, const uint8_t *bytes, size_t length)
{
    mp_set_word(r, 0, n);
    for (size_t i = 0; i < length; i++) {
        r[i / LIMB_BYTES] |= (limb)((limb)bytes[i] << (8 * (i % LIMB_BYTES)));
    }
}

WHIT_INTERNAL void mp_to_bytes_le(uint8_t *bytes, size_t length, const limb *a)
{
    for (size_t i = 0; i < length; i++) {
        bytes[i] = (uint8_t)(a[i / LIMB_BYTES] >> (8 * (i % LIMB_BYTES)));
    }
}

#endif
