/* SPDX-License-Identifier: MIT */
/* MACwBB: from a key to showings, and what is refused. tests/test_macwbb.py holds it against the
 * scheme on Python's integers. */
#include <whit/macwbb.h>
#include <whit/secp256r1.h>

#include "fixtures.h"
#include "test.h"

#define COUNT 2
#define SECOND 2u /* the set of the second attribute */

static uint8_t key[WHIT_MACWBB_KEY_BYTES(PRIVATE_BYTES, COUNT)];
static uint8_t parameters[WHIT_MACWBB_PARAMETERS_BYTES(COMPRESSED_BYTES, COUNT)];
static uint8_t credential[WHIT_MACWBB_CREDENTIAL_BYTES(PUBLIC_BYTES, COUNT)];
static uint8_t proof[2 * PRIVATE_BYTES];
static uint8_t attributes[COUNT * PRIVATE_BYTES];
static uint8_t showing[WHIT_MACWBB_SHOWING_BYTES(COMPRESSED_BYTES, PRIVATE_BYTES, COUNT - 1)];
static const uint8_t nonce[] = {1, 2, 3, 4, 5, 6, 7, 8};

/* A source whose bytes go up, so that what is drawn differs. */
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
static failing_random failure = {WHIT_ERROR_RANDOM_FAILED};
static const whit_random failing = {failing_fill, &failure};

static whit_status issue(const whit_random *random)
{
    return whit_secp256r1_macwbb_issue(credential, sizeof credential, proof, key, sizeof key,
                                       parameters, sizeof parameters, attributes, sizeof attributes,
                                       random);
}

static whit_status show(const whit_random *random)
{
    return whit_secp256r1_macwbb_show(showing, sizeof showing, credential, sizeof credential,
                                      parameters, sizeof parameters, attributes, sizeof attributes,
                                      SECOND, nonce, sizeof nonce, random);
}

static whit_status verify_show(void)
{
    return whit_secp256r1_macwbb_verify_show(showing, sizeof showing, key, sizeof key, parameters,
                                             sizeof parameters, attributes, sizeof attributes,
                                             SECOND, nonce, sizeof nonce);
}

static void begin(void)
{
    next = 1;
    fill(attributes, sizeof attributes);
    attributes[sizeof attributes - 1] = 7;
    CHECK_STATUS(
        whit_secp256r1_macwbb_keygen(key, sizeof key, parameters, sizeof parameters, &rising),
        WHIT_OK);
    CHECK_STATUS(issue(&rising), WHIT_OK);
}

static int is_wiped(const uint8_t *bytes, size_t length)
{
    uint8_t any = 0;
    for (size_t i = 0; i < length; i++) {
        any |= bytes[i];
    }
    return any == 0;
}

TEST(macwbb_credentials_are_accepted)
{
    begin();
    CHECK_STATUS(whit_secp256r1_macwbb_verify(credential, sizeof credential, key, sizeof key,
                                              attributes, sizeof attributes),
                 WHIT_OK);
    CHECK_STATUS(whit_secp256r1_macwbb_accept(credential, sizeof credential, proof, parameters,
                                              sizeof parameters, attributes, sizeof attributes),
                 WHIT_OK);
    attributes[0] ^= 1;
    CHECK_STATUS(whit_secp256r1_macwbb_accept(credential, sizeof credential, proof, parameters,
                                              sizeof parameters, attributes, sizeof attributes),
                 WHIT_ERROR_PROOF);
    CHECK_STATUS(whit_secp256r1_macwbb_verify(credential, sizeof credential, key, sizeof key,
                                              attributes, sizeof attributes),
                 WHIT_ERROR_PROOF);
}

TEST(macwbb_showings_verify)
{
    begin();
    CHECK_STATUS(show(&rising), WHIT_OK);
    CHECK_STATUS(verify_show(), WHIT_OK);
    /* The hidden attribute is not read, the disclosed one is in the hash. */
    attributes[0] ^= 1;
    CHECK_STATUS(verify_show(), WHIT_OK);
    attributes[sizeof attributes - 1] ^= 1;
    CHECK_STATUS(verify_show(), WHIT_ERROR_PROOF);
    attributes[sizeof attributes - 1] ^= 1;
    showing[sizeof showing - 1] ^= 1;
    CHECK_STATUS(verify_show(), WHIT_ERROR_PROOF);
}

TEST(macwbb_failures_leave_nothing)
{
    begin();
    CHECK_STATUS(show(&failing), WHIT_ERROR_RANDOM_FAILED);
    CHECK(is_wiped(showing, sizeof showing));
    CHECK_STATUS(show(NULL), WHIT_ERROR_RANDOM_MISSING);
    CHECK_STATUS(issue(&failing), WHIT_ERROR_RANDOM_FAILED);
    CHECK(is_wiped(credential, sizeof credential));
    CHECK(is_wiped(proof, sizeof proof));
    CHECK_STATUS(
        whit_secp256r1_macwbb_keygen(key, sizeof key, parameters, sizeof parameters, &failing),
        WHIT_ERROR_RANDOM_FAILED);
    CHECK(is_wiped(key, sizeof key));
    CHECK_STATUS(issue(&rising), WHIT_ERROR_PRIVATE_KEY_RANGE);
}

TEST(macwbb_outputs_overlap_no_inputs)
{
    begin();
    CHECK_STATUS(whit_secp256r1_macwbb_keygen(key, sizeof key, key + PRIVATE_BYTES,
                                              sizeof parameters, &rising),
                 WHIT_ERROR_OVERLAP);
    CHECK_STATUS(whit_secp256r1_macwbb_show(credential, sizeof showing, credential,
                                            sizeof credential, parameters, sizeof parameters,
                                            attributes, sizeof attributes, SECOND, nonce,
                                            sizeof nonce, &rising),
                 WHIT_ERROR_OVERLAP);
    CHECK_STATUS(whit_secp256r1_macwbb_issue(credential, sizeof credential, credential, key,
                                             sizeof key, parameters, sizeof parameters, attributes,
                                             sizeof attributes, &rising),
                 WHIT_ERROR_OVERLAP);
    CHECK_STATUS(show(&rising), WHIT_OK);
    CHECK_STATUS(verify_show(), WHIT_OK);
}

TEST(macwbb_null_is_refused)
{
    begin();
    CHECK_STATUS(whit_secp256r1_macwbb_show(NULL, sizeof showing, credential, sizeof credential,
                                            parameters, sizeof parameters, attributes,
                                            sizeof attributes, SECOND, nonce, sizeof nonce,
                                            &rising),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_secp256r1_macwbb_verify_show(showing, sizeof showing, NULL, sizeof key,
                                                   parameters, sizeof parameters, attributes,
                                                   sizeof attributes, SECOND, nonce, sizeof nonce),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_secp256r1_macwbb_verify(credential, sizeof credential, key, sizeof key, NULL,
                                              sizeof attributes),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_secp256r1_macwbb_accept(credential, sizeof credential, NULL, parameters,
                                              sizeof parameters, attributes, sizeof attributes),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_secp256r1_macwbb_keygen(key, sizeof key, NULL, sizeof parameters, &rising),
                 WHIT_ERROR_ARGUMENT);
}

TEST_SUITE(macwbb) = {
    CASE(macwbb_credentials_are_accepted), CASE(macwbb_showings_verify),
    CASE(macwbb_failures_leave_nothing),   CASE(macwbb_outputs_overlap_no_inputs),
    CASE(macwbb_null_is_refused),          END_OF_SUITE,
};
