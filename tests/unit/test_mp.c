/* SPDX-License-Identifier: MIT */
/* Kernels and multi-precision numbers against plain arithmetic on bytes. */
#include "reference.h"
#include "test.h"

#define ROUNDS 200
#define MOST REFERENCE_LIMBS
#define BYTES(n) ((n)*LIMB_BYTES)

/* The operands of one round, as limbs and as bytes. */
typedef struct operands {
    limb a[MOST], b[MOST];
    uint8_t a_bytes[BYTES(MOST)], b_bytes[BYTES(MOST)];
} operands;

static void draw(operands *o, size_t n, uint32_t *state)
{
    reference_limbs(o->a, n, state);
    reference_limbs(o->b, n, state);
    mp_to_bytes(o->a_bytes, BYTES(n), o->a);
    mp_to_bytes(o->b_bytes, BYTES(n), o->b);
}

static void check_limbs(const limb *actual, const uint8_t *expected, size_t n)
{
    uint8_t bytes[BYTES(2 * MOST)];
    mp_to_bytes(bytes, BYTES(n), actual);
    CHECK_BYTES(bytes, expected, BYTES(n));
}

TEST(mp_add_and_sub)
{
    operands o;
    limb r[MOST];
    uint8_t expected[BYTES(MOST)];
    uint32_t state = 1;
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (size_t n = 1; n <= MOST; n++) {
            draw(&o, n, &state);
            test_note("limbs", n);
            unsigned carry = reference_add(expected, o.a_bytes, o.b_bytes, BYTES(n));
            CHECK_EQ(mp_add(r, o.a, o.b, n), carry);
            check_limbs(r, expected, n);
            mp_copy(r, o.a, n);
            CHECK_EQ(mp_add_masked(r, o.b, LIMB_MAX, n), carry);
            check_limbs(r, expected, n);
            CHECK_EQ(mp_add_masked(r, o.b, 0, n), 0);
            check_limbs(r, expected, n);
            unsigned borrow = reference_sub(expected, o.a_bytes, o.b_bytes, BYTES(n));
            CHECK_EQ(mp_sub(r, o.a, o.b, n), borrow);
            check_limbs(r, expected, n);
            CHECK_EQ(mp_mask_less(o.a, o.b, n), borrow != 0 ? LIMB_MAX : 0);
            CHECK_EQ(mp_mask_less(o.a, o.a, n), 0);
        }
    }
}

TEST(mp_carries_run_to_the_top)
{
    limb ones[MOST], one[MOST], r[MOST];
    for (size_t n = 1; n <= MOST; n++) {
        for (size_t i = 0; i < n; i++) {
            ones[i] = LIMB_MAX;
        }
        mp_set_word(one, 1, n);
        CHECK_EQ(mp_add(r, ones, one, n), 1);
        CHECK_EQ(mp_mask_zero(r, n), LIMB_MAX);
        CHECK_EQ(mp_sub(r, r, one, n), 1);
        CHECK_EQ(mp_sub(r, r, ones, n), 0);
        CHECK_EQ(mp_mask_zero(r, n), LIMB_MAX);
        CHECK_EQ(mp_mask_zero(ones, n), 0);
        CHECK_EQ(mp_add(r, ones, ones, n), 1);
        CHECK_EQ(r[0], (limb)(LIMB_MAX - 1));
    }
}

TEST(mp_add_and_sub_in_place)
{
    operands o;
    limb r[MOST], s[MOST];
    uint32_t state = 2;
    for (size_t n = 1; n <= MOST; n++) {
        draw(&o, n, &state);
        mp_add(r, o.a, o.b, n);
        mp_copy(s, o.a, n);
        mp_add(s, s, o.b, n);
        CHECK_BYTES(s, r, n * sizeof(limb));
        mp_copy(s, o.b, n);
        mp_add(s, o.a, s, n);
        CHECK_BYTES(s, r, n * sizeof(limb));
        mp_sub(r, o.a, o.b, n);
        mp_copy(s, o.b, n);
        mp_sub(s, o.a, s, n);
        CHECK_BYTES(s, r, n * sizeof(limb));
    }
}

TEST(mp_multiplication)
{
    operands o;
    limb r[2 * MOST];
    uint8_t expected[BYTES(2 * MOST)];
    uint32_t state = 3;
    for (unsigned round = 0; round < ROUNDS / 4; round++) {
        for (size_t n = 1; n <= MOST; n++) {
            draw(&o, n, &state);
            test_note("limbs", n);
            reference_mul(expected, o.a_bytes, o.b_bytes, BYTES(n));
            mp_mul(r, o.a, o.b, n);
            check_limbs(r, expected, 2 * n);
            reference_mul(expected, o.a_bytes, o.a_bytes, BYTES(n));
            mp_sqr(r, o.a, n);
            check_limbs(r, expected, 2 * n);
            mp_mul(r, o.a, o.a, n);
            check_limbs(r, expected, 2 * n);
        }
    }
}

