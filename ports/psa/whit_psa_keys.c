/* SPDX-License-Identifier: MIT */
/* PSA's entry points for keys: curves, their keys' formats, import, export and generation. */
#include <psa/crypto.h>

#if defined(MBEDTLS_PSA_WHIT_DRIVER_ENABLED)

#include "whit_psa_curves.h"
#include "whit_psa_driver.h"

#include <mbedtls/platform_util.h>
#include <string.h>

/* Draws of a private key: fewer than half are refused on every curve, so that a working source
 * fails here with a probability below 2^-100. */
#define DRAWS_MAX 128

#if defined(HAS_PRIVATE)
#define WEIERSTRASS(family, bits, name)                                  \
    {                                                                    \
        PSA_ECC_FAMILY_##family, bits, &whit_##name, &whit_##name##_base \
    }
#define OTHER(family, bits)                       \
    {                                             \
        PSA_ECC_FAMILY_##family, bits, NULL, NULL \
    }
#else
#define WEIERSTRASS(family, bits, name)             \
    {                                               \
        PSA_ECC_FAMILY_##family, bits, &whit_##name \
    }
#define OTHER(family, bits)                 \
    {                                       \
        PSA_ECC_FAMILY_##family, bits, NULL \
    }
#endif

static const whit_psa_curve known[] = {
#if defined(PSA_WANT_ECC_SECP_R1_192)
    WEIERSTRASS(SECP_R1, 192, secp192r1),
#endif
#if defined(PSA_WANT_ECC_SECP_R1_224)
    WEIERSTRASS(SECP_R1, 224, secp224r1),
#endif
#if defined(PSA_WANT_ECC_SECP_R1_256)
    WEIERSTRASS(SECP_R1, 256, secp256r1),
#endif
#if defined(PSA_WANT_ECC_SECP_R1_384)
    WEIERSTRASS(SECP_R1, 384, secp384r1),
#endif
#if defined(PSA_WANT_ECC_SECP_R1_521)
    WEIERSTRASS(SECP_R1, 521, secp521r1),
#endif
#if defined(PSA_WANT_ECC_SECP_K1_192)
    WEIERSTRASS(SECP_K1, 192, secp192k1),
#endif
#if defined(PSA_WANT_ECC_SECP_K1_256)
    WEIERSTRASS(SECP_K1, 256, secp256k1),
#endif
#if defined(PSA_WANT_ECC_BRAINPOOL_P_R1_160)
    WEIERSTRASS(BRAINPOOL_P_R1, 160, brainpoolP160r1),
#endif
#if defined(PSA_WANT_ECC_BRAINPOOL_P_R1_192)
    WEIERSTRASS(BRAINPOOL_P_R1, 192, brainpoolP192r1),
#endif
#if defined(PSA_WANT_ECC_BRAINPOOL_P_R1_224)
    WEIERSTRASS(BRAINPOOL_P_R1, 224, brainpoolP224r1),
#endif
#if defined(PSA_WANT_ECC_BRAINPOOL_P_R1_256)
    WEIERSTRASS(BRAINPOOL_P_R1, 256, brainpoolP256r1),
#endif
#if defined(PSA_WANT_ECC_BRAINPOOL_P_R1_320)
    WEIERSTRASS(BRAINPOOL_P_R1, 320, brainpoolP320r1),
#endif
#if defined(PSA_WANT_ECC_BRAINPOOL_P_R1_384)
    WEIERSTRASS(BRAINPOOL_P_R1, 384, brainpoolP384r1),
#endif
#if defined(PSA_WANT_ECC_BRAINPOOL_P_R1_512)
    WEIERSTRASS(BRAINPOOL_P_R1, 512, brainpoolP512r1),
#endif
#if defined(PSA_WANT_ECC_MONTGOMERY_255)
    OTHER(MONTGOMERY, 255),
#endif
#if defined(PSA_WANT_ECC_MONTGOMERY_448)
    OTHER(MONTGOMERY, 448),
#endif
#if defined(PSA_WANT_ECC_TWISTED_EDWARDS_255)
    OTHER(TWISTED_EDWARDS, 255),
#endif
    OTHER(SECP_R1, 0) /* the end */
};

/* Which curve the attributes and the length name. Where the attributes name no size, `length` is
 * that of the only curve of the family that it can be a key of. */
