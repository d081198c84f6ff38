/* SPDX-License-Identifier: MIT */
/* Writing COSE_Sign1 [RFC 9052, 4.2 and 4.4]. */
#include "message/algorithm.h"
#include "message/cose.h"

WHIT_INTERNAL void cose_put_structure(text_out *out, const whit_cose *cose, const uint8_t *headers,
                                      size_t headers_length, int whole)
{
    cbor_put_head(out, CBOR_ARRAY, 4);
    cbor_put_string(out, "Signature1");
    cbor_put_bytes(out, headers, headers_length);
    cbor_put_bytes(out, cose->external, cose->external_length);
    cbor_put_bytes(out, whole ? cose->payload : NULL, cose->payload_length);
}

WHIT_INTERNAL int cose_is_bad(const whit_cose *cose)
{
    return (cose->payload == NULL && cose->payload_length > 0) ||
           (cose->external == NULL && cose->external_length > 0) ||
           (cose->key_id == NULL && cose->key_id_length > 0);
}

WHIT_INTERNAL int cose_overlaps(const whit_cose *cose, const uint8_t *out, size_t length)
{
    return base_overlap(out, length, cose->payload, cose->payload_length) ||
           base_overlap(out, length, cose->external, cose->external_length) ||
           base_overlap(out, length, cose->key_id, cose->key_id_length) ||
           base_overlap(out, length, cose, sizeof *cose);
}

/* The protected headers: a map with the algorithm. */
static size_t cose_headers(uint8_t headers[COSE_HEADERS_BYTES], int32_t algorithm)
{
    text_out out = {headers, COSE_HEADERS_BYTES, 0, 0};
    cbor_put_head(&out, CBOR_MAP, 1);
    cbor_put_integer(&out, COSE_ALGORITHM);
    cbor_put_integer(&out, algorithm);
    return out.length;
}

static whit_status cose_begin(const whit_cose *cose, uint8_t *signed_bytes, size_t capacity,
                              size_t *signed_length, int whole)
{
    if (cose == NULL || signed_bytes == NULL || signed_length == NULL || cose_is_bad(cose)) {
        return WHIT_ERROR_ARGUMENT;
    }
    if (cose_overlaps(cose, signed_bytes, capacity)) {
        return WHIT_ERROR_OVERLAP;
    }
    text_out out = {signed_bytes, capacity, 0, 0};
    whit_status status = algorithm_check_number(cose->algorithm, ALGORITHM_ANY);
    if (status == WHIT_OK) {
        uint8_t headers[COSE_HEADERS_BYTES];
        cose_put_structure(&out, cose, headers, cose_headers(headers, cose->algorithm), whole);
    }
    return text_end(&out, signed_length, status);
}

whit_status whit_cose_begin(const whit_cose *cose, uint8_t *signed_bytes, size_t capacity,
                            size_t *signed_length)
{
    return cose_begin(cose, signed_bytes, capacity, signed_length, 1);
}

whit_status whit_cose_begin_head(const whit_cose *cose, uint8_t *signed_bytes, size_t capacity,
                                 size_t *signed_length)
{
    return cose_begin(cose, signed_bytes, capacity, signed_length, 0);
}

whit_status whit_cose_end(const whit_cose *cose, uint8_t *message, size_t capacity,
                          size_t *message_length, const uint8_t *signature, size_t signature_length)
{
    if (cose == NULL || message == NULL || message_length == NULL || signature == NULL ||
        cose_is_bad(cose)) {
        return WHIT_ERROR_ARGUMENT;
    }
    if (cose_overlaps(cose, message, capacity) ||
        base_overlap(message, capacity, signature, signature_length)) {
        return WHIT_ERROR_OVERLAP;
    }
    text_out out = {message, capacity, 0, 0};
    whit_status status = algorithm_check_number(cose->algorithm, signature_length);
    if (status == WHIT_OK) {
        uint8_t headers[COSE_HEADERS_BYTES];
        if (!cose->untagged) {
            cbor_put_head(&out, CBOR_TAG, COSE_SIGN1);
        }
        cbor_put_head(&out, CBOR_ARRAY, 4);
        cbor_put_bytes(&out, headers, cose_headers(headers, cose->algorithm));
        cbor_put_head(&out, CBOR_MAP, cose->key_id != NULL);
        if (cose->key_id != NULL) {
            cbor_put_integer(&out, COSE_KEY_ID);
            cbor_put_bytes(&out, cose->key_id, cose->key_id_length);
        }
        if (cose->detached) {
            text_put_byte(&out, CBOR_NULL);
        } else {
            cbor_put_bytes(&out, cose->payload, cose->payload_length);
        }
        cbor_put_bytes(&out, signature, signature_length);
    }
    return text_end(&out, message_length, status);
}
