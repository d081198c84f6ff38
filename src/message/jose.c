/* SPDX-License-Identifier: MIT */
#include "message/jose.h"

WHIT_INTERNAL whit_status jose_find(const uint8_t *object, const char *name, json_member *found)
{
    const uint8_t *at = object + 1;
    while (json_next(&at, found)) {
        if (json_is(found->name, name)) {
            return WHIT_OK;
        }
    }
    return WHIT_ERROR_MESSAGE_HEADER;
}

WHIT_INTERNAL whit_status jose_check(const uint8_t *value, const char *expected,
                                     size_t signature_length)
{
    if (*value != '"') {
        return WHIT_ERROR_MESSAGE_HEADER;
    }
    size_t length = (size_t)(json_skip(value) - value) - 2;
    whit_status status = algorithm_check_name(value + 1, length, signature_length);
    if (status != WHIT_ERROR_MESSAGE_ALGORITHM && !json_bare(value, expected)) {
        return WHIT_ERROR_MESSAGE_EXPECTED;
    }
    return status;
}

WHIT_INTERNAL whit_status jose_signature(uint8_t *signature, size_t signature_length,
                                         const uint8_t *characters, size_t length)
{
    if (!base64url_check(characters, length)) {
        return WHIT_ERROR_MESSAGE_BASE64URL;
    }
    if (base64url_bytes(length) != signature_length) {
        return WHIT_ERROR_SIGNATURE_LENGTH;
    }
    base64url_decode(signature, characters, length);
    return WHIT_OK;
}
