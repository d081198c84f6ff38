/* SPDX-License-Identifier: MIT */
/* Signatures as DER: one encoding each, and nothing else is read. */
#include <whit/der.h>
#include <whit/secp256r1.h>

#include "fixtures.h"
#include "known_answers.h"
#include "test.h"

#define CURVE &whit_secp256r1
#define DER_MAX (SIGNATURE_BYTES + 8)

static uint8_t der[DER_MAX + 1];
static uint8_t signature[SIGNATURE_BYTES + 1];

/* A signature whose halves begin with the given bytes, after `zeros` zeros, and count
 * up from there. */
static void build_half(uint8_t *half, size_t zeros, uint8_t first)
{
    for (size_t i = 0; i < ORDER_BYTES; i++) {
        half[i] = i < zeros ? 0 : (uint8_t)(first + i - zeros);
    }
}

/* Writes the DER of one half after 02, and returns its length. */
static size_t build_integer(uint8_t *out, const uint8_t *half)
{
    size_t zeros = 0;
    size_t at = 0;
    while (zeros < ORDER_BYTES - 1 && half[zeros] == 0) {
        zeros++;
    }
    out[at++] = 0x02;
    out[at++] = (uint8_t)(ORDER_BYTES - zeros + (half[zeros] >> 7));
    if (half[zeros] >> 7) {
        out[at++] = 0;
    }
    copy(out + at, half + zeros, ORDER_BYTES - zeros);
    return at + ORDER_BYTES - zeros;
}

static size_t build_der(uint8_t *out, const uint8_t *raw)
{
    size_t at = 2;
    at += build_integer(out + at, raw);
    at += build_integer(out + at, raw + ORDER_BYTES);
    out[0] = 0x30;
    out[1] = (uint8_t)(at - 2);
    return at;
}

static void check_both_ways(const uint8_t *raw)
{
    uint8_t expected[DER_MAX];
    size_t expected_length = build_der(expected, raw);
    size_t length = DER_MAX;
    fill(der, sizeof der);
    fill(signature, sizeof signature);
    CHECK_STATUS(whit_ecdsa_signature_to_der(CURVE, der, &length, raw, SIGNATURE_BYTES), WHIT_OK);
    CHECK_EQ(length, expected_length);
    CHECK_BYTES(der, expected, expected_length);
    CHECK_EQ(der[DER_MAX], UNTOUCHED);
    CHECK_STATUS(
        whit_ecdsa_signature_from_der(CURVE, signature, SIGNATURE_BYTES, expected, expected_length),
        WHIT_OK);
    CHECK_BYTES(signature, raw, SIGNATURE_BYTES);
    CHECK_EQ(signature[SIGNATURE_BYTES], UNTOUCHED);
}

TEST(der_both_ways)
{
    static const uint8_t firsts[] = {0x01, 0x7f, 0x80, 0xff};
    uint8_t raw[SIGNATURE_BYTES];
    check_both_ways(ka_sign_sample);
    check_both_ways(ka_sign_test);
    for (size_t zeros = 0; zeros <= ORDER_BYTES; zeros++) {
        for (size_t i = 0; i < COUNT_OF(firsts); i++) {
            test_note("zeros and first byte", zeros * 256 + firsts[i]);
            build_half(raw, zeros, firsts[i]);
            build_half(raw + ORDER_BYTES, ORDER_BYTES - zeros, firsts[(i + 1) % 4]);
            check_both_ways(raw);
        }
    }
}

TEST(der_exact_capacity)
{
    uint8_t expected[DER_MAX];
    size_t needed = build_der(expected, ka_sign_sample);
    for (size_t capacity = 0; capacity < needed; capacity++) {
        size_t length = capacity;
        fill(der, sizeof der);
        test_note("capacity", capacity);
        CHECK_STATUS(whit_ecdsa_signature_to_der(CURVE, der, &length, ka_sign_sample, 64),
                     WHIT_ERROR_OUTPUT_LENGTH);
        CHECK_FILL(der, UNTOUCHED, sizeof der);
    }
    CHECK_STATUS(whit_ecdsa_signature_to_der(CURVE, der, &needed, ka_sign_sample, 64), WHIT_OK);
    CHECK_BYTES(der, expected, needed);
}

TEST(der_signature_length)
{
    static const size_t bad[] = {0, 32, 63, 65};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        size_t length = DER_MAX;
        test_note("length", bad[i]);
        copy(signature, ka_sign_sample, SIGNATURE_BYTES);
        fill(der, sizeof der);
        CHECK_STATUS(whit_ecdsa_signature_to_der(CURVE, der, &length, signature, bad[i]),
                     WHIT_ERROR_SIGNATURE_LENGTH);
        CHECK_ZERO(der, DER_MAX);
        CHECK_EQ(length, 0);
    }
}

