/* SPDX-License-Identifier: MIT */
/* Private and public keys: generation, derivation, validation. */
#include <whit/key.h>
#include <whit/secp256r1.h>

#include "fixtures.h"
#include "known_answers.h"
#include "test.h"

#define CURVE &whit_secp256r1
#define BASE &whit_secp256r1_base

static uint8_t private_key[PRIVATE_BYTES + 1];
static uint8_t public_key[PUBLIC_BYTES + 1];

static void spoil_outputs(void)
{
    fill(private_key, sizeof private_key);
    fill(public_key, sizeof public_key);
}

static whit_status generate(const whit_random *random)
{
    spoil_outputs();
    return whit_key_generate(CURVE, BASE, private_key, PRIVATE_BYTES, public_key, PUBLIC_BYTES,
                             random);
}

static void check_outputs_zero(void)
{
    CHECK_ZERO(private_key, PRIVATE_BYTES);
    CHECK_ZERO(public_key, PUBLIC_BYTES);
}

static void check_outputs_untouched(void)
{
    CHECK_FILL(private_key, UNTOUCHED, sizeof private_key);
    CHECK_FILL(public_key, UNTOUCHED, sizeof public_key);
}

TEST(curve_lengths)
{
    CHECK_EQ(whit_curve_order_bytes(CURVE), ORDER_BYTES);
    CHECK_EQ(whit_curve_field_bytes(CURVE), FIELD_BYTES);
}

/* FIPS 186-5, A.2.2. */
TEST(key_generate_known_answer)
{
    given_random source = {ka_entropy, sizeof ka_entropy, 0, 0, 0};
    const whit_random random = {given_fill, &source};
    CHECK_STATUS(generate(&random), WHIT_OK);
    CHECK_BYTES(private_key, ka_entropy, PRIVATE_BYTES);
    CHECK_BYTES(public_key, ka_entropy_public, PUBLIC_BYTES);
    CHECK_EQ(private_key[PRIVATE_BYTES], UNTOUCHED);
    CHECK_EQ(public_key[PUBLIC_BYTES], UNTOUCHED);
    CHECK_EQ(source.calls, 1);
    CHECK_EQ(source.last_length, ORDER_BYTES);
}

TEST(key_generate_draws_again)
{
    given_random source = {ka_entropies, sizeof ka_entropies, 0, 0, 0};
    const whit_random random = {given_fill, &source};
    CHECK_STATUS(generate(&random), WHIT_OK);
    CHECK_BYTES(private_key, ka_entropy, PRIVATE_BYTES);
    CHECK_BYTES(public_key, ka_entropy_public, PUBLIC_BYTES);
    CHECK_EQ(source.calls, 4);
}

TEST(key_generate_random_stuck_at_ones)
{
    constant_random source = {0xff, 0};
    const whit_random random = {constant_fill, &source};
    CHECK_STATUS(generate(&random), WHIT_ERROR_RANDOM_STUCK);
    check_outputs_zero();
}

TEST(key_generate_random_missing)
{
    CHECK_STATUS(generate(NULL), WHIT_ERROR_RANDOM_MISSING);
    check_outputs_zero();
}

TEST(key_generate_random_without_function)
{
    const whit_random random = {NULL, NULL};
    CHECK_STATUS(generate(&random), WHIT_ERROR_RANDOM_MISSING);
    check_outputs_zero();
}

TEST(key_generate_random_fails)
{
    static const whit_status results[] = {WHIT_ERROR_RANDOM_FAILED, WHIT_ERROR_ARGUMENT,
                                          (whit_status)0, (whit_status)1,
                                          (whit_status)(WHIT_OK ^ 1)};
    for (size_t i = 0; i < COUNT_OF(results); i++) {
        failing_random source = {results[i]};
        const whit_random random = {failing_fill, &source};
        test_note("the source returns", (uint64_t)results[i]);
        CHECK_STATUS(generate(&random), WHIT_ERROR_RANDOM_FAILED);
        check_outputs_zero();
    }
}

TEST(key_generate_random_stuck_at_zero)
{
    constant_random source = {0, 0};
    const whit_random random = {constant_fill, &source};
    CHECK_STATUS(generate(&random), WHIT_ERROR_RANDOM_STUCK);
    check_outputs_zero();
}

