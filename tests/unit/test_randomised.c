/* SPDX-License-Identifier: MIT */
/* Coordinates that are randomised: what is drawn and when, what becomes of sources that fail.
 * test_weierstrass.c sees that the coordinates are others. That results are the same is left to all
 * other suites, in builds where what they call is randomised. */
#include <whit/randomised.h>
#include <whit/secp256r1.h>

#include "fixtures.h"
#include "known_answers.h"
#include "test.h"

/* The functions themselves. */
#undef whit_key_generate
#undef whit_key_public
#undef whit_ecdh
#undef whit_ecdh_cofactor
#undef whit_ecdsa_sign_digest
#undef whit_ecdsa_sign_hedged

#define CURVE &whit_secp256r1
#define BASE &whit_secp256r1_base

static const uint8_t sample[] = {'s', 'a', 'm', 'p', 'l', 'e'};
static uint8_t private_key[PRIVATE_BYTES];
static uint8_t public_key[PUBLIC_BYTES];
static uint8_t secret[SECRET_BYTES];
static uint8_t signature[SIGNATURE_BYTES];

static whit_status generate(const whit_random *random)
{
    return whit_key_generate(CURVE, BASE, private_key, sizeof private_key, public_key,
                             sizeof public_key, random);
}

static whit_status make_public(const whit_random *random)
{
    return whit_key_public_randomised(CURVE, BASE, public_key, sizeof public_key, ka_private_a,
                                      PRIVATE_BYTES, random);
}

static whit_status exchange(const whit_random *random)
{
    return whit_ecdh_randomised(CURVE, secret, sizeof secret, ka_private_a, PRIVATE_BYTES,
                                ka_public_b, PUBLIC_BYTES, random);
}

static whit_status exchange_cofactor(const whit_random *random)
{
    return whit_ecdh_cofactor_randomised(CURVE, secret, sizeof secret, ka_private_a, PRIVATE_BYTES,
                                         ka_public_b, PUBLIC_BYTES, random);
}

static whit_status sign_digest(const whit_random *random)
{
    return whit_ecdsa_sign_digest(CURVE, BASE, signature, sizeof signature, ka_private_a,
                                  PRIVATE_BYTES, ka_digest_sample, 32, random);
}

static whit_status sign_hedged(const whit_random *random)
{
    return whit_ecdsa_sign_hedged(CURVE, BASE, &whit_sha256, signature, sizeof signature,
                                  ka_private_a, PRIVATE_BYTES, sample, sizeof sample, random);
}

/* Each with what it draws first in every build, its output and the result. */
typedef struct operation {
    whit_status (*run)(const whit_random *random);
    const uint8_t *first;
    size_t first_length;
    uint8_t *output;
    const uint8_t *expected;
    size_t length;
} operation;

static const operation operations[] = {
    {generate, ka_entropy, 32, public_key, ka_entropy_public, PUBLIC_BYTES},
    {make_public, NULL, 0, public_key, ka_public_a, PUBLIC_BYTES},
    {exchange, NULL, 0, secret, ka_secret_ab, SECRET_BYTES},
    {exchange_cofactor, NULL, 0, secret, ka_secret_ab, SECRET_BYTES},
    {sign_digest, ka_nonce, 32, signature, ka_sign_nonce, SIGNATURE_BYTES},
    {sign_hedged, ka_added, 32, signature, ka_sign_hedged, SIGNATURE_BYTES},
};

