/* SPDX-License-Identifier: MIT */
/* Exhaustive tests on toy curves: every key, every point of the whole curve, every agreement. */
#include "test.h"
#include "toy.h"

#include <whit/ecdh.h>
#include <whit/key.h>

/* Turns of a loop on a toy that is too large for all of them. */
#define MOST_TURNS 80000

/* Every private key has the public key that the table says, whichever way it is made. */
static void check_keys(const toy *t)
{
    size_t length = 1 + 2 * t->f;
    uint8_t key[TOY_BYTES], drawn[TOY_BYTES], public_key[TOY_BYTES], expected[TOY_BYTES];
    toy_tabulate(t);
    for (int64_t k = 1; k < t->n; k++) {
        toy_nonce given = {t, k, 0};
        whit_random random = {toy_nonce_fill, &given};
        test_note("private key", (uint64_t)k);
        toy_put(key, k, t->o);
        toy_put_point(t, expected, toy_multiple[k]);
        CHECK_STATUS(whit_key_validate_private(t->curve, key, t->o), WHIT_OK);
        CHECK_STATUS(whit_key_public(t->curve, t->base, public_key, length, key, t->o), WHIT_OK);
        CHECK_BYTES(public_key, expected, length);
        CHECK_STATUS(whit_key_generate(t->curve, t->base, drawn, t->o, public_key, length, &random),
                     WHIT_OK);
        CHECK_BYTES(drawn, key, t->o);
        CHECK_BYTES(public_key, expected, length);
    }
    for (int64_t k = t->n; k < t->n + 40; k++) {
        test_note("private key", (uint64_t)k);
        toy_put(key, k == t->n + 39 ? 0 : k, t->o);
        CHECK_STATUS(whit_key_validate_private(t->curve, key, t->o), WHIT_ERROR_PRIVATE_KEY_RANGE);
    }
}

/* What a validation must say of a point of the curve. */
static whit_status of_point(const toy *t, toy_point point)
{
    return toy_log(t, point) >= 0 ? WHIT_OK : WHIT_ERROR_PUBLIC_KEY_ORDER;
}

/* A point of the curve: validated, compressed, and back. */
static void check_point(const toy *t, toy_point point)
{
    size_t f = t->f;
    uint8_t encoded[TOY_BYTES], compressed[TOY_BYTES], expected[TOY_BYTES], back[TOY_BYTES];
    toy_put_point(t, encoded, point);
    CHECK_STATUS(whit_key_validate_public(t->curve, encoded, 1 + 2 * f), of_point(t, point));
    CHECK_STATUS(whit_key_compress(t->curve, compressed, 1 + f, encoded, 1 + 2 * f),
                 of_point(t, point));
    expected[0] = (uint8_t)(2 | (point.y & 1));
    toy_put(expected + 1, point.x, f);
    if (of_point(t, point) == WHIT_OK) {
        CHECK_BYTES(compressed, expected, 1 + f);
    } else {
        CHECK_ZERO(compressed, 1 + f);
    }
    /* A point, whatever its order. */
    CHECK_STATUS(whit_key_decompress(t->curve, back, 1 + 2 * f, expected, 1 + f), WHIT_OK);
    CHECK_BYTES(back, encoded, 1 + 2 * f);
}

/* Every pair of coordinates is a point or not; every x has the points that it should. */
static void check_points(const toy *t)
{
    int64_t y_stride = t->p < 2000 ? toy_stride(t->p, 2000) : 9973;
    uint8_t encoded[TOY_BYTES], compressed[TOY_BYTES], back[TOY_BYTES];
    toy_tabulate(t);
    for (int64_t x = 0; x < t->p; x++) {
        int64_t root = toy_root(toy_right_side(t, x));
        test_note("x", (uint64_t)x);
        for (int64_t y = 0; y < t->p; y += y_stride) {
            toy_point point = {(int32_t)x, (int32_t)y};
            if (root < 0 || (y != root && y != t->p - root)) {
                toy_put_point(t, encoded, point);
                CHECK_STATUS(whit_key_validate_public(t->curve, encoded, 1 + 2 * t->f),
                             WHIT_ERROR_PUBLIC_KEY_CURVE);
            }
        }
        for (int64_t parity = 0; parity < 2; parity++) {
            int64_t y = root < 0 || (root & 1) == parity ? root : t->p - root;
            toy_point point = {(int32_t)x, (int32_t)y};
            if (y >= 0 && y < t->p) {
                check_point(t, point);
                continue;
            }
            /* No root; or zero, whose negative has no other parity. */
            compressed[0] = (uint8_t)(2 + parity);
            toy_put(compressed + 1, x, t->f);
            CHECK_STATUS(whit_key_decompress(t->curve, back, 1 + 2 * t->f, compressed, 1 + t->f),
                         WHIT_ERROR_PUBLIC_KEY_CURVE);
            CHECK_ZERO(back, 1 + 2 * t->f);
        }
    }
}

/* Every private key with every point of the curve. A secret is x(k Q) for a Q of the right
 * order, and with the cofactor x(h k Q) unless h Q is infinity. */
static void check_agreement(const toy *t)
{
    int64_t points = t->h * t->n - 1;
    int64_t stride = toy_stride(points * t->n, 2 * MOST_TURNS);
    uint8_t key[TOY_BYTES], peer[TOY_BYTES], secret[TOY_BYTES], expected[TOY_BYTES];
    toy_tabulate(t);
    for (int64_t i = 0; i < points; i++) {
        toy_point point = toy_every[i];
        int64_t log = toy_log(t, point);
        int64_t log_cleared = toy_log(t, toy_multiply(t, t->h, point));
        toy_put_point(t, peer, point);
        for (int64_t k = 1 + i % stride; k < t->n; k += stride) {
            toy_put(key, k, t->o);
            test_note("private << 32 | x << 16 | y",
                      (uint64_t)k << 32 | (uint64_t)point.x << 16 | (uint64_t)point.y);
            whit_status status = whit_ecdh(t->curve, secret, t->f, key, t->o, peer, 1 + 2 * t->f);
            if (log > 0) {
                toy_put(expected, toy_multiple[log * k % t->n].x, t->f);
                CHECK_STATUS(status, WHIT_OK);
                CHECK_BYTES(secret, expected, t->f);
            } else {
                CHECK_STATUS(status, WHIT_ERROR_PUBLIC_KEY_ORDER);
                CHECK_ZERO(secret, t->f);
            }
            status = whit_ecdh_cofactor(t->curve, secret, t->f, key, t->o, peer, 1 + 2 * t->f);
            if (log_cleared > 0) {
                toy_put(expected, toy_multiple[log_cleared * k % t->n].x, t->f);
                CHECK_STATUS(status, WHIT_OK);
                CHECK_BYTES(secret, expected, t->f);
            } else {
                CHECK_STATUS(status, WHIT_ERROR_PUBLIC_KEY_ORDER);
                CHECK_ZERO(secret, t->f);
            }
        }
    }
}

#define TOY(name, p, a, b, n, h, gx, gy) \
    TOY_CASE(name, keys, check_keys)     \
    TOY_CASE(name, points, check_points) \
    TOY_CASE(name, agreement, check_agreement)
#include "toys.h"
#undef TOY

TEST_SUITE(toy) = {
#define TOY(name, p, a, b, n, h, gx, gy) \
    CASE(name##_keys), CASE(name##_points), CASE(name##_agreement),
#include "toys.h"
#undef TOY
    END_OF_SUITE,
};
