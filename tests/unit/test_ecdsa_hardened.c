/* SPDX-License-Identifier: MIT */
/* Hardened verification answers as the plain one does, whatever the input. What it does under
 * faults is tests/lab/test_faults.py's. */
#include <whit/ecdsa.h>
#include <whit/secp256r1.h>

#include "fixtures.h"
#include "known_answers.h"
#include "test.h"

#define CURVE &whit_secp256r1
#define HASH &whit_sha256

static const uint8_t sample[] = {'s', 'a', 'm', 'p', 'l', 'e'};

static void check_key(const uint8_t *key, size_t key_length, const uint8_t *signature,
                      size_t length, whit_status expected)
{
    CHECK_STATUS(whit_ecdsa_verify_hardened(CURVE, HASH, key, key_length, sample, sizeof sample,
                                            signature, length),
                 expected);
    CHECK_STATUS(whit_ecdsa_verify_digest_hardened(CURVE, key, key_length, ka_digest_sample, 32,
                                                   signature, length),
                 expected);
}

static void check(const uint8_t *signature, size_t length, whit_status expected)
{
    check_key(ka_public_a, PUBLIC_BYTES, signature, length, expected);
}

static void check_digest(const uint8_t *digest, size_t digest_length, const uint8_t *signature,
                         whit_status expected)
{
    CHECK_STATUS(whit_ecdsa_verify_digest_hardened(CURVE, ka_public_a, PUBLIC_BYTES, digest,
                                                   digest_length, signature, SIGNATURE_BYTES),
                 expected);
}

TEST(ecdsa_hardened_good)
{
    static const uint8_t zero[32] = {0};
    check(ka_sign_sample, SIGNATURE_BYTES, WHIT_OK);
    check(ka_sign_hedged, SIGNATURE_BYTES, WHIT_OK);
    check(ka_sign_nonce_n_1, SIGNATURE_BYTES, WHIT_OK);
    for (size_t i = 0; i < DIGEST_CASES; i++) {
        const digest_case *c = &ka_digests[i];
        test_note("digest length", c->length);
        check_digest(c->digest, c->length, c->with_nonce, WHIT_OK);
    }
    check_digest(zero, 32, ka_sign_zero, WHIT_OK);
    check_digest(ka_order, 32, ka_sign_order, WHIT_OK);
}

TEST(ecdsa_hardened_with_the_curve_filled_in)
{
    CHECK_STATUS(whit_secp256r1_verify_hardened(ka_public_a, PUBLIC_BYTES, sample, sizeof sample,
                                                ka_sign_sample, SIGNATURE_BYTES),
                 WHIT_OK);
    CHECK_STATUS(whit_secp256r1_verify_digest_hardened(ka_public_a, PUBLIC_BYTES, ka_digest_sample,
                                                       32, ka_sign_sample, SIGNATURE_BYTES),
                 WHIT_OK);
    CHECK_STATUS(whit_secp256r1_verify_digest_hardened(ka_public_b, PUBLIC_BYTES, ka_digest_sample,
                                                       32, ka_sign_sample, SIGNATURE_BYTES),
                 WHIT_ERROR_SIGNATURE_INVALID);
}

TEST(ecdsa_hardened_wrong_message)
{
    check(ka_sign_test, SIGNATURE_BYTES, WHIT_ERROR_SIGNATURE_INVALID);
    CHECK_STATUS(whit_ecdsa_verify_hardened(CURVE, HASH, ka_public_a, PUBLIC_BYTES, NULL, 0,
                                            ka_sign_sample, SIGNATURE_BYTES),
                 WHIT_ERROR_SIGNATURE_INVALID);
    check_digest(ka_digest_vanishing, 32, ka_sign_sample, WHIT_ERROR_SIGNATURE_INVALID);
}

TEST(ecdsa_hardened_wrong_key)
{
    check_key(ka_public_b, PUBLIC_BYTES, ka_sign_sample, SIGNATURE_BYTES,
              WHIT_ERROR_SIGNATURE_INVALID);
}

