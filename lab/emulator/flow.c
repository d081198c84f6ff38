/* SPDX-License-Identifier: MIT */
#include "flow.h"

flow flow_make(int op)
{
    flow f = {0};
    f.op = (uint8_t)op;
    f.rd = f.rd2 = f.rn = f.rm = f.ra = REGISTER_NONE;
    return f;
}

uint8_t flow_condition(unsigned condition)
{
    static const uint8_t of_pairs[8] = {
        APSR_Z, APSR_C, APSR_N, APSR_V, APSR_C | APSR_Z, APSR_N | APSR_V, APSR_N | APSR_Z | APSR_V,
        0};
    return of_pairs[(condition >> 1) & 7u];
}

flow flow_of(uint32_t first, uint32_t second, const instruction *i)
{
    return i->length == 4 ? flow32(first, second, i) : flow16(first, i);
}
