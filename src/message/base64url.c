/* SPDX-License-Identifier: MIT */
#include "message/base64url.h"

#define BASE64URL_NONE 0xffU

static uint8_t base64url_character(unsigned value)
{
    if (value < 52) {
        return (uint8_t)(value < 26 ? 'A' + value : 'a' + value - 26);
    }
    return (uint8_t)(value < 62 ? '0' + value - 52 : value == 62 ? '-' : '_');
}

static unsigned base64url_value(uint8_t character)
{
    if (character >= 'A' && character <= 'Z') {
        return (unsigned)character - 'A';
    }
    if (character >= 'a' && character <= 'z') {
        return (unsigned)character - 'a' + 26;
    }
    if (character >= '0' && character <= '9') {
        return (unsigned)character - '0' + 52;
    }
    return character == '-' ? 62 : character == '_' ? 63 : BASE64URL_NONE;
}

WHIT_INTERNAL void base64url_put(text_out *out, const uint8_t *bytes, size_t length)
{
    unsigned waiting = 0; /* its last `bits` bits are still to be written */
    unsigned bits = 0;
    while (length-- > 0) {
        waiting = (waiting << 8 | *bytes++) & 0xfffU;
        for (bits += 8; bits >= 6; bits -= 6) {
            text_put_byte(out, base64url_character(waiting >> (bits - 6) & 0x3fU));
        }
    }
    if (bits > 0) {
        text_put_byte(out, base64url_character(waiting << (6 - bits) & 0x3fU));
    }
}

WHIT_INTERNAL int base64url_check(const uint8_t *characters, size_t length)
{
    unsigned last = 0;
    for (size_t i = 0; i < length; i++) {
        last = base64url_value(characters[i]);
        if (last == BASE64URL_NONE) {
            return 0;
        }
    }
    unsigned over = (unsigned)(length % 4);
    return over != 1 && (over != 2 || (last & 0xfU) == 0) && (over != 3 || (last & 0x3U) == 0);
}

WHIT_INTERNAL void base64url_decode(uint8_t *out, const uint8_t *characters, size_t length)
{
    unsigned waiting = 0;
    unsigned bits = 0;
    while (length-- > 0) {
        waiting = (waiting << 6 | base64url_value(*characters++)) & 0x3fffU;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            *out++ = (uint8_t)(waiting >> bits);
        }
    }
}