/* As in test_ecdsa_verify.c: the sum of the two products is the point at infinity. */
TEST(ecdsa_hardened_sum_at_infinity)
{
    uint8_t signature[SIGNATURE_BYTES];
    copy(signature, ka_sign_nonce, ORDER_BYTES);
    copy(signature + ORDER_BYTES, ka_nonce, ORDER_BYTES);
    check_digest(ka_digest_vanishing, 32, signature, WHIT_ERROR_SIGNATURE_INVALID);
}

TEST(ecdsa_hardened_flipped_bits)
{
    static const uint16_t bits[] = {130, 400};
    uint8_t signature[SIGNATURE_BYTES];
    for (size_t i = 0; i < COUNT_OF(bits); i++) {
        test_note("bit", bits[i]);
        copy(signature, ka_sign_sample, SIGNATURE_BYTES);
        signature[bits[i] / 8] ^= (uint8_t)(1U << (bits[i] % 8));
        check(signature, SIGNATURE_BYTES, WHIT_ERROR_SIGNATURE_INVALID);
    }
}

TEST(ecdsa_hardened_signature_length)
{
    static const size_t bad[] = {0, 1, 32, 63, 65, 128};
    uint8_t signature[128] = {0};
    copy(signature, ka_sign_sample, SIGNATURE_BYTES);
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        test_note("length", bad[i]);
        check(signature, bad[i], WHIT_ERROR_SIGNATURE_LENGTH);
    }
}

/* r or s is zero, n or n + 1; both are zero. */
TEST(ecdsa_hardened_signature_range)
{
    static const uint8_t zero[SIGNATURE_BYTES] = {0};
    const uint8_t *const bad[] = {zero, ka_order, ka_order_plus_1};
    uint8_t signature[SIGNATURE_BYTES];
    for (size_t i = 0; i < 2 * COUNT_OF(bad); i++) {
        test_note("value, then half", i);
        copy(signature, ka_sign_sample, SIGNATURE_BYTES);
        copy(signature + (i % 2) * ORDER_BYTES, bad[i / 2], ORDER_BYTES);
        check(signature, SIGNATURE_BYTES, WHIT_ERROR_SIGNATURE_RANGE);
    }
    check(zero, SIGNATURE_BYTES, WHIT_ERROR_SIGNATURE_RANGE);
}

TEST(ecdsa_hardened_bad_public_keys)
{
    for (size_t i = 0; i < BAD_PUBLIC_KEYS; i++) {
        const bad_input *bad = &bad_public_keys[i];
        test_note(bad->name, i);
        check_key(bad_bytes(bad), bad->length, ka_sign_sample, SIGNATURE_BYTES, bad->status);
    }
}

TEST(ecdsa_hardened_null_arguments)
{
    const uint8_t *key = ka_public_a;
    const uint8_t *digest = ka_digest_sample;
    const uint8_t *sig = ka_sign_sample;
    check_key(NULL, PUBLIC_BYTES, sig, SIGNATURE_BYTES, WHIT_ERROR_ARGUMENT);
    check(NULL, SIGNATURE_BYTES, WHIT_ERROR_ARGUMENT);
    check_digest(NULL, 32, sig, WHIT_ERROR_ARGUMENT);
    check_digest(digest, 0, sig, WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ecdsa_verify_digest_hardened(NULL, key, PUBLIC_BYTES, digest, 32, sig, 64),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ecdsa_verify_hardened(NULL, HASH, key, PUBLIC_BYTES, sample, 6, sig, 64),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ecdsa_verify_hardened(CURVE, NULL, key, PUBLIC_BYTES, sample, 6, sig, 64),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ecdsa_verify_hardened(CURVE, HASH, key, PUBLIC_BYTES, NULL, 6, sig, 64),
                 WHIT_ERROR_ARGUMENT);
}

TEST_SUITE(ecdsa_hardened) = {
    CASE(ecdsa_hardened_good),
    CASE(ecdsa_hardened_with_the_curve_filled_in),
    CASE(ecdsa_hardened_wrong_message),
    CASE(ecdsa_hardened_wrong_key),
    CASE(ecdsa_hardened_sum_at_infinity),
    CASE(ecdsa_hardened_flipped_bits),
    CASE(ecdsa_hardened_signature_length),
    CASE(ecdsa_hardened_signature_range),
    CASE(ecdsa_hardened_bad_public_keys),
    CASE(ecdsa_hardened_null_arguments),
    END_OF_SUITE,
};
