/* SPDX-License-Identifier: MIT */
/* ECDSA with keys that are prepared: sizes, bad arguments, tables that are none. That answers are
 * those of the key itself is left to the vectors, the toy curves and test_curves_ecdsa.c. */
#include <whit/prepared.h>
#include <whit/secp256r1.h>
#include <whit/secp384r1.h>

#include "fixtures.h"
#include "known_answers.h"
#include "test.h"

#define CURVE &whit_secp256r1
#define BASE &whit_secp256r1_base
#define HEAD WHIT_PREPARED_BYTES(SECP256R1, 0)
#define MOST 64

static const uint8_t sample[] = {'s', 'a', 'm', 'p', 'l', 'e'};
static WHIT_SPACE(WHIT_PREPARED_BYTES(SECP256R1, MOST)) table;

static whit_status prepare(size_t length)
{
    return whit_secp256r1_prepare_public_key(&table, length, ka_public_a, PUBLIC_BYTES);
}

static whit_status verify(size_t length, const uint8_t *signature)
{
    return whit_secp256r1_verify_prepared(&table, length, sample, sizeof sample, signature,
                                          SIGNATURE_BYTES);
}

static whit_status verify_digest(const void *prepared, size_t length, const uint8_t *digest)
{
    return whit_secp256r1_verify_digest_prepared(prepared, length, digest, 32, ka_sign_sample,
                                                 SIGNATURE_BYTES);
}

/* Every size: what is left over stays zero. */
TEST(prepared_of_every_size)
{
    for (size_t points = 1; points <= MOST; points++) {
        const size_t length = WHIT_PREPARED_BYTES(SECP256R1, points);
        test_note("points", points);
        fill(&table, sizeof table);
        CHECK_STATUS(prepare(length), WHIT_OK);
        CHECK_FILL(table.room + length, UNTOUCHED, sizeof table - length);
        CHECK_STATUS(verify(length, ka_sign_sample), WHIT_OK);
        CHECK_STATUS(verify(sizeof table, ka_sign_sample), WHIT_OK);
        CHECK_STATUS(verify(length, ka_sign_test), WHIT_ERROR_SIGNATURE_INVALID);
        CHECK_STATUS(verify_digest(&table, length, ka_digest_sample), WHIT_OK);
        CHECK_STATUS(verify_digest(&table, length, ka_digest_vanishing),
                     WHIT_ERROR_SIGNATURE_INVALID);
    }
}

TEST(prepared_sizes_are_those_that_are_said)
{
    CHECK_EQ(WHIT_PREPARED_BYTES(SECP256R1, 16), 1048);
    CHECK_EQ(WHIT_PREPARED_BYTES_OF(whit_curve_field_bytes(CURVE), 64), 4120);
    CHECK_EQ(WHIT_PREPARED_BYTES(SECP384R1, 2), 24 + 4 * 48);
}

/* It serves wherever it is. */
TEST(prepared_may_be_moved)
{
    WHIT_SPACE(WHIT_PREPARED_BYTES(SECP256R1, 16)) other;
    CHECK_STATUS(prepare(sizeof other), WHIT_OK);
    copy(other.room, table.room, sizeof other);
    fill(&table, sizeof table);
    CHECK_STATUS(verify_digest(&other, sizeof other, ka_digest_sample), WHIT_OK);
}

