/* SPDX-License-Identifier: MIT */
/* Numbers in eight lanes, whatever the prime: of native/x86_64/lanes_p256.h and lanes_p25519.h.
 *
 * A number is the sum of limb i times 2^(52 i), i < 5. Limbs are signed until they are carried, and
 * then from 0 to 2^52 - 1: factors are carried, and below 2^260. */
#ifndef WHIT_NATIVE_X86_64_LANES_NUMBER_H
#define WHIT_NATIVE_X86_64_LANES_NUMBER_H

#include "native/api.h"

#if WHIT_HAS_LANES(p256) || WHIT_HAS_LANES(p25519)

#include <immintrin.h>

#define LANES_TARGET __attribute__((target("avx512f,avx512ifma")))
#define LANES_INLINE static inline __attribute__((always_inline, unused)) LANES_TARGET

#define LANES_ALL ((1u << WHIT_LANES) - 1)

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

/* A number from 0 to 2^260 - 1 with limbs below 2^63 in size. */
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

/* w = a^2. */
LANES_INLINE void lanes_multiply_self(lanes_product *w, const lanes_number *a)
{
    lanes_clear(w);
    lanes_multiply_limbs(w, 1, a->v[0], a->v[1]);
    lanes_multiply_limbs(w, 2, a->v[0], a->v[2]);
    lanes_multiply_limbs(w, 3, a->v[0], a->v[3]);
    lanes_multiply_limbs(w, 4, a->v[0], a->v[4]);
    lanes_multiply_limbs(w, 3, a->v[1], a->v[2]);
    lanes_multiply_limbs(w, 4, a->v[1], a->v[3]);
    lanes_multiply_limbs(w, 5, a->v[1], a->v[4]);
    lanes_multiply_limbs(w, 5, a->v[2], a->v[3]);
    lanes_multiply_limbs(w, 6, a->v[2], a->v[4]);
    lanes_multiply_limbs(w, 7, a->v[3], a->v[4]);
#define STEP(i)                                   \
    w->t[i] = _mm512_add_epi64(w->t[i], w->t[i]); \
    w->t[(i) + 5] = _mm512_add_epi64(w->t[(i) + 5], w->t[(i) + 5]);
    LANES_EACH(STEP)
#undef STEP
#define STEP(i) lanes_multiply_limbs(w, 2 * (i), a->v[i], a->v[i]);
    LANES_EACH(STEP)
#undef STEP
}

/* A limb of a 2^shift, with bits above that are of the next, from words of 64 bits of a. */
#define LANES_LIMB(w, i, shift)                                         \
    _mm512_or_si512(_mm512_srli_epi64(w[(i)-1], 64 - (shift)-12 * (i)), \
                    _mm512_slli_epi64(w[i], (shift) + 12 * (i)))

/* Defines a function: a 2^shift for a number a of 256 bits in each lane, given as words of 64 bits,
 * and a shift of at most 4 bits, which is to be an immediate operand. */
#define LANES_OF_WORDS(name, shift)                                        \
    LANES_INLINE lanes_number name(const __m512i w[4])                     \
    {                                                                      \
        const __m512i mask = lanes_word(((uint64_t)1 << 52) - 1);          \
        lanes_number r;                                                    \
        r.v[0] = _mm512_and_si512(_mm512_slli_epi64(w[0], (shift)), mask); \
        r.v[1] = _mm512_and_si512(LANES_LIMB(w, 1, shift), mask);          \
        r.v[2] = _mm512_and_si512(LANES_LIMB(w, 2, shift), mask);          \
        r.v[3] = _mm512_and_si512(LANES_LIMB(w, 3, shift), mask);          \
        r.v[4] = _mm512_srli_epi64(w[3], 16 - (shift));                    \
        return r;                                                          \
    }

/* Words of 64 bits of a carried number below 2^256. */
LANES_INLINE void lanes_to_words(__m512i w[4], const lanes_number *a)
{
#define STEP(i)                                                  \
    w[i] = _mm512_or_si512(_mm512_srli_epi64(a->v[i], 12 * (i)), \
                           _mm512_slli_epi64(a->v[(i) + 1], 52 - 12 * (i)));
    STEP(0)
    STEP(1)
    STEP(2)
    STEP(3)
#undef STEP
}

/* Eight rows of words become their columns: by two, by four, and by eight. */
LANES_INLINE void lanes_transpose(__m512i a[8])
{
    __m512i b[8];
#define STEP(i)                                                                             \
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
#define STEP(i)                                          \
    b[i] = _mm512_shuffle_i64x2(a[i], a[(i) + 4], 0x88); \
    b[(i) + 4] = _mm512_shuffle_i64x2(a[i], a[(i) + 4], 0xdd);
    STEP(0)
    STEP(1)
    STEP(2)
    STEP(3)
#undef STEP
#define STEP(i)  \
    a[i] = b[i]; \
    a[(i) + 4] = b[(i) + 4];
    STEP(0)
    STEP(1)
    STEP(2)
    STEP(3)
#undef STEP
}

/* Two numbers of 256 bits in each lane from eight words at a place in its row: the words of the
 * first, and of the second. */
LANES_INLINE void lanes_gather(__m512i w[8], const limb *const rows[WHIT_LANES], unsigned place)
{
#define STEP(i) w[i] = _mm512_loadu_si512(rows[i] + place);
    LANES_EACH(STEP)
    STEP(5)
    STEP(6)
    STEP(7)
#undef STEP
    lanes_transpose(w);
}

/* Two carried numbers below 2^256 to eight words at a place in the row of each lane, unless that
 * row is NULL. */
LANES_INLINE void lanes_scatter(limb *const rows[WHIT_LANES], lanes_number x, lanes_number y,
                                unsigned place)
{
    __m512i a[8];
    lanes_to_words(a, &x);
    lanes_to_words(a + 4, &y);
    lanes_transpose(a);
#define STEP(i)                                     \
    if (rows[i] != NULL) {                          \
        _mm512_storeu_si512(rows[i] + place, a[i]); \
    }
    LANES_EACH(STEP)
    STEP(5)
    STEP(6)
    STEP(7)
#undef STEP
}

#endif

#endif
