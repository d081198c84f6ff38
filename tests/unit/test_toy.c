/* SPDX-License-Identifier: MIT */
/* Exhaustive tests on toy curves: every scalar, every point, every signature, against affine
 * arithmetic on small integers that shares nothing with the library. */
#include "test.h"

#include <whit/sized.h>
#include <whit/toy_any.h>
#include <whit/toy_long_order.h>
#include <whit/toy_minus3.h>
#include <whit/toy_minus3_above.h>
#include <whit/toy_wide_order.h>
#include <whit/toy_zero.h>

#define MOST_POINTS 70000

/* A curve under test, and its multiples of G: multiple[k] for 0 < k < n. */
typedef struct toy {
    const whit_curve *curve;
    const whit_base *base;
    int64_t p, a, b, n, gx, gy;
} toy;

typedef struct toy_point {
    int64_t x, y;
} toy_point;

static toy_point multiple[MOST_POINTS];

static const toy minus3 = {&whit_toy_minus3, &whit_toy_minus3_base, 307, -3, 36, 283, 0, 6};
static const toy minus3_above = {
    &whit_toy_minus3_above, &whit_toy_minus3_above_base, 307, -3, 16, 331, 0, 4};
static const toy zero = {&whit_toy_zero, &whit_toy_zero_base, 367, 0, 12, 337, 1, 115};
static const toy any = {&whit_toy_any, &whit_toy_any_base, 307, 5, 143, 283, 1, 145};
static const toy long_order = {
    &whit_toy_long_order, &whit_toy_long_order_base, 487, 7, 43, 521, 1, 138};
static const toy wide_order = {
    &whit_toy_wide_order, &whit_toy_wide_order_base, 65519, -3, 134, 65551, 2, 62715};

static int64_t mod(int64_t x, int64_t m)
{
    int64_t r = x % m;
    return r < 0 ? r + m : r;
}

static int64_t power(int64_t x, int64_t e, int64_t m)
{
    int64_t r = 1;
    for (x = mod(x, m); e > 0; e >>= 1) {
        r = (e & 1) != 0 ? r * x % m : r;
        x = x * x % m;
    }
    return r;
}

static int64_t inverse(int64_t x, int64_t m)
{
    return power(x, m - 2, m);
}

/* The sum of two finite points whose sum is finite. */
static toy_point add(const toy *t, toy_point u, toy_point v)
{
    int64_t slope = u.x == v.x ? mod(3 * u.x * u.x + t->a, t->p) * inverse(2 * u.y, t->p)
                               : mod(v.y - u.y, t->p) * inverse(v.x - u.x, t->p);
    toy_point r;
    slope = mod(slope, t->p);
    r.x = mod(slope * slope - u.x - v.x, t->p);
    r.y = mod(slope * (u.x - r.x) - u.y, t->p);
    return r;
}

static void tabulate(const toy *t)
{
    multiple[1].x = t->gx;
    multiple[1].y = t->gy;
    for (int64_t k = 2; k < t->n; k++) {
        multiple[k] = add(t, multiple[k - 1], multiple[1]);
    }
}

static void put(uint8_t *out, int64_t value, size_t length)
{
    while (length-- > 0) {
        out[length] = (uint8_t)value;
        value >>= 8;
    }
}

static void put_point(const toy *t, uint8_t *out, toy_point point)
{
    size_t f = whit_curve_field_bytes(t->curve);
    out[0] = 4;
    put(out + 1, point.x, f);
    put(out + 1 + f, point.y, f);
}

/* A random source that yields the numbers it was given, and fails when they are used up. */
typedef struct given {
    const int64_t *values;
    size_t count;
} given;

static whit_status fill_given(void *context, uint8_t *out, size_t length)
{
    given *g = (given *)context;
    if (g->count == 0) {
        return WHIT_ERROR_RANDOM_FAILED;
    }
    g->count--;
    put(out, *g->values++, length);
    return WHIT_OK;
}

/* Every private key has the public key that the table says, whichever way it is made. */
static void check_public_keys(const toy *t)
{
    size_t o = whit_curve_order_bytes(t->curve);
    size_t f = whit_curve_field_bytes(t->curve);
    uint8_t key[4], drawn[4], public_key[9], expected[9];
    for (int64_t k = 1; k < t->n; k++) {
        int64_t seed = k - 1;
        given g = {&seed, 1};
        whit_random random = {fill_given, &g};
        test_note("private key", (uint64_t)k);
        put(key, k, o);
        put_point(t, expected, multiple[k]);
        CHECK_STATUS(whit_key_public(t->curve, t->base, public_key, 1 + 2 * f, key, o), WHIT_OK);
        CHECK_BYTES(public_key, expected, 1 + 2 * f);
        if (k > 1) {
            /* A seed of k - 1 gives (k - 1) mod (n - 1) + 1 = k; of zero, a second try. */
            CHECK_STATUS(
                whit_key_generate(t->curve, t->base, drawn, o, public_key, 1 + 2 * f, &random),
                WHIT_OK);
            CHECK_BYTES(drawn, key, o);
            CHECK_BYTES(public_key, expected, 1 + 2 * f);
        }
    }
    put(key, 0, o);
    CHECK_STATUS(whit_key_validate_private(t->curve, key, o), WHIT_ERROR_PRIVATE_KEY_RANGE);
    put(key, t->n, o);
    CHECK_STATUS(whit_key_validate_private(t->curve, key, o), WHIT_ERROR_PRIVATE_KEY_RANGE);
}

