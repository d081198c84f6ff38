/* SPDX-License-Identifier: MIT */
#include <whit/x25519.h>

#include "fixtures.h"
#include "hex.h"
#include "test.h"

#define KEY_BYTES WHIT_X25519_PUBLIC_KEY_BYTES
#define X(name) whit_x25519_##name
#define X_TEST(name) x25519_##name

/* Of the first and the last byte of a private key, and of the last of an x. */
#define FIXED_LOW_BITS 7
#define FIXED_HIGH_BITS 0xc0
#define IGNORED_BIT 0x80

/* RFC 7748, 5.2: a scalar, x, and the product's x. */
static const char *const products[][3] = {
    {"a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
     "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
     "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"},
    {"4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
     "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
     "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"},
};

/* RFC 7748, 5.2: what one and a thousand iterations make of 9. */
static const char base[] = "0900000000000000000000000000000000000000000000000000000000000000";
static const char after_one[] = "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079";
#if TEST_LONG
static const char after_thousand[] =
    "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51";
#endif

/* p + 9. */
static const char base_and_prime[] =
    "f6ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f";

/* RFC 7748, 6.1. */
static const char alice[] = "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a";
static const char alice_public[] =
    "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a";
static const char bob[] = "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb";
static const char bob_public[] = "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f";
static const char shared[] = "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742";

/* Every x of small order, on the curve and on its twist. */
static const char *const small_orders[] = {
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
};

#include "x_cases.inc"

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
