/* SPDX-License-Identifier: MIT */
/* Bad input to the ways to sign, which answer it alike. */
#include <whit/ecdsa.h>
#include <whit/secp256r1.h>

#include "fixtures.h"
#include "known_answers.h"
#include "test.h"

/* The arguments of any of them; `in` is a message or a digest. */
typedef struct arguments {
    const whit_curve *curve;
    const whit_base *base;
    const whit_hash *hash;
    uint8_t *signature;
    size_t signature_length;
    const uint8_t *private_key;
    size_t private_key_length;
    const uint8_t *in;
    size_t in_length;
} arguments;

/* A good source: refusals below are not its fault. */
static constant_random source = {0x5a, 0};
static const whit_random random = {constant_fill, &source};

static whit_status call_sign(const arguments *a)
{
    return whit_ecdsa_sign(a->curve, a->base, a->hash, a->signature, a->signature_length,
                           a->private_key, a->private_key_length, a->in, a->in_length);
}

static whit_status call_hedged(const arguments *a)
{
    return whit_ecdsa_sign_hedged(a->curve, a->base, a->hash, a->signature, a->signature_length,
                                  a->private_key, a->private_key_length, a->in, a->in_length,
                                  &random);
}

static whit_status call_deterministic(const arguments *a)
{
    return whit_ecdsa_sign_digest_deterministic(a->curve, a->base, a->hash, a->signature,
                                                a->signature_length, a->private_key,
                                                a->private_key_length, a->in, a->in_length);
}

static whit_status call_digest(const arguments *a)
{
    return whit_ecdsa_sign_digest(a->curve, a->base, a->signature, a->signature_length,
                                  a->private_key, a->private_key_length, a->in, a->in_length,
                                  &random);
}

static whit_status call_checked(const arguments *a)
{
    return whit_ecdsa_sign_checked(a->curve, a->base, a->hash, a->signature, a->signature_length,
                                   a->private_key, a->private_key_length, ka_public_a, PUBLIC_BYTES,
                                   a->in, a->in_length);
}

static whit_status call_digest_checked(const arguments *a)
{
    return whit_ecdsa_sign_digest_checked(
        a->curve, a->base, a->hash, a->signature, a->signature_length, a->private_key,
        a->private_key_length, ka_public_a, PUBLIC_BYTES, a->in, a->in_length);
}

typedef whit_status signer(const arguments *a);

static uint8_t signature[SIGNATURE_BYTES + 1];

static arguments good_arguments(void)
{
    arguments a = {&whit_secp256r1, &whit_secp256r1_base, &whit_sha256,
                   signature,       SIGNATURE_BYTES,      ka_private_a,
                   PRIVATE_BYTES,   ka_digest_sample,     sizeof ka_digest_sample};
    fill(signature, sizeof signature);
    return a;
}

static void check_private_keys(signer *sign)
{
    for (size_t i = 0; i < BAD_PRIVATE_KEYS; i++) {
        const bad_input *bad = &bad_private_keys[i];
        arguments a = good_arguments();
        test_note(bad->name, i);
        a.private_key = bad_bytes(bad);
        a.private_key_length = bad->length;
        CHECK_STATUS(sign(&a), bad->status);
        CHECK_ZERO(signature, SIGNATURE_BYTES);
    }
}

static void check_argument(signer *sign, const arguments *a)
{
    CHECK_STATUS(sign(a), WHIT_ERROR_ARGUMENT);
    CHECK_FILL(signature, UNTOUCHED, sizeof signature);
}

static void check_null(signer *sign)
{
    arguments a = good_arguments();
    a.curve = NULL;
    check_argument(sign, &a);
    a = good_arguments();
    a.base = NULL;
    check_argument(sign, &a);
    a = good_arguments();
    a.signature = NULL;
    check_argument(sign, &a);
    a = good_arguments();
    a.private_key = NULL;
    check_argument(sign, &a);
    a = good_arguments();
    a.in = NULL;
    check_argument(sign, &a);
    if (sign != call_digest) {
        a = good_arguments();
        a.hash = NULL;
        check_argument(sign, &a);
    }
}

