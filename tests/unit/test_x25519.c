/* SPDX-License-Identifier: MIT */
#include <whit/x25519.h>

#include "fixtures.h"
#include "hex.h"
#include "test.h"

#define KEY_BYTES WHIT_X25519_PUBLIC_KEY_BYTES

static uint8_t key[KEY_BYTES];
static uint8_t point[KEY_BYTES];
static uint8_t result[KEY_BYTES];
static uint8_t expected[KEY_BYTES];

static void check_product(const char *scalar, const char *u, const char *product)
{
    hex_bytes(key, scalar);
    hex_bytes(point, u);
    hex_bytes(expected, product);
    CHECK_STATUS(whit_x25519_ecdh(result, key, point, sizeof point), WHIT_OK);
    CHECK_BYTES(result, expected, sizeof result);
}

/* RFC 7748, 5.2. */
TEST(x25519_products_of_the_rfc)
{
    check_product("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
                  "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
                  "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552");
    check_product("4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
                  "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
                  "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957");
}

static void iterate(size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint8_t next[KEY_BYTES];
        CHECK_STATUS(whit_x25519_ecdh(next, key, point, sizeof point), WHIT_OK);
        copy(point, key, sizeof point);
        copy(key, next, sizeof key);
    }
}

/* RFC 7748, 5.2: each product is the next scalar, and the scalar the next point. */
TEST(x25519_iterations_of_the_rfc)
{
    const char *nine = "0900000000000000000000000000000000000000000000000000000000000000";
    hex_bytes(key, nine);
    hex_bytes(point, nine);
    iterate(1);
    hex_bytes(expected, "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079");
    CHECK_BYTES(key, expected, sizeof key);
#if TEST_HOST /* emulated it would take minutes */
    iterate(999);
    hex_bytes(expected, "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51");
    CHECK_BYTES(key, expected, sizeof key);
#endif
}

/* RFC 7748, 6.1. */
static const char alice[] = "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a";
static const char alice_public[] =
    "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a";
static const char bob[] = "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb";
static const char bob_public[] = "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f";
static const char shared[] = "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742";

TEST(x25519_exchange_of_the_rfc)
{
    hex_bytes(key, alice);
    hex_bytes(expected, alice_public);
    CHECK_STATUS(whit_x25519_public_key(result, key), WHIT_OK);
    CHECK_BYTES(result, expected, sizeof result);
    hex_bytes(key, bob);
    hex_bytes(expected, bob_public);
    CHECK_STATUS(whit_x25519_public_key(result, key), WHIT_OK);
    CHECK_BYTES(result, expected, sizeof result);
    check_product(alice, bob_public, shared);
    check_product(bob, alice_public, shared);
}

TEST(x25519_keygen_takes_its_key_from_the_source)
{
    uint8_t made[KEY_BYTES];
    hex_bytes(key, alice);
    hex_bytes(expected, alice_public);
    given_random bytes = {key, sizeof key, 0, 0, 0};
    const whit_random random = {given_fill, &bytes};
    CHECK_STATUS(whit_x25519_keygen(made, result, &random), WHIT_OK);
    CHECK_BYTES(made, key, sizeof made);
    CHECK_BYTES(result, expected, sizeof result);
}

TEST(x25519_keygen_reports_bad_sources)
{
    failing_random failing = {WHIT_ERROR_RANDOM_FAILED};
    constant_random zeros = {0, 0};
    const whit_random fails = {failing_fill, &failing};
    const whit_random stuck = {constant_fill, &zeros};
    const whit_random empty = {NULL, NULL};
    const struct {
        const whit_random *random;
        whit_status status;
    } cases[] = {
        {NULL, WHIT_ERROR_RANDOM_MISSING},
        {&empty, WHIT_ERROR_RANDOM_MISSING},
        {&fails, WHIT_ERROR_RANDOM_FAILED},
        {&stuck, WHIT_ERROR_RANDOM_STUCK},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        test_note("case", i);
        fill(key, sizeof key);
        fill(result, sizeof result);
        CHECK_STATUS(whit_x25519_keygen(key, result, cases[i].random), cases[i].status);
        CHECK_ZERO(key, sizeof key);
        CHECK_ZERO(result, sizeof result);
    }
}

