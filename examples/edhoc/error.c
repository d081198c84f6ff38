/* SPDX-License-Identifier: MIT */
/* Error messages. [RFC 9528, 6] */
#include <string.h>
#include "cbor.h"
#include "suite.h"

enum { CODE_UNSPECIFIED = 1, CODE_SUITE = 2, CODE_CREDENTIAL = 3, CBOR_TRUE = 0xf5 };

edhoc_status edhoc_write_error(const edhoc_party *party, edhoc_status status, const char *text,
                               uint8_t *out, size_t room, size_t *length)
{
    if (party == NULL || text == NULL || out == NULL || length == NULL ||
        party->suite_count > EDHOC_SUITES) {
        return EDHOC_ERROR_ARGUMENT;
    }
    cbor_out message = {out, room, 0};
    if (status == EDHOC_ERROR_SUITE) {
        cbor_put_integer(&message, CODE_SUITE);
        if (party->suite_count != 1) {
            cbor_put_head(&message, CBOR_ARRAY, (uint32_t)party->suite_count);
        }
        for (size_t i = 0; i < party->suite_count; i++) {
            cbor_put_integer(&message, party->suites[i]->number);
        }
    } else if (status == EDHOC_ERROR_CREDENTIAL) {
        static const uint8_t yes[1] = {CBOR_TRUE};
        edhoc_bytes information = {yes, sizeof yes};
        cbor_put_integer(&message, CODE_CREDENTIAL);
        cbor_put_raw(&message, information);
    } else {
        edhoc_bytes content = {(const uint8_t *)text, strlen(text)};
        cbor_put_integer(&message, CODE_UNSPECIFIED);
        cbor_put_head(&message, CBOR_TEXT, (uint32_t)content.length);
        cbor_put_raw(&message, content);
    }
    if (message.length > room) {
        return EDHOC_ERROR_OUTPUT;
    }
    *length = message.length;
    return EDHOC_OK;
}

static edhoc_status read_suites(cbor_in *in, edhoc_error *error)
{
    uint32_t count = 1;
    edhoc_status status = EDHOC_OK;
    if (cbor_next(in) == CBOR_ARRAY) {
        status = cbor_head(in, CBOR_ARRAY, &count);
        if (status == EDHOC_OK && (count < 2 || count > EDHOC_SUITES)) {
            status = EDHOC_ERROR_ENCODING;
        }
    }
    for (uint32_t i = 0; status == EDHOC_OK && i < count; i++) {
        status = cbor_integer(in, &error->suites[i]);
        error->suite_count = i + 1;
    }
    return status;
}

edhoc_status edhoc_read_error(const uint8_t *message, size_t length, edhoc_error *error)
{
    if (message == NULL || error == NULL) {
        return EDHOC_ERROR_ARGUMENT;
    }
    cbor_in in = {message, message + length};
    memset(error, 0, sizeof *error);
    edhoc_status status = cbor_integer(&in, &error->code);
    if (status != EDHOC_OK) {
        return status;
    }
    switch (error->code) {
    case CODE_UNSPECIFIED:
        status = cbor_string(&in, CBOR_TEXT, &error->text);
        break;
    case CODE_SUITE:
        status = read_suites(&in, error);
        break;
    case CODE_CREDENTIAL:
        status = in.at == in.end         ? EDHOC_ERROR_TRUNCATED
                 : *in.at++ != CBOR_TRUE ? EDHOC_ERROR_ENCODING
                                         : EDHOC_OK;
        break;
    default: /* 0 is no error, and of others nobody knows what follows */
        status = EDHOC_ERROR_ENCODING;
    }
    if (status == EDHOC_OK && in.at != in.end) {
        status = EDHOC_ERROR_TRAILING;
    }
    return status;
}

edhoc_status edhoc_choose_suite(const edhoc_party *party, const edhoc_error *error,
                                size_t *suite_index)
{
    if (party == NULL || error == NULL || suite_index == NULL || error->code != CODE_SUITE) {
        return EDHOC_ERROR_ARGUMENT;
    }
    for (size_t i = 0; i < party->suite_count; i++) {
        for (size_t k = 0; k < error->suite_count; k++) {
            if (party->suites[i]->number == error->suites[k]) {
                *suite_index = i;
                return EDHOC_OK;
            }
        }
    }
    return EDHOC_ERROR_SUITE;
}