psa_status_t whit_psa_find(whit_psa_key *found, const psa_key_attributes_t *attributes,
                           const uint8_t *data, size_t length)
{
    psa_key_type_t type = psa_get_key_type(attributes);
    size_t bits = psa_get_key_bits(attributes);
    if (!PSA_KEY_TYPE_IS_ECC(type)) {
        return PSA_ERROR_NOT_SUPPORTED;
    }
    found->is_public = PSA_KEY_TYPE_IS_PUBLIC_KEY(type);
#if !defined(HAS_PRIVATE)
    if (!found->is_public) {
        return PSA_ERROR_NOT_SUPPORTED;
    }
#endif
    found->data = data;
    found->c = known;
    for (const whit_psa_curve *c = known; c->bits != 0; c++) {
        size_t wanted = found->is_public ? public_bytes_of(c) : bytes_of(c);
        if (c->family == PSA_KEY_TYPE_ECC_GET_FAMILY(type) &&
            (bits != 0 ? bits == c->bits : length == wanted)) {
            found->c = c;
            return length == wanted ? PSA_SUCCESS : PSA_ERROR_INVALID_ARGUMENT;
        }
    }
    return PSA_ERROR_NOT_SUPPORTED;
}

psa_status_t whit_psa_status(whit_status status)
{
    switch (status) {
    case WHIT_OK:
        return PSA_SUCCESS;
    case WHIT_ERROR_SIGNATURE_LENGTH:
    case WHIT_ERROR_SIGNATURE_RANGE:
    case WHIT_ERROR_SIGNATURE_CURVE:
    case WHIT_ERROR_SIGNATURE_INVALID:
        return PSA_ERROR_INVALID_SIGNATURE;
    case WHIT_ERROR_ARGUMENT:
    case WHIT_ERROR_OVERLAP:
    case WHIT_ERROR_PRIVATE_KEY_LENGTH:
    case WHIT_ERROR_PRIVATE_KEY_RANGE:
    case WHIT_ERROR_PUBLIC_KEY_LENGTH:
    case WHIT_ERROR_PUBLIC_KEY_PREFIX:
    case WHIT_ERROR_PUBLIC_KEY_RANGE:
    case WHIT_ERROR_PUBLIC_KEY_CURVE:
    case WHIT_ERROR_PUBLIC_KEY_INFINITY:
    case WHIT_ERROR_PUBLIC_KEY_ORDER:
    case WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER:
        return PSA_ERROR_INVALID_ARGUMENT;
    case WHIT_ERROR_RANDOM_FAILED:
    case WHIT_ERROR_RANDOM_STUCK:
        return PSA_ERROR_INSUFFICIENT_ENTROPY;
    default: /* buffers of lengths that are not those of the curve, or a fault */
        return PSA_ERROR_CORRUPTION_DETECTED;
    }
}

#if defined(HAS_PRIVATE) && defined(HAS_MONTGOMERY)
/* [RFC 7748, 5] */
static void clamp(const whit_psa_curve *c, uint8_t *private_key)
{
    if (c->bits == 255) {
        private_key[0] &= 0xf8;
        private_key[31] = (uint8_t)((private_key[31] & 0x7f) | 0x40);
    } else {
        private_key[0] &= 0xfc;
        private_key[55] |= 0x80;
    }
}
#endif

static psa_status_t validate(const whit_psa_key *given)
{
    (void)given;
#if defined(HAS_WEIERSTRASS)
    if (given->c->curve != NULL && given->is_public) {
        return whit_psa_status(
            whit_key_validate_public(given->c->curve, given->data, public_bytes_of(given->c)));
    }
#if defined(HAS_PRIVATE)
    if (given->c->curve != NULL) {
        return whit_psa_status(
            whit_key_validate_private(given->c->curve, given->data, bytes_of(given->c)));
    }
#endif
#endif
#if defined(HAS_EDWARDS)
    if (given->c->family == PSA_ECC_FAMILY_TWISTED_EDWARDS && given->is_public) {
        return whit_psa_status(whit_ed25519_validate_public_key(given->data, 32));
    }
#endif
    return PSA_SUCCESS;
}

#if defined(HAS_PRIVATE)
psa_status_t whit_psa_public(const whit_psa_curve *c, uint8_t *public_key,
                             const uint8_t *private_key)
{
#if defined(HAS_WEIERSTRASS)
    if (c->curve != NULL) {
        return whit_psa_status(whit_key_public(c->curve, c->base, public_key, public_bytes_of(c),
                                               private_key, bytes_of(c)));
    }
#endif
#if defined(HAS_EDWARDS)
    if (c->family == PSA_ECC_FAMILY_TWISTED_EDWARDS) {
        return whit_psa_status(whit_ed25519_public_key(public_key, private_key));
    }
#endif
#if defined(PSA_WANT_ECC_MONTGOMERY_255)
    if (c->bits == 255) {
        return whit_psa_status(whit_x25519_public_key(public_key, private_key));
    }
#endif
#if defined(PSA_WANT_ECC_MONTGOMERY_448)
    if (c->bits == 448) {
        return whit_psa_status(whit_x448_public_key(public_key, private_key));
    }
#endif
    return PSA_ERROR_CORRUPTION_DETECTED;
}
#endif

