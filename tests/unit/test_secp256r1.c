/* SPDX-License-Identifier: MIT */
/* The functions of the curve's own header: each stands for the generic one with the
 * curve, its base and SHA-256 filled in. */
#include <whit/secp256r1.h>

#include "fixtures.h"
#include "known_answers.h"
#include "test.h"

static const uint8_t sample[] = {'s', 'a', 'm', 'p', 'l', 'e'};

TEST(secp256r1_lengths)
{
    CHECK_EQ(WHIT_SECP256R1_PRIVATE_KEY_BYTES, PRIVATE_BYTES);
    CHECK_EQ(WHIT_SECP256R1_PUBLIC_KEY_BYTES, PUBLIC_BYTES);
    CHECK_EQ(WHIT_SECP256R1_COMPRESSED_KEY_BYTES, COMPRESSED_BYTES);
    CHECK_EQ(WHIT_SECP256R1_SHARED_SECRET_BYTES, SECRET_BYTES);
    CHECK_EQ(WHIT_SECP256R1_SIGNATURE_BYTES, SIGNATURE_BYTES);
}

TEST(secp256r1_keys)
{
    uint8_t private_key[PRIVATE_BYTES];
    uint8_t public_key[PUBLIC_BYTES];
    uint8_t compressed[COMPRESSED_BYTES];
    CHECK_STATUS(whit_secp256r1_keygen(private_key, public_key, drawn_from(ka_entropy)), WHIT_OK);
    CHECK_BYTES(private_key, ka_entropy, PRIVATE_BYTES);
    CHECK_BYTES(public_key, ka_entropy_public, PUBLIC_BYTES);
    CHECK_STATUS(whit_secp256r1_public_key(public_key, ka_private_a), WHIT_OK);
    CHECK_BYTES(public_key, ka_public_a, PUBLIC_BYTES);
    CHECK_STATUS(whit_secp256r1_compress(compressed, ka_public_a, PUBLIC_BYTES), WHIT_OK);
    CHECK_BYTES(compressed, ka_compressed_a, COMPRESSED_BYTES);
    CHECK_STATUS(whit_secp256r1_decompress(public_key, ka_compressed_b, COMPRESSED_BYTES), WHIT_OK);
    CHECK_BYTES(public_key, ka_public_b, PUBLIC_BYTES);
}

TEST(secp256r1_validate)
{
    CHECK_STATUS(whit_secp256r1_validate_public_key(ka_public_a, PUBLIC_BYTES), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_validate_public_key(ka_other_curve, PUBLIC_BYTES),
                 WHIT_ERROR_PUBLIC_KEY_CURVE);
    CHECK_STATUS(whit_secp256r1_validate_private_key(ka_private_a, PRIVATE_BYTES), WHIT_OK);
    CHECK_STATUS(whit_secp256r1_validate_private_key(ka_order, ORDER_BYTES),
                 WHIT_ERROR_PRIVATE_KEY_RANGE);
}

TEST(secp256r1_ecdh)
{
    uint8_t secret[SECRET_BYTES];
    CHECK_STATUS(whit_secp256r1_ecdh(secret, ka_private_a, ka_public_b, PUBLIC_BYTES), WHIT_OK);
    CHECK_BYTES(secret, ka_secret_ab, SECRET_BYTES);
}

TEST(secp256r1_sign)
{
    uint8_t signature[SIGNATURE_BYTES];
    CHECK_STATUS(whit_secp256r1_sign(signature, ka_private_a, sample, sizeof sample), WHIT_OK);
    CHECK_BYTES(signature, ka_sign_sample, SIGNATURE_BYTES);
    CHECK_STATUS(whit_secp256r1_sign_hedged(signature, ka_private_a, sample, sizeof sample,
                                            drawn_from(ka_added)),
                 WHIT_OK);
    CHECK_BYTES(signature, ka_sign_hedged, SIGNATURE_BYTES);
    CHECK_STATUS(whit_secp256r1_sign_digest(signature, ka_private_a, ka_digest_sample, 32,
                                            drawn_from(ka_nonce)),
                 WHIT_OK);
    CHECK_BYTES(signature, ka_sign_nonce, SIGNATURE_BYTES);
    CHECK_STATUS(
        whit_secp256r1_sign_digest_deterministic(signature, ka_private_a, ka_digest_sample, 32),
        WHIT_OK);
    CHECK_BYTES(signature, ka_sign_sample, SIGNATURE_BYTES);
}

TEST(secp256r1_verify)
{
    CHECK_STATUS(whit_secp256r1_verify(ka_public_a, PUBLIC_BYTES, sample, sizeof sample,
                                       ka_sign_sample, SIGNATURE_BYTES),
                 WHIT_OK);
    CHECK_STATUS(whit_secp256r1_verify(ka_public_a, PUBLIC_BYTES, sample, sizeof sample - 1,
                                       ka_sign_sample, SIGNATURE_BYTES),
                 WHIT_ERROR_SIGNATURE_INVALID);
    CHECK_STATUS(whit_secp256r1_verify_digest(ka_public_a, PUBLIC_BYTES, ka_digest_sample, 32,
                                              ka_sign_sample, SIGNATURE_BYTES),
                 WHIT_OK);
    CHECK_STATUS(whit_secp256r1_verify_digest(ka_public_b, PUBLIC_BYTES, ka_digest_sample, 32,
                                              ka_sign_sample, SIGNATURE_BYTES),
                 WHIT_ERROR_SIGNATURE_INVALID);
}

TEST_SUITE(secp256r1) = {
    CASE(secp256r1_lengths),
    CASE(secp256r1_keys),
    CASE(secp256r1_validate),
    CASE(secp256r1_ecdh),
    CASE(secp256r1_sign),
    CASE(secp256r1_verify),
    END_OF_SUITE,
};
