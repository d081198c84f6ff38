/* SPDX-License-Identifier: MIT */
/* Taking JSON Web Signatures apart [RFC 7515, 5.2; RFC 7797, 3 and 6]. */
#include "message/jose.h"
#include "message/jws.h"
#include <whit/jws.h>

/* The three parts of a message. */
typedef struct jws_parts {
    const uint8_t *header;
    size_t header_length;
    const uint8_t *payload;
    size_t payload_length;
    const uint8_t *signature;
    size_t signature_length;
} jws_parts;

static whit_status jws_split(jws_parts *parts, const uint8_t *message, size_t length)
{
    parts->header = message;
    parts->header_length = jws_part(message, length);
    if (parts->header_length == length) {
        return WHIT_ERROR_MESSAGE_ENCODING;
    }
    parts->payload = message + parts->header_length + 1;
    length -= parts->header_length + 1;
    parts->payload_length = jws_part(parts->payload, length);
    if (parts->payload_length == length) {
        return WHIT_ERROR_MESSAGE_ENCODING;
    }
    parts->signature = parts->payload + parts->payload_length + 1;
    parts->signature_length = length - parts->payload_length - 1;
    return jws_part(parts->signature, parts->signature_length) == parts->signature_length
               ? WHIT_OK
               : WHIT_ERROR_MESSAGE_TRAILING;
}

/* Set *plain where the payload is not encoded. What is critical has to be b64 alone, which then is
 * there, and without that b64 may not be there. */
static whit_status jws_is_unencoded(const uint8_t *header, int *plain)
{
    json_member b64, critical, name;
    int has_b64 = jose_find(header, "b64", &b64) == WHIT_OK;
    int has_critical = jose_find(header, "crit", &critical) == WHIT_OK;
    if (!has_b64 && !has_critical) {
        return WHIT_OK;
    }
    if (!has_b64 || !has_critical || *critical.value != '[') {
        return WHIT_ERROR_MESSAGE_HEADER;
    }
    const uint8_t *at = critical.value + 1;
    if (!json_next(&at, &name) || !json_bare(name.value, "b64") || *json_element(at) != ']' ||
        (*b64.value != 't' && *b64.value != 'f')) {
        return WHIT_ERROR_MESSAGE_HEADER;
    }
    *plain = *b64.value == 'f';
    return WHIT_OK;
}

/* Check the header, which is decoded into the buffer of the payload. */
static whit_status jws_check_header(const jws_parts *parts, const char *expected, uint8_t *buffer,
                                    size_t capacity, size_t signature_length, int *plain)
{
    if (!base64url_check(parts->header, parts->header_length)) {
        return WHIT_ERROR_MESSAGE_BASE64URL;
    }
    size_t length = base64url_bytes(parts->header_length);
    if (length > capacity) {
        return WHIT_ERROR_OUTPUT_LENGTH;
    }
    base64url_decode(buffer, parts->header, parts->header_length);
    json_member algorithm;
    whit_status status = json_check(buffer, length);
    if (status == WHIT_OK) {
        status = jose_find(buffer, "alg", &algorithm);
    }
    if (status == WHIT_OK) {
        status = jose_check(algorithm.value, expected, signature_length);
    }
    return status == WHIT_OK ? jws_is_unencoded(buffer, plain) : status;
}

static whit_status jws_payload(const jws_parts *parts, uint8_t *payload, size_t capacity,
                               size_t *length, int plain)
{
    if (plain && !jws_is_plain(parts->payload, parts->payload_length)) {
        return WHIT_ERROR_MESSAGE_TEXT;
    }
    if (!plain && !base64url_check(parts->payload, parts->payload_length)) {
        return WHIT_ERROR_MESSAGE_BASE64URL;
    }
    *length = plain ? parts->payload_length : base64url_bytes(parts->payload_length);
    if (*length > capacity) {
        return WHIT_ERROR_OUTPUT_LENGTH;
    }
    base_wipe(payload, capacity); /* the header was here */
    if (plain) {
        base_copy(payload, parts->payload, *length);
    } else {
        base64url_decode(payload, parts->payload, parts->payload_length);
    }
    return WHIT_OK;
}

whit_status whit_jws_open(const char *algorithm, const uint8_t *message, size_t message_length,
                          size_t *signed_length, uint8_t *payload, size_t capacity,
                          size_t *payload_length, uint8_t *signature, size_t signature_length)
{
    if (algorithm == NULL || message == NULL || signed_length == NULL || payload == NULL ||
        payload_length == NULL || signature == NULL) {
        return WHIT_ERROR_ARGUMENT;
    }
    if (base_overlap(payload, capacity, message, message_length) ||
        base_overlap(signature, signature_length, message, message_length) ||
        base_overlap(signature, signature_length, payload, capacity)) {
        return WHIT_ERROR_OVERLAP;
    }
    jws_parts parts;
    int plain = 0;
    whit_status status = jws_split(&parts, message, message_length);
    if (status == WHIT_OK) {
        status = jws_check_header(&parts, algorithm, payload, capacity, signature_length, &plain);
    }
    if (status == WHIT_OK) {
        status = jose_signature(signature, signature_length, parts.signature,
                                parts.signature_length);
    }
    if (status == WHIT_OK) {
        status = jws_payload(&parts, payload, capacity, payload_length, plain);
    }
    if (status == WHIT_OK) {
        *signed_length = parts.header_length + 1 + parts.payload_length;
        return WHIT_OK;
    }
    base_wipe(payload, capacity);
    base_wipe(signature, signature_length);
    *payload_length = 0;
    *signed_length = 0;
    return status;
}
