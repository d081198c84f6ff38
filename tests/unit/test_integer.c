/* SPDX-License-Identifier: MIT */
/* Integers modulo odd numbers: laws of arithmetic for moduli of many lengths. What they compute is
 * held against Python's integers in tests/test_integers.py. */
#include <whit/integer.h>
#include <whit/status.h>

#include "test.h"

#define BYTES 66

WHIT_INTEGERS_WITH(number, 528, 3);

static number_modulus m;
static number_integer a, b, c, left, right;
static uint32_t state;

static void draw(uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        state = state * 1664525u + 1013904223u;
        bytes[i] = (uint8_t)(state >> 24);
    }
}

/* A modulus of so many bits: all ones but for its end where `full`, else random. */
static void set_modulus(size_t bits, int full)
{
    uint8_t bytes[BYTES];
    const size_t length = (bits + 7) / 8;
    const unsigned top = (unsigned)(bits - 1) % 8;
    draw(bytes, length);
    if (full) {
        for (size_t i = 0; i + 1 < length; i++) {
            bytes[i] = 0xff;
        }
    }
    bytes[0] = (uint8_t)((bytes[0] & ((1u << top) - 1)) | 1u << top);
    bytes[length - 1] |= 1;
    CHECK_STATUS(number_set_modulus(&m, bytes, length), WHIT_OK);
}

static void set_random(number_integer *r)
{
    uint8_t bytes[BYTES];
    draw(bytes, sizeof bytes);
    CHECK_STATUS(number_reduce(r, bytes, sizeof bytes, &m), WHIT_OK);
}

static int same(const number_integer *x, const number_integer *y)
{
    int answer = -1;
    CHECK_STATUS(number_equal(&answer, x, y, &m), WHIT_OK);
    return answer;
}

static void check_ring(void)
{
    number_add(&left, &a, &b, &m);
    number_sub(&left, &left, &b, &m);
    CHECK(same(&left, &a));
    number_negate(&left, &a, &m);
    number_add(&left, &left, &a, &m);
    int zero = -1;
    CHECK_STATUS(number_is_zero(&zero, &left, &m), WHIT_OK);
    CHECK_EQ(zero, 1);
    number_mul(&left, &a, &b, &m);
    number_mul(&left, &left, &c, &m);
    number_mul(&right, &b, &c, &m);
    number_mul(&right, &a, &right, &m);
    CHECK(same(&left, &right));
    number_add(&left, &b, &c, &m);
    number_mul(&left, &left, &a, &m);
    number_mul(&right, &a, &b, &m);
    number_mul(&b, &a, &c, &m);
    number_add(&right, &right, &b, &m);
    CHECK(same(&left, &right));
    number_mul(&left, &a, &a, &m);
    number_sqr(&right, &a, &m);
    CHECK(same(&left, &right));
}

static void check_powers(void)
{
    static const uint8_t five[1] = {5};
    uint8_t exponent[5];
    number_exp(&left, &a, five, sizeof five, &m);
    number_sqr(&right, &a, &m);
    number_sqr(&right, &right, &m);
    number_mul(&right, &right, &a, &m);
    CHECK(same(&left, &right));
    draw(exponent, sizeof exponent);
    number_exp(&left, &a, exponent, sizeof exponent, &m);
    number_exp_vartime(&right, &a, exponent, sizeof exponent, &m);
    CHECK(same(&left, &right));
    const whit_status status = number_inverse(&left, &a, &m);
    CHECK_STATUS(number_inverse_vartime(&right, &a, &m), status);
    if (status == WHIT_OK) {
        CHECK(same(&left, &right));
        number_mul(&left, &left, &a, &m);
        number_exp(&right, &a, exponent, 0, &m);
        CHECK(same(&left, &right));
    }
}

static void check_bytes(size_t bits)
{
    uint8_t bytes[2 * BYTES];
    const size_t length = (bits + 7) / 8;
    int order = -7;
    CHECK_STATUS(number_write(bytes, length, &a, &m), WHIT_OK);
    CHECK_STATUS(number_read(&left, bytes, length, &m), WHIT_OK);
    CHECK(same(&left, &a));
    CHECK_STATUS(number_compare(&order, &left, &a, &m), WHIT_OK);
    CHECK_EQ(order, 0);
    /* x || y = x 2^(8 length) + y, for a power by exponentiation. */
    uint8_t exponent[2] = {(uint8_t)(8 * length >> 8), (uint8_t)(8 * length)};
    CHECK_STATUS(number_write(bytes + length, length, &c, &m), WHIT_OK);
    number_reduce(&left, bytes, 2 * length, &m);
    number_set_word(&right, 2, &m);
    number_exp(&right, &right, exponent, sizeof exponent, &m);
    number_mul(&right, &right, &a, &m);
    number_add(&right, &right, &c, &m);
    CHECK(same(&left, &right));
}

