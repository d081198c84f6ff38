/* SPDX-License-Identifier: MIT */
/* Kernels and multi-precision numbers against plain arithmetic on bytes. */
#include "reference.h"
#include "test.h"

#define ROUNDS 200
#define MOST REFERENCE_LIMBS
#define MOST_DIVIDED LIMBS(1536)
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

TEST(mp_mul_add_to_products)
{
    /* r + a b - a b = r for an r whose highest limb leaves room; and with ones everywhere. */
    operands o, other;
    limb r[2 * MOST], product[2 * MOST], sum[2 * MOST];
    uint32_t state = 8;
    for (unsigned round = 0; round < ROUNDS / 4; round++) {
        for (size_t n = 1; n <= MOST; n++) {
            draw(&o, n, &state);
            draw(&other, n, &state);
            if (round == 0) {
                for (size_t i = 0; i < n; i++) {
                    o.a[i] = o.b[i] = other.a[i] = other.b[i] = LIMB_MAX;
                }
            }
            o.a[n - 1] >>= 1;
            other.a[n - 1] >>= 1;
            test_note("limbs", n);
            mp_mul(r, o.a, o.b, n);
            mp_mul(product, other.a, other.b, n);
            CHECK_EQ(mp_add(sum, r, product, 2 * n), 0);
            mp_mul_add(r, other.a, other.b, n);
            CHECK_BYTES(r, sum, BYTES(2 * n));
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

/* -1/m mod 2^w for an odd m. */
static limb minus_inverse(limb m)
{
    limb x = m;
    for (unsigned right = 3; right < LIMB_BITS; right *= 2) {
        x = (limb)(1u * x * (limb)(2 - (limb)(1u * x * m)));
    }
    return (limb)(0 - x);
}

/* r = x y / 2^(n w) mod m for y of n limbs and x of n + 1 limbs, the last of which is a sign. */
static void signed_product(limb *r, const limb *x, const limb *y, const limb *m, size_t n)
{
    limb t[2 * MOST_DIVIDED], size[MOST_DIVIDED];
    mp_copy(size, x, n);
    mp_add_masked(size, m, x[n], n);
    mp_mul(t, size, y, n);
    reduce_montgomery(r, t, m, minus_inverse(m[0]), n);
}

/* f becomes the greatest common divisor of m and a or its negative, g vanishes, and d a = e f. */
static void check_division(const limb *m, const limb *a, const limb *e, size_t bits, size_t n)
{
    size_t stride = MP_STEPS_LIMBS(n);
    limb numbers[4 * MP_STEPS_LIMBS(MOST_DIVIDED) + MP_STEPS_ROOM(MOST_DIVIDED)];
    limb left[MOST_DIVIDED], right[MOST_DIVIDED];
    limb *f = numbers, *g = f + stride, *d = g + stride;
    base_zero(numbers, 4 * stride + MP_STEPS_ROOM(n));
    mp_copy(f, m, n);
    mp_copy(g, a, n);
    mp_copy(d + stride, e, n);
    mp_division_steps(numbers, m, minus_inverse(m[0]), bits, n);
    CHECK_EQ(mp_mask_zero(g, n + 1), LIMB_MAX);
    CHECK_EQ(f[n], base_mask(f[n] & 1));
    CHECK_EQ(d[n], base_mask(d[n] & 1));
    if (mp_mask_zero(a, n) == 0) {
        signed_product(left, d, a, m, n);
        signed_product(right, f, e, m, n);
        CHECK_BYTES(left, right, n * sizeof(limb));
    }
}

TEST(mp_division_steps_of_all_small_numbers)
{
    for (limb m = 3; m < 64; m = (limb)(m + 2)) {
        unsigned bits = m < 4 ? 2 : m < 8 ? 3 : m < 16 ? 4 : m < 32 ? 5 : 6;
        for (limb a = 0; a < m; a++) {
            limb e = (limb)(m - 1 - a);
            test_note("m, a", (uint64_t)m << 8 | a);
            check_division(&m, &a, &e, bits, 1);
        }
    }
}

TEST(mp_division_steps_of_large_numbers)
{
    limb m[MOST_DIVIDED], a[MOST_DIVIDED], e[MOST_DIVIDED], raw[MOST_DIVIDED];
    uint32_t state = 8;
    for (unsigned round = 0; round < 12; round++) {
        size_t n = round < 2 ? MOST_DIVIDED : 1 + reference_random(&state) % MOST;
        size_t bits = n * LIMB_BITS - reference_random(&state) % (LIMB_BITS - 1);
        test_note("bits", bits);
        reference_limbs(m, n, &state);
        m[n - 1] |= (limb)1 << (LIMB_BITS - 1);
        m[n - 1] = (limb)(m[n - 1] >> (n * LIMB_BITS - bits));
        m[0] |= 1;
        for (unsigned i = 0; i < 3; i++) {
            reference_limbs(raw, n, &state);
            mp_mod(a, raw, n, n * LIMB_BITS, m, bits, n);
            reference_limbs(raw, n, &state);
            mp_mod(e, raw, n, n * LIMB_BITS, m, bits, n);
            check_division(m, a, e, bits, n);
        }
        /* The ends of the range, which give the largest quotients. */
        mp_set_word(e, 1, n);
        mp_sub(a, m, e, n);
        check_division(m, a, a, bits, n);
        check_division(m, e, a, bits, n);
        mp_shift_right(e, m, 1, n);
        check_division(m, e, a, bits, n);
        mp_set_word(e, 0, n);
        check_division(m, e, a, bits, n);
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
    CASE(mp_mul_add_to_products),
    CASE(mp_mul_add_limb_carries_out),
    CASE(mp_select_and_lookup),
    CASE(mp_shift_and_bits),
    CASE(mp_bytes_of_any_length),
    CASE(mp_division_steps_of_all_small_numbers),
    CASE(mp_division_steps_of_large_numbers),
    CASE(mp_mod_by_any_modulus),
    END_OF_SUITE,
};
