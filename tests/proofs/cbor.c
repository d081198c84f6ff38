/* SPDX-License-Identifier: MIT */
/* Heads, strings and integers of CBOR, read. */
#include "proofs.h"

#include "message/cbor.h"

static cbor_in any_input(void)
{
    size_t length = any_length(MOST);
    cbor_in in;
    in.at = any_bytes(length);
    in.end = in.at + length;
    return in;
}

void prove_head(void)
{
    cbor_in in = any_input();
    cbor_in before = in;
    uint64_t value;
    int found = cbor_head(&in, (uint8_t)nondet_int(), &value);
    size_t taken = (size_t)(in.at - before.at);
    PROVE(in.end == before.end && in.at <= in.end);
    PROVE(found == 1 ? 1 <= taken && taken <= 9 : found == 0 && taken == 0);
    REACHED(found == 0);
    REACHED(found == 1 && value == UINT64_MAX);
}

void prove_bytes(void)
{
    cbor_in in = any_input();
    cbor_in before = in;
    cbor_in content = in;
    int found = cbor_bytes(&in, (uint8_t)nondet_int(), &content);
    PROVE(in.end == before.end && in.at <= in.end);
    PROVE(found == 1 || (found == 0 && in.at == before.at));
    PROVE(found == 0 || (before.at < content.at && content.at - before.at <= 9 &&
                         content.at <= content.end && content.end == in.at));
    REACHED(found == 0);
    REACHED(found == 1 && content.end - content.at > 0xff);
}

void prove_integer(void)
{
    cbor_in in = any_input();
    cbor_in before = in;
    int32_t value;
    int found = cbor_integer(&in, &value);
    size_t taken = (size_t)(in.at - before.at);
    PROVE(in.end == before.end && in.at <= in.end);
    PROVE(found == 1 ? 1 <= taken && taken <= 9 : found == 0 && taken == 0);
    REACHED(found == 0);
    REACHED(found == 1 && value == INT32_MIN);
}