TEST(prepare_refuses_arguments)
{
    const size_t length = sizeof table;
    CHECK_STATUS(
        whit_ecdsa_prepare_public_key(NULL, BASE, &table, length, ka_public_a, PUBLIC_BYTES),
        WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(
        whit_ecdsa_prepare_public_key(CURVE, NULL, &table, length, ka_public_a, PUBLIC_BYTES),
        WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(
        whit_ecdsa_prepare_public_key(CURVE, BASE, NULL, length, ka_public_a, PUBLIC_BYTES),
        WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ecdsa_prepare_public_key(CURVE, BASE, &table, length, NULL, PUBLIC_BYTES),
                 WHIT_ERROR_ARGUMENT);
    if (offsetof(
            struct {
                char first;
                uint32_t number;
            },
            number) > 1) {
        CHECK_STATUS(whit_ecdsa_prepare_public_key(CURVE, BASE, table.room + 1, length - 1,
                                                   ka_public_a, PUBLIC_BYTES),
                     WHIT_ERROR_ARGUMENT);
        CHECK_STATUS(verify_digest(table.room + 1, length - 1, ka_digest_sample),
                     WHIT_ERROR_ARGUMENT);
    }
    for (size_t short_length = 0; short_length < HEAD + 64; short_length += 29) {
        CHECK_STATUS(prepare(short_length), WHIT_ERROR_OUTPUT_LENGTH);
    }
    CHECK_STATUS(prepare(HEAD + 63), WHIT_ERROR_OUTPUT_LENGTH);
    CHECK_STATUS(
        whit_ecdsa_prepare_public_key(CURVE, BASE, &table, length, table.room + length - 1, 65),
        WHIT_ERROR_OVERLAP);
}

TEST(prepare_refuses_keys)
{
    for (size_t i = 0; i < BAD_PUBLIC_KEYS; i++) {
        const bad_input *bad = &bad_public_keys[i];
        test_note(bad->name, i);
        fill(&table, sizeof table);
        CHECK_STATUS(
            whit_secp256r1_prepare_public_key(&table, sizeof table, bad_bytes(bad), bad->length),
            bad->status);
        CHECK_ZERO(table.room, sizeof table);
        CHECK_STATUS(verify(sizeof table, ka_sign_sample), WHIT_ERROR_MIXED);
    }
}

TEST(prepared_verification_refuses_arguments)
{
    const size_t length = WHIT_PREPARED_BYTES(SECP256R1, 4);
    CHECK_STATUS(prepare(length), WHIT_OK);
    CHECK_STATUS(whit_ecdsa_verify_digest_prepared(NULL, BASE, &table, length, ka_digest_sample, 32,
                                                   ka_sign_sample, SIGNATURE_BYTES),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ecdsa_verify_digest_prepared(CURVE, NULL, &table, length, ka_digest_sample,
                                                   32, ka_sign_sample, SIGNATURE_BYTES),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(verify_digest(NULL, length, ka_digest_sample), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(verify_digest(&table, length, NULL), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_secp256r1_verify_digest_prepared(&table, length, ka_digest_sample, 0,
                                                       ka_sign_sample, SIGNATURE_BYTES),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(verify(length, NULL), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(
        whit_secp256r1_verify_prepared(&table, length, NULL, 1, ka_sign_sample, SIGNATURE_BYTES),
        WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ecdsa_verify_prepared(CURVE, BASE, NULL, &table, length, sample,
                                            sizeof sample, ka_sign_sample, SIGNATURE_BYTES),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_secp256r1_verify_prepared(&table, length, sample, sizeof sample,
                                                ka_sign_sample, SIGNATURE_BYTES - 1),
                 WHIT_ERROR_SIGNATURE_LENGTH);
    const uint8_t zeros[SIGNATURE_BYTES] = {0};
    CHECK_STATUS(verify(length, zeros), WHIT_ERROR_SIGNATURE_RANGE);
}

/* A table of another curve, one that was cut off, and one with any byte changed. */
TEST(tables_that_are_none_are_refused)
{
    const size_t length = WHIT_PREPARED_BYTES(SECP256R1, 4);
    uint8_t private_key[WHIT_SECP384R1_PRIVATE_KEY_BYTES] = {1};
    uint8_t public_key[WHIT_SECP384R1_PUBLIC_KEY_BYTES];
    CHECK_STATUS(whit_secp384r1_public_key(public_key, private_key), WHIT_OK);
    CHECK_STATUS(
        whit_secp384r1_prepare_public_key(&table, sizeof table, public_key, sizeof public_key),
        WHIT_OK);
    CHECK_STATUS(verify(sizeof table, ka_sign_sample), WHIT_ERROR_MIXED);
    CHECK_STATUS(prepare(length), WHIT_OK);
    for (size_t cut = 0; cut < length; cut += cut < HEAD ? 1 : 31) {
        test_note("length", cut);
        CHECK_STATUS(verify(cut, ka_sign_sample), WHIT_ERROR_MIXED);
    }
    CHECK_STATUS(verify(length - 1, ka_sign_sample), WHIT_ERROR_MIXED);
    for (size_t i = 0; i < length; i++) {
        test_note("byte", i);
        table.room[i] ^= 0x20;
        whit_status status = verify(length, ka_sign_sample);
        /* Builds leave some bytes of the head alone. */
        CHECK(status == WHIT_ERROR_MIXED || (i < HEAD && status == WHIT_OK));
        table.room[i] ^= 0x20;
    }
    for (size_t i = HEAD; i + 64 < length; i += 32) {
        test_note("changed places", i);
        uint8_t held[32];
        copy(held, table.room + i, 32);
        copy(table.room + i, table.room + i + 32, 32);
        copy(table.room + i + 32, held, 32);
        CHECK_STATUS(verify(length, ka_sign_sample), WHIT_ERROR_MIXED);
        copy(table.room + i + 32, table.room + i, 32);
        copy(table.room + i, held, 32);
    }
    CHECK_STATUS(verify(length, ka_sign_sample), WHIT_OK);
}

TEST_SUITE(prepared) = {
    CASE(prepared_of_every_size),
    CASE(prepared_sizes_are_those_that_are_said),
    CASE(prepared_may_be_moved),
    CASE(prepare_refuses_arguments),
    CASE(prepare_refuses_keys),
    CASE(prepared_verification_refuses_arguments),
    CASE(tables_that_are_none_are_refused),
    END_OF_SUITE,
};
