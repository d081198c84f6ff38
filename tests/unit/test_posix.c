/* SPDX-License-Identifier: MIT */
/* The random source of POSIX hosts. */
#include <whit/posix.h>
#include <whit/secp256r1.h>

#include "fixtures.h"
#include "test.h"

static whit_status draw(uint8_t *out, size_t length)
{
    return whit_random_posix.fill(whit_random_posix.context, out, length);
}

TEST(posix_draws_differ)
{
    uint8_t first[32] = {0};
    uint8_t second[32] = {0};
    unsigned difference = 0;
    CHECK_STATUS(draw(first, sizeof first), WHIT_OK);
    CHECK_STATUS(draw(second, sizeof second), WHIT_OK);
    for (size_t i = 0; i < sizeof first; i++) {
        difference |= (unsigned)first[i] ^ second[i];
    }
    CHECK_NE(difference, 0);
}

/* Longer than what one call of the kernel delivers: every byte is written (a byte that
 * keeps its value through 16 fills would be one in 2^128), none beyond the end. */
TEST(posix_long_draw)
{
    static uint8_t bytes[100001];
    static uint8_t seen[100000];
    for (int round = 0; round < 16; round++) {
        fill(bytes, sizeof bytes);
        CHECK_STATUS(draw(bytes, sizeof seen), WHIT_OK);
        CHECK_EQ(bytes[sizeof seen], UNTOUCHED);
        for (size_t i = 0; i < sizeof seen; i++) {
            seen[i] |= bytes[i] ^ UNTOUCHED;
        }
    }
    for (size_t i = 0; i < sizeof seen; i++) {
        if (seen[i] == 0) {
            test_note("byte", i);
            CHECK_NE(seen[i], 0);
        }
    }
}

TEST(posix_empty_draw)
{
    uint8_t byte = UNTOUCHED;
    CHECK_STATUS(draw(&byte, 0), WHIT_OK);
    CHECK_EQ(byte, UNTOUCHED);
}

TEST(posix_makes_keys_that_work)
{
    static const uint8_t message[] = {'m'};
    uint8_t private_key[2][PRIVATE_BYTES];
    uint8_t public_key[2][PUBLIC_BYTES];
    uint8_t secret[2][SECRET_BYTES];
    uint8_t signature[SIGNATURE_BYTES];
    CHECK_STATUS(whit_secp256r1_keygen(private_key[0], public_key[0], &whit_random_posix), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_keygen(private_key[1], public_key[1], &whit_random_posix), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_ecdh(secret[0], private_key[0], public_key[1], PUBLIC_BYTES),
                 WHIT_OK);
    CHECK_STATUS(whit_secp256r1_ecdh(secret[1], private_key[1], public_key[0], PUBLIC_BYTES),
                 WHIT_OK);
    CHECK_BYTES(secret[0], secret[1], SECRET_BYTES);
    CHECK_STATUS(whit_secp256r1_sign_hedged(signature, private_key[0], message, sizeof message,
                                            &whit_random_posix),
                 WHIT_OK);
    CHECK_STATUS(whit_secp256r1_verify(public_key[0], PUBLIC_BYTES, message, sizeof message,
                                       signature, SIGNATURE_BYTES),
                 WHIT_OK);
}

TEST_SUITE(posix) = {
    CASE(posix_draws_differ),         CASE(posix_long_draw), CASE(posix_empty_draw),
    CASE(posix_makes_keys_that_work), END_OF_SUITE,
};
