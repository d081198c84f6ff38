/* SPDX-License-Identifier: MIT */
#include <whit/hash.h>

#include "fixtures.h"
#include "hash_answers.h"
#include "test.h"

#define ANSWERS COUNT_OF(hash_answers)
#define BLOCK_MAX 128

/* RFC 2202 and RFC 4231; their messages for the other hashes too. */
TEST(hmac_known_answers)
{
    for (size_t i = 0; i < ANSWERS; i++) {
        const hash_answer *a = &hash_answers[i];
        for (size_t j = 0; j < ANSWER_MESSAGES; j++) {
            const hmac_message *m = &hmac_messages[j];
            uint8_t mac[WHIT_HASH_MAX_BYTES + 8];
            test_note(a->name, j);
            fill(mac, sizeof mac);
            CHECK_STATUS(whit_hmac(a->hash, mac, (const uint8_t *)m->key, m->key_length,
                                   (const uint8_t *)m->message, m->message_length),
                         WHIT_OK);
            CHECK_BYTES(mac, a->macs[j], a->digest_bytes);
            CHECK_FILL(mac + a->digest_bytes, UNTOUCHED, sizeof mac - a->digest_bytes);
        }
    }
}

/* A key is padded with zeros to a block; so zeros after it change nothing up to there, and a key
 * of one byte more is hashed. */
TEST(hmac_keys_around_the_block_length)
{
    static const uint8_t message[1] = {0x4d};
    for (size_t i = 0; i < ANSWERS; i++) {
        const hash_answer *a = &hash_answers[i];
        uint8_t key[BLOCK_MAX + 1] = {0x4b, 0x65, 0x79};
        uint8_t hashed[WHIT_HASH_MAX_BYTES];
        uint8_t reference[WHIT_HASH_MAX_BYTES];
        uint8_t mac[WHIT_HASH_MAX_BYTES];
        whit_hash_state state;
        test_note(a->name, 3);
        CHECK_STATUS(whit_hmac(a->hash, reference, key, 3, message, 1), WHIT_OK);
        for (size_t length = 4; length <= a->block_bytes; length++) {
            test_note(a->name, length);
            CHECK_STATUS(whit_hmac(a->hash, mac, key, length, message, 1), WHIT_OK);
            CHECK_BYTES(mac, reference, a->digest_bytes);
        }
        test_note(a->name, a->block_bytes + 1);
        whit_hash_init(a->hash, &state);
        whit_hash_update(a->hash, &state, key, a->block_bytes + 1);
        whit_hash_final(a->hash, &state, hashed);
        CHECK_STATUS(whit_hmac(a->hash, reference, hashed, a->digest_bytes, message, 1), WHIT_OK);
        CHECK_STATUS(whit_hmac(a->hash, mac, key, a->block_bytes + 1, message, 1), WHIT_OK);
        CHECK_BYTES(mac, reference, a->digest_bytes);
    }
}

/* No input is NULL for the case without any. */
TEST(hmac_of_nothing_with_no_key)
{
    for (size_t i = 0; i < ANSWERS; i++) {
        const hash_answer *a = &hash_answers[i];
        uint8_t mac[WHIT_HASH_MAX_BYTES];
        test_note(a->name, 0);
        CHECK_EQ(hmac_messages[ANSWER_MESSAGES - 1].key_length, 0);
        CHECK_EQ(hmac_messages[ANSWER_MESSAGES - 1].message_length, 0);
        CHECK_STATUS(whit_hmac(a->hash, mac, NULL, 0, NULL, 0), WHIT_OK);
        CHECK_BYTES(mac, a->macs[ANSWER_MESSAGES - 1], a->digest_bytes);
    }
}

TEST(hmac_null_arguments)
{
    static const uint8_t in[4] = {1, 2, 3, 4};
    for (size_t i = 0; i < ANSWERS; i++) {
        const whit_hash *hash = hash_answers[i].hash;
        uint8_t mac[WHIT_HASH_MAX_BYTES];
        test_note(hash_answers[i].name, 0);
        fill(mac, sizeof mac);
        CHECK_STATUS(whit_hmac(NULL, mac, in, 4, in, 4), WHIT_ERROR_ARGUMENT);
        CHECK_STATUS(whit_hmac(hash, NULL, in, 4, in, 4), WHIT_ERROR_ARGUMENT);
        CHECK_STATUS(whit_hmac(hash, mac, NULL, 4, in, 4), WHIT_ERROR_ARGUMENT);
        CHECK_STATUS(whit_hmac(hash, mac, in, 4, NULL, 4), WHIT_ERROR_ARGUMENT);
        CHECK_FILL(mac, UNTOUCHED, sizeof mac);
    }
}

TEST(hmac_overlap)
{
    static const uint8_t other[4] = {1, 2, 3, 4};
    for (size_t i = 0; i < ANSWERS; i++) {
        const hash_answer *a = &hash_answers[i];
        size_t n = a->digest_bytes;
        uint8_t buffer[3 * WHIT_HASH_MAX_BYTES];
        uint8_t *mac = buffer + n;
        fill(buffer, sizeof buffer);
        for (size_t at = 1; at < 2 * n; at += n - 1) {
            test_note(a->name, at);
            CHECK_STATUS(whit_hmac(a->hash, mac, buffer + at, n, other, 4), WHIT_ERROR_OVERLAP);
            CHECK_STATUS(whit_hmac(a->hash, mac, other, 4, buffer + at, n), WHIT_ERROR_OVERLAP);
        }
        CHECK_FILL(buffer, UNTOUCHED, sizeof buffer);
        CHECK_STATUS(whit_hmac(a->hash, mac, buffer, n, buffer + 2 * n, n), WHIT_OK);
    }
}

TEST_SUITE(hmac) = {
    CASE(hmac_known_answers),
    CASE(hmac_keys_around_the_block_length),
    CASE(hmac_of_nothing_with_no_key),
    CASE(hmac_null_arguments),
    CASE(hmac_overlap),
    END_OF_SUITE,
};
