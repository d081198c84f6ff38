/* SPDX-License-Identifier: MIT */
/* The self-tests: they pass, and nothing that is wrong passes. */
#include "fixtures.h"
#include "test.h"
#include <whit/secp256r1.h>
#include <whit/selftest.h>

#include <string.h>

#define KEY WHIT_SECP256R1_PRIVATE_KEY_BYTES
#define PUBLIC WHIT_SECP256R1_PUBLIC_KEY_BYTES

TEST(selftest_known_answers_hold)
{
    CHECK_STATUS(whit_secp256r1_selftest_ecdh(), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_selftest_sign(), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_selftest_sign_digest(), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_selftest_verify(), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_selftest_verify_digest(), WHIT_OK);
}

TEST(selftest_hashes_hold)
{
    CHECK_STATUS(whit_selftest_hash(&whit_sha1, &whit_sha1_answer), WHIT_OK);
    CHECK_STATUS(whit_selftest_hash(&whit_sha224, &whit_sha224_answer), WHIT_OK);
    CHECK_STATUS(whit_selftest_hash(&whit_sha256, &whit_sha256_answer), WHIT_OK);
    CHECK_STATUS(whit_selftest_hash(&whit_blake2s160, &whit_blake2s160_answer), WHIT_OK);
    CHECK_STATUS(whit_selftest_hash(&whit_blake2s256, &whit_blake2s256_answer), WHIT_OK);
#if WHIT_HASH_LIMIT > 256
    CHECK_STATUS(whit_selftest_hash(&whit_sha384, &whit_sha384_answer), WHIT_OK);
    CHECK_STATUS(whit_selftest_hash(&whit_sha512, &whit_sha512_answer), WHIT_OK);
#endif
}

/* The same bytes with one bit flipped. */
static const uint8_t *flipped(uint8_t *copy, const uint8_t *bytes, size_t length)
{
    memcpy(copy, bytes, length);
    copy[length / 2] ^= 0x10;
    return copy;
}

TEST(selftest_wrong_secret_is_caught)
{
    uint8_t copy[PUBLIC];
    const whit_ecdh_answer *right = &whit_secp256r1_ecdh_answer;
    whit_ecdh_answer wrong = *right;
    wrong.secret = flipped(copy, right->secret, WHIT_SECP256R1_SHARED_SECRET_BYTES);
    CHECK_STATUS(whit_selftest_ecdh(&whit_secp256r1, &wrong), WHIT_ERROR_SELF_TEST);
    wrong = *right;
    wrong.private_key = flipped(copy, right->private_key, KEY);
    CHECK_STATUS(whit_selftest_ecdh(&whit_secp256r1, &wrong), WHIT_ERROR_SELF_TEST);
    wrong = *right;
    wrong.public_key = flipped(copy, right->public_key, PUBLIC);
    CHECK_STATUS(whit_selftest_ecdh(&whit_secp256r1, &wrong), WHIT_ERROR_SELF_TEST);
}

/* Each test that uses a part of the answer says that it is wrong. */
static void check_signing(const whit_ecdsa_answer *answer, whit_status sign, whit_status digest)
{
    CHECK_STATUS(whit_selftest_sign(&whit_secp256r1, &whit_secp256r1_base, &whit_sha256, answer),
                 sign);
    CHECK_STATUS(whit_selftest_sign_digest(&whit_secp256r1, &whit_secp256r1_base, answer), digest);
}

static void check_verifying(const whit_ecdsa_answer *answer, whit_status message,
                            whit_status digest)
{
    CHECK_STATUS(whit_selftest_verify(&whit_secp256r1, &whit_sha256, answer), message);
    CHECK_STATUS(whit_selftest_verify_digest(&whit_secp256r1, answer), digest);
}

TEST(selftest_wrong_signature_is_caught)
{
    uint8_t copy[PUBLIC];
    const whit_ecdsa_answer *right = &whit_secp256r1_ecdsa_answer;
    whit_ecdsa_answer wrong = *right;
    wrong.signature = flipped(copy, right->signature, WHIT_SECP256R1_SIGNATURE_BYTES);
    check_signing(&wrong, WHIT_ERROR_SELF_TEST, WHIT_ERROR_SELF_TEST);
    check_verifying(&wrong, WHIT_ERROR_SELF_TEST, WHIT_ERROR_SELF_TEST);
    wrong = *right;
    wrong.private_key = flipped(copy, right->private_key, KEY);
    check_signing(&wrong, WHIT_ERROR_SELF_TEST, WHIT_ERROR_SELF_TEST);
    wrong = *right;
    wrong.public_key = flipped(copy, right->public_key, PUBLIC);
    check_verifying(&wrong, WHIT_ERROR_SELF_TEST, WHIT_ERROR_SELF_TEST);
    wrong = *right;
    wrong.message = flipped(copy, right->message, right->message_length);
    check_signing(&wrong, WHIT_ERROR_SELF_TEST, WHIT_OK);
    check_verifying(&wrong, WHIT_ERROR_SELF_TEST, WHIT_OK);
    wrong = *right;
    wrong.digest = flipped(copy, right->digest, right->digest_length);
    check_signing(&wrong, WHIT_OK, WHIT_ERROR_SELF_TEST);
    check_verifying(&wrong, WHIT_OK, WHIT_ERROR_SELF_TEST);
    wrong = *right;
    wrong.nonce = flipped(copy, right->nonce, KEY);
    check_signing(&wrong, WHIT_OK, WHIT_ERROR_SELF_TEST);
}

