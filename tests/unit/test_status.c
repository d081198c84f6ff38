/* SPDX-License-Identifier: MIT */
#include <whit/status.h>

#include "test.h"

static const whit_status statuses[] = {
    WHIT_OK,
    WHIT_ERROR_ARGUMENT,
    WHIT_ERROR_OVERLAP,
    WHIT_ERROR_OUTPUT_LENGTH,
    WHIT_ERROR_PRIVATE_KEY_LENGTH,
    WHIT_ERROR_PRIVATE_KEY_RANGE,
    WHIT_ERROR_PUBLIC_KEY_LENGTH,
    WHIT_ERROR_PUBLIC_KEY_PREFIX,
    WHIT_ERROR_PUBLIC_KEY_RANGE,
    WHIT_ERROR_PUBLIC_KEY_CURVE,
    WHIT_ERROR_PUBLIC_KEY_INFINITY,
    WHIT_ERROR_PUBLIC_KEY_ORDER,
    WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER,
    WHIT_ERROR_KEY_ENCODING,
    WHIT_ERROR_KEY_CURVE,
    WHIT_ERROR_SIGNATURE_LENGTH,
    WHIT_ERROR_SIGNATURE_ENCODING,
    WHIT_ERROR_SIGNATURE_RANGE,
    WHIT_ERROR_SIGNATURE_INVALID,
    WHIT_ERROR_SIGNATURE_RECOVERY,
    WHIT_ERROR_SIGNATURE_CURVE,
    WHIT_ERROR_SIGNATURE_ORDER,
    WHIT_ERROR_CONTEXT_LENGTH,
    WHIT_ERROR_MESSAGE_LENGTH,
    WHIT_ERROR_TAG_LENGTH,
    WHIT_ERROR_RANDOM_MISSING,
    WHIT_ERROR_RANDOM_FAILED,
    WHIT_ERROR_RANDOM_STUCK,
    WHIT_ERROR_MODULUS,
    WHIT_ERROR_INTEGER_RANGE,
    WHIT_ERROR_NOT_INVERTIBLE,
    WHIT_ERROR_MIXED,
    WHIT_ERROR_ATTRIBUTES,
    WHIT_ERROR_PROOF,
    WHIT_ERROR_SELF_TEST,
    WHIT_ERROR_FAULT,
    WHIT_IN_PROGRESS,
    WHIT_ERROR_STEPS_LENGTH,
    WHIT_ERROR_STEPS_ENDED,
};

#define COUNT (sizeof statuses / sizeof statuses[0])

static unsigned weight(unsigned value)
{
    unsigned bits = 0;
    for (; value != 0; value >>= 1) {
        bits += value & 1U;
    }
    return bits;
}

TEST(status_values_are_far_from_each_other)
{
    for (size_t i = 0; i < COUNT; i++) {
        for (size_t j = 0; j < i; j++) {
            test_note("pair", i * 256 + j);
            unsigned least = statuses[j] == WHIT_OK ? 7 : 5;
            CHECK(weight((unsigned)statuses[i] ^ (unsigned)statuses[j]) >= least);
        }
    }
}

TEST(status_values_are_far_from_zero_and_from_all_ones)
{
    for (size_t i = 0; i < COUNT; i++) {
        test_note("status", i);
        CHECK(weight((unsigned)statuses[i]) >= 7);
        CHECK(weight(((unsigned)statuses[i] ^ 0xffffU) & 0xffffU) >= 7);
    }
}

TEST(status_values_fit_a_16_bit_int)
{
    for (size_t i = 0; i < COUNT; i++) {
        test_note("status", i);
        CHECK((unsigned)statuses[i] > 0 && (unsigned)statuses[i] <= 0x7fff);
    }
}

TEST_SUITE(status) = {
    CASE(status_values_are_far_from_each_other),
    CASE(status_values_are_far_from_zero_and_from_all_ones),
    CASE(status_values_fit_a_16_bit_int),
    END_OF_SUITE,
};
