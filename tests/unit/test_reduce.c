/* SPDX-License-Identifier: MIT */
/* The reductions that know their prime, against Montgomery's, which knows none. */
#include "reference.h"
#include "test.h"

#define MOST LIMBS(528)
#define ROUNDS 60

/* A prime 2^bits - c as c = sum of size 2^(32 j) over its words, and what reduces modulo it. */
typedef struct special {
    const char *name;
    reduction *reduce;
    unsigned bits;
    int64_t words[8]; /* of c, from the least significant on */
    int plain;        /* whether R = 1 */
} special;

/* Crandall's reduction needs 2^(n w) mod p in a limb, Koblitz curves' in 16 bits or a limb and
 * 2^32. */
static const special specials[] = {
#if WHIT_LIMB_BITS <= 32
    {"secp192r1", reduce_p192, 192, {1, 0, 1}, 0},
    {"secp224r1", reduce_p224, 224, {-1, 0, 0, 1}, 0},
    {"secp384r1", reduce_p384, 384, {1, -1, 0, 1, 1}, 0},
    {"sm2p256v1", reduce_sm256, 256, {1, 0, -1, 1, 0, 0, 0, 1}, 0},
    {"curve448", reduce_p448, 448, {1, 0, 0, 0, 0, 0, 0, 1}, 1},
#endif
    {"secp256r1", reduce_p256, 256, {1, 0, 0, -1, 0, 0, -1, 1}, 0},
#if WHIT_LIMB_BITS <= 32
    {"secp160k1", reduce_koblitz, 160, {21389, 1}, 1},
    {"secp192k1", reduce_koblitz, 192, {4553, 1}, 1},
    {"secp224k1", reduce_koblitz, 224, {6803, 1}, 1},
    {"secp256k1", reduce_koblitz, 256, {977, 1}, 1},
#endif
#if WHIT_LIMB_BITS == 64
    {"secp192k1", reduce_crandall, 192, {4553, 1}, 1},
    {"secp256k1", reduce_crandall, 256, {977, 1}, 1},
    {"curve4417", reduce_crandall, 226, {5}, 1},
#endif
#if WHIT_LIMB_BITS <= 16
    {"secp160r1", reduce_p160, 160, {0x80000001}, 1},
#else
    {"secp160r1", reduce_crandall, 160, {0x80000001}, 1},
#endif
#if WHIT_LIMB_BITS >= 16
    {"curve1174", reduce_crandall, 251, {9}, 1},
    {"e382", reduce_crandall, 382, {105}, 1},
    {"curve383187", reduce_crandall, 383, {187}, 1},
    {"m511", reduce_crandall, 511, {187}, 1},
#endif
    {"curve22103", reduce_crandall, 221, {3}, 1},
    {"curve25519", reduce_crandall, 255, {19}, 1},
    {"secp521r1", reduce_crandall, 521, {1}, 1},
};

#define SPECIALS (sizeof specials / sizeof specials[0])

/* A modulus with what its reductions need. */
typedef struct modulus {
    size_t n, bits;
    limb m[MOST];
    limb radix[MOST];  /* 2^(n w) mod m */
    limb square[MOST]; /* 2^(2 n w) mod m */
    limb n0;
} modulus;

static void twice(limb *r, const modulus *f)
{
    limb sum[MOST];
    limb carry = mp_add(sum, r, r, f->n);
    mp_subtract_once(r, sum, carry, f->m, f->n);
}

static void make_modulus(modulus *f, const special *p)
{
    limb word[MOST];
    f->bits = p->bits;
    f->n = LIMBS((p->bits + 15) / 16 * 16);
    base_zero(f->m, f->n);
    if (p->bits < f->n * LIMB_BITS) {
        f->m[p->bits / LIMB_BITS] = (limb)((limb)1 << (p->bits % LIMB_BITS));
    }
    for (unsigned j = 0; 32 * j < p->bits && j < 8; j++) {
        uint64_t size = (uint64_t)(p->words[j] < 0 ? -p->words[j] : p->words[j]);
        uint8_t bytes[4 + 28] = {0};
        for (unsigned i = 0; i < 4; i++) {
            bytes[i] = (uint8_t)(size >> (24 - 8 * i));
        }
        mp_from_bytes(word, f->n, bytes, 4 + 4 * j);
        if (p->words[j] < 0) {
            mp_add(f->m, f->m, word, f->n);
        } else {
            mp_sub(f->m, f->m, word, f->n);
        }
    }
    f->n0 = f->m[0];
    for (unsigned right = 3; right < LIMB_BITS; right *= 2) {
        f->n0 = (limb)(1u * f->n0 * (limb)(2 - (limb)(1u * f->n0 * f->m[0])));
    }
    f->n0 = (limb)(0 - f->n0);
    mp_set_word(f->radix, 1, f->n);
    for (size_t i = 0; i < f->n * LIMB_BITS; i++) {
        twice(f->radix, f);
    }
    mp_copy(f->square, f->radix, f->n);
    for (size_t i = 0; i < f->n * LIMB_BITS; i++) {
        twice(f->square, f);
    }
}