typedef struct bad_der {
    const char *name;
    uint8_t length;
    uint8_t bytes[14];
} bad_der;

/* The good form of these is 30 06 02 01 01 02 01 02. */
static const bad_der bad_ders[] = {
    {"empty", 0, {0}},
    {"tag alone", 1, {0x30}},
    {"empty sequence", 2, {0x30, 0}},
    {"tag of a set", 8, {0x31, 6, 2, 1, 1, 2, 1, 2}},
    {"primitive sequence", 8, {0x10, 6, 2, 1, 1, 2, 1, 2}},
    {"trailing byte", 9, {0x30, 6, 2, 1, 1, 2, 1, 2, 0}},
    {"trailing byte inside", 9, {0x30, 7, 2, 1, 1, 2, 1, 2, 0}},
    {"third integer", 11, {0x30, 9, 2, 1, 1, 2, 1, 2, 2, 1, 3}},
    {"one integer", 5, {0x30, 3, 2, 1, 1}},
    {"sequence too long", 8, {0x30, 7, 2, 1, 1, 2, 1, 2}},
    {"sequence too short", 8, {0x30, 5, 2, 1, 1, 2, 1, 2}},
    {"long form", 9, {0x30, 0x81, 6, 2, 1, 1, 2, 1, 2}},
    {"longer form", 10, {0x30, 0x82, 0, 6, 2, 1, 1, 2, 1, 2}},
    {"indefinite form", 10, {0x30, 0x80, 2, 1, 1, 2, 1, 2, 0, 0}},
    {"long form of r", 9, {0x30, 7, 2, 0x81, 1, 1, 2, 1, 2}},
    {"long form of s", 9, {0x30, 7, 2, 1, 1, 2, 0x81, 1, 2}},
    {"length 255", 8, {0x30, 0xff, 2, 1, 1, 2, 1, 2}},
    {"r reaches past the end", 8, {0x30, 6, 2, 9, 1, 2, 1, 2}},
    {"r takes all", 8, {0x30, 6, 2, 4, 1, 2, 1, 2}},
    {"s reaches past the end", 8, {0x30, 6, 2, 1, 1, 2, 2, 2}},
    {"s stops before the end", 9, {0x30, 7, 2, 1, 1, 2, 1, 2, 3}},
    {"length of 4 GiB", 13, {0x30, 11, 2, 0x85, 1, 0, 0, 0, 1, 1, 2, 1, 2}},
    {"r is empty", 7, {0x30, 5, 2, 0, 2, 1, 2}},
    {"s is empty", 7, {0x30, 5, 2, 1, 1, 2, 0}},
    {"r is negative", 8, {0x30, 6, 2, 1, 0x81, 2, 1, 2}},
    {"s is negative", 8, {0x30, 6, 2, 1, 1, 2, 1, 0xff}},
    {"r is padded", 9, {0x30, 7, 2, 2, 0, 1, 2, 1, 2}},
    {"s is padded", 9, {0x30, 7, 2, 1, 1, 2, 2, 0, 2}},
    {"zero is padded", 9, {0x30, 7, 2, 2, 0, 0, 2, 1, 2}},
    {"r is padded with ff", 9, {0x30, 7, 2, 2, 0xff, 0x81, 2, 1, 2}},
    {"r is no integer", 8, {0x30, 6, 3, 1, 1, 2, 1, 2}},
    {"s is no integer", 8, {0x30, 6, 2, 1, 1, 4, 1, 2}},
    {"constructed integer", 8, {0x30, 6, 0x22, 1, 1, 2, 1, 2}},
    {"two nulls", 6, {0x30, 4, 5, 0, 5, 0}},
};

TEST(der_bad_encodings)
{
    static const uint8_t good[] = {0x30, 6, 2, 1, 1, 2, 1, 2};
    CHECK_STATUS(
        whit_ecdsa_signature_from_der(CURVE, signature, SIGNATURE_BYTES, good, sizeof good),
        WHIT_OK);
    for (size_t i = 0; i < COUNT_OF(bad_ders); i++) {
        test_note(bad_ders[i].name, i);
        fill(signature, sizeof signature);
        CHECK_STATUS(whit_ecdsa_signature_from_der(CURVE, signature, SIGNATURE_BYTES,
                                                   bad_ders[i].bytes, bad_ders[i].length),
                     WHIT_ERROR_SIGNATURE_ENCODING);
        CHECK_ZERO(signature, SIGNATURE_BYTES);
    }
}

