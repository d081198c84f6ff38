/* SPDX-License-Identifier: MIT */
/* Points and scalars: known answers, special cases and what is refused. tests/test_points.py holds
 * them against affine arithmetic. */
#include <whit/point.h>
#include <whit/secp224r1.h>
#include <whit/secp256r1.h>

#include "fixtures.h"
#include "known_answers.h"
#include "test.h"

static whit_secp256r1_scalar ka, kb, k;
static whit_secp256r1_point pa, pb, p, q;
static uint8_t bytes[PUBLIC_BYTES];

/* a, b and their multiples of the base point. */
static void begin(void)
{
    CHECK_STATUS(whit_secp256r1_scalar_read(&ka, ka_private_a, PRIVATE_BYTES), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_scalar_read(&kb, ka_private_b, PRIVATE_BYTES), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_point_decode(&pa, ka_public_a, PUBLIC_BYTES), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_point_decode(&pb, ka_public_b, PUBLIC_BYTES), WHIT_OK);
}

static int same(const whit_secp256r1_point *x, const whit_secp256r1_point *y)
{
    int answer = -1;
    CHECK_STATUS(whit_secp256r1_point_equal(&answer, x, y), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_point_validate(x), WHIT_OK);
    return answer;
}

static int is_identity(const whit_secp256r1_point *x)
{
    int answer = -1;
    CHECK_STATUS(whit_secp256r1_point_is_identity(&answer, x), WHIT_OK);
    return answer;
}

TEST(point_multiples_are_keys_and_secrets)
{
    begin();
    CHECK_STATUS(whit_secp256r1_point_mul_base(&p, &ka), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_point_encode(bytes, sizeof bytes, &p), WHIT_OK);
    CHECK_BYTES(bytes, ka_public_a, PUBLIC_BYTES);
    CHECK_STATUS(whit_secp256r1_point_mul(&p, &ka, &pb), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_point_mul_vartime(&q, &kb, &pa), WHIT_OK);
    CHECK(same(&p, &q));
    CHECK_STATUS(whit_secp256r1_point_encode(bytes, 1 + SECRET_BYTES, &p), WHIT_OK);
    CHECK_BYTES(bytes + 1, ka_secret_ab, SECRET_BYTES);
}

TEST(point_sums_follow_scalars)
{
    begin();
    CHECK_STATUS(whit_secp256r1_scalar_add(&k, &ka, &kb), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_point_mul_base(&p, &k), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_point_add(&q, &pa, &pb), WHIT_OK);
    CHECK(same(&p, &q));
    CHECK_STATUS(whit_secp256r1_point_sub(&q, &q, &pb), WHIT_OK);
    CHECK(same(&q, &pa));
    CHECK_STATUS(whit_secp256r1_point_add(&q, &pa, &pa), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_point_double(&p, &pa), WHIT_OK);
    CHECK(same(&p, &q));
    CHECK_STATUS(whit_secp256r1_point_negate(&q, &q), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_point_add(&q, &p, &q), WHIT_OK);
    CHECK(is_identity(&q));
    CHECK_STATUS(whit_secp256r1_point_add(&q, &q, &pa), WHIT_OK);
    CHECK(same(&q, &pa));
}

/* a B + b A = 2 a b G = 0 G + (a b) (2 G). */
TEST(point_sums_of_multiples)
{
    begin();
    const whit_secp256r1_scalar factors[2] = {ka, kb};
    const whit_secp256r1_point terms[2] = {pb, pa};
    CHECK_STATUS(whit_secp256r1_point_mul_sum(&p, factors, terms, 2), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_point_mul_sum_vartime(&q, factors, terms, 2), WHIT_OK);
    CHECK(same(&p, &q));
    CHECK_STATUS(whit_secp256r1_scalar_mul(&k, &ka, &kb), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_scalar_sub(&kb, &kb, &kb), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_point_set_base(&q), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_point_double(&q, &q), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_point_mul_two_vartime(&q, &kb, &k, &q), WHIT_OK);
    CHECK(same(&p, &q));
    CHECK_STATUS(whit_secp256r1_point_mul_sum(&p, factors, terms, 0), WHIT_OK);
    CHECK(is_identity(&p));
}

