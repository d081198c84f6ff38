/* SPDX-License-Identifier: MIT */
/* What writing and reading COSE_Sign1 share. */
#ifndef WHIT_MESSAGE_COSE_H
#define WHIT_MESSAGE_COSE_H

#include "message/cbor.h"
#include <whit/cose.h>

#define cose_put_structure whit_cose_put_structure
#define cose_is_bad whit_cose_is_bad
#define cose_overlaps whit_cose_overlaps

/* The tag, and the labels of headers that are understood. */
#define COSE_SIGN1 18
#define COSE_ALGORITHM 1
#define COSE_CRITICAL 2
#define COSE_KEY_ID 4

/* The longest map with an algorithm of 32 bits. */
#define COSE_HEADERS_BYTES 7

/* Write the Sig_structure, `whole` or without the payload's bytes. */
WHIT_INTERNAL void cose_put_structure(text_out *out, const whit_cose *cose, const uint8_t *headers,
                                      size_t headers_length, int whole);

/* Whether something is NULL and has a length; and whether an output overlaps what a message
 * points to, or its structure. */
WHIT_INTERNAL int cose_is_bad(const whit_cose *cose);
WHIT_INTERNAL int cose_overlaps(const whit_cose *cose, const uint8_t *out, size_t length);

#endif
