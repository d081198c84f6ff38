/* SPDX-License-Identifier: MIT */
/* The CBOR that EDHOC uses, written and read in the deterministic form alone: shortest heads,
 * definite lengths, keys of maps in their order. [RFC 8949, 4.2.1; RFC 9528, 3.1] */
#ifndef EDHOC_CBOR_H
#define EDHOC_CBOR_H

#include "edhoc.h"

enum { CBOR_UNSIGNED, CBOR_NEGATIVE, CBOR_BYTES, CBOR_TEXT, CBOR_ARRAY, CBOR_MAP };

/* What is written, and the room for it. `length` counts on where there is no room. */
typedef struct cbor_out {
    uint8_t *at;
    size_t room;
    size_t length;
} cbor_out;

void cbor_put_head(cbor_out *out, unsigned type, uint32_t value);
void cbor_put_integer(cbor_out *out, int32_t value);
void cbor_put_raw(cbor_out *out, edhoc_bytes bytes);
void cbor_put_bytes(cbor_out *out, edhoc_bytes bytes);

/* A byte string that is one byte and as such the encoding of an integer from -24 to 23 is written
 * as that integer. [RFC 9528, 3.3.2] */
void cbor_put_compact(cbor_out *out, edhoc_bytes bytes);

/* What is still to be read. */
typedef struct cbor_in {
    const uint8_t *at;
    const uint8_t *end;
} cbor_in;

/* The type of the next item; -1 at the end. */
int cbor_next(const cbor_in *in);

/* Read an item, where it is one: a head of a type, an integer of 32 bits, a string of a type. All
 * return EDHOC_OK, EDHOC_ERROR_TRUNCATED or EDHOC_ERROR_ENCODING. */
edhoc_status cbor_head(cbor_in *in, unsigned type, uint32_t *value);
edhoc_status cbor_integer(cbor_in *in, int32_t *value);
edhoc_status cbor_string(cbor_in *in, unsigned type, edhoc_bytes *content);

/* Read what cbor_put_compact writes. */
edhoc_status cbor_compact(cbor_in *in, edhoc_bytes *bytes);

/* Pass over an item of integers, strings, arrays and maps, at most four deep. */
edhoc_status cbor_skip(cbor_in *in);

#endif
