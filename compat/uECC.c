/* SPDX-License-Identifier: MIT */
/* micro-ecc's functions over Whit's public ones. Inputs are copied: into Whit's encodings, and so
 * that they may lie where outputs go, as micro-ecc lets them. */
#include "uECC.h"

#include <stddef.h>
#include <string.h>
#include <whit/ecdh.h>
#include <whit/ecdsa.h>
#include <whit/key.h>

#if uECC_SUPPORTS_secp160r1
#include <whit/secp160r1.h>
#endif
#if uECC_SUPPORTS_secp192r1
#include <whit/secp192r1.h>
#endif
#if uECC_SUPPORTS_secp224r1
#include <whit/secp224r1.h>
#endif
#if uECC_SUPPORTS_secp256r1
#include <whit/secp256r1.h>
#endif
#if uECC_SUPPORTS_secp256k1
#include <whit/secp256k1.h>
#endif

/* Signing gives up after so many nonces. */
#ifndef uECC_RNG_MAX_TRIES
#define uECC_RNG_MAX_TRIES 64
#endif

/* Of the widest curve: bytes in a coordinate and in the order. */
#define FIELD_MAX 32
#define ORDER_MAX 32
#define PUBLIC_MAX (1 + 2 * FIELD_MAX)

/* ---- Random source ---- */

#if defined(uECC_POSIX) || defined(__unix__) || defined(__linux__) || \
    (defined(__APPLE__) && defined(__MACH__))
#include <whit/posix.h>

static int draw_from_system(uint8_t *dest, unsigned size)
{
    return whit_random_posix.fill(whit_random_posix.context, dest, size) == WHIT_OK;
}
static uECC_RNG_Function rng = draw_from_system;
#else
static uECC_RNG_Function rng = NULL;
#endif

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
    return rng != NULL && rng(out, (unsigned)length) != 0 ? WHIT_OK : WHIT_ERROR_RANDOM_FAILED;
}

static const whit_random drawn = {draw, NULL};

/* ---- Curves ---- */

/* uECC_Curve is never defined: it is a whit_curve under another name. */
static const whit_curve *object(uECC_Curve curve)
{
    return (const whit_curve *)curve;
}

#if uECC_SUPPORTS_secp160r1
uECC_Curve uECC_secp160r1(void)
{
    return (uECC_Curve)&whit_secp160r1;
}
#endif
#if uECC_SUPPORTS_secp192r1
uECC_Curve uECC_secp192r1(void)
{
    return (uECC_Curve)&whit_secp192r1;
}
#endif
#if uECC_SUPPORTS_secp224r1
uECC_Curve uECC_secp224r1(void)
{
    return (uECC_Curve)&whit_secp224r1;
}
#endif
#if uECC_SUPPORTS_secp256r1
uECC_Curve uECC_secp256r1(void)
{
    return (uECC_Curve)&whit_secp256r1;
}
#endif
#if uECC_SUPPORTS_secp256k1
uECC_Curve uECC_secp256k1(void)
{
    return (uECC_Curve)&whit_secp256k1;
}
#endif

/* What verifying and deriving secrets do without, and so do programs that do only that. */
typedef struct known {
    const whit_curve *curve;
    const whit_base *base;
    uint8_t order[ORDER_MAX];
} known;

static const known all_known[] = {
#if uECC_SUPPORTS_secp160r1
    {&whit_secp160r1, &whit_secp160r1_base, {0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
                                             0x00, 0x00, 0x00, 0x01, 0xf4, 0xc8, 0xf9,
                                             0x27, 0xae, 0xd3, 0xca, 0x75, 0x22, 0x57}},
#endif
#if uECC_SUPPORTS_secp192r1
    {&whit_secp192r1, &whit_secp192r1_base, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                             0xff, 0xff, 0xff, 0xff, 0x99, 0xde, 0xf8, 0x36,
                                             0x14, 0x6b, 0xc9, 0xb1, 0xb4, 0xd2, 0x28, 0x31}},
#endif
#if uECC_SUPPORTS_secp224r1
    {&whit_secp224r1,
     &whit_secp224r1_base,
     {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
      0x16, 0xa2, 0xe0, 0xb8, 0xf0, 0x3e, 0x13, 0xdd, 0x29, 0x45, 0x5c, 0x5c, 0x2a, 0x3d}},