/* Every x of small order, on the curve and on its twist, in every encoding. */
static const char *const small_orders[] = {
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
};

TEST(x25519_points_of_small_order_are_refused)
{
    hex_bytes(key, alice);
    for (size_t i = 0; i < 2 * COUNT_OF(small_orders); i++) {
        test_note("point", i);
        hex_bytes(point, small_orders[i / 2]);
        point[KEY_BYTES - 1] |= (uint8_t)(i % 2 * 0x80);
        fill(result, sizeof result);
        CHECK_STATUS(whit_x25519_ecdh(result, key, point, sizeof point),
                     WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER);
        CHECK_ZERO(result, sizeof result);
    }
}

/* The bits of a private key that do not count, and the ways to write one x. */
TEST(x25519_bits_that_do_not_count_are_ignored)
{
    check_product(alice, bob_public, shared);
    point[KEY_BYTES - 1] |= 0x80;
    key[0] ^= 7;
    key[KEY_BYTES - 1] ^= 0xc0;
    CHECK_STATUS(whit_x25519_ecdh(result, key, point, sizeof point), WHIT_OK);
    CHECK_BYTES(result, expected, sizeof result);
    /* 9 and p + 9. */
    hex_bytes(point, "f6ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f");
    CHECK_STATUS(whit_x25519_ecdh(result, key, point, sizeof point), WHIT_OK);
    CHECK_STATUS(whit_x25519_public_key(expected, key), WHIT_OK);
    CHECK_BYTES(result, expected, sizeof result);
}

TEST(x25519_bad_arguments_are_refused)
{
    uint8_t both[2 * KEY_BYTES];
    const whit_random missing = {NULL, NULL};
    hex_bytes(key, alice);
    hex_bytes(point, bob_public);
    for (size_t length = 0; length <= sizeof both; length++) {
        if (length != sizeof point) {
            fill(result, sizeof result);
            CHECK_STATUS(whit_x25519_ecdh(result, key, both, length), WHIT_ERROR_PUBLIC_KEY_LENGTH);
            CHECK_ZERO(result, sizeof result);
        }
    }
    CHECK_STATUS(whit_x25519_ecdh(NULL, key, point, sizeof point), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_x25519_ecdh(result, NULL, point, sizeof point), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_x25519_ecdh(result, key, NULL, sizeof point), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_x25519_ecdh(both, both + 31, point, sizeof point), WHIT_ERROR_OVERLAP);
    CHECK_STATUS(whit_x25519_ecdh(both + 31, key, both, sizeof point), WHIT_ERROR_OVERLAP);
    CHECK_STATUS(whit_x25519_public_key(NULL, key), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_x25519_public_key(result, NULL), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_x25519_public_key(both, both + 31), WHIT_ERROR_OVERLAP);
    CHECK_STATUS(whit_x25519_keygen(NULL, result, &missing), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_x25519_keygen(both, NULL, &missing), WHIT_ERROR_ARGUMENT);
    CHECK_STATUS(whit_x25519_keygen(both, both + 31, &missing), WHIT_ERROR_OVERLAP);
}

TEST_SUITE(x25519) = {
    CASE(x25519_products_of_the_rfc),
    CASE(x25519_iterations_of_the_rfc),
    CASE(x25519_exchange_of_the_rfc),
    CASE(x25519_keygen_takes_its_key_from_the_source),
    CASE(x25519_keygen_reports_bad_sources),
    CASE(x25519_points_of_small_order_are_refused),
    CASE(x25519_bits_that_do_not_count_are_ignored),
    CASE(x25519_bad_arguments_are_refused),
    END_OF_SUITE,
};