/* t is reduced by both and compared. */
static void check_reduction(const special *p, const modulus *f, const limb *t)
{
    limb copy[2 * MOST], expected[MOST], actual[MOST];
    mp_copy(copy, t, 2 * f->n);
    reduce_montgomery(expected, copy, f->m, f->n0, f->n);
    if (p->plain) {
        mp_mul(copy, expected, f->square, f->n);
        reduce_montgomery(expected, copy, f->m, f->n0, f->n);
    }
    mp_copy(copy, t, 2 * f->n);
    p->reduce(actual, copy, f->m, p->plain ? f->radix[0] : f->n0, f->n);
    CHECK_BYTES(actual, expected, f->n * sizeof(limb));
}

/* A number below m: random, or near either end. */
static void below(limb *r, const modulus *f, uint32_t *state)
{
    limb raw[MOST];
    reference_limbs(raw, f->n, state);
    switch (reference_random(state) % 8) {
    case 0:
        mp_set_word(r, raw[0] & 3, f->n);
        break;
    case 1:
        mp_set_word(raw, (raw[0] & 3) + 1, f->n);
        mp_sub(r, f->m, raw, f->n);
        break;
    default:
        mp_mod(r, raw, f->n, f->n * LIMB_BITS, f->m, f->bits, f->n);
    }
}

TEST(reduce_products)
{
    limb a[MOST], b[MOST], t[2 * MOST];
    modulus f;
    uint32_t state = 1;
    for (unsigned i = 0; i < SPECIALS; i++) {
        make_modulus(&f, &specials[i]);
        for (unsigned round = 0; round < ROUNDS; round++) {
            test_note(specials[i].name, round);
            below(a, &f, &state);
            below(b, &f, &state);
            mp_mul(t, a, b, f.n);
            check_reduction(&specials[i], &f, t);
        }
    }
}

/* Products of two elements are seldom near the ends of what a reduction takes: any low half under
 * a high half below m. */
TEST(reduce_any_number_below_the_limit)
{
    limb t[2 * MOST];
    modulus f;
    uint32_t state = 2;
    for (unsigned i = 0; i < SPECIALS; i++) {
        make_modulus(&f, &specials[i]);
        for (unsigned round = 0; round < 2 * ROUNDS; round++) {
            test_note(specials[i].name, round);
            reference_limbs(t, f.n, &state);
            if (round % 4 == 0) {
                /* All ones, or nothing, below and often above. */
                for (size_t j = 0; j < f.n; j++) {
                    t[j] = round % 8 == 0 ? LIMB_MAX : 0;
                }
            }
            below(t + f.n, &f, &state);
            check_reduction(&specials[i], &f, t);
        }
    }
}

/* A high half that carries as it is folded, over a low half that comes out just short of 2^(n w):
 * then the second folding carries, which is seldom otherwise. */
TEST(reduce_where_folding_carries)
{
    limb t[2 * MOST], product[2 * MOST], small[MOST];
    modulus f;
    uint32_t state = 4;
    for (unsigned i = 0; i < SPECIALS; i++) {
        if (!specials[i].plain) {
            continue;
        }
        make_modulus(&f, &specials[i]);
        for (unsigned round = 0; round < 4 * ROUNDS; round++) {
            limb *high = t + f.n;
            test_note(specials[i].name, round);
            below(high, &f, &state);
            if (round % 2 != 0) {
                /* Where the end of the high half and its carries come to about 2^32. */
                for (size_t j = f.n - 64 / LIMB_BITS; j < f.n; j++) {
                    high[j] = f.m[j];
                }
                size_t end = f.n - (LIMB_BITS < 32 ? 32 / LIMB_BITS : 1);
                high[end] = (limb)(f.m[end] - f.radix[0] + reference_random(&state) % 4);
            }
            mp_mul(product, high, f.radix, f.n);
            base_zero(small, f.n);
            reference_limbs(small, 1 + round % 3, &state);
            mp_add(product, product, small, f.n);
            base_zero(t, f.n);
            mp_sub(t, t, product, f.n);
            check_reduction(&specials[i], &f, t);
            reference_limbs(t, f.n, &state);
            t[f.n - 1] = LIMB_MAX;
            check_reduction(&specials[i], &f, t);
        }
    }
}

/* Multiples of m and what is just below them, where the last subtraction decides. */
TEST(reduce_around_multiples_of_the_prime)
{
    limb t[2 * MOST], a[MOST], one[2 * MOST];
    modulus f;
    uint32_t state = 3;
    for (unsigned i = 0; i < SPECIALS; i++) {
        make_modulus(&f, &specials[i]);
        mp_set_word(one, 1, 2 * f.n);
        for (unsigned round = 0; round < ROUNDS; round++) {
            test_note(specials[i].name, round);
            reference_limbs(a, f.n, &state);
            if (a[0] == 0) {
                a[0] = 1;
            }
            mp_mul(t, a, f.m, f.n);
            check_reduction(&specials[i], &f, t);
            mp_sub(t, t, one, 2 * f.n);
            check_reduction(&specials[i], &f, t);
            mp_sub(t, t, one, 2 * f.n);
            check_reduction(&specials[i], &f, t);
        }
    }
}

TEST_SUITE(reduce) = {
    CASE(reduce_products),
    CASE(reduce_any_number_below_the_limit),
    CASE(reduce_where_folding_carries),
    CASE(reduce_around_multiples_of_the_prime),
    END_OF_SUITE,
};
