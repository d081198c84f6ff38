/* SPDX-License-Identifier: MIT */
/* Signing that checks what it signed: the signatures of RFC 6979, and nothing where the keys do not
 * belong together. What it does under faults is tests/lab/test_signing_faults.py's. */
#include <whit/ecdsa.h>
#include <whit/secp256r1.h>

#include "fixtures.h"
#include "known_answers.h"
#include "test.h"

#define CURVE &whit_secp256r1
#define BASE &whit_secp256r1_base
#define HASH &whit_sha256

static const uint8_t sample[] = {'s', 'a', 'm', 'p', 'l', 'e'};
static uint8_t signature[SIGNATURE_BYTES + 1];

static void check(const uint8_t *key, size_t key_length, whit_status expected)
{
    fill(signature, sizeof signature);
    CHECK_STATUS(whit_ecdsa_sign_checked(CURVE, BASE, HASH, signature, SIGNATURE_BYTES,
                                         ka_private_a, PRIVATE_BYTES, key, key_length, sample,
                                         sizeof sample),
                 expected);
    if (expected != WHIT_OK) {
        CHECK_ZERO(signature, SIGNATURE_BYTES);
    } else {
        CHECK_BYTES(signature, ka_sign_sample, SIGNATURE_BYTES);
    }
    CHECK_EQ(signature[SIGNATURE_BYTES], UNTOUCHED);
    fill(signature, sizeof signature);
    CHECK_STATUS(whit_ecdsa_sign_digest_checked(CURVE, BASE, HASH, signature, SIGNATURE_BYTES,
                                                ka_private_a, PRIVATE_BYTES, key, key_length,
                                                ka_digest_sample, 32),
                 expected);
    if (expected != WHIT_OK) {
        CHECK_ZERO(signature, SIGNATURE_BYTES);
    } else {
        CHECK_BYTES(signature, ka_sign_sample, SIGNATURE_BYTES);
    }
    CHECK_EQ(signature[SIGNATURE_BYTES], UNTOUCHED);
}

TEST(ecdsa_checked_good)
{
    check(ka_public_a, PUBLIC_BYTES, WHIT_OK);
}

TEST(ecdsa_checked_with_the_curve_filled_in)
{
    CHECK_STATUS(
        whit_secp256r1_sign_checked(signature, ka_private_a, ka_public_a, sample, sizeof sample),
        WHIT_OK);
    CHECK_BYTES(signature, ka_sign_sample, SIGNATURE_BYTES);
    fill(signature, sizeof signature);
    CHECK_STATUS(whit_secp256r1_sign_digest_checked(signature, ka_private_a, ka_public_a,
                                                    ka_digest_sample, 32),
                 WHIT_OK);
    CHECK_BYTES(signature, ka_sign_sample, SIGNATURE_BYTES);
}

TEST(ecdsa_checked_empty_message)
{
    uint8_t expected[SIGNATURE_BYTES];
    CHECK_STATUS(whit_secp256r1_sign(expected, ka_private_a, NULL, 0), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_sign_checked(signature, ka_private_a, ka_public_a, NULL, 0),
                 WHIT_OK);
    CHECK_BYTES(signature, expected, SIGNATURE_BYTES);
}

/* A digest of zeros, and the longest and shortest ones. */
TEST(ecdsa_checked_digest_of_every_length)
{
    for (size_t i = 0; i < DIGEST_CASES; i++) {
        const digest_case *c = &ka_digests[i];
        test_note("digest length", c->length);
        CHECK_STATUS(whit_secp256r1_sign_digest_checked(signature, ka_private_a, ka_public_a,
                                                        c->digest, c->length),
                     WHIT_OK);
        CHECK_BYTES(signature, c->deterministic, SIGNATURE_BYTES);
    }
}

TEST(ecdsa_checked_another_public_key)
{
    check(ka_public_b, PUBLIC_BYTES, WHIT_ERROR_FAULT);
}

TEST(ecdsa_checked_bad_public_keys)
{
    for (size_t i = 0; i < BAD_PUBLIC_KEYS; i++) {
        const bad_input *bad = &bad_public_keys[i];
        test_note(bad->name, i);
        check(bad_bytes(bad), bad->length, bad->status);
    }
}

TEST(ecdsa_checked_public_key_refused)
{
    uint8_t buffer[PUBLIC_BYTES + SIGNATURE_BYTES];
    fill(buffer, sizeof buffer);
    copy(buffer, ka_public_a, PUBLIC_BYTES);
    CHECK_STATUS(whit_secp256r1_sign_checked(signature, ka_private_a, NULL, sample, sizeof sample),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(
        whit_secp256r1_sign_digest_checked(signature, ka_private_a, NULL, ka_digest_sample, 32),
        WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_secp256r1_sign_checked(buffer + PUBLIC_BYTES - 1, ka_private_a, buffer,
                                             sample, sizeof sample),
                 WHIT_ERROR_OVERLAP);
    CHECK_BYTES(buffer, ka_public_a, PUBLIC_BYTES);
    CHECK_STATUS(whit_secp256r1_sign_checked(buffer + PUBLIC_BYTES, ka_private_a, buffer, sample,
                                             sizeof sample),
                 WHIT_OK);
}

TEST_SUITE(ecdsa_checked) = {
    CASE(ecdsa_checked_good),
    CASE(ecdsa_checked_with_the_curve_filled_in),
    CASE(ecdsa_checked_empty_message),
    CASE(ecdsa_checked_digest_of_every_length),
    CASE(ecdsa_checked_another_public_key),
    CASE(ecdsa_checked_bad_public_keys),
    CASE(ecdsa_checked_public_key_refused),
    END_OF_SUITE,
};
