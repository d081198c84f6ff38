/* SPDX-License-Identifier: MIT */
/* Writing and reading CBOR [RFC 8949]: definite lengths and the shortest heads, and no others. */
#ifndef WHIT_MESSAGE_CBOR_H
#define WHIT_MESSAGE_CBOR_H

#include "message/text.h"

#define cbor_put_head whit_cbor_put_head
#define cbor_put_integer whit_cbor_put_integer
#define cbor_put_bytes whit_cbor_put_bytes
#define cbor_put_string whit_cbor_put_string
#define cbor_head whit_cbor_head
#define cbor_bytes whit_cbor_bytes
#define cbor_integer whit_cbor_integer
#define cbor_skip whit_cbor_skip

/* Major types, as they stand in a head. */
#define CBOR_UNSIGNED 0x00
#define CBOR_NEGATIVE 0x20
#define CBOR_BYTES 0x40
#define CBOR_TEXT 0x60
#define CBOR_ARRAY 0x80
#define CBOR_MAP 0xa0
#define CBOR_TAG 0xc0
#define CBOR_SIMPLE 0xe0

#define CBOR_FALSE 0xf4
#define CBOR_TRUE 0xf5
#define CBOR_NULL 0xf6

/* Write a head; an integer; a byte string, of which nothing but the head where `bytes` is NULL; and
 * a text string. */
WHIT_INTERNAL void cbor_put_head(text_out *out, uint8_t type, uint64_t value);
WHIT_INTERNAL void cbor_put_integer(text_out *out, int64_t value);
WHIT_INTERNAL void cbor_put_bytes(text_out *out, const uint8_t *bytes, size_t length);
WHIT_INTERNAL void cbor_put_string(text_out *out, const char *string);

/* The bytes that are still to be read. */
typedef struct cbor_in {
    const uint8_t *at;
    const uint8_t *end;
} cbor_in;

/* Read a head of this type. Returns 0, and leaves *in as it is, where there is another, or one
 * that is not in its shortest form. */
WHIT_INTERNAL int cbor_head(cbor_in *in, uint8_t type, uint64_t *value);

/* Read a byte string or a text string, whose content `content` receives; and an integer of
 * 32 bits. Both return what cbor_head does. */
WHIT_INTERNAL int cbor_bytes(cbor_in *in, uint8_t type, cbor_in *content);
WHIT_INTERNAL int cbor_integer(cbor_in *in, int32_t *value);

/* Pass over one item, whatever is in it. Returns WHIT_OK, WHIT_ERROR_MESSAGE_ENCODING or
 * WHIT_ERROR_MESSAGE_TEXT. */
WHIT_INTERNAL whit_status cbor_skip(cbor_in *in);

#endif
