/* SPDX-License-Identifier: MIT */
/* Taking JSON Sensor Signatures apart: doc/jss.md. */
#include "message/jose.h"
#include <whit/jss.h>

#define JSS_PROTECTED "jss.protected"
#define JSS_SIGNATURE_NAME "jss.signature"

/* Copy an object without one member and without one of the commas beside it, to `out` or over
 * itself. `tight` asks for a member without white space up to that comma and around the colon. */
static whit_status jss_without(uint8_t *out, size_t capacity, size_t *out_length,
                               const uint8_t *object, size_t length, const json_member *member,
                               int tight)
{
    const uint8_t *from = member->name;
    const uint8_t *to = member->end;
    const uint8_t *last = object + length;
    int first = json_space(object + 1) == from;
    if (first) {
        const uint8_t *comma = json_space(to);
        int alone = *comma == '}';
        if (tight && !alone && comma != to) {
            return WHIT_ERROR_MESSAGE_ENCODING;
        }
        to = alone ? to : comma + 1;
    } else {
        do {
            from--;
        } while (*from != ',');
        if (tight && from + 1 != member->name) {
            return WHIT_ERROR_MESSAGE_ENCODING;
        }
    }
    size_t before = (size_t)(from - object);
    size_t behind = (size_t)(last - to);
    if (before + behind > capacity) {
        return WHIT_ERROR_OUTPUT_LENGTH;
    }
    /* Upward, so that an object may be copied over itself. */
    base_copy(out, object, before);
    base_copy(out + before, to, behind);
    *out_length = before + behind;
    return WHIT_OK;
}

/* Check the header: an object whose one member is alg. */
static whit_status jss_check_header(const json_member *header, const char *expected,
                                    size_t signature_length)
{
    json_member member;
    const uint8_t *at = header->value + 1;
    if (!json_bare(header->name, JSS_PROTECTED) || *header->value != '{' ||
        !json_next(&at, &member) || !json_bare(member.name, "alg") || *json_element(at) != '}') {
        return WHIT_ERROR_MESSAGE_HEADER;
    }
    return jose_check(member.value, expected, signature_length);
}

/* Decode the signature, which stands behind its name and the colon without white space. */
static whit_status jss_signature(uint8_t *signature, size_t signature_length,
                                 const json_member *member)
{
    if (!json_bare(member->name, JSS_SIGNATURE_NAME) || *member->value != '"') {
        return WHIT_ERROR_MESSAGE_HEADER;
    }
    if (member->value != member->name + sizeof JSS_SIGNATURE_NAME + 2) {
        return WHIT_ERROR_MESSAGE_ENCODING;
    }
    const uint8_t *text = member->value + 1;
    return jose_signature(signature, signature_length, text, (size_t)(member->end - text) - 1);
}

static int jss_overlaps(const uint8_t *out, size_t out_length, const uint8_t *in, size_t in_length)
{
    return out != in && base_overlap(out, out_length, in, in_length);
}

whit_status whit_jss_open(const char *algorithm, const uint8_t *message, size_t message_length,
                          uint8_t *signed_bytes, size_t capacity, size_t *signed_length,
                          uint8_t *signature, size_t signature_length)
{
    if (algorithm == NULL || message == NULL || signed_bytes == NULL || signed_length == NULL ||
        signature == NULL) {
        return WHIT_ERROR_ARGUMENT;
    }
    if (jss_overlaps(signed_bytes, capacity, message, message_length) ||
        base_overlap(signature, signature_length, message, message_length) ||
        base_overlap(signature, signature_length, signed_bytes, capacity)) {
        return WHIT_ERROR_OVERLAP;
    }
    json_member member;
    whit_status status = json_check(message, message_length);
    if (status == WHIT_OK) {
        status = jose_find(message, JSS_PROTECTED, &member);
    }
    if (status == WHIT_OK) {
        status = jss_check_header(&member, algorithm, signature_length);
    }
    if (status == WHIT_OK) {
        status = jose_find(message, JSS_SIGNATURE_NAME, &member);
    }
    if (status == WHIT_OK) {
        status = jss_signature(signature, signature_length, &member);
    }
    if (status == WHIT_OK) {
        status = jss_without(signed_bytes, capacity, signed_length, message, message_length,
                             &member, 1);
    }
    if (status != WHIT_OK) {
        base_wipe(signed_bytes, capacity);
        base_wipe(signature, signature_length);
        *signed_length = 0;
    }
    return status;
}

whit_status whit_jss_payload(uint8_t *payload, size_t capacity, size_t *payload_length,
                             const uint8_t *signed_bytes, size_t signed_length)
{
    if (payload == NULL || payload_length == NULL || signed_bytes == NULL) {
        return WHIT_ERROR_ARGUMENT;
    }
    if (jss_overlaps(payload, capacity, signed_bytes, signed_length)) {
        return WHIT_ERROR_OVERLAP;
    }
    json_member member;
    whit_status status = json_check(signed_bytes, signed_length);
    if (status == WHIT_OK) {
        status = jose_find(signed_bytes, JSS_PROTECTED, &member);
    }
    if (status == WHIT_OK) {
        status = jss_without(payload, capacity, payload_length, signed_bytes, signed_length,
                             &member, 0);
    }
    if (status != WHIT_OK) {
        base_wipe(payload, capacity);
        *payload_length = 0;
    }
    return status;
}
