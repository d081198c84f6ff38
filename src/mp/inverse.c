/* SPDX-License-Identifier: MIT */
/* The greatest common divisor in constant time [BY19], for inversion.
 *
 * A division step takes (delta, f, g), f odd, to
 *     (1 - delta, g, (g - f) / 2)    if delta > 0 and g is odd,
 *     (1 + delta, f, (g + f) / 2)    if delta <= 0 and g is odd,
 *     (1 + delta, f, g / 2)          if g is even.
 * The lowest k bits of f and g decide k steps, whose effect on f and g is a matrix over 2^k. As
 * many steps as bits of the modulus ask for lead to g = 0; delta begins as 1/2, which takes fewer
 * of them than 1. These matrices, modulo m, act on d and e too, so that d a = e f throughout with
 * the first a and e. */
#include "mp/mp.h"

#if defined(mp_division_turn)

/* Seven steps a turn. */
WHIT_INTERNAL void mp_division_steps(limb *numbers, const limb *m, limb n0, size_t bits, size_t n)
{
    uint16_t delta = 0;
    uint16_t turns = (uint16_t)(MP_DIVISION_STEPS(bits) + 6) / 7;
    do {
        delta = mp_division_turn(numbers, m, n0, delta, n);
    } while (--turns > 0);
}

#define division_turn(numbers, m, n0, delta, n) mp_division_turn(numbers, m, n0, delta, n)

#elif !defined(mp_combine)

/* The matrix of k steps has entries of at most 2^k in size, which a signed limb holds but for
 * 2^k itself. So the matrices are kept negative: only -2^k occurs. */
#define STEPS (LIMB_BITS - 1)
#define SIGN_BIT ((limb)((limb)1 << STEPS))

/* delta - 1/2, as two's complement. Widths of 16 bits suffice up to 2^15 steps. */
#if LIMB_BITS == 8
typedef uint16_t delta_limb;
#define WIDE_MASK(mask) ((delta_limb)((delta_limb)(mask) << 8 | (mask)))
#define DELTA_BITS 16
#else
typedef limb delta_limb;
#define WIDE_MASK(mask) (mask)
#define DELTA_BITS LIMB_BITS
#endif

/* y += x, y -= x or nothing, by the masks `odd` and `swap`; then x += y by `swap`. This is what a
 * step does to f and g, and to the rows of its matrix. Multiplying by 1, -1 or 0 is shortest where
 * one instruction multiplies and adds. */
#if WHIT_WIDE_MULTIPLY && LIMB_BITS >= 32
#define ADD_ROWS(x, y)               \
    (y) += ((odd & 1) | swap) * (x); \
    (x) -= swap * (y)
#else
#define ADD_ROWS(x, y)                                       \
    (y) = (limb)((y) + ((limb)(((x) ^ swap) - swap) & odd)); \
    (x) = (limb)((x) + ((y)&swap))
#endif

/* t = the negative matrix of STEPS steps from f and g on, row by row. Returns the new delta. */
static delta_limb find_steps(limb *t, delta_limb delta, limb f, limb g)
{
    limb u = LIMB_MAX, v = 0, q = 0, r = LIMB_MAX;
    for (unsigned i = 0; i < STEPS; i++) {
        limb odd = base_mask(g & 1);
        limb swap = odd & base_mask((limb)((delta_limb)~delta >> (DELTA_BITS - 1)));
        delta = (delta_limb)((delta ^ WIDE_MASK(swap)) + 1);
        ADD_ROWS(f, g);
        ADD_ROWS(u, q);
        ADD_ROWS(v, r);
        g >>= 1;
        u = (limb)(u << 1);
        v = (limb)(v << 1);
    }
    t[0] = u;
    t[1] = v;
    t[2] = q;
    t[3] = r;
    return delta;
}

/* x += factor a for a signed factor and a of `length` limbs; returns the carry out of these. x has
 * n + 1 limbs, which are complemented where the mask x[n + 1] is set: ~x + c a = ~(x - c a). */
static limb add_multiple(limb *x, const limb *a, limb factor, size_t length, size_t n)
{
    limb negative = base_mask(factor >> STEPS);
    limb flip = negative ^ x[n + 1];
    for (size_t i = 0; i < n + 2; i++) {
        x[i] ^= flip;
    }
    return mp_mul_add_limb(x, a, (limb)((factor ^ negative) - negative), length);
}

/* Add to x, as above, the multiple of m that makes it divisible by 2^STEPS, of the other sign
 * than x and at most 2^STEPS m in size. */
