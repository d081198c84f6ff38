/* SPDX-License-Identifier: MIT */
/* The four ways to sign: known answers, and what each does with its random source.
 * What they share on bad input is in test_ecdsa_input.c. */
#include <whit/ecdsa.h>
#include <whit/secp256r1.h>

#include "fixtures.h"
#include "known_answers.h"
#include "test.h"

#define CURVE &whit_secp256r1
#define BASE &whit_secp256r1_base
#define HASH &whit_sha256

static const uint8_t sample[] = {'s', 'a', 'm', 'p', 'l', 'e'};
static const uint8_t test[] = {'t', 'e', 's', 't'};
static uint8_t signature[SIGNATURE_BYTES + 1];

static whit_status sign_digest(const uint8_t *private_key, const uint8_t *digest, size_t length,
                               const whit_random *random)
{
    fill(signature, sizeof signature);
    return whit_ecdsa_sign_digest(CURVE, BASE, signature, SIGNATURE_BYTES, private_key,
                                  PRIVATE_BYTES, digest, length, random);
}

static whit_status sign_hedged(const whit_random *random)
{
    fill(signature, sizeof signature);
    return whit_ecdsa_sign_hedged(CURVE, BASE, HASH, signature, SIGNATURE_BYTES, ka_private_a,
                                  PRIVATE_BYTES, sample, sizeof sample, random);
}

/* Sign with the given nonce and compare. */
static void check_nonce(const uint8_t *private_key, const uint8_t *digest, size_t length,
                        const uint8_t *nonce, const uint8_t *expected)
{
    given_random source = {nonce, ORDER_BYTES, 0, 0, 0};
    const whit_random random = {given_fill, &source};
    CHECK_STATUS(sign_digest(private_key, digest, length, &random), WHIT_OK);
    CHECK_BYTES(signature, expected, SIGNATURE_BYTES);
    CHECK_EQ(source.calls, 1);
    CHECK_EQ(source.last_length, ORDER_BYTES);
}

TEST(ecdsa_sign_rfc6979)
{
    fill(signature, sizeof signature);
    CHECK_STATUS(whit_ecdsa_sign(CURVE, BASE, HASH, signature, SIGNATURE_BYTES, ka_private_a,
                                 PRIVATE_BYTES, sample, sizeof sample),
                 WHIT_OK);
    CHECK_BYTES(signature, ka_sign_sample, SIGNATURE_BYTES);
    CHECK_EQ(signature[SIGNATURE_BYTES], UNTOUCHED);
    CHECK_STATUS(whit_ecdsa_sign(CURVE, BASE, HASH, signature, SIGNATURE_BYTES, ka_private_a,
                                 PRIVATE_BYTES, test, sizeof test),
                 WHIT_OK);
    CHECK_BYTES(signature, ka_sign_test, SIGNATURE_BYTES);
}

TEST(ecdsa_sign_empty_message)
{
    uint8_t other[SIGNATURE_BYTES];
    CHECK_STATUS(whit_ecdsa_sign(CURVE, BASE, HASH, signature, SIGNATURE_BYTES, ka_private_a,
                                 PRIVATE_BYTES, NULL, 0),
                 WHIT_OK);
    CHECK_STATUS(whit_ecdsa_sign(CURVE, BASE, HASH, other, SIGNATURE_BYTES, ka_private_a,
                                 PRIVATE_BYTES, sample, 0),
                 WHIT_OK);
    CHECK_BYTES(signature, other, SIGNATURE_BYTES);
    CHECK_STATUS(whit_ecdsa_verify(CURVE, HASH, ka_public_a, PUBLIC_BYTES, NULL, 0, signature,
                                   SIGNATURE_BYTES),
                 WHIT_OK);
}

TEST(ecdsa_sign_digest_deterministic_rfc6979)
{
    fill(signature, sizeof signature);
    CHECK_STATUS(whit_ecdsa_sign_digest_deterministic(CURVE, BASE, HASH, signature, SIGNATURE_BYTES,
                                                      ka_private_a, PRIVATE_BYTES, ka_digest_sample,
                                                      sizeof ka_digest_sample),
                 WHIT_OK);
    CHECK_BYTES(signature, ka_sign_sample, SIGNATURE_BYTES);
    CHECK_EQ(signature[SIGNATURE_BYTES], UNTOUCHED);
}

