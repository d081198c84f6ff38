/* SPDX-License-Identifier: MIT */
/* Batches of Ed25519 as a gateway has them: more than a group of lanes holds, by mixed keys, and
 * whatever is wrong at any place. Each signature has the status that it has alone.
 * tests/test_batches.py has points with parts of small order, which a batch takes and verification
 * alone does not; tests/test_lanes_p25519.py has arithmetic in lanes. */
#include <whit/ed25519.h>

#include "fixtures.h"
#include "test.h"

#define MOST 65
#define KEYS 13
#define LONGEST 70

typedef struct item {
    uint8_t public_key[WHIT_ED25519_PUBLIC_KEY_BYTES];
    uint8_t signature[WHIT_ED25519_SIGNATURE_BYTES];
    uint8_t message[LONGEST];
} item;

static item items[MOST];
static whit_ed25519_signed given[MOST];
static whit_ed25519_room room[MOST];
static whit_status statuses[MOST];

static const size_t counts[] = {1, 2, 3, 7, 8, 9, 16, 17, 63, 64, 65};

/* Bytes that differ from call to call. */
typedef struct counting_random {
    uint32_t state;
    unsigned calls;
} counting_random;

static whit_status counting_fill(void *context, uint8_t *out, size_t length)
{
    counting_random *source = context;
    source->calls++;
    while (length-- > 0) {
        source->state = source->state * 1664525u + 1013904223u;
        *out++ = (uint8_t)(source->state >> 24);
    }
    return WHIT_OK;
}

static void give(size_t i)
{
    const whit_ed25519_signed one = {items[i].public_key, sizeof items[i].public_key,
                                     items[i].message,    i % LONGEST,
                                     items[i].signature,  sizeof items[i].signature};
    given[i] = one;
}

/* Good signatures, by keys that come back. */
static void set_up(void)
{
    for (size_t i = 0; i < MOST; i++) {
        uint8_t seed[WHIT_ED25519_SEED_BYTES] = {9};
        uint8_t private_key[WHIT_ED25519_PRIVATE_KEY_BYTES];
        seed[1] = (uint8_t)(i % KEYS);
        for (size_t j = 0; j < LONGEST; j++) {
            items[i].message[j] = (uint8_t)(5 + 41 * i + 7 * j);
        }
        give(i);
        CHECK_STATUS(whit_ed25519_key_pair(private_key, items[i].public_key, seed), WHIT_OK);
        CHECK_STATUS(whit_ed25519_sign(items[i].signature, private_key, items[i].message,
                                       given[i].message_length),
                     WHIT_OK);
    }
}

static whit_status alone(const whit_ed25519_signed *one)
{
    return whit_ed25519_verify(one->public_key, one->public_key_length, one->message,
                               one->message_length, one->signature, one->signature_length);
}

/* What a batch says of the first `count`, with room for so many; the calls of its source. */
static unsigned verify(whit_status *all, size_t count, size_t room_count)
{
    counting_random source = {(uint32_t)(count + 977 * room_count), 0};
    const whit_random random = {counting_fill, &source};
    fill(statuses, sizeof statuses);
    *all = whit_ed25519_verify_batch(statuses, room, room_count, given, count, &random);
    CHECK_FILL(&statuses[count], UNTOUCHED, (MOST - count) * sizeof *statuses);
    CHECK_STATUS(whit_ed25519_verify_batch(NULL, room, room_count, given, count, &random), *all);
    CHECK_EQ(source.calls % 2, 0);
    return source.calls / 2;
}

/* All but one are good. */
static void check_bad(size_t count, size_t room_count, size_t place, whit_status wanted)
{
    whit_status all;
    verify(&all, count, room_count);
    CHECK_STATUS(all, wanted);
    for (size_t i = 0; i < count; i++) {
        test_note("signature", i);
        CHECK_STATUS(statuses[i], i == place ? wanted : WHIT_OK);
    }
}

