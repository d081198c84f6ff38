/* SPDX-License-Identifier: MIT */
/* Compressed public keys, there and back. */
#include <whit/key.h>
#include <whit/secp256r1.h>

#include "fixtures.h"
#include "known_answers.h"
#include "test.h"

#define CURVE &whit_secp256r1

static uint8_t compressed[COMPRESSED_BYTES + 1];
static uint8_t public_key[PUBLIC_BYTES + 1];

static void check_pair(const uint8_t *whole, const uint8_t *half)
{
    fill(compressed, sizeof compressed);
    fill(public_key, sizeof public_key);
    CHECK_STATUS(whit_key_compress(CURVE, compressed, COMPRESSED_BYTES, whole, PUBLIC_BYTES),
                 WHIT_OK);
    CHECK_BYTES(compressed, half, COMPRESSED_BYTES);
    CHECK_EQ(compressed[COMPRESSED_BYTES], UNTOUCHED);
    CHECK_STATUS(whit_key_decompress(CURVE, public_key, PUBLIC_BYTES, half, COMPRESSED_BYTES),
                 WHIT_OK);
    CHECK_BYTES(public_key, whole, PUBLIC_BYTES);
    CHECK_EQ(public_key[PUBLIC_BYTES], UNTOUCHED);
}

TEST(compress_and_decompress_known_keys)
{
    CHECK_NE(ka_compressed_a[0], ka_compressed_b[0]); /* both parities are met */
    check_pair(ka_public_a, ka_compressed_a);
    check_pair(ka_public_b, ka_compressed_b);
}

TEST(decompress_gives_the_negative_for_the_other_prefix)
{
    uint8_t half[COMPRESSED_BYTES];
    copy(half, ka_compressed_a, COMPRESSED_BYTES);
    half[0] ^= 1;
    CHECK_STATUS(whit_key_decompress(CURVE, public_key, PUBLIC_BYTES, half, COMPRESSED_BYTES),
                 WHIT_OK);
    CHECK_STATUS(whit_key_validate_public(CURVE, public_key, PUBLIC_BYTES), WHIT_OK);
    CHECK_BYTES(public_key + 1, ka_public_a + 1, FIELD_BYTES);
    CHECK_NE(public_key[PUBLIC_BYTES - 1] & 1, ka_public_a[PUBLIC_BYTES - 1] & 1);
}

TEST(compress_bad_public_keys)
{
    for (size_t i = 0; i < BAD_PUBLIC_KEYS; i++) {
        const bad_input *bad = &bad_public_keys[i];
        test_note(bad->name, i);
        fill(compressed, sizeof compressed);
        CHECK_STATUS(
            whit_key_compress(CURVE, compressed, COMPRESSED_BYTES, bad_bytes(bad), bad->length),
            bad->status);
        CHECK_ZERO(compressed, COMPRESSED_BYTES);
    }
}

TEST(decompress_bad_compressed_keys)
{
    for (size_t i = 0; i < BAD_COMPRESSED_KEYS; i++) {
        const bad_input *bad = &bad_compressed_keys[i];
        test_note(bad->name, i);
        fill(public_key, sizeof public_key);
        CHECK_STATUS(
            whit_key_decompress(CURVE, public_key, PUBLIC_BYTES, bad_bytes(bad), bad->length),
            bad->status);
        CHECK_ZERO(public_key, PUBLIC_BYTES);
    }
}

TEST(compress_null_arguments)
{
    fill(compressed, sizeof compressed);
    CHECK_STATUS(whit_key_compress(NULL, compressed, COMPRESSED_BYTES, ka_public_a, PUBLIC_BYTES),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_key_compress(CURVE, NULL, COMPRESSED_BYTES, ka_public_a, PUBLIC_BYTES),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_key_compress(CURVE, compressed, COMPRESSED_BYTES, NULL, PUBLIC_BYTES),
                 WHIT_ERROR_ARGUMENT);
    CHECK_FILL(compressed, UNTOUCHED, sizeof compressed);
}

