/* SPDX-License-Identifier: MIT */
/* The flow of 16-bit Thumb instructions: A5.2. */
#include "decode.h"
#include "flow.h"

#define NZ (APSR_N | APSR_Z)
#define NZC (NZ | APSR_C)
#define NZCV (NZC | APSR_V)

/* rd = rn op immediate, or op rm for an immediate below 0; `outside` IT with flags. */
static flow make(int op, unsigned rd, unsigned rn, unsigned rm, int outside)
{
    flow f = flow_make(op);
    f.rd = (uint8_t)rd;
    f.rn = (uint8_t)rn;
    f.rm = (uint8_t)rm;
    f.outside = (uint8_t)outside;
    return f;
}

static flow with_immediate(flow f, uint32_t immediate)
{
    f.immediate = immediate;
    f.has_immediate = 1;
    return f;
}

/* A5.2.1: shift by an immediate, add, subtract, move, compare. */
static flow immediates(uint32_t h)
{
    unsigned low = bits(h, 2, 0), middle = bits(h, 5, 3), high = bits(h, 10, 8);
    flow f;
    switch (bits(h, 15, 11)) {
    case 0:
    case 1:
    case 2:
        f = make(FLOW_BITS, low, REGISTER_NONE, middle, NZC);
        f.shift = (uint8_t)bits(h, 12, 11);
        f.by = (uint8_t)bits(h, 10, 6);
        if (f.by == 0 && f.shift != SHIFT_LSL)
            f.by = 32;
        if (f.by == 0)
            f.outside = NZ;
        return f;
    case 3:
        f = make(FLOW_SUM, low, middle, bits(h, 8, 6), NZCV);
        f.complement = bits(h, 9, 9) ? 2 : 0;
        if (bits(h, 10, 10)) {
            f.rm = REGISTER_NONE;
            return with_immediate(f, bits(h, 8, 6));
        }
        return f;
    case 4:
        return with_immediate(make(FLOW_BITS, high, REGISTER_NONE, REGISTER_NONE, NZ),
                              bits(h, 7, 0));
    case 5:
        f = with_immediate(make(FLOW_SUM, REGISTER_NONE, high, REGISTER_NONE, 0), bits(h, 7, 0));
        f.complement = 2;
        f.writes = NZCV;
        return f;
    default:
        f = with_immediate(make(FLOW_SUM, high, high, REGISTER_NONE, NZCV), bits(h, 7, 0));
        f.complement = bits(h, 11, 11) ? 2 : 0;
        return f;
    }
}

/* A5.2.2: data processing. */
static flow processing(uint32_t h)
{
    unsigned rdn = bits(h, 2, 0), rm = bits(h, 5, 3);
    flow f;
    switch (bits(h, 9, 6)) {
    case 0:
        return make(FLOW_AND, rdn, rdn, rm, NZ);
    case 1:
        return make(FLOW_BITS, rdn, rdn, rm, NZ);
    case 2:
    case 3:
    case 4:
    case 7:
        f = make(FLOW_SHIFT, rdn, rdn, rm, NZC);
        f.shift = bits(h, 9, 6) == 7 ? SHIFT_ROR : (uint8_t)(bits(h, 9, 6) - 2);
        return f;
    case 5:
    case 6:
        f = make(FLOW_SUM, rdn, rdn, rm, NZCV);
        f.reads = APSR_C;
        f.complement = bits(h, 9, 6) == 6 ? 2 : 0;
        return f;
    case 8:
        f = make(FLOW_AND, REGISTER_NONE, rdn, rm, 0);
        f.writes = NZ;
        return f;
    case 9: /* RSB: 0 - rm */
        f = with_immediate(make(FLOW_SUM, rdn, rm, REGISTER_NONE, NZCV), 0);
        f.complement = 1;
        return f;
    case 10:
    case 11:
        f = make(FLOW_SUM, REGISTER_NONE, rdn, rm, 0);
        f.complement = bits(h, 9, 6) == 10 ? 2 : 0;
        f.writes = NZCV;
        return f;
    case 12:
        return make(FLOW_OR, rdn, rdn, rm, NZ);
    case 13:
        return make(FLOW_PRODUCT, rdn, rdn, rm, NZ);
    case 14:
        return make(FLOW_CLEAR, rdn, rdn, rm, NZ);
    default:
        return make(FLOW_BITS, rdn, REGISTER_NONE, rm, NZ);
    }
}

