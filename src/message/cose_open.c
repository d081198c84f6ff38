/* SPDX-License-Identifier: MIT */
/* Reading COSE_Sign1 [RFC 9052, 3 and 4.2]. */
#include "message/algorithm.h"
#include "message/cose.h"

/* The parts of a message. */
typedef struct cose_parts {
    cbor_in headers; /* protected: the content of the byte string */
    cbor_in payload;
    cbor_in signature;
    cbor_in key_id;
    int has_key_id;
    int has_algorithm;
    int32_t algorithm;
} cose_parts;

static size_t cose_length(const cbor_in *part)
{
    return (size_t)(part->end - part->at);
}

/* Whether a label stands in a map that was found right before `end`: that of the map, or of the
 * entries that were read. */
static int cose_has_label(cbor_in map, const uint8_t *end, const cbor_in *label)
{
    uint64_t count;
    (void)cbor_head(&map, CBOR_MAP, &count);
    while (map.at < end) {
        cbor_in found = map;
        (void)cbor_skip(&map);
        found.end = map.at;
        if (cose_length(&found) == cose_length(label) &&
            base_same(found.at, label->at, cose_length(label))) {
            return 1;
        }
        (void)cbor_skip(&map);
    }
    return 0;
}

/* Read the value of a header, if its label is one that is understood. */
static whit_status cose_value(cose_parts *parts, cbor_in label, cbor_in *in, int is_protected)
{
    int32_t number;
    cbor_in text;
    if (!cbor_integer(&label, &number)) {
        uint64_t value;
        /* Longer integers and texts are labels too, which nobody here knows. */
        return cbor_bytes(&label, CBOR_TEXT, &text) || cbor_head(&label, CBOR_UNSIGNED, &value) ||
                       cbor_head(&label, CBOR_NEGATIVE, &value)
                   ? cbor_skip(in)
                   : WHIT_ERROR_MESSAGE_HEADER;
    }
    switch (number) {
    case COSE_ALGORITHM:
        parts->has_algorithm = is_protected && cbor_integer(in, &parts->algorithm);
        return parts->has_algorithm ? WHIT_OK : WHIT_ERROR_MESSAGE_HEADER;
    case COSE_KEY_ID:
        parts->has_key_id = cbor_bytes(in, CBOR_BYTES, &parts->key_id);
        return parts->has_key_id ? WHIT_OK : WHIT_ERROR_MESSAGE_HEADER;
    case COSE_CRITICAL:
        return WHIT_ERROR_MESSAGE_HEADER;
    default:
        return cbor_skip(in);
    }
}

/* Read a map of headers. No label may stand in it twice, or in it and in the protected ones. */
static whit_status cose_map(cose_parts *parts, cbor_in *in, int is_protected)
{
    cbor_in map = *in;
    uint64_t count;
    if (!cbor_head(in, CBOR_MAP, &count)) {
        return WHIT_ERROR_MESSAGE_ENCODING;
    }
    for (; count > 0; count--) {
        cbor_in label = *in;
        whit_status status = cbor_skip(in);
        label.end = in->at;
        if (status == WHIT_OK &&
            (cose_has_label(map, label.at, &label) ||
             (!is_protected && cose_has_label(parts->headers, parts->headers.end, &label)))) {
            status = WHIT_ERROR_MESSAGE_DUPLICATE;
        }
        if (status == WHIT_OK) {
            status = cose_value(parts, label, in, is_protected);
        }
        if (status != WHIT_OK) {
            return status;
        }
    }
    return WHIT_OK;
}

static whit_status cose_read_headers(cose_parts *parts, cbor_in *in)
{
    cbor_in headers;
    if (!cbor_bytes(in, CBOR_BYTES, &headers)) {
        return WHIT_ERROR_MESSAGE_ENCODING;
    }
    parts->headers = headers;
    if (headers.at == headers.end) {
        return WHIT_ERROR_MESSAGE_HEADER; /* the short form of no headers at all */
    }
    whit_status status = cose_map(parts, &headers, 1);
    if (status == WHIT_OK && headers.at != headers.end) {
        status = WHIT_ERROR_MESSAGE_TRAILING;
    }
    if (status == WHIT_OK) {
        status = cose_map(parts, in, 0);
    }
    return status == WHIT_OK && !parts->has_algorithm ? WHIT_ERROR_MESSAGE_HEADER : status;
}

