/* SPDX-License-Identifier: MIT */
#include "adapter.h"
#include "harness.h"
#include "uECC.h"

static int generate(uint8_t *out, unsigned length)
{
    return harness_random(out, length) == 0;
}

int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    uECC_set_rng(generate);
    return uECC_make_key(public_key, private_key, uECC_secp256r1()) != 1;
}

/* No random source here: it is optional, and without it the library is smaller and
 * faster. On hosts it has one of its own, which opens /dev/urandom. */
int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
#if defined(__unix__) || defined(__APPLE__)
    uECC_set_rng(0);
#endif
    if (uECC_valid_public_key(public_key, uECC_secp256r1()) != 1) {
        return 1;
    }
    return uECC_shared_secret(public_key, private_key, secret, uECC_secp256r1()) != 1;
}

int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest)
{
    uECC_set_rng(generate);
    return uECC_sign(private_key, digest, ADAPTER_DIGEST_BYTES, signature, uECC_secp256r1()) != 1;
}

int adapter_verify(const uint8_t *public_key, const uint8_t *digest, const uint8_t *signature)
{
    if (uECC_valid_public_key(public_key, uECC_secp256r1()) != 1) {
        return 1;
    }
    return uECC_verify(public_key, digest, ADAPTER_DIGEST_BYTES, signature, uECC_secp256r1()) != 1;
}

int adapter_validate(const uint8_t *public_key)
{
    return uECC_valid_public_key(public_key, uECC_secp256r1()) != 1;
}

#if uECC_SUPPORT_COMPRESSED_POINT
/* The library takes any prefix and any x; the adapter does what it leaves out. */
int adapter_decompress(uint8_t *public_key, const uint8_t *compressed)
{
    if (compressed[0] != 2 && compressed[0] != 3) {
        return 1;
    }
    uECC_decompress(compressed, public_key, uECC_secp256r1());
    return uECC_valid_public_key(public_key, uECC_secp256r1()) != 1;
}
#endif
