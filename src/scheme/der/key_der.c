/* SPDX-License-Identifier: MIT */
/* Reading keys in DER. */
#include "scheme/der/key_der.h"

typedef whit_status key_reader(const whit_curve *curve, const whit_oid *oid, der_span in,
                               key_parts *parts);

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

/* Read an object identifier and check that it is this one. */
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

/* Check the arguments of the two readers of private keys, read, and write the key. */
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
    int is_there = status == WHIT_OK && parts.public_key.at != NULL;
    size_t length = is_there ? der_span_bytes(&parts.public_key) : 0;
    if (public_key != NULL && length > capacity) {
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
