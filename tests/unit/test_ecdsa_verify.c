/* SPDX-License-Identifier: MIT */
#include <whit/ecdsa.h>
#include <whit/secp256r1.h>

#include "fixtures.h"
#include "known_answers.h"
#include "test.h"

#define CURVE &whit_secp256r1
#define HASH &whit_sha256

static const uint8_t sample[] = {'s', 'a', 'm', 'p', 'l', 'e'};

static whit_status verify(const uint8_t *signature, size_t length)
{
    return whit_ecdsa_verify(CURVE, HASH, ka_public_a, PUBLIC_BYTES, sample, sizeof sample,
                             signature, length);
}

static whit_status verify_digest(const uint8_t *digest, size_t digest_length,
                                 const uint8_t *signature, size_t length)
{
    return whit_ecdsa_verify_digest(CURVE, ka_public_a, PUBLIC_BYTES, digest, digest_length,
                                    signature, length);
}

/* Both functions answer a bad signature alike. */
static void check_signature(const uint8_t *signature, size_t length, whit_status expected)
{
    CHECK_STATUS(verify(signature, length), expected);
    CHECK_STATUS(verify_digest(ka_digest_sample, 32, signature, length), expected);
}

TEST(ecdsa_verify_good)
{
    CHECK_STATUS(verify(ka_sign_sample, SIGNATURE_BYTES), WHIT_OK);
    CHECK_STATUS(verify(ka_sign_hedged, SIGNATURE_BYTES), WHIT_OK);
    CHECK_STATUS(verify(ka_sign_nonce_n_1, SIGNATURE_BYTES), WHIT_OK);
}

TEST(ecdsa_verify_digest_good)
{
    static const uint8_t zero[32] = {0};
    for (size_t i = 0; i < DIGEST_CASES; i++) {
        const digest_case *c = &ka_digests[i];
        test_note("digest length", c->length);
        CHECK_STATUS(verify_digest(c->digest, c->length, c->with_nonce, SIGNATURE_BYTES), WHIT_OK);
    }
    CHECK_STATUS(verify_digest(zero, 32, ka_sign_zero, SIGNATURE_BYTES), WHIT_OK);
    CHECK_STATUS(verify_digest(ka_order, 32, ka_sign_order, SIGNATURE_BYTES), WHIT_OK);
}

TEST(ecdsa_verify_wrong_message)
{
    CHECK_STATUS(verify(ka_sign_test, SIGNATURE_BYTES), WHIT_ERROR_SIGNATURE_INVALID);
    CHECK_STATUS(whit_ecdsa_verify(CURVE, HASH, ka_public_a, PUBLIC_BYTES, sample,
                                   sizeof sample - 1, ka_sign_sample, SIGNATURE_BYTES),
                 WHIT_ERROR_SIGNATURE_INVALID);
    CHECK_STATUS(whit_ecdsa_verify(CURVE, HASH, ka_public_a, PUBLIC_BYTES, NULL, 0, ka_sign_sample,
                                   SIGNATURE_BYTES),
                 WHIT_ERROR_SIGNATURE_INVALID);
    CHECK_STATUS(verify_digest(ka_digest_vanishing, 32, ka_sign_sample, SIGNATURE_BYTES),
                 WHIT_ERROR_SIGNATURE_INVALID);
}

TEST(ecdsa_verify_wrong_key)
{
    CHECK_STATUS(whit_ecdsa_verify(CURVE, HASH, ka_public_b, PUBLIC_BYTES, sample, sizeof sample,
                                   ka_sign_sample, SIGNATURE_BYTES),
                 WHIT_ERROR_SIGNATURE_INVALID);
    CHECK_STATUS(whit_ecdsa_verify_digest(CURVE, ka_public_b, PUBLIC_BYTES, ka_digest_sample, 32,
                                          ka_sign_sample, SIGNATURE_BYTES),
                 WHIT_ERROR_SIGNATURE_INVALID);
}

/* The sum of the two products is the point at infinity: with the digest -r d mod n,
 * u1 + u2 d = 0 for every s. */
TEST(ecdsa_verify_sum_at_infinity)
{
    uint8_t signature[SIGNATURE_BYTES];
    copy(signature, ka_sign_nonce, ORDER_BYTES); /* r of the nonce k */
    copy(signature + ORDER_BYTES, ka_nonce, ORDER_BYTES);
    CHECK_STATUS(verify_digest(ka_digest_vanishing, 32, signature, SIGNATURE_BYTES),
                 WHIT_ERROR_SIGNATURE_INVALID);
}

/* The first and last bits of r and s, and some between. */
TEST(ecdsa_verify_flipped_bits)
{
    static const uint16_t bits[] = {0, 7, 130, 255, 256, 263, 400, 511};
    uint8_t signature[SIGNATURE_BYTES];
    for (size_t i = 0; i < COUNT_OF(bits); i++) {
        whit_status status;
        test_note("bit", bits[i]);
        copy(signature, ka_sign_test, SIGNATURE_BYTES);
        signature[bits[i] / 8] ^= (uint8_t)(1U << (bits[i] % 8));
        status = verify(signature, SIGNATURE_BYTES);
        CHECK(status == WHIT_ERROR_SIGNATURE_INVALID || status == WHIT_ERROR_SIGNATURE_RANGE);
    }
}

TEST(ecdsa_verify_signature_length)
{
    static const size_t bad[] = {0, 1, 32, 63, 65, 72, 128};
    uint8_t signature[128] = {0};
    copy(signature, ka_sign_sample, SIGNATURE_BYTES);
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        test_note("length", bad[i]);
        check_signature(signature, bad[i], WHIT_ERROR_SIGNATURE_LENGTH);
    }
}