#endif
#if uECC_SUPPORTS_secp256r1
    {&whit_secp256r1, &whit_secp256r1_base, {0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00,
                                             0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                             0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84,
                                             0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51}},
#endif
#if uECC_SUPPORTS_secp256k1
    {&whit_secp256k1, &whit_secp256k1_base, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                             0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe,
                                             0xba, 0xae, 0xdc, 0xe6, 0xaf, 0x48, 0xa0, 0x3b,
                                             0xbf, 0xd2, 0x5e, 0x8c, 0xd0, 0x36, 0x41, 0x41}},
#endif
};

static const known *find(uECC_Curve curve)
{
    size_t i = 0;
    while (all_known[i].curve != object(curve) && i + 1 < sizeof all_known / sizeof *all_known) {
        i++;
    }
    return &all_known[i];
}

int uECC_curve_private_key_size(uECC_Curve curve)
{
    return (int)whit_curve_order_bytes(object(curve));
}

int uECC_curve_public_key_size(uECC_Curve curve)
{
    return 2 * (int)whit_curve_field_bytes(object(curve));
}

/* ---- Bytes ---- */

static void wipe(void *object_to_wipe, size_t length)
{
    volatile uint8_t *byte = (volatile uint8_t *)object_to_wipe;
    while (length-- > 0) {
        *byte++ = 0;
    }
}

/* A number from the caller's byte order to big-endian, or back. */
static void copy_number(uint8_t *out, const uint8_t *in, size_t length)
{
#if uECC_VLI_NATIVE_LITTLE_ENDIAN
    for (size_t i = 0; i < length; i++) {
        out[i] = in[length - 1 - i];
    }
#else
    memcpy(out, in, length);
#endif
}

static void read_public(uint8_t *out, const uint8_t *public_key, size_t f)
{
    out[0] = 4;
    copy_number(out + 1, public_key, f);
    copy_number(out + 1 + f, public_key + f, f);
}

static void write_public(uint8_t *public_key, const uint8_t *in, size_t f)
{
    copy_number(public_key, in + 1, f);
    copy_number(public_key + f, in + 1 + f, f);
}

/* The bytes of a digest that count, at most as many as the order has; returns how many. An empty
 * digest is the number zero. */
static size_t read_digest(uint8_t *out, const uint8_t *message_hash, unsigned hash_size, size_t o)
{
    size_t length = hash_size < o ? hash_size : o;
    if (length == 0) {
        out[0] = 0;
        return 1;
    }
    copy_number(out, message_hash, length);
    return length;
}

/* ---- Keys ---- */

int uECC_make_key(uint8_t *public_key, uint8_t *private_key, uECC_Curve curve)
{
    const whit_curve *c = object(curve);
    size_t f = whit_curve_field_bytes(c);
    size_t o = whit_curve_order_bytes(c);
    uint8_t d[ORDER_MAX] = {0};
    uint8_t q[PUBLIC_MAX] = {0};
    whit_status status = whit_key_generate(c, find(curve)->base, d, o, q, 1 + 2 * f, &drawn);
    copy_number(private_key, d, o);
    write_public(public_key, q, f);
    wipe(d, sizeof d);
    return status == WHIT_OK;
}

int uECC_compute_public_key(const uint8_t *private_key, uint8_t *public_key, uECC_Curve curve)
{
    const whit_curve *c = object(curve);
    size_t f = whit_curve_field_bytes(c);
    size_t o = whit_curve_order_bytes(c);
    uint8_t d[ORDER_MAX];
    uint8_t q[PUBLIC_MAX] = {0};
    copy_number(d, private_key, o);
    whit_status status = whit_key_public(c, find(curve)->base, q, 1 + 2 * f, d, o);
    write_public(public_key, q, f);
    wipe(d, sizeof d);
    return status == WHIT_OK;
}

int uECC_valid_public_key(const uint8_t *public_key, uECC_Curve curve)
{
    const whit_curve *c = object(curve);
    size_t f = whit_curve_field_bytes(c);
    uint8_t q[PUBLIC_MAX];
    read_public(q, public_key, f);
    return whit_key_validate_public(c, q, 1 + 2 * f) == WHIT_OK;
}

#if uECC_SUPPORT_COMPRESSED_POINT

