/* SPDX-License-Identifier: MIT */
#include "message/cbor.h"

WHIT_INTERNAL void cbor_put_head(text_out *out, uint8_t type, uint64_t value)
{
    if (value < 24) {
        text_put_byte(out, (uint8_t)(type | value));
        return;
    }
    unsigned size = value >> 32 != 0 ? 3 : value >> 16 != 0 ? 2 : value >> 8 != 0 ? 1 : 0;
    text_put_byte(out, (uint8_t)(type | (24 + size)));
    for (unsigned bits = 8U << size; bits > 0;) {
        bits -= 8;
        text_put_byte(out, (uint8_t)(value >> bits));
    }
}

WHIT_INTERNAL void cbor_put_integer(text_out *out, int64_t value)
{
    if (value < 0) {
        cbor_put_head(out, CBOR_NEGATIVE, (uint64_t)(-1 - value));
    } else {
        cbor_put_head(out, CBOR_UNSIGNED, (uint64_t)value);
    }
}

WHIT_INTERNAL void cbor_put_bytes(text_out *out, const uint8_t *bytes, size_t length)
{
    cbor_put_head(out, CBOR_BYTES, length);
    if (bytes != NULL) {
        text_put(out, bytes, length);
    }
}

WHIT_INTERNAL void cbor_put_string(text_out *out, const char *string)
{
    cbor_put_head(out, CBOR_TEXT, text_length(string));
    text_put_string(out, string);
}

/* Read a head of any type. */
static int cbor_any_head(cbor_in *in, uint8_t *type, uint64_t *value)
{
    if (in->at == in->end) {
        return 0;
    }
    uint8_t first = *in->at++;
    *type = first & 0xe0;
    *value = first & 0x1f;
    if (*value < 24) {
        return 1;
    }
    size_t size = (size_t)1 << (*value - 24 < 4 ? *value - 24 : 0);
    if (*value >= 28 || (size_t)(in->end - in->at) < size) {
        return 0;
    }
    *value = 0;
    for (size_t i = 0; i < size; i++) {
        *value = *value << 8 | *in->at++;
    }
    /* Of what is no number, simple values and floats, the length is part of the value. */
    if (*type == CBOR_SIMPLE) {
        return size > 1 || *value >= 32;
    }
    return size == 1 ? *value >= 24 : *value >> (size * 4) != 0;
}

WHIT_INTERNAL int cbor_head(cbor_in *in, uint8_t type, uint64_t *value)
{
    cbor_in next = *in;
    uint8_t found;
    if (!cbor_any_head(&next, &found, value) || found != type) {
        return 0;
    }
    *in = next;
    return 1;
}

WHIT_INTERNAL int cbor_bytes(cbor_in *in, uint8_t type, cbor_in *content)
{
    cbor_in next = *in;
    uint64_t length;
    if (!cbor_head(&next, type, &length) || length > (size_t)(next.end - next.at)) {
        return 0;
    }
    content->at = next.at;
    content->end = next.at + (size_t)length;
    in->at = content->end;
    return 1;
}

WHIT_INTERNAL int cbor_integer(cbor_in *in, int32_t *value)
{
    uint64_t found;
    cbor_in next = *in;
    int negative = cbor_head(&next, CBOR_NEGATIVE, &found);
    if ((!negative && !cbor_head(&next, CBOR_UNSIGNED, &found)) || found > 0x7fffffffUL) {
        return 0;
    }
    *value = negative ? -1 - (int32_t)found : (int32_t)found;
    *in = next;
    return 1;
}

WHIT_INTERNAL whit_status cbor_skip(cbor_in *in)
{
    /* Items that are open, of which each has a byte at least. */
    uint64_t items = 1;
    while (items > 0) {
        uint8_t type;
        uint64_t value;
        const uint8_t *at = in->at;
        if (!cbor_any_head(in, &type, &value)) {
            return WHIT_ERROR_MESSAGE_ENCODING;
        }
        items--;
        if (type == CBOR_BYTES || type == CBOR_TEXT) {
            cbor_in content;
            in->at = at;
            if (!cbor_bytes(in, type, &content)) {
                return WHIT_ERROR_MESSAGE_ENCODING;
            }
            if (type == CBOR_TEXT &&
                !text_is_utf8(content.at, (size_t)(content.end - content.at))) {
                return WHIT_ERROR_MESSAGE_TEXT;
            }
        } else if (type == CBOR_ARRAY || type == CBOR_MAP || type == CBOR_TAG) {
            uint64_t left = (size_t)(in->end - in->at);
            value = type == CBOR_TAG ? 1 : value;
            if (value > left || (type == CBOR_MAP && value > left / 2)) {
                return WHIT_ERROR_MESSAGE_ENCODING;
            }
            items += type == CBOR_MAP ? 2 * value : value;
        }
    }
    return WHIT_OK;
}
