/* SPDX-License-Identifier: MIT */
/* ECDSA signatures in DER [RFC 3279, 2.2.3]: SEQUENCE { r INTEGER, s INTEGER }. */
#include "base/base.h"
#include "group/curve.h"
#include <whit/der.h>

#include <string.h>

#define DER_INTEGER 0x02
#define DER_SEQUENCE 0x30

/* Bytes in the header of a value of `length` bytes, below 256: a tag, and a length in the short
 * form up to 127, else in one byte more. */
static size_t der_header_bytes(size_t length)
{
    return length < 0x80 ? 2 : 3;
}

static uint8_t *der_write_header(uint8_t *out, uint8_t tag, size_t length)
{
    *out++ = tag;
    if (length >= 0x80) {
        *out++ = 0x81;
    }
    *out++ = (uint8_t)length;
    return out;
}

/* Bytes in the shortest two's complement form of a non-negative big-endian number. */
static size_t der_integer_bytes(const uint8_t *bytes, size_t length)
{
    while (length > 1 && bytes[0] == 0) {
        bytes++;
        length--;
    }
    return length + (bytes[0] >> 7);
}

static uint8_t *der_write_integer(uint8_t *out, const uint8_t *bytes, size_t length)
{
    size_t size = der_integer_bytes(bytes, length);
    out = der_write_header(out, DER_INTEGER, size);
    if (size > length) {
        *out++ = 0;
        size--;
    }
    memcpy(out, bytes + length - size, size);
    return out + size;
}

/* Read a header at *in of a value that fits before `end`. Returns the value's length and moves
 * *in behind the header, or returns 0, which no value here has, for anything else. */
static size_t der_read_header(const uint8_t **in, const uint8_t *end, uint8_t tag)
{
    const uint8_t *at = *in;
    size_t length;
    if (end - at < 2 || *at++ != tag) {
        return 0;
    }
    length = *at++;
    if (length == 0x81 && end > at && *at >= 0x80) {
        length = *at++;
    } else if (length >= 0x80) {
        return 0;
    }
    if (length > (size_t)(end - at)) {
        return 0;
    }
    *in = at;
    return length;
}

/* Read a non-negative integer at *in into `size` bytes. Returns whether it was one. */
static int der_read_integer(const uint8_t **in, const uint8_t *end, uint8_t *out, size_t size)
{
    size_t length = der_read_header(in, end, DER_INTEGER);
    const uint8_t *at = *in;
    if (length == 0 || at[0] >= 0x80 || (length > 1 && at[0] == 0 && at[1] < 0x80)) {
        return 0;
    }
    *in += length;
    if (length > 1 && at[0] == 0) {
        at++;
        length--;
    }
    if (length > size) {
        return 0;
    }
    memcpy(out + size - length, at, length);
    return 1;
}

whit_status whit_ecdsa_signature_to_der(const whit_curve *curve, uint8_t *der, size_t *der_length,
                                        const uint8_t *signature, size_t signature_length)
{
    if (curve == NULL || der == NULL || der_length == NULL || signature == NULL) {
        return WHIT_ERROR_ARGUMENT;
    }
    if (base_overlap(der, *der_length, signature, signature_length)) {
        return WHIT_ERROR_OVERLAP;
    }
    size_t half = curve->order_bytes;
    if (signature_length != 2 * half) {
        base_wipe(der, *der_length);
        *der_length = 0;
        return WHIT_ERROR_SIGNATURE_LENGTH;
    }
    size_t r_bytes = der_integer_bytes(signature, half);
    size_t s_bytes = der_integer_bytes(signature + half, half);
    size_t content = der_header_bytes(r_bytes) + r_bytes + der_header_bytes(s_bytes) + s_bytes;
    if (*der_length < der_header_bytes(content) + content) {
        return WHIT_ERROR_OUTPUT_LENGTH;
    }
    uint8_t *out = der_write_header(der, DER_SEQUENCE, content);
    out = der_write_integer(out, signature, half);
    out = der_write_integer(out, signature + half, half);
    *der_length = (size_t)(out - der);
    return WHIT_OK;
}

whit_status whit_ecdsa_signature_from_der(const whit_curve *curve, uint8_t *signature,
                                          size_t signature_length, const uint8_t *der,
                                          size_t der_length)
{
    if (curve == NULL || signature == NULL || der == NULL) {
        return WHIT_ERROR_ARGUMENT;
    }
    size_t half = curve->order_bytes;
    if (signature_length != 2 * half) {
        return WHIT_ERROR_OUTPUT_LENGTH;
    }
    if (base_overlap(signature, signature_length, der, der_length)) {
        return WHIT_ERROR_OVERLAP;
    }
    const uint8_t *at = der;
    const uint8_t *end = der + der_length;
    base_wipe(signature, signature_length);
    size_t content = der_read_header(&at, end, DER_SEQUENCE);
    if (content == 0 || content != (size_t)(end - at) ||
        !der_read_integer(&at, end, signature, half) ||
        !der_read_integer(&at, end, signature + half, half) || at != end) {
        base_wipe(signature, signature_length);
        return WHIT_ERROR_SIGNATURE_ENCODING;
    }
    return WHIT_OK;
}
