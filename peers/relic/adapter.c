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
