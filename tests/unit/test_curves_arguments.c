/* SPDX-License-Identifier: MIT */
/* Every curve of the library: missing pointers, outputs of another size or in the wrong place.
 * Nothing is written then. */
#include "curve_table.h"
#include "fixtures.h"
#include "test.h"

#include <whit/ecdh.h>
#include <whit/ecdsa.h>
#include <whit/key.h>

static uint8_t buffer[3 * CURVE_BYTES];

static const uint8_t digest[] = {1, 2, 3, 4};

/* A call with one output of `output_length` bytes and one or two inputs. */
typedef whit_status call(const curve_case *c, uint8_t *output, size_t output_length,
                         const uint8_t *first, const uint8_t *second);

static whit_status call_public(const curve_case *c, uint8_t *output, size_t output_length,
                               const uint8_t *first, const uint8_t *second)
{
    (void)second;
    return whit_key_public(c->curve, c->base, output, output_length, first, c->order_bytes);
}

static whit_status call_compress(const curve_case *c, uint8_t *output, size_t output_length,
                                 const uint8_t *first, const uint8_t *second)
{
    (void)second;
    return whit_key_compress(c->curve, output, output_length, first, 1 + 2 * c->field_bytes);
}

static whit_status call_decompress(const curve_case *c, uint8_t *output, size_t output_length,
                                   const uint8_t *first, const uint8_t *second)
{
    (void)second;
    return whit_key_decompress(c->curve, output, output_length, first, 1 + c->field_bytes);
}

static whit_status call_ecdh(const curve_case *c, uint8_t *output, size_t output_length,
                             const uint8_t *first, const uint8_t *second)
{
    return whit_ecdh(c->curve, output, output_length, first, c->order_bytes, second,
                     1 + 2 * c->field_bytes);
}

static whit_status call_ecdh_cofactor(const curve_case *c, uint8_t *output, size_t output_length,
                                      const uint8_t *first, const uint8_t *second)
{
    return whit_ecdh_cofactor(c->curve, output, output_length, first, c->order_bytes, second,
                              1 + 2 * c->field_bytes);
}

static whit_status call_sign(const curve_case *c, uint8_t *output, size_t output_length,
                             const uint8_t *first, const uint8_t *second)
{
    return whit_ecdsa_sign(c->curve, c->base, c->hash, output, output_length, first, c->order_bytes,
                           second, sizeof digest);
}

static whit_status call_sign_digest(const curve_case *c, uint8_t *output, size_t output_length,
                                    const uint8_t *first, const uint8_t *second)
{
    constant_random source = {0x35, 0};
    const whit_random random = {constant_fill, &source};
    return whit_ecdsa_sign_digest(c->curve, c->base, output, output_length, first, c->order_bytes,
                                  second, sizeof digest, &random);
}

static whit_status call_sign_deterministic(const curve_case *c, uint8_t *output,
                                           size_t output_length, const uint8_t *first,
                                           const uint8_t *second)
{
    return whit_ecdsa_sign_digest_deterministic(c->curve, c->base, c->hash, output, output_length,
                                                first, c->order_bytes, second, sizeof digest);
}

/* A way to call, whether it has a second input, and the sizes of its output and inputs. */
typedef struct way {
    const char *name;
    call *call;
    int has_second;
    size_t output;
    size_t first;
    size_t second;
} way;