/* Every pair of coordinates is a point or not; every x has the points that it should. */
static void check_points(const toy *t)
{
    size_t f = whit_curve_field_bytes(t->curve);
    uint8_t encoded[9], compressed[5], back[9];
    for (int64_t x = 0; x < t->p; x++) {
        int64_t right = mod(x * x % t->p * x + t->a * x + t->b, t->p);
        unsigned roots = 0;
        for (int64_t y = 0; y < t->p; y++) {
            int on_curve = y * y % t->p == right;
            toy_point point = {x, y};
            put_point(t, encoded, point);
            test_note("x * 2^16 + y", (uint64_t)(x << 16 | y));
            CHECK_STATUS(whit_key_validate_public(t->curve, encoded, 1 + 2 * f),
                         on_curve ? WHIT_OK : WHIT_ERROR_PUBLIC_KEY_CURVE);
            if (on_curve) {
                roots++;
                CHECK_STATUS(whit_key_compress(t->curve, compressed, 1 + f, encoded, 1 + 2 * f),
                             WHIT_OK);
                CHECK_EQ(compressed[0], 2 + (y & 1));
                CHECK_STATUS(whit_key_decompress(t->curve, back, 1 + 2 * f, compressed, 1 + f),
                             WHIT_OK);
                CHECK_BYTES(back, encoded, 1 + 2 * f);
            }
        }
        if (roots == 0) {
            compressed[0] = 2;
            put(compressed + 1, x, f);
            CHECK_STATUS(whit_key_decompress(t->curve, back, 1 + 2 * f, compressed, 1 + f),
                         WHIT_ERROR_PUBLIC_KEY_CURVE);
        }
    }
}

/* Every private key with every public key. */
static void check_agreement(const toy *t)
{
    size_t o = whit_curve_order_bytes(t->curve);
    size_t f = whit_curve_field_bytes(t->curve);
    uint8_t key[4], peer[9], secret[4], expected[4];
    for (int64_t j = 1; j < t->n; j++) {
        put_point(t, peer, multiple[j]);
        for (int64_t k = 1; k < t->n; k++) {
            put(key, k, o);
            put(expected, multiple[j * k % t->n].x, f);
            test_note("public * 2^16 + private", (uint64_t)(j << 16 | k));
            CHECK_STATUS(whit_ecdh(t->curve, secret, f, key, o, peer, 1 + 2 * f), WHIT_OK);
            CHECK_BYTES(secret, expected, f);
        }
    }
}

/* The digest that stands for z: z shifted so that its leftmost bits are those of the order. */
static size_t put_digest(const toy *t, uint8_t *digest, int64_t z)
{
    size_t o = whit_curve_order_bytes(t->curve);
    unsigned bits = 0;
    while (t->n >> bits != 0) {
        bits++;
    }
    put(digest, z << (8 * o - bits), o);
    return o;
}

/* Every key and nonce, a few digests: the signature is that of the definition, a nonce without
 * one is passed over, and the signature verifies. */
static void check_signing(const toy *t)
{
    static const int64_t digests[] = {0, 1, 77, 255};
    size_t o = whit_curve_order_bytes(t->curve);
    size_t f = whit_curve_field_bytes(t->curve);
    uint8_t key[4], peer[9], digest[4], signature[8], expected[8];
    for (int64_t d = 1; d < t->n; d += 5) {
        put(key, d, o);
        put_point(t, peer, multiple[d]);
        for (int64_t k = 1; k < t->n; k++) {
            int64_t z = digests[(d + k) % 4];
            int64_t r = multiple[k].x % t->n;
            int64_t s = inverse(k, t->n) * mod(z + r * d, t->n) % t->n;
            size_t length = put_digest(t, digest, z);
            int64_t nonce = k;
            uint8_t shifted[4];
            put_digest(t, shifted, nonce);
            nonce = 0;
            for (size_t i = 0; i < o; i++) {
                nonce = nonce << 8 | shifted[i];
            }
            given g = {&nonce, 1};
            whit_random random = {fill_given, &g};
            whit_status status = whit_ecdsa_sign_digest(t->curve, t->base, signature, 2 * o, key, o,
                                                        digest, length, &random);
            test_note("key * 2^16 + nonce", (uint64_t)(d << 16 | k));
            if (r == 0 || s == 0) {
                CHECK_STATUS(status, WHIT_ERROR_RANDOM_FAILED);
                CHECK_ZERO(signature, 2 * o);
                continue;
            }
            put(expected, r, o);
            put(expected + o, s, o);
            CHECK_STATUS(status, WHIT_OK);
            CHECK_BYTES(signature, expected, 2 * o);
            CHECK_STATUS(whit_ecdsa_verify_digest(t->curve, peer, 1 + 2 * f, digest, length,
                                                  signature, 2 * o),
                         WHIT_OK);
        }
    }
}

