/* SPDX-License-Identifier: MIT */
/* The flow of 32-bit Thumb instructions: A5.3. */
#include "decode.h"
#include "flow.h"

#define NZ (APSR_N | APSR_Z)
#define NZC (NZ | APSR_C)
#define NZCV (NZC | APSR_V)

static flow make(int op, unsigned rd, unsigned rn, unsigned rm)
{
    flow f = flow_make(op);
    f.rd = (uint8_t)rd;
    f.rn = (uint8_t)rn;
    f.rm = (uint8_t)rm;
    return f;
}

/* A5.3.2: the constant of 12 bits. */
static uint32_t expanded(uint32_t code)
{
    uint32_t byte = code & 0xFFu, rotation = code >> 7;
    switch (code >> 8) {
    case 0:
        return byte;
    case 1:
        return byte << 16 | byte;
    case 2:
        return byte << 24 | byte << 8;
    case 3:
        return byte * 0x01010101u;
    default:
        byte |= 0x80u;
        return byte >> rotation | byte << (32 - rotation);
    }
}

/* The operations that A5.3.1 and A5.3.11 share, less their second operand. */
static flow operation(uint32_t first, uint32_t second)
{
    unsigned rn = bits(first, 3, 0), rd = bits(second, 11, 8);
    int sets = (int)bits(first, 4, 4);
    static const uint8_t ops[16] = {FLOW_AND,     FLOW_CLEAR,   FLOW_OR,  FLOW_OR_NOT,
                                    FLOW_BITS,    FLOW_UNKNOWN, FLOW_ANY, FLOW_UNKNOWN,
                                    FLOW_SUM,     FLOW_UNKNOWN, FLOW_SUM, FLOW_SUM,
                                    FLOW_UNKNOWN, FLOW_SUM,     FLOW_SUM, FLOW_UNKNOWN};
    unsigned op = bits(first, 8, 5);
    flow f = make(ops[op], rd, rn, REGISTER_NONE);
    if ((op == 2 || op == 3) && rn == REGISTER_PC) { /* MOV, MVN */
        f.op = FLOW_BITS;
        f.rn = REGISTER_NONE;
    }
    if (op == 10 || op == 11)
        f.reads = APSR_C;
    if (op == 11 || op == 13)
        f.complement = 2;
    if (op == 14)
        f.complement = 1;
    if (sets)
        f.writes = op < 8 ? NZC : NZCV;
    if (rd == REGISTER_PC) /* TST, TEQ, CMN, CMP */
        f.rd = REGISTER_NONE;
    return f;
}

/* A5.3.1: modified immediate. */
static flow modified(uint32_t first, uint32_t second)
{
    uint32_t code = bits(first, 10, 10) << 11 | bits(second, 14, 12) << 8 | bits(second, 7, 0);
    flow f = operation(first, second);
    f.immediate = expanded(code);
    f.has_immediate = 1;
    if ((f.writes & APSR_V) == 0 && code >> 10 == 0) /* without rotation C stays */
        f.writes &= NZ;
    return f;
}

/* A5.3.11: shifted register. */
static flow shifted(uint32_t first, uint32_t second)
{
    flow f = operation(first, second);
    f.rm = (uint8_t)bits(second, 3, 0);
    f.shift = (uint8_t)bits(second, 5, 4);
    f.by = (uint8_t)(bits(second, 14, 12) << 2 | bits(second, 7, 6));
    if (bits(first, 8, 5) == 6) { /* PKHBT, PKHTB */
        f.shift = f.by = 0;
        f.writes = 0;
        return f;
    }
    if (f.shift == SHIFT_ROR && f.by == 0)
        f.reads |= APSR_C; /* RRX */
    if (f.by == 0 && (f.shift == SHIFT_LSR || f.shift == SHIFT_ASR))
        f.by = 32;
    if ((f.writes & APSR_V) == 0 && f.by == 0 && f.shift == SHIFT_LSL)
        f.writes &= NZ;
    return f;
}

/* A5.3.3: plain binary immediate. */
static flow plain(uint32_t first, uint32_t second)
{
    unsigned rn = bits(first, 3, 0), rd = bits(second, 11, 8);
    unsigned low = bits(second, 14, 12) << 2 | bits(second, 7, 6), last = bits(second, 4, 0);
    flow f;
    switch (bits(first, 8, 4)) {
    case 0:
    case 10: /* ADDW SUBW; with PC ADR */
        f = make(FLOW_SUM, rd, rn, REGISTER_NONE);
        f.immediate = bits(first, 10, 10) << 11 | bits(second, 14, 12) << 8 | bits(second, 7, 0);
        f.has_immediate = 1;
        f.complement = bits(first, 8, 4) == 10 ? 2 : 0;
        return f;
    case 4:
        f = make(FLOW_BITS, rd, REGISTER_NONE, REGISTER_NONE);
        f.has_immediate = 1;
        return f;
    case 12:
        return make(FLOW_TOP, rd, REGISTER_NONE, REGISTER_NONE);
    case 20:
    case 28: /* SBFX UBFX */
        f = make(FLOW_EXTRACT, rd, rn, REGISTER_NONE);
        f.low = (uint8_t)low;
        f.width = (uint8_t)(last + 1);
        f.is_signed = bits(first, 8, 4) == 20;
        return f;
    case 22: /* BFI; with PC BFC */
        f = make(FLOW_INSERT, rd, rn == REGISTER_PC ? REGISTER_NONE : rn, REGISTER_NONE);
        f.low = (uint8_t)low;
        f.width = (uint8_t)(last + 1 - low);
        return f;
    default: /* SSAT, USAT and those of halfwords */
        return make(FLOW_ANY, rd, rn, REGISTER_NONE);
    }
}

