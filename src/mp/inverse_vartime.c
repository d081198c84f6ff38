/* SPDX-License-Identifier: MIT */
/* Inversion of public numbers, by Euclid's algorithm on the highest bits of two numbers, as Lehmer
 * does it [Knu97, 4.5.2, algorithm L]: many subtractions of multiples make a matrix of determinant
 * 1, which is applied to the numbers at once. Which multiples does not matter, as long as both
 * numbers stay positive, so that they need not be quotients. */
#include "mp/mp.h"

#if WHIT_ARITHMETIC && !defined(mp_division_turn)

#if LIMB_BITS == 64 && !defined(__SIZEOF_INT128__)

/* Nothing holds two limbs. */
WHIT_INTERNAL const limb *mp_inverse_vartime(limb *numbers, const limb *m, size_t n)
{
    (void)numbers;
    (void)m;
    (void)n;
    return NULL;
}

#else

/* Two limbs, which are multiplied in variable time wherever the core does so. */
#if LIMB_BITS == 8
typedef uint16_t two_limbs;
#elif LIMB_BITS == 16
typedef uint32_t two_limbs;
#elif LIMB_BITS == 32
typedef uint64_t two_limbs;
#else
__extension__ typedef unsigned __int128 two_limbs;
#endif

#define TWO_LIMBS(high, low) ((two_limbs)((two_limbs)(high) << LIMB_BITS | (low)))
#define HIGH_LIMB(x) ((limb)((x) >> LIMB_BITS))

/* The highest bits of one of two numbers, and its row of the matrix: it is `own` times what it was
 * less `other` times what the other was. */
typedef struct euclid_row {
    two_limbs top;
    limb own, other;
} euclid_row;

/* Subtract y from x as often as their higher limbs are sure that it goes into x. Returns how often:
 * not at all where the difference of the numbers might not be positive. That of tops has to have
 * more than a limb, which no entry has. */
WHIT_INLINE limb subtract_multiple(euclid_row *x, const euclid_row *y)
{
    const limb multiple = (limb)(HIGH_LIMB(x->top) / (HIGH_LIMB(y->top) + 1u));
    const two_limbs rest = (two_limbs)(x->top - (two_limbs)multiple * y->top);
    if (HIGH_LIMB(rest) == 0) {
        return 0;
    }
    x->top = rest;
    x->own = (limb)(x->own + 1u * multiple * y->other);
    x->other = (limb)(x->other + 1u * multiple * y->own);
    return multiple;
}

/* The matrix for two tops, below half of what two limbs hold. While both have more than a limb, its
 * entries are at most 2^(w - 1): a top was the sum of both now by entries of one column. */
WHIT_NOINLINE static void find_rows(euclid_row *of_a, euclid_row *of_b, two_limbs top_a,
                                    two_limbs top_b)
{
    euclid_row x = {top_a, 1, 0};
    euclid_row y = {top_b, 1, 0};
    if (HIGH_LIMB(top_a) > 0 && HIGH_LIMB(top_b) > 0) {
        limb multiples;
        do {
            multiples = subtract_multiple(&x, &y);
            multiples |= subtract_multiple(&y, &x);
        } while (multiples != 0);
    }
    *of_a = x;
    *of_b = y;
}

/* Of a limb that is not zero. */
WHIT_INLINE unsigned leading_zeros(limb x)
{
    unsigned zeros = 0;
    for (unsigned half = LIMB_BITS / 2; half > 0; half /= 2) {
        if (x >> (LIMB_BITS - half) == 0) {
            x = (limb)(x << half);
            zeros += half;
        }
    }
    return zeros;
}

/* Bits of a number of `length` limbs, from its limb `length` - 1 shifted left by `zeros` on. */
static two_limbs top_of(const limb *a, size_t length, unsigned zeros)
{
    const limb second = length > 1 ? a[length - 2] : 0;
    const limb third = length > 2 ? a[length - 3] : 0;
    two_limbs top = TWO_LIMBS(a[length - 1], second);
    return (two_limbs)((top << zeros | (two_limbs)third << zeros >> LIMB_BITS) >> 1);
}

/* r = x a + y b, or where flip is a mask of ones x a - y b, for x, y <= 2^(w - 1). Returns the limb
 * above, of a sum alone. r may be an input. */
static limb combine(limb *r, const limb *a, limb x, const limb *b, limb y, limb flip, size_t n)
{
    /* -y b = y (~b + 1) */
    limb carry = y & flip;
    const limb *const end = a + n;
    do {
        const two_limbs sum = (two_limbs)((two_limbs)x * *a++ + (two_limbs)y * (limb)(*b++ ^ flip) +
                                          carry);
        *r++ = (limb)sum;
        carry = HIGH_LIMB(sum);
    } while (a < end);
    return carry;
}

WHIT_INLINE int is_one(const limb *a, size_t length)
{
    return length <= 2 && a[0] == 1 && (length == 1 || a[1] == 0);
}

WHIT_INTERNAL const limb *mp_inverse_vartime(limb *numbers, const limb *m, size_t n)
{
    const size_t stride = n + 1;
    limb *spare = numbers;
    limb *a = spare + stride;
    limb *b = a + stride;
    limb *d = b + stride;
    limb *e = d + stride;
    /* a = -d b' and b = e b' modulo m throughout, for the b' that there was first. */
    mp_copy(a, m, n);
    mp_set_word(d, 0, stride);
    mp_set_word(e, 1, stride);
    size_t length = n;
    size_t grown = 1;
    while (!is_one(b, length)) {
        if (is_one(a, length)) {
            mp_sub(d, m, d, n);
            return d;
        }
        const unsigned zeros = leading_zeros((limb)(a[length - 1] | b[length - 1]));
        euclid_row x, y;
        find_rows(&x, &y, top_of(a, length, zeros), top_of(b, length, zeros));
        if (x.other == 0 && y.other == 0) {
            return NULL;
        }
        combine(spare, a, x.own, b, x.other, LIMB_MAX, length);
        combine(b, b, y.own, a, y.other, LIMB_MAX, length);
        limb *old = a;
        a = spare;
        spare = old;
        spare[grown] = combine(spare, d, x.own, e, x.other, 0, grown);
        e[grown] = combine(e, e, y.own, d, y.other, 0, grown);
        old = d;
        d = spare;
        spare = old;
        grown += (d[grown] | e[grown]) != 0;
        while ((a[length - 1] | b[length - 1]) == 0) {
            length--;
        }
    }
    return e;
}

#endif

#endif
