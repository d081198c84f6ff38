/* SPDX-License-Identifier: MIT */
/* Operations in steps: what they have that those in one call have not. That the results are the
 * same is left to the suites of these, in builds where all they call is done in steps. */
#include <whit/secp256r1.h>
#include <whit/steps.h>

#include "fixtures.h"
#include "known_answers.h"
#include "test.h"

#define CURVE &whit_secp256r1
#define BASE &whit_secp256r1_base
#define CONTEXT &context.steps, sizeof context

static whit_secp256r1_steps context;
static uint8_t secret[SECRET_BYTES];
static uint8_t signature[SIGNATURE_BYTES];
static uint8_t private_key[PRIVATE_BYTES];
static uint8_t public_key[PUBLIC_BYTES];

/* Steps that the longest operation does not take. */
#define MOST_STEPS 2000

static whit_status finish(whit_status status, unsigned *count)
{
    *count = 0;
    while (status == WHIT_IN_PROGRESS && *count < MOST_STEPS) {
        status = whit_step(&context.steps);
        ++*count;
    }
    return status;
}

static whit_status begin_ecdh(void)
{
    fill(secret, sizeof secret);
    return whit_secp256r1_steps_ecdh(&context, secret, ka_private_a, ka_public_b, PUBLIC_BYTES);
}

TEST(steps_of_the_curve)
{
    unsigned count;

    CHECK_STATUS(finish(begin_ecdh(), &count), WHIT_OK);
    CHECK_BYTES(secret, ka_secret_ab, SECRET_BYTES);
    CHECK(count > 300);

    CHECK_STATUS(finish(whit_secp256r1_steps_keygen(&context, private_key, public_key,
                                                    drawn_from(ka_entropy)),
                        &count),
                 WHIT_OK);
    CHECK_BYTES(private_key, ka_entropy, PRIVATE_BYTES);
    CHECK_BYTES(public_key, ka_entropy_public, PUBLIC_BYTES);
    CHECK(count > 60);

    CHECK_STATUS(
        finish(whit_secp256r1_steps_public_key(&context, public_key, ka_private_a), &count),
        WHIT_OK);
    CHECK_BYTES(public_key, ka_public_a, PUBLIC_BYTES);
    CHECK(count > 60);

    CHECK_STATUS(
        finish(whit_secp256r1_steps_validate_public_key(&context, ka_public_a, PUBLIC_BYTES),
               &count),
        WHIT_OK);
    CHECK_EQ(count, 1);

    CHECK_STATUS(
        finish(whit_secp256r1_steps_sign_digest(&context, signature, ka_private_a, ka_digest_sample,
                                                32, drawn_from(ka_nonce)),
               &count),
        WHIT_OK);
    CHECK_BYTES(signature, ka_sign_nonce, SIGNATURE_BYTES);
    CHECK(count > 60);

    CHECK_STATUS(finish(whit_secp256r1_steps_sign_digest_deterministic(
                            &context, signature, ka_private_a, ka_digest_sample, 32),
                        &count),
                 WHIT_OK);
    CHECK_BYTES(signature, ka_sign_sample, SIGNATURE_BYTES);
    CHECK(count > 60);

    CHECK_STATUS(finish(whit_secp256r1_steps_verify_digest(&context, ka_public_a, PUBLIC_BYTES,
                                                           ka_digest_sample, 32, ka_sign_sample,
                                                           SIGNATURE_BYTES),
                        &count),
                 WHIT_OK);
    CHECK(count > 300);
    CHECK_STATUS(finish(whit_secp256r1_steps_verify_digest(&context, ka_public_b, PUBLIC_BYTES,
                                                           ka_digest_sample, 32, ka_sign_sample,
                                                           SIGNATURE_BYTES),
                        &count),
                 WHIT_ERROR_SIGNATURE_INVALID);
}

