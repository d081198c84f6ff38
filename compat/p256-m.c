/* SPDX-License-Identifier: MIT */
/* p256-m's functions over Whit's public ones. Outputs are computed in buffers of their own and
 * then copied: into p256-m's encodings, and so that they may lie where inputs do. */
#include "p256-m.h"

#include <string.h>
#include <whit/secp256r1.h>

#define PUBLIC_BYTES WHIT_SECP256R1_PUBLIC_KEY_BYTES

static whit_status draw(void *context, uint8_t *out, size_t length)
{
    (void)context;
    return p256_generate_random(out, (unsigned)length) == 0 ? WHIT_OK : WHIT_ERROR_RANDOM_FAILED;
}

static const whit_random drawn = {draw, NULL};

/* A public key with Whit's prefix. */
static void read_public(uint8_t q[PUBLIC_BYTES], const uint8_t pub[64])
{
    q[0] = 4;
    memcpy(q + 1, pub, 64);
}

/* The number zero, for an empty digest. */
static const uint8_t zero[1] = {0};

/* P256_SUCCESS, or what has failed. */
static int result(whit_status status, int failure)
{
    return status == WHIT_OK ? P256_SUCCESS : failure;
}

/* The same where a private key may be the reason. */
static int result_of_private(whit_status status, int failure)
{
    return result(status, status == WHIT_ERROR_PRIVATE_KEY_RANGE ? P256_INVALID_PRIVKEY : failure);
}

int p256_gen_keypair(uint8_t priv[32], uint8_t pub[64])
{
    uint8_t q[PUBLIC_BYTES] = {0};
    whit_status status = whit_secp256r1_keygen(priv, q, &drawn);
    memcpy(pub, q + 1, 64);
    return result(status, P256_RANDOM_FAILED);
}

int p256_ecdh_shared_secret(uint8_t secret[32], const uint8_t priv[32], const uint8_t pub[64])
{
    uint8_t q[PUBLIC_BYTES];
    uint8_t x[32] = {0};
    read_public(q, pub);
    whit_status status = whit_secp256r1_ecdh(x, priv, q, sizeof q);
    memcpy(secret, x, sizeof x);
    volatile uint8_t *left = x;
    for (size_t i = 0; i < sizeof x; i++) {
        left[i] = 0;
    }
    return result_of_private(status, P256_INVALID_PUBKEY);
}

int p256_ecdsa_sign(uint8_t sig[64], const uint8_t priv[32], const uint8_t *hash, size_t hlen)
{
    uint8_t rs[64] = {0};
    whit_status status = whit_secp256r1_sign_digest(rs, priv, hlen == 0 ? zero : hash,
                                                    hlen == 0 ? sizeof zero : hlen, &drawn);
    memcpy(sig, rs, sizeof rs);
    return result_of_private(status, P256_RANDOM_FAILED);
}

int p256_ecdsa_verify(const uint8_t sig[64], const uint8_t pub[64], const uint8_t *hash,
                      size_t hlen)
{
    uint8_t q[PUBLIC_BYTES];
    read_public(q, pub);
    whit_status status = whit_secp256r1_verify_digest(q, sizeof q, hlen == 0 ? zero : hash,
                                                      hlen == 0 ? sizeof zero : hlen, sig, 64);
    int signature = status == WHIT_ERROR_SIGNATURE_RANGE || status == WHIT_ERROR_SIGNATURE_INVALID;
    return result(status, signature ? P256_INVALID_SIGNATURE : P256_INVALID_PUBKEY);
}

int p256_validate_pubkey(const uint8_t pub[64])
{
    uint8_t q[PUBLIC_BYTES];
    read_public(q, pub);
    return result(whit_secp256r1_validate_public_key(q, sizeof q), P256_INVALID_PUBKEY);
}

int p256_validate_privkey(const uint8_t priv[32])
{
    return result(whit_secp256r1_validate_private_key(priv, 32), P256_INVALID_PRIVKEY);
}

int p256_public_from_private(uint8_t pub[64], const uint8_t priv[32])
{
    uint8_t q[PUBLIC_BYTES] = {0};
    whit_status status = whit_secp256r1_public_key(q, priv);
    memcpy(pub, q + 1, 64);
    return result(status, P256_INVALID_PRIVKEY);
}
