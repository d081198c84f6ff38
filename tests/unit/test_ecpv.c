/* SPDX-License-Identifier: MIT */
/* ECPV: a known answer, recovery on curves of several shapes, and what is refused.
 * tests/test_ecpv.py holds it against the scheme on Python's integers. */
#include <whit/ecpv.h>
#include <whit/secp160r1.h>
#include <whit/secp192r1.h>
#include <whit/secp256r1.h>
#include <whit/secp521r1.h>

#include "fixtures.h"
#include "known_answers.h"
#include "test.h"

#define TEXT_BYTES 18
#define CLEAR_BYTES 5
#define IDENTITY_BYTES 26
#define ECPV_BYTES WHIT_ECPV_SIGNATURE_BYTES(PRIVATE_BYTES, TEXT_BYTES)
#define LARGEST WHIT_ECPV_SIGNATURE_BYTES(WHIT_SECP521R1_PRIVATE_KEY_BYTES, TEXT_BYTES)

static const uint8_t text[TEXT_BYTES + 1] = "{\"t\":20.9,\"id\":34}";
static const uint8_t clear[CLEAR_BYTES + 1] = "12:31";
static const uint8_t identity[IDENTITY_BYTES + 1] = "sensor 7 of the greenhouse";

/* Of ka_private_a and random bytes 1, 2, ... 32. */
static const uint8_t known[] = {0xcd, 0x64, 0x0e, 0xf3, 0xe2, 0x0c, 0x1e, 0x34, 0x32, 0xe3, 0x3f,
                                0x92, 0x22, 0xd7, 0x66, 0x47, 0x41, 0x73, 0xa2, 0xbe, 0x27, 0xea,
                                0xac, 0x30, 0xc1, 0x16, 0x9e, 0xf2, 0xae, 0x10, 0x9c, 0x98, 0x58,
                                0x78, 0x8a, 0x5b, 0x7d, 0xb0, 0xee, 0xfa, 0x3e, 0x64, 0x00, 0xea,
                                0xcc, 0xe0, 0xa0, 0x5d, 0x60, 0x67, 0x75, 0xff, 0x3e, 0x69, 0x70,
                                0x3e, 0xe9, 0xe8, 0xee, 0x52, 0x1f, 0x31, 0xfa, 0x7e, 0x3d, 0x40};

static uint8_t signature[LARGEST];
static uint8_t recovered[TEXT_BYTES];

/* A source whose bytes go up. */
static whit_status rising_fill(void *context, uint8_t *out, size_t length)
{
    uint8_t *next = (uint8_t *)context;
    for (size_t i = 0; i < length; i++) {
        out[i] = (*next)++;
    }
    return WHIT_OK;
}

static uint8_t next;
static const whit_random rising = {rising_fill, &next};

static whit_status sign(const uint8_t *key, const whit_random *random)
{
    next = 1;
    return whit_secp256r1_ecpv_sign(signature, ECPV_BYTES, key, text, TEXT_BYTES, clear,
                                    CLEAR_BYTES, identity, IDENTITY_BYTES, random);
}

static whit_status recover(const uint8_t *public_key)
{
    return whit_secp256r1_ecpv_recover(recovered, TEXT_BYTES, public_key, PUBLIC_BYTES, signature,
                                       ECPV_BYTES, clear, CLEAR_BYTES, identity, IDENTITY_BYTES);
}

static int is_wiped(const uint8_t *bytes, size_t length)
{
    uint8_t any = 0;
    for (size_t i = 0; i < length; i++) {
        any |= bytes[i];
    }
    return any == 0;
}

TEST(ecpv_known_answer)
{
    fill(signature, sizeof signature);
    fill(recovered, sizeof recovered);
    CHECK_STATUS(sign(ka_private_a, &rising), WHIT_OK);
    CHECK(sizeof known == ECPV_BYTES);
    CHECK_BYTES(signature, known, sizeof known);
    CHECK(signature[ECPV_BYTES] == UNTOUCHED);
    CHECK_STATUS(recover(ka_public_a), WHIT_OK);
    CHECK_BYTES(recovered, text, TEXT_BYTES);
}