static void make_divisible(limb *x, const limb *m, limb n0, size_t n)
{
    limb low = x[0] ^ x[n + 1];
    limb factor = (limb)(1u * low * n0) & (limb)~SIGN_BIT;
    factor = (limb)(factor | (~(x[n] ^ x[n + 1]) & SIGN_BIT));
    limb carry = add_multiple(x, m, factor, n, n);
    x[n] = (limb)(x[n] + carry);
}

/* r = x / 2^STEPS for x as above. */
static void divide(limb *r, const limb *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        r[i] = ((limb)(x[i] >> STEPS) | (limb)(x[i + 1] << 1)) ^ x[n + 1];
    }
    r[n] = base_mask(x[n] >> STEPS) ^ x[n + 1];
}

WHIT_INLINE delta_limb division_turn(limb *numbers, const limb *m, limb n0, delta_limb delta,
                                     size_t n)
{
    size_t stride = MP_STEPS_LIMBS(n);
    limb *x = numbers + 4 * stride;
    limb *t = numbers + 6 * stride;
    delta = find_steps(t, delta, numbers[0], numbers[stride]);
    /* First f and g, then d and e. These lie from -m to below m, so that |t (d, e)| is at
     * most 2^STEPS m. */
    for (limb *pair = numbers; pair != x; pair += 2 * stride) {
        for (unsigned i = 0; i < 2; i++) {
            limb *sum = x + i * stride;
            base_zero(sum, stride);
            add_multiple(sum, pair, t[2 * i], n + 1, n);
            add_multiple(sum, pair + stride, t[2 * i + 1], n + 1, n);
            if (pair != numbers) {
                make_divisible(sum, m, n0, n);
            }
        }
        divide(pair, x, n);
        divide(pair + stride, x + stride, n);
    }
    return delta;
}

WHIT_INTERNAL void mp_division_steps(limb *numbers, const limb *m, limb n0, size_t bits, size_t n)
{
    delta_limb delta = 0;
    unsigned steps = (unsigned)MP_DIVISION_STEPS(bits);
    for (unsigned done = 0; done < steps; done += STEPS) {
        delta = division_turn(numbers, m, n0, delta, n);
    }
}

#else

/* Division steps by kernels, on two's complements of n + 1 limbs; `extended` is m as one. */
#define STEPS (LIMB_BITS - 1)
#define SIGN_BIT ((limb)((limb)1 << STEPS))

WHIT_INLINE limb division_turns(limb *numbers, const limb *m, limb n0, limb delta, unsigned steps,
                                size_t n)
{
    size_t stride = MP_STEPS_LIMBS(n);
    limb *pair = numbers + 2 * stride;
    limb *now = numbers;
    limb *x = numbers + 4 * stride;
    limb *t = numbers + 6 * stride;
#if !defined(mp_divide)
    limb *extended = t + 4;
    mp_copy(extended, m, n);
    extended[n] = 0;
#endif
    for (unsigned done = 0; done < steps; done += STEPS) {
        /* f and g change places with the room, where sums of d and e stand after them. */
        limb *sums = now;
        delta = mp_find_steps(t, delta, now[0], now[stride]);
        mp_combine_shifted(x, now, now + stride, t, n + 1);
        mp_combine_shifted(x + stride, now, now + stride, t + 2, n + 1);
        for (unsigned i = 0; i < 2; i++) {
            mp_combine(sums + i * stride, pair, pair + stride, t + 2 * i, n + 1);
        }
        for (unsigned i = 0; i < 2; i++) {
#if defined(mp_divide)
            mp_divide(pair + i * stride, sums + i * stride, m, n0, n);
#else
            /* Divisible by 2^STEPS with the multiple of m of the other sign than the sum. */
            limb *sum = sums + i * stride;
            limb factor[2] = {1, (limb)(sum[0] * n0) & (limb)~SIGN_BIT};
            factor[1] |= ~sum[n] & SIGN_BIT;
            mp_combine_shifted(pair + i * stride, sum, extended, factor, n + 1);
#endif
        }
        now = x;
        x = sums;
    }
    if (now != numbers) {
        mp_copy(numbers, now, 2 * stride);
    }
    return delta;
}

WHIT_INTERNAL void mp_division_steps(limb *numbers, const limb *m, limb n0, size_t bits, size_t n)
{
    division_turns(numbers, m, n0, 0, (unsigned)MP_DIVISION_STEPS(bits), n);
}

#endif

#if WHIT_STEPS

WHIT_INTERNAL mp_delta mp_division_some(limb *numbers, const limb *m, limb n0, mp_delta delta,
                                        unsigned turns, size_t n)
{
#if defined(mp_combine) && !defined(mp_division_turn)
    return division_turns(numbers, m, n0, delta, turns * STEPS, n);
#else
    while (turns-- > 0) {
        delta = division_turn(numbers, m, n0, delta, n);
    }
    return delta;
#endif
}

#endif