/* A5.3.4: branches and miscellaneous control. */
static flow control(uint32_t first, uint32_t second)
{
    flow f;
    if ((second & 0xD000u) == 0x8000u && bits(first, 9, 6) < 14) {
        f = flow_make(FLOW_DECIDE);
        f.reads = flow_condition(bits(first, 9, 6));
        return f;
    }
    if ((second & 0xD000u) == 0x8000u && (first & 0xFFF0u) == 0xF380u)
        return make(FLOW_SET_FLAGS, REGISTER_NONE, bits(first, 3, 0), REGISTER_NONE);
    if ((second & 0xD000u) == 0x8000u && first == 0xF3EFu)
        return make(FLOW_GET_FLAGS, bits(second, 11, 8), REGISTER_NONE, REGISTER_NONE);
    return flow_make(FLOW_NOTHING);
}

/* A5.3.12 to A5.3.15: register shifts, extension, parallel arithmetic, miscellaneous. */
static flow registers(uint32_t first, uint32_t second)
{
    unsigned op1 = bits(first, 7, 4), op2 = bits(second, 7, 4);
    unsigned rn = bits(first, 3, 0), rm = bits(second, 3, 0), rd = bits(second, 11, 8);
    flow f;
    if (op1 < 8 && op2 == 0) {
        f = make(FLOW_SHIFT, rd, rn, rm);
        f.shift = (uint8_t)(op1 >> 1);
        f.writes = op1 & 1u ? NZC : 0;
        return f;
    }
    if (op1 < 6 && op2 >= 8) {
        static const uint8_t widths[6] = {16, 16, 0, 0, 8, 8};
        f = make(FLOW_EXTEND, rd, rn == REGISTER_PC ? REGISTER_NONE : rn, rm);
        f.low = (uint8_t)(bits(second, 5, 4) * 8);
        f.width = widths[op1];
        f.is_signed = (op1 & 1u) == 0;
        if (f.width == 0)
            f.op = FLOW_ANY;
        return f;
    }
    if (op1 == 9 && op2 >= 8) {
        static const uint8_t widths[4] = {32, 16, 1, 17};
        f = make(FLOW_REVERSE, rd, REGISTER_NONE, rm);
        f.width = widths[op2 & 3u];
        return f;
    }
    if (op1 == 10 && op2 == 8) {
        f = make(FLOW_SELECT, rd, rn, rm);
        f.reads = APSR_GE;
        return f;
    }
    f = make(FLOW_ANY, rd, rn, rm); /* CLZ, whose rn is its rm; DSP */
    if (op1 >= 8 && op2 < 8)
        f.writes = APSR_GE;
    return f;
}

/* A5.3.16: multiplications with a 32-bit result. */
static flow multiply(uint32_t first, uint32_t second)
{
    unsigned ra = bits(second, 15, 12);
    flow f = make(bits(first, 6, 4) == 0 ? FLOW_PRODUCT : FLOW_ANY, bits(second, 11, 8),
                  bits(first, 3, 0), bits(second, 3, 0));
    if (ra != REGISTER_PC)
        f.ra = (uint8_t)ra;
    return f;
}

/* A5.3.17: multiplications with a 64-bit result, divisions. */
static flow multiply_long(uint32_t first, uint32_t second)
{
    unsigned op1 = bits(first, 6, 4);
    flow f = make(FLOW_LONG, bits(second, 15, 12), bits(first, 3, 0), bits(second, 3, 0));
    f.rd2 = (uint8_t)bits(second, 11, 8);
    f.adds = op1 >= 4;
    if ((op1 == 4 && bits(second, 7, 4) != 0) || op1 == 5)
        f.op = FLOW_LONG_ANY;
    if (op1 == 1 || op1 == 3) {
        f.op = FLOW_ANY;
        f.rd = f.rd2;
        f.rd2 = REGISTER_NONE;
    }
    return f;
}

static flow access(uint32_t first, uint32_t second, const instruction *i)
{
    flow f = flow_make(FLOW_ACCESS);
    if (bits(first, 15, 9) == 0xE8 >> 1 && bits(first, 6, 6) == 0) {
        if (i->loaded == 0)
            f.stored = (uint16_t)second;
        return f;
    }
    if (i->kind == KIND_TABLE_BRANCH)
        return f;
    f.rd = (uint8_t)bits(second, 15, 12);
    if (i->kind == KIND_LOAD_DOUBLE || i->kind == KIND_STORE_DOUBLE)
        f.rd2 = (uint8_t)bits(second, 11, 8);
    f.is_signed = bits(first, 15, 9) == 0xF8 >> 1 && bits(first, 8, 8);
    return f;
}

flow flow32(uint32_t first, uint32_t second, const instruction *i)
{
    if ((i->flags & FLAG_ACCESS) != 0)
        return access(first, second, i);
    if (i->kind == KIND_HINT || i->kind == KIND_BARRIER || i->kind == KIND_ISB)
        return flow_make(FLOW_NOTHING);
    if ((first & 0xF800u) == 0xF000u) {
        if (bits(second, 15, 15))
            return control(first, second);
        return bits(first, 9, 9) ? plain(first, second) : modified(first, second);
    }
    if (bits(first, 15, 9) == 0xEA >> 1)
        return shifted(first, second);
    if (bits(first, 15, 9) != 0xFA >> 1)
        return flow_make(FLOW_UNKNOWN);
    if (bits(first, 8, 8) == 0)
        return registers(first, second);
    return bits(first, 7, 7) ? multiply_long(first, second) : multiply(first, second);
}
