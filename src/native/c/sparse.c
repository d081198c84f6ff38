/* SPDX-License-Identifier: MIT */
/* Portable reductions that know their prime: Montgomery's, and that of 2^448 - 2^224 - 1. */
#include "native/api.h"

/* Add a term to a sum of two limbs. */
WHIT_INLINE void accumulate(limb *low, limb *high, limb term)
{
#if WHIT_WIDE_MULTIPLY
    wide sum = (wide)(((wide)((wide)*high << LIMB_BITS) | *low) + term);
    *low = (limb)sum;
    *high = (limb)(sum >> LIMB_BITS);
#else
    *low = (limb)(*low + term);
    *high = (limb)(*high + base_less(*low, term));
#endif
}

#if WHIT_LIMB_BITS <= 32

/* For a prime p = sum of s(j) 2^(32 j) - 1 over a few j > 0, with signs s(j), -1/p is
 * 1 mod 2^32, and the q that Montgomery reduction adds p times is found limb by limb with no
 * multiplication:
 *     t + q p = t + sum of s(j) q 2^(32 j) - q.
 * A column in the low half of that sum, without its last term, is a limb of q itself, which the
 * last term clears; the columns of the high half are the result. The subtraction of q 2^(32 j) is
 * the addition of its complement, with ones up to the top of t at 2^T:
 *     ~q 2^(32 j) + 2^(32 j) - 2^T.
 * S limbs are a word of 32 bits. */
#define S (32 / LIMB_BITS)

/* The column at *t: what stands there, the carry, and q shifted up by j words where bit j of
 * `plus` or, for its complement, of `minus` is set. */
#define PLUS_OR_MINUS(j)                               \
    if ((plus >> (j)&1) != 0) {                        \
        accumulate(&low, &high, *(t - (j)*S));         \
    }                                                  \
    if ((minus >> (j)&1) != 0) {                       \
        accumulate(&low, &high, (limb) ~*(t - (j)*S)); \
    }

WHIT_INLINE limb column(const limb *t, unsigned plus, unsigned minus, limb *carry)
{
    limb low = *t;
    limb high = 0;
    accumulate(&low, &high, *carry);
    PLUS_OR_MINUS(1)
    PLUS_OR_MINUS(2)
    PLUS_OR_MINUS(3)
    PLUS_OR_MINUS(4)
    PLUS_OR_MINUS(6)
    PLUS_OR_MINUS(8)
    PLUS_OR_MINUS(7)
    PLUS_OR_MINUS(12)
    *carry = high;
    return low;
}

/* Columns up to the word `end` of the low half. */
#define LOW(end, plus, minus)                          \
    for (; k < (end)*S; k++) {                         \
        t[k] = column(t + k, (plus), (minus), &carry); \
    }

/* Columns up to the word `end` of the high half, where t has 2 `words`. There q is zero above its
 * top; the result takes its place from below. */
#define HIGH(words, end, plus, minus)                      \
    for (; k < (end)*S; k++) {                             \
        limb sum = column(t + k, (plus), (minus), &carry); \
        t[k] = 0;                                          \
        t[k - (words)*S] = sum;                            \
    }

#define WORD(j) (1u << (j))

/* 2^192 - 2^64 - 1 */
WHIT_INTERNAL void whit_reduce_p192_c(limb *r, limb *t, const limb *m, limb n0, size_t n)
{
    limb carry = 1;
    unsigned k = 2 * S;
    (void)n0;
    LOW(6, 0, WORD(2))
    HIGH(6, 12, WORD(6), WORD(2))
    mp_subtract_once(r, t, (limb)(carry - 1), m, n);
}

/* 2^224 - 2^96 + 1. With the negative of q: t - q p = t + q 2^96 - q 2^224 - q. */
WHIT_INTERNAL void whit_reduce_p224_c(limb *r, limb *t, const limb *m, limb n0, size_t n)
{
    limb carry = 0;
    unsigned k = 3 * S;
    (void)n0;
    LOW(7, WORD(3), 0)
    carry++;
    HIGH(7, 14, WORD(3), WORD(7))
    /* The result is between -p and p: it borrows where the carry is missing that the complement
     * had in advance. */
    for (size_t i = 0; i < n; i++) {
        r[i] = t[i];
    }
    mp_add_masked(r, m, base_mask(carry ^ 1), n);
}

/* 2^256 - 2^224 + 2^192 + 2^96 - 1 */
WHIT_INTERNAL void whit_reduce_p256_c(limb *r, limb *t, const limb *m, limb n0, size_t n)
{
    limb carry = 0;
    unsigned k = 3 * S;
    (void)n0;
    LOW(6, WORD(3), 0)
    LOW(7, WORD(3) | WORD(6), 0)
    carry++;
    LOW(8, WORD(3) | WORD(6), WORD(7))
#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast
    /* The line below, in pieces, for the words whose terms are not all zero yet. */
    HIGH(8, 11, WORD(3) | WORD(6) | WORD(8), WORD(7))
    HIGH(8, 14, WORD(6) | WORD(8), WORD(7))
    HIGH(8, 16, WORD(8), WORD(7))
#endif
    HIGH(8, 16, WORD(3) | WORD(6) | WORD(8), WORD(7))
    mp_subtract_once(r, t, (limb)(carry - 1), m, n);
}

