/* SPDX-License-Identifier: MIT */
/* ECDSA signatures in DER [RFC 3279, 2.2.3]: SEQUENCE { r INTEGER, s INTEGER }. */
#include "base/base.h"
#include "group/curve.h"
#include "scheme/der/der_codec.h"
#include <whit/der.h>

/* Bytes in the shortest two's complement form of a non-negative big-endian number. */
static size_t der_integer_bytes(const uint8_t *bytes, size_t length)
{
    while (length > 1 && bytes[0] == 0) {
        bytes++;
        length--;
    }
    return length + (bytes[0] >> 7);
}

/* Write it in that form, which has `size` bytes. */
static uint8_t *der_write_integer(uint8_t *out, const uint8_t *bytes, size_t length, size_t size)
{
    out = der_write_header(out, DER_INTEGER, size);
    if (size > length) {
        *out++ = 0;
        size--;
    }
    base_copy(out, bytes + length - size, size);
    return out + size;
}

/* Read a non-negative integer of `size` bytes at most into `size` bytes. Returns whether it was
 * one. */
static int der_read_integer(der_span *in, uint8_t *out, size_t size)
{
    der_span value;
    if (!der_read(in, DER_INTEGER, &value)) {
        return 0;
    }
    const uint8_t *at = value.at;
    size_t length = der_span_bytes(&value);
    if (length == 0 || at[0] >= 0x80 || (length > 1 && at[0] == 0 && at[1] < 0x80)) {
        return 0;
    }
    if (length > 1 && at[0] == 0) {
        at++;
        length--;
    }
    if (length > size) {
        return 0;
    }
    base_copy(out + size - length, at, length);
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
    size_t content = der_element_bytes(r_bytes) + der_element_bytes(s_bytes);
    if (*der_length < der_element_bytes(content)) {
        return WHIT_ERROR_OUTPUT_LENGTH;
    }
    uint8_t *out = der_write_header(der, DER_SEQUENCE, content);
    out = der_write_integer(out, signature, half, r_bytes);
    out = der_write_integer(out, signature + half, half, s_bytes);
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
    der_span in = {der, der + der_length};
    der_span halves;
    base_wipe(signature, signature_length);
    if (!der_read(&in, DER_SEQUENCE, &halves) || in.at != in.end ||
        !der_read_integer(&halves, signature, half) ||
        !der_read_integer(&halves, signature + half, half) || halves.at != halves.end) {
        base_wipe(signature, signature_length);
        return WHIT_ERROR_SIGNATURE_ENCODING;
    }
    return WHIT_OK;
}
