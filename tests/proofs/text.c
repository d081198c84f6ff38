/* SPDX-License-Identifier: MIT */
/* One character in UTF-8, and output that knows its capacity. */
#include "proofs.h"

#include "message/text.h"

/* One character, as many bytes as there may be. */
void prove_character(void)
{
    size_t length = any_length(MOST);
    ASSUME(length > 0);
    const uint8_t *bytes = any_bytes(length);
    const uint8_t *at = bytes;
    uint32_t point = text_character(&at, bytes + length);
    PROVE(at > bytes && at <= bytes + length && at - bytes <= 4);
    PROVE(point == TEXT_NONE || (point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)));
    REACHED(point == TEXT_NONE);
    REACHED(point == 0x10ffff);
}

void prove_put(void)
{
    size_t capacity = any_length(MOST);
    size_t before = any_length(capacity);
    text_out out = {any_bytes(capacity), capacity, before, nondet_int() != 0};
    size_t length = nondet_size();
    int fits = length <= capacity - before;
    /* What does not fit is not read either. */
    text_put(&out, any_bytes(fits ? length : 0), length);
    PROVE(out.length == before + (out.full ? 0 : length) && out.length <= capacity);
    size_t given;
    watch(out.start, capacity);
    whit_status status = text_end(&out, &given, nondet_status());
    PROVE(given == (status == WHIT_OK ? out.length : 0));
    PROVE(status == WHIT_OK || *watched == 0);
    REACHED(status == WHIT_OK);
    REACHED(status == WHIT_ERROR_OUTPUT_LENGTH);
}
