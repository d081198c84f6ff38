/* SPDX-License-Identifier: MIT */
/* JSON Sensor Signatures: doc/jss.md. */
#include "message/algorithm.h"
#include "message/base64url.h"
#include "message/json.h"
#include <whit/jss.h>

#define JSS_BEGIN "{\"jss.protected\":{\"alg\":\""
#define JSS_BEGIN_BYTES (sizeof JSS_BEGIN - 1)
#define JSS_SIGNATURE ",\"jss.signature\":\""

whit_status whit_jss_begin(uint8_t *message, size_t capacity, size_t *signed_length,
                           const char *algorithm, const uint8_t *payload, size_t payload_length)
{
    if (message == NULL || signed_length == NULL || algorithm == NULL || payload == NULL) {
        return WHIT_ERROR_ARGUMENT;
    }
    if (base_overlap(message, capacity, payload, payload_length) ||
        base_overlap(message, capacity, algorithm, text_length(algorithm) + 1)) {
        return WHIT_ERROR_OVERLAP;
    }
    text_out out = {message, capacity, 0, 0};
    whit_status status = algorithm_check_name((const uint8_t *)algorithm, text_length(algorithm),
                                              ALGORITHM_ANY);
    if (status == WHIT_OK &&
        (payload_length < 2 || *payload != '{' || payload[payload_length - 1] != '}')) {
        status = WHIT_ERROR_MESSAGE_ENCODING;
    }
    if (status == WHIT_OK) {
        text_put_string(&out, JSS_BEGIN);
        text_put_string(&out, algorithm);
        text_put_string(&out, "\"}");
        if (*json_space(payload + 1) != '}') {
            text_put_byte(&out, ',');
        }
        text_put(&out, payload + 1, payload_length - 1);
    }
    return text_end(&out, signed_length, status);
}

/* Whether a message that begin wrote names an algorithm whose signatures have this length. */
static whit_status jss_suits(const uint8_t *message, size_t length, size_t signature_length)
{
    if (length < JSS_BEGIN_BYTES + 3 || message[length - 1] != '}' ||
        !base_same(message, JSS_BEGIN, JSS_BEGIN_BYTES)) {
        return WHIT_ERROR_MESSAGE_ENCODING;
    }
    const uint8_t *name = message + JSS_BEGIN_BYTES;
    size_t name_length = 0;
    while (name[name_length] != '"' && name[name_length] != '}') {
        name_length++;
    }
    if (name[name_length] != '"') {
        return WHIT_ERROR_MESSAGE_ENCODING;
    }
    return algorithm_check_name(name, name_length, signature_length);
}

whit_status whit_jss_end(uint8_t *message, size_t capacity, size_t *length,
                         const uint8_t *signature, size_t signature_length)
{
    if (message == NULL || length == NULL || signature == NULL || *length > capacity) {
        return WHIT_ERROR_ARGUMENT;
    }
    if (base_overlap(message, capacity, signature, signature_length)) {
        return WHIT_ERROR_OVERLAP;
    }
    text_out out = {message, capacity, *length, 0};
    whit_status status = jss_suits(message, *length, signature_length);
    if (status == WHIT_OK) {
        out.length--;
        text_put_string(&out, JSS_SIGNATURE);
        base64url_put(&out, signature, signature_length);
        text_put_string(&out, "\"}");
    }
    return text_end(&out, length, status);
}