/* A context that never had an operation, and one that had. */
TEST(steps_without_an_operation)
{
    static whit_secp256r1_steps fresh;
    unsigned count;
    CHECK_STATUS(whit_step(&fresh.steps), WHIT_ERROR_STEPS_ENDED);
    whit_steps_abort(&fresh.steps);
    CHECK_ZERO(&fresh, sizeof fresh);
    CHECK_STATUS(whit_step(NULL), WHIT_ERROR_ARGUMENT);
    whit_steps_abort(NULL);
    CHECK_STATUS(finish(begin_ecdh(), &count), WHIT_OK);
    for (unsigned i = 0; i < 3; i++) {
        CHECK_STATUS(whit_step(&context.steps), WHIT_ERROR_STEPS_ENDED);
        CHECK_BYTES(secret, ka_secret_ab, SECRET_BYTES);
    }
    CHECK_ZERO(&context, sizeof context);
}

static whit_status begin_signing(void)
{
    return whit_secp256r1_steps_sign_digest_deterministic(&context, signature, ka_private_a,
                                                          ka_digest_sample, 32);
}

static whit_status begin_drawn(void)
{
    static constant_random source = {0x35, 0};
    static const whit_random random = {constant_fill, &source};
    return whit_secp256r1_steps_sign_digest(&context, signature, ka_private_a, ka_digest_sample, 32,
                                            &random);
}

static whit_status begin_key(void)
{
    return whit_secp256r1_steps_public_key(&context, public_key, ka_private_a);
}

static whit_status begin_verifying(void)
{
    return whit_secp256r1_steps_verify_digest(&context, ka_public_a, PUBLIC_BYTES, ka_digest_sample,
                                              32, ka_sign_sample, SIGNATURE_BYTES);
}

static whit_status begin_validating(void)
{
    return whit_secp256r1_steps_validate_public_key(&context, ka_public_a, PUBLIC_BYTES);
}

/* Given up after any number of steps, an operation leaves nothing behind. */
TEST(steps_given_up)
{
    static whit_status (*const begin[])(void) = {begin_ecdh, begin_signing,   begin_drawn,
                                                 begin_key,  begin_verifying, begin_validating};
    static const unsigned counts[] = {0, 1, 2, 3, 7, 40, 330};
    for (size_t i = 0; i < COUNT_OF(begin); i++) {
        for (size_t j = 0; j < COUNT_OF(counts); j++) {
            test_note("operation << 8 | steps", i << 8 | j);
            fill(public_key, sizeof public_key);
            fill(signature, sizeof signature);
            whit_status status = begin[i]();
            CHECK_STATUS(status, WHIT_IN_PROGRESS);
            for (unsigned k = 0; k < counts[j] && status == WHIT_IN_PROGRESS; k++) {
                status = whit_step(&context.steps);
            }
            if (status != WHIT_IN_PROGRESS) {
                CHECK_STATUS(status, WHIT_OK);
                continue;
            }
            whit_steps_abort(&context.steps);
            CHECK_ZERO(&context, sizeof context);
            CHECK_STATUS(whit_step(&context.steps), WHIT_ERROR_STEPS_ENDED);
            if (i == 0) {
                CHECK_ZERO(secret, sizeof secret);
            } else if (i < 3) {
                CHECK_ZERO(signature, sizeof signature);
            } else if (i == 3) {
                CHECK_ZERO(public_key, sizeof public_key);
            }
        }
    }
}

/* Two operations take turns, and a third in one call gets in between. */
TEST(steps_of_two_operations)
{
    static whit_secp256r1_steps other;
    uint8_t between[SECRET_BYTES];
    whit_status first = begin_signing();
    whit_status second = whit_secp256r1_steps_ecdh(&other, secret, ka_private_b, ka_public_a,
                                                   PUBLIC_BYTES);
    for (unsigned i = 0; i < MOST_STEPS; i++) {
        if (first == WHIT_IN_PROGRESS) {
            first = whit_step(&context.steps);
        }
        if (second == WHIT_IN_PROGRESS) {
            second = whit_step(&other.steps);
        }
        if (i == 20) {
            CHECK_STATUS(whit_secp256r1_ecdh(between, ka_private_a, ka_public_b, PUBLIC_BYTES),
                         WHIT_OK);
        }
    }
    CHECK_STATUS(first, WHIT_OK);
    CHECK_STATUS(second, WHIT_OK);
    CHECK_BYTES(signature, ka_sign_sample, SIGNATURE_BYTES);
    CHECK_BYTES(secret, ka_secret_ab, SECRET_BYTES);
    CHECK_BYTES(between, ka_secret_ab, SECRET_BYTES);
}

