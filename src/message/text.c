/* SPDX-License-Identifier: MIT */
#include "message/text.h"

WHIT_INTERNAL void text_put(text_out *out, const void *bytes, size_t length)
{
    if (out->full || length > out->capacity - out->length) {
        out->full = 1;
        return;
    }
    base_copy(out->start + out->length, bytes, length);
    out->length += length;
}

WHIT_INTERNAL void text_put_byte(text_out *out, uint8_t byte)
{
    text_put(out, &byte, 1);
}

WHIT_INTERNAL void text_put_string(text_out *out, const char *string)
{
    text_put(out, string, text_length(string));
}

WHIT_INTERNAL whit_status text_end(text_out *out, size_t *length, whit_status status)
{
    if (status == WHIT_OK && out->full) {
        status = WHIT_ERROR_OUTPUT_LENGTH;
    }
    if (status != WHIT_OK) {
        base_wipe(out->start, out->capacity);
        out->length = 0;
    }
    *length = out->length;
    return status;
}

WHIT_INTERNAL size_t text_length(const char *string)
{
    size_t length = 0;
    /* The bound, which no string reaches, keeps compilers from calling strlen. */
    while (length < SIZE_MAX - 1 && string[length] != 0) {
        length++;
    }
    return length;
}

WHIT_INTERNAL int text_same(const uint8_t *bytes, size_t length, const char *string)
{
    return text_length(string) == length && base_same(bytes, string, length);
}

WHIT_INTERNAL uint32_t text_character(const uint8_t **at, const uint8_t *end)
{
    uint32_t point = *(*at)++;
    if (point < 0x80) {
        return point;
    }
    /* The bytes that follow, and the least character that needs them. */
    unsigned more = point >= 0xf0 ? 3 : point >= 0xe0 ? 2 : 1;
    uint32_t least = more == 3 ? 0x10000UL : more == 2 ? 0x800UL : 0x80UL;
    if (point < 0xc0 || point >= 0xf8) {
        return TEXT_NONE;
    }
    point &= 0x3fU >> more;
    while (more-- > 0) {
        if (*at == end || **at >> 6 != 2) {
            return TEXT_NONE;
        }
        point = point << 6 | (*(*at)++ & 0x3fU);
    }
    if (point < least || point > 0x10ffffUL || (point >= 0xd800UL && point < 0xe000UL)) {
        return TEXT_NONE;
    }
    return point;
}

WHIT_INTERNAL int text_is_utf8(const uint8_t *bytes, size_t length)
{
    const uint8_t *end = bytes + length;
    while (bytes < end) {
        if (text_character(&bytes, end) == TEXT_NONE) {
            return 0;
        }
    }
    return 1;
}
