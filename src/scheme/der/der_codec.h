/* SPDX-License-Identifier: MIT */
/* Reading and writing DER [ITU-T X.690]: tags of one byte, definite lengths below 65,536, each in
 * its shortest form and no other. */
#ifndef WHIT_SCHEME_DER_CODEC_H
#define WHIT_SCHEME_DER_CODEC_H

#include "base/base.h"

#define DER_INTEGER 0x02
#define DER_BIT_STRING 0x03
#define DER_OCTET_STRING 0x04
#define DER_OBJECT_IDENTIFIER 0x06
#define DER_SEQUENCE 0x30
#define DER_CONTEXT_0 0xa0 /* constructed, as explicit tags are */
#define DER_CONTEXT_1 0xa1

#define der_element_bytes whit_der_element_bytes
#define der_write_header whit_der_write_header
#define der_write_element whit_der_write_element
#define der_read whit_der_read

/* The bytes that are still to be read. */
typedef struct der_span {
    const uint8_t *at;
    const uint8_t *end;
} der_span;

static inline size_t der_span_bytes(const der_span *span)
{
    return (size_t)(span->end - span->at);
}

/* Bytes in an element, header included, whose value has `length` bytes. */
WHIT_INTERNAL size_t der_element_bytes(size_t length);

/* Write a header, or a header and a value. Both return where the next byte goes. */
WHIT_INTERNAL uint8_t *der_write_header(uint8_t *out, uint8_t tag, size_t length);
WHIT_INTERNAL uint8_t *der_write_element(uint8_t *out, uint8_t tag, const uint8_t *value,
                                         size_t length);

/* Read the element at the front. Returns 1 and moves `in` behind it when it has this tag and
 * lies inside `in`; otherwise returns 0, and `in` and `value` stay. */
WHIT_INTERNAL int der_read(der_span *in, uint8_t tag, der_span *value);

#endif