/* What went in may change once the operation has begun. */
TEST(steps_copy_their_inputs)
{
    unsigned count;
    uint8_t peer[PUBLIC_BYTES], key[PRIVATE_BYTES], digest[32], claimed[SIGNATURE_BYTES];
    copy(peer, ka_public_b, sizeof peer);
    copy(key, ka_private_a, sizeof key);
    whit_status status = whit_secp256r1_steps_ecdh(&context, secret, key, peer, sizeof peer);
    fill(peer, sizeof peer);
    fill(key, sizeof key);
    CHECK_STATUS(finish(status, &count), WHIT_OK);
    CHECK_BYTES(secret, ka_secret_ab, SECRET_BYTES);

    copy(key, ka_private_a, sizeof key);
    copy(digest, ka_digest_sample, sizeof digest);
    status = whit_secp256r1_steps_sign_digest_deterministic(&context, signature, key, digest, 32);
    fill(key, sizeof key);
    fill(digest, sizeof digest);
    CHECK_STATUS(finish(status, &count), WHIT_OK);
    CHECK_BYTES(signature, ka_sign_sample, SIGNATURE_BYTES);

    copy(peer, ka_public_a, sizeof peer);
    copy(digest, ka_digest_sample, sizeof digest);
    copy(claimed, ka_sign_sample, sizeof claimed);
    status = whit_secp256r1_steps_verify_digest(&context, peer, sizeof peer, digest, 32, claimed,
                                                sizeof claimed);
    fill(peer, sizeof peer);
    fill(digest, sizeof digest);
    fill(claimed, sizeof claimed);
    CHECK_STATUS(finish(status, &count), WHIT_OK);
}

/* A new operation takes the place of one that was not ended. */
TEST(steps_begun_again)
{
    unsigned count;
    CHECK_STATUS(begin_signing(), WHIT_IN_PROGRESS);
    CHECK_STATUS(whit_step(&context.steps), WHIT_IN_PROGRESS);
    CHECK_STATUS(finish(begin_ecdh(), &count), WHIT_OK);
    CHECK_BYTES(secret, ka_secret_ab, SECRET_BYTES);
    CHECK_ZERO(signature, sizeof signature);
    /* One that cannot begin ends it too. */
    CHECK_STATUS(begin_signing(), WHIT_IN_PROGRESS);
    CHECK_STATUS(whit_secp256r1_steps_ecdh(&context, secret, ka_order, ka_public_b, PUBLIC_BYTES),
                 WHIT_ERROR_PRIVATE_KEY_RANGE);
    CHECK_STATUS(whit_step(&context.steps), WHIT_ERROR_STEPS_ENDED);
    CHECK_ZERO(&context, sizeof context);
}

