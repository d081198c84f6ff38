/* SPDX-License-Identifier: MIT */
/* Every curve of the library: keys and agreement, known answers and bad input. */
#include "curve_table.h"
#include "fixtures.h"
#include "test.h"

#include <whit/ecdh.h>
#include <whit/ecdsa.h>
#include <whit/key.h>

static uint8_t output[CURVE_BYTES];
static uint8_t second_output[CURVE_BYTES];
static uint8_t input[CURVE_BYTES];

static const uint8_t digest[] = {1, 2, 3, 4};

static size_t private_length(const curve_case *c)
{
    return c->order_bytes;
}

static size_t public_length(const curve_case *c)
{
    return 1 + 2 * c->field_bytes;
}

static size_t compressed_length(const curve_case *c)
{
    return 1 + c->field_bytes;
}

static void each(void (*check)(const curve_case *c))
{
    for (size_t i = 0; i < curve_case_count; i++) {
        test_note(curve_cases[i].name, i);
        check(&curve_cases[i]);
    }
}

static void spoil(void)
{
    fill(output, sizeof output);
    fill(second_output, sizeof second_output);
}

/* After success, `length` bytes were written and no more; after failure they are zero. */
static void check_output(whit_status status, size_t length)
{
    if (status != WHIT_OK) {
        CHECK_ZERO(output, length);
    }
    CHECK_FILL(output + length, UNTOUCHED, sizeof output - length);
}

/* Good input */

static void check_sizes(const curve_case *c)
{
    CHECK_EQ(whit_curve_field_bytes(c->curve), c->field_bytes);
    CHECK_EQ(whit_curve_order_bytes(c->curve), c->order_bytes);
    CHECK_EQ(whit_curve_security_bits(c->curve), c->security_bits);
}

static void check_keys(const curve_case *c)
{
    constant_random source = {0x5a, 0};
    const whit_random random = {constant_fill, &source};
    uint8_t first = (uint8_t)(2 | (c->public_a[public_length(c) - 1] & 1));
    spoil();
    CHECK_STATUS(whit_key_public(c->curve, c->base, output, public_length(c), c->private_a,
                                 private_length(c)),
                 WHIT_OK);
    CHECK_BYTES(output, c->public_a, public_length(c));
    check_output(WHIT_OK, public_length(c));
    CHECK_STATUS(whit_key_validate_public(c->curve, c->public_a, public_length(c)), WHIT_OK);

    spoil();
    CHECK_STATUS(
        whit_key_compress(c->curve, output, compressed_length(c), c->public_a, public_length(c)),
        WHIT_OK);
    CHECK_EQ(output[0], first);
    CHECK_BYTES(output + 1, c->public_a + 1, c->field_bytes);
    copy(input, output, compressed_length(c));
    spoil();
    CHECK_STATUS(
        whit_key_decompress(c->curve, output, public_length(c), input, compressed_length(c)),
        WHIT_OK);
    CHECK_BYTES(output, c->public_a, public_length(c));

    spoil();
    CHECK_STATUS(whit_key_generate(c->curve, c->base, second_output, private_length(c), output,
                                   public_length(c), &random),
                 WHIT_OK);
    CHECK_EQ(source.calls, 1);
    CHECK_STATUS(whit_key_validate_private(c->curve, second_output, private_length(c)), WHIT_OK);
    copy(input, output, public_length(c));
    CHECK_STATUS(whit_key_public(c->curve, c->base, output, public_length(c), second_output,
                                 private_length(c)),
                 WHIT_OK);
    CHECK_BYTES(output, input, public_length(c));
}

static void check_agreement(const curve_case *c)
{
    spoil();
    CHECK_STATUS(whit_ecdh(c->curve, output, c->field_bytes, c->private_a, private_length(c),
                           c->public_b, public_length(c)),
                 WHIT_OK);
    CHECK_BYTES(output, c->secret, c->field_bytes);
    check_output(WHIT_OK, c->field_bytes);
    CHECK_STATUS(whit_ecdh(c->curve, output, c->field_bytes, c->private_b, private_length(c),
                           c->public_a, public_length(c)),
                 WHIT_OK);
    CHECK_BYTES(output, c->secret, c->field_bytes);
    CHECK_STATUS(whit_ecdh_cofactor(c->curve, output, c->field_bytes, c->private_a,
                                    private_length(c), c->public_b, public_length(c)),
                 WHIT_OK);
    CHECK_BYTES(output, c->secret_cofactor, c->field_bytes);
    CHECK_STATUS(whit_ecdh_cofactor(c->curve, output, c->field_bytes, c->private_b,
                                    private_length(c), c->public_a, public_length(c)),
                 WHIT_OK);
    CHECK_BYTES(output, c->secret_cofactor, c->field_bytes);
    check_output(WHIT_OK, c->field_bytes);
}