TEST(key_generate_null_arguments)
{
    given_random source = {ka_entropy, sizeof ka_entropy, 0, 0, 0};
    const whit_random random = {given_fill, &source};
    spoil_outputs();
    CHECK_STATUS(whit_key_generate(NULL, BASE, private_key, PRIVATE_BYTES, public_key, PUBLIC_BYTES,
                                   &random),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_key_generate(CURVE, NULL, private_key, PRIVATE_BYTES, public_key,
                                   PUBLIC_BYTES, &random),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(
        whit_key_generate(CURVE, BASE, NULL, PRIVATE_BYTES, public_key, PUBLIC_BYTES, &random),
        WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(
        whit_key_generate(CURVE, BASE, private_key, PRIVATE_BYTES, NULL, PUBLIC_BYTES, &random),
        WHIT_ERROR_ARGUMENT);
    check_outputs_untouched();
    CHECK_EQ(source.calls, 0);
}

TEST(key_generate_output_lengths)
{
    static const struct {
        size_t private_length, public_length;
    } bad[] = {{0, 65}, {31, 65}, {33, 65}, {32, 0}, {32, 33}, {32, 64}, {32, 66}};
    given_random source = {ka_entropy, sizeof ka_entropy, 0, 0, 0};
    const whit_random random = {given_fill, &source};
    spoil_outputs();
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        test_note("entry", i);
        CHECK_STATUS(whit_key_generate(CURVE, BASE, private_key, bad[i].private_length, public_key,
                                       bad[i].public_length, &random),
                     WHIT_ERROR_OUTPUT_LENGTH);
    }
    check_outputs_untouched();
    CHECK_EQ(source.calls, 0);
}

TEST(key_generate_overlap)
{
    static const size_t offsets[] = {0, 17, 33, 64, 96};
    uint8_t buffer[PRIVATE_BYTES + PUBLIC_BYTES + PRIVATE_BYTES];
    given_random source = {ka_entropy, sizeof ka_entropy, 0, 0, 0};
    const whit_random random = {given_fill, &source};
    fill(buffer, sizeof buffer);
    for (size_t i = 1; i < COUNT_OF(offsets); i++) {
        test_note("offset", offsets[i]);
        CHECK_STATUS(whit_key_generate(CURVE, BASE, buffer + offsets[i], PRIVATE_BYTES,
                                       buffer + PRIVATE_BYTES, PUBLIC_BYTES, &random),
                     WHIT_ERROR_OVERLAP);
    }
    CHECK_FILL(buffer, UNTOUCHED, sizeof buffer);
    CHECK_STATUS(whit_key_generate(CURVE, BASE, buffer + offsets[0], PRIVATE_BYTES,
                                   buffer + PRIVATE_BYTES, PUBLIC_BYTES, &random),
                 WHIT_OK);
}

TEST(key_public_known_answers)
{
    static const uint8_t one[PRIVATE_BYTES] = {[PRIVATE_BYTES - 1] = 1};
    spoil_outputs();
    CHECK_STATUS(whit_key_public(CURVE, BASE, public_key, PUBLIC_BYTES, ka_private_a, 32), WHIT_OK);
    CHECK_BYTES(public_key, ka_public_a, PUBLIC_BYTES);
    CHECK_EQ(public_key[PUBLIC_BYTES], UNTOUCHED);
    CHECK_STATUS(whit_key_public(CURVE, BASE, public_key, PUBLIC_BYTES, ka_private_b, 32), WHIT_OK);
    CHECK_BYTES(public_key, ka_public_b, PUBLIC_BYTES);
    CHECK_STATUS(whit_key_public(CURVE, BASE, public_key, PUBLIC_BYTES, one, 32), WHIT_OK);
    CHECK_BYTES(public_key, ka_public_1, PUBLIC_BYTES);
    CHECK_STATUS(whit_key_public(CURVE, BASE, public_key, PUBLIC_BYTES, ka_order_minus_1, 32),
                 WHIT_OK);
    CHECK_BYTES(public_key, ka_public_n_1, PUBLIC_BYTES);
}

TEST(key_public_bad_private_keys)
{
    for (size_t i = 0; i < BAD_PRIVATE_KEYS; i++) {
        const bad_input *bad = &bad_private_keys[i];
        test_note(bad->name, i);
        spoil_outputs();
        CHECK_STATUS(
            whit_key_public(CURVE, BASE, public_key, PUBLIC_BYTES, bad_bytes(bad), bad->length),
            bad->status);
        CHECK_ZERO(public_key, PUBLIC_BYTES);
    }
}

TEST(key_public_null_arguments)
{
    spoil_outputs();
    CHECK_STATUS(whit_key_public(NULL, BASE, public_key, PUBLIC_BYTES, ka_private_a, 32),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_key_public(CURVE, NULL, public_key, PUBLIC_BYTES, ka_private_a, 32),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_key_public(CURVE, BASE, NULL, PUBLIC_BYTES, ka_private_a, 32),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_key_public(CURVE, BASE, public_key, PUBLIC_BYTES, NULL, 32),
                 WHIT_ERROR_ARGUMENT);
    check_outputs_untouched();
}

TEST(key_public_output_length)
{
    static const size_t bad[] = {0, 32, 33, 64, 66};
    spoil_outputs();
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        test_note("length", bad[i]);
        CHECK_STATUS(whit_key_public(CURVE, BASE, public_key, bad[i], ka_private_a, 32),
                     WHIT_ERROR_OUTPUT_LENGTH);
    }
    check_outputs_untouched();
}

