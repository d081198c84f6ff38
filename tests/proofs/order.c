/* SPDX-License-Identifier: MIT */
/* The order of a point, and what it asks of sums and doublings: they keep to their operands. */
#include "proofs.h"

void model_weierstrass_twice(weierstrass_point *p, const weierstrass_domain *d);

static weierstrass_domain *any_domain(void)
{
    weierstrass_domain *d = (weierstrass_domain *)(void *)any_bytes(sizeof(weierstrass_domain));
    ASSUME(d->n.bits <= WHIT_SCALAR_SIZE);
    d->twice = model_weierstrass_twice;
    return d;
}

static weierstrass_point *any_point(void)
{
    return (weierstrass_point *)(void *)any_bytes(sizeof(weierstrass_point));
}

void prove_has_order(void)
{
    const limb *x = any_point()->x;
    const limb *y = (const limb *)(const void *)any_bytes(FIELD_LIMBS * LIMB_BYTES);
    int has_order = weierstrass_has_order(x + 2 * FIELD_LIMBS, y, any_domain());
    PROVE(has_order == 0 || has_order == 1);
    REACHED(has_order == 1);
}

void prove_sums(void)
{
    const weierstrass_domain *d = any_domain();
    weierstrass_double_a_minus_3(any_point(), d);
    weierstrass_double_a_zero(any_point(), d);
    weierstrass_double_a_any(any_point(), d);
    weierstrass_add_vartime(any_point(), any_point(), d);
    REACHED(1);
}