TEST(decompress_null_arguments)
{
    fill(public_key, sizeof public_key);
    CHECK_STATUS(
        whit_key_decompress(NULL, public_key, PUBLIC_BYTES, ka_compressed_a, COMPRESSED_BYTES),
        WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_key_decompress(CURVE, NULL, PUBLIC_BYTES, ka_compressed_a, COMPRESSED_BYTES),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_key_decompress(CURVE, public_key, PUBLIC_BYTES, NULL, COMPRESSED_BYTES),
                 WHIT_ERROR_ARGUMENT);
    CHECK_FILL(public_key, UNTOUCHED, sizeof public_key);
}

TEST(compress_output_length)
{
    static const size_t bad[] = {0, 1, 32, 34, 65};
    fill(compressed, sizeof compressed);
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        test_note("length", bad[i]);
        CHECK_STATUS(whit_key_compress(CURVE, compressed, bad[i], ka_public_a, PUBLIC_BYTES),
                     WHIT_ERROR_OUTPUT_LENGTH);
    }
    CHECK_FILL(compressed, UNTOUCHED, sizeof compressed);
}

TEST(decompress_output_length)
{
    static const size_t bad[] = {0, 33, 64, 66};
    fill(public_key, sizeof public_key);
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        test_note("length", bad[i]);
        CHECK_STATUS(
            whit_key_decompress(CURVE, public_key, bad[i], ka_compressed_a, COMPRESSED_BYTES),
            WHIT_ERROR_OUTPUT_LENGTH);
    }
    CHECK_FILL(public_key, UNTOUCHED, sizeof public_key);
}

TEST(compress_overlap)
{
    static const size_t offsets[] = {1, 33, 65, 97};
    uint8_t buffer[PUBLIC_BYTES + COMPRESSED_BYTES + PUBLIC_BYTES];
    fill(buffer, sizeof buffer);
    for (size_t i = 0; i < COUNT_OF(offsets); i++) {
        test_note("offset", offsets[i]);
        CHECK_STATUS(whit_key_compress(CURVE, buffer + PUBLIC_BYTES, COMPRESSED_BYTES,
                                       buffer + offsets[i], PUBLIC_BYTES),
                     WHIT_ERROR_OVERLAP);
    }
    CHECK_FILL(buffer, UNTOUCHED, sizeof buffer);
    copy(buffer, ka_public_a, PUBLIC_BYTES);
    CHECK_STATUS(
        whit_key_compress(CURVE, buffer + PUBLIC_BYTES, COMPRESSED_BYTES, buffer, PUBLIC_BYTES),
        WHIT_OK);
}

TEST(decompress_overlap)
{
    static const size_t offsets[] = {1, 33, 65, 97};
    uint8_t buffer[COMPRESSED_BYTES + PUBLIC_BYTES + COMPRESSED_BYTES];
    fill(buffer, sizeof buffer);
    for (size_t i = 0; i < COUNT_OF(offsets); i++) {
        test_note("offset", offsets[i]);
        CHECK_STATUS(whit_key_decompress(CURVE, buffer + COMPRESSED_BYTES, PUBLIC_BYTES,
                                         buffer + offsets[i], COMPRESSED_BYTES),
                     WHIT_ERROR_OVERLAP);
    }
    CHECK_FILL(buffer, UNTOUCHED, sizeof buffer);
    copy(buffer, ka_compressed_a, COMPRESSED_BYTES);
    CHECK_STATUS(whit_key_decompress(CURVE, buffer + COMPRESSED_BYTES, PUBLIC_BYTES, buffer,
                                     COMPRESSED_BYTES),
                 WHIT_OK);
}

TEST_SUITE(compression) = {
    CASE(compress_and_decompress_known_keys),
    CASE(decompress_gives_the_negative_for_the_other_prefix),
    CASE(compress_bad_public_keys),
    CASE(decompress_bad_compressed_keys),
    CASE(compress_null_arguments),
    CASE(decompress_null_arguments),
    CASE(compress_output_length),
    CASE(decompress_output_length),
    CASE(compress_overlap),
    CASE(decompress_overlap),
    END_OF_SUITE,
};
