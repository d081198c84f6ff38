/* SPDX-License-Identifier: MIT */
#include <whit/ecdh.h>
#include <whit/secp256r1.h>

#include "fixtures.h"
#include "known_answers.h"
#include "test.h"

#define CURVE &whit_secp256r1

static uint8_t secret[SECRET_BYTES + 1];

static whit_status derive(const uint8_t *private_key, const uint8_t *public_key)
{
    fill(secret, sizeof secret);
    return whit_ecdh(CURVE, secret, SECRET_BYTES, private_key, PRIVATE_BYTES, public_key,
                     PUBLIC_BYTES);
}

TEST(ecdh_both_sides_agree)
{
    CHECK_STATUS(derive(ka_private_a, ka_public_b), WHIT_OK);
    CHECK_BYTES(secret, ka_secret_ab, SECRET_BYTES);
    CHECK_EQ(secret[SECRET_BYTES], UNTOUCHED);
    CHECK_STATUS(derive(ka_private_b, ka_public_a), WHIT_OK);
    CHECK_BYTES(secret, ka_secret_ab, SECRET_BYTES);
}

/* The ladder's ends: 1, 2 and n - 1, on a point and on the base point itself. */
TEST(ecdh_extreme_private_keys)
{
    static const uint8_t one[PRIVATE_BYTES] = {[PRIVATE_BYTES - 1] = 1};
    CHECK_STATUS(derive(one, ka_public_a), WHIT_OK);
    CHECK_BYTES(secret, ka_public_a + 1, SECRET_BYTES);
    CHECK_STATUS(derive(ka_order_minus_1, ka_public_a), WHIT_OK);
    CHECK_BYTES(secret, ka_public_a + 1, SECRET_BYTES);
    CHECK_STATUS(derive(ka_private_a, ka_public_1), WHIT_OK);
    CHECK_BYTES(secret, ka_public_a + 1, SECRET_BYTES);
    CHECK_STATUS(derive(ka_private_a, ka_public_n_1), WHIT_OK);
    CHECK_BYTES(secret, ka_public_a + 1, SECRET_BYTES);
}

TEST(ecdh_bad_private_keys)
{
    for (size_t i = 0; i < BAD_PRIVATE_KEYS; i++) {
        const bad_input *bad = &bad_private_keys[i];
        test_note(bad->name, i);
        fill(secret, sizeof secret);
        CHECK_STATUS(whit_ecdh(CURVE, secret, SECRET_BYTES, bad_bytes(bad), bad->length,
                               ka_public_b, PUBLIC_BYTES),
                     bad->status);
        CHECK_ZERO(secret, SECRET_BYTES);
    }
}

TEST(ecdh_bad_public_keys)
{
    for (size_t i = 0; i < BAD_PUBLIC_KEYS; i++) {
        const bad_input *bad = &bad_public_keys[i];
        test_note(bad->name, i);
        fill(secret, sizeof secret);
        CHECK_STATUS(whit_ecdh(CURVE, secret, SECRET_BYTES, ka_private_a, PRIVATE_BYTES,
                               bad_bytes(bad), bad->length),
                     bad->status);
        CHECK_ZERO(secret, SECRET_BYTES);
    }
}

TEST(ecdh_null_arguments)
{
    fill(secret, sizeof secret);
    CHECK_STATUS(whit_ecdh(NULL, secret, SECRET_BYTES, ka_private_a, PRIVATE_BYTES, ka_public_b,
                           PUBLIC_BYTES),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ecdh(CURVE, NULL, SECRET_BYTES, ka_private_a, PRIVATE_BYTES, ka_public_b,
                           PUBLIC_BYTES),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(
        whit_ecdh(CURVE, secret, SECRET_BYTES, NULL, PRIVATE_BYTES, ka_public_b, PUBLIC_BYTES),
        WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(
        whit_ecdh(CURVE, secret, SECRET_BYTES, ka_private_a, PRIVATE_BYTES, NULL, PUBLIC_BYTES),
        WHIT_ERROR_ARGUMENT);
    CHECK_FILL(secret, UNTOUCHED, sizeof secret);
}

TEST(ecdh_output_length)
{
    static const size_t bad[] = {0, 31, 33, 64, 65};
    fill(secret, sizeof secret);
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        test_note("length", bad[i]);
        CHECK_STATUS(whit_ecdh(CURVE, secret, bad[i], ka_private_a, PRIVATE_BYTES, ka_public_b,
                               PUBLIC_BYTES),
                     WHIT_ERROR_OUTPUT_LENGTH);
    }
    CHECK_FILL(secret, UNTOUCHED, sizeof secret);
}

/* The output over the private key, over the public key, and just beside both. */
TEST(ecdh_overlap)
{
    uint8_t buffer[PRIVATE_BYTES + SECRET_BYTES + PUBLIC_BYTES];
    uint8_t before[sizeof buffer];
    uint8_t *const key = buffer;
    uint8_t *const peer = buffer + PRIVATE_BYTES + SECRET_BYTES;
    static const size_t offsets[] = {0, 1, 31, 33, 64, 65, 97};
    fill(buffer, sizeof buffer);
    copy(key, ka_private_a, PRIVATE_BYTES);
    copy(peer, ka_public_b, PUBLIC_BYTES);
    copy(before, buffer, sizeof buffer);
    for (size_t i = 0; i < COUNT_OF(offsets); i++) {
        test_note("offset", offsets[i]);
        CHECK_STATUS(whit_ecdh(CURVE, buffer + offsets[i], SECRET_BYTES, key, PRIVATE_BYTES, peer,
                               PUBLIC_BYTES),
                     WHIT_ERROR_OVERLAP);
        CHECK_BYTES(buffer, before, sizeof buffer);
    }
    CHECK_STATUS(whit_ecdh(CURVE, buffer + PRIVATE_BYTES, SECRET_BYTES, key, PRIVATE_BYTES, peer,
                           PUBLIC_BYTES),
                 WHIT_OK);
    CHECK_BYTES(buffer + PRIVATE_BYTES, ka_secret_ab, SECRET_BYTES);
}

TEST_SUITE(ecdh) = {
    CASE(ecdh_both_sides_agree), CASE(ecdh_extreme_private_keys),
    CASE(ecdh_bad_private_keys), CASE(ecdh_bad_public_keys),
    CASE(ecdh_null_arguments),   CASE(ecdh_output_length),
    CASE(ecdh_overlap),          END_OF_SUITE,
};
