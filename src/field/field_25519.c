/* SPDX-License-Identifier: MIT */
#include "field/field_25519.h"

#if WHIT_COORDINATES_p25519

WHIT_NOINLINE WHIT_INTERNAL void whit_field_25519_add_word(limb *r, const limb *a, limb w)
{
    for (size_t i = 0; i < FIELD_25519_LIMBS; i++) {
        limb sign = (limb)(0 - (w >> (LIMB_BITS - 1)));
        limb sum = (limb)(a[i] + w);
        w = (limb)(sign + base_less(sum, w));
        r[i] = sum;
    }
}

WHIT_NOINLINE WHIT_INTERNAL void whit_field_25519_sum(limb *r, const limb *a, const limb *b,
                                                      limb mode)
{
    /* 2^256 is 38 modulo p. A sum has 38 added in advance, for the carry of 2^256 that is dropped;
     * a difference is a + ~b + 1 = a - b + 2^256, of which 2^256 is dropped. Where nothing is
     * dropped, 38 is subtracted. */
    limb flip = (limb)(0 - (mode & 1));
    for (size_t i = 0; i < FIELD_25519_LIMBS; i++) {
        limb sum = (limb)(a[i] + mode);
        limb carry = base_less(sum, mode);
        limb other = b[i] ^ flip;
        sum = (limb)(sum + other);
        mode = (limb)(carry + base_less(sum, other));
        r[i] = sum;
    }
    field_p25519_add_word(r, r, (limb)(38 * (mode - 1)));
}

/* Add 38 times the upper half of t to the lower one; returns the carry. Half a limb times 38 has
 * room for what is carried to it. */
WHIT_INLINE limb field_25519_add_upper(limb *t)
{
    limb carry = 0;
    for (size_t i = 0; i < FIELD_25519_LIMBS; i++) {
        limb x = t[i + FIELD_25519_LIMBS];
        limb low = (limb)(38 * (x & (LIMB_MAX >> (LIMB_BITS / 2))) + carry);
        limb high = (limb)(38 * (x >> (LIMB_BITS / 2)) + (low >> (LIMB_BITS / 2)));
        low = (limb)((low & (LIMB_MAX >> (LIMB_BITS / 2))) | high << (LIMB_BITS / 2));
        t[i] = (limb)(t[i] + low);
        carry = (limb)((high >> (LIMB_BITS / 2)) + base_less(t[i], low));
    }
    return carry;
}

/* r = t + high 2^256 for a small `high`, less p for each 2^255 in it: 19 is added for each. Clears
 * the top bit of t. */
WHIT_INLINE void field_25519_fold_top(limb *r, limb *t, limb high)
{
    high = (limb)(high << 1) | t[FIELD_25519_LIMBS - 1] >> (LIMB_BITS - 1);
    t[FIELD_25519_LIMBS - 1] &= LIMB_MAX >> 1;
    field_p25519_add_word(r, t, (limb)(19 * high));
}

/* r = t modulo p for a t of 512 bits, whose upper half counts 38-fold. Overwrites t. */
WHIT_INLINE void whit_field_25519_fold(limb *r, limb *t)
{
    limb high = WHIT_MULTIPLY_APART
                    ? field_25519_add_upper(t)
                    : mp_mul_add_limb(t, t + FIELD_25519_LIMBS, 38, FIELD_25519_LIMBS);
    field_25519_fold_top(r, t, high);
}

/* A product, and what folds it. */
WHIT_NOINLINE WHIT_INTERNAL void whit_field_25519_mul(limb *r, const limb *a, const limb *b)
{
    limb product[2 * FIELD_25519_LIMBS];
    if (WHIT_MULTIPLY_APART) {
        mp_mul(product, a, b, FIELD_25519_LIMBS);
    } else {
        mp_set_word(product, 0, FIELD_25519_LIMBS);
        for (size_t i = 0; i < FIELD_25519_LIMBS; i++) {
            product[i + FIELD_25519_LIMBS] = mp_mul_add_limb(product + i, a, b[i],
                                                             FIELD_25519_LIMBS);
        }
    }
    field_p25519_fold(r, product);
}

/* Not below p is what reaches 2^255 by 19 more. */
WHIT_INTERNAL void whit_field_25519_canonical(limb *r, const limb *a)
{
    field_p25519_add_word(r, a, 19);
    limb below = base_hidden((r[FIELD_25519_LIMBS - 1] >> (LIMB_BITS - 1)) ^ 1);
    field_p25519_add_word(r, r, (limb)(0 - 19 * below));
    r[FIELD_25519_LIMBS - 1] &= LIMB_MAX >> 1;
}

