/* SPDX-License-Identifier: MIT */
#include "cbor.h"

#include <string.h>

#define DEPTH 4 /* of arrays and maps in each other */

static void put(cbor_out *out, const uint8_t *bytes, size_t length)
{
    if (out->length <= out->room && length <= out->room - out->length && length != 0) {
        memcpy(out->at + out->length, bytes, length);
    }
    out->length += length;
}

void cbor_put_head(cbor_out *out, unsigned type, uint32_t value)
{
    uint8_t head[5] = {(uint8_t)(value >> 24), (uint8_t)(value >> 16), (uint8_t)(value >> 8),
                       (uint8_t)value, 0};
    size_t length = value < 24 ? 0 : value < 0x100 ? 1 : value < 0x10000 ? 2 : 4;
    /* Argument behind the first byte, which holds it or its size: 24, 25, 26. */
    size_t size = length == 1 ? 24 : length == 2 ? 25 : 26;
    memmove(head + 1, head + 4 - length, length);
    head[0] = (uint8_t)(type << 5 | (length == 0 ? value : size));
    put(out, head, 1 + length);
}

void cbor_put_integer(cbor_out *out, int32_t value)
{
    if (value < 0) {
        cbor_put_head(out, CBOR_NEGATIVE, (uint32_t)(-1 - value));
    } else {
        cbor_put_head(out, CBOR_UNSIGNED, (uint32_t)value);
    }
}

void cbor_put_raw(cbor_out *out, edhoc_bytes bytes)
{
    put(out, bytes.at, bytes.length);
}

void cbor_put_bytes(cbor_out *out, edhoc_bytes bytes)
{
    cbor_put_head(out, CBOR_BYTES, (uint32_t)bytes.length);
    put(out, bytes.at, bytes.length);
}

/* Whether a byte is the whole encoding of an integer from -24 to 23. */
static int is_integer(uint8_t byte)
{
    return (byte & 0xc0) == 0 && (byte & 0x1f) < 24;
}

void cbor_put_compact(cbor_out *out, edhoc_bytes bytes)
{
    if (bytes.length == 1 && is_integer(bytes.at[0])) {
        put(out, bytes.at, 1);
    } else {
        cbor_put_bytes(out, bytes);
    }
}

int cbor_next(const cbor_in *in)
{
    return in->at == in->end ? -1 : in->at[0] >> 5;
}

edhoc_status cbor_head(cbor_in *in, unsigned type, uint32_t *value)
{
    size_t left = (size_t)(in->end - in->at);
    if (left == 0) {
        return EDHOC_ERROR_TRUNCATED;
    }
    unsigned small = in->at[0] & 0x1f;
    if ((unsigned)(in->at[0] >> 5) != type || small > 26) {
        return EDHOC_ERROR_ENCODING;
    }
    size_t length = small < 24 ? 0 : (size_t)1 << (small - 24);
    if (left - 1 < length) {
        return EDHOC_ERROR_TRUNCATED;
    }
    uint32_t number = length == 0 ? small : 0;
    for (size_t i = 1; i <= length; i++) {
        number = number << 8 | in->at[i];
    }
    if ((length == 1 && number < 24) || (length == 2 && number < 0x100) ||
        (length == 4 && number < 0x10000)) {
        return EDHOC_ERROR_ENCODING;
    }
    in->at += 1 + length;
    *value = number;
    return EDHOC_OK;
}

edhoc_status cbor_integer(cbor_in *in, int32_t *value)
{
    uint32_t number = 0;
    int is_negative = cbor_next(in) == CBOR_NEGATIVE;
    cbor_in before = *in;
    edhoc_status status = cbor_head(in, is_negative ? CBOR_NEGATIVE : CBOR_UNSIGNED, &number);
    if (status != EDHOC_OK) {
        return status;
    }
    if (number > INT32_MAX) {
        *in = before;
        return EDHOC_ERROR_ENCODING;
    }
    *value = is_negative ? -1 - (int32_t)number : (int32_t)number;
    return EDHOC_OK;
}

