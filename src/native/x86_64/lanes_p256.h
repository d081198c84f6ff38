/* SPDX-License-Identifier: MIT */
/* Arithmetic modulo p = 2^256 - 2^224 + 2^192 + 2^96 - 1 in eight lanes.
 *
 * A number is the sum of limb i times 2^(52 i), i < 5. Limbs are signed until they are carried, and
 * then from 0 to 2^52 - 1: factors are carried, and below R = 2^260. The Montgomery form of a is a
 * R. A product of factors below u p and v p is below (u v / 16 + 1) p, as p < R / 16; functions on
 * points state their bounds in such multiples of p. */
#ifndef WHIT_NATIVE_X86_64_LANES_P256_H
#define WHIT_NATIVE_X86_64_LANES_P256_H

#include "native/api.h"

#if WHIT_LANES

#include <immintrin.h>

#define LANES_TARGET __attribute__((target("avx512f,avx512ifma")))
#define LANES_INLINE static inline __attribute__((always_inline, unused)) LANES_TARGET

typedef struct lanes_number {
    __m512i v[LANES_LIMBS];
} lanes_number;

/* Of columns t[i] 2^(52 i). */
typedef struct lanes_product {
    __m512i t[2 * LANES_LIMBS];
} lanes_product;

/* Loops are written out, since compilers do not unroll all of them, and what is indexed stays in
 * memory then. */
#define LANES_EACH(STEP) STEP(0) STEP(1) STEP(2) STEP(3) STEP(4)

LANES_INLINE __m512i lanes_word(uint64_t word)
{
    return _mm512_set1_epi64((long long)word);
}

LANES_INLINE lanes_number lanes_load(const whit_lanes_words *a)
{
    lanes_number r;
#define STEP(i) r.v[i] = _mm512_loadu_si512(a->limbs[i]);
    LANES_EACH(STEP)
#undef STEP
    return r;
}

/* In the lanes of a mask. */
LANES_INLINE void lanes_store(whit_lanes_words *r, __mmask8 mask, lanes_number a)
{
#define STEP(i) _mm512_mask_storeu_epi64(r->limbs[i], mask, a.v[i]);
    LANES_EACH(STEP)
#undef STEP
}

/* A small number in each lane, not in Montgomery form. */
LANES_INLINE lanes_number lanes_small(uint64_t word)
{
    const __m512i zero = _mm512_setzero_si512();
    lanes_number r = {{lanes_word(word), zero, zero, zero, zero}};
    return r;
}

LANES_INLINE lanes_number lanes_sum(lanes_number a, lanes_number b)
{
#define STEP(i) a.v[i] = _mm512_add_epi64(a.v[i], b.v[i]);
    LANES_EACH(STEP)
#undef STEP
    return a;
}

LANES_INLINE lanes_number lanes_difference(lanes_number a, lanes_number b)
{
#define STEP(i) a.v[i] = _mm512_sub_epi64(a.v[i], b.v[i]);
    LANES_EACH(STEP)
#undef STEP
    return a;
}

/* -a in the lanes of a mask. */
LANES_INLINE lanes_number lanes_opposite(lanes_number a, __mmask8 mask)
{
    const __m512i zero = _mm512_setzero_si512();
#define STEP(i) a.v[i] = _mm512_mask_sub_epi64(a.v[i], mask, zero, a.v[i]);
    LANES_EACH(STEP)
#undef STEP
    return a;
}

/* a + k p. */
LANES_INLINE lanes_number lanes_plus(lanes_number a, uint64_t k)
{
    a.v[0] = _mm512_sub_epi64(a.v[0], lanes_word(k));
    a.v[1] = _mm512_add_epi64(a.v[1], lanes_word(k << 44));
    a.v[3] = _mm512_add_epi64(a.v[3], lanes_word(k << 36));
    a.v[4] = _mm512_add_epi64(a.v[4], lanes_word((k << 48) - (k << 16)));
    return a;
}

/* A number from 0 to R - 1 with limbs below 2^63 in size. */
LANES_INLINE lanes_number lanes_carried(lanes_number a)
{
    const __m512i mask = lanes_word(((uint64_t)1 << 52) - 1);
#define STEP(i, next)                                                       \
    a.v[next] = _mm512_add_epi64(a.v[next], _mm512_srai_epi64(a.v[i], 52)); \
    a.v[i] = _mm512_and_si512(a.v[i], mask);
    STEP(0, 1)
    STEP(1, 2)
    STEP(2, 3)
    STEP(3, 4)
#undef STEP
    return a;
}

