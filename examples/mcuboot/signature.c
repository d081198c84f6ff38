/* SPDX-License-Identifier: MIT */
/* A signature by the functions of MCUboot's backend, called as MCUboot calls them. */
#include "image.h"
#include "mcuboot_config/mcuboot_config.h"

#if defined(MCUBOOT_SIGN_ED25519)

#include "bootutil/crypto/sha.h"

#include <string.h>

#define KEY_BYTES 32
#define SIGNATURE_BYTES 64

int ED25519_verify(const uint8_t *message, size_t message_len, const uint8_t signature[64],
                   const uint8_t public_key[32]);

/* A SubjectPublicKeyInfo of Ed25519 up to the key [RFC 8410, 4]. */
static const uint8_t before_key[] = {0x30, 0x2a, 0x30, 0x05, 0x06, 0x03,
                                     0x2b, 0x65, 0x70, 0x03, 0x21, 0x00};

int bootutil_verify_sig(uint8_t *hash, uint32_t hlen, uint8_t *sig, size_t slen, uint8_t key_id)
{
    const struct bootutil_key *key = &bootutil_keys[key_id];
    if (hlen != IMAGE_HASH_SIZE || slen != SIGNATURE_BYTES ||
        *key->len != sizeof before_key + KEY_BYTES ||
        memcmp(key->key, before_key, sizeof before_key) != 0) {
        return -1;
    }
    return ED25519_verify(hash, hlen, sig, key->key + sizeof before_key) == 1 ? 0 : -1;
}

#else

#include "bootutil/crypto/ecdsa.h"

int bootutil_verify_sig(uint8_t *hash, uint32_t hlen, uint8_t *sig, size_t slen, uint8_t key_id)
{
    bootutil_ecdsa_context context;
    uint8_t *key = (uint8_t *)(uintptr_t)bootutil_keys[key_id].key;
    uint8_t *end = key + *bootutil_keys[key_id].len;
    bootutil_ecdsa_init(&context);
    int failed = bootutil_ecdsa_parse_public_key(&context, &key, end);
    if (failed == 0) {
        failed = bootutil_ecdsa_verify(&context, key, (size_t)(end - key), hash, hlen, sig, slen);
    }
    bootutil_ecdsa_drop(&context);
    return failed;
}

#endif