/* Every pair (r, s) for a few keys and digests verifies exactly when the definition says. */
static void check_verifying(const toy *t)
{
    static const int64_t cases[][2] = {{1, 0}, {2, 200}, {97, 31}};
    size_t o = whit_curve_order_bytes(t->curve);
    size_t f = whit_curve_field_bytes(t->curve);
    uint8_t peer[9], digest[4], signature[8];
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t d = cases[i][0];
        int64_t z = cases[i][1];
        size_t length = put_digest(t, digest, z);
        put_point(t, peer, multiple[d]);
        for (int64_t r = 0; r <= t->n; r++) {
            for (int64_t s = 0; s <= t->n; s++) {
                whit_status expected = WHIT_ERROR_SIGNATURE_RANGE;
                if (r > 0 && r < t->n && s > 0 && s < t->n) {
                    int64_t k = inverse(s, t->n) * mod(z + r * d, t->n) % t->n;
                    expected = k != 0 && multiple[k].x % t->n == r ? WHIT_OK
                                                                   : WHIT_ERROR_SIGNATURE_INVALID;
                }
                put(signature, r, o);
                put(signature + o, s, o);
                test_note("r * 2^16 + s", (uint64_t)(r << 16 | s));
                CHECK_STATUS(whit_ecdsa_verify_digest(t->curve, peer, 1 + 2 * f, digest, length,
                                                      signature, 2 * o),
                             expected);
            }
        }
    }
}

static void check_all(const toy *t)
{
    tabulate(t);
    check_public_keys(t);
    check_points(t);
    check_agreement(t);
    check_signing(t);
    check_verifying(t);
}

TEST(toy_minus3_exhaustive)
{
    check_all(&minus3);
}
TEST(toy_minus3_above_exhaustive)
{
    check_all(&minus3_above);
}
TEST(toy_zero_exhaustive)
{
    check_all(&zero);
}
TEST(toy_any_exhaustive)
{
    check_all(&any);
}
TEST(toy_long_order_exhaustive)
{
    check_all(&long_order);
}

TEST(toy_wide_order_every_key)
{
    tabulate(&wide_order);
    check_public_keys(&wide_order);
}

/* RFC 6979 on orders that refuse about half of all candidates, and with x = 0 among the points:
 * what is signed verifies, and the same message gives the same signature. */
TEST(toy_deterministic_signatures_verify)
{
    static const toy *const toys[] = {&minus3, &minus3_above, &zero,
                                      &any,    &long_order,   &wide_order};
    for (unsigned i = 0; i < sizeof toys / sizeof *toys; i++) {
        const toy *t = toys[i];
        size_t o = whit_curve_order_bytes(t->curve);
        size_t f = whit_curve_field_bytes(t->curve);
        uint8_t key[4], peer[9], first[8], second[8];
        for (int64_t d = 1; d < 200; d++) {
            uint8_t message = (uint8_t)d;
            put(key, d, o);
            test_note("private key", (uint64_t)d);
            CHECK_STATUS(whit_key_public(t->curve, t->base, peer, 1 + 2 * f, key, o), WHIT_OK);
            CHECK_STATUS(
                whit_ecdsa_sign(t->curve, t->base, &whit_sha256, first, 2 * o, key, o, &message, 1),
                WHIT_OK);
            CHECK_STATUS(whit_ecdsa_sign(t->curve, t->base, &whit_sha256, second, 2 * o, key, o,
                                         &message, 1),
                         WHIT_OK);
            CHECK_BYTES(first, second, 2 * o);
            CHECK_STATUS(whit_ecdsa_verify(t->curve, &whit_sha256, peer, 1 + 2 * f, &message, 1,
                                           first, 2 * o),
                         WHIT_OK);
        }
    }
}

TEST_SUITE(toy) = {
    CASE(toy_minus3_exhaustive),
    CASE(toy_minus3_above_exhaustive),
    CASE(toy_zero_exhaustive),
    CASE(toy_any_exhaustive),
    CASE(toy_long_order_exhaustive),
    CASE(toy_wide_order_every_key),
    CASE(toy_deterministic_signatures_verify),
    END_OF_SUITE,
};
