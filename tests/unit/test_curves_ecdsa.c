/* SPDX-License-Identifier: MIT */
/* Every curve of the library: signatures that others get wrong, known answers, random sources. */
#include "curve_table.h"
#include "fixtures.h"
#include "prepared.h"
#include "test.h"

#include <whit/der.h>
#include <whit/ecdsa.h>
#include <whit/key.h>

static const uint8_t sample[] = {'s', 'a', 'm', 'p', 'l', 'e'};

static uint8_t output[CURVE_BYTES];
static uint8_t other[CURVE_BYTES];

static size_t public_length(const curve_case *c)
{
    return 1 + 2 * c->field_bytes;
}

static size_t signature_length(const curve_case *c)
{
    return 2 * c->order_bytes;
}

static void each(void (*check)(const curve_case *c))
{
    for (size_t i = 0; i < curve_case_count; i++) {
        test_note(curve_cases[i].name, i);
        check(&curve_cases[i]);
    }
}

static void each_signature(void (*check)(const curve_case *c, const signature_case *s))
{
    for (size_t i = 0; i < curve_case_count; i++) {
        for (size_t j = 0; j < curve_cases[i].signature_count; j++) {
            /* The name of the signature; its curve and its own place in the number. */
            test_note(curve_cases[i].signatures[j].name, i << 8 | j);
            check(&curve_cases[i], &curve_cases[i].signatures[j]);
        }
    }
}

static void check_verifying(const curve_case *c, const signature_case *s)
{
    CHECK_STATUS(whit_ecdsa_verify_digest(c->curve, s->public_key, public_length(c), s->digest,
                                          s->digest_length, s->signature, signature_length(c)),
                 s->status);
    CHECK_STATUS(whit_ecdsa_verify_digest_hardened(c->curve, s->public_key, public_length(c),
                                                   s->digest, s->digest_length, s->signature,
                                                   signature_length(c)),
                 s->status);
#if TEST_PREPARED
    CHECK_STATUS(prepared_verify_digest(c->curve, c->base, s->public_key, public_length(c),
                                        s->digest, s->digest_length, s->signature,
                                        signature_length(c)),
                 s->status);
#endif
}

static void check_signing(const curve_case *c, const signature_case *s)
{
    if (s->private_key == NULL) {
        return;
    }
    given_random source = {s->nonce, c->order_bytes, 0, 0, 0};
    const whit_random random = {given_fill, &source};
    fill(output, sizeof output);
    CHECK_STATUS(whit_ecdsa_sign_digest(c->curve, c->base, output, signature_length(c),
                                        s->private_key, c->order_bytes, s->digest, s->digest_length,
                                        &random),
                 WHIT_OK);
    CHECK_BYTES(output, s->signature, signature_length(c));
    CHECK_FILL(output + signature_length(c), UNTOUCHED, sizeof output - signature_length(c));
    CHECK_EQ(source.calls, 1);
    CHECK_EQ(source.last_length, c->order_bytes);
}

static void check_recovery(const curve_case *c, const signature_case *s)
{
    fill(output, sizeof output);
    whit_status status = whit_ecdsa_recover_digest(
        c->curve, output, public_length(c), (uint8_t)(s->recovery_id < 0 ? 0 : s->recovery_id),
        s->digest, s->digest_length, s->signature, signature_length(c));
    if (!c->recoverable) {
        CHECK_STATUS(status, WHIT_ERROR_ARGUMENT);
        CHECK_FILL(output, UNTOUCHED, sizeof output);
    } else if (s->recovery_id >= 0) {
        CHECK_STATUS(status, WHIT_OK);
        CHECK_BYTES(output, s->public_key, public_length(c));
    } else if (s->status == WHIT_ERROR_SIGNATURE_RANGE) {
        CHECK_STATUS(status, WHIT_ERROR_SIGNATURE_RANGE);
        CHECK_ZERO(output, public_length(c));
    } else if (status == WHIT_OK) {
        /* Some other key: the signature is its own. */
        CHECK_STATUS(whit_ecdsa_verify_digest(c->curve, output, public_length(c), s->digest,
                                              s->digest_length, s->signature, signature_length(c)),
                     WHIT_OK);
    } else {
        CHECK_STATUS(status, WHIT_ERROR_SIGNATURE_RECOVERY);
        CHECK_ZERO(output, public_length(c));
    }
}

