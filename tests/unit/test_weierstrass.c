/* SPDX-License-Identifier: MIT */
/* Points of secp256r1: what the toy curves cannot show at full size. */
#include "generated/instance/size_256.h"
#include "reference.h"
#include "test.h"

#include <whit/brainpoolP256r1.h>
#include <whit/secp256k1.h>
#include <whit/secp256r1.h>

typedef weierstrass_domain domain;
typedef weierstrass_point point;

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
    const field_modulus *f = &curve()->p;
    mp_copy(z, p->x, FIELD_LIMBS);
    field_sqr(square, z, f);
    field_mul(p->x, p->x, square, f);
    field_mul(square, square, z, f);
    field_mul(p->y, p->y, square, f);
    field_mul(p->z, p->z, z, f);
}

static void check_same(const point *a, const point *b)
{
    point left = *a;
    point right = *b;
    weierstrass_to_affine(&left, curve());
    weierstrass_to_affine(&right, curve());
    CHECK_BYTES(left.x, right.x, sizeof left.x);
    CHECK_BYTES(left.y, right.y, sizeof left.y);
}

static void multiply_generator(point *r, const limb *k)
{
    limb copy[RECODED_LIMBS];
    mp_copy(copy, k, SCALAR_LIMBS);
    base_point(r);
    weierstrass_multiply(r, copy, curve());
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
    weierstrass_add_or_double(&p, &q, curve());
    check_same(&p, &twice);

    p = g;
    q = g;
    rescale(&q);
    weierstrass_add_vartime(&p, &q, curve());
    check_same(&p, &twice);

    p = g;
    q = g;
    rescale(&q);
    field_negate_masked(q.y, LIMB_MAX, &curve()->p);
    weierstrass_add_or_double(&p, &q, curve());
    CHECK_EQ(mp_mask_zero(p.z, FIELD_LIMBS), LIMB_MAX);
    weierstrass_add_vartime(&p, &g, curve());
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
        weierstrass_add_vartime(&sum, &g, curve());
        test_note("multiple", word);
        for (int from_order = 0; from_order <= 1; from_order++) {
            /* n - word is the negative; n - 2 c is where the last window of a multiplication
             * doubles. */
            scalar(k, word, from_order);
            multiply_generator(&r, k);
            field_negate_masked(r.y, base_mask((limb)from_order), &curve()->p);
            check_same(&r, &sum);
            mp_copy(r.z, g.x, FIELD_LIMBS); /* any, in builds that read it */
            weierstrass_multiply_base(&r, k, &whit_secp256r1_base, curve());
            field_negate_masked(r.y, base_mask((limb)from_order), &curve()->p);
            check_same(&r, &sum);
        }
    }
}

TEST(weierstrass_ways_to_multiply_agree)
{
    point left, right;
    weierstrass_affine q;
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
        mp_copy(right.z, left.z, FIELD_LIMBS);
        weierstrass_multiply_base(&right, k, &whit_secp256r1_base, curve());
        check_same(&left, &right);

        /* u G + v (k G) = (u + v k) G, with the edges v = 0, 1 and u = 0 among the rounds. */
        weierstrass_to_affine(&left, curve());
        field_encode(q.x, left.x, &curve()->p);
        field_encode(q.y, left.y, &curve()->p);
        mp_set_word(v, (limb)round, SCALAR_LIMBS);
        if (round % 3 == 2) {
            mp_set_word(u, 0, SCALAR_LIMBS);
        }
        mp_copy(total, u, SCALAR_LIMBS);
        for (unsigned i = 0; i < round; i++) {
            scalar_add(total, total, k, &curve()->n);
        }
        weierstrass_multiply_two_vartime(&left, u, v, &q, curve());
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
    weierstrass_multiply_two_vartime(&r, u, v, curve()->g, curve());
    CHECK_EQ(mp_mask_zero(r.z, FIELD_LIMBS), LIMB_MAX);
}

#if WHIT_RANDOMISE

/* All points that a multiplication doubles. */
#define MOST_DOUBLINGS 300
static point doubled[2][MOST_DOUBLINGS];
static unsigned doublings[2];
static unsigned recorded;
static const domain *true_domain;