/* 2^384 - 2^128 - 2^96 + 2^32 - 1 */
WHIT_INTERNAL void whit_reduce_p384_c(limb *r, limb *t, const limb *m, limb n0, size_t n)
{
    limb carry = 0;
    unsigned k = S;
    (void)n0;
    LOW(3, WORD(1), 0)
    carry++;
    LOW(4, WORD(1), WORD(3))
    carry++;
    LOW(12, WORD(1), WORD(3) | WORD(4))
    HIGH(12, 24, WORD(1) | WORD(12), WORD(3) | WORD(4))
    mp_subtract_once(r, t, (limb)(carry - 2), m, n);
}

/* 2^256 - 2^224 - 2^96 + 2^64 - 1 */
WHIT_INTERNAL void whit_reduce_sm256_c(limb *r, limb *t, const limb *m, limb n0, size_t n)
{
    limb carry = 0;
    unsigned k = 2 * S;
    (void)n0;
    LOW(3, WORD(2), 0)
    carry++;
    LOW(7, WORD(2), WORD(3))
    carry++;
    LOW(8, WORD(2), WORD(3) | WORD(7))
    HIGH(8, 16, WORD(2) | WORD(8), WORD(3) | WORD(7))
    mp_subtract_once(r, t, (limb)(carry - 2), m, n);
}

#undef S
#undef PLUS_OR_MINUS
#undef LOW
#undef HIGH
#undef WORD

#endif

/* 2^448 - 2^224 - 1, without Montgomery form: for halves of 2^224 and a 2^448 that counts 2^224 +
 * 1, l + 2^224 l' + 2^448 (h + 2^224 h') = (l + h + h') + 2^224 (l' + h + 2 h'). What that carries,
 * at most 4, counts the same, and may carry 1 again, but then leaves little. In limbs of 64 bits a
 * half ends within one, and the sum is that of l + 2^224 l', h + 2^224 h', h' + 2^224 h and
 * 2^224 h'. */
WHIT_INTERNAL void whit_reduce_p448_c(limb *r, limb *t, const limb *m, limb fold, size_t n)
{
    const size_t half = n / 2;
    limb carry = 0;
    (void)fold;
    for (size_t i = 0; i < n; i++) {
#if WHIT_LIMB_BITS > 32
        const limb *upper = t + n;
        const limb *next = upper + (i < half ? i + half + 1 : i - half);
        const limb *last = upper + (i <= half ? i + half : i - half - 1);
#else
        const limb *upper = t + n + (i < half ? i : i - half);
#endif
        limb low = t[i];
        limb high = 0;
        accumulate(&low, &high, carry);
#if WHIT_LIMB_BITS > 32
        accumulate(&low, &high, upper[i]);
        accumulate(&low, &high, *next << 32 | *last >> 32);
        if (i >= half) {
            accumulate(&low, &high, i == half ? upper[i] >> 32 << 32 : upper[i]);
        }
#else
        accumulate(&low, &high, upper[0]);
        accumulate(&low, &high, upper[half]);
        if (i >= half) {
            accumulate(&low, &high, upper[half]);
        }
#endif
        t[i] = low;
        carry = high;
    }
    for (unsigned turn = 0; turn < 2; turn++) {
        const limb top = (limb)(carry << 224 % LIMB_BITS);
        for (size_t i = 0; i < n; i++) {
            limb low = t[i];
            limb high = 0;
            accumulate(&low, &high, carry);
            if (i == half) {
                accumulate(&low, &high, top);
            }
            t[i] = low;
            carry = high;
        }
    }
    mp_subtract_once(r, t, 0, m, n);
}

#if WHIT_LIMB_BITS > 32

/* The shapes of these primes do not divide into limbs of 64 bits. */
WHIT_INTERNAL void whit_reduce_p256_c(limb *r, limb *t, const limb *m, limb n0, size_t n)
{
    reduce_montgomery(r, t, m, n0, n);
}

WHIT_INTERNAL void whit_reduce_p384_c(limb *r, limb *t, const limb *m, limb n0, size_t n)
{
    reduce_montgomery(r, t, m, n0, n);
}

#endif

/* Where kernels leave a prime hardly anything to reduce. */
WHIT_INTERNAL void whit_reduce_p256_seldom(limb *r, limb *t, const limb *m, limb n0, size_t n)
{
    reduce_montgomery(r, t, m, n0, n);
}

WHIT_INTERNAL void whit_reduce_p192_seldom(limb *r, limb *t, const limb *m, limb n0, size_t n)
{
    reduce_montgomery(r, t, m, n0, n);
}

WHIT_INTERNAL void whit_reduce_p224_seldom(limb *r, limb *t, const limb *m, limb n0, size_t n)
{
    reduce_montgomery(r, t, m, n0, n);
}

WHIT_INTERNAL void whit_reduce_p384_seldom(limb *r, limb *t, const limb *m, limb n0, size_t n)
{
    reduce_montgomery(r, t, m, n0, n);
}
