/* SPDX-License-Identifier: MIT */
/* Portable multiplication and squaring: operand scanning, a row at a time. */
#include "native/api.h"

/* One step of a row: the low limb of a b + x + *carry; the high limb becomes the carry. The sum
 * fits: (2^w - 1)^2 + 2 (2^w - 1) = 2^(2w) - 1. */
#if WHIT_WIDE_MULTIPLY

WHIT_INLINE limb mul_add(limb a, limb b, limb x, limb *carry)
{
    wide sum = (wide)((wide)a * b + x + *carry);
    *carry = (limb)(sum >> LIMB_BITS);
    return (limb)sum;
}

#else

#define HALF_BITS (LIMB_BITS / 2)
#define LOW_HALF(x) ((x) & (((limb)1 << HALF_BITS) - 1))
#define HIGH_HALF(x) ((x) >> HALF_BITS)

/* The product by four products of halves, none of which needs more than a limb. With
 * h = 2^HALF_BITS each middle sum is at most (h - 1)^2 + (h - 1) < h^2. */
WHIT_INLINE limb mul_add(limb a, limb b, limb x, limb *carry)
{
    limb low = LOW_HALF(a) * LOW_HALF(b);
    limb middle = HIGH_HALF(a) * LOW_HALF(b) + HIGH_HALF(low);
    limb other = LOW_HALF(a) * HIGH_HALF(b) + LOW_HALF(middle);
    limb high = HIGH_HALF(a) * HIGH_HALF(b) + HIGH_HALF(middle) + HIGH_HALF(other);
    low = LOW_HALF(low) | (other << HALF_BITS);
    low += x;
    high += base_less(low, x);
    low += *carry;
    *carry = high + base_less(low, *carry);
    return low;
}

#endif

/* Turns of the loop below that are written out. */
#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast
#define UNROLL 8
#elif WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_balanced
#define UNROLL 4
#else
#define UNROLL 1
#endif

#if WHIT_ROWS_APART
#define row mp_mul_add_limb
#else

/* r += a b; returns the carry. Loops that end with their test are a branch shorter. */
WHIT_INLINE limb row(limb *r, const limb *a, limb b, size_t n)
{
    limb carry = 0;
    size_t rest = n % UNROLL;
    if (n >= UNROLL) {
        const limb *end = a + (n - rest);
        do {
            r[0] = mul_add(a[0], b, r[0], &carry);
#if UNROLL >= 4
            r[1] = mul_add(a[1], b, r[1], &carry);
            r[2] = mul_add(a[2], b, r[2], &carry);
            r[3] = mul_add(a[3], b, r[3], &carry);
#endif
#if UNROLL >= 8
            r[4] = mul_add(a[4], b, r[4], &carry);
            r[5] = mul_add(a[5], b, r[5], &carry);
            r[6] = mul_add(a[6], b, r[6], &carry);
            r[7] = mul_add(a[7], b, r[7], &carry);
#endif
            r += UNROLL;
            a += UNROLL;
        } while (a != end);
    }
    if (rest != 0) {
        do {
            *r = mul_add(*a++, b, *r, &carry);
            r++;
        } while (--rest > 0);
    }
    return carry;
}

#endif

WHIT_INTERNAL limb whit_mp_mul_add_limb_c(limb *r, const limb *a, limb b, size_t n)
{
#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast && !WHIT_ROWS_APART
    return row(r, a, b, n);
#else
    /* Half the rows of a square are shorter than what would be gained on. */
    limb carry = 0;
    do {
        *r = mul_add(*a++, b, *r, &carry);
        r++;
    } while (--n > 0);
    return carry;
#endif
}

WHIT_INTERNAL void whit_mp_mul_c(limb *r, const limb *a, const limb *b, size_t n)
{
    base_zero(r, n);
    for (size_t i = 0; i < n; i++) {
        r[n] = row(r, a, *b++, n);
        r++;
    }
}

WHIT_INTERNAL void whit_mp_mul_add_c(limb *r, const limb *a, const limb *b, size_t n)
{
    limb above = 0; /* what the row before carried beyond the limb that it ended in */
    for (size_t i = 0; i < n; i++) {
        limb carry = row(r, a, *b++, n);
        limb sum = (limb)(r[n] + carry);
        carry = base_less(sum, carry);
        r[n] = (limb)(sum + above);
        above = (limb)(carry + base_less(r[n], above));
        r++;
    }
}

WHIT_INTERNAL void whit_mp_sqr_c(limb *r, const limb *a, size_t n)
{
#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_small
    mp_mul(r, a, a, n);
#else
    /* The products a[i] a[j] with i < j, once each. */
    base_zero(r, n);
    for (size_t i = 0; i + 1 < n; i++) {
        r[n + i] = mp_mul_add_limb(r + 2 * i + 1, a + i + 1, a[i], n - 1 - i);
    }
    r[2 * n - 1] = 0;
    /* Twice these, and the squares. `above` is the bit that doubling moves up to the next limb;
     * the carry into an even limb is 0 or 1. */
    limb carry = 0;
    limb above = 0;
    for (size_t i = 0; i < n; i++) {
        limb low = r[2 * i];
        limb high = r[2 * i + 1];
        r[2 * i] = mul_add(a[i], a[i], (limb)(low << 1) | above, &carry);
        above = high >> (LIMB_BITS - 1);
        high = (limb)(high << 1) | (low >> (LIMB_BITS - 1));
        high = (limb)(high + carry);
        carry = base_less(high, carry);
        r[2 * i + 1] = high;
    }
#endif
}