/* Shorter than the order, as long, longer: 1 to 64 bytes. */
TEST(ecdsa_sign_digest_of_every_length)
{
    for (size_t i = 0; i < DIGEST_CASES; i++) {
        const digest_case *c = &ka_digests[i];
        test_note("digest length", c->length);
        check_nonce(ka_private_a, c->digest, c->length, ka_nonce, c->with_nonce);
        CHECK_STATUS(whit_ecdsa_sign_digest_deterministic(CURVE, BASE, HASH, signature,
                                                          SIGNATURE_BYTES, ka_private_a,
                                                          PRIVATE_BYTES, c->digest, c->length),
                     WHIT_OK);
        CHECK_BYTES(signature, c->deterministic, SIGNATURE_BYTES);
    }
}

TEST(ecdsa_sign_digest_with_extreme_nonces)
{
    static const uint8_t one[ORDER_BYTES] = {[ORDER_BYTES - 1] = 1};
    check_nonce(ka_private_a, ka_digest_sample, 32, one, ka_sign_nonce_1);
    check_nonce(ka_private_a, ka_digest_sample, 32, ka_order_minus_1, ka_sign_nonce_n_1);
}

TEST(ecdsa_sign_digest_with_extreme_private_keys)
{
    static const uint8_t one[PRIVATE_BYTES] = {[PRIVATE_BYTES - 1] = 1};
    check_nonce(one, ka_digest_sample, 32, ka_nonce, ka_sign_key_1);
    check_nonce(ka_order_minus_1, ka_digest_sample, 32, ka_nonce, ka_sign_key_n_1);
}

/* Digests that are zero modulo the order, or above it. */
TEST(ecdsa_sign_digest_of_extreme_digests)
{
    static const uint8_t zero[32] = {0};
    uint8_t ones[32];
    for (size_t i = 0; i < sizeof ones; i++) {
        ones[i] = 0xff;
    }
    check_nonce(ka_private_a, zero, 32, ka_nonce, ka_sign_zero);
    check_nonce(ka_private_a, ka_order, 32, ka_nonce, ka_sign_order);
    check_nonce(ka_private_a, ones, 32, ka_nonce, ka_sign_ones);
}

/* 0, n, n + 1 and 2^256 - 1 are no nonces; the next draw is. */
TEST(ecdsa_sign_digest_draws_again)
{
    uint8_t draws[5 * ORDER_BYTES] = {0};
    given_random source = {draws, sizeof draws, 0, 0, 0};
    const whit_random random = {given_fill, &source};
    copy(draws + 1 * ORDER_BYTES, ka_order, ORDER_BYTES);
    copy(draws + 2 * ORDER_BYTES, ka_order_plus_1, ORDER_BYTES);
    for (size_t i = 0; i < ORDER_BYTES; i++) {
        draws[3 * ORDER_BYTES + i] = 0xff;
    }
    copy(draws + 4 * ORDER_BYTES, ka_nonce, ORDER_BYTES);
    CHECK_STATUS(sign_digest(ka_private_a, ka_digest_sample, 32, &random), WHIT_OK);
    CHECK_BYTES(signature, ka_sign_nonce, SIGNATURE_BYTES);
    CHECK_EQ(signature[SIGNATURE_BYTES], UNTOUCHED);
    CHECK_EQ(source.calls, 5);
}

/* A digest and a nonce for which s comes out zero. */
TEST(ecdsa_sign_digest_draws_again_when_s_vanishes)
{
    uint8_t draws[2 * ORDER_BYTES];
    given_random source = {draws, sizeof draws, 0, 0, 0};
    const whit_random random = {given_fill, &source};
    copy(draws, ka_nonce, ORDER_BYTES);
    copy(draws + ORDER_BYTES, ka_nonce_2, ORDER_BYTES);
    CHECK_STATUS(sign_digest(ka_private_a, ka_digest_vanishing, 32, &random), WHIT_OK);
    CHECK_BYTES(signature, ka_sign_vanishing, SIGNATURE_BYTES);
    CHECK_EQ(source.calls, 2);
}

TEST(ecdsa_sign_digest_random_missing)
{
    const whit_random empty = {NULL, NULL};
    CHECK_STATUS(sign_digest(ka_private_a, ka_digest_sample, 32, NULL), WHIT_ERROR_RANDOM_MISSING);
    CHECK_ZERO(signature, SIGNATURE_BYTES);
    CHECK_STATUS(sign_digest(ka_private_a, ka_digest_sample, 32, &empty),
                 WHIT_ERROR_RANDOM_MISSING);
    CHECK_ZERO(signature, SIGNATURE_BYTES);
}

