/* SPDX-License-Identifier: MIT */
/* base64url without padding [RFC 4648, 5; RFC 7515, 2]. */
#ifndef WHIT_MESSAGE_BASE64URL_H
#define WHIT_MESSAGE_BASE64URL_H

#include "message/text.h"

#define base64url_put whit_base64url_put
#define base64url_check whit_base64url_check
#define base64url_decode whit_base64url_decode

/* Bytes of so many characters. */
static inline size_t base64url_bytes(size_t characters)
{
    return characters / 4 * 3 + characters % 4 * 3 / 4;
}

WHIT_INTERNAL void base64url_put(text_out *out, const uint8_t *bytes, size_t length);

/* Whether characters are the one encoding of some bytes: of the alphabet, as many as can be, and
 * with zeros in the bits that the last one has to spare. */
WHIT_INTERNAL int base64url_check(const uint8_t *characters, size_t length);

/* Decode what was found right, to base64url_bytes(length) bytes. */
WHIT_INTERNAL void base64url_decode(uint8_t *out, const uint8_t *characters, size_t length);

#endif