/* Of s and n - s, both verify, and one is low. */
static void check_low(const curve_case *c, const signature_case *s)
{
    uint8_t id = (uint8_t)(s->recovery_id < 0 ? 0 : s->recovery_id);
    copy(output, s->signature, signature_length(c));
    whit_status low = whit_ecdsa_is_low(c->curve, output, signature_length(c));
    whit_status made = whit_ecdsa_make_low(c->curve, output, signature_length(c), &id);
    if (s->status == WHIT_ERROR_SIGNATURE_RANGE) {
        CHECK_STATUS(low, WHIT_ERROR_SIGNATURE_RANGE);
        CHECK_STATUS(made, WHIT_ERROR_SIGNATURE_RANGE);
        CHECK_BYTES(output, s->signature, signature_length(c));
        return;
    }
    CHECK_STATUS(made, WHIT_OK);
    CHECK_STATUS(whit_ecdsa_is_low(c->curve, output, signature_length(c)), WHIT_OK);
    CHECK_STATUS(whit_ecdsa_verify_digest(c->curve, s->public_key, public_length(c), s->digest,
                                          s->digest_length, output, signature_length(c)),
                 s->status);
    if (low == WHIT_OK) {
        CHECK_BYTES(output, s->signature, signature_length(c));
        return;
    }
    CHECK_STATUS(low, WHIT_ERROR_SIGNATURE_RANGE);
    CHECK_EQ(id, (s->recovery_id < 0 ? 0 : s->recovery_id) ^ 1);
    if (s->recovery_id >= 0) {
        CHECK_STATUS(whit_ecdsa_recover_digest(c->curve, other, public_length(c), id, s->digest,
                                               s->digest_length, output, signature_length(c)),
                     WHIT_OK);
        CHECK_BYTES(other, s->public_key, public_length(c));
    }
}

/* The same signature in DER. */
static void check_der(const curve_case *c, const uint8_t *digest, size_t digest_length)
{
    size_t der_length = sizeof other;
    CHECK_STATUS(
        whit_ecdsa_signature_to_der(c->curve, other, &der_length, c->derived, signature_length(c)),
        WHIT_OK);
    CHECK_STATUS(whit_ecdsa_verify_der(c->curve, c->hash, c->public_a, public_length(c), sample,
                                       sizeof sample, other, der_length),
                 WHIT_OK);
    CHECK_STATUS(whit_ecdsa_verify_digest_der(c->curve, c->public_a, public_length(c), digest,
                                              digest_length, other, der_length),
                 WHIT_OK);
}

/* RFC 6979 with the curve's hash: every way to sign a message says the same. */
static void check_derived(const curve_case *c)
{
    uint8_t digest[WHIT_HASH_MAX_BYTES];
    size_t digest_length = whit_hash_bytes(c->hash);
    whit_hash_state state;
    whit_ecdsa_stream stream;
    size_t length = signature_length(c);
    uint8_t id = 0xff;
    whit_hash_init(c->hash, &state);
    whit_hash_update(c->hash, &state, sample, sizeof sample);
    whit_hash_final(c->hash, &state, digest);
    fill(output, sizeof output);
    CHECK_STATUS(whit_ecdsa_sign(c->curve, c->base, c->hash, output, length, c->private_a,
                                 c->order_bytes, sample, sizeof sample),
                 WHIT_OK);
    CHECK_BYTES(output, c->derived, length);
    CHECK_FILL(output + length, UNTOUCHED, sizeof output - length);
    CHECK_STATUS(whit_ecdsa_sign_digest_deterministic(c->curve, c->base, c->hash, output, length,
                                                      c->private_a, c->order_bytes, digest,
                                                      digest_length),
                 WHIT_OK);
    CHECK_BYTES(output, c->derived, length);

    CHECK_STATUS(whit_ecdsa_stream_init(&stream, c->hash), WHIT_OK);
    CHECK_STATUS(whit_ecdsa_stream_update(&stream, sample, 1), WHIT_OK);
    CHECK_STATUS(whit_ecdsa_stream_update(&stream, sample + 1, sizeof sample - 1), WHIT_OK);
    CHECK_STATUS(whit_ecdsa_sign_final(c->curve, c->base, &stream, output, length, c->private_a,
                                       c->order_bytes),
                 WHIT_OK);
    CHECK_BYTES(output, c->derived, length);
    CHECK_STATUS(whit_ecdsa_stream_init(&stream, c->hash), WHIT_OK);
    CHECK_STATUS(whit_ecdsa_stream_update(&stream, sample, sizeof sample), WHIT_OK);
    CHECK_STATUS(whit_ecdsa_verify_final(c->curve, &stream, c->public_a, public_length(c),
                                         c->derived, length),
                 WHIT_OK);
    CHECK_STATUS(whit_ecdsa_verify(c->curve, c->hash, c->public_a, public_length(c), sample,
                                   sizeof sample, c->derived, length),
                 WHIT_OK);

    fill(output, sizeof output);
    CHECK_STATUS(whit_ecdsa_sign_checked(c->curve, c->base, c->hash, output, length, c->private_a,
                                         c->order_bytes, c->public_a, public_length(c), sample,
                                         sizeof sample),
                 WHIT_OK);
    CHECK_BYTES(output, c->derived, length);
    CHECK_FILL(output + length, UNTOUCHED, sizeof output - length);
    CHECK_STATUS(whit_ecdsa_sign_digest_checked(c->curve, c->base, c->hash, output, length,
                                                c->private_a, c->order_bytes, c->public_b,
                                                public_length(c), digest, digest_length),
                 WHIT_ERROR_FAULT);
    CHECK_ZERO(output, length);
    check_der(c, digest, digest_length);

    whit_status status = whit_ecdsa_sign_recoverable(c->curve, c->base, c->hash, output, length,
                                                     &id, c->private_a, c->order_bytes, sample,
                                                     sizeof sample);
    CHECK_STATUS(status, c->recoverable ? WHIT_OK : WHIT_ERROR_ARGUMENT);
    if (c->recoverable) {
        CHECK_BYTES(output, c->derived, length);
        CHECK_STATUS(whit_ecdsa_recover(c->curve, c->hash, output, public_length(c), id, sample,
                                        sizeof sample, c->derived, length),
                     WHIT_OK);
        CHECK_BYTES(output, c->public_a, public_length(c));
    }
}

