/* SPDX-License-Identifier: MIT */
/* Output that knows its capacity, and text as UTF-8. */
#ifndef WHIT_MESSAGE_TEXT_H
#define WHIT_MESSAGE_TEXT_H

#include "base/base.h"

#define text_put whit_text_put
#define text_put_byte whit_text_put_byte
#define text_put_string whit_text_put_string
#define text_end whit_text_end
#define text_length whit_text_length
#define text_same whit_text_same
#define text_character whit_text_character
#define text_is_utf8 whit_text_is_utf8

/* What was written so far. Once something did not fit, nothing more is. */
typedef struct text_out {
    uint8_t *start;
    size_t capacity;
    size_t length;
    int full;
} text_out;

WHIT_INTERNAL void text_put(text_out *out, const void *bytes, size_t length);
WHIT_INTERNAL void text_put_byte(text_out *out, uint8_t byte);

/* The same of a string, without its zero. */
WHIT_INTERNAL void text_put_string(text_out *out, const char *string);

/* End: give the length, or, where something did not fit or `status` is an error, wipe the output
 * and give zero. */
WHIT_INTERNAL whit_status text_end(text_out *out, size_t *length, whit_status status);

/* Bytes of a string, without its zero. */
WHIT_INTERNAL size_t text_length(const char *string);

/* Whether bytes are those of a string. */
WHIT_INTERNAL int text_same(const uint8_t *bytes, size_t length, const char *string);

/* Read a character in UTF-8 [RFC 3629, 4]: its code point, or TEXT_NONE where the bytes at *at
 * are none. *at goes behind it. */
#define TEXT_NONE 0xffffffffUL
WHIT_INTERNAL uint32_t text_character(const uint8_t **at, const uint8_t *end);

WHIT_INTERNAL int text_is_utf8(const uint8_t *bytes, size_t length);

#endif
