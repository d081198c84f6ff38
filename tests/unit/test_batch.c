/* SPDX-License-Identifier: MIT */
#include <whit/ed25519.h>

#include "fixtures.h"
#include "test.h"

#define COUNT 3
#define ROOM 2

static uint8_t public_keys[COUNT][WHIT_ED25519_PUBLIC_KEY_BYTES];
static uint8_t signatures[COUNT][WHIT_ED25519_SIGNATURE_BYTES];
static uint8_t messages[COUNT][2];
static whit_ed25519_signed given[COUNT];
static whit_ed25519_room room[ROOM];
static whit_status statuses[COUNT];

static void make_batch(void)
{
    uint8_t seed[WHIT_ED25519_SEED_BYTES] = {7};
    uint8_t private_key[WHIT_ED25519_PRIVATE_KEY_BYTES];
    for (size_t i = 0; i < COUNT; i++) {
        seed[1] = (uint8_t)i;
        messages[i][0] = (uint8_t)(i + 1);
        CHECK_STATUS(whit_ed25519_key_pair(private_key, public_keys[i], seed), WHIT_OK);
        CHECK_STATUS(whit_ed25519_sign(signatures[i], private_key, messages[i], i), WHIT_OK);
        given[i].public_key = public_keys[i];
        given[i].public_key_length = sizeof public_keys[i];
        given[i].message = i > 0 ? messages[i] : NULL;
        given[i].message_length = i;
        given[i].signature = signatures[i];
        given[i].signature_length = sizeof signatures[i];
    }
}

static whit_status verify(size_t room_count, const whit_random *random)
{
    fill(statuses, sizeof statuses);
    return whit_ed25519_verify_batch(statuses, room, room_count, given, COUNT, random);
}

static void check_statuses(size_t bad, whit_status status)
{
    for (size_t i = 0; i < COUNT; i++) {
        test_note("signature", i);
        CHECK_STATUS(statuses[i], i == bad ? status : WHIT_OK);
    }
}

TEST(batch_of_good_signatures)
{
    constant_random source = {0x5a, 0};
    const whit_random random = {constant_fill, &source};
    make_batch();
    for (size_t count = 1; count <= ROOM; count++) {
        test_note("room", count);
        CHECK_STATUS(verify(count, &random), WHIT_OK);
        check_statuses(COUNT, WHIT_OK);
    }
    /* The first that is in the room needs no random number. */
    CHECK_EQ(source.calls, 1);
    CHECK_STATUS(whit_ed25519_verify_batch(NULL, room, ROOM, given, COUNT, &random), WHIT_OK);
    CHECK_STATUS(whit_ed25519_verify_batch(NULL, room, ROOM, given, 0, &random), WHIT_OK);
}

TEST(batch_with_a_bad_signature)
{
    constant_random source = {0x5a, 0};
    const whit_random random = {constant_fill, &source};
    make_batch();
    for (size_t i = 0; i < COUNT; i++) {
        test_note("bad one", i);
        signatures[i][40] ^= 1;
        CHECK_STATUS(verify(ROOM, &random), WHIT_ERROR_SIGNATURE_INVALID);
        check_statuses(i, WHIT_ERROR_SIGNATURE_INVALID);
        CHECK_STATUS(whit_ed25519_verify_batch(NULL, room, ROOM, given, COUNT, &random),
                     WHIT_ERROR_SIGNATURE_INVALID);
        signatures[i][40] ^= 1;
        given[i].public_key_length--;
        CHECK_STATUS(verify(ROOM, &random), WHIT_ERROR_PUBLIC_KEY_LENGTH);
        check_statuses(i, WHIT_ERROR_PUBLIC_KEY_LENGTH);
        given[i].public_key_length++;
    }
}

TEST(batch_without_random_numbers)
{
    make_batch();
    for (size_t c = 0; c < BAD_SOURCES; c++) {
        test_note("case", c);
        CHECK_STATUS(verify(ROOM, bad_sources[c].random), bad_sources[c].status);
        for (size_t i = 0; i < COUNT; i++) {
            CHECK_STATUS(statuses[i], bad_sources[c].status);
        }
    }
}

TEST(batch_with_bad_arguments)
{
    constant_random source = {0x5a, 0};
    const whit_random random = {constant_fill, &source};
    make_batch();
    CHECK_STATUS(whit_ed25519_verify_batch(statuses, NULL, ROOM, given, COUNT, &random),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ed25519_verify_batch(statuses, room, 0, given, COUNT, &random),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ed25519_verify_batch(statuses, room, ROOM, NULL, COUNT, &random),
                 WHIT_ERROR_ARGUMENT);
    given[1].signature = (const uint8_t *)room + 8;
    CHECK_STATUS(verify(ROOM, &random), WHIT_ERROR_OVERLAP);
    given[1].signature = NULL;
    CHECK_STATUS(verify(ROOM, &random), WHIT_ERROR_ARGUMENT);
    check_statuses(1, WHIT_ERROR_ARGUMENT);
}

TEST_SUITE(batch) = {
    CASE(batch_of_good_signatures),
    CASE(batch_with_a_bad_signature),
    CASE(batch_without_random_numbers),
    CASE(batch_with_bad_arguments),
    END_OF_SUITE,
};
