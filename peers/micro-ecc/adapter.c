/* SPDX-License-Identifier: MIT */
#include "adapter.h"
#include "harness.h"
#include "uECC.h"
#include <string.h>

#define CURVE ADAPTER_CURVE(uECC_, )()

/* The halves of its signatures have the field's length, where others have the order's,
 * which has one byte more on secp160r1. */
#define HALF_BYTES WHIT_LAB_FIELD_BYTES
#define SPARE_BYTES (WHIT_LAB_ORDER_BYTES - WHIT_LAB_FIELD_BYTES)

static int generate(uint8_t *out, unsigned length)
{
    return harness_random(out, length) == 0;
}

int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    uECC_set_rng(generate);
    return uECC_make_key(public_key, private_key, CURVE) != 1;
}

/* No random source here: it is optional, and without it the library is smaller and
 * faster. On hosts it has one of its own, which opens /dev/urandom. */
int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
#if defined(__unix__) || defined(__APPLE__)
    uECC_set_rng(0);
#endif
    if (uECC_valid_public_key(public_key, CURVE) != 1) {
        return 1;
    }
    return uECC_shared_secret(public_key, private_key, secret, CURVE) != 1;
}

#if WHIT_LAB_ORDER_BYTES == WHIT_LAB_FIELD_BYTES
int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest)
{
    uECC_set_rng(generate);
    return uECC_sign(private_key, digest, ADAPTER_DIGEST_BYTES, signature, CURVE) != 1;
}

static int verify(const uint8_t *public_key, const uint8_t *digest, const uint8_t *signature)
{
    return uECC_verify(public_key, digest, ADAPTER_DIGEST_BYTES, signature, CURVE) != 1;
}
#else
int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest)
{
    uint8_t halves[2 * HALF_BYTES];

    uECC_set_rng(generate);
    if (uECC_sign(private_key, digest, ADAPTER_DIGEST_BYTES, halves, CURVE) != 1) {
        return 1;
    }
    memset(signature, 0, ADAPTER_SIGNATURE_BYTES);
    memcpy(signature + SPARE_BYTES, halves, HALF_BYTES);
    memcpy(signature + WHIT_LAB_ORDER_BYTES + SPARE_BYTES, halves + HALF_BYTES, HALF_BYTES);
    return 0;
}

static int verify(const uint8_t *public_key, const uint8_t *digest, const uint8_t *signature)
{
    uint8_t halves[2 * HALF_BYTES];

    if (signature[0] != 0 || signature[WHIT_LAB_ORDER_BYTES] != 0) {
        return 1;
    }
    memcpy(halves, signature + SPARE_BYTES, HALF_BYTES);
    memcpy(halves + HALF_BYTES, signature + WHIT_LAB_ORDER_BYTES + SPARE_BYTES, HALF_BYTES);
    return uECC_verify(public_key, digest, ADAPTER_DIGEST_BYTES, halves, CURVE) != 1;
}
#endif

int adapter_verify(const uint8_t *public_key, const uint8_t *digest, const uint8_t *signature)
{
    if (uECC_valid_public_key(public_key, CURVE) != 1) {
        return 1;
    }
    return verify(public_key, digest, signature);
}

int adapter_validate(const uint8_t *public_key)
{
    return uECC_valid_public_key(public_key, CURVE) != 1;
}

#if uECC_SUPPORT_COMPRESSED_POINT
/* The library takes any prefix and any x; the adapter does what it leaves out. */
int adapter_decompress(uint8_t *public_key, const uint8_t *compressed)
{
    if (compressed[0] != 2 && compressed[0] != 3) {
        return 1;
    }
    uECC_decompress(compressed, public_key, CURVE);
    return uECC_valid_public_key(public_key, CURVE) != 1;
}
#endif
