/* SPDX-License-Identifier: MIT */
#include <whit/curve41417.h>
#include <whit/e222.h>
#include <whit/m221.h>

#include "fixtures.h"
#include "hex.h"
#include "test.h"

#define LONGEST 52

/* Computed by affine arithmetic on Python's integers, tests/test_agreement.py: two key pairs, and
 * what is no public key. */
static const struct {
    whit_status (*keygen)(uint8_t *, uint8_t *, const whit_random *);
    whit_status (*make_public)(uint8_t *, const uint8_t *);
    whit_status (*validate)(const uint8_t *, size_t);
    whit_status (*ecdh)(uint8_t *, const uint8_t *, const uint8_t *, size_t);
    size_t private_bytes;
    size_t public_bytes;
    const char *private_key;
    const char *public_key;
    const char *other_public_key;
    const char *secret;
    const char *no_point;
    const char *small_order;
    const char *prime;
} curves[] = {
#define ANSWERS(name, NAME)                                                            \
    whit_##name##_keygen, whit_##name##_public_key, whit_##name##_validate_public_key, \
        whit_##name##_ecdh, WHIT_##NAME##_PRIVATE_KEY_BYTES, WHIT_##NAME##_PUBLIC_KEY_BYTES
    /* clang-format off */
    {ANSWERS(m221, M221),
     "45736492fa85a6defecd2805967aafcb120d7b686dddcfa09839a42b",
     "4d03442e5c0b85c30b08c80ae46b5b551c83d5bef6b76adcdc119e1b",
     "0fb9792c38a5bcf12a81adbad9069c7095119a9cc981606f80619f06",
     "3a2f885a2d58aed8d26cb8fec2deee647f8e11335cb519986815200f",
     "03000000000000000000000000000000000000000000000000000000",
     "622899ad92e922d2270b4ccbc57066df52058f8ad96519d3727a160d",
     "fdffffffffffffffffffffffffffffffffffffffffffffffffffff1f"},
    {ANSWERS(e222, E222),
     "ff827c572e75dbede1eeadb25c831fc2c7ce09eb7859e277fa6f79ba",
     "6db9299342a0177e30930e71e1ebeb1a395de888a6379947d0bc8b99",
     "a9affb77d8f0754431741fa79060c96f91f3c82c06a9266199aafe02",
     "6790fecdb7175bee530b82fa3168fb9c747789861a63461ff6423d33",
     "02000000000000000000000000000000000000000000000000000000",
     "00000000000000000000000000000000000000000000000000000000",
     "8bffffffffffffffffffffffffffffffffffffffffffffffffffff3f"},
    {ANSWERS(curve41417, CURVE41417),
     "eb85566b1f7acd43e7a5fb5a49d5e54054d4c98d4d9c7489349c53d1c18580e11924b2eeb85ead3d5f4303"
     "2a0a2e247b590e5d69",
     "3dd4bcb395ffe6eada61b44a1266c0f1afb19ca8815f7de2171b0025a55c5209351bafc2935e2110b401c9"
     "d704784a7b4229283c",
     "1e48e1a9647ccc7e89e281d8b5352076effdd6fd78fdb4c62e4874f8fefeed2808b1577021710e72c85a80"
     "13caeb8194c4072404",
     "5d450bc25fe58835ae667add8b3408ca0fa803026e85278968b28eb2592084e49898c9066185645d9d8e26"
     "17d18aa25fc697ec96",
     "02000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "000000000000000000",
     "ce91d24082b8a2cfdd60a586bafceb88e69e2527fc7150c736ce5d7256feba8669fa46b188093db044498c"
     "43a8473c816fff4f24",
     "efffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
     "ffffffffffffffff3f"},
    /* clang-format on */
};

static uint8_t private_key[LONGEST];
static uint8_t public_key[LONGEST];
static uint8_t secret[LONGEST];
static uint8_t expected[LONGEST];

TEST(agreement_answers)
{
    for (size_t i = 0; i < COUNT_OF(curves); i++) {
        const size_t size = curves[i].public_bytes;
        test_note("curve", i);
        CHECK_EQ(hex_bytes(private_key, curves[i].private_key), curves[i].private_bytes);
        given_random bytes = {private_key, curves[i].private_bytes, 0, 0, 0};
        const whit_random random = {given_fill, &bytes};
        uint8_t made[LONGEST];
        CHECK_STATUS(curves[i].keygen(made, public_key, &random), WHIT_OK);
        CHECK_BYTES(made, private_key, curves[i].private_bytes);
        CHECK_EQ(hex_bytes(expected, curves[i].public_key), size);
        CHECK_BYTES(public_key, expected, size);
        CHECK_STATUS(curves[i].make_public(public_key, private_key), WHIT_OK);
        CHECK_BYTES(public_key, expected, size);
        hex_bytes(public_key, curves[i].other_public_key);
        hex_bytes(expected, curves[i].secret);
        CHECK_STATUS(curves[i].validate(public_key, size), WHIT_OK);
        CHECK_STATUS(curves[i].ecdh(secret, private_key, public_key, size), WHIT_OK);
        CHECK_BYTES(secret, expected, size);
    }
}

TEST(agreement_refuses_bad_public_keys)
{
    for (size_t i = 0; i < COUNT_OF(curves); i++) {
        const size_t size = curves[i].public_bytes;
        const struct {
            const char *key;
            size_t length;
            whit_status status;
        } bad[] = {
            {curves[i].public_key, size - 1, WHIT_ERROR_PUBLIC_KEY_LENGTH},
            {curves[i].no_point, size, WHIT_ERROR_PUBLIC_KEY_CURVE},
            {curves[i].small_order, size, WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER},
            {curves[i].prime, size, WHIT_ERROR_PUBLIC_KEY_RANGE},
        };
        hex_bytes(private_key, curves[i].private_key);
        for (size_t k = 0; k < COUNT_OF(bad); k++) {
            test_note("curve and key", 10 * i + k);
            hex_bytes(public_key, bad[k].key);
            fill(secret, sizeof secret);
            CHECK_STATUS(curves[i].validate(public_key, bad[k].length), bad[k].status);
            CHECK_STATUS(curves[i].ecdh(secret, private_key, public_key, bad[k].length),
                         bad[k].status);
            CHECK_ZERO(secret, size);
        }
    }
}

TEST_SUITE(agreement) = {
    CASE(agreement_answers),
    CASE(agreement_refuses_bad_public_keys),
    END_OF_SUITE,
};
