/* SPDX-License-Identifier: MIT */
/* Points of secp256r1: what the toy curves cannot show at full size. */
#include "instance/size_256.h"
#include "reference.h"
#include "test.h"

#include <whit/secp256r1.h>

typedef WEIERSTRASS(domain) domain;
typedef WEIERSTRASS(point) point;

static const domain *curve(void)
{
    return (const domain *)whit_secp256r1.domain;
}

static void base_point(point *r)
{
    mp_copy_rom((limb *)r, (const limb *)curve()->g, AFFINE_LIMBS);
    mp_copy_rom(r->z, curve()->one, FIELD_LIMBS);
}

/* The same point with another Z: (z^2 X, z^3 Y, z Z) for z = X. */
static void rescale(point *p)
{
    limb z[FIELD_LIMBS], square[FIELD_LIMBS];
    const FIELD(modulus) *f = &curve()->p;
    mp_copy(z, p->x, FIELD_LIMBS);
    FIELD(sqr)(square, z, f);
    FIELD(mul)(p->x, p->x, square, f);
    FIELD(mul)(square, square, z, f);
    FIELD(mul)(p->y, p->y, square, f);
    FIELD(mul)(p->z, p->z, z, f);
}

static void check_same(const point *a, const point *b)
{
    point left = *a;
    point right = *b;
    WEIERSTRASS(to_affine)(&left, curve());
    WEIERSTRASS(to_affine)(&right, curve());
    CHECK_BYTES(left.x, right.x, sizeof left.x);
    CHECK_BYTES(left.y, right.y, sizeof left.y);
}

static void multiply_generator(point *r, const limb *k)
{
    limb copy[RECODED_LIMBS];
    mp_copy(copy, k, SCALAR_LIMBS);
    base_point(r);
    WEIERSTRASS(multiply)(r, copy, curve());
}

/* k = word, or n - word. */
static void scalar(limb *k, limb word, int from_order)
{
    mp_set_word(k, word, SCALAR_LIMBS);
    if (from_order) {
        mp_sub(k, curve()->n.m, k, SCALAR_LIMBS);
    }
}

TEST(weierstrass_exceptional_additions)
{
    point g, p, q, twice;
    base_point(&g);
    twice = g;
    curve()->twice(&twice, curve());

    p = g;
    q = g;
    rescale(&q);
    WEIERSTRASS(add_or_double)(&p, &q, curve());
    check_same(&p, &twice);

    p = g;
    q = g;
    rescale(&q);
    WEIERSTRASS(add_vartime)(&p, &q, curve());
    check_same(&p, &twice);

    p = g;
    q = g;
    rescale(&q);
    FIELD(negate_masked)(q.y, LIMB_MAX, &curve()->p);
    WEIERSTRASS(add_or_double)(&p, &q, curve());
    CHECK_EQ(mp_mask_zero(p.z, FIELD_LIMBS), LIMB_MAX);
    WEIERSTRASS(add_vartime)(&p, &g, curve());
    check_same(&p, &g);

    curve()->twice(&p, curve());
    check_same(&p, &twice);
}

TEST(weierstrass_small_and_large_multiples)
{
    point sum, g, r;
    limb k[SCALAR_LIMBS];
    base_point(&g);
    mp_set_word(sum.z, 0, FIELD_LIMBS);
    for (limb word = 1; word <= 40; word++) {
        WEIERSTRASS(add_vartime)(&sum, &g, curve());
        test_note("multiple", word);
        for (int from_order = 0; from_order <= 1; from_order++) {
            /* n - word is the negative; n - 2 c is where the last window of a multiplication
             * doubles. */
            scalar(k, word, from_order);
            multiply_generator(&r, k);
            FIELD(negate_masked)(r.y, base_mask((limb)from_order), &curve()->p);
            check_same(&r, &sum);
            WEIERSTRASS(multiply_base)(&r, k, &whit_secp256r1_base, curve());
            FIELD(negate_masked)(r.y, base_mask((limb)from_order), &curve()->p);
            check_same(&r, &sum);
        }
    }
}

TEST(weierstrass_ways_to_multiply_agree)
{
    point left, right;
    WEIERSTRASS(affine) q;
    limb k[SCALAR_LIMBS], u[SCALAR_LIMBS], v[SCALAR_LIMBS], total[SCALAR_LIMBS];
    uint32_t state = 1;
    for (unsigned round = 0; round < 12; round++) {
        reference_limbs(total, SCALAR_LIMBS, &state);
        mp_mod(k, total, SCALAR_LIMBS, SCALAR_LIMBS * LIMB_BITS, curve()->n.m, curve()->n.bits,
               SCALAR_LIMBS);
        reference_limbs(total, SCALAR_LIMBS, &state);
        mp_mod(u, total, SCALAR_LIMBS, SCALAR_LIMBS * LIMB_BITS, curve()->n.m, curve()->n.bits,
               SCALAR_LIMBS);
        test_note("round", round);
        CHECK_EQ(mp_mask_zero(k, SCALAR_LIMBS) | mp_mask_zero(u, SCALAR_LIMBS), 0);
        multiply_generator(&left, k);
        WEIERSTRASS(multiply_base)(&right, k, &whit_secp256r1_base, curve());
        check_same(&left, &right);

        /* u G + v (k G) = (u + v k) G, with the edges v = 0, 1 and u = 0 among the rounds. */
        WEIERSTRASS(to_affine)(&left, curve());
        FIELD(encode)(q.x, left.x, &curve()->p);
        FIELD(encode)(q.y, left.y, &curve()->p);
        mp_set_word(v, (limb)round, SCALAR_LIMBS);
        if (round % 3 == 2) {
            mp_set_word(u, 0, SCALAR_LIMBS);
        }
        mp_copy(total, u, SCALAR_LIMBS);
        for (unsigned i = 0; i < round; i++) {
            SCALAR(add)(total, total, k, &curve()->n);
        }
        WEIERSTRASS(multiply_two_vartime)(&left, u, v, &q, curve());
        multiply_generator(&right, total);
        check_same(&left, &right);
    }
}

TEST(weierstrass_two_multiples_that_cancel)
{
    point r;
    limb u[SCALAR_LIMBS], v[SCALAR_LIMBS];
    scalar(u, 5, 0);
    scalar(v, 5, 1);
    WEIERSTRASS(multiply_two_vartime)(&r, u, v, curve()->g, curve());
    CHECK_EQ(mp_mask_zero(r.z, FIELD_LIMBS), LIMB_MAX);
}

TEST_SUITE(weierstrass) = {
    CASE(weierstrass_exceptional_additions),
    CASE(weierstrass_small_and_large_multiples),
    CASE(weierstrass_ways_to_multiply_agree),
    CASE(weierstrass_two_multiples_that_cancel),
    END_OF_SUITE,
};
