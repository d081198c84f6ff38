/* SPDX-License-Identifier: MIT */
/* The fields of secp256r1, coordinates and scalars, against plain arithmetic on bytes. */
#include "generated/instance/size_256.h"
#include "reference.h"
#include "test.h"

#include <whit/secp256r1.h>

#define BYTES (FIELD_LIMBS * LIMB_BYTES)
#define EDGES 10
#define ELEMENTS (TEST_HOST ? 40u : 15u) /* whose products are compared */

typedef field_modulus modulus;

static const weierstrass_domain *domain(void)
{
    return (const weierstrass_domain *)whit_secp256r1.domain;
}

/* An element below the modulus: the edges first (0, 1, 2, m - 1, m - 2, 2^w - 1, and numbers
 * whose limbs are ones and zeros), then random ones. */
static void element(limb *r, unsigned index, const modulus *f, uint32_t *state)
{
    limb small[FIELD_LIMBS], raw[FIELD_LIMBS];
    switch (index) {
    case 0:
    case 1:
    case 2:
        mp_set_word(r, (limb)index, FIELD_LIMBS);
        return;
    case 3:
    case 4:
        mp_set_word(small, (limb)(index - 2), FIELD_LIMBS);
        mp_sub(r, f->m, small, FIELD_LIMBS);
        return;
    case 5:
        mp_set_word(r, LIMB_MAX, FIELD_LIMBS);
        return;
    default:
        reference_limbs(raw, FIELD_LIMBS, state);
        mp_mod(r, raw, FIELD_LIMBS, FIELD_LIMBS * LIMB_BITS, f->m, f->bits, FIELD_LIMBS);
    }
}

static void bytes_of(uint8_t *bytes, const limb *a)
{
    mp_to_bytes(bytes, BYTES, a);
}

static void check_element(const limb *actual, const uint8_t *expected)
{
    uint8_t bytes[BYTES];
    bytes_of(bytes, actual);
    CHECK_BYTES(bytes, expected, BYTES);
}

/* r = a b / R mod m, from r R = a b mod m: what Montgomery multiplication is to give. */
static void check_product(const limb *r, const uint8_t *a, const uint8_t *b, const uint8_t *m)
{
    uint8_t product[2 * BYTES], shifted[2 * BYTES], left[BYTES], right[BYTES];
    limb below[FIELD_LIMBS];
    bytes_of(shifted, r);
    for (size_t i = 0; i < BYTES; i++) {
        shifted[BYTES + i] = 0;
    }
    reference_mul(product, a, b, BYTES);
    reference_mod(left, shifted, 2 * BYTES, m, BYTES);
    reference_mod(right, product, 2 * BYTES, m, BYTES);
    CHECK_BYTES(left, right, BYTES);
    mp_from_bytes(below, FIELD_LIMBS, m, BYTES);
    CHECK(mp_mask_less(r, below, FIELD_LIMBS) != 0);
}

static void check_arithmetic(const modulus *f)
{
    limb a[FIELD_LIMBS], b[FIELD_LIMBS], r[FIELD_LIMBS];
    uint8_t x[BYTES], y[BYTES], m[BYTES], sum[1 + BYTES], wide_m[1 + BYTES], expected[1 + BYTES];
    uint32_t state = 1;
    bytes_of(m, f->m);
    wide_m[0] = 0;
    for (size_t i = 0; i < BYTES; i++) {
        wide_m[1 + i] = m[i];
    }
    for (unsigned i = 0; i < ELEMENTS; i++) {
        for (unsigned j = 0; j < EDGES; j++) {
            element(a, i, f, &state);
            element(b, j, f, &state);
            bytes_of(x, a);
            bytes_of(y, b);
            test_note("elements", i << 8 | j);
            sum[0] = (uint8_t)reference_add(sum + 1, x, y, BYTES);
            reference_mod(expected, sum, 1 + BYTES, wide_m, 1 + BYTES);
            field_add(r, a, b, f);
            check_element(r, expected + 1);
            field_sub(r, r, b, f);
            check_element(r, x);
            field_mul(r, a, b, f);
            check_product(r, x, y, m);
            field_sqr(r, a, f);
            check_product(r, x, x, m);
            mp_copy(r, a, FIELD_LIMBS);
            field_mul(r, r, r, f);
            check_product(r, x, x, m);
        }
    }
}

TEST(field_arithmetic_of_coordinates)
{
    check_arithmetic(&domain()->p);
}

TEST(field_arithmetic_of_scalars)
{
    check_arithmetic(&domain()->n);
}

static void check_inverses(const modulus *f)
{
    limb a[FIELD_LIMBS], r[FIELD_LIMBS], one[FIELD_LIMBS], product[FIELD_LIMBS];
    uint32_t state = 2;
    for (unsigned i = 0; i < EDGES; i++) {
        element(a, i, f, &state);
        test_note("element", i);
        field_encode(r, a, f);
        field_decode(product, r, f);
        CHECK_BYTES(product, a, sizeof a);
        field_inverse(product, r, f);
        field_mul(product, product, r, f);
        field_decode(product, product, f);
        mp_set_word(one, i > 0, FIELD_LIMBS);
        CHECK_BYTES(product, one, sizeof one);
        mp_copy(product, a, FIELD_LIMBS);
        field_negate_masked(product, LIMB_MAX, f);
        field_add(product, product, a, f);
        CHECK_EQ(mp_mask_zero(product, FIELD_LIMBS), LIMB_MAX);
        mp_copy(product, a, FIELD_LIMBS);
        field_negate_masked(product, 0, f);
        CHECK_BYTES(product, a, sizeof a);
    }
}

TEST(field_inverses)
{
    check_inverses(&domain()->p);
    check_inverses(&domain()->n);
}

