/* SPDX-License-Identifier: MIT */
/* Arithmetic and comparison of integers: whit/integer.h. */
#include "scheme/integer/integer_work.h"

#if WHIT_ARITHMETIC

whit_status whit_integer_add(whit_integer *r, const whit_integer *a, const whit_integer *b,
                             const whit_modulus *m, void *room)
{
    integer_work w;
    whit_status status = integer_begin_from(&w, r, a, b, m, room);
    if (status != WHIT_OK) {
        return status;
    }
    integer_sum(integer_limbs(r), integer_value(a), integer_value(b), &w);
    return integer_end(r, m, &w, w.n, WHIT_OK);
}

whit_status whit_integer_sub(whit_integer *r, const whit_integer *a, const whit_integer *b,
                             const whit_modulus *m, void *room)
{
    integer_work w;
    whit_status status = integer_begin_from(&w, r, a, b, m, room);
    if (status != WHIT_OK) {
        return status;
    }
    limb borrow = mp_sub(integer_limbs(r), integer_value(a), integer_value(b), w.n);
    mp_add_masked(integer_limbs(r), w.m, base_mask(borrow), w.n);
    r->tag = m->tag;
    return WHIT_OK;
}

whit_status whit_integer_negate(whit_integer *r, const whit_integer *a, const whit_modulus *m,
                                void *room)
{
    integer_work w;
    whit_status status = integer_begin_from(&w, r, a, a, m, room);
    if (status != WHIT_OK) {
        return status;
    }
    base_zero(w.extra, w.n);
    limb borrow = mp_sub(integer_limbs(r), w.extra, integer_value(a), w.n);
    mp_add_masked(integer_limbs(r), w.m, base_mask(borrow), w.n);
    r->tag = m->tag;
    return WHIT_OK;
}

whit_status whit_integer_mul(whit_integer *r, const whit_integer *a, const whit_integer *b,
                             const whit_modulus *m, void *room)
{
    integer_work w;
    whit_status status = integer_begin_from(&w, r, a, b, m, room);
    if (status != WHIT_OK) {
        return status;
    }
    integer_multiply(integer_limbs(r), integer_value(a), integer_value(b), &w);
    return integer_end(r, m, &w, 2 * w.n, WHIT_OK);
}

whit_status whit_integer_sqr(whit_integer *r, const whit_integer *a, const whit_modulus *m,
                             void *room)
{
    integer_work w;
    whit_status status = integer_begin_from(&w, r, a, a, m, room);
    if (status != WHIT_OK) {
        return status;
    }
    integer_square(integer_limbs(r), integer_value(a), &w);
    return integer_end(r, m, &w, 2 * w.n, WHIT_OK);
}

whit_status whit_integer_inverse(whit_integer *r, const whit_integer *a, const whit_modulus *m,
                                 void *room)
{
    integer_work w;
    whit_status status = integer_begin_from(&w, r, a, a, m, room);
    if (status != WHIT_OK) {
        return status;
    }
    const size_t stride = MP_STEPS_LIMBS(w.n);
    const size_t used = 4 * stride + MP_STEPS_ROOM(w.n);
    limb *f = w.product;
    limb *d = f + 2 * stride;
    base_zero(f, used);
    mp_copy(f, w.m, w.n);
    mp_copy(f + stride, integer_value(a), w.n);
    mp_copy(d + stride, w.r2, w.n);
    mp_division_steps(f, w.m, w.n0, m->bits, w.n);
    /* f is 1 or -1, or the two have a common divisor. For a = x R, R / x = R^2 / a. */
    const limb sign = f[w.n];
    limb other = (limb)(f[0] ^ sign ^ 1u ^ (sign & 1u));
    for (size_t i = 1; i < w.n; i++) {
        other |= f[i] ^ sign;
    }
    mp_add_masked(d, w.m, d[w.n], w.n);
    base_zero(f, w.n);
    limb borrow = mp_sub(f, f, d, w.n);
    mp_add_masked(f, w.m, base_mask(borrow), w.n);
    mp_select(d, f, sign, w.n);
    mp_copy(integer_limbs(r), d, w.n);
    status = base_public(base_mask_zero(other)) ? WHIT_OK : WHIT_ERROR_NOT_INVERTIBLE;
    return integer_end(r, m, &w, used, status);
}

whit_status whit_integer_inverse_vartime(whit_integer *r, const whit_integer *a,
                                         const whit_modulus *m, void *room)
{
#if !defined(mp_division_turn)
    integer_work w;
    whit_status status = integer_begin_from(&w, r, a, a, m, room);
    if (status != WHIT_OK) {
        return status;
    }
    integer_decode(w.product + MP_INVERSE_OPERAND(w.n), integer_value(a), &w);
    const limb *inverse = mp_inverse_vartime(w.product, w.m, w.n);
    if (inverse != NULL) {
        mp_copy(integer_limbs(r), inverse, w.n);
        integer_multiply(integer_limbs(r), integer_limbs(r), w.r2, &w);
        return integer_end(r, m, &w, MP_INVERSE_ROOM(w.n), WHIT_OK);
    }
#endif
    return whit_integer_inverse(r, a, m, room);
}

whit_status whit_integer_equal(int *answer, const whit_integer *a, const whit_integer *b,
                               const whit_modulus *m, void *room)
{
    integer_work w;
    whit_status status = integer_begin_of(&w, answer, a, b, m, room);
    if (status == WHIT_OK) {
        *answer = base_same(integer_value(a), integer_value(b), w.n * LIMB_BYTES);
    }
    return status;
}

whit_status whit_integer_is_zero(int *answer, const whit_integer *a, const whit_modulus *m,
                                 void *room)
{
    integer_work w;
    whit_status status = integer_begin_of(&w, answer, a, a, m, room);
    if (status == WHIT_OK) {
        *answer = (int)(mp_mask_zero(integer_value(a), w.n) & 1);
    }
    return status;
}

whit_status whit_integer_compare(int *answer, const whit_integer *a, const whit_integer *b,
                                 const whit_modulus *m, void *room)
{
    integer_work w;
    whit_status status = integer_begin_of(&w, answer, a, b, m, room);
    if (status != WHIT_OK) {
        return status;
    }
    limb *other = w.extra + w.n;
    integer_decode(w.extra, integer_value(a), &w);
    integer_decode(other, integer_value(b), &w);
    *answer = (int)(mp_mask_less(other, w.extra, w.n) & 1) -
              (int)(mp_mask_less(w.extra, other, w.n) & 1);
    base_wipe(w.product, 4 * w.n * LIMB_BYTES);
    return WHIT_OK;
}

whit_status whit_integer_select(whit_integer *r, const whit_integer *a, const whit_integer *b,
                                unsigned choice, const whit_modulus *m, void *room)
{
    integer_work w;
    whit_status status = integer_begin_from(&w, r, a, b, m, room);
    if (status != WHIT_OK) {
        return status;
    }
    const limb mask = base_mask((limb)(choice & 1));
    const limb *first = integer_value(a);
    const limb *second = integer_value(b);
    limb *out = integer_limbs(r);
    for (size_t i = 0; i < w.n; i++) {
        out[i] = first[i] ^ ((first[i] ^ second[i]) & mask);
    }
    r->tag = m->tag;
    return WHIT_OK;
}

#endif
