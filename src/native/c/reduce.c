/* SPDX-License-Identifier: MIT */
/* Portable reductions of double-length products. */
#include "native/api.h"

WHIT_INTERNAL void whit_mp_subtract_once_c(limb *r, const limb *t, limb carry, const limb *m,
                                           size_t n)
{
    limb borrow = mp_sub(r, t, m, n);
    mp_select(r, t, base_mask((limb)(borrow & (carry ^ 1))), n);
}

WHIT_INTERNAL void whit_reduce_montgomery_c(limb *r, limb *t, const limb *m, limb n0, size_t n)
{
    /* t[i] + low(m t[i] n0) = 0 mod 2^w: the row clears limb i, which then keeps its carry for
     * the end. */
    for (size_t i = 0; i < n; i++) {
        t[i] = mp_mul_add_limb(t + i, m, (limb)(1u * t[i] * n0), n);
    }
    limb carry = mp_add(t + n, t + n, t, n);
    mp_subtract_once(r, t + n, carry, m, n);
}

#if WHIT_LIMB_BITS <= 32

/* p = 2^256 - 2^224 + 2^192 + 2^96 - 1, so -1/p = 1 mod 2^96, and the factor q that Montgomery
 * reduction adds p times is found limb by limb with no multiplication:
 *     t + q p = t + q 2^96 + q 2^192 + q 2^256 - q 2^224 - q.
 * Column k < 8 of that sum, without its last term, is limb k of q itself, which the last term
 * clears; columns 8 to 15 are the result. The subtraction of q 2^224 is the addition of its
 * complement, extended with ones to the top: ~q 2^224 + 2^224 - 2^512, where ~q has nine words
 * of 32 bits. S limbs are such a word. */
#define S (32 / LIMB_BITS)

/* The terms that enter a column besides t itself. */
#define Q_96 1u
#define Q_192 2u
#define Q_256 4u
#define NOT_Q_224 8u
#define ONES 16u

/* Add a term to a sum of two limbs. */
WHIT_INLINE void accumulate(limb *low, limb *high, limb term)
{
#if WHIT_WIDE_MULTIPLY
    wide sum = (wide)(((wide)((wide)*high << LIMB_BITS) | *low) + term);
    *low = (limb)sum;
    *high = (limb)(sum >> LIMB_BITS);
#else
    *low = (limb)(*low + term);
    *high = (limb)(*high + (limb)(*low < term));
#endif
}

/* The column at *t. At most five limbs and a carry below 5 are added. */
WHIT_INLINE limb column(const limb *t, unsigned terms, limb *carry)
{
    limb low = *t;
    limb high = 0;
    accumulate(&low, &high, *carry);
    if ((terms & Q_96) != 0) {
        accumulate(&low, &high, *(t - 3 * S));
    }
    if ((terms & Q_192) != 0) {
        accumulate(&low, &high, *(t - 6 * S));
    }
    if ((terms & Q_256) != 0) {
        accumulate(&low, &high, *(t - 8 * S));
    }
    if ((terms & NOT_Q_224) != 0) {
        accumulate(&low, &high, (limb) ~*(t - 7 * S));
    }
    if ((terms & ONES) != 0) {
        accumulate(&low, &high, LIMB_MAX);
    }
    *carry = high;
    return low;
}

#define COLUMNS(end, terms)                    \
    for (; k < (end)*S; k++) {                 \
        t[k] = column(t + k, (terms), &carry); \
    }

WHIT_INTERNAL void whit_reduce_secp256r1_c(limb *r, limb *t, const limb *m, limb n0, size_t n)
{
    limb carry = 0;
    unsigned k = 3 * S;
    (void)n0;
    COLUMNS(6, Q_96)
    COLUMNS(7, Q_96 | Q_192)
    carry++;
    COLUMNS(8, Q_96 | Q_192 | NOT_Q_224)
    for (; k < 16 * S; k++) {
        limb sum = column(t + k, Q_96 | Q_192 | Q_256 | NOT_Q_224, &carry);
        t[k] = 0;
        t[k - 8 * S] = sum;
    }
    /* The carry out of the top counts 2^512, of which the complement took one. */
    mp_subtract_once(r, t, (limb)(carry - 1), m, n);
}

#undef S
#undef Q_96
#undef Q_192
#undef Q_256
#undef NOT_Q_224
#undef ONES
#undef COLUMNS

#else

/* The shape of the prime does not divide into limbs of 64 bits, but n0 is 1 there too. */
WHIT_INTERNAL void whit_reduce_secp256r1_c(limb *r, limb *t, const limb *m, limb n0, size_t n)
{
    reduce_montgomery(r, t, m, n0, n);
}

#endif
