/* SPDX-License-Identifier: MIT */
#include "adapter.h"
#include "eddsa.h"
#include "harness.h"
#include "operations.h"
#include "tweetnacl.h"
#include <string.h>

#define KEY_BYTES 32
#define MOST_BYTES (ADAPTER_SIGNATURE_BYTES + HARNESS_MESSAGE_BYTES)

/* What the library draws from; the adapter draws before it calls, since this cannot say
 * that it failed. */
void randombytes(unsigned char *out, unsigned long long length)
{
    (void)harness_random(out, (size_t)length);
}

int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    return crypto_scalarmult(secret, private_key, public_key) != 0;
}

#if WHIT_LAB_EDDSA
int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    uint8_t seed[KEY_BYTES];

    if (harness_random(seed, sizeof seed) != 0) {
        return 1;
    }
    return crypto_sign_keypair_seed(public_key, private_key, seed) != 0;
}

int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                 size_t length)
{
    uint8_t together[MOST_BYTES];
    unsigned long long size;

    if (length > HARNESS_MESSAGE_BYTES ||
        crypto_sign(together, &size, message, length, private_key) != 0) {
        return 1;
    }
    memcpy(signature, together, ADAPTER_SIGNATURE_BYTES);
    return 0;
}

int adapter_verify(const uint8_t *public_key, const uint8_t *message, size_t length,
                   const uint8_t *signature)
{
    uint8_t together[MOST_BYTES], opened[MOST_BYTES];
    unsigned long long size;

    if (length > HARNESS_MESSAGE_BYTES || !ed25519_is_reduced(signature)) {
        return 1;
    }
    memcpy(together, signature, ADAPTER_SIGNATURE_BYTES);
    memcpy(together + ADAPTER_SIGNATURE_BYTES, message, length);
    return crypto_sign_open(opened, &size, together, ADAPTER_SIGNATURE_BYTES + length,
                            public_key) != 0;
}
#else
int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    if (harness_random(private_key, KEY_BYTES) != 0) {
        return 1;
    }
    return crypto_scalarmult_base(public_key, private_key) != 0;
}
#endif
