/* SPDX-License-Identifier: MIT */
/* Arithmetic modulo p = 2^256 - 2^224 + 2^192 + 2^96 - 1 in eight lanes.
 *
 * Factors are below R = 2^260. The Montgomery form of a is a R. A product of factors below u p and
 * v p is below (u v / 16 + 1) p, as p < R / 16; functions on points state their bounds in such
 * multiples of p. */
#ifndef WHIT_NATIVE_X86_64_LANES_P256_H
#define WHIT_NATIVE_X86_64_LANES_P256_H

#include "native/x86_64/lanes_number.h"

#if WHIT_HAS_LANES(p256)

/* a + k p. */
LANES_INLINE lanes_number lanes_p256_plus(lanes_number a, uint64_t k)
{
    a.v[0] = _mm512_sub_epi64(a.v[0], lanes_word(k));
    a.v[1] = _mm512_add_epi64(a.v[1], lanes_word(k << 44));
    a.v[3] = _mm512_add_epi64(a.v[3], lanes_word(k << 36));
    a.v[4] = _mm512_add_epi64(a.v[4], lanes_word((k << 48) - (k << 16)));
    return a;
}

/* The same modulo p, for a from 0 to 32 p with limbs below 2^61 in size: below 1.001 p, and
 * carried.
 *
 * a - q p = a - q 2^256 + q (2^224 - 2^192 - 2^96 + 1). q leaves out carries from the lowest limbs,
 * so that a - q 2^256 is between -2^166 and 2^256 + 2^166. Where that is negative, q > 0, and more
 * than 2^223 is added. q may be -1 if a < 2^166. */
LANES_INLINE lanes_number lanes_p256_folded(lanes_number a)
{
    const __m512i above = _mm512_add_epi64(a.v[4], _mm512_srai_epi64(a.v[3], 52));
    const __m512i q = _mm512_srai_epi64(above, 48);
    a.v[0] = _mm512_add_epi64(a.v[0], q);
    a.v[1] = _mm512_sub_epi64(a.v[1], _mm512_slli_epi64(q, 44));
    a.v[3] = _mm512_sub_epi64(a.v[3], _mm512_slli_epi64(q, 36));
    a.v[4] = _mm512_sub_epi64(a.v[4], _mm512_slli_epi64(q, 48));
    a.v[4] = _mm512_add_epi64(a.v[4], _mm512_slli_epi64(q, 16));
    return lanes_carried(a);
}

/* w / R modulo p. From the lowest limb t up, t p is added, which leaves t 2^52 (2^44 + ...): p is
 * 2^96 - 1 modulo 2^192. Limbs of the result are below 2^58. */
LANES_INLINE lanes_number lanes_p256_reduce(lanes_product *w)
{
    const __m512i p1 = lanes_word((uint64_t)1 << 44);
    const __m512i p3 = lanes_word((uint64_t)1 << 36);
    const __m512i p4 = lanes_word(((uint64_t)1 << 48) - ((uint64_t)1 << 16));
    lanes_number r;
#define STEP(i)                                                                      \
    lanes_multiply_limbs(w, (i) + 1, w->t[i], p1);                                   \
    w->t[(i) + 1] = _mm512_add_epi64(w->t[(i) + 1], _mm512_srli_epi64(w->t[i], 52)); \
    lanes_multiply_limbs(w, (i) + 3, w->t[i], p3);                                   \
    lanes_multiply_limbs(w, (i) + 4, w->t[i], p4);
    LANES_EACH(STEP)
#undef STEP
#define STEP(i) r.v[i] = w->t[(i) + 5];
    LANES_EACH(STEP)
#undef STEP
    return r;
}

/* a b / R, not carried. */
LANES_INLINE lanes_number lanes_p256_times(lanes_number a, lanes_number b)
{
    lanes_product w;
    lanes_clear(&w);
    lanes_multiply(&w, &a, &b);
    return lanes_p256_reduce(&w);
}

/* (a b + c d) / R, not carried. */
LANES_INLINE lanes_number lanes_p256_times_two(lanes_number a, lanes_number b, lanes_number c,
                                               lanes_number d)
{
    lanes_product w;
    lanes_clear(&w);
    lanes_multiply(&w, &a, &b);
    lanes_multiply(&w, &c, &d);
    return lanes_p256_reduce(&w);
}

/* a^2 / R, not carried. */
LANES_INLINE lanes_number lanes_p256_square(lanes_number a)
{
    lanes_product w;
    lanes_multiply_self(&w, &a);
    return lanes_p256_reduce(&w);
}

/* The lanes in which a carried number is 0 modulo p. a / R is from 0 to p. */
LANES_INLINE unsigned lanes_p256_are_zero(lanes_number a)
{
    const __m512i zero = _mm512_setzero_si512();
    a = lanes_carried(lanes_p256_times(a, lanes_small(1)));
    const lanes_number p = lanes_carried(lanes_p256_plus(lanes_small(0), 1));
    __mmask8 is_zero = 0xff;
    __mmask8 is_p = 0xff;
#define STEP(i)                                                    \
    is_zero = _mm512_mask_cmpeq_epi64_mask(is_zero, a.v[i], zero); \
    is_p = _mm512_mask_cmpeq_epi64_mask(is_p, a.v[i], p.v[i]);
    LANES_EACH(STEP)
#undef STEP
    return (unsigned)(is_zero | is_p);
}

LANES_OF_WORDS(lanes_p256_of_words, 4)

/* Two numbers of 256 bits in each lane, 16 times: of a 2^256 that is a R. */
LANES_INLINE void lanes_p256_gather(lanes_number *x, lanes_number *y,
                                    const limb *const rows[WHIT_LANES])
{
    __m512i w[8];
    lanes_gather(w, rows, 0);
    *x = lanes_p256_of_words(w);
    *y = lanes_p256_of_words(w + 4);
}

#endif

#endif