/* Bad private keys, in every function that takes one */

static whit_status use_public(const curve_case *c, const uint8_t *key, size_t length)
{
    return whit_key_public(c->curve, c->base, output, public_length(c), key, length);
}

static whit_status use_ecdh(const curve_case *c, const uint8_t *key, size_t length)
{
    return whit_ecdh(c->curve, output, c->field_bytes, key, length, c->public_b, public_length(c));
}

static whit_status use_ecdh_cofactor(const curve_case *c, const uint8_t *key, size_t length)
{
    return whit_ecdh_cofactor(c->curve, output, c->field_bytes, key, length, c->public_b,
                              public_length(c));
}

static whit_status use_sign(const curve_case *c, const uint8_t *key, size_t length)
{
    return whit_ecdsa_sign(c->curve, c->base, c->hash, output, 2 * c->order_bytes, key, length,
                           digest, sizeof digest);
}

static whit_status use_sign_hedged(const curve_case *c, const uint8_t *key, size_t length)
{
    constant_random source = {0x5a, 0};
    const whit_random random = {constant_fill, &source};
    return whit_ecdsa_sign_hedged(c->curve, c->base, c->hash, output, 2 * c->order_bytes, key,
                                  length, digest, sizeof digest, &random);
}

static whit_status use_sign_digest(const curve_case *c, const uint8_t *key, size_t length)
{
    constant_random source = {0x35, 0};
    const whit_random random = {constant_fill, &source};
    return whit_ecdsa_sign_digest(c->curve, c->base, output, 2 * c->order_bytes, key, length,
                                  digest, sizeof digest, &random);
}

static whit_status use_sign_deterministic(const curve_case *c, const uint8_t *key, size_t length)
{
    return whit_ecdsa_sign_digest_deterministic(
        c->curve, c->base, c->hash, output, 2 * c->order_bytes, key, length, digest, sizeof digest);
}

typedef whit_status use_private(const curve_case *c, const uint8_t *key, size_t length);

static void check_private_key(const curve_case *c, const uint8_t *key, size_t length,
                              whit_status expected)
{
    static use_private *const uses[] = {
        use_public,      use_ecdh,        use_ecdh_cofactor,     use_sign,
        use_sign_hedged, use_sign_digest, use_sign_deterministic};
    const size_t lengths[] = {public_length(c),   c->field_bytes,     c->field_bytes,
                              2 * c->order_bytes, 2 * c->order_bytes, 2 * c->order_bytes,
                              2 * c->order_bytes};
    CHECK_STATUS(whit_key_validate_private(c->curve, key, length), expected);
    for (size_t i = 0; i < COUNT_OF(uses); i++) {
        spoil();
        CHECK_STATUS(uses[i](c, key, length), expected);
        check_output(expected, lengths[i]);
    }
}

static void check_bad_private_keys(const curve_case *c)
{
    size_t o = c->order_bytes;
    size_t i = o;
    check_private_key(c, c->private_a, 0, WHIT_ERROR_PRIVATE_KEY_LENGTH);
    check_private_key(c, c->private_a, o - 1, WHIT_ERROR_PRIVATE_KEY_LENGTH);
    for (size_t j = 0; j < sizeof input; j++) {
        input[j] = 0;
    }
    check_private_key(c, input, o, WHIT_ERROR_PRIVATE_KEY_RANGE);
    copy(input + 1, c->private_a, o);
    check_private_key(c, input, o + 1, WHIT_ERROR_PRIVATE_KEY_LENGTH);
    check_private_key(c, c->order, o, WHIT_ERROR_PRIVATE_KEY_RANGE);
    copy(input, c->order, o);
    while (i-- > 0 && ++input[i] == 0) {
    }
    check_private_key(c, input, o, WHIT_ERROR_PRIVATE_KEY_RANGE);
    for (size_t j = 0; j < o; j++) {
        input[j] = 0xff;
    }
    check_private_key(c, input, o, WHIT_ERROR_PRIVATE_KEY_RANGE);
}

