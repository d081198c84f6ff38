/* SPDX-License-Identifier: MIT */
#include "adapter.h"
#include "harness.h"
#include "relic.h"
#include <string.h>

#define FIELD WHIT_LAB_FIELD_BYTES
#define ORDER WHIT_LAB_ORDER_BYTES

/* What a build with a generator of its own would have in src/rand. */
void rand_init(void)
{
}

void rand_clean(void)
{
}

/* Setting up some primes takes numbers until one is not a square: no secret, and not to be
 * drawn from the pool. */
static int setting_up;
static uint8_t filler;

void rand_bytes(uint8_t *out, int length)
{
    int i;

    for (i = 0; i < length && setting_up; i++) {
        out[i] = ++filler;
    }
    if (!setting_up && harness_random(out, (size_t)length) != 0) {
        RLC_THROW(ERR_NO_RAND);
    }
}

/* Errors stay in the library's state until they are asked for. */
static int failed(void)
{
    int code = core_get()->code;

    core_get()->code = RLC_OK;
    return code != RLC_OK;
}

/* Computes the curve's table of multiples of the base point, among other things. */
int adapter_prepare(void)
{
    setting_up = 1;
    if (core_init() != RLC_OK) {
        return 1;
    }
    ep_param_set(RELIC_CURVE);
#if WHIT_LAB_BLS && defined(RELIC_TWIST)
    ep2_curve_set_twist(RELIC_TWIST);
#endif
    setting_up = 0;
    return failed() || ep_param_get() != RELIC_CURVE;
}

/* A public key as it comes from outside; returns 0 when it is valid. */
static int import_public(ep_t point, const uint8_t *public_key)
{
    uint8_t encoded[1 + 2 * FIELD];
#ifdef RELIC_COFACTOR
    ep_t multiple;
    bn_t order;
#endif

    ep_new(point);
    encoded[0] = 4;
    memcpy(encoded + 1, public_key, 2 * FIELD);
    ep_read_bin(point, encoded, sizeof encoded);
    if (failed()) {
        return 1;
    }
#ifdef RELIC_COFACTOR
    /* Only the plain method multiplies points outside of the group. */
    bn_new(order);
    ep_new(multiple);
    ep_curve_get_ord(order);
    ep_mul_basic(multiple, point, order);
    return failed() || !ep_is_infty(multiple);
#else
    return 0;
#endif
}

int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    bn_t scalar;
    ep_t point;

    bn_new(scalar);
    ep_new(point);
    if (cp_ecdh_gen(scalar, point) != RLC_OK || failed()) {
        return 1;
    }
    bn_write_bin(private_key, ORDER, scalar);
    fp_write_bin(public_key, FIELD, point->x);
    fp_write_bin(public_key + FIELD, FIELD, point->y);
    return failed();
}

/* Its own function for key agreement hashes the secret. */
int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    bn_t scalar;
    ep_t point;

    if (import_public(point, public_key)) {
        return 1;
    }
    bn_new(scalar);
    bn_read_bin(scalar, private_key, ORDER);
    ep_mul(point, point, scalar);
    if (failed() || ep_is_infty(point)) {
        return 1;
    }
    fp_write_bin(secret, FIELD, point->x);
    return failed();
}

int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest)
{
    bn_t scalar;
    bn_t r;
    bn_t s;

    bn_new(scalar);
    bn_new(r);
    bn_new(s);
    bn_read_bin(scalar, private_key, ORDER);
    if (cp_ecdsa_sig(r, s, digest, ADAPTER_DIGEST_BYTES, 1, scalar) != RLC_OK || failed()) {
        return 1;
    }
    bn_write_bin(signature, ORDER, r);
    bn_write_bin(signature + ORDER, ORDER, s);
    return failed();
}

int adapter_verify(const uint8_t *public_key, const uint8_t *digest, const uint8_t *signature)
{
    ep_t point;
    bn_t r;
    bn_t s;

    if (import_public(point, public_key)) {
        return 1;
    }
    bn_new(r);
    bn_new(s);
    bn_read_bin(r, signature, ORDER);
    bn_read_bin(s, signature + ORDER, ORDER);
    return cp_ecdsa_ver(r, s, digest, ADAPTER_DIGEST_BYTES, 1, point) != 1;
}

int adapter_validate(const uint8_t *public_key)
{
    ep_t point;

    return import_public(point, public_key);
}

#if WHIT_LAB_BLS
#ifdef EP_SUPER
/* RELIC's check that a point is in its group names an endomorphism that it builds for other
 * curves alone. On this one it is not called. */
void ep_psi(ep_t r, const ep_t p)
{
    (void)r;
    (void)p;
    RLC_THROW(ERR_NO_VALID);
}
#endif

/* On a curve whose pairing is of its own points, public keys are such points too. */
#define PUBLIC ADAPTER_PUBLIC_KEY_BYTES

int adapter_bls_keygen(uint8_t *private_key, uint8_t *public_key)
{
    uint8_t encoded[1 + PUBLIC];
    bn_t scalar;
    g2_t point;

    bn_new(scalar);
    g2_new(point);
    if (cp_bls_gen(scalar, point) != RLC_OK || failed()) {
        return 1;
    }
    bn_write_bin(private_key, ORDER, scalar);
    g2_write_bin(encoded, sizeof encoded, point, 0);
    memcpy(public_key, encoded + 1, PUBLIC);
    return failed();
}

int adapter_bls_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                     size_t length)
{
    bn_t scalar;
    g1_t point;

    bn_new(scalar);
    g1_new(point);
    bn_read_bin(scalar, private_key, ORDER);
    if (cp_bls_sig(point, message, (int)length, scalar) != RLC_OK || failed()) {
        return 1;
    }
    fp_write_bin(signature, FIELD, point->x);
    fp_write_bin(signature + FIELD, FIELD, point->y);
    return failed();
}

/* cp_bls_ver checks that the public key is in its group. */
int adapter_bls_verify(const uint8_t *public_key, const uint8_t *message, size_t length,
                       const uint8_t *signature)
{
    uint8_t encoded[1 + PUBLIC];
    uint8_t encoded_signature[1 + ADAPTER_SIGNATURE_BYTES];
    g1_t point;
    g2_t key;

    g1_new(point);
    g2_new(key);
    encoded[0] = 4;
    memcpy(encoded + 1, public_key, PUBLIC);
    g2_read_bin(key, encoded, sizeof encoded);
    encoded_signature[0] = 4;
    memcpy(encoded_signature + 1, signature, ADAPTER_SIGNATURE_BYTES);
    g1_read_bin(point, encoded_signature, sizeof encoded_signature);
    if (failed()) {
        return 1;
    }
    return cp_bls_ver(point, message, length, key) != 1 || failed();
}
#endif