TEST(ecdsa_sign_digest_random_fails)
{
    static const whit_status results[] = {WHIT_ERROR_RANDOM_FAILED, WHIT_ERROR_RANDOM_STUCK,
                                          (whit_status)0, (whit_status)(WHIT_OK ^ 0x4000)};
    for (size_t i = 0; i < COUNT_OF(results); i++) {
        failing_random source = {results[i]};
        const whit_random random = {failing_fill, &source};
        test_note("the source returns", (uint64_t)results[i]);
        CHECK_STATUS(sign_digest(ka_private_a, ka_digest_sample, 32, &random),
                     WHIT_ERROR_RANDOM_FAILED);
        CHECK_ZERO(signature, SIGNATURE_BYTES);
    }
}

TEST(ecdsa_sign_digest_random_fails_at_the_second_draw)
{
    given_random source = {ka_order, ORDER_BYTES, 0, 0, 0};
    const whit_random random = {given_fill, &source};
    CHECK_STATUS(sign_digest(ka_private_a, ka_digest_sample, 32, &random),
                 WHIT_ERROR_RANDOM_FAILED);
    CHECK_ZERO(signature, SIGNATURE_BYTES);
    CHECK_EQ(source.calls, 2);
}

TEST(ecdsa_sign_digest_random_stuck)
{
    static const uint8_t values[] = {0x00, 0xff};
    for (size_t i = 0; i < COUNT_OF(values); i++) {
        constant_random source = {values[i], 0};
        const whit_random random = {constant_fill, &source};
        test_note("the source yields", values[i]);
        CHECK_STATUS(sign_digest(ka_private_a, ka_digest_sample, 32, &random),
                     WHIT_ERROR_RANDOM_STUCK);
        CHECK_ZERO(signature, SIGNATURE_BYTES);
        CHECK_EQ(source.calls, 64);
    }
}

TEST(ecdsa_sign_hedged_known_answer)
{
    given_random source = {ka_added, sizeof ka_added, 0, 0, 0};
    const whit_random random = {given_fill, &source};
    CHECK_STATUS(sign_hedged(&random), WHIT_OK);
    CHECK_BYTES(signature, ka_sign_hedged, SIGNATURE_BYTES);
    CHECK_EQ(signature[SIGNATURE_BYTES], UNTOUCHED);
    CHECK_EQ(source.calls, 1);
    CHECK_EQ(source.last_length, WHIT_SHA256_BYTES);
}

/* A source stuck at zero costs nothing: the signature is still a good one. */
TEST(ecdsa_sign_hedged_with_zeros)
{
    constant_random source = {0, 0};
    const whit_random random = {constant_fill, &source};
    CHECK_STATUS(sign_hedged(&random), WHIT_OK);
    CHECK_BYTES(signature, ka_sign_hedged_zero, SIGNATURE_BYTES);
}

TEST(ecdsa_sign_hedged_random_missing)
{
    const whit_random empty = {NULL, NULL};
    CHECK_STATUS(sign_hedged(NULL), WHIT_ERROR_RANDOM_MISSING);
    CHECK_ZERO(signature, SIGNATURE_BYTES);
    CHECK_STATUS(sign_hedged(&empty), WHIT_ERROR_RANDOM_MISSING);
    CHECK_ZERO(signature, SIGNATURE_BYTES);
}

TEST(ecdsa_sign_hedged_random_fails)
{
    failing_random source = {WHIT_ERROR_RANDOM_FAILED};
    const whit_random random = {failing_fill, &source};
    CHECK_STATUS(sign_hedged(&random), WHIT_ERROR_RANDOM_FAILED);
    CHECK_ZERO(signature, SIGNATURE_BYTES);
}

TEST_SUITE(ecdsa_sign) = {
    CASE(ecdsa_sign_rfc6979),
    CASE(ecdsa_sign_empty_message),
    CASE(ecdsa_sign_digest_deterministic_rfc6979),
    CASE(ecdsa_sign_digest_of_every_length),
    CASE(ecdsa_sign_digest_with_extreme_nonces),
    CASE(ecdsa_sign_digest_with_extreme_private_keys),
    CASE(ecdsa_sign_digest_of_extreme_digests),
    CASE(ecdsa_sign_digest_draws_again),
    CASE(ecdsa_sign_digest_draws_again_when_s_vanishes),
    CASE(ecdsa_sign_digest_random_missing),
    CASE(ecdsa_sign_digest_random_fails),
    CASE(ecdsa_sign_digest_random_fails_at_the_second_draw),
    CASE(ecdsa_sign_digest_random_stuck),
    CASE(ecdsa_sign_hedged_known_answer),
    CASE(ecdsa_sign_hedged_with_zeros),
    CASE(ecdsa_sign_hedged_random_missing),
    CASE(ecdsa_sign_hedged_random_fails),
    END_OF_SUITE,
};