/* Random sources */

static whit_status generate(const curve_case *c, const whit_random *random)
{
    return whit_key_generate(c->curve, c->base, other, c->order_bytes, output, public_length(c),
                             random);
}

static whit_status sign_digest(const curve_case *c, const whit_random *random)
{
    return whit_ecdsa_sign_digest(c->curve, c->base, output, signature_length(c), c->private_a,
                                  c->order_bytes, sample, sizeof sample, random);
}

static whit_status sign_hedged(const curve_case *c, const whit_random *random)
{
    return whit_ecdsa_sign_hedged(c->curve, c->base, c->hash, output, signature_length(c),
                                  c->private_a, c->order_bytes, sample, sizeof sample, random);
}

static void check_source(const curve_case *c, const whit_random *random, whit_status expected,
                         int hedged_too)
{
    fill(output, sizeof output);
    fill(other, sizeof other);
    CHECK_STATUS(generate(c, random), expected);
    CHECK_ZERO(output, public_length(c));
    CHECK_ZERO(other, c->order_bytes);
    fill(output, sizeof output);
    CHECK_STATUS(sign_digest(c, random), expected);
    CHECK_ZERO(output, signature_length(c));
    fill(output, sizeof output);
    CHECK_STATUS(sign_hedged(c, random), hedged_too ? expected : WHIT_OK);
    if (hedged_too) {
        CHECK_ZERO(output, signature_length(c));
    }
}

static void check_sources(const curve_case *c)
{
    failing_random failing = {WHIT_ERROR_ARGUMENT};
    constant_random stuck = {0, 0};
    constant_random high = {0xff, 0};
    const whit_random without_function = {NULL, NULL};
    const whit_random fails = {failing_fill, &failing};
    const whit_random is_stuck = {constant_fill, &stuck};
    const whit_random is_high = {constant_fill, &high};
    check_source(c, NULL, WHIT_ERROR_RANDOM_MISSING, 1);
    check_source(c, &without_function, WHIT_ERROR_RANDOM_MISSING, 1);
    check_source(c, &fails, WHIT_ERROR_RANDOM_FAILED, 1);
    failing.result = (whit_status)0;
    check_source(c, &fails, WHIT_ERROR_RANDOM_FAILED, 1);
    check_source(c, &is_stuck, WHIT_ERROR_RANDOM_STUCK, 0);
    /* All ones are no nonce below any order. */
    fill(output, sizeof output);
    CHECK_STATUS(sign_digest(c, &is_high), WHIT_ERROR_RANDOM_STUCK);
    CHECK_ZERO(output, signature_length(c));
}

TEST(curves_verify)
{
    each_signature(check_verifying);
}
TEST(curves_sign)
{
    each_signature(check_signing);
}
TEST(curves_recover)
{
    each_signature(check_recovery);
}
TEST(curves_make_low)
{
    each_signature(check_low);
}
TEST(curves_derive_nonces)
{
    each(check_derived);
}
TEST(curves_need_random_sources)
{
    each(check_sources);
}

TEST_SUITE(curves_ecdsa) = {
    CASE(curves_verify),   CASE(curves_sign),          CASE(curves_recover),
    CASE(curves_make_low), CASE(curves_derive_nonces), CASE(curves_need_random_sources),
    END_OF_SUITE,
};