#if FIELD_25519_PROGRAMS

WHIT_NOINLINE WHIT_INTERNAL void field_25519_run(limb *registers, const uint8_t *program)
{
    unsigned operation;
    do {
        operation = base_rom_byte(program++);
        unsigned operands = base_rom_byte(program++);
        limb *r = registers + (operation & 15) * FIELD_25519_LIMBS;
        const limb *a = registers + (operands >> 4) * FIELD_25519_LIMBS;
        const limb *b = registers + (operands & 15) * FIELD_25519_LIMBS;
        if ((operation & FIELD_25519_MUL) != 0) {
            field_p25519_mul(r, a, b);
        } else {
#if WHIT_COORDINATES_p25519 == 1
            field_p25519_sum(r, a, b, (operation & FIELD_25519_ADD) != 0 ? 38 : 1);
#else
            if ((operation & FIELD_25519_ADD) != 0) {
                field_p25519_add(r, a, b);
            } else {
                field_p25519_sub(r, a, b);
            }
#endif
        }
    } while ((operation & FIELD_25519_LAST) == 0);
}

WHIT_NOINLINE WHIT_INTERNAL void field_25519_ones(limb *r, const limb *a, size_t bits,
                                                  unsigned zeros)
{
    mp_copy(r, a, FIELD_25519_LIMBS);
    while (--bits > 0) {
        field_p25519_sqr(r, r);
        if (bits > 8 || (zeros >> (bits - 1) & 1) == 0) {
            field_p25519_mul(r, r, a);
        }
    }
}

#else

/* r = a^(2^times). */
static WHIT_NOINLINE void field_25519_square(limb *r, const limb *a, size_t times)
{
    field_p25519_sqr(r, a);
    while (--times > 0) {
        field_p25519_sqr(r, r);
    }
}

/* r = a^(2^252 - 3). With x = a^(2^k - 1), x^(2^k) x has 2 k for k, and x^2 a has k + 1; k is, bit
 * by bit from the top, 250, whose power is raised to the fourth and multiplied with a. */
static WHIT_NOINLINE void field_25519_power(limb *r, const limb *a)
{
    limb x[FIELD_25519_LIMBS];
    size_t k = 1;
    mp_copy(x, a, FIELD_25519_LIMBS);
    for (unsigned bits = 250u << 1 | 1; (bits & 0xff) != 0x80; bits <<= 1) {
        field_25519_square(r, x, k);
        field_p25519_mul(x, r, x);
        k *= 2;
        if ((bits & 0x80) != 0) {
            field_25519_square(r, x, 1);
            field_p25519_mul(x, r, a);
            k++;
        }
    }
    field_25519_square(r, x, 2);
    field_p25519_mul(r, r, a);
    base_wipe(x, sizeof x);
}

WHIT_INTERNAL void field_25519_inverse(limb *r, const limb *a)
{
    /* p - 2 = 8 (2^252 - 3) + 3. */
    limb cube[FIELD_25519_LIMBS];
    field_25519_power(r, a);
    field_25519_square(r, r, 3);
    field_25519_square(cube, a, 1);
    field_p25519_mul(cube, cube, a);
    field_p25519_mul(r, r, cube);
    base_wipe(cube, sizeof cube);
}

/* All ones where a = 0. */
static limb field_25519_zero(const limb *a)
{
    limb t[FIELD_25519_LIMBS];
    field_p25519_canonical(t, a);
    return mp_mask_zero(t, FIELD_25519_LIMBS);
}

WHIT_INTERNAL limb field_25519_root(limb *r, const limb *u, const limb *v, const limb *root)
{
    /* For r = u v^3 (u v^7)^((p - 5) / 8) the fourth power of v r^2 / u is 1 if u / v is a square:
     * then v r^2 = u, or -u and the root of -1 is missing. */
    limb cube[FIELD_25519_LIMBS];
    limb t[FIELD_25519_LIMBS];
    field_p25519_sqr(cube, v);
    field_p25519_mul(cube, cube, v);
    field_p25519_mul(cube, cube, u);
    field_p25519_sqr(t, v);
    field_p25519_sqr(t, t);
    field_p25519_mul(t, t, cube);
    field_25519_power(r, t);
    field_p25519_mul(r, r, cube);
    field_p25519_sqr(t, r);
    field_p25519_mul(t, t, v);
    field_p25519_sub(cube, t, u);
    field_p25519_add(t, t, u);
    limb found = field_25519_zero(cube);
    limb missing = field_25519_zero(t);
    field_p25519_mul(t, r, root);
    mp_select(r, t, missing, FIELD_25519_LIMBS);
    return found | missing;
}

#endif

#endif
