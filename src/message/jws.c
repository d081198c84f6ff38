/* SPDX-License-Identifier: MIT */
/* Writing JSON Web Signatures [RFC 7515, 7.1; RFC 7797, 5.2]. */
#include "message/jws.h"
#include "message/algorithm.h"
#include "message/base64url.h"
#include <whit/jws.h>

#define JWS_BEGIN "{\"alg\":\""
#define JWS_BEGIN_BYTES (sizeof JWS_BEGIN - 1)
#define JWS_PLAIN ",\"b64\":false,\"crit\":[\"b64\"]"

/* The longest header that is written, and so much of it as shows the algorithm: an algorithm has
 * six characters at most, and a quote stands behind it. */
#define JWS_HEADER_BYTES (JWS_BEGIN_BYTES + 6 + 2 + sizeof JWS_PLAIN - 1)
#define JWS_SHOWN_BYTES (JWS_BEGIN_BYTES + 7)
#define JWS_SHOWN_CHARACTERS (JWS_SHOWN_BYTES / 3 * 4)

WHIT_INTERNAL int jws_is_plain(const uint8_t *payload, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (payload[i] < ' ' || payload[i] > '~' || payload[i] == '.') {
            return 0;
        }
    }
    return 1;
}

WHIT_INTERNAL size_t jws_part(const uint8_t *at, size_t length)
{
    size_t part = 0;
    while (part < length && at[part] != '.') {
        part++;
    }
    return part;
}

static whit_status jws_begin(uint8_t *message, size_t capacity, size_t *signed_length,
                             const char *algorithm, const uint8_t *payload, size_t payload_length,
                             int plain)
{
    if (message == NULL || signed_length == NULL || algorithm == NULL ||
        (payload == NULL && payload_length > 0)) {
        return WHIT_ERROR_ARGUMENT;
    }
    if (base_overlap(message, capacity, payload, payload_length) ||
        base_overlap(message, capacity, algorithm, text_length(algorithm) + 1)) {
        return WHIT_ERROR_OVERLAP;
    }
    text_out out = {message, capacity, 0, 0};
    whit_status status = algorithm_check_name((const uint8_t *)algorithm, text_length(algorithm),
                                              ALGORITHM_ANY);
    if (status == WHIT_OK && plain && !jws_is_plain(payload, payload_length)) {
        status = WHIT_ERROR_MESSAGE_TEXT;
    }
    if (status == WHIT_OK) {
        uint8_t header[JWS_HEADER_BYTES];
        text_out head = {header, sizeof header, 0, 0};
        text_put_string(&head, JWS_BEGIN);
        text_put_string(&head, algorithm);
        text_put_string(&head, plain ? "\"" JWS_PLAIN "}" : "\"}");
        base64url_put(&out, header, head.length);
        text_put_byte(&out, '.');
        if (plain) {
            text_put(&out, payload, payload_length);
        } else {
            base64url_put(&out, payload, payload_length);
        }
    }
    return text_end(&out, signed_length, status);
}

whit_status whit_jws_begin(uint8_t *message, size_t capacity, size_t *signed_length,
                           const char *algorithm, const uint8_t *payload, size_t payload_length)
{
    return jws_begin(message, capacity, signed_length, algorithm, payload, payload_length, 0);
}

whit_status whit_jws_begin_plain(uint8_t *message, size_t capacity, size_t *signed_length,
                                 const char *algorithm, const uint8_t *payload,
                                 size_t payload_length)
{
    return jws_begin(message, capacity, signed_length, algorithm, payload, payload_length, 1);
}

/* Whether a header and a payload that begin wrote name an algorithm whose signatures have this
 * length. */
static whit_status jws_suits(const uint8_t *message, size_t length, size_t signature_length)
{
    uint8_t shown[JWS_SHOWN_BYTES + 1] = {0};
    size_t header = jws_part(message, length);
    size_t characters = header < JWS_SHOWN_CHARACTERS ? header : JWS_SHOWN_CHARACTERS;
    if (header == length ||
        jws_part(message + header + 1, length - header - 1) + header + 1 != length ||
        !base64url_check(message, characters)) {
        return WHIT_ERROR_MESSAGE_ENCODING;
    }
    base64url_decode(shown, message, characters);
    if (!base_same(shown, JWS_BEGIN, JWS_BEGIN_BYTES)) {
        return WHIT_ERROR_MESSAGE_ENCODING;
    }
    const uint8_t *name = shown + JWS_BEGIN_BYTES;
    size_t name_length = 0;
    while (name[name_length] != '"' && name[name_length] != 0) {
        name_length++;
    }
    if (name[name_length] != '"') {
        return WHIT_ERROR_MESSAGE_ENCODING;
    }
    return algorithm_check_name(name, name_length, signature_length);
}

whit_status whit_jws_end(uint8_t *message, size_t capacity, size_t *length,
                         const uint8_t *signature, size_t signature_length)
{
    if (message == NULL || length == NULL || signature == NULL || *length > capacity) {
        return WHIT_ERROR_ARGUMENT;
    }
    if (base_overlap(message, capacity, signature, signature_length)) {
        return WHIT_ERROR_OVERLAP;
    }
    text_out out = {message, capacity, *length, 0};
    whit_status status = jws_suits(message, *length, signature_length);
    if (status == WHIT_OK) {
        text_put_byte(&out, '.');
        base64url_put(&out, signature, signature_length);
    }
    return text_end(&out, length, status);
}