TEST(der_truncated_anywhere)
{
    uint8_t whole[DER_MAX];
    size_t length = build_der(whole, ka_sign_sample);
    for (size_t cut = 0; cut < length; cut++) {
        test_note("length", cut);
        fill(signature, sizeof signature);
        CHECK_STATUS(whit_ecdsa_signature_from_der(CURVE, signature, SIGNATURE_BYTES, whole, cut),
                     WHIT_ERROR_SIGNATURE_ENCODING);
        CHECK_ZERO(signature, SIGNATURE_BYTES);
    }
}

/* 33 bytes of value do not fit; 33 with the sign's zero do. */
TEST(der_integers_too_long)
{
    uint8_t long_r[2 + 35 + 3] = {0x30, 38, 2, 33, 1, [37] = 2, [38] = 1, [39] = 1};
    uint8_t long_s[2 + 3 + 35] = {0x30, 38, 2, 1, 1, 2, 33, 1};
    uint8_t signed_r[2 + 36 + 3] = {0x30, 39, 2, 34, 0, 0x80, [38] = 2, [39] = 1, [40] = 1};
    uint8_t good[2 + 35 + 3] = {0x30, 38, 2, 33, 0, 0x80, [37] = 2, [38] = 1, [39] = 1};
    CHECK_STATUS(whit_ecdsa_signature_from_der(CURVE, signature, 64, long_r, sizeof long_r),
                 WHIT_ERROR_SIGNATURE_ENCODING);
    CHECK_STATUS(whit_ecdsa_signature_from_der(CURVE, signature, 64, long_s, sizeof long_s),
                 WHIT_ERROR_SIGNATURE_ENCODING);
    CHECK_STATUS(whit_ecdsa_signature_from_der(CURVE, signature, 64, signed_r, sizeof signed_r),
                 WHIT_ERROR_SIGNATURE_ENCODING);
    CHECK_STATUS(whit_ecdsa_signature_from_der(CURVE, signature, 64, good, sizeof good), WHIT_OK);
}

TEST(der_null_arguments)
{
    static const uint8_t good[] = {0x30, 6, 2, 1, 1, 2, 1, 2};
    size_t length = DER_MAX;
    fill(der, sizeof der);
    fill(signature, sizeof signature);
    CHECK_STATUS(whit_ecdsa_signature_to_der(NULL, der, &length, ka_sign_sample, 64),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ecdsa_signature_to_der(CURVE, NULL, &length, ka_sign_sample, 64),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ecdsa_signature_to_der(CURVE, der, NULL, ka_sign_sample, 64),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ecdsa_signature_to_der(CURVE, der, &length, NULL, 64), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ecdsa_signature_from_der(NULL, signature, 64, good, sizeof good),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ecdsa_signature_from_der(CURVE, NULL, 64, good, sizeof good),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ecdsa_signature_from_der(CURVE, signature, 64, NULL, 8), WHIT_ERROR_ARGUMENT);
    CHECK_FILL(der, UNTOUCHED, sizeof der);
    CHECK_FILL(signature, UNTOUCHED, sizeof signature);
    CHECK_EQ(length, DER_MAX);
}

TEST(der_output_length)
{
    static const uint8_t good[] = {0x30, 6, 2, 1, 1, 2, 1, 2};
    static const size_t bad[] = {0, 2, 63, 65};
    fill(signature, sizeof signature);
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        test_note("length", bad[i]);
        CHECK_STATUS(whit_ecdsa_signature_from_der(CURVE, signature, bad[i], good, sizeof good),
                     WHIT_ERROR_OUTPUT_LENGTH);
    }
    CHECK_FILL(signature, UNTOUCHED, sizeof signature);
}

TEST(der_overlap)
{
    uint8_t buffer[2 * DER_MAX];
    uint8_t before[2 * DER_MAX];
    size_t length = DER_MAX;
    fill(buffer, sizeof buffer);
    copy(buffer, ka_sign_sample, SIGNATURE_BYTES);
    copy(before, buffer, sizeof buffer);
    CHECK_STATUS(whit_ecdsa_signature_to_der(CURVE, buffer, &length, buffer, 64),
                 WHIT_ERROR_OVERLAP);
    CHECK_STATUS(whit_ecdsa_signature_to_der(CURVE, buffer + 63, &length, buffer, 64),
                 WHIT_ERROR_OVERLAP);
    CHECK_BYTES(buffer, before, sizeof buffer);
    length = build_der(buffer, ka_sign_sample);
    copy(before, buffer, sizeof buffer);
    CHECK_STATUS(whit_ecdsa_signature_from_der(CURVE, buffer, 64, buffer, length),
                 WHIT_ERROR_OVERLAP);
    CHECK_STATUS(whit_ecdsa_signature_from_der(CURVE, buffer + length - 1, 64, buffer, length),
                 WHIT_ERROR_OVERLAP);
    CHECK_BYTES(buffer, before, sizeof buffer);
    CHECK_STATUS(whit_ecdsa_signature_from_der(CURVE, buffer + length, 64, buffer, length),
                 WHIT_OK);
}