/* A context that is missing, too short, or among the arguments: nothing is written. */
TEST(steps_in_a_bad_context)
{
    static union {
        whit_steps steps;
        uint8_t bytes[WHIT_SECP256R1_STEPS_BYTES];
        uint64_t room[WHIT_SECP256R1_STEPS_BYTES / 8];
    } c;
    const size_t length = sizeof c;
    const size_t short_lengths[] = {0, 1, sizeof(whit_steps), 500};
    fill(&c, sizeof c);
    fill(secret, sizeof secret);
    CHECK_STATUS(whit_steps_ecdh(CURVE, NULL, length, secret, SECRET_BYTES, ka_private_a,
                                 PRIVATE_BYTES, ka_public_b, PUBLIC_BYTES),
                 WHIT_ERROR_ARGUMENT);
    for (size_t i = 0; i < COUNT_OF(short_lengths); i++) {
        CHECK_STATUS(whit_steps_ecdh(CURVE, &c.steps, short_lengths[i], secret, SECRET_BYTES,
                                     ka_private_a, PRIVATE_BYTES, ka_public_b, PUBLIC_BYTES),
                     WHIT_ERROR_STEPS_LENGTH);
    }
    CHECK_STATUS(whit_steps_ecdh(CURVE, &c.steps, length, c.bytes + length - 1, SECRET_BYTES,
                                 ka_private_a, PRIVATE_BYTES, ka_public_b, PUBLIC_BYTES),
                 WHIT_ERROR_OVERLAP);
    CHECK_STATUS(whit_steps_ecdh(CURVE, &c.steps, length, secret, SECRET_BYTES, c.bytes,
                                 PRIVATE_BYTES, ka_public_b, PUBLIC_BYTES),
                 WHIT_ERROR_OVERLAP);
    CHECK_STATUS(whit_steps_ecdh(CURVE, &c.steps, length, secret, SECRET_BYTES, ka_private_a,
                                 PRIVATE_BYTES, c.bytes + 8, PUBLIC_BYTES),
                 WHIT_ERROR_OVERLAP);
    CHECK_STATUS(whit_steps_key_public(CURVE, BASE, &c.steps, length, c.bytes + 99, PUBLIC_BYTES,
                                       ka_private_a, PRIVATE_BYTES),
                 WHIT_ERROR_OVERLAP);
    CHECK_STATUS(whit_steps_key_validate_public(CURVE, &c.steps, length, c.bytes, PUBLIC_BYTES),
                 WHIT_ERROR_OVERLAP);
    CHECK_STATUS(whit_steps_ecdsa_verify_digest(CURVE, &c.steps, length, ka_public_a, PUBLIC_BYTES,
                                                ka_digest_sample, 32, c.bytes + 1, SIGNATURE_BYTES),
                 WHIT_ERROR_OVERLAP);
    CHECK_STATUS(whit_steps_ecdsa_sign_digest_deterministic(
                     CURVE, BASE, &whit_sha256, &c.steps, length, c.bytes + 1, SIGNATURE_BYTES,
                     ka_private_a, PRIVATE_BYTES, ka_digest_sample, 32),
                 WHIT_ERROR_OVERLAP);
    /* An output of another size is told before, as it may reach into the context only by that. */
    CHECK_STATUS(whit_steps_ecdh(CURVE, &c.steps, length, c.bytes, SECRET_BYTES + 1, ka_private_a,
                                 PRIVATE_BYTES, ka_public_b, PUBLIC_BYTES),
                 WHIT_ERROR_OUTPUT_LENGTH);
    CHECK_STATUS(whit_steps_ecdsa_sign_digest_deterministic(
                     CURVE, BASE, &whit_sha256, &c.steps, length, c.bytes, SIGNATURE_BYTES + 1,
                     ka_private_a, PRIVATE_BYTES, ka_digest_sample, 32),
                 WHIT_ERROR_OUTPUT_LENGTH);
    CHECK_FILL(&c, UNTOUCHED, sizeof c);
    CHECK_FILL(secret, UNTOUCHED, sizeof secret);
}

/* Every private key takes the same number of steps. */
TEST(steps_are_as_many_for_all_keys)
{
    uint8_t key[PRIVATE_BYTES] = {0};
    unsigned of_ecdh, of_key, of_signing, count;
    CHECK_STATUS(finish(begin_ecdh(), &of_ecdh), WHIT_OK);
    CHECK_STATUS(finish(begin_key(), &of_key), WHIT_OK);
    CHECK_STATUS(finish(begin_signing(), &of_signing), WHIT_OK);
    for (uint8_t k = 1; k < 4; k++) {
        key[PRIVATE_BYTES - 1] = k;
        CHECK_STATUS(
            finish(whit_secp256r1_steps_ecdh(&context, secret, key, ka_public_b, PUBLIC_BYTES),
                   &count),
            WHIT_OK);
        CHECK_EQ(count, of_ecdh);
        CHECK_STATUS(finish(whit_secp256r1_steps_public_key(&context, public_key, key), &count),
                     WHIT_OK);
        CHECK_EQ(count, of_key);
        CHECK_STATUS(finish(whit_secp256r1_steps_sign_digest_deterministic(&context, signature, key,
                                                                           ka_digest_sample, 32),
                            &count),
                     WHIT_OK);
        CHECK_EQ(count, of_signing);
    }
}

TEST_SUITE(steps) = {
    CASE(steps_of_the_curve),      CASE(steps_without_an_operation),     CASE(steps_given_up),
    CASE(steps_of_two_operations), CASE(steps_copy_their_inputs),        CASE(steps_begun_again),
    CASE(steps_in_a_bad_context),  CASE(steps_are_as_many_for_all_keys), END_OF_SUITE,
};
