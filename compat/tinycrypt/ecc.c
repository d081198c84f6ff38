/* SPDX-License-Identifier: MIT */
/* TinyCrypt's functions over Whit's public ones. Inputs are copied: into Whit's encodings, and so
 * that they may lie where outputs go, as TinyCrypt lets them. */
#ifndef ENABLE_TESTS
#define ENABLE_TESTS
#endif
#include <tinycrypt/ecc.h>
#include <tinycrypt/ecc_dh.h>
#include <tinycrypt/ecc_dsa.h>
#include <tinycrypt/ecc_platform_specific.h>

#include <stddef.h>
#include <string.h>
#include <whit/secp256r1.h>

#define BYTES NUM_ECC_BYTES
#define PUBLIC_BYTES (1 + 2 * BYTES)

/* ---- Random source ---- */

#if defined(__GNUC__) && defined(__ELF__)
#define WEAK __attribute__((weak))
#else
#define WEAK
#endif

#if defined(__unix__) || defined(__linux__) || (defined(__APPLE__) && defined(__MACH__))
#include <whit/posix.h>

WEAK int default_CSPRNG(uint8_t *dest, unsigned int size)
{
    return whit_random_posix.fill(whit_random_posix.context, dest, size) == WHIT_OK;
}
#else
extern WEAK int default_CSPRNG(uint8_t *dest, unsigned int size);
#endif

static uECC_RNG_Function rng = default_CSPRNG;

void uECC_set_rng(uECC_RNG_Function rng_function)
{
    rng = rng_function;
}

uECC_RNG_Function uECC_get_rng(void)
{
    return rng;
}

static whit_status draw(void *context, uint8_t *out, size_t length)
{
    (void)context;
    return rng != NULL && rng(out, (unsigned int)length) != 0 ? WHIT_OK : WHIT_ERROR_RANDOM_FAILED;
}

static const whit_random drawn = {draw, NULL};

/* ---- The curve ---- */

static const struct uECC_Curve_t secp256r1 = {
    NUM_ECC_WORDS,
    NUM_ECC_BYTES,
    256,
    {0xffffffff, 0xffffffff, 0xffffffff, 0x00000000, 0x00000000, 0x00000000, 0x00000001,
     0xffffffff},
    {0xfc632551, 0xf3b9cac2, 0xa7179e84, 0xbce6faad, 0xffffffff, 0xffffffff, 0x00000000,
     0xffffffff},
    {0xd898c296, 0xf4a13945, 0x2deb33a0, 0x77037d81, 0x63a440f2, 0xf8bce6e5, 0xe12c4247, 0x6b17d1f2,
     0x37bf51f5, 0xcbb64068, 0x6b315ece, 0x2bce3357, 0x7c0f9e16, 0x8ee7eb4a, 0xfe1a7f9b,
     0x4fe342e2},
    {0x27d2604b, 0x3bce3c3e, 0xcc53b0f6, 0x651d06b0, 0x769886bc, 0xb3ebbd55, 0xaa3a93e7,
     0x5ac635d8},
};

uECC_Curve uECC_secp256r1(void)
{
    return &secp256r1;
}

int uECC_curve_private_key_size(uECC_Curve curve)
{
    return BITS_TO_BYTES(curve->num_n_bits);
}

int uECC_curve_public_key_size(uECC_Curve curve)
{
    return 2 * curve->num_bytes;
}

/* ---- Numbers ---- */

#include "ecc_vli.inc"

/* ---- Bytes ---- */

static void wipe(void *object, size_t length)
{
    volatile uint8_t *byte = (volatile uint8_t *)object;
    while (length-- > 0) {
        *byte++ = 0;
    }
}

static void copy(uint8_t *out, const uint8_t *in, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        out[i] = in[i];
    }
}

/* A public key with Whit's prefix. */
static void read_public(uint8_t q[PUBLIC_BYTES], const uint8_t *public_key)
{
    q[0] = 4;
    copy(q + 1, public_key, 2 * BYTES);
}

/* The bytes of a digest that count; returns how many. An empty digest is the number zero. */
static size_t read_digest(uint8_t out[BYTES], const uint8_t *message_hash, size_t length)
{
    if (length > BYTES) {
        length = BYTES;
    }
    out[0] = 0;
    copy(out, message_hash, length);
    return length + (length == 0);
}

/* ---- Keys ---- */

int uECC_make_key(uint8_t *p_public_key, uint8_t *p_private_key, uECC_Curve curve)
{
    uint8_t d[BYTES] = {0};
    uint8_t q[PUBLIC_BYTES] = {0};
    (void)curve;
    whit_status status = whit_secp256r1_keygen(d, q, &drawn);
    copy(p_private_key, d, BYTES);
    copy(p_public_key, q + 1, 2 * BYTES);
    wipe(d, sizeof d);
    return status == WHIT_OK;
}

int uECC_compute_public_key(const uint8_t *private_key, uint8_t *public_key, uECC_Curve curve)
{
    uint8_t d[BYTES];
    uint8_t q[PUBLIC_BYTES] = {0};
    (void)curve;
    copy(d, private_key, BYTES);
    whit_status status = whit_secp256r1_public_key(q, d);
    copy(public_key, q + 1, 2 * BYTES);
    wipe(d, sizeof d);
    return status == WHIT_OK;
}

