/* SPDX-License-Identifier: MIT */
/* Arithmetic of a field in portable C, for which models stand elsewhere: it keeps to its operands,
 * whatever they are, with the reductions for any modulus. */
#include "proofs.h"

static limb *any_element(void)
{
    return (limb *)(void *)any_bytes(FIELD_LIMBS * LIMB_BYTES);
}

static const field_modulus *any_modulus(void)
{
    field_modulus *f = (field_modulus *)(void *)any_bytes(sizeof(field_modulus));
    ASSUME(f->bits > 0 && f->bits <= WHIT_FIELD_SIZE);
    f->reduce = FIELD_LIMBS > 2 && nondet_int() != 0 ? whit_reduce_crandall_c
                                                     : whit_reduce_montgomery_c;
    return f;
}

void prove_arithmetic(void)
{
    const field_modulus *f = any_modulus();
    const limb *a = any_element();
    const limb *b = any_element();
    limb *r = any_element();
    field_mul(r, a, b, f);
    field_sqr(r, a, f);
    field_add(r, a, b, f);
    field_sub(r, a, b, f);
    field_encode(r, a, f);
    field_decode(r, a, f);
    field_negate_masked(r, base_mask((limb)(nondet_int() != 0)), f);
    (void)whit_mp_sub_c(r, a, b, FIELD_LIMBS);
    REACHED(f->reduce == whit_reduce_montgomery_c);
}

void prove_inverse(void)
{
    field_inverse(any_element(), any_element(), any_modulus());
    REACHED(1);
}