/* A5.2.3: high registers, branch and exchange. */
static flow high_registers(uint32_t h)
{
    unsigned rd = bits(h, 7, 7) * 8 + bits(h, 2, 0), rm = bits(h, 6, 3);
    flow f;
    switch (bits(h, 9, 8)) {
    case 0:
        return make(rd == REGISTER_PC ? FLOW_JUMP : FLOW_SUM, rd, rd, rm, 0);
    case 1:
        f = make(FLOW_SUM, REGISTER_NONE, rd, rm, 0);
        f.complement = 2;
        f.writes = NZCV;
        return f;
    case 2:
        return make(rd == REGISTER_PC ? FLOW_JUMP : FLOW_BITS, rd, REGISTER_NONE, rm, 0);
    default:
        return make(FLOW_JUMP, REGISTER_NONE, REGISTER_NONE, rm, 0);
    }
}

/* A5.2.5: miscellaneous, 1011. */
static flow miscellaneous(uint32_t h)
{
    flow f;
    if ((h & 0xFF00u) == 0xB000u) {
        f = with_immediate(make(FLOW_SUM, REGISTER_SP, REGISTER_SP, REGISTER_NONE, 0),
                           bits(h, 6, 0) * 4);
        f.complement = bits(h, 7, 7) ? 2 : 0;
        return f;
    }
    if ((h & 0xF500u) == 0xB100u)
        return make(FLOW_DECIDE_0, REGISTER_NONE, bits(h, 2, 0), REGISTER_NONE, 0);
    if ((h & 0xFF00u) == 0xB200u) { /* SXTH SXTB UXTH UXTB */
        f = make(FLOW_EXTEND, bits(h, 2, 0), REGISTER_NONE, bits(h, 5, 3), 0);
        f.width = bits(h, 6, 6) ? 8 : 16;
        f.is_signed = bits(h, 7, 7) == 0;
        return f;
    }
    if ((h & 0xFF00u) == 0xBA00u) { /* REV REV16 REVSH */
        static const uint8_t widths[4] = {32, 16, 0, 17};
        f = make(FLOW_REVERSE, bits(h, 2, 0), REGISTER_NONE, bits(h, 5, 3), 0);
        f.width = widths[bits(h, 7, 6)];
        return f;
    }
    if ((h & 0xFF00u) == 0xBF00u && bits(h, 3, 0) != 0) {
        f = flow_make(FLOW_IT);
        f.reads = flow_condition(bits(h, 7, 4));
        for (f.width = 4; ((h >> (4 - f.width)) & 1u) == 0;)
            f.width--; /* how many instructions it is over */
        return f;
    }
    return flow_make(FLOW_NOTHING);
}

flow flow16(uint32_t h, const instruction *i)
{
    unsigned high = bits(h, 10, 8);
    flow f;
    if ((i->flags & FLAG_ACCESS) != 0) {
        f = flow_make(FLOW_ACCESS);
        if (i->count > 1 || bits(h, 15, 12) == 11 || bits(h, 15, 12) == 12) {
            int push = (h & 0xFE00u) == 0xB400u;
            if (i->loaded == 0)
                f.stored = (uint16_t)(bits(h, 7, 0) | (push ? bits(h, 8, 8) << 14 : 0));
        } else if (i->loaded == 0) {
            f.rd = (uint8_t)(bits(h, 15, 12) == 9 ? high : bits(h, 2, 0));
        }
        f.is_signed = bits(h, 15, 12) == 5 && (bits(h, 11, 9) == 3 || bits(h, 11, 9) == 7);
        return f;
    }
    switch (bits(h, 15, 12)) {
    case 0:
    case 1:
    case 2:
    case 3:
        return immediates(h);
    case 4:
        return bits(h, 10, 10) ? high_registers(h) : processing(h);
    case 10: /* ADR; ADD rd, SP */
        if (bits(h, 11, 11))
            return with_immediate(make(FLOW_SUM, high, REGISTER_SP, REGISTER_NONE, 0),
                                  bits(h, 7, 0) * 4);
        return with_immediate(make(FLOW_BITS, high, REGISTER_NONE, REGISTER_NONE, 0),
                              bits(h, 7, 0));
    case 11:
        return miscellaneous(h);
    case 13:
        f = flow_make(FLOW_DECIDE);
        f.reads = flow_condition(bits(h, 11, 8));
        return f;
    case 14:
        return flow_make(FLOW_NOTHING);
    default:
        return flow_make(FLOW_UNKNOWN);
    }
}
