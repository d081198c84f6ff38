/* SPDX-License-Identifier: MIT */
/* Arithmetic modulo p = 2^255 - 19 in eight lanes.
 *
 * Factors are below 2^257. Limbs of sums, differences and products are not negative, and what is
 * made of these may have limbs below 2^61. Folded numbers are carried, and below 2^255 + 2^168. */
#ifndef WHIT_NATIVE_X86_64_LANES_P25519_H
#define WHIT_NATIVE_X86_64_LANES_P25519_H

#include "native/x86_64/lanes_number.h"

#if WHIT_HAS_LANES(p25519)

/* The same modulo p, folded, of limbs from 0 to 2^61.
 *
 * With q = floor(a / 2^255), a - q p = a - q 2^255 + 19 q. q leaves out carries from the lowest
 * limbs, so that it may be less by one, and a - q 2^255 is below 2^255 + 2^167. */
LANES_INLINE lanes_number lanes_p25519_folded(lanes_number a)
{
    const __m512i above = _mm512_add_epi64(a.v[4], _mm512_srli_epi64(a.v[3], 52));
    const __m512i q = _mm512_srli_epi64(above, 47);
    a.v[0] = _mm512_add_epi64(a.v[0], q);
    a.v[0] = _mm512_add_epi64(a.v[0], _mm512_slli_epi64(q, 1));
    a.v[0] = _mm512_add_epi64(a.v[0], _mm512_slli_epi64(q, 4));
    a.v[4] = _mm512_sub_epi64(a.v[4], _mm512_slli_epi64(q, 47));
    return lanes_carried(a);
}

/* a - b, as a + 2^12 p - b: 2^12 p has limbs above 2^58, as the sum of 2^59 - 2^7 in each limb but
 * for the lowest. Limbs of a are below 2^60, and those of b from -2^58 to 2^58. */
LANES_INLINE lanes_number lanes_p25519_minus(lanes_number a, lanes_number b)
{
    const __m512i each = lanes_word(((uint64_t)1 << 59) - ((uint64_t)1 << 7));
    const __m512i lowest = lanes_word(((uint64_t)1 << 59) - ((uint64_t)19 << 12));
    a = lanes_difference(a, b);
    a.v[0] = _mm512_add_epi64(a.v[0], lowest);
#define STEP(i) a.v[i] = _mm512_add_epi64(a.v[i], each);
    STEP(1)
    STEP(2)
    STEP(3)
    STEP(4)
#undef STEP
    return a;
}

/* w modulo p, as 2^260 is 608: limbs below 2^57. A column, below 2^56, is split into what a product
 * takes and what is above; there is nothing above the last one, below 2^46, whose product is made
 * of sums. */
LANES_INLINE lanes_number lanes_p25519_reduce(lanes_product *w)
{
    const __m512i factor = lanes_word(608);
    lanes_number r;
#define STEP(i)                                                                                \
    lanes_multiply_limbs(w, i, w->t[(i) + 5], factor);                                         \
    w->t[(i) + 1] = _mm512_madd52lo_epu64(w->t[(i) + 1], _mm512_srli_epi64(w->t[(i) + 5], 52), \
                                          factor);
    STEP(0)
    STEP(1)
    STEP(2)
    STEP(3)
#undef STEP
    w->t[4] = _mm512_add_epi64(w->t[4], _mm512_slli_epi64(w->t[9], 5));
    w->t[4] = _mm512_add_epi64(w->t[4], _mm512_slli_epi64(w->t[9], 6));
    w->t[4] = _mm512_add_epi64(w->t[4], _mm512_slli_epi64(w->t[9], 9));
#define STEP(i) r.v[i] = w->t[i];
    LANES_EACH(STEP)
#undef STEP
    return r;
}

/* a b, not folded. */
LANES_INLINE lanes_number lanes_p25519_times(lanes_number a, lanes_number b)
{
    lanes_product w;
    lanes_clear(&w);
    lanes_multiply(&w, &a, &b);
    return lanes_p25519_reduce(&w);
}

/* a^2, not folded. */
LANES_INLINE lanes_number lanes_p25519_square(lanes_number a)
{
    lanes_product w;
    lanes_multiply_self(&w, &a);
    return lanes_p25519_reduce(&w);
}

/* a modulo p below p, for a folded a: 2^255 is reached by 19 more where a is not below p. */
LANES_INLINE lanes_number lanes_p25519_canonical(lanes_number a)
{
    lanes_number more = lanes_carried(lanes_sum(a, lanes_small(19)));
    const __mmask8 enough = _mm512_cmpge_epu64_mask(more.v[4], lanes_word((uint64_t)1 << 47));
    more.v[4] = _mm512_and_si512(more.v[4], lanes_word(((uint64_t)1 << 47) - 1));
#define STEP(i) a.v[i] = _mm512_mask_mov_epi64(a.v[i], enough, more.v[i]);
    LANES_EACH(STEP)
#undef STEP
    return a;
}

/* The lanes in which a canonical number is 0. */
LANES_INLINE __mmask8 lanes_p25519_are_zero(lanes_number a)
{
#define STEP(i) a.v[0] = _mm512_or_si512(a.v[0], a.v[i]);
    STEP(1)
    STEP(2)
    STEP(3)
    STEP(4)
#undef STEP
    return _mm512_cmpeq_epi64_mask(a.v[0], _mm512_setzero_si512());
}

LANES_OF_WORDS(lanes_p25519_of_words, 0)

/* Two numbers of 256 bits in each lane, from a place in its row. */
LANES_INLINE void lanes_p25519_gather(lanes_number *x, lanes_number *y,
                                      const limb *const rows[WHIT_LANES], unsigned place)
{
    __m512i w[8];
    lanes_gather(w, rows, place);
    *x = lanes_p25519_of_words(w);
    *y = lanes_p25519_of_words(w + 4);
}

/* The same number of four limbs in each lane. */
LANES_INLINE lanes_number lanes_p25519_each(const limb *a)
{
    const __m512i w[4] = {lanes_word(a[0]), lanes_word(a[1]), lanes_word(a[2]), lanes_word(a[3])};
    return lanes_p25519_of_words(w);
}

#endif

#endif