static whit_status cose_read(const whit_cose *cose, cose_parts *parts, cbor_in in)
{
    uint64_t value;
    if (!cose->untagged && (!cbor_head(&in, CBOR_TAG, &value) || value != COSE_SIGN1)) {
        return WHIT_ERROR_MESSAGE_ENCODING;
    }
    if (!cbor_head(&in, CBOR_ARRAY, &value) || value != 4) {
        return WHIT_ERROR_MESSAGE_ENCODING;
    }
    whit_status status = cose_read_headers(parts, &in);
    if (status != WHIT_OK) {
        return status;
    }
    if (cose->detached) {
        if (in.at == in.end || *in.at++ != CBOR_NULL) {
            return WHIT_ERROR_MESSAGE_ENCODING;
        }
        parts->payload.at = cose->payload;
        parts->payload.end = cose->payload;
        if (cose->payload_length > 0) {
            parts->payload.end += cose->payload_length;
        }
    } else if (!cbor_bytes(&in, CBOR_BYTES, &parts->payload)) {
        return WHIT_ERROR_MESSAGE_ENCODING;
    }
    if (!cbor_bytes(&in, CBOR_BYTES, &parts->signature)) {
        return WHIT_ERROR_MESSAGE_ENCODING;
    }
    return in.at == in.end ? WHIT_OK : WHIT_ERROR_MESSAGE_TRAILING;
}

/* Whether the algorithm and the signature are those expected. */
static whit_status cose_check(const cose_parts *parts, int32_t expected, size_t signature_length)
{
    whit_status status = algorithm_check_number(parts->algorithm, signature_length);
    if (status == WHIT_ERROR_MESSAGE_ALGORITHM) {
        return status;
    }
    if (parts->algorithm != expected) {
        return WHIT_ERROR_MESSAGE_EXPECTED;
    }
    return status == WHIT_OK && cose_length(&parts->signature) != signature_length
               ? WHIT_ERROR_SIGNATURE_LENGTH
               : status;
}

static whit_status cose_open(whit_cose *cose, cbor_in message, text_out *out, size_t *signed_length,
                             uint8_t *signature, size_t signature_length, int whole)
{
    cose_parts parts = {{NULL, NULL}, {NULL, NULL}, {NULL, NULL}, {NULL, NULL}, 0, 0, 0};
    whit_cose found = *cose;
    whit_status status = cose_read(cose, &parts, message);
    if (status == WHIT_OK) {
        status = cose_check(&parts, cose->algorithm, signature_length);
    }
    if (status == WHIT_OK) {
        found.payload = parts.payload.at;
        found.payload_length = cose_length(&parts.payload);
        found.key_id = parts.has_key_id ? parts.key_id.at : NULL;
        found.key_id_length = parts.has_key_id ? cose_length(&parts.key_id) : 0;
        cose_put_structure(out, &found, parts.headers.at, cose_length(&parts.headers), whole);
    }
    status = text_end(out, signed_length, status);
    if (status == WHIT_OK) {
        *cose = found;
        base_copy(signature, parts.signature.at, signature_length);
    } else {
        base_wipe(signature, signature_length);
    }
    return status;
}

static whit_status cose_open_given(whit_cose *cose, const uint8_t *message, size_t message_length,
                                   uint8_t *signed_bytes, size_t capacity, size_t *signed_length,
                                   uint8_t *signature, size_t signature_length, int whole)
{
    if (cose == NULL || message == NULL || signed_bytes == NULL || signed_length == NULL ||
        signature == NULL) {
        return WHIT_ERROR_ARGUMENT;
    }
    /* What is an output alone was perhaps never set. */
    whit_cose given = *cose;
    given.key_id = NULL;
    given.key_id_length = 0;
    if (!given.detached) {
        given.payload = NULL;
        given.payload_length = 0;
    }
    if (cose_is_bad(&given)) {
        return WHIT_ERROR_ARGUMENT;
    }
    if (cose_overlaps(&given, signed_bytes, capacity) ||
        cose_overlaps(&given, signature, signature_length) ||
        base_overlap(signed_bytes, capacity, cose, sizeof *cose) ||
        base_overlap(signature, signature_length, cose, sizeof *cose) ||
        base_overlap(signed_bytes, capacity, message, message_length) ||
        base_overlap(signature, signature_length, message, message_length) ||
        base_overlap(signature, signature_length, signed_bytes, capacity)) {
        return WHIT_ERROR_OVERLAP;
    }
    cbor_in in = {message, message + message_length};
    text_out out = {signed_bytes, capacity, 0, 0};
    return cose_open(cose, in, &out, signed_length, signature, signature_length, whole);
}

whit_status whit_cose_open(whit_cose *cose, const uint8_t *message, size_t message_length,
                           uint8_t *signed_bytes, size_t capacity, size_t *signed_length,
                           uint8_t *signature, size_t signature_length)
{
    return cose_open_given(cose, message, message_length, signed_bytes, capacity, signed_length,
                           signature, signature_length, 1);
}

whit_status whit_cose_open_head(whit_cose *cose, const uint8_t *message, size_t message_length,
                                uint8_t *signed_bytes, size_t capacity, size_t *signed_length,
                                uint8_t *signature, size_t signature_length)
{
    return cose_open_given(cose, message, message_length, signed_bytes, capacity, signed_length,
                           signature, signature_length, 0);
}
