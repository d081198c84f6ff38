/* SPDX-License-Identifier: MIT */
#include <whit/hash.h>

#include "fixtures.h"
#include "test.h"

#define DIGEST WHIT_SHA256_BYTES

/* A byte sequence without a short period, for messages of any length. */
static uint8_t pattern(size_t i)
{
    return (uint8_t)(i * 167 + (i >> 8) * 13 + 41);
}

static void hash_pieces(uint8_t *digest, const uint8_t *in, size_t length, size_t piece)
{
    whit_hash_state state;
    whit_hash_init(&whit_sha256, &state);
    while (length > 0) {
        size_t now = piece < length ? piece : length;
        whit_hash_update(&whit_sha256, &state, in, now);
        in += now;
        length -= now;
    }
    whit_hash_final(&whit_sha256, &state, digest);
}

static void hash_text(uint8_t *digest, const char *text)
{
    size_t length = 0;
    while (text[length] != '\0') {
        length++;
    }
    hash_pieces(digest, (const uint8_t *)text, length, 1000);
}

TEST(sha256_has_32_bytes)
{
    CHECK_EQ(whit_hash_bytes(&whit_sha256), 32);
}

TEST(sha256_of_nothing)
{
    static const uint8_t expected[DIGEST] = {0xe3, 0xb0, 0xc4, 0x42, 0x98, 0xfc, 0x1c, 0x14,
                                             0x9a, 0xfb, 0xf4, 0xc8, 0x99, 0x6f, 0xb9, 0x24,
                                             0x27, 0xae, 0x41, 0xe4, 0x64, 0x9b, 0x93, 0x4c,
                                             0xa4, 0x95, 0x99, 0x1b, 0x78, 0x52, 0xb8, 0x55};
    uint8_t digest[DIGEST];
    whit_hash_state state;
    hash_text(digest, "");
    CHECK_BYTES(digest, expected, DIGEST);
    whit_hash_init(&whit_sha256, &state);
    whit_hash_update(&whit_sha256, &state, NULL, 0);
    whit_hash_final(&whit_sha256, &state, digest);
    CHECK_BYTES(digest, expected, DIGEST);
}

/* FIPS 180-4, the one-block example. */
TEST(sha256_of_abc)
{
    static const uint8_t expected[DIGEST] = {0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea,
                                             0x41, 0x41, 0x40, 0xde, 0x5d, 0xae, 0x22, 0x23,
                                             0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17, 0x7a, 0x9c,
                                             0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad};
    uint8_t digest[DIGEST];
    hash_text(digest, "abc");
    CHECK_BYTES(digest, expected, DIGEST);
}

