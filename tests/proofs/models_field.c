/* SPDX-License-Identifier: MIT */
/* Models of a field's functions, of numbers and of points, for harnesses of one size. Of a result
 * nothing is known but where it stands; held to the functions by the harnesses mp, mp_masks, field,
 * inverse, root and order. */
#include "models.h"

#ifdef PROOF_SIZE

#define ELEMENT_BYTES sizeof(limb[FIELD_LIMBS])

static void any_element(limb *r)
{
    WRITABLE(r, ELEMENT_BYTES);
    __CPROVER_havoc_slice(r, ELEMENT_BYTES);
}

static limb any_mask(void)
{
    return nondet_int() != 0 ? LIMB_MAX : 0;
}

/* r = a function of a. */
static void any_of(limb *r, const limb *a, const field_modulus *f)
{
    READABLE(a, ELEMENT_BYTES);
    READABLE(f, sizeof *f);
    any_element(r);
}

void model_field_mul(limb *r, const limb *a, const limb *b, const field_modulus *f)
{
    READABLE(b, ELEMENT_BYTES);
    any_of(r, a, f);
}

void model_field_add(limb *r, const limb *a, const limb *b, const field_modulus *f)
{
    model_field_mul(r, a, b, f);
}

void model_field_sub(limb *r, const limb *a, const limb *b, const field_modulus *f)
{
    model_field_mul(r, a, b, f);
}

void model_field_sqr(limb *r, const limb *a, const field_modulus *f)
{
    any_of(r, a, f);
}

void model_field_encode(limb *r, const limb *a, const field_modulus *f)
{
    any_of(r, a, f);
}

void model_field_decode(limb *r, const limb *a, const field_modulus *f)
{
    any_of(r, a, f);
}

void model_field_inverse(limb *r, const limb *a, const field_modulus *f)
{
    PROVE(r != a);
    any_of(r, a, f);
}

void model_field_power(limb *r, const limb *a, const limb *e, const field_modulus *f)
{
    PROVE(r != a);
    model_field_mul(r, a, e, f);
}

void model_field_negate_masked(limb *r, limb mask, const field_modulus *f)
{
    (void)mask;
    any_of(r, r, f);
}

limb model_field_square_root(limb *r, const limb *a, unsigned two_adicity, const limb *root,
                             const limb *one, const field_modulus *f)
{
    PROVE(r != a && two_adicity > 0);
    READABLE(one, ELEMENT_BYTES);
    READABLE(root, two_adicity > 1 ? ELEMENT_BYTES : 0);
    any_of(r, a, f);
    return any_mask();
}

int model_weierstrass_has_order(const limb *x, const limb *y, const weierstrass_domain *d)
{
    READABLE(x, ELEMENT_BYTES);
    READABLE(y, ELEMENT_BYTES);
    READABLE(d, sizeof *d);
    return nondet_int() != 0;
}

/* A point that is twice another, or a sum. */
void model_weierstrass_twice(weierstrass_point *p, const weierstrass_domain *d)
{
    READABLE(d, sizeof *d);
    WRITABLE(p, sizeof *p);
    __CPROVER_havoc_slice(p, sizeof *p);
}

void model_weierstrass_add_vartime(weierstrass_point *p, const weierstrass_point *q,
                                   const weierstrass_domain *d)
{
    READABLE(q, sizeof *q);
    model_weierstrass_twice(p, d);
}

#endif

void model_mp_copy(limb *r, const limb *a, size_t n)
{
    READABLE(a, n * LIMB_BYTES);
    WRITABLE(r, n * LIMB_BYTES);
    __CPROVER_havoc_slice(r, n * LIMB_BYTES);
}

void model_mp_shift_right(limb *r, const limb *a, unsigned bits, size_t n)
{
    PROVE(bits > 0 && bits < LIMB_BITS);
    model_mp_copy(r, a, n);
}

limb model_mp_sub_c(limb *r, const limb *a, const limb *b, size_t n)
{
    READABLE(b, n * LIMB_BYTES);
    model_mp_copy(r, a, n);
    return (limb)(nondet_int() != 0);
}

limb model_mp_add_masked_c(limb *r, const limb *a, limb mask, size_t n)
{
    (void)mask;
    model_mp_copy(r, a, n);
    return (limb)(nondet_int() != 0);
}

void model_mp_division_steps(limb *numbers, const limb *m, limb n0, size_t bits, size_t n)
{
    size_t all = (4 * MP_STEPS_LIMBS(n) + MP_STEPS_ROOM(n)) * LIMB_BYTES;
    (void)n0;
    (void)bits;
    READABLE(m, n * LIMB_BYTES);
    WRITABLE(numbers, all);
    __CPROVER_havoc_slice(numbers, all);
}

void model_mp_from_bytes(limb *r, size_t n, const uint8_t *bytes, size_t length)
{
    PROVE(n > 0 && length <= n * LIMB_BYTES);
    READABLE(bytes, length);
    WRITABLE(r, n * LIMB_BYTES);
    __CPROVER_havoc_slice(r, n * LIMB_BYTES);
}

void model_mp_to_bytes(uint8_t *bytes, size_t length, const limb *a)
{
    READABLE(a, (length + LIMB_BYTES - 1) / LIMB_BYTES * LIMB_BYTES);
    WRITABLE(bytes, length);
    if (length > 0) {
        __CPROVER_havoc_slice(bytes, length);
    }
}

limb model_mp_mask_zero(const limb *a, size_t n)
{
    READABLE(a, n * LIMB_BYTES);
    return nondet_int() != 0 ? LIMB_MAX : 0;
}

limb model_mp_mask_less(const limb *a, const limb *b, size_t n)
{
    READABLE(b, n * LIMB_BYTES);
    return model_mp_mask_zero(a, n);
}

limb model_mp_bit(const limb *a, size_t bit, size_t n)
{
    READABLE(a, n * LIMB_BYTES);
    (void)bit;
    return (limb)(nondet_int() != 0);
}
