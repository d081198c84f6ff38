/* SPDX-License-Identifier: MIT */
#include "adapter.h"
#include "harness.h"
#include "secp256k1.h"
#include "secp256k1_ecdh.h"
#include "secp256k1_preallocated.h"
#include <string.h>

/* The crate gives every name a prefix. */
#define NAME(name) rustsecp256k1_v0_14_##name

#define BYTES 32
#define ATTEMPTS 8

typedef NAME(context) context;

typedef NAME(pubkey) pubkey;
typedef NAME(ecdsa_signature) ecdsa_signature;

/* What the library calls when it is misused. */
void NAME(default_illegal_callback_fn)(const char *text, void *data)
{
    (void)text, (void)data;
    for (;;) {
    }
}

void NAME(default_error_callback_fn)(const char *text, void *data)
{
    (void)text, (void)data;
    for (;;) {
    }
}

#if !defined(WITHOUT_KEYGEN) || !defined(WITHOUT_SIGN)
static union {
    uint64_t aligned;
    uint8_t bytes[256];
} memory;
static context *own;

int adapter_prepare(void)
{
    uint8_t seed[BYTES] = {1};

    if (NAME(context_preallocated_size)(SECP256K1_CONTEXT_NONE) > sizeof memory) {
        return 1;
    }
    own = NAME(context_preallocated_create)(&memory, SECP256K1_CONTEXT_NONE);
    return NAME(context_randomize)(own, seed) != 1;
}
#endif

static int import_public(pubkey *key, const uint8_t *public_key)
{
    uint8_t encoded[1 + 2 * BYTES];

    encoded[0] = 4;
    memcpy(encoded + 1, public_key, 2 * BYTES);
    return NAME(ec_pubkey_parse)(NAME(context_static), key, encoded, sizeof encoded) != 1;
}

#ifndef WITHOUT_KEYGEN
int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    uint8_t encoded[1 + 2 * BYTES];
    size_t length = sizeof encoded;
    pubkey key;

    do {
        if (harness_random(private_key, BYTES) != 0) {
            return 1;
        }
    } while (NAME(ec_seckey_verify)(own, private_key) != 1);
    if (NAME(ec_pubkey_create)(own, &key, private_key) != 1 ||
        NAME(ec_pubkey_serialize)(own, encoded, &length, &key, SECP256K1_EC_UNCOMPRESSED) != 1) {
        return 1;
    }
    memcpy(public_key, encoded + 1, 2 * BYTES);
    return 0;
}
#endif

/* The secret is the x-coordinate, not its hash. */
static int take_x(unsigned char *out, const unsigned char *x, const unsigned char *y, void *data)
{
    (void)y, (void)data;
    memcpy(out, x, BYTES);
    return 1;
}

int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    pubkey key;

    if (import_public(&key, public_key)) {
        return 1;
    }
    return NAME(ecdh)(NAME(context_static), secret, &key, private_key, take_x, NULL) != 1;
}

#ifndef WITHOUT_SIGN
/* The library refuses nonces out of range and asks again. */
static int draw(unsigned char *nonce, const unsigned char *digest, const unsigned char *key,
                const unsigned char *algorithm, void *data, unsigned attempt)
{
    (void)digest, (void)key, (void)algorithm, (void)data;
    return attempt < ATTEMPTS && harness_random(nonce, BYTES) == 0;
}

int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest)
{
    ecdsa_signature signed_;

    if (NAME(ecdsa_sign)(own, &signed_, digest, private_key, draw, NULL) != 1) {
        return 1;
    }
    return NAME(ecdsa_signature_serialize_compact)(own, signature, &signed_) != 1;
}
#endif

/* The library takes low s only. */
int adapter_verify(const uint8_t *public_key, const uint8_t *digest, const uint8_t *signature)
{
    const context *plain = NAME(context_static);
    ecdsa_signature signed_;
    pubkey key;

    if (import_public(&key, public_key) ||
        NAME(ecdsa_signature_parse_compact)(plain, &signed_, signature) != 1) {
        return 1;
    }
    (void)NAME(ecdsa_signature_normalize)(plain, &signed_, &signed_);
    return NAME(ecdsa_verify)(plain, &signed_, digest, &key) != 1;
}

int adapter_validate(const uint8_t *public_key)
{
    pubkey key;

    return import_public(&key, public_key);
}
