/* SPDX-License-Identifier: MIT */
#include <whit/hash.h>

#include "fixtures.h"
#include "hash_answers.h"
#include "test.h"

#define ANSWERS COUNT_OF(hash_answers)
#define BLOCK_MAX 128

/* A byte sequence without a short period, for messages of any length. */
static uint8_t pattern(size_t i)
{
    return (uint8_t)(i * 167 + (i >> 8) * 13 + 41);
}

static void fill_pattern(uint8_t *out, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        out[i] = pattern(i);
    }
}

static void hash_pieces(const whit_hash *hash, uint8_t *digest, const uint8_t *in, size_t length,
                        size_t piece)
{
    whit_hash_state state;
    whit_hash_init(hash, &state);
    while (length > 0) {
        size_t now = piece < length ? piece : length;
        whit_hash_update(hash, &state, in, now);
        in += now;
        length -= now;
    }
    whit_hash_final(hash, &state, digest);
}

static void hash_text(const whit_hash *hash, uint8_t *digest, const char *text)
{
    size_t length = 0;
    while (text[length] != '\0') {
        length++;
    }
    hash_pieces(hash, digest, (const uint8_t *)text, length, 1000);
}

TEST(hash_sizes)
{
    size_t longest = 0;
    for (size_t i = 0; i < ANSWERS; i++) {
        const hash_answer *a = &hash_answers[i];
        test_note(a->name, 0);
        CHECK_EQ(whit_hash_bytes(a->hash), a->digest_bytes);
        CHECK_EQ(a->macro_bytes, a->digest_bytes);
        longest = a->digest_bytes > longest ? a->digest_bytes : longest;
    }
    CHECK_EQ(WHIT_HASH_MAX_BYTES, longest);
    CHECK_EQ(WHIT_HASH_LIMIT, 8 * longest);
    CHECK(sizeof(whit_hash_state) <= (WHIT_HASH_LIMIT == 256 ? 112 : 208));
}

TEST(hash_of_nothing)
{
    for (size_t i = 0; i < ANSWERS; i++) {
        const hash_answer *a = &hash_answers[i];
        uint8_t digest[WHIT_HASH_MAX_BYTES];
        whit_hash_state state;
        test_note(a->name, 0);
        hash_text(a->hash, digest, "");
        CHECK_BYTES(digest, a->of_nothing, a->digest_bytes);
        fill(&state, sizeof state);
        whit_hash_init(a->hash, &state);
        whit_hash_update(a->hash, &state, NULL, 0);
        whit_hash_final(a->hash, &state, digest);
        CHECK_BYTES(digest, a->of_nothing, a->digest_bytes);
    }
}