TEST(selftest_wrong_hash_is_caught)
{
    uint8_t copy[WHIT_SHA256_BYTES];
    whit_hash_answer wrong = whit_sha256_answer;
    wrong.digest = flipped(copy, whit_sha256_answer.digest, sizeof copy);
    CHECK_STATUS(whit_selftest_hash(&whit_sha256, &wrong), WHIT_ERROR_SELF_TEST);
    wrong = whit_sha256_answer;
    wrong.mac = flipped(copy, whit_sha256_answer.mac, sizeof copy);
    CHECK_STATUS(whit_selftest_hash(&whit_sha256, &wrong), WHIT_ERROR_SELF_TEST);
    CHECK_STATUS(whit_selftest_hash(&whit_blake2s256, &whit_sha256_answer), WHIT_ERROR_SELF_TEST);
}

static void check_pair(const uint8_t *private_key, size_t private_key_length,
                       const uint8_t *public_key, size_t public_key_length, whit_status expected)
{
    CHECK_STATUS(whit_selftest_key_pair(&whit_secp256r1, &whit_secp256r1_base, private_key,
                                        private_key_length, public_key, public_key_length),
                 expected);
    CHECK_STATUS(whit_selftest_signing_key_pair(&whit_secp256r1, &whit_secp256r1_base, &whit_sha256,
                                                private_key, private_key_length, public_key,
                                                public_key_length),
                 expected);
}

TEST(selftest_key_pairs)
{
    static const uint8_t zero[KEY];
    uint8_t copy[PUBLIC];
    const uint8_t *key = whit_secp256r1_ecdh_answer.private_key;
    const uint8_t *public_key = whit_secp256r1_ecdh_answer.public_key;
    CHECK_STATUS(whit_secp256r1_selftest_key_pair(key, public_key), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_selftest_signing_key_pair(key, public_key), WHIT_OK);
    check_pair(key, KEY, public_key, PUBLIC, WHIT_OK);
    check_pair(key, KEY, flipped(copy, public_key, PUBLIC), PUBLIC, WHIT_ERROR_SELF_TEST);
    check_pair(flipped(copy, key, KEY), KEY, public_key, PUBLIC, WHIT_ERROR_SELF_TEST);
    check_pair(key, KEY, public_key, PUBLIC - 1, WHIT_ERROR_SELF_TEST);
    check_pair(key, KEY - 1, public_key, PUBLIC, WHIT_ERROR_PRIVATE_KEY_LENGTH);
    check_pair(zero, KEY, public_key, PUBLIC, WHIT_ERROR_PRIVATE_KEY_RANGE);
    check_pair(NULL, KEY, public_key, PUBLIC, WHIT_ERROR_ARGUMENT);
    check_pair(key, KEY, NULL, PUBLIC, WHIT_ERROR_ARGUMENT);
}

/* A source whose bytes are start, start + step, ...; with `period` it begins anew each time. */
typedef struct source {
    uint8_t next;
    uint8_t step;
    int begins_anew;
    whit_status status;
} source;

static whit_status deliver(void *context, uint8_t *out, size_t length)
{
    source *s = (source *)context;
    uint8_t value = s->next;
    for (size_t i = 0; i < length; i++) {
        out[i] = value;
        value = (uint8_t)(value + s->step);
    }
    if (!s->begins_anew) {
        s->next = value;
    }
    return s->status;
}

TEST(selftest_random_sources)
{
    source sound = {1, 3, 0, WHIT_OK};
    source constant = {0xa5, 0, 0, WHIT_OK};
    source repeating = {1, 3, 1, WHIT_OK};
    source failing = {1, 3, 0, WHIT_ERROR_ARGUMENT};
    whit_random random = {deliver, &sound};
    CHECK_STATUS(whit_selftest_random(&random), WHIT_OK);
    random.context = &constant;
    CHECK_STATUS(whit_selftest_random(&random), WHIT_ERROR_SELF_TEST);
    random.context = &repeating;
    CHECK_STATUS(whit_selftest_random(&random), WHIT_ERROR_SELF_TEST);
    random.context = &failing;
    CHECK_STATUS(whit_selftest_random(&random), WHIT_ERROR_RANDOM_FAILED);
    random.fill = NULL;
    CHECK_STATUS(whit_selftest_random(&random), WHIT_ERROR_RANDOM_MISSING);
    CHECK_STATUS(whit_selftest_random(NULL), WHIT_ERROR_RANDOM_MISSING);
}

TEST(selftest_arguments)
{
    const whit_curve *curve = &whit_secp256r1;
    const whit_base *base = &whit_secp256r1_base;
    const whit_ecdsa_answer *answer = &whit_secp256r1_ecdsa_answer;
    CHECK_STATUS(whit_selftest_ecdh(NULL, &whit_secp256r1_ecdh_answer), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_selftest_ecdh(curve, NULL), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_selftest_sign(curve, NULL, &whit_sha256, answer), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_selftest_sign(curve, base, NULL, answer), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_selftest_sign(curve, base, &whit_sha256, NULL), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_selftest_sign_digest(curve, NULL, answer), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_selftest_sign_digest(curve, base, NULL), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_selftest_verify(curve, NULL, answer), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_selftest_verify(curve, &whit_sha256, NULL), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_selftest_verify_digest(curve, NULL), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_selftest_hash(NULL, &whit_sha256_answer), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_selftest_hash(&whit_sha256, NULL), WHIT_ERROR_ARGUMENT);
}

TEST_SUITE(selftest) = {
    CASE(selftest_known_answers_hold),
    CASE(selftest_hashes_hold),
    CASE(selftest_wrong_secret_is_caught),
    CASE(selftest_wrong_signature_is_caught),
    CASE(selftest_wrong_hash_is_caught),
    CASE(selftest_key_pairs),
    CASE(selftest_random_sources),
    CASE(selftest_arguments),
    END_OF_SUITE,
};
