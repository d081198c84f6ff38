/* SPDX-License-Identifier: MIT */
/* Many signatures with prepared keys: each has the status that it has alone, whatever stands beside
 * it. tests/test_lanes.py has more sums that meet exceptional additions, and arithmetic in lanes.
 */
#include <whit/arithmetic.h>
#include <whit/prepared.h>
#include <whit/secp256r1.h>
#include <whit/secp384r1.h>

#include "fixtures.h"
#include "test.h"

/* Two groups of eight, and a rest. */
#define COUNT 20
#define MOST_POINTS 40

typedef struct signer {
    uint8_t private_key[PRIVATE_BYTES];
    uint8_t public_key[PUBLIC_BYTES];
    uint8_t digest[32];
    uint8_t signature[SIGNATURE_BYTES];
} signer;

static signer signers[COUNT];
static WHIT_SPACE(WHIT_PREPARED_BYTES(SECP256R1, MOST_POINTS)) tables[COUNT];
static whit_ecdsa_signed given[COUNT];
static whit_status statuses[COUNT];

/* Key i with a table of so many points, and its signature of its digest. */
static void prepare(size_t i, size_t points)
{
    signer *by = &signers[i];
    const whit_ecdsa_signed item = {&tables[i],    WHIT_PREPARED_BYTES(SECP256R1, points),
                                    by->digest,    32,
                                    by->signature, SIGNATURE_BYTES};
    given[i] = item;
    CHECK_STATUS(whit_secp256r1_public_key(by->public_key, by->private_key), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_prepare_public_key(&tables[i], item.prepared_length, by->public_key,
                                                   PUBLIC_BYTES),
                 WHIT_OK);
}

/* Good signatures by different keys, whose tables have different shapes. */
static void set_up(void)
{
    static const size_t points[] = {16, 16, 1, 2, MOST_POINTS, 7, 32, 16, 3};
    for (size_t i = 0; i < COUNT; i++) {
        signer *by = &signers[i];
        for (size_t j = 0; j < PRIVATE_BYTES; j++) {
            by->private_key[j] = (uint8_t)(1 + 37 * i + 11 * j);
            by->digest[j] = (uint8_t)(3 + 73 * i + 29 * j);
        }
        prepare(i, points[i % COUNT_OF(points)]);
        CHECK_STATUS(whit_secp256r1_sign_digest_deterministic(by->signature, by->private_key,
                                                              by->digest, 32),
                     WHIT_OK);
    }
}

static whit_status alone(const whit_ecdsa_signed *of)
{
    return whit_secp256r1_verify_digest_prepared(of->prepared, of->prepared_length, of->message,
                                                 of->message_length, of->signature,
                                                 of->signature_length);
}

/* The first `count` have the statuses that they have alone, and the answer is the first that is not
 * good. */
static void check(size_t count)
{
    whit_status wanted = WHIT_OK;
    fill(statuses, sizeof statuses);
    whit_status all = whit_secp256r1_verify_digest_prepared_many(statuses, given, count);
    for (size_t i = 0; i < count; i++) {
        whit_status status = alone(&given[i]);
        CHECK_STATUS(statuses[i], status);
        wanted = wanted == WHIT_OK ? status : wanted;
    }
    CHECK_FILL(&statuses[count], UNTOUCHED, (COUNT - count) * sizeof *statuses);
    CHECK_STATUS(all, wanted);
    CHECK_STATUS(whit_secp256r1_verify_digest_prepared_many(NULL, given, count), wanted);
}

TEST(many_of_every_count)
{
    set_up();
    for (size_t count = 0; count <= COUNT; count++) {
        test_note("count", count);
        check(count);
        for (size_t i = 0; i < count; i++) {
            CHECK_STATUS(statuses[i], WHIT_OK);
        }
    }
}

/* What is wrong with a signature. */
static const struct {
    const char *name;
    whit_status status;
} wrongs[] = {
    {"another digest", WHIT_ERROR_SIGNATURE_INVALID},
    {"another key", WHIT_ERROR_SIGNATURE_INVALID},
    {"another r", WHIT_ERROR_SIGNATURE_INVALID},
    {"another s", WHIT_ERROR_SIGNATURE_INVALID},
    {"zeros", WHIT_ERROR_SIGNATURE_RANGE},
    {"cut off", WHIT_ERROR_SIGNATURE_LENGTH},
    {"no signature", WHIT_ERROR_ARGUMENT},
    {"no digest", WHIT_ERROR_ARGUMENT},
    {"a digest without bytes", WHIT_ERROR_ARGUMENT},
    {"no key", WHIT_ERROR_ARGUMENT},
    {"a key that is cut off", WHIT_ERROR_MIXED},
    {"a key that was not prepared", WHIT_ERROR_MIXED},
};

