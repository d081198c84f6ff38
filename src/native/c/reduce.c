/* SPDX-License-Identifier: MIT */
/* Portable reductions of double-length products. */
#include "native/api.h"

/* r = t + carry 2^(n w), less m if that is not below m; for t + carry 2^(n w) < 2 m. */
static void subtract_once(limb *r, const limb *t, limb carry, const limb *m, size_t n)
{
    limb borrow = mp_sub(r, t, m, n);
    mp_select(r, t, base_mask((limb)(borrow & (carry ^ 1))), n);
}

WHIT_INTERNAL void whit_reduce_montgomery_c(limb *r, limb *t, const limb *m, limb n0, size_t n)
{
    limb carry = 0;
    for (size_t i = 0; i < n; i++) {
        /* t[i] + low(m t[i] n0) = 0 mod 2^w: the row clears limb i. */
        limb out = mp_mul_add_limb(t + i, m, (limb)(t[i] * n0), n);
        limb sum = (limb)(t[i + n] + out);
        out = sum < out;
        sum = (limb)(sum + carry);
        carry = (limb)(out | (limb)(sum < carry));
        t[i + n] = sum;
    }
    subtract_once(r, t + n, carry, m, n);
}

#if WHIT_LIMB_BITS <= 32

/* p = 2^256 - 2^224 + 2^192 + 2^96 - 1, so -1/p = 1 mod 2^96, and the factor q that Montgomery
 * reduction adds p times is found limb by limb with no multiplication:
 *     t + q p = t + q 2^96 + q 2^192 + q 2^256 - q 2^224 - q.
 * Column k < 8 of that sum, without its last term, is limb k of q itself, which the last term
 * clears; columns 8 to 15 are the result. S limbs are 32 bits. */
#define S (32 / LIMB_BITS)

/* Column k, with the carry from the column before. The subtraction is the addition of the
 * complement, extended with ones to the top: -q 2^224 = ~q 2^224 + 2^224 - 2^512, where ~q has
 * nine words of 32 bits. At most five limbs and a carry below 5 are added. */
WHIT_INLINE limb column(const limb *t, unsigned k, limb *carry)
{
    wide sum = (wide)((wide)t[k] + *carry);
    if (k >= 3 * S && k < 11 * S) {
        sum = (wide)(sum + t[k - 3 * S]);
    }
    if (k >= 6 * S && k < 14 * S) {
        sum = (wide)(sum + t[k - 6 * S]);
    }
    if (k >= 8 * S) {
        sum = (wide)(sum + t[k - 8 * S]);
    }
    if (k >= 7 * S) {
        sum = (wide)(sum + (k < 15 * S ? (limb)~t[k - 7 * S] : LIMB_MAX));
    }
    *carry = (limb)(sum >> LIMB_BITS);
    return (limb)sum;
}

WHIT_INTERNAL void whit_reduce_secp256r1_c(limb *r, limb *t, const limb *m, limb n0, size_t n)
{
    limb carry = 0;
    (void)n0;
#if WHIT_PROFILE_RANK >= WHIT_PROFILE_RANK_balanced && WHIT_LIMB_BITS == 32
    t[0] = column(t, 0, &carry);
    t[1] = column(t, 1, &carry);
    t[2] = column(t, 2, &carry);
    t[3] = column(t, 3, &carry);
    t[4] = column(t, 4, &carry);
    t[5] = column(t, 5, &carry);
    t[6] = column(t, 6, &carry);
    carry++;
    t[7] = column(t, 7, &carry);
    t[8] = column(t, 8, &carry);
    t[9] = column(t, 9, &carry);
    t[10] = column(t, 10, &carry);
    t[11] = column(t, 11, &carry);
    t[12] = column(t, 12, &carry);
    t[13] = column(t, 13, &carry);
    t[14] = column(t, 14, &carry);
    t[15] = column(t, 15, &carry);
#else
    for (unsigned k = 0; k < 16 * S; k++) {
        if (k == 7 * S) {
            carry++;
        }
        t[k] = column(t, k, &carry);
    }
#endif
    /* The carry out of the top counts 2^512, of which the complement took one. */
    subtract_once(r, t + n, (limb)(carry - 1), m, n);
}

#undef S

#else

/* The shape of the prime does not divide into limbs of 64 bits, but n0 is 1 there too. */
WHIT_INTERNAL void whit_reduce_secp256r1_c(limb *r, limb *t, const limb *m, limb n0, size_t n)
{
    reduce_montgomery(r, t, m, n0, n);
}

#endif
