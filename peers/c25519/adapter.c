/* SPDX-License-Identifier: MIT */
#include "adapter.h"
#include "c25519.h"
#include "eddsa.h"
#include "edsign.h"
#include "harness.h"
#include <string.h>

#define KEY_BYTES 32

int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    uint8_t exponent[KEY_BYTES];

    memcpy(exponent, private_key, sizeof exponent);
    c25519_prepare(exponent);
    c25519_smult(secret, public_key, exponent);
    return 0;
}

#if WHIT_LAB_EDDSA
int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    if (harness_random(private_key, KEY_BYTES) != 0) {
        return 1;
    }
    edsign_sec_to_pub(public_key, private_key);
    memcpy(private_key + KEY_BYTES, public_key, KEY_BYTES);
    return 0;
}

int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                 size_t length)
{
    edsign_sign(signature, private_key + KEY_BYTES, private_key, message, length);
    return 0;
}

int adapter_verify(const uint8_t *public_key, const uint8_t *message, size_t length,
                   const uint8_t *signature)
{
    return !ed25519_is_reduced(signature) ||
           edsign_verify(signature, public_key, message, length) != 1;
}
#else
int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    if (harness_random(private_key, KEY_BYTES) != 0) {
        return 1;
    }
    c25519_prepare(private_key);
    c25519_smult(public_key, c25519_base_x, private_key);
    return 0;
}
#endif