/* r or s is zero, n, n + 1 or 2^256 - 1. */
TEST(ecdsa_verify_signature_range)
{
    static const uint8_t zero[ORDER_BYTES] = {0};
    uint8_t ones[ORDER_BYTES];
    const uint8_t *const bad[] = {zero, ka_order, ka_order_plus_1, ones};
    uint8_t signature[SIGNATURE_BYTES];
    for (size_t i = 0; i < ORDER_BYTES; i++) {
        ones[i] = 0xff;
    }
    for (size_t i = 0; i < 2 * COUNT_OF(bad); i++) {
        test_note("value, then half", i);
        copy(signature, ka_sign_sample, SIGNATURE_BYTES);
        copy(signature + (i % 2) * ORDER_BYTES, bad[i / 2], ORDER_BYTES);
        check_signature(signature, SIGNATURE_BYTES, WHIT_ERROR_SIGNATURE_RANGE);
    }
    for (size_t i = 0; i < SIGNATURE_BYTES; i++) {
        signature[i] = 0;
    }
    check_signature(signature, SIGNATURE_BYTES, WHIT_ERROR_SIGNATURE_RANGE);
}

/* s and n - s both verify: Whit does not ask for the lower one. */
TEST(ecdsa_verify_accepts_both_signs)
{
    uint8_t signature[SIGNATURE_BYTES];
    unsigned borrow = 0;
    copy(signature, ka_sign_sample, SIGNATURE_BYTES);
    for (size_t i = ORDER_BYTES; i-- > 0;) {
        unsigned difference = 256U + ka_order[i] - ka_sign_sample[ORDER_BYTES + i] - borrow;
        signature[ORDER_BYTES + i] = (uint8_t)difference;
        borrow = 1 - (difference >> 8);
    }
    check_signature(signature, SIGNATURE_BYTES, WHIT_OK);
}

TEST(ecdsa_verify_bad_public_keys)
{
    for (size_t i = 0; i < BAD_PUBLIC_KEYS; i++) {
        const bad_input *bad = &bad_public_keys[i];
        const uint8_t *key = bad_bytes(bad);
        test_note(bad->name, i);
        CHECK_STATUS(whit_ecdsa_verify(CURVE, HASH, key, bad->length, sample, sizeof sample,
                                       ka_sign_sample, SIGNATURE_BYTES),
                     bad->status);
        CHECK_STATUS(whit_ecdsa_verify_digest(CURVE, key, bad->length, ka_digest_sample, 32,
                                              ka_sign_sample, SIGNATURE_BYTES),
                     bad->status);
    }
}

TEST(ecdsa_verify_null_arguments)
{
    const uint8_t *key = ka_public_a;
    const uint8_t *sig = ka_sign_sample;
    CHECK_STATUS(whit_ecdsa_verify(NULL, HASH, key, PUBLIC_BYTES, sample, 6, sig, SIGNATURE_BYTES),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ecdsa_verify(CURVE, NULL, key, PUBLIC_BYTES, sample, 6, sig, SIGNATURE_BYTES),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(
        whit_ecdsa_verify(CURVE, HASH, NULL, PUBLIC_BYTES, sample, 6, sig, SIGNATURE_BYTES),
        WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ecdsa_verify(CURVE, HASH, key, PUBLIC_BYTES, NULL, 6, sig, SIGNATURE_BYTES),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(
        whit_ecdsa_verify(CURVE, HASH, key, PUBLIC_BYTES, sample, 6, NULL, SIGNATURE_BYTES),
        WHIT_ERROR_ARGUMENT);
}

TEST(ecdsa_verify_digest_null_arguments)
{
    const uint8_t *key = ka_public_a;
    const uint8_t *digest = ka_digest_sample;
    const uint8_t *sig = ka_sign_sample;
    CHECK_STATUS(whit_ecdsa_verify_digest(NULL, key, PUBLIC_BYTES, digest, 32, sig, 64),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ecdsa_verify_digest(CURVE, NULL, PUBLIC_BYTES, digest, 32, sig, 64),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ecdsa_verify_digest(CURVE, key, PUBLIC_BYTES, NULL, 32, sig, 64),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ecdsa_verify_digest(CURVE, key, PUBLIC_BYTES, digest, 32, NULL, 64),
                 WHIT_ERROR_ARGUMENT);
}

TEST(ecdsa_verify_digest_empty)
{
    CHECK_STATUS(verify_digest(ka_digest_sample, 0, ka_sign_sample, SIGNATURE_BYTES),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(verify_digest(NULL, 0, ka_sign_sample, SIGNATURE_BYTES), WHIT_ERROR_ARGUMENT);
}

TEST_SUITE(ecdsa_verify) = {
    CASE(ecdsa_verify_good),
    CASE(ecdsa_verify_digest_good),
    CASE(ecdsa_verify_wrong_message),
    CASE(ecdsa_verify_wrong_key),
    CASE(ecdsa_verify_sum_at_infinity),
    CASE(ecdsa_verify_flipped_bits),
    CASE(ecdsa_verify_signature_length),
    CASE(ecdsa_verify_signature_range),
    CASE(ecdsa_verify_accepts_both_signs),
    CASE(ecdsa_verify_bad_public_keys),
    CASE(ecdsa_verify_null_arguments),
    CASE(ecdsa_verify_digest_null_arguments),
    CASE(ecdsa_verify_digest_empty),
    END_OF_SUITE,
};
