/* SPDX-License-Identifier: MIT */
/* Keys in DER. What is read, and what is written less the parts in brackets:
 *
 *     SubjectPublicKeyInfo ::= SEQUENCE {            [RFC 5480, 2]
 *         algorithm   SEQUENCE { id-ecPublicKey, curve OBJECT IDENTIFIER },
 *         publicKey   BIT STRING }
 *     ECPrivateKey ::= SEQUENCE {                    [RFC 5915, 3]
 *         version     INTEGER 1,
 *         privateKey  OCTET STRING,
 *         parameters  [0] curve OBJECT IDENTIFIER OPTIONAL,
 *         publicKey   [1] BIT STRING OPTIONAL }
 *     PrivateKeyInfo ::= SEQUENCE {                  [RFC 5208, 5]
 *         version     INTEGER 0,
 *         algorithm   SEQUENCE { id-ecPublicKey, curve OBJECT IDENTIFIER },
 *         privateKey  OCTET STRING of an ECPrivateKey } */
#include "base/base.h"
#include "group/curve.h"
#include "scheme/der/der_codec.h"
#include <whit/key_der.h>

#define VERSION_BYTES 3

/* id-ecPublicKey, 1.2.840.10045.2.1 */
static const uint8_t key_algorithm[] = {0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01};

/* Where the keys are. Both bounds of an absent public key are NULL. */
typedef struct key_parts {
    der_span private_key;
    der_span public_key;
} key_parts;

typedef whit_status key_reader(const whit_curve *curve, const whit_oid *oid, der_span in,
                               key_parts *parts);

static const der_span key_absent = {NULL, NULL};

/* Whether a span is a point as whit/key.h has them. Says nothing of the coordinates. */
static whit_status key_point_status(const whit_curve *curve, const uint8_t *point, size_t length)
{
    size_t field_bytes = curve->field_bytes;
    if (length == 1 + 2 * field_bytes) {
        return point[0] == 4 ? WHIT_OK : WHIT_ERROR_PUBLIC_KEY_PREFIX;
    }
    if (length == 1 + field_bytes) {
        return (point[0] | 1) == 3 ? WHIT_OK : WHIT_ERROR_PUBLIC_KEY_PREFIX;
    }
    return WHIT_ERROR_PUBLIC_KEY_LENGTH;
}

/* ---- reading ---- */

/* Read a SEQUENCE that is all of `in`. */
static int key_read_whole(der_span in, der_span *value)
{
    return der_read(&in, DER_SEQUENCE, value) && in.at == in.end;
}

static int key_read_version(der_span *in, uint8_t version)
{
    der_span value;
    return der_read(in, DER_INTEGER, &value) && der_span_bytes(&value) == 1 &&
           value.at[0] == version;
}

/* Read an object identifier that is to be this one. */
static whit_status key_read_name(der_span *in, const uint8_t *name, size_t length)
{
    der_span value;
    if (!der_read(in, DER_OBJECT_IDENTIFIER, &value)) {
        return WHIT_ERROR_KEY_ENCODING;
    }
    return der_span_bytes(&value) == length && base_same(value.at, name, length)
               ? WHIT_OK
               : WHIT_ERROR_KEY_CURVE;
}

static whit_status key_read_curve(der_span *in, const whit_oid *oid)
{
    whit_status status = key_read_name(in, oid->bytes, oid->length);
    return status == WHIT_OK && in->at != in->end ? WHIT_ERROR_KEY_ENCODING : status;
}

static whit_status key_read_algorithm(der_span *in, const whit_oid *oid)
{
    der_span value;
    if (!der_read(in, DER_SEQUENCE, &value)) {
        return WHIT_ERROR_KEY_ENCODING;
    }
    whit_status status = key_read_name(&value, key_algorithm, sizeof key_algorithm);
    return status == WHIT_OK ? key_read_curve(&value, oid) : status;
}

/* Read a BIT STRING that is all of `in`: a point, after the count of unused bits, zero. */
static int key_read_point(const whit_curve *curve, der_span in, der_span *point)
{
    if (!der_read(&in, DER_BIT_STRING, point) || in.at != in.end || point->at == point->end ||
        *point->at++ != 0) {
        return 0;
    }
    return key_point_status(curve, point->at, der_span_bytes(point)) == WHIT_OK;
}

static whit_status key_read_public(const whit_curve *curve, const whit_oid *oid, der_span in,
                                   key_parts *parts)
{
    der_span key;
    if (!key_read_whole(in, &key)) {
        return WHIT_ERROR_KEY_ENCODING;
    }
    whit_status status = key_read_algorithm(&key, oid);
    if (status == WHIT_OK && !key_read_point(curve, key, &parts->public_key)) {
        status = WHIT_ERROR_KEY_ENCODING;
    }
    return status;
}

static whit_status key_read_private(const whit_curve *curve, const whit_oid *oid, der_span in,
                                    key_parts *parts)
{
    der_span key;
    der_span value;
    if (!key_read_whole(in, &key) || !key_read_version(&key, 1) ||
        !der_read(&key, DER_OCTET_STRING, &parts->private_key)) {
        return WHIT_ERROR_KEY_ENCODING;
    }
    if (der_read(&key, DER_CONTEXT_0, &value)) {
        whit_status status = key_read_curve(&value, oid);
        if (status != WHIT_OK) {
            return status;
        }
    }
    parts->public_key = key_absent;
    if (der_read(&key, DER_CONTEXT_1, &value) &&
        !key_read_point(curve, value, &parts->public_key)) {
        return WHIT_ERROR_KEY_ENCODING;
    }
    return key.at == key.end && der_span_bytes(&parts->private_key) == curve->order_bytes
               ? WHIT_OK
               : WHIT_ERROR_KEY_ENCODING;
}