void uECC_compress(const uint8_t *public_key, uint8_t *compressed, uECC_Curve curve)
{
    const whit_curve *c = object(curve);
    size_t f = whit_curve_field_bytes(c);
    uint8_t q[PUBLIC_MAX];
    uint8_t short_q[1 + FIELD_MAX] = {0};
    read_public(q, public_key, f);
    (void)whit_key_compress(c, short_q, 1 + f, q, 1 + 2 * f);
    compressed[0] = short_q[0];
    copy_number(compressed + 1, short_q + 1, f);
}

void uECC_decompress(const uint8_t *compressed, uint8_t *public_key, uECC_Curve curve)
{
    const whit_curve *c = object(curve);
    size_t f = whit_curve_field_bytes(c);
    uint8_t q[PUBLIC_MAX] = {0};
    uint8_t short_q[1 + FIELD_MAX];
    short_q[0] = compressed[0];
    copy_number(short_q + 1, compressed + 1, f);
    (void)whit_key_decompress(c, q, 1 + 2 * f, short_q, 1 + f);
    write_public(public_key, q, f);
}

#endif

int uECC_shared_secret(const uint8_t *public_key, const uint8_t *private_key, uint8_t *secret,
                       uECC_Curve curve)
{
    const whit_curve *c = object(curve);
    size_t f = whit_curve_field_bytes(c);
    size_t o = whit_curve_order_bytes(c);
    uint8_t d[ORDER_MAX];
    uint8_t q[PUBLIC_MAX];
    uint8_t x[FIELD_MAX] = {0};
    copy_number(d, private_key, o);
    read_public(q, public_key, f);
    whit_status status = whit_ecdh(c, x, f, d, o, q, 1 + 2 * f);
    copy_number(secret, x, f);
    wipe(d, sizeof d);
    wipe(x, sizeof x);
    return status == WHIT_OK;
}

/* ---- Signatures ---- */

/* Sign with nonces from `random`. Where the order is longer than a coordinate, r never needs
 * its first byte, and a nonce for which s does is passed over. `d` is wiped. */
static int sign(uECC_Curve curve, uint8_t *d, const uint8_t *digest, size_t digest_length,
                const whit_random *random, uint8_t *signature)
{
    const whit_curve *c = object(curve);
    size_t f = whit_curve_field_bytes(c);
    size_t o = whit_curve_order_bytes(c);
    size_t excess = o - f;
    uint8_t rs[2 * ORDER_MAX] = {0};
    int fits = 0;
    for (unsigned i = 0; i < uECC_RNG_MAX_TRIES && !fits; i++) {
        if (whit_ecdsa_sign_digest(c, find(curve)->base, rs, 2 * o, d, o, digest, digest_length,
                                   random) != WHIT_OK) {
            break;
        }
#ifdef WHIT_DECLASSIFY /* tests that track secrets through memory: a signature is public */
        WHIT_DECLASSIFY(rs, sizeof rs);
#endif
        fits = excess == 0 || (rs[0] | rs[o]) == 0;
    }
    if (!fits) {
        memset(rs, 0, sizeof rs);
    }
    copy_number(signature, rs + excess, f);
    copy_number(signature + f, rs + o + excess, f);
    wipe(d, o);
    return fits;
}

int uECC_sign(const uint8_t *private_key, const uint8_t *message_hash, unsigned hash_size,
              uint8_t *signature, uECC_Curve curve)
{
    size_t o = whit_curve_order_bytes(object(curve));
    uint8_t d[ORDER_MAX];
    uint8_t digest[ORDER_MAX];
    size_t digest_length = read_digest(digest, message_hash, hash_size, o);
    copy_number(d, private_key, o);
    return sign(curve, d, digest, digest_length, &drawn, signature);
}

int uECC_verify(const uint8_t *public_key, const uint8_t *message_hash, unsigned hash_size,
                const uint8_t *signature, uECC_Curve curve)
{
    const whit_curve *c = object(curve);
    size_t f = whit_curve_field_bytes(c);
    size_t o = whit_curve_order_bytes(c);
    size_t excess = o - f;
    uint8_t q[PUBLIC_MAX];
    uint8_t rs[2 * ORDER_MAX] = {0};
    uint8_t digest[ORDER_MAX];
    size_t digest_length = read_digest(digest, message_hash, hash_size, o);
    read_public(q, public_key, f);
    copy_number(rs + excess, signature, f);
    copy_number(rs + o + excess, signature + f, f);
    return whit_ecdsa_verify_digest(c, q, 1 + 2 * f, digest, digest_length, rs, 2 * o) == WHIT_OK;
}

#include "uECC_rfc6979.inc"
