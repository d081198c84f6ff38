/* SPDX-License-Identifier: MIT */
#include <whit/hash.h>

#include "fixtures.h"
#include "test.h"

#define MAC WHIT_SHA256_BYTES

/* RFC 4231, 4.2 to 4.8. A key or message is a text, or a byte repeated, or (step 1) a
 * run of bytes that count up. */
typedef struct hmac_case {
    const char *key;
    uint8_t key_byte;
    uint8_t key_step;
    uint8_t key_length;
    const char *message;
    uint8_t message_byte;
    uint8_t message_length;
    uint8_t mac_length;
    uint8_t mac[MAC];
} hmac_case;

static const hmac_case cases[] = {
    {NULL, 0x0b, 0, 20, "Hi There", 0x00, 8, 32, {0xb0, 0x34, 0x4c, 0x61, 0xd8, 0xdb, 0x38, 0x53,
                                                  0x5c, 0xa8, 0xaf, 0xce, 0xaf, 0x0b, 0xf1, 0x2b,
                                                  0x88, 0x1d, 0xc2, 0x00, 0xc9, 0x83, 0x3d, 0xa7,
                                                  0x26, 0xe9, 0x37, 0x6c, 0x2e, 0x32, 0xcf, 0xf7}},
    {"Jefe", 0x00, 0, 4, "what do ya want for nothing?", 0x00, 28, 32, {0x5b, 0xdc, 0xc1, 0x46,
                                                                        0xbf, 0x60, 0x75, 0x4e,
                                                                        0x6a, 0x04, 0x24, 0x26,
                                                                        0x08, 0x95, 0x75, 0xc7,
                                                                        0x5a, 0x00, 0x3f, 0x08,
                                                                        0x9d, 0x27, 0x39, 0x83,
                                                                        0x9d, 0xec, 0x58, 0xb9,
                                                                        0x64, 0xec, 0x38, 0x43}},
    {NULL, 0xaa, 0, 20, NULL, 0xdd, 50, 32, {0x77, 0x3e, 0xa9, 0x1e, 0x36, 0x80, 0x0e, 0x46,
                                             0x85, 0x4d, 0xb8, 0xeb, 0xd0, 0x91, 0x81, 0xa7,
                                             0x29, 0x59, 0x09, 0x8b, 0x3e, 0xf8, 0xc1, 0x22,
                                             0xd9, 0x63, 0x55, 0x14, 0xce, 0xd5, 0x65, 0xfe}},
    {NULL, 0x01, 1, 25, NULL, 0xcd, 50, 32, {0x82, 0x55, 0x8a, 0x38, 0x9a, 0x44, 0x3c, 0x0e,
                                             0xa4, 0xcc, 0x81, 0x98, 0x99, 0xf2, 0x08, 0x3a,
                                             0x85, 0xf0, 0xfa, 0xa3, 0xe5, 0x78, 0xf8, 0x07,
                                             0x7a, 0x2e, 0x3f, 0xf4, 0x67, 0x29, 0x66, 0x5b}},
    {NULL,
     0x0c,
     0,
     20,
     "Test With Truncation",
     0x00,
     20,
     16,
     {0xa3, 0xb6, 0x16, 0x74, 0x73, 0x10, 0x0e, 0xe0, 0x6e, 0x0c, 0x79, 0x6c, 0x29, 0x55, 0x55,
      0x2b}},
    {NULL,
     0xaa,
     0,
     131,
     "Test Using Larger Than Block-Size Key - Hash Key First",
     0x00,
     54,
     32,
     {0x60, 0xe4, 0x31, 0x59, 0x1e, 0xe0, 0xb6, 0x7f, 0x0d, 0x8a, 0x26,
      0xaa, 0xcb, 0xf5, 0xb7, 0x7f, 0x8e, 0x0b, 0xc6, 0x21, 0x37, 0x28,
      0xc5, 0x14, 0x05, 0x46, 0x04, 0x0f, 0x0e, 0xe3, 0x7f, 0x54}},
    {NULL,
     0xaa,
     0,
     131,
     "This is a test using a larger than block-size key and a larger than "
     "block-size data. The key needs to be hashed before being used by the HMAC "
     "algorithm.",
     0x00,
     152,
     32,
     {0x9b, 0x09, 0xff, 0xa7, 0x1b, 0x94, 0x2f, 0xcb, 0x27, 0x63, 0x5f,
      0xbc, 0xd5, 0xb0, 0xe9, 0x44, 0xbf, 0xdc, 0x63, 0x64, 0x4f, 0x07,
      0x13, 0x93, 0x8a, 0x7f, 0x51, 0x53, 0x5c, 0x3a, 0x35, 0xe2}},
};