#define CURVE_RECOVERS(name, NAME)                                                             \
    do {                                                                                       \
        uint8_t private_key[WHIT_##NAME##_PRIVATE_KEY_BYTES];                                  \
        uint8_t public_key[WHIT_##NAME##_PUBLIC_KEY_BYTES];                                    \
        const size_t length = WHIT_ECPV_SIGNATURE_BYTES(sizeof private_key, TEXT_BYTES);       \
        fill(recovered, sizeof recovered);                                                     \
        next = 0;                                                                              \
        CHECK_STATUS(whit_##name##_keygen(private_key, public_key, &rising), WHIT_OK);         \
        CHECK_STATUS(whit_##name##_ecpv_sign(signature, length, private_key, text, TEXT_BYTES, \
                                             NULL, 0, NULL, 0, &rising),                       \
                     WHIT_OK);                                                                 \
        CHECK_STATUS(whit_##name##_ecpv_recover(recovered, TEXT_BYTES, public_key,             \
                                                sizeof public_key, signature, length, NULL, 0, \
                                                NULL, 0),                                      \
                     WHIT_OK);                                                                 \
        CHECK_BYTES(recovered, text, TEXT_BYTES);                                              \
        signature[length - 1] ^= 1;                                                            \
        CHECK_STATUS(whit_##name##_ecpv_recover(recovered, TEXT_BYTES, public_key,             \
                                                sizeof public_key, signature, length, NULL, 0, \
                                                NULL, 0),                                      \
                     WHIT_ERROR_SIGNATURE_INVALID);                                            \
        CHECK(is_wiped(recovered, sizeof recovered));                                          \
    } while (0)

TEST(ecpv_on_other_curves)
{
    CURVE_RECOVERS(secp160r1, SECP160R1);
    CURVE_RECOVERS(secp192r1, SECP192R1);
    CURVE_RECOVERS(secp521r1, SECP521R1);
}

TEST(ecpv_signature_without_a_message)
{
    next = 1;
    const size_t length = WHIT_ECPV_OVERHEAD_BYTES(PRIVATE_BYTES);
    CHECK_STATUS(whit_secp256r1_ecpv_sign(signature, length, ka_private_a, NULL, 0, NULL, 0, NULL,
                                          0, &rising),
                 WHIT_OK);
    CHECK_STATUS(whit_secp256r1_ecpv_recover(NULL, 0, ka_public_a, PUBLIC_BYTES, signature, length,
                                             NULL, 0, NULL, 0),
                 WHIT_OK);
}

TEST(ecpv_other_keys_are_refused)
{
    CHECK_STATUS(sign(ka_private_a, &rising), WHIT_OK);
    CHECK_STATUS(recover(ka_public_b), WHIT_ERROR_SIGNATURE_INVALID);
    CHECK(is_wiped(recovered, sizeof recovered));
    for (size_t i = 0; i < BAD_PUBLIC_KEYS; i++) {
        const bad_input *bad = &bad_public_keys[i];
        test_note(bad->name, i);
        fill(recovered, sizeof recovered);
        CHECK_STATUS(whit_secp256r1_ecpv_recover(recovered, TEXT_BYTES, bad_bytes(bad), bad->length,
                                                 signature, ECPV_BYTES, clear, CLEAR_BYTES,
                                                 identity, IDENTITY_BYTES),
                     bad->status);
        CHECK(is_wiped(recovered, sizeof recovered));
    }
}

TEST(ecpv_failures_leave_nothing)
{
    static const uint8_t zero[PRIVATE_BYTES] = {0};
    failing_random failure = {WHIT_ERROR_RANDOM_FAILED};
    const whit_random failing = {failing_fill, &failure};
    const whit_random *const random[] = {&rising, NULL, &failing};
    const whit_status wanted[] = {WHIT_ERROR_PRIVATE_KEY_RANGE, WHIT_ERROR_RANDOM_MISSING,
                                  WHIT_ERROR_RANDOM_FAILED};
    for (size_t i = 0; i < COUNT_OF(wanted); i++) {
        test_note("source", i);
        fill(signature, sizeof signature);
        CHECK_STATUS(sign(i == 0 ? zero : ka_private_a, random[i]), wanted[i]);
        CHECK(is_wiped(signature, ECPV_BYTES));
    }
}

/* A signature in place of the parts that it is made of, one after the other. */
TEST(ecpv_signature_overlaps_no_input)
{
    uint8_t *end = signature + ECPV_BYTES - 1;
    fill(signature, sizeof signature);
    for (unsigned i = 0; i < 4; i++) {
        test_note("input", i);
        CHECK_STATUS(whit_secp256r1_ecpv_sign(signature, ECPV_BYTES, i == 0 ? end : ka_private_a,
                                              i == 1 ? end : text, TEXT_BYTES, i == 2 ? end : clear,
                                              CLEAR_BYTES, i == 3 ? end : identity, IDENTITY_BYTES,
                                              &rising),
                     WHIT_ERROR_OVERLAP);
        CHECK(signature[0] == UNTOUCHED && *end == UNTOUCHED);
    }
}

