/* SPDX-License-Identifier: MIT */
/* 32-bit Thumb instructions: ARMv7-M Architecture Reference Manual, A5.3. */
#include "decode.h"

/* A5.3.5, A5.3.6: load and store multiple; double, exclusive, table branch. */
static instruction multiple32(uint32_t first, uint32_t second)
{
    unsigned rn = bits(first, 3, 0), op = bits(first, 8, 7);
    int load = (int)bits(first, 4, 4), writeback = (int)bits(first, 5, 5);
    if (op != 1 && op != 2)
        return make_plain(KIND_UNKNOWN);
    return make_multiple(load, rn, second & (load ? 0xFFFFu : 0x7FFFu), op == 2, writeback);
}

static instruction exclusive(int load, unsigned rt, unsigned size, unsigned base, int offset)
{
    instruction i = make_single(load, rt, size, base, offset);
    if (!load)
        i.kind = KIND_STORE_INDEX;
    return i;
}

static instruction double32(uint32_t first, uint32_t second)
{
    unsigned rn = bits(first, 3, 0), rt = bits(second, 15, 12), op = bits(second, 7, 4);
    int load = (int)bits(first, 4, 4), offset = (int)bits(second, 7, 0) * 4;
    instruction i;
    if (bits(first, 8, 8) == 0 && bits(first, 5, 5) == 0) {
        if (bits(first, 7, 7) == 0)
            return exclusive(load, rt, 4, rn, offset);
        if (op == 4 || op == 5)
            return exclusive(load, rt, op == 4 ? 1 : 2, rn, 0);
        if (op > 1 || !load)
            return make_plain(KIND_UNKNOWN);
        i = make_access(KIND_TABLE_BRANCH, op == 0 ? 1 : 2, rn, 0);
        i.index = (uint8_t)bits(second, 3, 0);
        i.shift = (uint8_t)op;
        i.flags |= FLAG_BRANCH | FLAG_ALWAYS;
        return i;
    }
    if (bits(first, 7, 7) == 0)
        offset = -offset;
    if (bits(first, 8, 8) == 0) /* post-indexed */
        offset = 0;
    i = make_access(load ? KIND_LOAD_DOUBLE : KIND_STORE_DOUBLE, 4, rn, offset);
    i.count = 2;
    if (load)
        i.loaded = (uint16_t)(1u << rt | 1u << bits(second, 11, 8));
    if (rn == REGISTER_SP && bits(first, 5, 5))
        i.flags |= FLAG_WRITES_SP;
    return i;
}

/* The operations that A5.3.1 and A5.3.11 share: AND BIC ORR ORN EOR ADD ADC SBC SUB RSB. */
static instruction processing32(uint32_t first, uint32_t second, int isa, int shifted)
{
    unsigned op = bits(first, 8, 5), rd = bits(second, 11, 8);
    if (op == 6 && shifted && bits(first, 4, 4) == 0) /* PKHBT, PKHTB */
        return isa >= ISA_V7EM ? make_alu(rd) : make_plain(KIND_UNKNOWN);
    if (((1u << op) & 0x6D1Fu) == 0 || (shifted && bits(second, 15, 15)))
        return make_plain(KIND_UNKNOWN);
    if (rd == REGISTER_PC) { /* TST, TEQ, CMN, CMP: flags only */
        int compares = op == 0 || op == 4 || op == 8 || op == 13;
        return make_plain(compares && bits(first, 4, 4) ? KIND_ALU : KIND_UNKNOWN);
    }
    return make_alu(rd);
}

/* A5.3.3: plain binary immediate. */
static instruction immediate32(uint32_t first, uint32_t second, int isa)
{
    unsigned rd = bits(second, 11, 8);
    int no_shift = bits(second, 14, 12) == 0 && bits(second, 7, 6) == 0;
    switch (bits(first, 8, 4)) {
    case 0:
    case 4:
    case 10:
    case 12: /* ADDW MOVW SUBW MOVT */
    case 16:
    case 20:
    case 22:
    case 24:
    case 28: /* SSAT SBFX BFI USAT UBFX */
        return make_alu(rd);
    case 18:
    case 26: /* SSAT, USAT with a right shift; without one SSAT16, USAT16 */
        return !no_shift || isa >= ISA_V7EM ? make_alu(rd) : make_plain(KIND_UNKNOWN);
    default:
        return make_plain(KIND_UNKNOWN);
    }
}