/* FIPS 180-4, the two-block example. */
TEST(sha256_of_two_blocks)
{
    static const uint8_t expected[DIGEST] = {0x24, 0x8d, 0x6a, 0x61, 0xd2, 0x06, 0x38, 0xb8,
                                             0xe5, 0xc0, 0x26, 0x93, 0x0c, 0x3e, 0x60, 0x39,
                                             0xa3, 0x3c, 0xe4, 0x59, 0x64, 0xff, 0x21, 0x67,
                                             0xf6, 0xec, 0xed, 0xd4, 0x19, 0xdb, 0x06, 0xc1};
    uint8_t digest[DIGEST];
    hash_text(digest, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq");
    CHECK_BYTES(digest, expected, DIGEST);
}

/* All lengths around the boundaries of block and padding, each in every pair of
 * pieces: the digests of the digests are compared with one known answer. */
TEST(sha256_splits_anywhere)
{
    uint8_t in[130];
    for (size_t i = 0; i < sizeof in; i++) {
        in[i] = pattern(i);
    }
    for (size_t length = 0; length <= sizeof in; length += length == 66 ? 52 : 1) {
        uint8_t whole[DIGEST];
        hash_pieces(whole, in, length, sizeof in);
        for (size_t split = 0; split <= length; split += length > 66 ? 7 : 1) {
            uint8_t digest[DIGEST];
            whit_hash_state state;
            test_note("length and split", length * 1000 + split);
            whit_hash_init(&whit_sha256, &state);
            whit_hash_update(&whit_sha256, &state, in, split);
            whit_hash_update(&whit_sha256, &state, in + split, length - split);
            whit_hash_final(&whit_sha256, &state, digest);
            CHECK_BYTES(digest, whole, DIGEST);
        }
    }
}

/* The digest of the digests of the first 0, 1, ... 257 bytes of the pattern. */
TEST(sha256_of_every_length)
{
    static const uint8_t expected[DIGEST] = {0xba, 0xf5, 0x38, 0x5d, 0xf3, 0x7b, 0x17, 0x15,
                                             0xdd, 0x94, 0x59, 0xf2, 0x18, 0x02, 0xac, 0x68,
                                             0xb5, 0x0b, 0xc8, 0xd5, 0xfc, 0xbd, 0x28, 0xf4,
                                             0xab, 0xb5, 0x90, 0x35, 0x46, 0x4a, 0x26, 0xcb};
    uint8_t in[257];
    uint8_t digest[DIGEST];
    whit_hash_state all;
    for (size_t i = 0; i < sizeof in; i++) {
        in[i] = pattern(i);
    }
    whit_hash_init(&whit_sha256, &all);
    for (size_t length = 0; length <= sizeof in; length++) {
        hash_pieces(digest, in, length, length % 67 + 1);
        whit_hash_update(&whit_sha256, &all, digest, DIGEST);
    }
    whit_hash_final(&whit_sha256, &all, digest);
    CHECK_BYTES(digest, expected, DIGEST);
}

TEST(sha256_state_may_be_copied)
{
    static const uint8_t text[3] = {'a', 'b', 'c'};
    uint8_t first[DIGEST];
    uint8_t second[DIGEST];
    whit_hash_state state;
    whit_hash_state twin;
    whit_hash_init(&whit_sha256, &state);
    whit_hash_update(&whit_sha256, &state, text, 2);
    twin = state;
    whit_hash_update(&whit_sha256, &state, text + 2, 1);
    whit_hash_final(&whit_sha256, &state, first);
    whit_hash_update(&whit_sha256, &twin, text + 2, 1);
    whit_hash_final(&whit_sha256, &twin, second);
    CHECK_BYTES(first, second, DIGEST);
}

TEST(sha256_final_wipes_the_state)
{
    static const uint8_t secret[40] = {1, 2, 3, 4, 5};
    uint8_t digest[DIGEST];
    whit_hash_state state;
    whit_hash_init(&whit_sha256, &state);
    whit_hash_update(&whit_sha256, &state, secret, sizeof secret);
    whit_hash_final(&whit_sha256, &state, digest);
    CHECK_ZERO(&state, sizeof state);
}

#if TEST_HOST
/* FIPS 180-4's long example; too slow for an emulated core. */
TEST(sha256_of_a_million_a)
{
    static const uint8_t expected[DIGEST] = {0xcd, 0xc7, 0x6e, 0x5c, 0x99, 0x14, 0xfb, 0x92,
                                             0x81, 0xa1, 0xc7, 0xe2, 0x84, 0xd7, 0x3e, 0x67,
                                             0xf1, 0x80, 0x9a, 0x48, 0xa4, 0x97, 0x20, 0x0e,
                                             0x04, 0x6d, 0x39, 0xcc, 0xc7, 0x11, 0x2c, 0xd0};
    uint8_t in[1000];
    uint8_t digest[DIGEST];
    whit_hash_state state;
    for (size_t i = 0; i < sizeof in; i++) {
        in[i] = 'a';
    }
    whit_hash_init(&whit_sha256, &state);
    for (int i = 0; i < 1000; i++) {
        whit_hash_update(&whit_sha256, &state, in, sizeof in);
    }
    whit_hash_final(&whit_sha256, &state, digest);
    CHECK_BYTES(digest, expected, DIGEST);
}
#endif

TEST_SUITE(hash) = {
    CASE(sha256_has_32_bytes),
    CASE(sha256_of_nothing),
    CASE(sha256_of_abc),
    CASE(sha256_of_two_blocks),
    CASE(sha256_splits_anywhere),
    CASE(sha256_of_every_length),
    CASE(sha256_state_may_be_copied),
    CASE(sha256_final_wipes_the_state),
#if TEST_HOST
    CASE(sha256_of_a_million_a),
#endif
    END_OF_SUITE,
};
