/* SPDX-License-Identifier: MIT */
/* micro-ecc's functions over Whit's public ones. Inputs are copied: into Whit's encodings, and so
 * that they may lie where outputs go, as micro-ecc lets them. */
#define WHIT_UECC_IMPLEMENTATION
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

#include "uECC_curves.inc"

int uECC_curve_private_key_size(uECC_Curve curve)
{
    return (int)whit_curve_order_bytes(curve->domain);
}

int uECC_curve_public_key_size(uECC_Curve curve)
{
    return 2 * (int)whit_curve_field_bytes(curve->domain);
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
    for (size_t i = 0; i < length; i++) {
#if uECC_VLI_NATIVE_LITTLE_ENDIAN
        out[i] = in[length - 1 - i];
#else
        out[i] = in[i];
#endif
    }
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
static size_t read_digest(uint8_t *out, const uint8_t *message_hash, size_t length, size_t o)
{
    if (length > o) {
        length = o;
    }
    out[0] = 0;
    copy_number(out, message_hash, length);
    return length + (length == 0);
}

/* ---- Keys ---- */

int whit_uecc_make_key(uint8_t *public_key, uint8_t *private_key, const whit_uecc_known *known)
{
    const whit_curve *c = known->domain;
    size_t f = whit_curve_field_bytes(c);
    size_t o = whit_curve_order_bytes(c);
    uint8_t d[ORDER_MAX] = {0};
    uint8_t q[PUBLIC_MAX] = {0};
    whit_status status = known->call.key_generate(c, known->base, d, o, q, 1 + 2 * f, &drawn);
    copy_number(private_key, d, o);
    write_public(public_key, q, f);
    wipe(d, sizeof d);
    return status == WHIT_OK;
}

int whit_uecc_compute_public_key(const uint8_t *private_key, uint8_t *public_key,
                                 const whit_uecc_known *known)
{
    const whit_curve *c = known->domain;
    size_t f = whit_curve_field_bytes(c);
    size_t o = whit_curve_order_bytes(c);
    uint8_t d[ORDER_MAX];
    uint8_t q[PUBLIC_MAX] = {0};
    copy_number(d, private_key, o);
    whit_status status = known->call.key_public(c, known->base, q, 1 + 2 * f, d, o);
    write_public(public_key, q, f);
    wipe(d, sizeof d);
    return status == WHIT_OK;
}

int whit_uecc_valid_public_key(const uint8_t *public_key, const whit_uecc_known *known)
{
    const whit_curve *c = known->domain;
    size_t f = whit_curve_field_bytes(c);
    uint8_t q[PUBLIC_MAX];
    read_public(q, public_key, f);
    return known->call.key_validate_public(c, q, 1 + 2 * f) == WHIT_OK;
}

#if uECC_SUPPORT_COMPRESSED_POINT

void whit_uecc_compress(const uint8_t *public_key, uint8_t *compressed,
                        const whit_uecc_known *known)
{
    const whit_curve *c = known->domain;
    size_t f = whit_curve_field_bytes(c);
    uint8_t q[PUBLIC_MAX];
    uint8_t short_q[1 + FIELD_MAX] = {0};
    read_public(q, public_key, f);
    (void)known->call.key_compress(c, short_q, 1 + f, q, 1 + 2 * f);
    compressed[0] = short_q[0];
    copy_number(compressed + 1, short_q + 1, f);
}

void whit_uecc_decompress(const uint8_t *compressed, uint8_t *public_key,
                          const whit_uecc_known *known)
{
    const whit_curve *c = known->domain;
    size_t f = whit_curve_field_bytes(c);
    uint8_t q[PUBLIC_MAX] = {0};
    uint8_t short_q[1 + FIELD_MAX];
    short_q[0] = compressed[0];
    copy_number(short_q + 1, compressed + 1, f);
    (void)known->call.key_decompress(c, q, 1 + 2 * f, short_q, 1 + f);
    write_public(public_key, q, f);
}

#endif

int whit_uecc_shared_secret(const uint8_t *public_key, const uint8_t *private_key, uint8_t *secret,
                            const whit_uecc_known *known)
{
    const whit_curve *c = known->domain;
    size_t f = whit_curve_field_bytes(c);
    size_t o = whit_curve_order_bytes(c);
    uint8_t d[ORDER_MAX];
    uint8_t q[PUBLIC_MAX];
    uint8_t x[FIELD_MAX] = {0};
    copy_number(d, private_key, o);
    read_public(q, public_key, f);
    whit_status status = known->call.ecdh(c, x, f, d, o, q, 1 + 2 * f);
    copy_number(secret, x, f);
    wipe(d, sizeof d);
    wipe(x, sizeof x);
    return status == WHIT_OK;
}

/* ---- Signatures ---- */

/* Sign with nonces from `random`. Where the order is longer than a coordinate, r never needs
 * its first byte, and a nonce for which s does is passed over. `d` is wiped. */
static int sign(const whit_uecc_known *known, uint8_t *d, const uint8_t *digest,
                size_t digest_length, const whit_random *random, uint8_t *signature)
{
    const whit_curve *c = known->domain;
    size_t f = whit_curve_field_bytes(c);
    size_t o = whit_curve_order_bytes(c);
    size_t excess = o - f;
    uint8_t rs[2 * ORDER_MAX] = {0};
    int fits = 0;
    for (unsigned i = 0; i < uECC_RNG_MAX_TRIES && !fits; i++) {
        if (known->call.ecdsa_sign_digest(c, known->base, rs, 2 * o, d, o, digest, digest_length,
                                          random) != WHIT_OK) {
            break;
        }
#ifdef WHIT_DECLASSIFY /* tests that track secrets through memory: a signature is public */
        WHIT_DECLASSIFY(rs, sizeof rs);
#endif
        fits = excess == 0 || (rs[0] | rs[o]) == 0;
    }
    if (!fits) {
        wipe(rs, sizeof rs);
    }
    copy_number(signature, rs + excess, f);
    copy_number(signature + f, rs + o + excess, f);
    wipe(d, o);
    return fits;
}

int whit_uecc_sign(const uint8_t *private_key, const uint8_t *message_hash, unsigned hash_size,
                   uint8_t *signature, const whit_uecc_known *known)
{
    size_t o = whit_curve_order_bytes(known->domain);
    uint8_t d[ORDER_MAX];
    uint8_t digest[ORDER_MAX];
    size_t digest_length = read_digest(digest, message_hash, hash_size, o);
    copy_number(d, private_key, o);
    return sign(known, d, digest, digest_length, &drawn, signature);
}

/* A nonce of the caller's, once. A second draw means that it was of no use. */
typedef struct given_nonce {
    uint8_t bytes[ORDER_MAX];
    int used;
} given_nonce;

static whit_status draw_given(void *context, uint8_t *out, size_t length)
{
    given_nonce *k = (given_nonce *)context;
    if (k->used) {
        return WHIT_ERROR_RANDOM_FAILED;
    }
    k->used = 1;
    for (size_t i = 0; i < length; i++) {
        out[i] = k->bytes[i];
    }
    return WHIT_OK;
}

int whit_uecc_sign_with_k(const uint8_t *private_key, const uint8_t *message_hash,
                          unsigned hash_size, const uint8_t *k, uint8_t *signature,
                          const whit_uecc_known *known)
{
    size_t o = whit_curve_order_bytes(known->domain);
    uint8_t d[ORDER_MAX];
    uint8_t digest[ORDER_MAX];
    given_nonce nonce = {{0}, 0};
    const whit_random random = {draw_given, &nonce};
    size_t digest_length = read_digest(digest, message_hash, hash_size, o);
    copy_number(d, private_key, o);
    copy_number(nonce.bytes, k, o);
    int signed_it = sign(known, d, digest, digest_length, &random, signature);
    wipe(&nonce, sizeof nonce);
    return signed_it;
}

int whit_uecc_verify(const uint8_t *public_key, const uint8_t *message_hash, unsigned hash_size,
                     const uint8_t *signature, const whit_uecc_known *known)
{
    const whit_curve *c = known->domain;
    size_t f = whit_curve_field_bytes(c);
    size_t o = whit_curve_order_bytes(c);
    uint8_t q[PUBLIC_MAX];
    uint8_t rs[2 * ORDER_MAX];
    uint8_t digest[ORDER_MAX];
    size_t digest_length = read_digest(digest, message_hash, hash_size, o);
    read_public(q, public_key, f);
    /* The order may have a byte more than a coordinate. */
    rs[0] = 0;
    rs[o] = 0;
    copy_number(rs + o - f, signature, f);
    copy_number(rs + 2 * o - f, signature + f, f);
    return known->call.ecdsa_verify_digest(c, q, 1 + 2 * f, digest, digest_length, rs, 2 * o) ==
           WHIT_OK;
}

#include "uECC_rfc6979.inc"

/* ---- Calls from files that have no inline functions of uECC.h ---- */

TABLE(make_key)
int uECC_make_key(uint8_t *public_key, uint8_t *private_key, uECC_Curve curve)
{
    return whit_uecc_make_key(public_key, private_key, OF(make_key, curve));
}

TABLE(compute_public_key)
int uECC_compute_public_key(const uint8_t *private_key, uint8_t *public_key, uECC_Curve curve)
{
    return whit_uecc_compute_public_key(private_key, public_key, OF(compute_public_key, curve));
}

TABLE(valid_public_key)
int uECC_valid_public_key(const uint8_t *public_key, uECC_Curve curve)
{
    return whit_uecc_valid_public_key(public_key, OF(valid_public_key, curve));
}

#if uECC_SUPPORT_COMPRESSED_POINT
TABLE(compress)
void uECC_compress(const uint8_t *public_key, uint8_t *compressed, uECC_Curve curve)
{
    whit_uecc_compress(public_key, compressed, OF(compress, curve));
}

TABLE(decompress)
void uECC_decompress(const uint8_t *compressed, uint8_t *public_key, uECC_Curve curve)
{
    whit_uecc_decompress(compressed, public_key, OF(decompress, curve));
}

#endif

TABLE(shared_secret)
int uECC_shared_secret(const uint8_t *public_key, const uint8_t *private_key, uint8_t *secret,
                       uECC_Curve curve)
{
    return whit_uecc_shared_secret(public_key, private_key, secret, OF(shared_secret, curve));
}

TABLE(sign)
int uECC_sign(const uint8_t *private_key, const uint8_t *message_hash, unsigned hash_size,
              uint8_t *signature, uECC_Curve curve)
{
    return whit_uecc_sign(private_key, message_hash, hash_size, signature, OF(sign, curve));
}

int uECC_sign_with_k(const uint8_t *private_key, const uint8_t *message_hash, unsigned hash_size,
                     const uint8_t *k, uint8_t *signature, uECC_Curve curve)
{
    return whit_uecc_sign_with_k(private_key, message_hash, hash_size, k, signature,
                                 OF(sign, curve));
}

TABLE(sign_deterministic)
int uECC_sign_deterministic(const uint8_t *private_key, const uint8_t *message_hash,
                            unsigned hash_size, const uECC_HashContext *hash_context,
                            uint8_t *signature, uECC_Curve curve)
{
    return whit_uecc_sign_deterministic(private_key, message_hash, hash_size, hash_context,
                                        signature, OF(sign_deterministic, curve));
}

TABLE(verify)
int uECC_verify(const uint8_t *public_key, const uint8_t *message_hash, unsigned hash_size,
                const uint8_t *signature, uECC_Curve curve)
{
    return whit_uecc_verify(public_key, message_hash, hash_size, signature, OF(verify, curve));
}
