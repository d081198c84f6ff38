/* SPDX-License-Identifier: MIT */
/* Cipher suites 0 and 2 over Whit. */
#include "suite.h"

#include <string.h>
#include "wipe.h"

static whit_status agree_25519(uint8_t *secret, const uint8_t *private_key, edhoc_bytes public_key)
{
    return whit_x25519_ecdh(secret, private_key, public_key.at, public_key.length);
}

static whit_status sign_25519(uint8_t *signature, const uint8_t *private_key, edhoc_bytes message)
{
    return whit_ed25519_sign(signature, private_key, message.at, message.length);
}

static whit_status verify_25519(edhoc_bytes public_key, edhoc_bytes message,
                                const uint8_t *signature)
{
    return whit_ed25519_verify(public_key.at, public_key.length, message.at, message.length,
                               signature, EDHOC_SIGNATURE_BYTES);
}

const edhoc_suite edhoc_suite_0 = {
    0, whit_x25519_keygen, agree_25519, sign_25519, verify_25519,
};

/* Of P-256 an x-coordinate is sent, and the other one of the two points with it gives the same
 * secret. [RFC 9528, 3.7] */
static whit_status make_p256(uint8_t *private_key, uint8_t *public_key, const whit_random *random)
{
    uint8_t point[WHIT_SECP256R1_PUBLIC_KEY_BYTES];
    whit_status status = whit_secp256r1_keygen(private_key, point, random);
    memcpy(public_key, point + 1, EDHOC_KEY_BYTES);
    return status;
}

static whit_status agree_p256(uint8_t *secret, const uint8_t *private_key, edhoc_bytes public_key)
{
    uint8_t point[WHIT_SECP256R1_PUBLIC_KEY_BYTES];
    uint8_t compressed[WHIT_SECP256R1_COMPRESSED_KEY_BYTES] = {2};
    if (public_key.length != EDHOC_KEY_BYTES) {
        return whit_secp256r1_ecdh(secret, private_key, public_key.at, public_key.length);
    }
    memcpy(compressed + 1, public_key.at, EDHOC_KEY_BYTES);
    whit_status status = whit_secp256r1_decompress(point, compressed, sizeof compressed);
    if (status != WHIT_OK) {
        edhoc_wipe(secret, EDHOC_KEY_BYTES);
        return status;
    }
    return whit_secp256r1_ecdh(secret, private_key, point, sizeof point);
}

static whit_status sign_p256(uint8_t *signature, const uint8_t *private_key, edhoc_bytes message)
{
    return whit_secp256r1_sign(signature, private_key, message.at, message.length);
}

static whit_status verify_p256(edhoc_bytes public_key, edhoc_bytes message,
                               const uint8_t *signature)
{
    return whit_secp256r1_verify(public_key.at, public_key.length, message.at, message.length,
                                 signature, EDHOC_SIGNATURE_BYTES);
}

const edhoc_suite edhoc_suite_2 = {
    2, make_p256, agree_p256, sign_p256, verify_p256,
};
