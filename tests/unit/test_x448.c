/* SPDX-License-Identifier: MIT */
#include <whit/x448.h>

#include "fixtures.h"
#include "hex.h"
#include "test.h"

#define KEY_BYTES WHIT_X448_PUBLIC_KEY_BYTES
#define X(name) whit_x448_##name
#define X_TEST(name) x448_##name

/* Of the first and the last byte of a private key, and of the last of an x. */
#define FIXED_LOW_BITS 3
#define FIXED_HIGH_BITS 0x80
#define IGNORED_BIT 0

/* RFC 7748, 5.2: a scalar, x, and the product's x. */
static const char *const products[][3] = {
    {"3d262fddf9ec8e88495266fea19a34d28882acef045104d0d1aae121700a779c984c24f8cdd78fbff44943eb"
     "a368f54b29259a4f1c600ad3",
     "06fce640fa3487bfda5f6cf2d5263f8aad88334cbd07437f020f08f9814dc031ddbdc38c19c6da2583fa5429"
     "db94ada18aa7a7fb4ef8a086",
     "ce3e4ff95a60dc6697da1db1d85e6afbdf79b50a2412d7546d5f239fe14fbaadeb445fc66a01b0779d982239"
     "61111e21766282f73dd96b6f"},
    {"203d494428b8399352665ddca42f9de8fef600908e0d461cb021f8c538345dd77c3e4806e25f46d3315c44e0"
     "a5b4371282dd2c8d5be3095f",
     "0fbcc2f993cd56d3305b0b7d9e55d4c1a8fb5dbb52f8e9a1e9b6201b165d015894e56c4d3570bee52fe205e2"
     "8a78b91cdfbde71ce8d157db",
     "884a02576239ff7a2f2f63b2db6a9ff37047ac13568e1e30fe63c4a7ad1b3ee3a5700df34321d62077e63633"
     "c575c1c954514e99da7c179d"},
};

/* RFC 7748, 5.2: what one and a thousand iterations make of 5. */
static const char base[] =
    "0500000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
    "000000000000000000000000";
static const char after_one[] =
    "3f482c8a9f19b01e6c46ee9711d9dc14fd4bf67af30765c2ae2b846a4d23a8cd0db897086239492caf350b51"
    "f833868b9bc2b3bca9cf4113";
#if TEST_LONG
static const char after_thousand[] =
    "aa3b4749d55b9daf1e5b00288826c467274ce3ebbdd5c17b975e09d4af6c67cf10d087202db88286e2b79fce"
    "ea3ec353ef54faa26e219f38";
#endif

/* p + 5. */
static const char base_and_prime[] =
    "04000000000000000000000000000000000000000000000000000000ffffffffffffffffffffffffffffffff"
    "ffffffffffffffffffffffff";

/* RFC 7748, 6.2. */
static const char alice[] =
    "9a8f4925d1519f5775cf46b04b5800d4ee9ee8bae8bc5565d498c28dd9c9baf574a9419744897391006382a6"
    "f127ab1d9ac2d8c0a598726b";
static const char alice_public[] =
    "9b08f7cc31b7e3e67d22d5aea121074a273bd2b83de09c63faa73d2c22c5d9bbc836647241d953d40c5b12da"
    "88120d53177f80e532c41fa0";
static const char bob[] =
    "1c306a7ac2a0e2e0990b294470cba339e6453772b075811d8fad0d1d6927c120bb5ee8972b0d3e21374c9c92"
    "1b09d1b0366f10b65173992d";
static const char bob_public[] =
    "3eb7a829b0cd20f5bcfc0b599b6feccf6da4627107bdb0d4f345b43027d8b972fc3e34fb4232a13ca706dcb5"
    "7aec3dae07bdc1c67bf33609";
static const char shared[] =
    "07fff4181ac6cc95ec1c16a94a0f74d12da232ce40a77552281d282bb60c0b56fd2464c335543936521c2440"
    "3085d59a449a5037514a879d";

/* Every x of small order, on the curve and on its twist. */
static const char *const small_orders[] = {
    "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
    "000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
    "000000000000000000000000",
    "fefffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffffffffffffffffffffffffff"
    "ffffffffffffffffffffffff",
    "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffffffffffffffffffffffffff"
    "ffffffffffffffffffffffff",
    "00000000000000000000000000000000000000000000000000000000ffffffffffffffffffffffffffffffff"
    "ffffffffffffffffffffffff",
};

#include "x_cases.inc"

TEST_SUITE(x448) = {
    CASE(x448_products_of_the_rfc),
    CASE(x448_iterations_of_the_rfc),
    CASE(x448_exchange_of_the_rfc),
    CASE(x448_keygen_takes_its_key_from_the_source),
    CASE(x448_keygen_reports_bad_sources),
    CASE(x448_points_of_small_order_are_refused),
    CASE(x448_bits_that_do_not_count_are_ignored),
    CASE(x448_bad_arguments_are_refused),
    END_OF_SUITE,
};