/* The same modulo p, for a from 0 to 32 p with limbs below 2^61 in size: below 1.001 p, and
 * carried.
 *
 * a - q p = a - q 2^256 + q (2^224 - 2^192 - 2^96 + 1). q leaves out carries from the lowest limbs,
 * so that a - q 2^256 is between -2^166 and 2^256 + 2^166. Where that is negative, q > 0, and more
 * than 2^223 is added. q may be -1 if a < 2^166. */
LANES_INLINE lanes_number lanes_folded(lanes_number a)
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

LANES_INLINE void lanes_clear(lanes_product *w)
{
    const __m512i zero = _mm512_setzero_si512();
#define STEP(i) w->t[i] = w->t[i + 5] = zero;
    LANES_EACH(STEP)
#undef STEP
}

/* Column i + j gets the lower 52 bits of x y, and the next one those above. */
LANES_INLINE void lanes_multiply_limbs(lanes_product *w, int column, __m512i x, __m512i y)
{
    w->t[column] = _mm512_madd52lo_epu64(w->t[column], x, y);
    w->t[column + 1] = _mm512_madd52hi_epu64(w->t[column + 1], x, y);
}

/* w += a b; a column sums up at most 20 numbers of 52 bits for two products. */
LANES_INLINE void lanes_multiply(lanes_product *w, const lanes_number *a, const lanes_number *b)
{
#define STEP(i)                                         \
    lanes_multiply_limbs(w, (i) + 0, a->v[i], b->v[0]); \
    lanes_multiply_limbs(w, (i) + 1, a->v[i], b->v[1]); \
    lanes_multiply_limbs(w, (i) + 2, a->v[i], b->v[2]); \
    lanes_multiply_limbs(w, (i) + 3, a->v[i], b->v[3]); \
    lanes_multiply_limbs(w, (i) + 4, a->v[i], b->v[4]);
    LANES_EACH(STEP)
#undef STEP
}

/* w / R modulo p. From the lowest limb t up, t p is added, which leaves t 2^52 (2^44 + ...): p is
 * 2^96 - 1 modulo 2^192. Limbs of the result are below 2^58. */
LANES_INLINE lanes_number lanes_reduce(lanes_product *w)
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
LANES_INLINE lanes_number lanes_times(lanes_number a, lanes_number b)
{
    lanes_product w;
    lanes_clear(&w);
    lanes_multiply(&w, &a, &b);
    return lanes_reduce(&w);
}

/* (a b + c d) / R, not carried. */
LANES_INLINE lanes_number lanes_times_two(lanes_number a, lanes_number b, lanes_number c,
                                          lanes_number d)
{
    lanes_product w;
    lanes_clear(&w);
    lanes_multiply(&w, &a, &b);
    lanes_multiply(&w, &c, &d);
    return lanes_reduce(&w);
}

/* a^2 / R, not carried. */
LANES_INLINE lanes_number lanes_square(lanes_number a)
{
    lanes_product w;
    lanes_clear(&w);
    lanes_multiply_limbs(&w, 1, a.v[0], a.v[1]);
    lanes_multiply_limbs(&w, 2, a.v[0], a.v[2]);
    lanes_multiply_limbs(&w, 3, a.v[0], a.v[3]);
    lanes_multiply_limbs(&w, 4, a.v[0], a.v[4]);
    lanes_multiply_limbs(&w, 3, a.v[1], a.v[2]);
    lanes_multiply_limbs(&w, 4, a.v[1], a.v[3]);
    lanes_multiply_limbs(&w, 5, a.v[1], a.v[4]);
    lanes_multiply_limbs(&w, 5, a.v[2], a.v[3]);
    lanes_multiply_limbs(&w, 6, a.v[2], a.v[4]);
    lanes_multiply_limbs(&w, 7, a.v[3], a.v[4]);
#define STEP(i)                                \
    w.t[i] = _mm512_add_epi64(w.t[i], w.t[i]); \
    w.t[(i) + 5] = _mm512_add_epi64(w.t[(i) + 5], w.t[(i) + 5]);
    LANES_EACH(STEP)
#undef STEP
#define STEP(i) lanes_multiply_limbs(&w, 2 * (i), a.v[i], a.v[i]);
    LANES_EACH(STEP)
#undef STEP
    return lanes_reduce(&w);
}

