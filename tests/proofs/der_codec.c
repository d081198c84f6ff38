/* SPDX-License-Identifier: MIT */
/* Elements of DER, read and written: that the models of models_der.c do what the functions do. */
#include "proofs.h"

#include "scheme/der/der_codec.h"

void prove_read(void)
{
    size_t length = any_length(MOST);
    const uint8_t *bytes = any_bytes(length);
    uint8_t tag = (uint8_t)nondet_int();
    der_span in = {bytes, bytes + length};
    der_span value = in;
    int found = der_read(&in, tag, &value);
    size_t value_length = der_span_bytes(&value);
    if (found == 0) {
        PROVE(in.at == bytes && value.at == bytes && value.end == bytes + length);
    } else {
        PROVE(found == 1 && value_length <= 0xffff && der_element_bytes(value_length) <= length);
        PROVE(value.end == bytes + der_element_bytes(value_length) && in.at == value.end);
    }
    PROVE(in.end == bytes + length);
    REACHED(found == 0);
    REACHED(found == 1 && length == MOST && der_element_bytes(value_length) == length);
    REACHED(found == 1 && value_length == 0x80);
    REACHED(found == 1 && value_length == 0);
}

void prove_header(void)
{
    size_t length = any_length(0xffff);
    size_t header = der_element_bytes(length) - length;
    uint8_t *out = any_bytes(header);
    PROVE(der_write_header(out, (uint8_t)nondet_int(), length) == out + header);
    REACHED(header == 4);
    REACHED(header == 2);
}

void prove_element(void)
{
    size_t length = any_length(MOST);
    const uint8_t *value = any_bytes(length);
    uint8_t *out = any_bytes(der_element_bytes(length));
    uint8_t *end = der_write_element(out, (uint8_t)nondet_int(), value, length);
    PROVE(end == out + der_element_bytes(length));
    REACHED(length == MOST);
}