/* A5.3.4: branches and miscellaneous control. */
static instruction control32(uint32_t first, uint32_t second, int isa)
{
    instruction i;
    if ((second & 0xD000u) == 0xD000u)
        return make_branch(KIND_BRANCH_LINK);
    if ((second & 0xD000u) == 0x9000u && isa >= ISA_V7M) {
        int itself = first == 0xF7FFu && second == 0xBFFEu;
        return itself ? make_plain(KIND_TRAP) : make_branch(KIND_BRANCH);
    }
    if ((first & 0xFFF0u) == 0xF7F0u && (second & 0xF000u) == 0xA000u)
        return make_plain(KIND_TRAP); /* UDF.W */
    if ((second & 0xD000u) != 0x8000u)
        return make_plain(KIND_UNKNOWN);
    if (bits(first, 9, 6) < 14)
        return isa >= ISA_V7M ? make_branch(KIND_BRANCH_CONDITION) : make_plain(KIND_UNKNOWN);
    if ((first & 0xFFF0u) == 0xF380u && (second & 0xF300u) == 0x8000u) {
        i = make_plain(KIND_SPECIAL);
        i.flags |= FLAG_WRITES_SP; /* MSR may name MSP, PSP or CONTROL */
        return i;
    }
    if (first == 0xF3EFu && (second & 0xF000u) == 0x8000u) /* MRS */
        return make_plain(KIND_SPECIAL);
    if (first == 0xF3BFu && (second & 0xFF00u) == 0x8F00u) {
        switch (bits(second, 7, 4)) {
        case 2:
            return make_plain(isa >= ISA_V7M ? KIND_HINT : KIND_UNKNOWN); /* CLREX */
        case 4:
        case 5:
            return make_plain(KIND_BARRIER);
        case 6:
            return make_plain(KIND_ISB);
        default:
            return make_plain(KIND_UNKNOWN);
        }
    }
    if (first == 0xF3AFu && (second & 0xFF00u) == 0x8000u && isa >= ISA_V7M)
        return make_hint(bits(second, 7, 0));
    return make_plain(KIND_UNKNOWN);
}

/* A5.3.7 to A5.3.10: loads and stores of one register, memory hints. */
static instruction single32(uint32_t first, uint32_t second)
{
    unsigned rn = bits(first, 3, 0), rt = bits(second, 15, 12);
    unsigned size = 1u << bits(first, 6, 5);
    int load = (int)bits(first, 4, 4), is_signed = (int)bits(first, 8, 8), offset;
    instruction i;
    if (size == 8 || (is_signed && (!load || size == 4)) || (!load && rn == REGISTER_PC))
        return make_plain(KIND_UNKNOWN);
    if (load && rt == REGISTER_PC && size != 4) /* PLD, PLI; hints for halfwords */
        return make_plain(size == 1 ? KIND_HINT : KIND_UNKNOWN);
    if (rn == REGISTER_PC) {
        offset = (int)bits(second, 11, 0);
        return make_single(load, rt, size, rn, bits(first, 7, 7) ? offset : -offset);
    }
    if (bits(first, 7, 7))
        return make_single(load, rt, size, rn, (int)bits(second, 11, 0));
    if (bits(second, 11, 11) == 0) {
        if (bits(second, 10, 6) != 0)
            return make_plain(KIND_UNKNOWN);
        return make_indexed(load, rt, size, rn, bits(second, 3, 0), bits(second, 5, 4));
    }
    offset = (int)bits(second, 7, 0);
    if (bits(second, 9, 9) == 0)
        offset = -offset;
    if (bits(second, 10, 10) == 0) { /* post-indexed, always with write-back */
        if (bits(second, 8, 8) == 0)
            return make_plain(KIND_UNKNOWN);
        offset = 0;
    }
    i = make_single(load, rt, size, rn, offset);
    if (bits(second, 8, 8))
        i.updated = (uint16_t)(1u << rn);
    if (rn == REGISTER_SP && bits(second, 8, 8))
        i.flags |= FLAG_WRITES_SP;
    return i;
}