TEST(integer_laws_hold_for_every_length)
{
    static const uint16_t lengths[] = {16,  17,  24,  31,  32,  33,  48,  63,  64,  65, 96,
                                       127, 128, 129, 160, 192, 255, 256, 257, 384, 521};
    state = 1;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        for (int full = 0; full < 2; full++) {
            test_note("bits", lengths[i]);
            set_modulus(lengths[i], full);
            set_random(&a);
            set_random(&b);
            set_random(&c);
            check_bytes(lengths[i]);
            check_powers();
            check_ring();
        }
    }
}

/* 2^521 - 1 is a prime: 3^(m - 2) is the inverse of 3. */
TEST(integer_inverse_is_a_power)
{
    uint8_t prime[BYTES] = {1};
    for (size_t i = 1; i < sizeof prime; i++) {
        prime[i] = 0xff;
    }
    CHECK_STATUS(number_set_modulus(&m, prime, sizeof prime), WHIT_OK);
    prime[BYTES - 1] = 0xfd;
    CHECK_STATUS(number_set_word(&a, 3, &m), WHIT_OK);
    CHECK_STATUS(number_exp_vartime(&left, &a, prime, sizeof prime, &m), WHIT_OK);
    CHECK_STATUS(number_inverse(&right, &a, &m), WHIT_OK);
    CHECK(same(&left, &right));
    CHECK_STATUS(number_inverse_vartime(&right, &a, &m), WHIT_OK);
    CHECK(same(&left, &right));
}

TEST(integer_bad_moduli)
{
    uint8_t bytes[BYTES + 1] = {1, [BYTES] = 1};
    CHECK_STATUS(number_set_modulus(&m, bytes, sizeof bytes), WHIT_ERROR_MODULUS);
    CHECK_STATUS(number_set_modulus(&m, bytes, 0), WHIT_ERROR_MODULUS);
    CHECK_STATUS(number_set_modulus(&m, bytes, 3), WHIT_ERROR_MODULUS);
    CHECK_STATUS(number_set_modulus(&m, bytes + BYTES, 1), WHIT_ERROR_MODULUS);
    CHECK_STATUS(number_set_modulus(&m, NULL, 3), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(number_set_word(&a, 1, &m), WHIT_ERROR_MIXED);
}

TEST(integer_moduli_do_not_mix)
{
    static number_modulus other;
    static const uint8_t one[3] = {0x80, 0, 1}, two[3] = {0x80, 0, 3};
    uint8_t zero[sizeof left] = {0};
    CHECK_STATUS(number_set_modulus(&m, one, sizeof one), WHIT_OK);
    CHECK_STATUS(number_set_modulus(&other, two, sizeof two), WHIT_OK);
    CHECK_STATUS(number_set_word(&a, 7, &m), WHIT_OK);
    CHECK_STATUS(number_set_word(&b, 7, &other), WHIT_OK);
    left = a;
    CHECK_STATUS(number_add(&left, &a, &b, &m), WHIT_ERROR_MIXED);
    CHECK_BYTES(&left, zero, sizeof(whit_integer));
    CHECK_STATUS(number_mul(&left, &b, &b, &m), WHIT_ERROR_MIXED);
    CHECK_STATUS(number_inverse(&left, &left, &m), WHIT_ERROR_MIXED);
    CHECK_STATUS(number_inverse_vartime(&left, &left, &m), WHIT_ERROR_MIXED);
    CHECK_STATUS(number_read(&left, one, sizeof one, &m), WHIT_ERROR_INTEGER_RANGE);
    CHECK_STATUS(number_set_word(&a, 0, &m), WHIT_OK);
    CHECK_STATUS(number_inverse(&left, &a, &m), WHIT_ERROR_NOT_INVERTIBLE);
    CHECK_STATUS(number_inverse_vartime(&left, &a, &m), WHIT_ERROR_NOT_INVERTIBLE);
}

TEST_SUITE(integer) = {
    CASE(integer_laws_hold_for_every_length),
    CASE(integer_inverse_is_a_power),
    CASE(integer_bad_moduli),
    CASE(integer_moduli_do_not_mix),
    END_OF_SUITE,
};
