/* SPDX-License-Identifier: MIT */
#include "adapter.h"
#include "harness.h"
#include "mbedtls/platform_util.h"
#include "p256-m.h"
#include "psa/crypto.h"

/* The two functions the sources take from Mbed TLS. */
psa_status_t psa_generate_random(uint8_t *output, size_t length)
{
    return harness_random(output, length) == 0 ? PSA_SUCCESS : PSA_ERROR_GENERIC_ERROR;
}

void mbedtls_platform_zeroize(void *buffer, size_t length)
{
    volatile uint8_t *byte = buffer;

    while (length > 0) {
        *byte++ = 0;
        length--;
    }
}

int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    return p256_gen_keypair(private_key, public_key) != P256_SUCCESS;
}

int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    return p256_ecdh_shared_secret(secret, private_key, public_key) != P256_SUCCESS;
}

int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest)
{
    return p256_ecdsa_sign(signature, private_key, digest, ADAPTER_DIGEST_BYTES) != P256_SUCCESS;
}

int adapter_verify(const uint8_t *public_key, const uint8_t *digest, const uint8_t *signature)
{
    return p256_ecdsa_verify(signature, public_key, digest, ADAPTER_DIGEST_BYTES) != P256_SUCCESS;
}

int adapter_validate(const uint8_t *public_key)
{
    return p256_validate_pubkey(public_key) != P256_SUCCESS;
}