/* A5.3.12 to A5.3.15: register shifts, extension, parallel arithmetic, miscellaneous. */
static instruction register32(uint32_t first, uint32_t second, int isa)
{
    unsigned op1 = bits(first, 7, 4), op2 = bits(second, 7, 4);
    int dsp = 1;
    if (bits(second, 15, 12) != 15)
        return make_plain(KIND_UNKNOWN);
    if (op1 < 8 && op2 == 0) { /* LSL LSR ASR ROR */
        dsp = 0;
    } else if (op1 < 6 && (op2 & 12u) == 8) { /* SXTH UXTH SXTB16 UXTB16 SXTB UXTB, with add */
        dsp = bits(first, 3, 0) != 15 || op1 == 2 || op1 == 3;
    } else if (op1 >= 8 && op2 < 8) { /* ADD8 ADD16 ASX - SUB8 SUB16 SAX; plain, Q, H; S, U */
        if (((1u << op1) & 0x7700u) == 0 || (op2 & 3u) == 3)
            return make_plain(KIND_UNKNOWN);
    } else if (op1 == 9 && (op2 & 12u) == 8) { /* REV REV16 RBIT REVSH */
        dsp = 0;
    } else if (op1 == 11 && op2 == 8) { /* CLZ */
        dsp = 0;
    } else if (!((op1 == 8 && (op2 & 12u) == 8) || (op1 == 10 && op2 == 8))) { /* QADD.., SEL */
        return make_plain(KIND_UNKNOWN);
    }
    return isa >= (dsp ? ISA_V7EM : ISA_V7M) ? make_plain(KIND_ALU) : make_plain(KIND_UNKNOWN);
}

/* A5.3.16: multiplications with a 32-bit result. */
static instruction multiply32(uint32_t first, uint32_t second, int isa)
{
    unsigned op1 = bits(first, 6, 4), op2 = bits(second, 7, 4);
    /* for op1 from 1: SMLAxy SMLAD SMLAW SMLSD SMMLA SMMLS USADA8 take op2 up to */
    static const uint8_t highest[8] = {1, 3, 1, 1, 1, 1, 1, 0};
    if (op2 > highest[op1] || bits(second, 11, 8) == REGISTER_PC)
        return make_plain(KIND_UNKNOWN);
    if (op1 == 6 && bits(second, 15, 12) == REGISTER_PC) /* no SMMLS without accumulator */
        return make_plain(KIND_UNKNOWN);
    if (op1 != 0)
        return make_plain(isa >= ISA_V7EM ? KIND_DSP_MULTIPLY : KIND_UNKNOWN);
    return make_plain(op2 == 0 && bits(second, 15, 12) == 15 ? KIND_MUL : KIND_MLA);
}

/* A5.3.17: multiplications with a 64-bit result, divisions. */
static instruction long_multiply32(uint32_t first, uint32_t second, int isa)
{
    unsigned op1 = bits(first, 6, 4), op2 = bits(second, 7, 4);
    static const uint8_t kinds[8] = {KIND_SMULL, KIND_SDIV, KIND_UMULL, KIND_UDIV,
                                     KIND_SMLAL, 0,         KIND_UMLAL, 0};
    int divides = op1 == 1 || op1 == 3;
    int dsp = (op1 == 4 && op2 >= 8 && op2 <= 13) || (op1 == 5 && (op2 == 12 || op2 == 13)) ||
              (op1 == 6 && op2 == 6);
    if (dsp)
        return make_plain(isa >= ISA_V7EM ? KIND_DSP_MULTIPLY : KIND_UNKNOWN);
    if (op2 != (divides ? 15u : 0u) || kinds[op1] == 0)
        return make_plain(KIND_UNKNOWN);
    return make_operands(kinds[op1], bits(first, 3, 0), bits(second, 3, 0));
}

/* A5.3: 32-bit instructions. */
instruction decode32(uint32_t first, uint32_t second, int isa)
{
    if ((first & 0xF800u) == 0xF000u && bits(second, 15, 15))
        return control32(first, second, isa);
    if (isa < ISA_V7M)
        return make_plain(KIND_UNKNOWN);
    if ((first & 0xF800u) == 0xF000u)
        return bits(first, 9, 9) ? immediate32(first, second, isa)
                                 : processing32(first, second, isa, 0);
    switch (bits(first, 15, 9)) {
    case 0xEC >> 1:
    case 0xEE >> 1:
        return isa >= ISA_V7EM_FLOAT ? decode_float(first, second) : make_plain(KIND_UNKNOWN);
    case 0xE8 >> 1:
        return bits(first, 6, 6) ? double32(first, second) : multiple32(first, second);
    case 0xEA >> 1:
        return processing32(first, second, isa, 1);
    case 0xF8 >> 1:
        return single32(first, second);
    case 0xFA >> 1:
        if (bits(first, 8, 8) == 0)
            return register32(first, second, isa);
        return bits(first, 7, 7) ? long_multiply32(first, second, isa)
                                 : multiply32(first, second, isa);
    default:
        return make_plain(KIND_UNKNOWN);
    }
}
