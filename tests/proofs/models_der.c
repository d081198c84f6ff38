/* SPDX-License-Identifier: MIT */
/* Models of reading and writing elements of DER, held to the functions by the harness der_codec.
 * After one of those that write, all of the output's object is anything, which is more than the
 * function changes. */
#include "models.h"

#include "scheme/der/der_codec.h"

#define HEADER_BYTES(length) (der_element_bytes(length) - (length))

int model_der_read(der_span *in, uint8_t tag, der_span *value)
{
    size_t left = der_span_bytes(in);
    size_t length = nondet_size();
    (void)tag;
    PROVE(__CPROVER_same_object(in->at, in->end) && in->at <= in->end);
    READABLE(in->at, left);
    if (nondet_int() != 0) {
        return 0;
    }
    ASSUME(length <= 0xffff && der_element_bytes(length) <= left);
    value->at = in->at + HEADER_BYTES(length);
    value->end = value->at + length;
    in->at = value->end;
    return 1;
}

uint8_t *model_der_write_header(uint8_t *out, uint8_t tag, size_t length)
{
    size_t header = HEADER_BYTES(length);
    (void)tag;
    PROVE(length <= 0xffff);
    WRITABLE(out, header);
    __CPROVER_havoc_object(out);
    return out + header;
}

uint8_t *model_der_write_element(uint8_t *out, uint8_t tag, const uint8_t *value, size_t length)
{
    (void)tag;
    PROVE(length <= 0xffff);
    READABLE(value, length);
    WRITABLE(out, der_element_bytes(length));
    __CPROVER_havoc_object(out);
    return out + der_element_bytes(length);
}