static void spoil(whit_ecdsa_signed *item, size_t wrong)
{
    static WHIT_SPACE(WHIT_PREPARED_BYTES(SECP256R1, 1)) none;
    static const uint8_t zeros[SIGNATURE_BYTES];
    static uint8_t other[SIGNATURE_BYTES];
    copy(other, wrong == 0 ? item->message : item->signature, wrong == 0 ? 32 : SIGNATURE_BYTES);
    other[wrong == 3 ? 63 : 31] ^= 1;
    switch (wrong) {
    case 0:
        item->message = other;
        break;
    case 1:
        item->prepared = given[item == given ? 1 : 0].prepared;
        item->prepared_length = given[item == given ? 1 : 0].prepared_length;
        break;
    case 2:
    case 3:
        item->signature = other;
        break;
    case 4:
        item->signature = zeros;
        break;
    case 5:
        item->signature_length--;
        break;
    case 6:
        item->signature = NULL;
        break;
    case 7:
        item->message = NULL;
        break;
    case 8:
        item->message_length = 0;
        break;
    case 9:
        item->prepared = NULL;
        break;
    case 10:
        item->prepared_length = WHIT_PREPARED_BYTES(SECP256R1, 0);
        break;
    default:
        item->prepared = &none;
        item->prepared_length = sizeof none;
    }
}

/* In each place of a group, and of the rest; neighbours stay good. */
TEST(each_status_in_each_place)
{
    set_up();
    for (size_t wrong = 0; wrong < COUNT_OF(wrongs); wrong++) {
        for (size_t place = 0; place < 11; place++) {
            const whit_ecdsa_signed good = given[place];
            test_note(wrongs[wrong].name, place);
            spoil(&given[place], wrong);
            check(11);
            for (size_t i = 0; i < 11; i++) {
                CHECK_STATUS(statuses[i], i == place ? wrongs[wrong].status : WHIT_OK);
            }
            given[place] = good;
        }
    }
}

/* All of them wrong, and all but one. */
TEST(many_that_are_wrong)
{
    set_up();
    for (size_t good = 0; good <= 12; good++) {
        whit_ecdsa_signed kept[COUNT];
        test_note("good", good);
        for (size_t i = 0; i < COUNT; i++) {
            kept[i] = given[i];
        }
        for (size_t i = 0; i < COUNT; i++) {
            given[i].signature = kept[i == good ? i : (i + 1) % COUNT].signature;
        }
        check(12);
        for (size_t i = 0; i < 12; i++) {
            CHECK_STATUS(statuses[i], i == good ? WHIT_OK : WHIT_ERROR_SIGNATURE_INVALID);
        }
        for (size_t i = 0; i < COUNT; i++) {
            given[i] = kept[i];
        }
    }
}

/* A signature by d of a digest for which u G is v Q, or its opposite: then s is any number, and the
 * sum infinite. */
static void sign_equal(signer *by, const uint8_t *nonce, int opposite)
{
    uint8_t point[PUBLIC_BYTES];
    whit_secp256r1_scalar d, k, r, z, s;
    CHECK_STATUS(whit_secp256r1_public_key(point, nonce), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_scalar_reduce(&r, point + 1, 32), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_scalar_read(&d, by->private_key, 32), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_scalar_read(&k, nonce, 32), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_scalar_mul(&z, &r, &d), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_scalar_add(&s, &z, &z), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_scalar_inverse(&k, &k), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_scalar_mul(&s, &s, &k), WHIT_OK);
    if (opposite) {
        CHECK_STATUS(whit_secp256r1_scalar_negate(&z, &z), WHIT_OK);
    }
    CHECK_STATUS(whit_secp256r1_scalar_write(by->digest, &z), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_scalar_write(by->signature, &r), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_scalar_write(by->signature + 32, &s), WHIT_OK);
}

/* Keys G, 2 G, ... and their opposites, and sums of equal and of opposite points. */
TEST(many_by_small_multiples_of_the_base_point)
{
    set_up();
    for (int opposite = 0; opposite <= 1; opposite++) {
        for (size_t i = 0; i < COUNT; i++) {
            whit_secp256r1_scalar d;
            uint8_t nonce[32];
            copy(nonce, signers[i].digest, 32);
            CHECK_STATUS(whit_secp256r1_scalar_set_word(&d, (uint32_t)(1 + i / 2)), WHIT_OK);
            if (i % 2 == 1) {
                CHECK_STATUS(whit_secp256r1_scalar_negate(&d, &d), WHIT_OK);
            }
            CHECK_STATUS(whit_secp256r1_scalar_write(signers[i].private_key, &d), WHIT_OK);
            prepare(i, i % 3 == 0 ? 16 : 32);
            sign_equal(&signers[i], nonce, opposite);
        }
        check(COUNT);
        for (size_t i = 0; i < COUNT; i++) {
            CHECK_STATUS(statuses[i], opposite ? WHIT_ERROR_SIGNATURE_INVALID : WHIT_OK);
        }
    }
}

