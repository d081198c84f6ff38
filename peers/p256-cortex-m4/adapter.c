/* SPDX-License-Identifier: MIT */
#include "adapter.h"
#include "harness.h"
#include "p256-cortex-m4.h"

#define BYTES 32
#define WORDS 8

/* The library's integers are arrays of words, the least significant one first. */
static void load(uint32_t words[WORDS], const uint8_t *bytes)
{
    p256_convert_endianness(words, bytes, BYTES);
}

static void store(uint8_t *bytes, const uint32_t words[WORDS])
{
    p256_convert_endianness(bytes, words, BYTES);
}

#if include_p256_keygen
int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    uint32_t key[WORDS], x[WORDS], y[WORDS];

    /* It refuses what is not in range. */
    do {
        if (harness_random((uint8_t *)key, BYTES) != 0) {
            return 1;
        }
    } while (!p256_keygen(x, y, key));
    store(private_key, key);
    store(public_key, x);
    store(public_key + BYTES, y);
    return 0;
}
#endif

#if include_p256_ecdh
int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    uint32_t key[WORDS], x[WORDS], y[WORDS];

    load(key, private_key);
    load(x, public_key);
    load(y, public_key + BYTES);
    return !p256_ecdh_calc_shared_secret(secret, key, x, y);
}
#endif

#if include_p256_sign
int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest)
{
    uint32_t key[WORDS], nonce[WORDS], r[WORDS], s[WORDS];

    load(key, private_key);
    do {
        if (harness_random((uint8_t *)nonce, BYTES) != 0) {
            return 1;
        }
    } while (!p256_sign(r, s, digest, ADAPTER_DIGEST_BYTES, key, nonce));
    store(signature, r);
    store(signature + BYTES, s);
    return 0;
}
#endif

#if include_p256_verify
int adapter_verify(const uint8_t *public_key, const uint8_t *digest, const uint8_t *signature)
{
    uint32_t x[WORDS], y[WORDS], r[WORDS], s[WORDS];

    load(x, public_key);
    load(y, public_key + BYTES);
    load(r, signature);
    load(s, signature + BYTES);
    return !p256_verify(x, y, digest, ADAPTER_DIGEST_BYTES, r, s);
}
#endif

#if include_p256_decompress_point
int adapter_decompress(uint8_t *public_key, const uint8_t *compressed)
{
    uint32_t x[WORDS], y[WORDS];

    if (!p256_octet_string_to_point(x, y, compressed, ADAPTER_COMPRESSED_BYTES)) {
        return 1;
    }
    store(public_key, x);
    store(public_key + BYTES, y);
    return 0;
}
#endif