edhoc_status cbor_string(cbor_in *in, unsigned type, edhoc_bytes *content)
{
    uint32_t length = 0;
    cbor_in before = *in;
    edhoc_status status = cbor_head(in, type, &length);
    if (status == EDHOC_OK && (size_t)(in->end - in->at) < length) {
        *in = before;
        status = EDHOC_ERROR_TRUNCATED;
    }
    if (status == EDHOC_OK) {
        content->at = in->at;
        content->length = length;
        in->at += length;
    }
    return status;
}

edhoc_status cbor_compact(cbor_in *in, edhoc_bytes *bytes)
{
    int type = cbor_next(in);
    if (type == CBOR_UNSIGNED || type == CBOR_NEGATIVE) {
        if (!is_integer(in->at[0])) {
            return EDHOC_ERROR_ENCODING;
        }
        bytes->at = in->at++;
        bytes->length = 1;
        return EDHOC_OK;
    }
    edhoc_status status = cbor_string(in, CBOR_BYTES, bytes);
    if (status == EDHOC_OK && bytes->length == 1 && is_integer(bytes->at[0])) {
        return EDHOC_ERROR_ENCODING;
    }
    return status;
}

/* Whether an encoded key of a map comes before another: bytewise. */
static int is_before(edhoc_bytes first, edhoc_bytes second)
{
    size_t shorter = first.length < second.length ? first.length : second.length;
    int order = memcmp(first.at, second.at, shorter);
    return order < 0 || (order == 0 && first.length < second.length);
}

/* An item that is no array and no map; of these `items` receives how many items follow, with a
 * map's keys. */
static edhoc_status skip_one(cbor_in *in, int type, uint32_t *items)
{
    edhoc_bytes content;
    *items = 0;
    if (type == CBOR_BYTES || type == CBOR_TEXT) {
        return cbor_string(in, (unsigned)type, &content);
    }
    uint32_t value = 0;
    edhoc_status status = type < 0          ? EDHOC_ERROR_TRUNCATED
                          : type > CBOR_MAP ? EDHOC_ERROR_ENCODING
                                            : cbor_head(in, (unsigned)type, &value);
    if (status == EDHOC_OK && type >= CBOR_ARRAY) {
        if (value > 0xffff) {
            return EDHOC_ERROR_ENCODING;
        }
        *items = type == CBOR_MAP ? 2 * value : value;
    }
    return status;
}

edhoc_status cbor_skip(cbor_in *in)
{
    uint32_t left[DEPTH + 1] = {1}; /* items to come, by depth */
    uint8_t is_map[DEPTH + 1] = {0};
    edhoc_bytes last_key[DEPTH + 1] = {{0, 0}};
    size_t depth = 0;
    for (;;) {
        while (left[depth] == 0) {
            if (depth-- == 0) {
                return EDHOC_OK;
            }
        }
        int is_key = is_map[depth] && left[depth] % 2 == 0;
        const uint8_t *start = in->at;
        uint32_t items = 0;
        int type = cbor_next(in);
        edhoc_status status = skip_one(in, type, &items);
        if (status != EDHOC_OK) {
            return status;
        }
        left[depth]--;
        if (is_key) {
            edhoc_bytes key = {start, (size_t)(in->at - start)};
            if (type >= CBOR_ARRAY ||
                (last_key[depth].at != NULL && !is_before(last_key[depth], key))) {
                return EDHOC_ERROR_ENCODING;
            }
            last_key[depth] = key;
        }
        if (items != 0) {
            if (depth == DEPTH) {
                return EDHOC_ERROR_ENCODING;
            }
            depth++;
            left[depth] = items;
            is_map[depth] = type == CBOR_MAP;
            last_key[depth].at = NULL;
        }
    }
}