/* Messages, one without bytes, and one that is missing. */
TEST(many_messages)
{
    static uint8_t signatures[COUNT][SIGNATURE_BYTES];
    set_up();
    for (size_t i = 0; i < COUNT; i++) {
        given[i].message = i == 4 ? NULL : signers[i].digest;
        given[i].message_length = i == 4 ? 0 : 10 + i;
        given[i].signature = signatures[i];
        CHECK_STATUS(whit_secp256r1_sign(signatures[i], signers[i].private_key, given[i].message,
                                         given[i].message_length),
                     WHIT_OK);
    }
    CHECK_STATUS(whit_secp256r1_verify_prepared_many(statuses, given, COUNT), WHIT_OK);
    given[4].message_length = 1;
    given[9].message_length--;
    CHECK_STATUS(whit_secp256r1_verify_prepared_many(NULL, given, COUNT), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_secp256r1_verify_prepared_many(statuses, given, COUNT), WHIT_ERROR_ARGUMENT);
    for (size_t i = 0; i < COUNT; i++) {
        CHECK_STATUS(statuses[i], i == 4   ? WHIT_ERROR_ARGUMENT
                                  : i == 9 ? WHIT_ERROR_SIGNATURE_INVALID
                                           : WHIT_OK);
    }
    CHECK_STATUS(whit_secp256r1_verify_prepared_many(statuses, given + 5, COUNT - 5),
                 WHIT_ERROR_SIGNATURE_INVALID);
}

/* A curve of another size: lanes are none of its. */
TEST(many_on_another_curve)
{
    static WHIT_SPACE(WHIT_PREPARED_BYTES(SECP384R1, 8)) table;
    uint8_t private_key[WHIT_SECP384R1_PRIVATE_KEY_BYTES] = {1};
    uint8_t public_key[WHIT_SECP384R1_PUBLIC_KEY_BYTES];
    uint8_t signature[WHIT_SECP384R1_SIGNATURE_BYTES];
    whit_ecdsa_signed of[9];
    whit_status found[9];
    CHECK_STATUS(whit_secp384r1_public_key(public_key, private_key), WHIT_OK);
    CHECK_STATUS(
        whit_secp384r1_prepare_public_key(&table, sizeof table, public_key, sizeof public_key),
        WHIT_OK);
    CHECK_STATUS(whit_secp384r1_sign(signature, private_key, private_key, 48), WHIT_OK);
    for (size_t i = 0; i < COUNT_OF(of); i++) {
        const whit_ecdsa_signed item = {&table,           sizeof table, private_key,
                                        i == 6 ? 47 : 48, signature,    sizeof signature};
        of[i] = item;
    }
    CHECK_STATUS(whit_secp384r1_verify_prepared_many(found, of, COUNT_OF(of)),
                 WHIT_ERROR_SIGNATURE_INVALID);
    for (size_t i = 0; i < COUNT_OF(of); i++) {
        CHECK_STATUS(found[i], i == 6 ? WHIT_ERROR_SIGNATURE_INVALID : WHIT_OK);
    }
}

TEST(many_refuse_arguments)
{
    union {
        whit_status statuses[64];
        whit_ecdsa_signed given[2];
        uint8_t bytes[64];
    } shared;
    set_up();
    fill(statuses, sizeof statuses);
    CHECK_STATUS(
        whit_ecdsa_verify_digest_prepared_many(NULL, &whit_secp256r1_base, statuses, given, COUNT),
        WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(
        whit_ecdsa_verify_digest_prepared_many(&whit_secp256r1, NULL, statuses, given, COUNT),
        WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ecdsa_verify_prepared_many(&whit_secp256r1, &whit_secp256r1_base, NULL,
                                                 statuses, given, COUNT),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_secp256r1_verify_digest_prepared_many(statuses, NULL, COUNT),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_secp256r1_verify_digest_prepared_many(statuses, NULL, 0), WHIT_OK);
    CHECK_STATUS(
        whit_secp256r1_verify_digest_prepared_many((whit_status *)(void *)&tables[1], given, COUNT),
        WHIT_ERROR_OVERLAP);
    shared.given[0] = given[0];
    shared.given[1] = given[1];
    CHECK_STATUS(whit_secp256r1_verify_digest_prepared_many(shared.statuses, shared.given, 2),
                 WHIT_ERROR_OVERLAP);
    copy(shared.bytes, signers[0].signature, SIGNATURE_BYTES);
    given[0].signature = shared.bytes;
    CHECK_STATUS(whit_secp256r1_verify_digest_prepared_many(shared.statuses, given, COUNT),
                 WHIT_ERROR_OVERLAP);
    given[0].signature = signers[0].signature;
    copy(shared.bytes, signers[3].digest, 32);
    given[3].message = shared.bytes;
    CHECK_STATUS(whit_secp256r1_verify_digest_prepared_many(shared.statuses, given, COUNT),
                 WHIT_ERROR_OVERLAP);
    CHECK_FILL(statuses, UNTOUCHED, sizeof statuses);
}

TEST_SUITE(prepared_many) = {
    CASE(many_of_every_count),   CASE(each_status_in_each_place),
    CASE(many_that_are_wrong),   CASE(many_by_small_multiples_of_the_base_point),
    CASE(many_messages),         CASE(many_on_another_curve),
    CASE(many_refuse_arguments), END_OF_SUITE,
};
