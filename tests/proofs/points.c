/* SPDX-License-Identifier: MIT */
/* Points as bytes [SEC 1, 2.3.3 and 2.3.4], read and written, on any curve of a size: of any bits
 * up to that, with a cofactor or without, and worked on as its twist or not. */
#include "proofs.h"

#include "generated/instance/public.h"

#define LONGEST (2 * (WHIT_FIELD_SIZE / 8) + 2)

static weierstrass_domain domain;

static whit_curve any_curve(void)
{
    weierstrass_domain any;
    whit_curve curve;
    domain = any;
    ASSUME(domain.p.bits > 0 && domain.p.bits <= WHIT_FIELD_SIZE);
#if WHIT_ROOTS_OF_SIZE
    ASSUME(domain.two_adicity > 0);
    domain.root = (const limb *)(const void *)any_bytes(FIELD_LIMBS * LIMB_BYTES);
#endif
#if WHIT_TWISTS_OF_SIZE
    domain.twist = nondet_int() != 0
                       ? (const limb *)(const void *)any_bytes(4 * FIELD_LIMBS * LIMB_BYTES)
                       : NULL;
#endif
    curve.domain = &domain;
    return curve;
}

static size_t field_bytes(void)
{
    return (domain.p.bits + 7u) / 8u;
}

/* What a status of a point that is read means for its encoding. */
static void is_right(whit_status status, const uint8_t *bytes, size_t length, int compressed)
{
    size_t whole = compressed ? 1 + field_bytes() : 1 + 2 * field_bytes();
    PROVE(status != WHIT_ERROR_ARGUMENT && status != WHIT_ERROR_OVERLAP);
    PROVE(status != WHIT_OK ||
          (length == whole && (compressed ? (bytes[0] | 1) == 3 : bytes[0] == 4)));
    PROVE((status == WHIT_ERROR_PUBLIC_KEY_INFINITY) == (length == 1 && bytes[0] == 0));
}

void prove_decode(void)
{
    whit_curve curve = any_curve();
    size_t length = any_length(MOST);
    const uint8_t *bytes = any_bytes(length);
    uint8_t *r = any_bytes(WHIT_POINT_BYTES(WHIT_FIELD_SIZE));
    watch(r, sizeof(weierstrass_point) + OBJECT_HEAD);
    whit_status status = whit_point_decode(&curve, (whit_point *)(void *)r, bytes, length);
    is_right(status, bytes, length, length == 1 + field_bytes());
    PROVE(status == WHIT_OK || *watched == 0);
    REACHED(status == WHIT_OK && length == 1 + field_bytes());
    REACHED(status == WHIT_OK && length == 1 + WHIT_FIELD_SIZE / 8 * 2);
    REACHED(status == WHIT_ERROR_PUBLIC_KEY_INFINITY);
}

void prove_encode(void)
{
    whit_curve curve = any_curve();
    size_t length = any_length(MOST);
    uint8_t *bytes = any_bytes(length);
    uint8_t *a = any_bytes(sizeof(weierstrass_point) + OBJECT_HEAD);
    *(const whit_curve **)(void *)a = &curve;
    whit_status status = whit_point_encode(&curve, bytes, length,
                                           (const whit_point *)(const void *)a);
    PROVE(status == WHIT_OK || status == WHIT_ERROR_OUTPUT_LENGTH ||
          status == WHIT_ERROR_PUBLIC_KEY_INFINITY);
    REACHED(status == WHIT_OK);
    REACHED(status == WHIT_ERROR_PUBLIC_KEY_INFINITY);
}

void prove_validate(void)
{
    whit_curve curve = any_curve();
    size_t length = any_length(MOST);
    const uint8_t *bytes = any_bytes(length);
    whit_status status = whit_key_validate_public(&curve, bytes, length);
    is_right(status, bytes, length, 0);
    REACHED(status == WHIT_OK);
}

void prove_compress(void)
{
    whit_curve curve = any_curve();
    size_t length = any_length(MOST);
    size_t capacity = any_length(LONGEST);
    const uint8_t *bytes = any_bytes(length);
    uint8_t *compressed = any_bytes(capacity);
    watch(compressed, capacity);
    whit_status status = whit_key_compress(&curve, compressed, capacity, bytes, length);
    PROVE(status == WHIT_OK || status == WHIT_ERROR_OUTPUT_LENGTH || *watched == 0);
    REACHED(status == WHIT_OK);
}

void prove_decompress(void)
{
    whit_curve curve = any_curve();
    size_t length = any_length(MOST);
    size_t capacity = any_length(LONGEST);
    const uint8_t *bytes = any_bytes(length);
    uint8_t *key = any_bytes(capacity);
    watch(key, capacity);
    whit_status status = whit_key_decompress(&curve, key, capacity, bytes, length);
    PROVE(status == WHIT_OK || status == WHIT_ERROR_OUTPUT_LENGTH || *watched == 0);
    REACHED(status == WHIT_OK);
    REACHED(status == WHIT_ERROR_PUBLIC_KEY_CURVE);
}
