/* SPDX-License-Identifier: MIT */
#include "adapter.h"
#include "harness.h"
#include "whit.h"
#include <string.h>

/* The functions of a curve's headers, for operations.inc: of each header that an image calls. On
 * Montgomery and Edwards curves public keys are one coordinate. */
#if WHIT_LAB_AGREEMENT
#define AGREEMENT(name) ADAPTER_CURVE(whit_, _##name)
#define AGREEMENT_PUBLIC_KEY_BYTES ADAPTER_PUBLIC_KEY_BYTES
#elif WHIT_LAB_INTEGERS
#elif ADAPTER_PUBLIC_KEY_BYTES != WHIT_LAB_FIELD_BYTES
#define CURVE(name) ADAPTER_CURVE(whit_, _##name)
#elif WHIT_LAB_FIELD_BYTES == 32
#define XDH(name) whit_x25519_##name
#define XDH_PUBLIC_KEY_BYTES WHIT_X25519_PUBLIC_KEY_BYTES
#else
#define XDH(name) whit_x448_##name
#define XDH_PUBLIC_KEY_BYTES WHIT_X448_PUBLIC_KEY_BYTES
#endif
#if WHIT_LAB_EDDSA
#define EDDSA(name) ADAPTER_CURVE(whit_, _##name)
#define EDDSA_PUBLIC_KEY_BYTES ADAPTER_PUBLIC_KEY_BYTES
#endif

#define PUBLIC_KEY_BYTES (1 + ADAPTER_PUBLIC_KEY_BYTES)

static whit_status fill(void *context, uint8_t *out, size_t length)
{
    (void)context;
    return harness_random(out, length) == 0 ? WHIT_OK : WHIT_ERROR_RANDOM_FAILED;
}

static const whit_random source = {fill, NULL};

#ifdef CURVE
/* The adapters' public keys have no prefix. */
static void encode(uint8_t encoded[PUBLIC_KEY_BYTES], const uint8_t *public_key)
{
    encoded[0] = 4;
    memcpy(encoded + 1, public_key, ADAPTER_PUBLIC_KEY_BYTES);
}
#endif

#include "operations.inc"

#if WHIT_LAB_BATCH
int adapter_verify_batch(const uint8_t *public_keys, const uint8_t *messages, size_t length,
                         const uint8_t *signatures)
{
    static EDDSA(room) room[WHIT_LAB_BATCH];
    EDDSA(signed) given[WHIT_LAB_BATCH];
    size_t message_length = length / WHIT_LAB_BATCH;

    for (size_t i = 0; i < WHIT_LAB_BATCH; i++) {
        given[i].public_key = public_keys + i * ADAPTER_PUBLIC_KEY_BYTES;
        given[i].public_key_length = ADAPTER_PUBLIC_KEY_BYTES;
        given[i].message = messages + i * message_length;
        given[i].message_length = message_length;
        given[i].signature = signatures + i * ADAPTER_SIGNATURE_BYTES;
        given[i].signature_length = ADAPTER_SIGNATURE_BYTES;
    }
    return EDDSA(verify_batch)(NULL, room, WHIT_LAB_BATCH, given, WHIT_LAB_BATCH, &source) !=
           WHIT_OK;
}
#endif

#ifdef CURVE
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
#endif

#ifdef WHIT_LAB_ARITHMETIC
#define POINT_ADD 13
#define POINT_MUL 25

#if WHIT_LAB_ARITHMETIC == POINT_ADD || WHIT_LAB_ARITHMETIC == POINT_MUL
static CURVE(scalar) k;
static CURVE(point) point, base;

int adapter_operands(const uint8_t *private_key, const uint8_t *public_key)
{
    uint8_t encoded[PUBLIC_KEY_BYTES];

    encode(encoded, public_key);
    return CURVE(scalar_read)(&k, private_key, ADAPTER_PRIVATE_KEY_BYTES) != WHIT_OK ||
           CURVE(point_decode)(&point, encoded, sizeof encoded) != WHIT_OK ||
           CURVE(point_set_base)(&base) != WHIT_OK;
}

int adapter_point_add(void)
{
    return CURVE(point_add)(&point, &point, &base) != WHIT_OK;
}

int adapter_point_mul(void)
{
    return CURVE(point_mul)(&point, &k, &point) != WHIT_OK;
}

int adapter_result(uint8_t *secret)
{
    uint8_t encoded[PUBLIC_KEY_BYTES];

    if (CURVE(point_encode)(encoded, sizeof encoded, &point) != WHIT_OK) {
        return 1;
    }
    memcpy(secret, encoded + 1, ADAPTER_SECRET_BYTES);
    return 0;
}
#else
WHIT_INTEGERS(number, 8 * WHIT_LAB_FIELD_BYTES);

static number_modulus p;
static number_integer x, y;
static uint8_t exponent[ADAPTER_PRIVATE_KEY_BYTES];

int adapter_operands(const uint8_t *private_key, const uint8_t *public_key)
{
    static const uint8_t prime[] = {WHIT_LAB_PRIME};

    memcpy(exponent, private_key, sizeof exponent);
    return number_set_modulus(&p, prime, sizeof prime) != WHIT_OK ||
           number_read(&x, public_key, WHIT_LAB_FIELD_BYTES, &p) != WHIT_OK ||
           number_read(&y, public_key + WHIT_LAB_FIELD_BYTES, WHIT_LAB_FIELD_BYTES, &p) != WHIT_OK;
}

int adapter_mod_add(void)
{
    return number_add(&x, &x, &y, &p) != WHIT_OK;
}

int adapter_mod_mul(void)
{
    return number_mul(&x, &x, &y, &p) != WHIT_OK;
}

int adapter_mod_exp(void)
{
    return number_exp(&x, &x, exponent, sizeof exponent, &p) != WHIT_OK;
}

int adapter_mod_inv(void)
{
    return number_inverse(&x, &x, &p) != WHIT_OK;
}

int adapter_result(uint8_t *secret)
{
    return number_write(secret, ADAPTER_SECRET_BYTES, &x, &p) != WHIT_OK;
}
#endif
#endif
