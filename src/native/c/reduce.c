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
#ifdef mp_clear_limbs
    mp_clear_limbs(t, m, n0, n);
#else
    for (size_t i = 0; i < n; i++) {
        t[i] = mp_mul_add_limb(t + i, m, (limb)(1u * t[i] * n0), n);
    }
#endif
    limb carry = mp_add(t + n, t + n, t, n);
    mp_subtract_once(r, t + n, carry, m, n);
}

/* r += a, a limb; returns the carry. */
static limb add_limb(limb *r, limb a, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        limb sum = (limb)(r[i] + a);
        a = base_less(sum, a);
        r[i] = sum;
    }
    return a;
}

WHIT_INTERNAL void whit_reduce_crandall_c(limb *r, limb *t, const limb *m, limb fold, size_t n)
{
    /* 2^(n w) counts `fold`: the high half does, and then the limb that their sum carries out. So
     * do the bits above those of the prime, which fill its top limb with ones: they are q 2^s in
     * that limb, and count q c = q 2^s fold / 2^w. What both count is below the prime. */
    limb high = mp_mul_add_limb(t, t + n, fold, n);
    limb above = t[n - 1] & (limb)~m[n - 1];
    limb low = 0;
    limb sum = mp_mul_add_limb(&low, &above, fold, 1);
    limb carry = mp_mul_add_limb(&sum, &high, fold, 1);
    t[n - 1] ^= above;
    t[0] = (limb)(t[0] + sum);
    carry = add_limb(t + 1, (limb)(carry + base_less(t[0], sum)), n - 1);
    mp_subtract_once(r, t, carry, m, n);
}

#if WHIT_LIMB_BITS <= 16

/* t += (2^31 + 1) a, for k limbs a, k being n or fewer than n - s; a loses what comes out above n
 * limbs if k is n, and else nothing but its lowest bit. Returns the carries. */
static limb add_folded_160(limb *t, limb *a, size_t k, size_t n)
{
    /* Times 2^31 it is half of it s limbs higher up, under which its lowest bit comes out. */
    const size_t s = 32 / LIMB_BITS;
    const size_t within = k < n ? k : n - s;
    limb carries = add_limb(t + k, mp_add(t, t, a, k), n - k);
    carries = (limb)(carries + add_limb(t + s - 1, (limb)(a[0] << (LIMB_BITS - 1)), n - s + 1));
    for (size_t i = 0; i + 1 < k; i++) {
        a[i] = (limb)((a[i] >> 1) | (a[i + 1] << (LIMB_BITS - 1)));
    }
    a[k - 1] >>= 1;
    limb carry = mp_add(t + s, t + s, a, within);
    return (limb)(carries + add_limb(t + s + within, carry, n - s - within));
}

WHIT_INTERNAL void whit_reduce_p160_c(limb *r, limb *t, const limb *m, limb fold, size_t n)
{
    /* 2^160 counts 2^31 + 1: the high half does, and then what comes out at the top, the end of its
     * half and up to three carries. */
    const size_t s = 32 / LIMB_BITS;
    limb *above = t + 2 * n - s;
    (void)fold;
    add_limb(above, add_folded_160(t, t + n, n, n), s);
    mp_subtract_once(r, t, add_folded_160(t, above, s, n), m, n);
}

#endif

#if WHIT_LIMB_BITS <= 32

WHIT_INTERNAL void whit_reduce_koblitz_c(limb *r, limb *t, const limb *m, limb fold, size_t n)
{
    /* 2^(n w) counts `fold`, with limbs of 8 bits `next` above it too, and a 1 in limb s. */
    const size_t s = 32 / LIMB_BITS;
    limb *high = t + n;
    limb carry = mp_mul_add_limb(t, high, fold, n);
#if LIMB_BITS == 8
    /* Of the highest limb times `next` nothing stays below n. */
    const limb next = (limb)~m[1];
    const limb carry_next = mp_mul_add_limb(t + 1, high, next, n - 1);
    const limb above = mp_mul_add_limb(&carry, high + n - 1, next, 1);
#endif
    limb carry_above = mp_add(t + s, t + s, high, n - s);
    /* So do the s + 1 limbs that have come out at the top: the end of the high half and both
     * carries. */
    for (size_t i = 0; i < s; i++) {
        high[i] = high[n - s + i];
    }
    high[s] = add_limb(high, carry, s);
    high[s] = (limb)(high[s] + add_limb(high, carry_above, s));
#if LIMB_BITS == 8
    high[s] = (limb)(high[s] + add_limb(high, carry_next, s));
    high[s] = (limb)(high[s] + add_limb(high + 1, above, s - 1));
#endif
    carry = mp_mul_add_limb(t, high, fold, s + 1);
    carry = add_limb(t + s + 1, carry, n - s - 1);
#if LIMB_BITS == 8
    limb carry_again = mp_mul_add_limb(t + 1, high, next, s + 1);
    carry |= add_limb(t + s + 2, carry_again, n - s - 2);
#endif
    carry_above = mp_add(t + s, t + s, high, s + 1);
    carry |= add_limb(t + 2 * s + 1, carry_above, n - 2 * s - 1);
    mp_subtract_once(r, t, carry, m, n);
}

#endif

/* Tags, in the place of reductions that kernels leave nothing to: compared by address alone. */
#define TAG(name)                                                                           \
    WHIT_INTERNAL void whit_reduce_##name##_tag(limb *r, limb *t, const limb *m, limb fold, \
                                                size_t n)                                   \
    {                                                                                       \
        (void)r;                                                                            \
        (void)t;                                                                            \
        (void)m;                                                                            \
        (void)fold;                                                                         \
        (void)n;                                                                            \
    }
TAG(crandall)
TAG(p448)
TAG(koblitz)
#undef TAG