TEST(mp_mul_add_limb_carries_out)
{
    limb ones[MOST], r[MOST];
    for (size_t n = 1; n <= MOST; n++) {
        /* (B^n - 1)(B - 1) + B^n - 1 = (B^n - 1) B: low limb 0, the rest ones, carry B - 1. */
        for (size_t i = 0; i < n; i++) {
            ones[i] = r[i] = LIMB_MAX;
        }
        test_note("limbs", n);
        CHECK_EQ(mp_mul_add_limb(r, ones, LIMB_MAX, n), LIMB_MAX);
        CHECK_EQ(r[0], 0);
        for (size_t i = 1; i < n; i++) {
            CHECK_EQ(r[i], LIMB_MAX);
        }
        CHECK_EQ(mp_mul_add_limb(r, ones, 0, n), 0);
        CHECK_EQ(r[0], 0);
    }
}

TEST(mp_select_and_lookup)
{
    limb table[5 * MOST], r[MOST], kept[MOST];
    uint32_t state = 4;
    for (size_t n = 1; n <= MOST; n++) {
        reference_limbs(table, 5 * n, &state);
        reference_limbs(kept, n, &state);
        mp_copy(r, kept, n);
        mp_select(r, table, 0, n);
        CHECK_BYTES(r, kept, n * sizeof(limb));
        mp_select(r, table, LIMB_MAX, n);
        CHECK_BYTES(r, table, n * sizeof(limb));
        for (limb index = 0; index < 5; index++) {
            mp_lookup(r, table, 5, index, n);
            CHECK_BYTES(r, table + index * n, n * sizeof(limb));
        }
    }
}

TEST(mp_shift_and_bits)
{
    operands o;
    limb r[MOST];
    uint32_t state = 5;
    for (size_t n = 1; n <= MOST; n++) {
        draw(&o, n, &state);
        for (unsigned bits = 1; bits < LIMB_BITS; bits++) {
            mp_shift_right(r, o.a, bits, n);
            for (size_t i = 0; i < n * LIMB_BITS; i++) {
                CHECK_EQ(mp_bit(r, i, n), mp_bit(o.a, i + bits, n));
            }
        }
        for (size_t i = 0; i < n * LIMB_BITS; i++) {
            CHECK_EQ(mp_bit(o.a, i, n), (o.a_bytes[BYTES(n) - 1 - i / 8] >> (i % 8)) & 1);
        }
        CHECK_EQ(mp_bit(o.a, n * LIMB_BITS, n), 0);
    }
}

TEST(mp_bytes_of_any_length)
{
    uint8_t in[BYTES(3)], out[BYTES(3)];
    limb r[3];
    uint32_t state = 6;
    for (size_t length = 0; length <= sizeof in; length++) {
        for (size_t i = 0; i < length; i++) {
            in[i] = (uint8_t)reference_random(&state);
        }
        mp_from_bytes(r, 3, in, length);
        mp_to_bytes(out, length, r);
        CHECK_BYTES(out, in, length);
        for (size_t bit = 8 * length; bit < 3 * LIMB_BITS; bit++) {
            CHECK_EQ(mp_bit(r, bit, 3), 0);
        }
    }
}

TEST(mp_mod_by_any_modulus)
{
    operands o;
    limb r[MOST];
    uint8_t expected[BYTES(MOST)];
    uint32_t state = 7;
    for (unsigned round = 0; round < 8; round++) {
        for (size_t n = 1; n <= MOST; n++) {
            size_t bits = n * LIMB_BITS - reference_random(&state) % LIMB_BITS;
            draw(&o, n, &state);
            /* b becomes a modulus of exactly `bits` bits, odd or even. */
            for (size_t i = bits; i < n * LIMB_BITS; i++) {
                o.b[i / LIMB_BITS] &= (limb) ~((limb)1 << (i % LIMB_BITS));
            }
            o.b[(bits - 1) / LIMB_BITS] |= (limb)((limb)1 << ((bits - 1) % LIMB_BITS));
            mp_to_bytes(o.b_bytes, BYTES(n), o.b);
            for (size_t a_n = 1; a_n <= n; a_n += 2) {
                test_note("limbs of a and m", a_n << 8 | n);
                reference_mod(expected, o.a_bytes + BYTES(n - a_n), BYTES(a_n), o.b_bytes,
                              BYTES(n));
                mp_mod(r, o.a, a_n, a_n * LIMB_BITS, o.b, bits, n);
                check_limbs(r, expected, n);
            }
        }
    }
}

TEST_SUITE(mp) = {
    CASE(mp_add_and_sub),
    CASE(mp_carries_run_to_the_top),
    CASE(mp_add_and_sub_in_place),
    CASE(mp_multiplication),
    CASE(mp_mul_add_limb_carries_out),
    CASE(mp_select_and_lookup),
    CASE(mp_shift_and_bits),
    CASE(mp_bytes_of_any_length),
    CASE(mp_mod_by_any_modulus),
    END_OF_SUITE,
};