TEST(point_zero_and_identity)
{
    begin();
    CHECK_STATUS(whit_secp256r1_scalar_set_word(&k, 0), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_point_mul(&p, &k, &pa), WHIT_OK);
    CHECK(is_identity(&p));
    CHECK_STATUS(whit_secp256r1_point_mul_base(&p, &k), WHIT_OK);
    CHECK(is_identity(&p));
    CHECK_STATUS(whit_secp256r1_point_mul(&p, &ka, &p), WHIT_OK);
    CHECK(is_identity(&p));
    fill(bytes, sizeof bytes);
    CHECK_STATUS(whit_secp256r1_point_encode(bytes, sizeof bytes, &p),
                 WHIT_ERROR_PUBLIC_KEY_INFINITY);
    CHECK_ZERO(bytes, sizeof bytes);
    CHECK_STATUS(whit_secp256r1_scalar_inverse(&k, &k), WHIT_ERROR_NOT_INVERTIBLE);
    CHECK_STATUS(whit_secp256r1_scalar_add(&k, &k, &ka), WHIT_ERROR_MIXED);
}

TEST(point_scalars_invert)
{
    int answer = 0;
    uint8_t number[PRIVATE_BYTES];
    begin();
    CHECK_STATUS(whit_secp256r1_scalar_inverse(&k, &ka), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_scalar_mul(&k, &k, &ka), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_scalar_mul(&k, &k, &kb), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_scalar_equal(&answer, &k, &kb), WHIT_OK);
    CHECK_EQ(answer, 1);
    CHECK_STATUS(whit_secp256r1_scalar_write(number, &k), WHIT_OK);
    CHECK_BYTES(number, ka_private_b, PRIVATE_BYTES);
    CHECK_STATUS(whit_secp256r1_scalar_read(&k, ka_order, PRIVATE_BYTES), WHIT_ERROR_INTEGER_RANGE);
    CHECK_STATUS(whit_secp256r1_scalar_reduce(&k, ka_order, PRIVATE_BYTES), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_scalar_is_zero(&answer, &k), WHIT_OK);
    CHECK_EQ(answer, 1);
}

TEST(point_bad_encodings)
{
    for (size_t i = 0; i < BAD_PUBLIC_KEYS; i++) {
        const bad_input *bad = &bad_public_keys[i];
        test_note(bad->name, i);
        begin();
        if (bad->length == 1 + SECRET_BYTES) {
            continue; /* a compressed key is an encoding here */
        }
        CHECK_STATUS(whit_secp256r1_point_decode(&pa, bad_bytes(bad), bad->length), bad->status);
        CHECK_STATUS(whit_secp256r1_point_negate(&pa, &pa), WHIT_ERROR_MIXED);
    }
}

/* Programs that choose their curve at run time. */
TEST(point_curves_do_not_mix)
{
    begin();
    CHECK_STATUS(whit_point_add(&whit_secp256r1, &p.point, &pa.point, &pb.point), WHIT_OK);
    CHECK_STATUS(whit_point_add(&whit_secp224r1, &p.point, &pa.point, &pb.point), WHIT_ERROR_MIXED);
    CHECK_STATUS(whit_point_validate(&whit_secp256r1, &p.point), WHIT_ERROR_MIXED);
    CHECK_STATUS(whit_scalar_mul(&whit_secp224r1, &k.scalar, &ka.scalar, &kb.scalar),
                 WHIT_ERROR_MIXED);
    CHECK_STATUS(whit_point_mul(&whit_secp256r1, &p.point, &k.scalar, &pa.point), WHIT_ERROR_MIXED);
    CHECK_STATUS(whit_point_set_base(NULL, &p.point), WHIT_ERROR_ARGUMENT);
}

TEST_SUITE(point) = {
    CASE(point_multiples_are_keys_and_secrets),
    CASE(point_sums_follow_scalars),
    CASE(point_sums_of_multiples),
    CASE(point_zero_and_identity),
    CASE(point_scalars_invert),
    CASE(point_bad_encodings),
    CASE(point_curves_do_not_mix),
    END_OF_SUITE,
};