static void record(point *p, const domain *d)
{
    if (doublings[recorded] < MOST_DOUBLINGS) {
        doubled[recorded][doublings[recorded]] = *p;
    }
    doublings[recorded]++;
    true_domain->twice(p, d);
}

static void multiply_recorded(const whit_curve *curve, const whit_base *base, point *r, int of_base,
                              const limb *z)
{
    limb k[RECODED_LIMBS] = {0};
    domain with_record;
    true_domain = (const domain *)curve->domain;
    with_record = *true_domain;
    with_record.twice = record;
    doublings[recorded] = 0;
    mp_copy(k, true_domain->n.m, SCALAR_LIMBS);
    mp_shift_right(k, k, 1, SCALAR_LIMBS);
    mp_copy_rom((limb *)r, (const limb *)true_domain->g, AFFINE_LIMBS);
    mp_copy(r->z, z, FIELD_LIMBS);
    if (of_base) {
        weierstrass_multiply_base(r, k, base, &with_record);
    } else {
        weierstrass_multiply(r, k, &with_record);
    }
}

/* Of two multiplications that begin with another Z no doubling has a coordinate in common, but for
 * that of the public point itself, with which a table may begin; of two with the same Z all have.
 * The results are equal as points and not as coordinates. */
static void check_coordinates(const whit_curve *curve, const whit_base *base, int of_base)
{
    limb z[FIELD_LIMBS], other[FIELD_LIMBS];
    point r, s;
    mp_set_word(z, 5, FIELD_LIMBS);
    mp_set_word(other, 77, FIELD_LIMBS);
    recorded = 0;
    multiply_recorded(curve, base, &r, of_base, z);
    recorded = 1;
    multiply_recorded(curve, base, &s, of_base, z);
    CHECK_EQ(doublings[0], doublings[1]);
    CHECK_BYTES(doubled[1], doubled[0], doublings[0] * sizeof(point));
    CHECK_BYTES(&s, &r, sizeof r);
    multiply_recorded(curve, base, &s, of_base, other);
    CHECK_EQ(doublings[0], doublings[1]);
    /* A comb of profile fast doubles 13 times. */
    CHECK(doublings[0] > (of_base ? 10u : 20u) && doublings[0] < MOST_DOUBLINGS);
    for (unsigned i = of_base ? 0 : 1; i < doublings[0]; i++) {
        limb x[FIELD_LIMBS], y[FIELD_LIMBS];
        mp_sub(x, doubled[0][i].x, doubled[1][i].x, FIELD_LIMBS);
        mp_sub(y, doubled[0][i].y, doubled[1][i].y, FIELD_LIMBS);
        test_note("doubling", i);
        CHECK_EQ(mp_mask_zero(x, FIELD_LIMBS) | mp_mask_zero(y, FIELD_LIMBS), 0);
    }
    mp_sub(z, r.x, s.x, FIELD_LIMBS);
    CHECK_EQ(mp_mask_zero(z, FIELD_LIMBS), 0);
    weierstrass_to_affine(&r, true_domain);
    weierstrass_to_affine(&s, true_domain);
    CHECK_BYTES(s.x, r.x, sizeof r.x);
    CHECK_BYTES(s.y, r.y, sizeof r.y);
}

TEST(weierstrass_coordinates_that_are_randomised)
{
    for (int of_base = 0; of_base <= 1; of_base++) {
        check_coordinates(&whit_secp256r1, &whit_secp256r1_base, of_base);
        check_coordinates(&whit_secp256k1, &whit_secp256k1_base, of_base);
        check_coordinates(&whit_brainpoolP256r1, &whit_brainpoolP256r1_base, of_base);
    }
}

#endif

TEST_SUITE(weierstrass) = {
    CASE(weierstrass_exceptional_additions),
    CASE(weierstrass_small_and_large_multiples),
    CASE(weierstrass_ways_to_multiply_agree),
    CASE(weierstrass_two_multiples_that_cancel),
#if WHIT_RANDOMISE
    CASE(weierstrass_coordinates_that_are_randomised),
#endif
    END_OF_SUITE,
};
