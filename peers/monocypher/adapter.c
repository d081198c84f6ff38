/* SPDX-License-Identifier: MIT */
#include "adapter.h"
#include "harness.h"
#include "monocypher-ed25519.h"
#include "monocypher.h"

#define KEY_BYTES 32

int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    crypto_x25519(secret, private_key, public_key);
    return 0;
}

#if WHIT_LAB_EDDSA
int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    uint8_t seed[KEY_BYTES];

    if (harness_random(seed, sizeof seed) != 0) {
        return 1;
    }
    crypto_ed25519_key_pair(private_key, public_key, seed);
    return 0;
}

int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                 size_t length)
{
    crypto_ed25519_sign(signature, private_key, message, length);
    return 0;
}

int adapter_verify(const uint8_t *public_key, const uint8_t *message, size_t length,
                   const uint8_t *signature)
{
    return crypto_ed25519_check(signature, public_key, message, length) != 0;
}
#else
int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    if (harness_random(private_key, KEY_BYTES) != 0) {
        return 1;
    }
    crypto_x25519_public_key(public_key, private_key);
    return 0;
}
#endif