/* Bad public keys, in every function that takes one */

static whit_status under_compress(const curve_case *c, const uint8_t *key, size_t length)
{
    return whit_key_compress(c->curve, output, compressed_length(c), key, length);
}

static whit_status under_ecdh(const curve_case *c, const uint8_t *key, size_t length)
{
    return whit_ecdh(c->curve, output, c->field_bytes, c->private_a, private_length(c), key,
                     length);
}

static whit_status under_ecdh_cofactor(const curve_case *c, const uint8_t *key, size_t length)
{
    return whit_ecdh_cofactor(c->curve, output, c->field_bytes, c->private_a, private_length(c),
                              key, length);
}

static void check_public_key(const curve_case *c, const uint8_t *key, size_t length,
                             whit_status expected)
{
    CHECK_STATUS(whit_key_validate_public(c->curve, key, length), expected);
    CHECK_STATUS(whit_ecdsa_verify_digest(c->curve, key, length, digest, sizeof digest, c->derived,
                                          2 * c->order_bytes),
                 expected);
    CHECK_STATUS(whit_ecdsa_verify(c->curve, c->hash, key, length, digest, sizeof digest,
                                   c->derived, 2 * c->order_bytes),
                 expected);
    spoil();
    CHECK_STATUS(under_compress(c, key, length), expected);
    check_output(expected, compressed_length(c));
    spoil();
    CHECK_STATUS(under_ecdh(c, key, length), expected);
    check_output(expected, c->field_bytes);
    if (expected != WHIT_ERROR_PUBLIC_KEY_ORDER) {
        spoil();
        CHECK_STATUS(under_ecdh_cofactor(c, key, length), expected);
        check_output(expected, c->field_bytes);
    }
}

/* public_a with `length` bytes at `at` replaced. */
static const uint8_t *altered(const curve_case *c, size_t at, const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < sizeof input; i++) {
        input[i] = 0;
    }
    copy(input, c->public_a, public_length(c));
    copy(input + at, bytes, length);
    return input;
}

static void check_bad_public_keys(const curve_case *c)
{
    static const uint8_t prefixes[] = {0, 1, 2, 3, 5, 6, 7, 0xff};
    static const uint8_t zero = 0;
    size_t length = public_length(c);
    size_t f = c->field_bytes;
    uint8_t ones[CURVE_BYTES];
    for (size_t i = 0; i < sizeof ones; i++) {
        ones[i] = 0xff;
    }
    check_public_key(c, &zero, 1, WHIT_ERROR_PUBLIC_KEY_INFINITY);
    check_public_key(c, c->public_a, 0, WHIT_ERROR_PUBLIC_KEY_LENGTH);
    check_public_key(c, c->public_a, 1, WHIT_ERROR_PUBLIC_KEY_LENGTH);
    check_public_key(c, c->public_a, compressed_length(c), WHIT_ERROR_PUBLIC_KEY_LENGTH);
    check_public_key(c, c->public_a, length - 1, WHIT_ERROR_PUBLIC_KEY_LENGTH);
    check_public_key(c, altered(c, 0, NULL, 0), length + 1, WHIT_ERROR_PUBLIC_KEY_LENGTH);
    for (size_t i = 0; i < sizeof prefixes; i++) {
        check_public_key(c, altered(c, 0, &prefixes[i], 1), length, WHIT_ERROR_PUBLIC_KEY_PREFIX);
    }
    check_public_key(c, altered(c, 1, c->prime, f), length, WHIT_ERROR_PUBLIC_KEY_RANGE);
    check_public_key(c, altered(c, 1 + f, c->prime, f), length, WHIT_ERROR_PUBLIC_KEY_RANGE);
    check_public_key(c, altered(c, 1, ones, 2 * f), length, WHIT_ERROR_PUBLIC_KEY_RANGE);
    check_public_key(c, altered(c, 1, c->x_without_point, f), length, WHIT_ERROR_PUBLIC_KEY_CURVE);
    check_public_key(c, altered(c, 1, c->public_b + 1, f), length, WHIT_ERROR_PUBLIC_KEY_CURVE);
    uint8_t last = c->public_a[length - 1] ^ 1;
    check_public_key(c, altered(c, length - 1, &last, 1), length, WHIT_ERROR_PUBLIC_KEY_CURVE);
}