static void check_way(const curve_case *c, const way *w)
{
    uint8_t *output = buffer + CURVE_BYTES;
    const uint8_t *first = c->private_a;
    const uint8_t *second = w->second == sizeof digest ? digest : c->public_b;
    const size_t lengths[] = {0, 1, w->output - 1, w->output + 1, 2 * w->output};
    fill(buffer, sizeof buffer);
    for (size_t i = 0; i < COUNT_OF(lengths); i++) {
        CHECK_STATUS(w->call(c, output, lengths[i], first, second), WHIT_ERROR_OUTPUT_LENGTH);
    }
    CHECK_STATUS(w->call(c, NULL, w->output, first, second), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(w->call(c, output, w->output, NULL, second), WHIT_ERROR_ARGUMENT);
    /* One byte in common, at either end, and the same place. */
    const uint8_t *at[] = {output, output + w->output - 1, output - w->first + 1};
    for (size_t i = 0; i < COUNT_OF(at); i++) {
        CHECK_STATUS(w->call(c, output, w->output, at[i], second), WHIT_ERROR_OVERLAP);
    }
    if (w->has_second) {
        const uint8_t *place[] = {output, output + w->output - 1, output - w->second + 1};
        CHECK_STATUS(w->call(c, output, w->output, first, NULL), WHIT_ERROR_ARGUMENT);
        for (size_t i = 0; i < COUNT_OF(place); i++) {
            CHECK_STATUS(w->call(c, output, w->output, first, place[i]), WHIT_ERROR_OVERLAP);
        }
    }
    CHECK_FILL(buffer, UNTOUCHED, sizeof buffer);
}

TEST(curves_refuse_bad_arguments)
{
    for (size_t i = 0; i < curve_case_count; i++) {
        const curve_case *c = &curve_cases[i];
        size_t f = c->field_bytes;
        size_t o = c->order_bytes;
        size_t key = 1 + 2 * f;
        const way ways[] = {
            {"public", call_public, 0, key, o, 0},
            {"compress", call_compress, 0, 1 + f, key, 0},
            {"decompress", call_decompress, 0, key, 1 + f, 0},
            {"ecdh", call_ecdh, 1, f, o, key},
            {"ecdh_cofactor", call_ecdh_cofactor, 1, f, o, key},
            {"sign", call_sign, 1, 2 * o, o, sizeof digest},
            {"sign_digest", call_sign_digest, 1, 2 * o, o, sizeof digest},
            {"sign_deterministic", call_sign_deterministic, 1, 2 * o, o, sizeof digest},
        };
        for (size_t j = 0; j < COUNT_OF(ways); j++) {
            test_note(ways[j].name, i);
            check_way(c, &ways[j]);
        }
    }
}

static whit_status generate(const curve_case *c, uint8_t *private_key, size_t private_length,
                            uint8_t *public_key, size_t public_length)
{
    constant_random source = {0x35, 0};
    const whit_random random = {constant_fill, &source};
    whit_status status = whit_key_generate(c->curve, c->base, private_key, private_length,
                                           public_key, public_length, &random);
    CHECK_EQ(source.calls, 0);
    return status;
}

TEST(curves_refuse_bad_outputs_of_generation)
{
    for (size_t i = 0; i < curve_case_count; i++) {
        const curve_case *c = &curve_cases[i];
        size_t o = c->order_bytes;
        size_t key = 1 + 2 * c->field_bytes;
        uint8_t *at = buffer + CURVE_BYTES;
        test_note(c->name, i);
        fill(buffer, sizeof buffer);
        CHECK_STATUS(generate(c, at, o + 1, buffer, key), WHIT_ERROR_OUTPUT_LENGTH);
        CHECK_STATUS(generate(c, at, o - 1, buffer, key), WHIT_ERROR_OUTPUT_LENGTH);
        CHECK_STATUS(generate(c, at, o, buffer, key - 1), WHIT_ERROR_OUTPUT_LENGTH);
        CHECK_STATUS(generate(c, at, o, buffer, key + 1), WHIT_ERROR_OUTPUT_LENGTH);
        CHECK_STATUS(generate(c, NULL, o, buffer, key), WHIT_ERROR_ARGUMENT);
        CHECK_STATUS(generate(c, at, o, NULL, key), WHIT_ERROR_ARGUMENT);
        CHECK_STATUS(generate(c, at, o, at - key + 1, key), WHIT_ERROR_OVERLAP);
        CHECK_STATUS(generate(c, at, o, at + o - 1, key), WHIT_ERROR_OVERLAP);
        CHECK_FILL(buffer, UNTOUCHED, sizeof buffer);
    }
}

TEST(curves_refuse_bad_arguments_of_verification)
{
    for (size_t i = 0; i < curve_case_count; i++) {
        const curve_case *c = &curve_cases[i];
        size_t key = 1 + 2 * c->field_bytes;
        size_t length = 2 * c->order_bytes;
        const size_t lengths[] = {0, 1, c->order_bytes, length - 1, length + 1, 2 * length};
        test_note(c->name, i);
        fill(buffer, sizeof buffer);
        for (size_t j = 0; j < COUNT_OF(lengths); j++) {
            copy(buffer, c->derived, lengths[j] < length ? lengths[j] : length);
            CHECK_STATUS(whit_ecdsa_verify_digest(c->curve, c->public_a, key, digest, sizeof digest,
                                                  buffer, lengths[j]),
                         WHIT_ERROR_SIGNATURE_LENGTH);
            CHECK_STATUS(whit_ecdsa_verify(c->curve, c->hash, c->public_a, key, digest,
                                           sizeof digest, buffer, lengths[j]),
                         WHIT_ERROR_SIGNATURE_LENGTH);
            CHECK_STATUS(whit_ecdsa_is_low(c->curve, buffer, lengths[j]),
                         WHIT_ERROR_SIGNATURE_LENGTH);
        }
        CHECK_STATUS(whit_ecdsa_verify_digest(c->curve, NULL, key, digest, sizeof digest,
                                              c->derived, length),
                     WHIT_ERROR_ARGUMENT);
        CHECK_STATUS(whit_ecdsa_verify_digest(c->curve, c->public_a, key, NULL, sizeof digest,
                                              c->derived, length),
                     WHIT_ERROR_ARGUMENT);
        CHECK_STATUS(
            whit_ecdsa_verify_digest(c->curve, c->public_a, key, digest, 0, c->derived, length),
            WHIT_ERROR_ARGUMENT);
        CHECK_STATUS(whit_ecdsa_verify_digest(c->curve, c->public_a, key, digest, sizeof digest,
                                              NULL, length),
                     WHIT_ERROR_ARGUMENT);
    }
}

TEST_SUITE(curves_arguments) = {
    CASE(curves_refuse_bad_arguments),
    CASE(curves_refuse_bad_outputs_of_generation),
    CASE(curves_refuse_bad_arguments_of_verification),
    END_OF_SUITE,
};