TEST(field_square_roots)
{
    const modulus *f = &domain()->p;
    limb a[FIELD_LIMBS], square[FIELD_LIMBS], root[FIELD_LIMBS], zero[FIELD_LIMBS];
    uint32_t state = 3;
    mp_set_word(zero, 0, FIELD_LIMBS);
    for (unsigned i = 0; i < EDGES; i++) {
        element(a, i, f, &state);
        test_note("element", i);
        field_sqr(square, a, f);
        CHECK_EQ(field_square_root(root, square, 1, NULL, domain()->one, f), LIMB_MAX);
        field_sqr(root, root, f);
        CHECK_BYTES(root, square, sizeof square);
        if (i > 0) {
            /* -1 is no square for p = 3 mod 4, so neither is the negative of one. */
            field_sub(square, zero, square, f);
            CHECK_EQ(field_square_root(root, square, 1, NULL, domain()->one, f), 0);
        }
    }
}

/* Any odd modulus, with the power q of a number that is no square, where m - 1 = q 2^s. */
typedef struct any_field {
    modulus f;
    unsigned two_adicity;
    limb one[FIELD_LIMBS];
    limb root[FIELD_LIMBS];
} any_field;

static void make_field(any_field *t, const limb *m, uint16_t bits, limb no_square)
{
    limb e[FIELD_LIMBS], z[FIELD_LIMBS];
    mp_copy(t->f.m, m, FIELD_LIMBS);
    t->f.bits = bits;
    t->f.reduce = reduce_montgomery;
    /* A turn of Newton's doubles the bits of the inverse that are right. */
    t->f.n0 = m[0];
    for (unsigned right = 3; right < LIMB_BITS; right *= 2) {
        t->f.n0 = (limb)(1u * t->f.n0 * (limb)(2 - (limb)(1u * t->f.n0 * m[0])));
    }
    t->f.n0 = (limb)(0 - t->f.n0);
    t->f.constant = t->f.n0;
    mp_set_word(t->one, 1, FIELD_LIMBS);
    for (unsigned i = 0; i < FIELD_LIMBS * LIMB_BITS; i++) {
        field_add(t->one, t->one, t->one, &t->f);
    }
    mp_copy(t->f.r2, t->one, FIELD_LIMBS);
    for (unsigned i = 0; i < FIELD_LIMBS * LIMB_BITS; i++) {
        field_add(t->f.r2, t->f.r2, t->f.r2, &t->f);
    }
    mp_copy(e, m, FIELD_LIMBS);
    t->two_adicity = 0;
    for (e[0] &= LIMB_MAX - 1; (e[0] & 1) == 0; t->two_adicity++) {
        mp_shift_right(e, e, 1, FIELD_LIMBS);
    }
    mp_set_word(z, no_square, FIELD_LIMBS);
    field_encode(z, z, &t->f);
    field_power(t->root, z, e, &t->f);
}

/* All squares have roots and no other number has. */
static void check_roots(const any_field *t, unsigned elements)
{
    limb a[FIELD_LIMBS], square[FIELD_LIMBS], root[FIELD_LIMBS], z[FIELD_LIMBS];
    uint32_t state = 4;
    /* Times the root of a number that is no square: s - 1 squarings of it give -1. */
    for (unsigned i = 0; i < elements; i++) {
        element(a, i % 64, &t->f, &state);
        test_note("element", i);
        field_sqr(square, a, &t->f);
        CHECK_EQ(field_square_root(root, square, t->two_adicity, t->root, t->one, &t->f), LIMB_MAX);
        field_sqr(root, root, &t->f);
        CHECK_BYTES(root, square, sizeof square);
        field_mul(z, square, t->root, &t->f);
        limb none = mp_mask_zero(z, FIELD_LIMBS);
        CHECK_EQ(field_square_root(root, z, t->two_adicity, t->root, t->one, &t->f), none);
    }
}

TEST(field_square_roots_of_any_prime)
{
    /* The prime, its bits, and the least number that is no square: 13 and 12289 have s of 2 and
     * 12; 19 is 3 mod 4, and nothing but the power is left of the algorithm. */
    static const struct {
        uint16_t m, bits;
        limb no_square;
    } small[] = {{13, 4, 2}, {19, 5, 2}, {12289, 14, 11}, {65519, 16, 11}};
    any_field t;
    limb m[FIELD_LIMBS], one[FIELD_LIMBS];
    for (unsigned i = 0; i < sizeof small / sizeof small[0]; i++) {
        test_note("prime", small[i].m);
        uint8_t bytes[2] = {(uint8_t)(small[i].m >> 8), (uint8_t)small[i].m};
        mp_from_bytes(m, FIELD_LIMBS, bytes, 2);
        make_field(&t, m, small[i].bits, small[i].no_square);
        check_roots(&t, 64);
    }
    /* 2^224 - 2^96 + 1, the prime of secp224r1, has s = 96. */
    mp_set_word(m, 0, FIELD_LIMBS);
    mp_set_word(one, 0, FIELD_LIMBS);
    m[224 / LIMB_BITS] = (limb)((limb)1 << (224 % LIMB_BITS));
    one[96 / LIMB_BITS] = (limb)((limb)1 << (96 % LIMB_BITS));
    mp_sub(m, m, one, FIELD_LIMBS);
    m[0] = 1;
    make_field(&t, m, 224, 11);
    CHECK_EQ(t.two_adicity, 96);
    check_roots(&t, EDGES);
}

TEST_SUITE(field) = {
    CASE(field_arithmetic_of_coordinates),
    CASE(field_arithmetic_of_scalars),
    CASE(field_inverses),
    CASE(field_square_roots),
    CASE(field_square_roots_of_any_prime),
    END_OF_SUITE,
};
