/* SPDX-License-Identifier: MIT */
#include "adapter.h"
#include "harness.h"
#include "whit.h"
#include <string.h>

/* Public keys of Montgomery and Edwards curves are one coordinate. */
#define LITTLE_ENDIAN_KEYS (ADAPTER_PUBLIC_KEY_BYTES == WHIT_LAB_FIELD_BYTES)
#if WHIT_LAB_AGREEMENT
#define X(name) ADAPTER_CURVE(whit_, _##name)
#define X_PUBLIC_KEY_BYTES ADAPTER_PUBLIC_KEY_BYTES
#elif WHIT_LAB_FIELD_BYTES == 32
#define X(name) whit_x25519_##name
#define ED(name) whit_ed25519_##name
#define X_PUBLIC_KEY_BYTES WHIT_X25519_PUBLIC_KEY_BYTES
#else
#define X(name) whit_x448_##name
#define ED(name) whit_ed448_##name
#define X_PUBLIC_KEY_BYTES WHIT_X448_PUBLIC_KEY_BYTES
#endif

/* In profile small a loop copies, in one place, which is less than the C library's function and its
 * calls. */
#define SMALL_small 1
#define SMALL_OF(profile) SMALL_##profile
#define SMALL_IN(profile) SMALL_OF(profile)
#if defined(WHIT_PROFILE) && SMALL_IN(WHIT_PROFILE) && WHIT_LIMB_BITS >= 32
__attribute__((noinline)) static void copy_key(volatile uint8_t *to, const uint8_t *from)
{
    for (unsigned i = 0; i < ADAPTER_PUBLIC_KEY_BYTES; i++) {
        to[i] = from[i];
    }
}
#define COPY_KEY copy_key
/* Whatever is not WHIT_OK is a failure. */
#define RANDOM_STATUS(result) ((whit_status)(WHIT_OK - (result)))

__attribute__((noinline)) static void encode_key(volatile uint8_t *to, const uint8_t *from)
{
    *to++ = 4;
    copy_key(to, from);
}
#define ENCODE encode_key

/* A key of zeros may be copied. */
#define GIVES_UP(failed) 0

__attribute__((noinline)) static int failed(whit_status status)
{
    return status != WHIT_OK;
}
#else
#define RANDOM_STATUS(result) ((result) == 0 ? WHIT_OK : WHIT_ERROR_RANDOM_FAILED)
#define GIVES_UP(failed) (failed)
#define failed(status) ((status) != WHIT_OK)
#define ENCODE(encoded, key)          \
    do {                              \
        (encoded)[0] = 4;             \
        COPY_KEY((encoded) + 1, key); \
    } while (0)
#define COPY_KEY(to, from) memcpy(to, from, ADAPTER_PUBLIC_KEY_BYTES)
#endif

#define PUBLIC_KEY_BYTES (1 + ADAPTER_PUBLIC_KEY_BYTES)
#define CURVE(name) ADAPTER_CURVE(whit_, _##name)

static whit_status fill(void *context, uint8_t *out, size_t length)
{
    (void)context;
    return RANDOM_STATUS(harness_random(out, length));
}

static const whit_random source = {fill, NULL};

#if LITTLE_ENDIAN_KEYS
int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    return X(ecdh)(secret, private_key, public_key, X_PUBLIC_KEY_BYTES) != WHIT_OK;
}

#if WHIT_LAB_EDDSA
int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    return ED(keygen)(private_key, public_key, &source) != WHIT_OK;
}

int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                 size_t length)
{
    return ED(sign)(signature, private_key, message, length) != WHIT_OK;
}

int adapter_verify(const uint8_t *public_key, const uint8_t *message, size_t length,
                   const uint8_t *signature)
{
    return ED(verify)(public_key, ADAPTER_PUBLIC_KEY_BYTES, message, length, signature,
                      ADAPTER_SIGNATURE_BYTES) != WHIT_OK;
}

int adapter_sign_hedged(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                        size_t length)
{
    return ED(sign_hedged)(signature, private_key, message, length, &source) != WHIT_OK;
}

int adapter_sign_checked(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                         size_t length)
{
    return ED(sign_checked)(signature, private_key, message, length) != WHIT_OK;
}

#if WHIT_LAB_BATCH
int adapter_verify_batch(const uint8_t *public_keys, const uint8_t *messages, size_t length,
                         const uint8_t *signatures)
{
    static ED(room) room[WHIT_LAB_BATCH];
    ED(signed) given[WHIT_LAB_BATCH];
    size_t message_length = length / WHIT_LAB_BATCH;

    for (size_t i = 0; i < WHIT_LAB_BATCH; i++) {
        given[i].public_key = public_keys + i * ADAPTER_PUBLIC_KEY_BYTES;
        given[i].public_key_length = ADAPTER_PUBLIC_KEY_BYTES;
        given[i].message = messages + i * message_length;
        given[i].message_length = message_length;
        given[i].signature = signatures + i * ADAPTER_SIGNATURE_BYTES;
        given[i].signature_length = ADAPTER_SIGNATURE_BYTES;
    }
    return ED(verify_batch)(NULL, room, WHIT_LAB_BATCH, given, WHIT_LAB_BATCH, &source) != WHIT_OK;
}
#endif
#else
int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    return X(keygen)(private_key, public_key, &source) != WHIT_OK;
}