static void build(uint8_t *out, const char *text, uint8_t byte, uint8_t step, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        out[i] = text != NULL ? (uint8_t)text[i] : (uint8_t)(byte + step * i);
    }
}

TEST(hmac_sha256_rfc4231)
{
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const hmac_case *c = &cases[i];
        uint8_t key[131];
        uint8_t message[152];
        uint8_t mac[MAC];
        test_note("RFC 4231 test case", i + 1);
        build(key, c->key, c->key_byte, c->key_step, c->key_length);
        build(message, c->message, c->message_byte, 0, c->message_length);
        CHECK_STATUS(whit_hmac(&whit_sha256, mac, key, c->key_length, message, c->message_length),
                     WHIT_OK);
        CHECK_BYTES(mac, c->mac, c->mac_length);
    }
}

/* A key is padded with zeros to a block; so zeros after it change nothing up to 64
 * bytes, and a key of 65 bytes is hashed. */
TEST(hmac_keys_around_the_block_length)
{
    uint8_t key[65] = {0x4b, 0x65, 0x79};
    uint8_t hashed[MAC];
    uint8_t reference[MAC];
    uint8_t mac[MAC];
    whit_hash_state state;
    static const uint8_t message[1] = {0x4d};
    CHECK_STATUS(whit_hmac(&whit_sha256, reference, key, 3, message, 1), WHIT_OK);
    for (size_t length = 4; length <= 64; length++) {
        test_note("key length", length);
        CHECK_STATUS(whit_hmac(&whit_sha256, mac, key, length, message, 1), WHIT_OK);
        CHECK_BYTES(mac, reference, MAC);
    }
    whit_hash_init(&whit_sha256, &state);
    whit_hash_update(&whit_sha256, &state, key, 65);
    whit_hash_final(&whit_sha256, &state, hashed);
    CHECK_STATUS(whit_hmac(&whit_sha256, reference, hashed, MAC, message, 1), WHIT_OK);
    CHECK_STATUS(whit_hmac(&whit_sha256, mac, key, 65, message, 1), WHIT_OK);
    CHECK_BYTES(mac, reference, MAC);
}

TEST(hmac_of_nothing_with_no_key)
{
    static const uint8_t expected[MAC] = {0xb6, 0x13, 0x67, 0x9a, 0x08, 0x14, 0xd9, 0xec,
                                          0x77, 0x2f, 0x95, 0xd7, 0x78, 0xc3, 0x5f, 0xc5,
                                          0xff, 0x16, 0x97, 0xc4, 0x93, 0x71, 0x56, 0x53,
                                          0xc6, 0xc7, 0x12, 0x14, 0x42, 0x92, 0xc5, 0xad};
    uint8_t mac[MAC];
    CHECK_STATUS(whit_hmac(&whit_sha256, mac, NULL, 0, NULL, 0), WHIT_OK);
    CHECK_BYTES(mac, expected, MAC);
}

TEST(hmac_null_arguments)
{
    static const uint8_t in[4] = {1, 2, 3, 4};
    uint8_t mac[MAC];
    fill(mac, MAC);
    CHECK_STATUS(whit_hmac(NULL, mac, in, 4, in, 4), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_hmac(&whit_sha256, NULL, in, 4, in, 4), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_hmac(&whit_sha256, mac, NULL, 4, in, 4), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_hmac(&whit_sha256, mac, in, 4, NULL, 4), WHIT_ERROR_ARGUMENT);
    CHECK_FILL(mac, UNTOUCHED, MAC);
}

TEST(hmac_overlap)
{
    uint8_t buffer[3 * MAC];
    static const uint8_t other[4] = {1, 2, 3, 4};
    fill(buffer, sizeof buffer);
    for (size_t at = 1; at < 2 * MAC; at += MAC - 1) {
        test_note("offset", at);
        CHECK_STATUS(whit_hmac(&whit_sha256, buffer + MAC, buffer + at, MAC, other, 4),
                     WHIT_ERROR_OVERLAP);
        CHECK_STATUS(whit_hmac(&whit_sha256, buffer + MAC, other, 4, buffer + at, MAC),
                     WHIT_ERROR_OVERLAP);
    }
    CHECK_FILL(buffer, UNTOUCHED, sizeof buffer);
    CHECK_STATUS(whit_hmac(&whit_sha256, buffer + MAC, buffer, MAC, buffer + 2 * MAC, MAC),
                 WHIT_OK);
}

TEST_SUITE(hmac) = {
    CASE(hmac_sha256_rfc4231),
    CASE(hmac_keys_around_the_block_length),
    CASE(hmac_of_nothing_with_no_key),
    CASE(hmac_null_arguments),
    CASE(hmac_overlap),
    END_OF_SUITE,
};
