/* SPDX-License-Identifier: MIT */
#include "adapter.h"
#include "harness.h"
#include <tinycrypt/constants.h>
#include <tinycrypt/ecc.h>
#include <tinycrypt/ecc_dh.h>
#include <tinycrypt/ecc_dsa.h>

#define CURVE uECC_secp256r1()

static int generate(uint8_t *out, unsigned int length)
{
    return harness_random(out, length) == 0;
}

/* Unlike micro-ecc's, this function returns 0 for a valid key. */
static int is_invalid(const uint8_t *public_key)
{
    return uECC_valid_public_key(public_key, CURVE) != 0;
}

int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    uECC_set_rng(generate);
    return uECC_make_key(public_key, private_key, CURVE) != TC_CRYPTO_SUCCESS;
}

int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    uECC_set_rng(generate);
    return is_invalid(public_key) ||
           uECC_shared_secret(public_key, private_key, secret, CURVE) != TC_CRYPTO_SUCCESS;
}

int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest)
{
    uECC_set_rng(generate);
    return uECC_sign(private_key, digest, ADAPTER_DIGEST_BYTES, signature, CURVE) !=
           TC_CRYPTO_SUCCESS;
}

int adapter_verify(const uint8_t *public_key, const uint8_t *digest, const uint8_t *signature)
{
    return is_invalid(public_key) || uECC_verify(public_key, digest, ADAPTER_DIGEST_BYTES,
                                                 signature, CURVE) != TC_CRYPTO_SUCCESS;
}

int adapter_validate(const uint8_t *public_key)
{
    return is_invalid(public_key);
}