psa_status_t whit_transparent_import_key(const psa_key_attributes_t *attributes,
                                         const uint8_t *data, size_t data_length,
                                         uint8_t *key_buffer, size_t key_buffer_size,
                                         size_t *key_buffer_length, size_t *bits)
{
    whit_psa_key given;
    psa_status_t status = whit_psa_find(&given, attributes, data, data_length);
    if (status == PSA_SUCCESS) {
        status = validate(&given);
    }
    if (status != PSA_SUCCESS) {
        return status;
    }
    if (key_buffer_size < data_length) {
        return PSA_ERROR_BUFFER_TOO_SMALL;
    }
    memcpy(key_buffer, data, data_length);
#if defined(HAS_PRIVATE) && defined(HAS_MONTGOMERY)
    if (given.c->family == PSA_ECC_FAMILY_MONTGOMERY && !given.is_public) {
        clamp(given.c, key_buffer);
    }
#endif
    *key_buffer_length = data_length;
    *bits = given.c->bits;
    return PSA_SUCCESS;
}

psa_status_t whit_transparent_export_public_key(const psa_key_attributes_t *attributes,
                                                const uint8_t *key_buffer, size_t key_buffer_size,
                                                uint8_t *data, size_t data_size,
                                                size_t *data_length)
{
    whit_psa_key given;
    psa_status_t status = whit_psa_find(&given, attributes, key_buffer, key_buffer_size);
    if (status == PSA_ERROR_NOT_SUPPORTED) {
        return status;
    }
    *data_length = 0;
    if (status != PSA_SUCCESS) {
        return status;
    }
    size_t bytes = public_bytes_of(given.c);
    if (data_size < bytes) {
        return PSA_ERROR_BUFFER_TOO_SMALL;
    }
    if (given.is_public) {
        memmove(data, key_buffer, bytes);
    }
#if defined(HAS_PRIVATE)
    else {
        status = whit_psa_public(given.c, data, key_buffer);
    }
#endif
    if (status == PSA_SUCCESS) {
        *data_length = bytes;
    }
    return status;
}

#if defined(PSA_WANT_KEY_TYPE_ECC_KEY_PAIR_GENERATE)
/* Draw a private key of bytes_of(c). In other forms than Weierstrass's any bytes are one. */
static psa_status_t draw(const whit_psa_curve *c, uint8_t *private_key)
{
    size_t bytes = bytes_of(c);
#if defined(HAS_WEIERSTRASS)
    for (unsigned draws = 0; c->curve != NULL; draws++) {
        psa_status_t status = psa_generate_random(private_key, bytes);
        private_key[0] &= (uint8_t)(0xff >> (8 * bytes - c->bits)); /* as many bits as the order */
        if (status != PSA_SUCCESS ||
            whit_key_validate_private(c->curve, private_key, bytes) == WHIT_OK) {
            return status;
        }
        if (draws == DRAWS_MAX) {
            return PSA_ERROR_INSUFFICIENT_ENTROPY;
        }
    }
#endif
    psa_status_t status = psa_generate_random(private_key, bytes);
#if defined(HAS_MONTGOMERY)
    if (c->family == PSA_ECC_FAMILY_MONTGOMERY) {
        clamp(c, private_key);
    }
#endif
    return status;
}
#endif

psa_status_t whit_transparent_generate_key(const psa_key_attributes_t *attributes,
                                           uint8_t *key_buffer, size_t key_buffer_size,
                                           size_t *key_buffer_length)
{
#if defined(PSA_WANT_KEY_TYPE_ECC_KEY_PAIR_GENERATE)
    whit_psa_key wanted;
    size_t bytes = PSA_BITS_TO_BYTES(psa_get_key_bits(attributes));
    psa_status_t status = whit_psa_find(&wanted, attributes, NULL, bytes);
    if (status != PSA_SUCCESS || wanted.is_public || psa_get_key_bits(attributes) == 0) {
        return PSA_ERROR_NOT_SUPPORTED;
    }
    *key_buffer_length = 0;
    if (key_buffer_size < bytes) {
        return PSA_ERROR_BUFFER_TOO_SMALL;
    }
    status = draw(wanted.c, key_buffer);
    if (status == PSA_SUCCESS) {
        *key_buffer_length = bytes;
    } else {
        mbedtls_platform_zeroize(key_buffer, key_buffer_size);
    }
    return status;
#else
    (void)attributes;
    (void)key_buffer;
    (void)key_buffer_size;
    (void)key_buffer_length;
    return PSA_ERROR_NOT_SUPPORTED;
#endif
}

#endif
