/* SPDX-License-Identifier: MIT */
/* Arithmetic of a field in portable C, for which models stand elsewhere: it keeps to its operands,
 * whatever they are, with the reductions for any modulus. */
#include "proofs.h"

static field_modulus any_modulus(void)
{
    field_modulus f;
    ASSUME(f.bits > 0 && f.bits <= WHIT_FIELD_SIZE);
    f.reduce = FIELD_LIMBS > 2 && nondet_int() != 0 ? whit_reduce_crandall_c
                                                    : whit_reduce_montgomery_c;
    return f;
}

void prove_arithmetic(void)
{
    field_modulus f = any_modulus();
    limb a[FIELD_LIMBS];
    limb b[FIELD_LIMBS];
    limb r[FIELD_LIMBS];
    field_mul(r, a, b, &f);
    field_sqr(r, a, &f);
    field_add(r, a, b, &f);
    field_sub(r, a, b, &f);
    field_encode(r, a, &f);
    field_decode(r, a, &f);
    field_negate_masked(r, nondet_limb(), &f);
    (void)whit_mp_sub_c(r, a, b, FIELD_LIMBS);
    REACHED(f.reduce == whit_reduce_montgomery_c);
}

/* One turn of division steps, for so few bits. For more bits the same is done to the same operands,
 * again and again. */
void prove_division(void)
{
    limb numbers[4 * MP_STEPS_LIMBS(FIELD_LIMBS) + MP_STEPS_ROOM(FIELD_LIMBS)];
    limb m[FIELD_LIMBS];
    mp_division_steps(numbers, m, nondet_limb(), 1, FIELD_LIMBS);
    REACHED(1);
}