static const uint8_t zero[FIELD_BYTES] = {0};
static const uint8_t one[FIELD_BYTES] = {[FIELD_BYTES - 1] = 1};
/* The prime and the number below it. */
static const uint8_t prime[FIELD_BYTES] = {
    0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
static const uint8_t below[FIELD_BYTES] = {
    0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe};

/* A source of the operation's own bytes and `count` candidates for z, which then fails. */
typedef struct draws {
    uint8_t bytes[5 * FIELD_BYTES];
    given_random source;
    whit_random random;
} draws;

static const whit_random *drawing(draws *d, const operation *o, const uint8_t *const *z,
                                  unsigned count)
{
    const given_random fresh = {d->bytes, o->first_length + count * FIELD_BYTES, 0, 0, 0};
    const whit_random random = {given_fill, &d->source};
    copy(d->bytes, o->first, o->first_length);
    for (unsigned i = 0; i < count; i++) {
        copy(d->bytes + o->first_length + i * FIELD_BYTES, z[i], FIELD_BYTES);
    }
    d->source = fresh;
    d->random = random;
    return &d->random;
}

/* Whatever is drawn, the result is the same; what is no element, or zero, is drawn again. Builds
 * differ in the order of bytes in z, and 1 is an element in either, the prime is not in either. */
TEST(randomised_results)
{
    const uint8_t *const tries[][3] = {
        {one}, {below}, {ka_private_a}, {zero, ka_private_b}, {zero, zero, one},
    };
    const unsigned counts[] = {1, 1, 1, 2, 3};
    draws d;
    for (unsigned i = 0; i < COUNT_OF(operations); i++) {
        const operation *o = &operations[i];
        for (unsigned j = 0; j < COUNT_OF(tries); j++) {
            test_note("operation << 8 | tries", (uint64_t)i << 8 | j);
            fill(o->output, o->length);
            CHECK_STATUS(o->run(drawing(&d, o, tries[j], counts[j])), WHIT_OK);
            CHECK_BYTES(o->output, o->expected, o->length);
            CHECK_EQ(d.source.position, d.source.length);
            CHECK_EQ(d.source.calls, (o->first_length != 0) + counts[j]);
            CHECK_EQ(d.source.last_length, FIELD_BYTES);
        }
    }
}

static void check_nothing_left(const operation *o)
{
    CHECK_ZERO(o->output, o->length);
    if (o->run == generate) {
        CHECK_ZERO(private_key, sizeof private_key);
    }
}

/* A source that breaks when z is drawn, at once or after some that do not do; one that never has
 * another than zero; and none. */
TEST(randomised_sources_that_fail)
{
    static const uint8_t *const zeros[] = {zero, zero, zero};
    constant_random stuck = {0, 0};
    const whit_random is_stuck = {constant_fill, &stuck};
    const whit_random without_function = {NULL, NULL};
    draws d;
    for (unsigned i = 0; i < COUNT_OF(operations); i++) {
        const operation *o = &operations[i];
        for (unsigned count = 0; count <= COUNT_OF(zeros); count++) {
            test_note("operation << 8 | draws", (uint64_t)i << 8 | count);
            fill(o->output, o->length);
            fill(private_key, sizeof private_key);
            CHECK_STATUS(o->run(drawing(&d, o, zeros, count)), WHIT_ERROR_RANDOM_FAILED);
            CHECK_EQ(d.source.calls, (o->first_length != 0) + count + 1);
            check_nothing_left(o);
        }
        fill(o->output, o->length);
        fill(private_key, sizeof private_key);
        stuck.calls = 0;
        CHECK_STATUS(o->run(&is_stuck), WHIT_ERROR_RANDOM_STUCK);
        CHECK_EQ(stuck.calls, o->run == sign_hedged ? 65 : 64);
        check_nothing_left(o);
        CHECK_STATUS(o->run(NULL), WHIT_ERROR_RANDOM_MISSING);
        CHECK_STATUS(o->run(&without_function), WHIT_ERROR_RANDOM_MISSING);
    }
}

/* The prime is refused, however its bytes are read: so is all that is not below it. */
TEST(randomised_numbers_that_are_no_elements)
{
    static uint8_t reversed[FIELD_BYTES];
    const uint8_t *tries[] = {prime, reversed, one};
    draws d;
    for (unsigned i = 0; i < FIELD_BYTES; i++) {
        reversed[i] = prime[FIELD_BYTES - 1 - i];
    }
    for (unsigned i = 0; i < COUNT_OF(operations); i++) {
        test_note("operation", i);
        CHECK_STATUS(operations[i].run(drawing(&d, &operations[i], tries, 3)), WHIT_OK);
        CHECK_BYTES(operations[i].output, operations[i].expected, operations[i].length);
        CHECK(d.source.calls >= 1u + (operations[i].first_length != 0) + 1u);
    }
}

/* Functions with a source for z alone ask it when all else is known to be good. */
TEST(randomised_checks_come_first)
{
    constant_random source = {0x35, 0};
    const whit_random random = {constant_fill, &source};
    for (unsigned i = 0; i < BAD_PRIVATE_KEYS; i++) {
        const bad_input *bad = &bad_private_keys[i];
        fill(secret, sizeof secret);
        fill(public_key, sizeof public_key);
        CHECK_STATUS(whit_ecdh_randomised(CURVE, secret, sizeof secret, bad_bytes(bad), bad->length,
                                          ka_public_b, PUBLIC_BYTES, &random),
                     bad->status);
        CHECK_ZERO(secret, sizeof secret);
        CHECK_STATUS(whit_key_public_randomised(CURVE, BASE, public_key, sizeof public_key,
                                                bad_bytes(bad), bad->length, &random),
                     bad->status);
        CHECK_ZERO(public_key, sizeof public_key);
    }
    for (unsigned i = 0; i < BAD_PUBLIC_KEYS; i++) {
        const bad_input *bad = &bad_public_keys[i];
        fill(secret, sizeof secret);
        CHECK_STATUS(whit_ecdh_randomised(CURVE, secret, sizeof secret, ka_private_a, PRIVATE_BYTES,
                                          bad_bytes(bad), bad->length, &random),
                     bad->status);
        CHECK_ZERO(secret, sizeof secret);
        CHECK_STATUS(whit_ecdh_cofactor_randomised(CURVE, secret, sizeof secret, ka_private_a,
                                                   PRIVATE_BYTES, bad_bytes(bad), bad->length,
                                                   &random),
                     bad->status);
    }
    CHECK_STATUS(whit_ecdh_randomised(NULL, secret, sizeof secret, ka_private_a, PRIVATE_BYTES,
                                      ka_public_b, PUBLIC_BYTES, &random),
                 WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_ecdh_randomised(CURVE, secret, sizeof secret - 1, ka_private_a, PRIVATE_BYTES,
                                      ka_public_b, PUBLIC_BYTES, &random),
                 WHIT_ERROR_OUTPUT_LENGTH);
    CHECK_STATUS(whit_key_public_randomised(CURVE, BASE, public_key, sizeof public_key, public_key,
                                            PRIVATE_BYTES, &random),
                 WHIT_ERROR_OVERLAP);
    CHECK_EQ(source.calls, 0);
}

/* The curve's own names. */
TEST(randomised_of_the_curve)
{
    constant_random source = {0x35, 0};
    const whit_random random = {constant_fill, &source};
    CHECK_STATUS(whit_secp256r1_public_key_randomised(public_key, ka_private_a, &random), WHIT_OK);
    CHECK_BYTES(public_key, ka_public_a, PUBLIC_BYTES);
    CHECK_STATUS(
        whit_secp256r1_ecdh_randomised(secret, ka_private_a, ka_public_b, PUBLIC_BYTES, &random),
        WHIT_OK);
    CHECK_BYTES(secret, ka_secret_ab, SECRET_BYTES);
    CHECK_EQ(source.calls, 2);
}

/* What needs no source is as it was. */
TEST(randomised_not_without_a_source)
{
    CHECK_STATUS(whit_ecdh(CURVE, secret, sizeof secret, ka_private_a, PRIVATE_BYTES, ka_public_b,
                           PUBLIC_BYTES),
                 WHIT_OK);
    CHECK_BYTES(secret, ka_secret_ab, SECRET_BYTES);
    CHECK_STATUS(whit_ecdh_cofactor(CURVE, secret, sizeof secret, ka_private_a, PRIVATE_BYTES,
                                    ka_public_b, PUBLIC_BYTES),
                 WHIT_OK);
    CHECK_BYTES(secret, ka_secret_ab, SECRET_BYTES);
    CHECK_STATUS(
        whit_key_public(CURVE, BASE, public_key, sizeof public_key, ka_private_a, PRIVATE_BYTES),
        WHIT_OK);
    CHECK_BYTES(public_key, ka_public_a, PUBLIC_BYTES);
    CHECK_STATUS(whit_ecdsa_sign_digest_deterministic(CURVE, BASE, &whit_sha256, signature,
                                                      sizeof signature, ka_private_a, PRIVATE_BYTES,
                                                      ka_digest_sample, 32),
                 WHIT_OK);
    CHECK_BYTES(signature, ka_sign_sample, SIGNATURE_BYTES);
}

#if TEST_STEPS

static whit_secp256r1_steps context;

static whit_status begin_key(const whit_random *random)
{
    return whit_secp256r1_steps_keygen(&context, private_key, public_key, random);
}

static whit_status begin_public(const whit_random *random)
{
    return whit_secp256r1_steps_public_key_randomised(&context, public_key, ka_private_a, random);
}

static whit_status begin_exchange(const whit_random *random)
{
    return whit_secp256r1_steps_ecdh_randomised(&context, secret, ka_private_a, ka_public_b,
                                                PUBLIC_BYTES, random);
}

static whit_status begin_signature(const whit_random *random)
{
    return whit_secp256r1_steps_sign_digest(&context, signature, ka_private_a, ka_digest_sample, 32,
                                            random);
}

/* The same draws and errors in steps, and a context that is wiped. */
TEST(randomised_in_steps)
{
    static const uint8_t *const tries[] = {zero, one};
    const operation beginnings[] = {
        {begin_key, ka_entropy, 32, public_key, ka_entropy_public, PUBLIC_BYTES},
        {begin_public, NULL, 0, public_key, ka_public_a, PUBLIC_BYTES},
        {begin_exchange, NULL, 0, secret, ka_secret_ab, SECRET_BYTES},
        {begin_signature, ka_nonce, 32, signature, ka_sign_nonce, SIGNATURE_BYTES},
    };
    draws d;
    for (unsigned i = 0; i < COUNT_OF(beginnings); i++) {
        const operation *o = &beginnings[i];
        for (unsigned count = 0; count <= COUNT_OF(tries); count++) {
            test_note("operation << 8 | draws", (uint64_t)i << 8 | count);
            fill(o->output, o->length);
            fill(private_key, sizeof private_key);
            whit_status status = o->run(drawing(&d, o, tries, count));
            while (status == WHIT_IN_PROGRESS) {
                status = whit_step(&context.steps);
            }
            CHECK_ZERO(&context, sizeof context);
            CHECK_EQ(d.source.position, d.source.length);
            if (count == COUNT_OF(tries)) {
                CHECK_STATUS(status, WHIT_OK);
                CHECK_BYTES(o->output, o->expected, o->length);
                continue;
            }
            CHECK_STATUS(status, WHIT_ERROR_RANDOM_FAILED);
            CHECK_ZERO(o->output, o->length);
            if (o->run == begin_key) {
                CHECK_ZERO(private_key, sizeof private_key);
            }
        }
        CHECK_STATUS(o->run(NULL), WHIT_ERROR_RANDOM_MISSING);
        CHECK_ZERO(&context, sizeof context);
    }
}

#endif

TEST_SUITE(randomised) = {
    CASE(randomised_results),
    CASE(randomised_sources_that_fail),
    CASE(randomised_numbers_that_are_no_elements),
    CASE(randomised_checks_come_first),
    CASE(randomised_of_the_curve),
    CASE(randomised_not_without_a_source),
#if TEST_STEPS
    CASE(randomised_in_steps),
#endif
    END_OF_SUITE,
};