TEST(batch_many_good)
{
    set_up();
    for (size_t c = 0; c < COUNT_OF(counts); c++) {
        const size_t rooms[] = {counts[c], 8, MOST};
        for (size_t k = 0; k < COUNT_OF(rooms); k++) {
            whit_status all;
            const size_t blocks = (counts[c] + rooms[k] - 1) / rooms[k];
            test_note("count", counts[c]);
            test_note("room", rooms[k]);
            CHECK_EQ(verify(&all, counts[c], rooms[k]), counts[c] - blocks);
            CHECK_STATUS(all, WHIT_OK);
            for (size_t i = 0; i < counts[c]; i++) {
                CHECK_STATUS(statuses[i], WHIT_OK);
            }
        }
    }
}

TEST(batch_many_with_each_one_bad)
{
    const size_t large[] = {0, 7, 8, 31, 56, 62, 63, 64};
    set_up();
    for (size_t count = 3; count <= 9; count += 2) {
        for (size_t i = 0; i < count; i++) {
            items[i].signature[i % 2 == 0 ? 40 : 3] ^= 1;
            check_bad(count, count, i, alone(&given[i]));
            CHECK(alone(&given[i]) != WHIT_OK);
            items[i].signature[i % 2 == 0 ? 40 : 3] ^= 1;
        }
    }
    for (size_t count = MOST - 2; count <= MOST; count++) {
        for (size_t k = 0; k < COUNT_OF(large) && large[k] < count; k++) {
            items[large[k]].signature[33] ^= 4;
            check_bad(count, count, large[k], WHIT_ERROR_SIGNATURE_INVALID);
            items[large[k]].signature[33] ^= 4;
        }
    }
}

/* Two errors that would cancel each other in a sum without coefficients: what one s gains another
 * one loses. The two are in lanes side by side, or in one. */
TEST(batch_many_with_errors_that_cancel)
{
    set_up();
    for (size_t distance = 1; distance <= 8; distance += 7) {
        unsigned pairs = 0;
        for (size_t i = 0; i + distance < 24; i++) {
            uint8_t *first = &items[i].signature[32];
            uint8_t *second = &items[i + distance].signature[32];
            whit_status all;
            if (((*first ^ *second) & 1) == 0) {
                continue;
            }
            *first ^= 1;
            *second ^= 1;
            verify(&all, 24, 24);
            CHECK_STATUS(all, WHIT_ERROR_SIGNATURE_INVALID);
            for (size_t k = 0; k < 24; k++) {
                test_note("signature", k);
                CHECK_STATUS(statuses[k], alone(&given[k]));
            }
            *first ^= 1;
            *second ^= 1;
            pairs++;
        }
        CHECK(pairs > 3);
    }
}

/* y of the points whose order divides the cofactor. */
static const uint8_t small_order[][32] = {
    {1},
    {0},
    {0xec, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f},
    {0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4,
     0x89, 0xf2, 0xef, 0x98, 0xf0, 0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6,
     0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05},
    {0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b,
     0x76, 0x0d, 0x10, 0x67, 0x0f, 0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39,
     0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a},
};

/* y that is not below p, y + p for y = 0, 1 and 18, and one of which there is no x. */
static const uint8_t no_point[][32] = {
    {0xed, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f},
    {0xee, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f},
    {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f},
    {2},
};

enum { SMALL = COUNT_OF(small_order), POINTS = SMALL + COUNT_OF(no_point), OTHERS = 9 };

/* Points that are wrong or not, with either sign, as the key and as R; and other things. */
#define WRONGS (4 * POINTS + OTHERS)

