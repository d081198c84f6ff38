/* SPDX-License-Identifier: MIT */
/* Writing keys in DER. */
#include "scheme/der/key_der.h"

#define VERSION_BYTES 3

static uint8_t *key_write_version(uint8_t *out, uint8_t version)
{
    return der_write_element(out, DER_INTEGER, &version, 1);
}

static size_t key_algorithm_bytes(const whit_oid *oid)
{
    return der_element_bytes(sizeof key_algorithm) + der_element_bytes(oid->length);
}

static uint8_t *key_write_algorithm(uint8_t *out, const whit_oid *oid)
{
    out = der_write_header(out, DER_SEQUENCE, key_algorithm_bytes(oid));
    out = der_write_element(out, DER_OBJECT_IDENTIFIER, key_algorithm, sizeof key_algorithm);
    return der_write_element(out, DER_OBJECT_IDENTIFIER, oid->bytes, oid->length);
}

static uint8_t *key_write_point(uint8_t *out, const der_span *point)
{
    size_t length = der_span_bytes(point);
    out = der_write_header(out, DER_BIT_STRING, 1 + length);
    *out++ = 0;
    base_copy(out, point->at, length);
    return out + length;
}

/* Bytes in the value of an ECPrivateKey; the curve's name is left out for `oid` NULL. */
static size_t key_private_bytes(const key_parts *parts, const whit_oid *oid)
{
    size_t bytes = VERSION_BYTES + der_element_bytes(der_span_bytes(&parts->private_key));
    if (oid != NULL) {
        bytes += der_element_bytes(der_element_bytes(oid->length));
    }
    if (parts->public_key.at != NULL) {
        bytes += der_element_bytes(der_element_bytes(1 + der_span_bytes(&parts->public_key)));
    }
    return bytes;
}

static uint8_t *key_write_private(uint8_t *out, const key_parts *parts, const whit_oid *oid)
{
    out = der_write_header(out, DER_SEQUENCE, key_private_bytes(parts, oid));
    out = key_write_version(out, 1);
    out = der_write_element(out, DER_OCTET_STRING, parts->private_key.at,
                            der_span_bytes(&parts->private_key));
    if (oid != NULL) {
        out = der_write_header(out, DER_CONTEXT_0, der_element_bytes(oid->length));
        out = der_write_element(out, DER_OBJECT_IDENTIFIER, oid->bytes, oid->length);
    }
    if (parts->public_key.at != NULL) {
        size_t bits = 1 + der_span_bytes(&parts->public_key);
        out = der_write_header(out, DER_CONTEXT_1, der_element_bytes(bits));
        out = key_write_point(out, &parts->public_key);
    }
    return out;
}

whit_status whit_key_public_to_der(const whit_curve *curve, const whit_oid *oid, uint8_t *der,
                                   size_t *der_length, const uint8_t *public_key,
                                   size_t public_key_length)
{
    if (curve == NULL || oid == NULL || der == NULL || der_length == NULL || public_key == NULL) {
        return WHIT_ERROR_ARGUMENT;
    }
    if (base_overlap(der, *der_length, public_key, public_key_length)) {
        return WHIT_ERROR_OVERLAP;
    }
    whit_status status = key_point_status(curve, public_key, public_key_length);
    if (status != WHIT_OK) {
        base_wipe(der, *der_length);
        *der_length = 0;
        return status;
    }
    size_t bytes = der_element_bytes(key_algorithm_bytes(oid));
    bytes += der_element_bytes(1 + public_key_length);
    if (der_element_bytes(bytes) > *der_length) {
        return WHIT_ERROR_OUTPUT_LENGTH;
    }
    der_span point = {public_key, public_key + public_key_length};
    uint8_t *out = der_write_header(der, DER_SEQUENCE, bytes);
    out = key_write_algorithm(out, oid);
    out = key_write_point(out, &point);
    *der_length = (size_t)(out - der);
    return WHIT_OK;
}

/* Check what the two writers of private keys are given. */
static whit_status key_take_private(const whit_curve *curve, const whit_oid *oid, uint8_t *der,
                                    size_t *der_length, const uint8_t *private_key,
                                    size_t private_key_length, const uint8_t *public_key,
                                    size_t public_key_length, key_parts *parts)
{
    if (curve == NULL || oid == NULL || der == NULL || der_length == NULL || private_key == NULL ||
        (public_key == NULL && public_key_length != 0)) {
        return WHIT_ERROR_ARGUMENT;
    }
    if (base_overlap(der, *der_length, private_key, private_key_length) ||
        base_overlap(der, *der_length, public_key, public_key_length)) {
        return WHIT_ERROR_OVERLAP;
    }
    whit_status status = WHIT_OK;
    if (private_key_length != curve->order_bytes) {
        status = WHIT_ERROR_PRIVATE_KEY_LENGTH;
    } else if (public_key != NULL) {
        status = key_point_status(curve, public_key, public_key_length);
    }
    if (status != WHIT_OK) {
        base_wipe(der, *der_length);
        *der_length = 0;
        return status;
    }
    parts->private_key.at = private_key;
    parts->private_key.end = private_key + private_key_length;
    parts->public_key = key_absent;
    if (public_key != NULL) {
        parts->public_key.at = public_key;
        parts->public_key.end = public_key + public_key_length;
    }
    return WHIT_OK;
}

whit_status whit_key_private_to_der(const whit_curve *curve, const whit_oid *oid, uint8_t *der,
                                    size_t *der_length, const uint8_t *private_key,
                                    size_t private_key_length, const uint8_t *public_key,
                                    size_t public_key_length)
{
    key_parts parts;
    whit_status status = key_take_private(curve, oid, der, der_length, private_key,
                                          private_key_length, public_key, public_key_length,
                                          &parts);
    if (status != WHIT_OK) {
        return status;
    }
    if (der_element_bytes(key_private_bytes(&parts, oid)) > *der_length) {
        return WHIT_ERROR_OUTPUT_LENGTH;
    }
    *der_length = (size_t)(key_write_private(der, &parts, oid) - der);
    return WHIT_OK;
}

whit_status whit_key_private_to_pkcs8(const whit_curve *curve, const whit_oid *oid, uint8_t *der,
                                      size_t *der_length, const uint8_t *private_key,
                                      size_t private_key_length, const uint8_t *public_key,
                                      size_t public_key_length)
{
    key_parts parts;
    whit_status status = key_take_private(curve, oid, der, der_length, private_key,
                                          private_key_length, public_key, public_key_length,
                                          &parts);
    if (status != WHIT_OK) {
        return status;
    }
    size_t inner = der_element_bytes(key_private_bytes(&parts, NULL));
    size_t bytes = VERSION_BYTES + der_element_bytes(key_algorithm_bytes(oid));
    bytes += der_element_bytes(inner);
    if (der_element_bytes(bytes) > *der_length) {
        return WHIT_ERROR_OUTPUT_LENGTH;
    }
    uint8_t *out = der_write_header(der, DER_SEQUENCE, bytes);
    out = key_write_version(out, 0);
    out = key_write_algorithm(out, oid);
    out = der_write_header(out, DER_OCTET_STRING, inner);
    out = key_write_private(out, &parts, NULL);
    *der_length = (size_t)(out - der);
    return WHIT_OK;
}