/* FIPS 180-4's examples; RFC 7693, appendix B. */
TEST(hash_of_short_texts)
{
    for (size_t i = 0; i < ANSWERS; i++) {
        const hash_answer *a = &hash_answers[i];
        uint8_t digest[WHIT_HASH_MAX_BYTES];
        test_note(a->name, 0);
        hash_text(a->hash, digest, "abc");
        CHECK_BYTES(digest, a->of_abc, a->digest_bytes);
        hash_text(a->hash, digest,
                  a->block_bytes == 64
                      ? "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
                      : "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                        "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu");
        CHECK_BYTES(digest, a->of_two_blocks, a->digest_bytes);
    }
}

/* The digest of the digests of the first 0, 1, 2... bytes of the pattern. */
TEST(hash_of_every_length)
{
    uint8_t in[ANSWER_LENGTHS];
    fill_pattern(in, sizeof in);
    for (size_t i = 0; i < ANSWERS; i++) {
        const hash_answer *a = &hash_answers[i];
        uint8_t digest[WHIT_HASH_MAX_BYTES];
        whit_hash_state all;
        test_note(a->name, 0);
        whit_hash_init(a->hash, &all);
        for (size_t length = 0; length < ANSWER_LENGTHS; length++) {
            hash_pieces(a->hash, digest, in, length, length % 131 + 1);
            whit_hash_update(a->hash, &all, digest, a->digest_bytes);
        }
        whit_hash_final(a->hash, &all, digest);
        CHECK_BYTES(digest, a->of_every_length, a->digest_bytes);
    }
}

/* Lengths around the ends of blocks and padding, each cut in two at every position. */
TEST(hash_splits_anywhere)
{
    static const int around[] = {-17, -16, -9, -8, -1, 0, 1, 2};
    uint8_t in[2 * BLOCK_MAX + 2];
    fill_pattern(in, sizeof in);
    for (size_t i = 0; i < ANSWERS; i++) {
        const hash_answer *a = &hash_answers[i];
        for (size_t j = 0; j < 2 * COUNT_OF(around); j++) {
            uint8_t whole[WHIT_HASH_MAX_BYTES];
            size_t blocks = 1 + j / COUNT_OF(around);
            size_t length = (size_t)((int)(blocks * a->block_bytes) + around[j % COUNT_OF(around)]);
            hash_pieces(a->hash, whole, in, length, 1);
            for (size_t split = 0; split <= length; split++) {
                uint8_t digest[WHIT_HASH_MAX_BYTES];
                whit_hash_state state;
                test_note(a->name, length * 1000 + split);
                whit_hash_init(a->hash, &state);
                whit_hash_update(a->hash, &state, in, split);
                whit_hash_update(a->hash, &state, in + split, length - split);
                whit_hash_final(a->hash, &state, digest);
                CHECK_BYTES(digest, whole, a->digest_bytes);
            }
        }
    }
}

TEST(hash_state_may_be_copied)
{
    uint8_t in[3 * BLOCK_MAX];
    fill_pattern(in, sizeof in);
    for (size_t i = 0; i < ANSWERS; i++) {
        const hash_answer *a = &hash_answers[i];
        for (size_t at = 0; at <= sizeof in; at += a->block_bytes / 2) {
            uint8_t first[WHIT_HASH_MAX_BYTES];
            uint8_t second[WHIT_HASH_MAX_BYTES];
            uint8_t whole[WHIT_HASH_MAX_BYTES];
            whit_hash_state state;
            whit_hash_state twin;
            test_note(a->name, at);
            whit_hash_init(a->hash, &state);
            whit_hash_update(a->hash, &state, in, at);
            twin = state;
            whit_hash_update(a->hash, &state, in + at, sizeof in - at);
            whit_hash_final(a->hash, &state, first);
            whit_hash_update(a->hash, &twin, in + at, sizeof in - at);
            whit_hash_final(a->hash, &twin, second);
            hash_pieces(a->hash, whole, in, sizeof in, sizeof in);
            CHECK_BYTES(first, whole, a->digest_bytes);
            CHECK_BYTES(second, whole, a->digest_bytes);
        }
    }
}

/* The state is wiped, whatever was in it, and not a byte more than the digest is written. */
TEST(hash_final_writes_the_digest_and_wipes_the_state)
{
    uint8_t in[2 * BLOCK_MAX];
    fill_pattern(in, sizeof in);
    for (size_t i = 0; i < ANSWERS; i++) {
        const hash_answer *a = &hash_answers[i];
        for (size_t length = 0; length <= sizeof in; length += 32) {
            uint8_t digest[WHIT_HASH_MAX_BYTES + 8];
            whit_hash_state state;
            test_note(a->name, length);
            fill(digest, sizeof digest);
            fill(&state, sizeof state);
            whit_hash_init(a->hash, &state);
            whit_hash_update(a->hash, &state, in, length);
            whit_hash_final(a->hash, &state, digest);
            CHECK_ZERO(&state, sizeof state);
            CHECK_FILL(digest + a->digest_bytes, UNTOUCHED, sizeof digest - a->digest_bytes);
        }
    }
}

/* What SHA appends to a message is compared with the same bytes as part of a message, after which
 * the chain is the digest. */
static void check_long_padding(const hash_answer *a, uint64_t before)
{
    uint8_t padded[2 * BLOCK_MAX] = {0};
    uint8_t digest[WHIT_HASH_MAX_BYTES];
    uint8_t expected[WHIT_HASH_MAX_BYTES];
    whit_hash_state state;
    fill_pattern(padded, a->block_bytes + 3);
    padded[a->block_bytes + 3] = 0x80;
    for (size_t i = 0; i < 8; i++) {
        padded[2 * a->block_bytes - 1 - i] = (uint8_t)((before + 3) * 8 >> 8 * i);
    }
    whit_hash_init(a->hash, &state);
    whit_hash_update(a->hash, &state, padded, 2 * a->block_bytes);
    whit_hash_update(a->hash, &state, padded, 1);
    for (size_t i = 0; i < a->digest_bytes; i++) {
        expected[i] = (uint8_t)(state.chain[i / 4] >> (24 - 8 * (i % 4)));
    }
    whit_hash_init(a->hash, &state);
    whit_hash_update(a->hash, &state, padded, a->block_bytes);
    state.length = before;
    whit_hash_update(a->hash, &state, padded + a->block_bytes, 3);
    whit_hash_final(a->hash, &state, digest);
    CHECK_BYTES(digest, expected, a->digest_bytes);
}

/* Lengths that take more than 32 bits, in bytes and in bits: the state is told that so much has
 * been hashed. */
TEST(hash_of_very_long_messages)
{
    static const uint64_t before[] = {UINT64_C(0x1fffff80), UINT64_C(0x20000000),
                                      UINT64_C(0xffffff80), UINT64_C(0x100000000),
                                      UINT64_C(0x1f23456789abcd80)};
    uint8_t in[ANSWER_LENGTHS];
    fill_pattern(in, sizeof in);
    for (size_t i = 0; i < ANSWERS; i++) {
        const hash_answer *a = &hash_answers[i];
        test_note(a->name, 0);
        if (a->counted_bytes == 0) {
            for (size_t j = 0; j < COUNT_OF(before); j++) {
                test_note(a->name, before[j]);
                check_long_padding(a, before[j]);
            }
        } else {
            uint8_t digest[WHIT_HASH_MAX_BYTES];
            whit_hash_state state;
            whit_hash_init(a->hash, &state);
            whit_hash_update(a->hash, &state, in, 64);
            state.length += ANSWER_BEFORE;
            whit_hash_update(a->hash, &state, in + 64, sizeof in - 64);
            whit_hash_final(a->hash, &state, digest);
            CHECK_BYTES(digest, a->counted, a->counted_bytes);
        }
    }
}

#if TEST_HOST
/* FIPS 180-4's long example; too slow for an emulated core. */
TEST(hash_of_a_million_a)
{
    uint8_t in[1000];
    for (size_t i = 0; i < sizeof in; i++) {
        in[i] = 'a';
    }
    for (size_t i = 0; i < ANSWERS; i++) {
        const hash_answer *a = &hash_answers[i];
        uint8_t digest[WHIT_HASH_MAX_BYTES];
        whit_hash_state state;
        test_note(a->name, 0);
        whit_hash_init(a->hash, &state);
        for (int j = 0; j < 1000; j++) {
            whit_hash_update(a->hash, &state, in, sizeof in);
        }
        whit_hash_final(a->hash, &state, digest);
        CHECK_BYTES(digest, a->of_a_million_a, a->digest_bytes);
    }
}
#endif

TEST_SUITE(hash) = {
    CASE(hash_sizes),
    CASE(hash_of_nothing),
    CASE(hash_of_short_texts),
    CASE(hash_of_every_length),
    CASE(hash_splits_anywhere),
    CASE(hash_state_may_be_copied),
    CASE(hash_final_writes_the_digest_and_wipes_the_state),
    CASE(hash_of_very_long_messages),
#if TEST_HOST
    CASE(hash_of_a_million_a),
#endif
    END_OF_SUITE,
};