/* The lanes in which a carried number is 0 modulo p. a / R is from 0 to p. */
LANES_INLINE unsigned lanes_are_zero(lanes_number a)
{
    const __m512i zero = _mm512_setzero_si512();
    a = lanes_carried(lanes_times(a, lanes_small(1)));
    const lanes_number p = lanes_carried(lanes_plus(lanes_small(0), 1));
    __mmask8 is_zero = 0xff;
    __mmask8 is_p = 0xff;
#define STEP(i)                                                    \
    is_zero = _mm512_mask_cmpeq_epi64_mask(is_zero, a.v[i], zero); \
    is_p = _mm512_mask_cmpeq_epi64_mask(is_p, a.v[i], p.v[i]);
    LANES_EACH(STEP)
#undef STEP
    return (unsigned)(is_zero | is_p);
}

/* 16 a for a number a of 256 bits in each lane, given as words of 64 bits. */
LANES_INLINE lanes_number lanes_sixteenfold(const __m512i w[4])
{
    const __m512i mask = lanes_word(((uint64_t)1 << 52) - 1);
    lanes_number r;
    r.v[0] = _mm512_and_si512(_mm512_slli_epi64(w[0], 4), mask);
#define STEP(i)                                                          \
    r.v[i] = _mm512_or_si512(_mm512_srli_epi64(w[(i)-1], 60 - 12 * (i)), \
                             _mm512_slli_epi64(w[i], 4 + 12 * (i)));     \
    r.v[i] = _mm512_and_si512(r.v[i], mask);
    STEP(1)
    STEP(2)
    STEP(3)
#undef STEP
    r.v[4] = _mm512_srli_epi64(w[3], 12);
    return r;
}

/* Two numbers of 256 bits in each lane, 16 times: of a 2^256 that is a R. Eight rows of words are
 * transposed: by two, by four, and by eight. */
LANES_INLINE void lanes_gather(lanes_number *x, lanes_number *y, const limb *const rows[WHIT_LANES])
{
    __m512i a[8], b[8], w[4];
#define STEP(i)                                                                             \
    a[2 * (i)] = _mm512_loadu_si512(rows[2 * (i)]);                                         \
    a[2 * (i) + 1] = _mm512_loadu_si512(rows[2 * (i) + 1]);                                 \
    b[2 * (i)] = _mm512_unpacklo_epi64(a[2 * (i)], a[2 * (i) + 1]);     /* words 0 2 4 6 */ \
    b[2 * (i) + 1] = _mm512_unpackhi_epi64(a[2 * (i)], a[2 * (i) + 1]); /* 1 3 5 7 */
    STEP(0)
    STEP(1)
    STEP(2)
    STEP(3)
#undef STEP
    /* Words 0 4, 1 5, 2 6, 3 7 of four rows. */
#define STEP(i)                                                                  \
    a[4 * (i)] = _mm512_shuffle_i64x2(b[4 * (i)], b[4 * (i) + 2], 0x88);         \
    a[4 * (i) + 1] = _mm512_shuffle_i64x2(b[4 * (i) + 1], b[4 * (i) + 3], 0x88); \
    a[4 * (i) + 2] = _mm512_shuffle_i64x2(b[4 * (i)], b[4 * (i) + 2], 0xdd);     \
    a[4 * (i) + 3] = _mm512_shuffle_i64x2(b[4 * (i) + 1], b[4 * (i) + 3], 0xdd);
    STEP(0)
    STEP(1)
#undef STEP
#define TAKE(half)                                 \
    w[0] = _mm512_shuffle_i64x2(a[0], a[4], half); \
    w[1] = _mm512_shuffle_i64x2(a[1], a[5], half); \
    w[2] = _mm512_shuffle_i64x2(a[2], a[6], half); \
    w[3] = _mm512_shuffle_i64x2(a[3], a[7], half);
    TAKE(0x88)
    *x = lanes_sixteenfold(w);
    TAKE(0xdd)
    *y = lanes_sixteenfold(w);
#undef TAKE
}

#endif

#endif
