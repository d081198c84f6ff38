/* SPDX-License-Identifier: MIT */
/* Bytes of a test vector, written as RFCs print them. */
#ifndef HEX_H
#define HEX_H

#include <stddef.h>
#include <stdint.h>

/* One hexadecimal digit. */
static inline unsigned hex_digit(char c)
{
    return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

/* The bytes of a text of lower-case digits; returns how many. */
static inline size_t hex_bytes(uint8_t *out, const char *text)
{
    size_t length = 0;
    for (; text[2 * length] != 0; length++) {
        out[length] = (uint8_t)(16 * hex_digit(text[2 * length]) + hex_digit(text[2 * length + 1]));
    }
    return length;
}

#endif