static whit_status key_read_pkcs8(const whit_curve *curve, const whit_oid *oid, der_span in,
                                  key_parts *parts)
{
    der_span key;
    der_span value;
    if (!key_read_whole(in, &key) || !key_read_version(&key, 0)) {
        return WHIT_ERROR_KEY_ENCODING;
    }
    whit_status status = key_read_algorithm(&key, oid);
    if (status != WHIT_OK) {
        return status;
    }
    if (!der_read(&key, DER_OCTET_STRING, &value) || key.at != key.end) {
        return WHIT_ERROR_KEY_ENCODING;
    }
    return key_read_private(curve, oid, value, parts);
}

whit_status whit_key_public_from_der(const whit_curve *curve, const whit_oid *oid,
                                     uint8_t *public_key, size_t *public_key_length,
                                     const uint8_t *der, size_t der_length)
{
    if (curve == NULL || oid == NULL || public_key == NULL || public_key_length == NULL ||
        der == NULL) {
        return WHIT_ERROR_ARGUMENT;
    }
    if (base_overlap(public_key, *public_key_length, der, der_length)) {
        return WHIT_ERROR_OVERLAP;
    }
    der_span in = {der, der + der_length};
    key_parts parts = {key_absent, key_absent};
    whit_status status = key_read_public(curve, oid, in, &parts);
    if (status != WHIT_OK) {
        base_wipe(public_key, *public_key_length);
        *public_key_length = 0;
        return status;
    }
    size_t length = der_span_bytes(&parts.public_key);
    if (length > *public_key_length) {
        return WHIT_ERROR_OUTPUT_LENGTH;
    }
    base_copy(public_key, parts.public_key.at, length);
    *public_key_length = length;
    return WHIT_OK;
}

/* What the two readers of private keys do around the reading. */
static whit_status key_private_from(const whit_curve *curve, const whit_oid *oid,
                                    uint8_t *private_key, size_t private_key_length,
                                    uint8_t *public_key, size_t *public_key_length,
                                    const uint8_t *der, size_t der_length, key_reader *read)
{
    if (curve == NULL || oid == NULL || private_key == NULL || der == NULL ||
        (public_key != NULL && public_key_length == NULL)) {
        return WHIT_ERROR_ARGUMENT;
    }
    size_t capacity = public_key == NULL ? 0 : *public_key_length;
    if (private_key_length != curve->order_bytes) {
        return WHIT_ERROR_OUTPUT_LENGTH;
    }
    if (base_overlap(private_key, private_key_length, der, der_length) ||
        base_overlap(public_key, capacity, der, der_length) ||
        base_overlap(public_key, capacity, private_key, private_key_length)) {
        return WHIT_ERROR_OVERLAP;
    }
    der_span in = {der, der + der_length};
    key_parts parts = {key_absent, key_absent};
    whit_status status = read(curve, oid, in, &parts);
    size_t length = der_span_bytes(&parts.public_key);
    if (status == WHIT_OK && public_key != NULL && length > capacity) {
        return WHIT_ERROR_OUTPUT_LENGTH;
    }
    if (public_key != NULL) {
        base_wipe(public_key, capacity);
        *public_key_length = 0;
    }
    if (status != WHIT_OK) {
        base_wipe(private_key, private_key_length);
        return status;
    }
    base_copy(private_key, parts.private_key.at, private_key_length);
    if (public_key != NULL && length > 0) {
        base_copy(public_key, parts.public_key.at, length);
        *public_key_length = length;
    }
    return WHIT_OK;
}

whit_status whit_key_private_from_der(const whit_curve *curve, const whit_oid *oid,
                                      uint8_t *private_key, size_t private_key_length,
                                      uint8_t *public_key, size_t *public_key_length,
                                      const uint8_t *der, size_t der_length)
{
    return key_private_from(curve, oid, private_key, private_key_length, public_key,
                            public_key_length, der, der_length, key_read_private);
}

whit_status whit_key_private_from_pkcs8(const whit_curve *curve, const whit_oid *oid,
                                        uint8_t *private_key, size_t private_key_length,
                                        uint8_t *public_key, size_t *public_key_length,
                                        const uint8_t *der, size_t der_length)
{
    return key_private_from(curve, oid, private_key, private_key_length, public_key,
                            public_key_length, der, der_length, key_read_pkcs8);
}

whit_status whit_key_der_is(const whit_oid *oid, const uint8_t *der, size_t der_length)
{
    if (oid == NULL || der == NULL) {
        return WHIT_ERROR_ARGUMENT;
    }
    der_span in = {der, der + der_length};
    der_span key;
    der_span version;
    der_span value;
    if (!key_read_whole(in, &key)) {
        return WHIT_ERROR_KEY_ENCODING;
    }
    if (!der_read(&key, DER_INTEGER, &version)) {
        return key_read_algorithm(&key, oid);
    }
    if (der_span_bytes(&version) != 1 || version.at[0] > 1) {
        return WHIT_ERROR_KEY_ENCODING;
    }
    if (version.at[0] == 0) {
        return key_read_algorithm(&key, oid);
    }
    if (!der_read(&key, DER_OCTET_STRING, &value)) {
        return WHIT_ERROR_KEY_ENCODING;
    }
    return der_read(&key, DER_CONTEXT_0, &value) ? key_read_curve(&value, oid)
                                                 : WHIT_ERROR_KEY_CURVE;
}

/* ---- writing ---- */

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