#if WHIT_LAB_AGREEMENT
int adapter_validate(const uint8_t *public_key)
{
    return X(validate_public_key)(public_key, X_PUBLIC_KEY_BYTES) != WHIT_OK;
}
#endif
#endif
#else

/* The adapters' public keys have no prefix. */
static void encode(uint8_t encoded[PUBLIC_KEY_BYTES], const uint8_t *public_key)
{
    ENCODE(encoded, public_key);
}

int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    uint8_t encoded[PUBLIC_KEY_BYTES];

    int status = failed(CURVE(keygen)(private_key, encoded, &source));

    if (GIVES_UP(status)) {
        return 1;
    }
    COPY_KEY(public_key, encoded + 1);
    return status;
}

int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    uint8_t encoded[PUBLIC_KEY_BYTES];

    encode(encoded, public_key);
    return failed(CURVE(ecdh)(secret, private_key, encoded, sizeof encoded));
}

int adapter_validate(const uint8_t *public_key)
{
    uint8_t encoded[PUBLIC_KEY_BYTES];

    encode(encoded, public_key);
    return CURVE(validate_public_key)(encoded, sizeof encoded) != WHIT_OK;
}

int adapter_decompress(uint8_t *public_key, const uint8_t *compressed)
{
    uint8_t encoded[PUBLIC_KEY_BYTES];

    if (CURVE(decompress)(encoded, compressed, ADAPTER_COMPRESSED_BYTES) != WHIT_OK) {
        return 1;
    }
    memcpy(public_key, encoded + 1, ADAPTER_PUBLIC_KEY_BYTES);
    return 0;
}

/* The curves' hashes, which differ in length. */
#if ADAPTER_DIGEST_BYTES == 20
#define HASH whit_sha1
#elif ADAPTER_DIGEST_BYTES == 28
#define HASH whit_sha224
#elif ADAPTER_DIGEST_BYTES == 32
#define HASH whit_sha256
#elif ADAPTER_DIGEST_BYTES == 48
#define HASH whit_sha384
#else
#define HASH whit_sha512
#endif

int adapter_hash(uint8_t *digest, const uint8_t *message, size_t length)
{
    whit_hash_state state;

    whit_hash_init(&HASH, &state);
    whit_hash_update(&HASH, &state, message, length);
    whit_hash_final(&HASH, &state, digest);
    return 0;
}

#if WHIT_LAB_ECDSA
int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest)
{
    return failed(
        CURVE(sign_digest)(signature, private_key, digest, ADAPTER_DIGEST_BYTES, &source));
}

int adapter_sign_message(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                         size_t length)
{
    return CURVE(sign)(signature, private_key, message, length) != WHIT_OK;
}

int adapter_sign_hedged(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                        size_t length)
{
    return CURVE(sign_hedged)(signature, private_key, message, length, &source) != WHIT_OK;
}

/* In images of its own alone: where encode() has one caller more, the compiler does not write it
 * out in the others, whose images would change. */
#ifdef WHIT_LAB_SIGN_CHECKED
int adapter_sign_checked(uint8_t *signature, const uint8_t *private_key, const uint8_t *public_key,
                         const uint8_t *digest)
{
    uint8_t encoded[PUBLIC_KEY_BYTES];

    encode(encoded, public_key);
    return CURVE(sign_digest_checked)(signature, private_key, encoded, digest,
                                      ADAPTER_DIGEST_BYTES) != WHIT_OK;
}
#endif

int adapter_verify(const uint8_t *public_key, const uint8_t *digest, const uint8_t *signature)
{
    uint8_t encoded[PUBLIC_KEY_BYTES];

    encode(encoded, public_key);
    return failed(CURVE(verify_digest)(encoded, sizeof encoded, digest, ADAPTER_DIGEST_BYTES,
                                       signature, ADAPTER_SIGNATURE_BYTES));
}

int adapter_verify_hardened(const uint8_t *public_key, const uint8_t *digest,
                            const uint8_t *signature)
{
    uint8_t encoded[PUBLIC_KEY_BYTES];

    encode(encoded, public_key);
    return CURVE(verify_digest_hardened)(encoded, sizeof encoded, digest, ADAPTER_DIGEST_BYTES,
                                         signature, ADAPTER_SIGNATURE_BYTES) != WHIT_OK;
}

#ifdef WHIT_LAB_VERIFY_MESSAGE_HARDENED
int adapter_verify_message_hardened(const uint8_t *public_key, const uint8_t *message,
                                    size_t length, const uint8_t *signature)
{
    uint8_t encoded[PUBLIC_KEY_BYTES];

    encode(encoded, public_key);
    return CURVE(verify_hardened)(encoded, sizeof encoded, message, length, signature,
                                  ADAPTER_SIGNATURE_BYTES) != WHIT_OK;
}
#endif
#endif
#endif