static const uint8_t sample[] = {'s', 'a', 'm', 'p', 'l', 'e'};

static void check_verified(const uint8_t *key, size_t key_length, size_t length,
                           whit_status expected)
{
    CHECK_STATUS(whit_secp256r1_verify_der(key, key_length, sample, sizeof sample, der, length),
                 expected);
    CHECK_STATUS(
        whit_secp256r1_verify_digest_der(key, key_length, ka_digest_sample, 32, der, length),
        expected);
}

TEST(der_verified_in_one_call)
{
    size_t length = build_der(der, ka_sign_sample);
    check_verified(ka_public_a, PUBLIC_BYTES, length, WHIT_OK);
    check_verified(ka_public_b, PUBLIC_BYTES, length, WHIT_ERROR_SIGNATURE_INVALID);
    check_verified(ka_public_a, PUBLIC_BYTES - 1, length, WHIT_ERROR_PUBLIC_KEY_LENGTH);
    length = build_der(der, ka_sign_test);
    check_verified(ka_public_a, PUBLIC_BYTES, length, WHIT_ERROR_SIGNATURE_INVALID);
    copy(signature, ka_sign_sample, SIGNATURE_BYTES);
    copy(signature, ka_order, ORDER_BYTES);
    length = build_der(der, signature);
    check_verified(ka_public_a, PUBLIC_BYTES, length, WHIT_ERROR_SIGNATURE_RANGE);
}

TEST(der_verified_if_it_is_der)
{
    size_t length = build_der(der, ka_sign_sample);
    for (size_t cut = 0; cut < length; cut++) {
        test_note("length", cut);
        check_verified(ka_public_a, PUBLIC_BYTES, cut, WHIT_ERROR_SIGNATURE_ENCODING);
    }
    der[length] = 0;
    check_verified(ka_public_a, PUBLIC_BYTES, length + 1, WHIT_ERROR_SIGNATURE_ENCODING);
    copy(der, ka_sign_sample, SIGNATURE_BYTES);
    check_verified(ka_public_a, PUBLIC_BYTES, SIGNATURE_BYTES, WHIT_ERROR_SIGNATURE_ENCODING);
}

TEST(der_verified_null_arguments)
{
    size_t length = build_der(der, ka_sign_sample);
    check_verified(NULL, PUBLIC_BYTES, length, WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_secp256r1_verify_der(ka_public_a, PUBLIC_BYTES, NULL, 1, der, length),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_secp256r1_verify_der(ka_public_a, PUBLIC_BYTES, NULL, 0, der, length),
                 WHIT_ERROR_SIGNATURE_INVALID);
    CHECK_STATUS(whit_secp256r1_verify_der(ka_public_a, PUBLIC_BYTES, sample, 6, NULL, length),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_secp256r1_verify_digest_der(ka_public_a, PUBLIC_BYTES, NULL, 32, der, length),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(
        whit_secp256r1_verify_digest_der(ka_public_a, PUBLIC_BYTES, sample, 0, der, length),
        WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ecdsa_verify_der(NULL, &whit_sha256, ka_public_a, PUBLIC_BYTES, sample, 6,
                                       der, length),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(
        whit_ecdsa_verify_der(CURVE, NULL, ka_public_a, PUBLIC_BYTES, sample, 6, der, length),
        WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(
        whit_ecdsa_verify_digest_der(NULL, ka_public_a, PUBLIC_BYTES, sample, 6, der, length),
        WHIT_ERROR_ARGUMENT);
}

TEST_SUITE(ecdsa_der) = {
    CASE(der_both_ways),
    CASE(der_exact_capacity),
    CASE(der_signature_length),
    CASE(der_bad_encodings),
    CASE(der_truncated_anywhere),
    CASE(der_integers_too_long),
    CASE(der_null_arguments),
    CASE(der_output_length),
    CASE(der_overlap),
    CASE(der_verified_in_one_call),
    CASE(der_verified_if_it_is_der),
    CASE(der_verified_null_arguments),
    END_OF_SUITE,
};