TEST(ecpv_recovered_part_overlaps_no_input)
{
    static uint8_t space[PUBLIC_BYTES + TEXT_BYTES];
    uint8_t *end = space + TEXT_BYTES - 1;
    CHECK_STATUS(sign(ka_private_a, &rising), WHIT_OK);
    fill(space, sizeof space);
    for (unsigned i = 0; i < 4; i++) {
        test_note("input", i);
        CHECK_STATUS(whit_secp256r1_ecpv_recover(space, TEXT_BYTES, i == 0 ? end : ka_public_a,
                                                 PUBLIC_BYTES, i == 1 ? end : signature, ECPV_BYTES,
                                                 i == 2 ? end : clear, CLEAR_BYTES,
                                                 i == 3 ? end : identity, IDENTITY_BYTES),
                     WHIT_ERROR_OVERLAP);
        CHECK(space[0] == UNTOUCHED && *end == UNTOUCHED);
    }
}

TEST(ecpv_lengths)
{
    static const size_t most = WHIT_ECPV_SIGNATURE_BYTES(PRIVATE_BYTES, WHIT_ECPV_MOST_RECOVERABLE);
    CHECK_STATUS(sign(ka_private_a, &rising), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_ecpv_sign(signature, ECPV_BYTES, ka_private_a, text, TEXT_BYTES - 1,
                                          clear, CLEAR_BYTES, NULL, 0, &rising),
                 WHIT_ERROR_OUTPUT_LENGTH);
    CHECK_STATUS(whit_secp256r1_ecpv_sign(signature, most + 1, ka_private_a, text,
                                          WHIT_ECPV_MOST_RECOVERABLE + 1, clear, CLEAR_BYTES, NULL,
                                          0, &rising),
                 WHIT_ERROR_MESSAGE_LENGTH);
    CHECK_STATUS(whit_secp256r1_ecpv_recover(recovered, TEXT_BYTES - 1, ka_public_a, PUBLIC_BYTES,
                                             signature, ECPV_BYTES, clear, CLEAR_BYTES, NULL, 0),
                 WHIT_ERROR_OUTPUT_LENGTH);
    CHECK_STATUS(whit_secp256r1_ecpv_recover(recovered, 0, ka_public_a, PUBLIC_BYTES, signature,
                                             WHIT_ECPV_OVERHEAD_BYTES(PRIVATE_BYTES) - 1, clear,
                                             CLEAR_BYTES, NULL, 0),
                 WHIT_ERROR_SIGNATURE_LENGTH);
    CHECK_STATUS(whit_secp256r1_ecpv_recover(recovered, 0, ka_public_a, PUBLIC_BYTES, signature, 0,
                                             clear, CLEAR_BYTES, NULL, 0),
                 WHIT_ERROR_SIGNATURE_LENGTH);
    CHECK_STATUS(whit_secp256r1_ecpv_recover(recovered, WHIT_ECPV_MOST_RECOVERABLE + 1, ka_public_a,
                                             PUBLIC_BYTES, signature, most + 1, clear, CLEAR_BYTES,
                                             NULL, 0),
                 WHIT_ERROR_SIGNATURE_LENGTH);
    CHECK_BYTES(signature, known, sizeof known);
}

TEST(ecpv_null_is_refused)
{
    fill(signature, sizeof signature);
    for (unsigned i = 0; i < 5; i++) {
        test_note("input", i);
        CHECK_STATUS(whit_secp256r1_ecpv_sign(i == 0 ? NULL : signature, ECPV_BYTES,
                                              i == 1 ? NULL : ka_private_a, i == 2 ? NULL : text,
                                              TEXT_BYTES, i == 3 ? NULL : clear, CLEAR_BYTES,
                                              i == 4 ? NULL : identity, IDENTITY_BYTES, &rising),
                     WHIT_ERROR_ARGUMENT);
        CHECK_STATUS(whit_secp256r1_ecpv_recover(
                         i == 0 ? NULL : recovered, TEXT_BYTES, i == 1 ? NULL : ka_public_a,
                         PUBLIC_BYTES, i == 2 ? NULL : signature, ECPV_BYTES, i == 3 ? NULL : clear,
                         CLEAR_BYTES, i == 4 ? NULL : identity, IDENTITY_BYTES),
                     WHIT_ERROR_ARGUMENT);
    }
    CHECK(signature[0] == UNTOUCHED);
}

TEST_SUITE(ecpv) = {
    CASE(ecpv_known_answer),
    CASE(ecpv_on_other_curves),
    CASE(ecpv_signature_without_a_message),
    CASE(ecpv_other_keys_are_refused),
    CASE(ecpv_failures_leave_nothing),
    CASE(ecpv_signature_overlaps_no_input),
    CASE(ecpv_recovered_part_overlaps_no_input),
    CASE(ecpv_lengths),
    CASE(ecpv_null_is_refused),
    END_OF_SUITE,
};