static void check_compressed_key(const curve_case *c, size_t length, whit_status expected)
{
    spoil();
    CHECK_STATUS(whit_key_decompress(c->curve, output, public_length(c), input, length), expected);
    check_output(expected, public_length(c));
}

static void check_bad_compressed_keys(const curve_case *c)
{
    static const uint8_t prefixes[] = {0, 1, 4, 5, 6, 7, 0x82};
    static const uint8_t zero = 0;
    static const uint8_t two = 2;
    size_t length = compressed_length(c);
    uint8_t ones[CURVE_BYTES];
    for (size_t i = 0; i < sizeof ones; i++) {
        ones[i] = 0xff;
    }
    (void)altered(c, 0, &zero, 1);
    check_compressed_key(c, 1, WHIT_ERROR_PUBLIC_KEY_INFINITY);
    (void)altered(c, 0, &two, 1);
    check_compressed_key(c, 0, WHIT_ERROR_PUBLIC_KEY_LENGTH);
    check_compressed_key(c, 1, WHIT_ERROR_PUBLIC_KEY_LENGTH);
    check_compressed_key(c, length - 1, WHIT_ERROR_PUBLIC_KEY_LENGTH);
    check_compressed_key(c, length + 1, WHIT_ERROR_PUBLIC_KEY_LENGTH);
    check_compressed_key(c, public_length(c), WHIT_ERROR_PUBLIC_KEY_LENGTH);
    for (size_t i = 0; i < sizeof prefixes; i++) {
        (void)altered(c, 0, &prefixes[i], 1);
        check_compressed_key(c, length, WHIT_ERROR_PUBLIC_KEY_PREFIX);
    }
    for (uint8_t parity = 2; parity <= 3; parity++) {
        (void)altered(c, 1, c->prime, c->field_bytes);
        input[0] = parity;
        check_compressed_key(c, length, WHIT_ERROR_PUBLIC_KEY_RANGE);
        (void)altered(c, 1, ones, c->field_bytes);
        input[0] = parity;
        check_compressed_key(c, length, WHIT_ERROR_PUBLIC_KEY_RANGE);
        (void)altered(c, 1, c->x_without_point, c->field_bytes);
        input[0] = parity;
        check_compressed_key(c, length, WHIT_ERROR_PUBLIC_KEY_CURVE);
    }
}

/* Points of the curve that are no multiple of the base point. */
static void check_outside_the_subgroup(const curve_case *c)
{
    CHECK_EQ(c->cofactor_is_one, c->outside == NULL);
    if (c->outside == NULL) {
        return;
    }
    check_public_key(c, c->outside, public_length(c), WHIT_ERROR_PUBLIC_KEY_ORDER);
    check_public_key(c, c->small, public_length(c), WHIT_ERROR_PUBLIC_KEY_ORDER);
    spoil();
    CHECK_STATUS(under_ecdh_cofactor(c, c->outside, public_length(c)), WHIT_OK);
    CHECK_BYTES(output, c->secret_outside, c->field_bytes);
    spoil();
    CHECK_STATUS(under_ecdh_cofactor(c, c->small, public_length(c)), WHIT_ERROR_PUBLIC_KEY_ORDER);
    check_output(WHIT_ERROR_PUBLIC_KEY_ORDER, c->field_bytes);
}

TEST(curves_have_their_sizes)
{
    each(check_sizes);
}
TEST(curves_make_keys)
{
    each(check_keys);
}
TEST(curves_agree_on_secrets)
{
    each(check_agreement);
}
TEST(curves_refuse_bad_private_keys)
{
    each(check_bad_private_keys);
}
TEST(curves_refuse_bad_public_keys)
{
    each(check_bad_public_keys);
}
TEST(curves_refuse_bad_compressed_keys)
{
    each(check_bad_compressed_keys);
}
TEST(curves_refuse_points_outside_the_subgroup)
{
    each(check_outside_the_subgroup);
}

TEST_SUITE(curves) = {
    CASE(curves_have_their_sizes),
    CASE(curves_make_keys),
    CASE(curves_agree_on_secrets),
    CASE(curves_refuse_bad_private_keys),
    CASE(curves_refuse_bad_public_keys),
    CASE(curves_refuse_bad_compressed_keys),
    CASE(curves_refuse_points_outside_the_subgroup),
    END_OF_SUITE,
};
