/* SPDX-License-Identifier: MIT */
/* Sums of products in fields of one size, FIELD_HEADER, for programs that call these functions.
 * Numbers are limbs in a row. */
#include FIELD_HEADER

static field_modulus modulus;

void set(const limb *m, limb n0)
{
    mp_copy(modulus.m, m, FIELD_LIMBS);
    modulus.n0 = n0;
    modulus.constant = n0;
    modulus.reduce = reduce_montgomery;
}

unsigned most(void)
{
    return field_most_terms(&modulus);
}

void sum(limb *r, const limb *const *terms, size_t count)
{
    field_sum_products(r, terms, count, &modulus);
}

void complement(limb *r, const limb *a)
{
    field_complement(r, a, &modulus);
}

void add(limb *r, const limb *a, const limb *b)
{
    field_add(r, a, b, &modulus);
}

void multiply(limb *r, const limb *a, const limb *b)
{
    field_mul(r, a, b, &modulus);
}