static void check_empty_digest(signer *sign)
{
    arguments a = good_arguments();
    a.in_length = 0;
    check_argument(sign, &a);
    a.in = NULL;
    check_argument(sign, &a);
}

static void check_output_length(signer *sign)
{
    static const size_t bad[] = {0, 32, 63, 65, 72};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        arguments a = good_arguments();
        test_note("length", bad[i]);
        a.signature_length = bad[i];
        CHECK_STATUS(sign(&a), WHIT_ERROR_OUTPUT_LENGTH);
        CHECK_FILL(signature, UNTOUCHED, sizeof signature);
    }
}

/* key | signature | digest: the signature slides over its neighbours. */
static void check_overlap(signer *sign)
{
    enum { KEY = 0, MIDDLE = PRIVATE_BYTES, IN = MIDDLE + SIGNATURE_BYTES, END = IN + 64 };
    static const size_t offsets[] = {0, 1, 31, 33, 64, 96};
    uint8_t buffer[END];
    uint8_t before[END];
    arguments a = good_arguments();
    fill(buffer, END);
    copy(buffer + KEY, ka_private_a, PRIVATE_BYTES);
    copy(buffer + IN, ka_digest_sample, 32);
    copy(before, buffer, END);
    a.private_key = buffer + KEY;
    a.in = buffer + IN;
    for (size_t i = 0; i < COUNT_OF(offsets); i++) {
        test_note("offset", offsets[i]);
        a.signature = buffer + offsets[i];
        CHECK_STATUS(sign(&a), WHIT_ERROR_OVERLAP);
        CHECK_BYTES(buffer, before, END);
    }
    a.signature = buffer + MIDDLE;
    CHECK_STATUS(sign(&a), WHIT_OK);
}

#define INPUT_TESTS(name, call)    \
    TEST(name##_bad_private_keys)  \
    {                              \
        check_private_keys(call);  \
    }                              \
    TEST(name##_null_arguments)    \
    {                              \
        check_null(call);          \
    }                              \
    TEST(name##_output_length)     \
    {                              \
        check_output_length(call); \
    }                              \
    TEST(name##_overlap)           \
    {                              \
        check_overlap(call);       \
    }

INPUT_TESTS(ecdsa_sign, call_sign)
INPUT_TESTS(ecdsa_sign_hedged, call_hedged)
INPUT_TESTS(ecdsa_sign_digest_deterministic, call_deterministic)
INPUT_TESTS(ecdsa_sign_digest, call_digest)
INPUT_TESTS(ecdsa_sign_checked, call_checked)
INPUT_TESTS(ecdsa_sign_digest_checked, call_digest_checked)

TEST(ecdsa_sign_digest_empty)
{
    check_empty_digest(call_digest);
}

TEST(ecdsa_sign_digest_deterministic_empty)
{
    check_empty_digest(call_deterministic);
}

TEST(ecdsa_sign_digest_checked_empty)
{
    check_empty_digest(call_digest_checked);
}

#define INPUT_CASES(name)                                                                   \
    CASE(name##_bad_private_keys), CASE(name##_null_arguments), CASE(name##_output_length), \
        CASE(name##_overlap)

TEST_SUITE(ecdsa_input) = {
    INPUT_CASES(ecdsa_sign),
    INPUT_CASES(ecdsa_sign_hedged),
    INPUT_CASES(ecdsa_sign_digest_deterministic),
    INPUT_CASES(ecdsa_sign_digest),
    INPUT_CASES(ecdsa_sign_checked),
    INPUT_CASES(ecdsa_sign_digest_checked),
    CASE(ecdsa_sign_digest_empty),
    CASE(ecdsa_sign_digest_deterministic_empty),
    CASE(ecdsa_sign_digest_checked_empty),
    END_OF_SUITE,
};
