/* SPDX-License-Identifier: MIT */
#include "scheme/der/der_codec.h"

WHIT_INTERNAL size_t der_element_bytes(size_t length)
{
    return length + (length < 0x80 ? 2 : length < 0x100 ? 3 : 4);
}

WHIT_INTERNAL uint8_t *der_write_header(uint8_t *out, uint8_t tag, size_t length)
{
    *out++ = tag;
    if (length >= 0x100) {
        *out++ = 0x82;
        *out++ = (uint8_t)(length >> 8);
    } else if (length >= 0x80) {
        *out++ = 0x81;
    }
    *out++ = (uint8_t)length;
    return out;
}

WHIT_INTERNAL uint8_t *der_write_element(uint8_t *out, uint8_t tag, const uint8_t *value,
                                         size_t length)
{
    out = der_write_header(out, tag, length);
    base_copy(out, value, length);
    return out + length;
}

WHIT_INTERNAL int der_read(der_span *in, uint8_t tag, der_span *value)
{
    const uint8_t *at = in->at;
    size_t left = der_span_bytes(in);
    if (left < 2 || at[0] != tag) {
        return 0;
    }
    size_t length = at[1];
    size_t header = 2;
    if (length >= 0x80) {
        /* The two forms that a value of 128 bytes or more may need; 0x80 is the indefinite one,
         * which DER has not. */
        header = length == 0x81 ? 3 : 4;
        if (length > 0x82 || length == 0x80 || left < header) {
            return 0;
        }
        length = header == 3 ? at[2] : (size_t)at[2] << 8 | at[3];
        if (length < (header == 3 ? 0x80U : 0x100U)) {
            return 0;
        }
    }
    if (length > left - header) {
        return 0;
    }
    in->at = at + header + length;
    value->at = at + header;
    value->end = value->at + length;
    return 1;
}