TEST(key_public_overlap)
{
    static const size_t offsets[] = {1, 32, 64, 96};
    uint8_t buffer[PRIVATE_BYTES + PUBLIC_BYTES + PRIVATE_BYTES];
    fill(buffer, sizeof buffer);
    for (size_t i = 0; i < COUNT_OF(offsets); i++) {
        test_note("offset", offsets[i]);
        CHECK_STATUS(whit_key_public(CURVE, BASE, buffer + PRIVATE_BYTES, PUBLIC_BYTES,
                                     buffer + offsets[i], PRIVATE_BYTES),
                     WHIT_ERROR_OVERLAP);
    }
    CHECK_FILL(buffer, UNTOUCHED, sizeof buffer);
    copy(buffer + PRIVATE_BYTES + PUBLIC_BYTES, ka_private_a, PRIVATE_BYTES);
    CHECK_STATUS(whit_key_public(CURVE, BASE, buffer + PRIVATE_BYTES, PUBLIC_BYTES,
                                 buffer + PRIVATE_BYTES + PUBLIC_BYTES, PRIVATE_BYTES),
                 WHIT_OK);
}

TEST(key_validate_private_good)
{
    static const uint8_t one[PRIVATE_BYTES] = {[PRIVATE_BYTES - 1] = 1};
    CHECK_STATUS(whit_key_validate_private(CURVE, one, 32), WHIT_OK);
    CHECK_STATUS(whit_key_validate_private(CURVE, ka_private_a, 32), WHIT_OK);
    CHECK_STATUS(whit_key_validate_private(CURVE, ka_order_minus_1, 32), WHIT_OK);
}

TEST(key_validate_private_bad)
{
    for (size_t i = 0; i < BAD_PRIVATE_KEYS; i++) {
        const bad_input *bad = &bad_private_keys[i];
        test_note(bad->name, i);
        CHECK_STATUS(whit_key_validate_private(CURVE, bad_bytes(bad), bad->length), bad->status);
    }
    CHECK_STATUS(whit_key_validate_private(NULL, ka_private_a, 32), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_key_validate_private(CURVE, NULL, 32), WHIT_ERROR_ARGUMENT);
}

TEST(key_validate_public_good)
{
    CHECK_STATUS(whit_key_validate_public(CURVE, ka_public_a, PUBLIC_BYTES), WHIT_OK);
    CHECK_STATUS(whit_key_validate_public(CURVE, ka_public_b, PUBLIC_BYTES), WHIT_OK);
    CHECK_STATUS(whit_key_validate_public(CURVE, ka_public_1, PUBLIC_BYTES), WHIT_OK);
    CHECK_STATUS(whit_key_validate_public(CURVE, ka_public_n_1, PUBLIC_BYTES), WHIT_OK);
    CHECK_STATUS(whit_key_validate_public(CURVE, ka_small_x, PUBLIC_BYTES), WHIT_OK);
    CHECK_STATUS(whit_key_validate_public(CURVE, ka_small_y, PUBLIC_BYTES), WHIT_OK);
}

TEST(key_validate_public_bad)
{
    for (size_t i = 0; i < BAD_PUBLIC_KEYS; i++) {
        const bad_input *bad = &bad_public_keys[i];
        test_note(bad->name, i);
        CHECK_STATUS(whit_key_validate_public(CURVE, bad_bytes(bad), bad->length), bad->status);
    }
    CHECK_STATUS(whit_key_validate_public(NULL, ka_public_a, PUBLIC_BYTES), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_key_validate_public(CURVE, NULL, PUBLIC_BYTES), WHIT_ERROR_ARGUMENT);
}

/* One flipped bit anywhere in the coordinates leaves the curve. */
TEST(key_validate_public_flipped_bits)
{
    for (size_t bit = 8; bit < 8 * PUBLIC_BYTES; bit += 29) {
        test_note("bit", bit);
        copy(public_key, ka_public_a, PUBLIC_BYTES);
        public_key[bit / 8] ^= (uint8_t)(1U << (bit % 8));
        CHECK_STATUS(whit_key_validate_public(CURVE, public_key, PUBLIC_BYTES),
                     WHIT_ERROR_PUBLIC_KEY_CURVE);
    }
}

TEST_SUITE(key) = {
    CASE(curve_lengths),
    CASE(key_generate_known_answer),
    CASE(key_generate_draws_again),
    CASE(key_generate_random_missing),
    CASE(key_generate_random_without_function),
    CASE(key_generate_random_fails),
    CASE(key_generate_random_stuck_at_zero),
    CASE(key_generate_random_stuck_at_ones),
    CASE(key_generate_null_arguments),
    CASE(key_generate_output_lengths),
    CASE(key_generate_overlap),
    CASE(key_public_known_answers),
    CASE(key_public_bad_private_keys),
    CASE(key_public_null_arguments),
    CASE(key_public_output_length),
    CASE(key_public_overlap),
    CASE(key_validate_private_good),
    CASE(key_validate_private_bad),
    CASE(key_validate_public_good),
    CASE(key_validate_public_bad),
    CASE(key_validate_public_flipped_bits),
    END_OF_SUITE,
};
