/* SPDX-License-Identifier: MIT */
/* base64url, checked, decoded to exactly the bytes that it has, and written. */
#include "proofs.h"

#include "message/base64url.h"

void prove_decode(void)
{
    size_t length = any_length(MOST);
    const uint8_t *characters = any_bytes(length);
    uint8_t *out = any_bytes(base64url_bytes(length));
    if (base64url_check(characters, length)) {
        base64url_decode(out, characters, length);
        REACHED(length == MOST);
    }
}

void prove_put(void)
{
    size_t length = any_length(MOST);
    size_t capacity = any_length(2 * MOST);
    const uint8_t *bytes = any_bytes(length);
    text_out out = {any_bytes(capacity), capacity, 0, 0};
    base64url_put(&out, bytes, length);
    PROVE(out.length <= capacity);
    REACHED(out.full);
    REACHED(!out.full && length == MOST);
}
