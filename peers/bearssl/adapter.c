/* SPDX-License-Identifier: MIT */
#include "adapter.h"
#include "bearssl.h"
#include "harness.h"
#include <string.h>

/* peer.toml says which of the library's implementations a configuration has; the field's
 * length tells which of them this curve takes. */
#define POINT_BYTES (1 + ADAPTER_PUBLIC_KEY_BYTES)
#if ADAPTER_PUBLIC_KEY_BYTES == WHIT_LAB_FIELD_BYTES
#define IS_X25519 1
#define IMPLEMENTATION BEARSSL_25519
#elif WHIT_LAB_FIELD_BYTES == 32
#define IMPLEMENTATION BEARSSL_256
#else
#define IMPLEMENTATION BEARSSL_PRIME
#endif

#if WHIT_LAB_DIGEST_BYTES == 32
#define HASH(name) br_sha256_##name
#elif WHIT_LAB_DIGEST_BYTES == 48
#define HASH(name) br_sha384_##name
#else
#define HASH(name) br_sha512_##name
#endif

#define CURVE ADAPTER_CURVE(BR_EC_, )
#define ECDSA(name) ECDSA_PASTE(BEARSSL_ECDSA, name)
#define ECDSA_PASTE(prefix, name) ECDSA_PASTE_EXPANDED(prefix, name)
#define ECDSA_PASTE_EXPANDED(prefix, name) prefix##name

#if IS_X25519
int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    if (harness_random(private_key, ADAPTER_PRIVATE_KEY_BYTES) != 0) {
        return 1;
    }
    return IMPLEMENTATION.mulgen(public_key, private_key, ADAPTER_PRIVATE_KEY_BYTES, CURVE) !=
           ADAPTER_PUBLIC_KEY_BYTES;
}

int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    memcpy(secret, public_key, ADAPTER_PUBLIC_KEY_BYTES);
    return IMPLEMENTATION.mul(secret, ADAPTER_PUBLIC_KEY_BYTES, private_key,
                              ADAPTER_PRIVATE_KEY_BYTES, CURVE) != 1;
}
#else
/* The library's generators cannot fail: that ours did is kept beside it. */
struct source {
    const br_prng_class *vtable;
    int failed;
};

static void generate(const br_prng_class **context, void *out, size_t length)
{
    struct source *source = (struct source *)(void *)context;

    if (harness_random(out, length) != 0) {
        memset(out, 1, length); /* in range: the library asks until it is */
        source->failed = 1;
    }
}

static const br_prng_class source_class = {sizeof(struct source), NULL, generate, NULL};

int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    struct source source = {&source_class, 0};
    br_ec_private_key key;
    uint8_t point[POINT_BYTES];

    if (br_ec_keygen(&source.vtable, &IMPLEMENTATION, &key, private_key, CURVE) !=
            ADAPTER_PRIVATE_KEY_BYTES ||
        source.failed || br_ec_compute_pub(&IMPLEMENTATION, NULL, point, &key) != POINT_BYTES) {
        return 1;
    }
    memcpy(public_key, point + 1, ADAPTER_PUBLIC_KEY_BYTES);
    return 0;
}

/* A public key as the library has it, and the key that points to it. */
static void load(br_ec_public_key *key, uint8_t point[POINT_BYTES], const uint8_t *public_key)
{
    point[0] = 4;
    memcpy(point + 1, public_key, ADAPTER_PUBLIC_KEY_BYTES);
    key->curve = CURVE;
    key->q = point;
    key->qlen = POINT_BYTES;
}

int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    br_ec_public_key key;
    uint8_t point[POINT_BYTES];

    load(&key, point, public_key);
    if (IMPLEMENTATION.mul(point, sizeof point, private_key, ADAPTER_PRIVATE_KEY_BYTES, CURVE) !=
        1) {
        return 1;
    }
    memcpy(secret, point + 1, ADAPTER_SECRET_BYTES);
    return 0;
}

int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest)
{
    br_ec_private_key key = {CURVE, (unsigned char *)private_key, ADAPTER_PRIVATE_KEY_BYTES};

    return ECDSA(sign_raw)(&IMPLEMENTATION, &HASH(vtable), digest, &key, signature) !=
           ADAPTER_SIGNATURE_BYTES;
}

int adapter_sign_message(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                         size_t length)
{
    HASH(context) context;
    uint8_t digest[ADAPTER_DIGEST_BYTES];

    HASH(init)(&context);
    HASH(update)(&context, message, length);
    HASH(out)(&context, digest);
    return adapter_sign(signature, private_key, digest);
}

int adapter_verify(const uint8_t *public_key, const uint8_t *digest, const uint8_t *signature)
{
    br_ec_public_key key;
    uint8_t point[POINT_BYTES];

    load(&key, point, public_key);
    return ECDSA(vrfy_raw)(&IMPLEMENTATION, digest, ADAPTER_DIGEST_BYTES, &key, signature,
                           ADAPTER_SIGNATURE_BYTES) != 1;
}
#endif