int uECC_make_key_with_d(uint8_t *p_public_key, uint8_t *p_private_key, unsigned int *d,
                         uECC_Curve curve)
{
    to_bytes(p_private_key, BYTES, d);
    int made = uECC_compute_public_key(p_private_key, p_public_key, curve);
    if (!made) {
        wipe(p_private_key, BYTES);
    }
    return made;
}

uECC_word_t EccPoint_compute_public_key(uECC_word_t *result, uECC_word_t *private_key,
                                        uECC_Curve curve)
{
    uint8_t d[BYTES];
    uint8_t q[2 * BYTES];
    to_bytes(d, BYTES, private_key);
    int made = uECC_compute_public_key(d, q, curve);
    from_bytes(result, q, BYTES);
    from_bytes(result + NUM_ECC_WORDS, q + BYTES, BYTES);
    wipe(d, sizeof d);
    return (uECC_word_t)made;
}

uECC_word_t EccPoint_isZero(const uECC_word_t *point, uECC_Curve curve)
{
    return uECC_vli_isZero(point, (wordcount_t)(2 * curve->num_words));
}

static int validity(const uint8_t q[PUBLIC_BYTES])
{
    uint8_t any = 0;
    for (size_t i = 1; i < PUBLIC_BYTES; i++) {
        any |= q[i];
    }
    if (any == 0) {
        return -1;
    }
    switch (whit_secp256r1_validate_public_key(q, PUBLIC_BYTES)) {
    case WHIT_OK:
        return 0;
    case WHIT_ERROR_PUBLIC_KEY_RANGE:
        return -2;
    default:
        return -3;
    }
}

int uECC_valid_point(const uECC_word_t *point, uECC_Curve curve)
{
    uint8_t q[PUBLIC_BYTES] = {4};
    to_bytes(q + 1, BYTES, point);
    to_bytes(q + 1 + BYTES, BYTES, point + curve->num_words);
    return validity(q);
}

int uECC_valid_public_key(const uint8_t *public_key, uECC_Curve curve)
{
    uint8_t q[PUBLIC_BYTES];
    uECC_word_t point[2 * NUM_ECC_WORDS];
    from_bytes(point, public_key, BYTES);
    from_bytes(point + NUM_ECC_WORDS, public_key + BYTES, BYTES);
    if (uECC_vli_equal(point, curve->G, 2 * NUM_ECC_WORDS) == 0) {
        return -4;
    }
    read_public(q, public_key);
    return validity(q);
}

int uECC_shared_secret(const uint8_t *p_public_key, const uint8_t *p_private_key, uint8_t *p_secret,
                       uECC_Curve curve)
{
    uint8_t d[BYTES];
    uint8_t q[PUBLIC_BYTES];
    uint8_t x[BYTES] = {0};
    (void)curve;
    copy(d, p_private_key, BYTES);
    read_public(q, p_public_key);
    whit_status status = whit_secp256r1_ecdh(x, d, q, sizeof q);
    copy(p_secret, x, BYTES);
    wipe(d, sizeof d);
    wipe(x, sizeof x);
    return status == WHIT_OK;
}

/* ---- Signatures ---- */

static int sign(const uint8_t *private_key, const uint8_t *message_hash, size_t hash_size,
                const whit_random *random, uint8_t *signature)
{
    uint8_t d[BYTES];
    uint8_t digest[BYTES];
    uint8_t rs[2 * BYTES] = {0};
    size_t length = read_digest(digest, message_hash, hash_size);
    copy(d, private_key, BYTES);
    whit_status status = whit_secp256r1_sign_digest(rs, d, digest, length, random);
    copy(signature, rs, 2 * BYTES);
    wipe(d, sizeof d);
    return status == WHIT_OK;
}

int uECC_sign(const uint8_t *p_private_key, const uint8_t *p_message_hash, unsigned p_hash_size,
              uint8_t *p_signature, uECC_Curve curve)
{
    (void)curve;
    return sign(p_private_key, p_message_hash, p_hash_size, &drawn, p_signature);
}

/* The nonce of uECC_sign_with_k, once. A second draw means that it was of no use. */
static whit_status draw_given(void *context, uint8_t *out, size_t length)
{
    const uECC_word_t **k = (const uECC_word_t **)context;
    if (*k == NULL) {
        return WHIT_ERROR_RANDOM_FAILED;
    }
    to_bytes(out, length, *k);
    *k = NULL;
    return WHIT_OK;
}

int uECC_sign_with_k(const uint8_t *private_key, const uint8_t *message_hash,
                     unsigned int hash_size, uECC_word_t *k, uint8_t *signature, uECC_Curve curve)
{
    const uECC_word_t *given = k;
    const whit_random random = {draw_given, &given};
    (void)curve;
    return sign(private_key, message_hash, hash_size, &random, signature);
}

int uECC_verify(const uint8_t *p_public_key, const uint8_t *p_message_hash,
                unsigned int p_hash_size, const uint8_t *p_signature, uECC_Curve curve)
{
    uint8_t q[PUBLIC_BYTES];
    uint8_t digest[BYTES];
    size_t length = read_digest(digest, p_message_hash, p_hash_size);
    (void)curve;
    read_public(q, p_public_key);
    return whit_secp256r1_verify_digest(q, sizeof q, digest, length, p_signature, 2 * BYTES) ==
           WHIT_OK;
}