static void spoil(size_t i, size_t wrong)
{
    if (wrong < 4 * POINTS) {
        const size_t point = wrong % POINTS;
        uint8_t *to = wrong / POINTS % 2 == 0 ? items[i].public_key : items[i].signature;
        copy(to, point < SMALL ? small_order[point] : no_point[point - SMALL], 32);
        to[31] = (uint8_t)(to[31] | (wrong / POINTS / 2) << 7);
        return;
    }
    switch (wrong - 4 * POINTS) {
    case 0:
        items[i].signature[32] ^= 1;
        break;
    case 1:
        given[i].message_length++;
        break;
    case 2:
        items[i].signature[63] = 0x10; /* the order begins so, and more follows */
        items[i].signature[62] = 1;
        break;
    case 3:
        given[i].signature_length--;
        break;
    case 4:
        given[i].signature = NULL;
        break;
    case 5:
        given[i].public_key_length--;
        break;
    case 6:
        given[i].public_key = NULL;
        break;
    case 7:
        given[i].message = NULL;
        given[i].message_length = 1;
        break;
    default:
        items[i].public_key[0] ^= 2;
        break;
    }
}

/* One item is as it was. */
static void restore(size_t i)
{
    static item before[MOST];
    static int kept;
    if (!kept) {
        copy((uint8_t *)before, (const uint8_t *)items, sizeof items);
        kept = 1;
    }
    copy((uint8_t *)&items[i], (const uint8_t *)&before[i], sizeof items[i]);
    give(i);
}

/* Everything that may be wrong, in each lane. */
TEST(batch_many_with_each_thing_wrong)
{
    set_up();
    restore(0);
    for (size_t wrong = 0; wrong < WRONGS; wrong++) {
        const size_t place = wrong % 9;
        test_note("wrong", wrong);
        spoil(place, wrong);
        const whit_status status = alone(&given[place]);
        CHECK(status != WHIT_OK);
        check_bad(9, 9, place, status);
        restore(place);
    }
}

/* Good ones beside all others, so that what is well formed takes other lanes than its place says;
 * and nothing but wrong ones. */
TEST(batch_many_mixed)
{
    const size_t rooms[] = {MOST, 20, 8, 7, 3};
    set_up();
    restore(0);
    for (size_t good = 2; good <= 9; good++) {
        whit_status all;
        for (size_t i = 0; i < MOST; i++) {
            restore(i);
            if (good == 9 || i % good != 1) {
                spoil(i, (i + 7 * good) % WRONGS);
            }
        }
        for (size_t k = 0; k < COUNT_OF(rooms); k++) {
            test_note("room", rooms[k]);
            verify(&all, MOST, rooms[k]);
            for (size_t i = 0; i < MOST; i++) {
                test_note("signature", i);
                CHECK_STATUS(statuses[i], alone(&given[i]));
            }
            CHECK(all != WHIT_OK);
        }
    }
}

TEST(batch_many_without_random_numbers)
{
    static uint8_t bytes[16 * MOST];
    const size_t given_calls[] = {0, 1, 6, 7, 8, 40, MOST - 2};
    set_up();
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(i + 1);
    }
    for (size_t k = 0; k < COUNT_OF(given_calls); k++) {
        given_random source = {bytes, 16 * given_calls[k], 0, 0, 0};
        const whit_random random = {given_fill, &source};
        test_note("calls", given_calls[k]);
        fill(statuses, sizeof statuses);
        CHECK_STATUS(whit_ed25519_verify_batch(statuses, room, MOST, given, MOST, &random),
                     WHIT_ERROR_RANDOM_FAILED);
        CHECK_EQ(source.calls, given_calls[k] + 1);
        for (size_t i = 0; i < MOST; i++) {
            CHECK_STATUS(statuses[i], WHIT_ERROR_RANDOM_FAILED);
        }
    }
}

TEST_SUITE(batch_many) = {
    CASE(batch_many_good),
    CASE(batch_many_with_each_one_bad),
    CASE(batch_many_with_errors_that_cancel),
    CASE(batch_many_with_each_thing_wrong),
    CASE(batch_many_mixed),
    CASE(batch_many_without_random_numbers),
    END_OF_SUITE,
};
