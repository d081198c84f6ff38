/* SPDX-License-Identifier: MIT */
/* Thumb decoder. Section numbers are those of the ARMv7-M Architecture Reference Manual (E.e). */
#include "instruction.h"

static unsigned bits(uint32_t word, unsigned high, unsigned low)
{
    return (unsigned)(word >> low) & ((1u << (high - low + 1u)) - 1u);
}

static uint8_t population(uint32_t list)
{
    uint8_t n = 0;
    for (; list != 0; list &= list - 1)
        n++;
    return n;
}

static instruction plain(int kind)
{
    instruction i = {0};
    i.kind = (uint8_t)kind;
    i.base = REGISTER_NONE;
    i.index = REGISTER_NONE;
    return i;
}

static instruction branch(int kind)
{
    instruction i = plain(kind);
    i.flags = FLAG_BRANCH;
    if (kind != KIND_BRANCH_CONDITION)
        i.flags |= FLAG_ALWAYS;
    return i;
}

static instruction alu(unsigned rd)
{
    instruction i = plain(KIND_ALU);
    if (rd == REGISTER_SP)
        i.flags |= FLAG_WRITES_SP;
    return i;
}

static instruction operands(int kind, unsigned rn, unsigned rm)
{
    instruction i = plain(kind);
    i.rn = (uint8_t)rn;
    i.rm = (uint8_t)rm;
    return i;
}

static instruction access(int kind, unsigned size, unsigned base, int offset)
{
    instruction i = plain(kind);
    i.flags = FLAG_ACCESS;
    i.size = (uint8_t)size;
    i.base = (uint8_t)base;
    i.offset = (int16_t)offset;
    i.count = 1;
    return i;
}

/* A load (load != 0) or store of one register. */
static instruction single(int load, unsigned rt, unsigned size, unsigned base, int offset)
{
    int kind = load ? KIND_LOAD : KIND_STORE;
    instruction i;
    if (load && rt == REGISTER_PC)
        kind = KIND_LOAD_PC;
    i = access(kind, size, base, offset);
    if (load)
        i.loaded = (uint16_t)(1u << rt);
    if (kind == KIND_LOAD_PC)
        i.flags |= FLAG_BRANCH | FLAG_ALWAYS;
    if (load && rt == REGISTER_SP)
        i.flags |= FLAG_WRITES_SP;
    return i;
}

static instruction indexed(int load, unsigned rt, unsigned size, unsigned base, unsigned index,
                           unsigned shift)
{
    instruction i = single(load, rt, size, base, 0);
    if (!load)
        i.kind = KIND_STORE_INDEX;
    i.index = (uint8_t)index;
    i.shift = (uint8_t)shift;
    return i;
}

/* LDM, STM, PUSH, POP. `down`: the block ends below the base. */
static instruction multiple(int load, unsigned base, uint32_t list, int down, int writeback)
{
    uint8_t count = population(list);
    int stack = base == REGISTER_SP && writeback && down == !load;
    int to_pc = load && (list >> REGISTER_PC) != 0;
    int kind = load ? (to_pc ? KIND_LOAD_MULTIPLE_PC : KIND_LOAD_MULTIPLE) : KIND_STORE_MULTIPLE;
    instruction i;
    if (stack)
        kind = load ? (to_pc ? KIND_POP_PC : KIND_POP) : KIND_PUSH;
    if (count == 0 || base == REGISTER_PC || ((list >> REGISTER_SP) & 1u) != 0)
        return plain(KIND_UNKNOWN);
    i = access(kind, 4, base, down ? -4 * (int)count : 0);
    i.count = count;
    if (load)
        i.loaded = (uint16_t)list;
    if (to_pc)
        i.flags |= FLAG_BRANCH | FLAG_ALWAYS;
    if (base == REGISTER_SP && writeback)
        i.flags |= FLAG_WRITES_SP;
    return i;
}

/* A5.2.3: ADD, CMP, MOV on high registers, BX, BLX. */
static instruction high_registers(uint32_t h)
{
    unsigned rd = bits(h, 7, 7) * 8 + bits(h, 2, 0);
    switch (bits(h, 9, 8)) {
    case 0:
    case 2:
        return rd == REGISTER_PC ? branch(KIND_MOVE_PC) : alu(rd);
    case 1:
        return plain(KIND_ALU);
    default:
        if (bits(h, 2, 0) != 0)
            return plain(KIND_UNKNOWN);
        return branch(bits(h, 7, 7) ? KIND_CALL_REGISTER : KIND_BRANCH_REGISTER);
    }
}

/* A5.2.4: loads and stores of one register, 0101 to 1001. */
static instruction single16(uint32_t h)
{
    /* STR STRH STRB LDRSB LDR LDRH LDRB LDRSH */
    static const uint8_t sizes[8] = {4, 2, 1, 1, 4, 2, 1, 2};
    unsigned op = bits(h, 11, 9);
    int load = (int)bits(h, 11, 11);
    unsigned rt = bits(h, 2, 0), rn = bits(h, 5, 3), imm5 = bits(h, 10, 6);
    switch (bits(h, 15, 12)) {
    case 5:
        return indexed(op >= 3, rt, sizes[op], rn, bits(h, 8, 6), 0);
    case 6:
        return single(load, rt, 4, rn, (int)imm5 * 4);
    case 7:
        return single(load, rt, 1, rn, (int)imm5);
    case 8:
        return single(load, rt, 2, rn, (int)imm5 * 2);
    default:
        return single(load, bits(h, 10, 8), 4, REGISTER_SP, (int)bits(h, 7, 0) * 4);
    }
}

static instruction hint(unsigned number)
{
    if (number == 2 || number == 3) /* WFE, WFI: no event ever comes */
        return plain(KIND_TRAP);
    return plain(number <= 4 ? KIND_HINT : KIND_UNKNOWN);
}

/* A5.2.5: miscellaneous, 1011. */
static instruction miscellaneous16(uint32_t h, int isa)
{
    if ((h & 0xFF00u) == 0xB000u)
        return alu(REGISTER_SP);
    if ((h & 0xF500u) == 0xB100u)
        return isa >= ISA_V7M ? branch(KIND_BRANCH_CONDITION) : plain(KIND_UNKNOWN);
    if ((h & 0xFF00u) == 0xB200u)
        return plain(KIND_ALU);
    if ((h & 0xFE00u) == 0xB400u)
        return multiple(0, REGISTER_SP, bits(h, 7, 0) | bits(h, 8, 8) << 14, 1, 1);
    if ((h & 0xFFE8u) == 0xB660u)
        return plain(KIND_CPS);
    if ((h & 0xFF00u) == 0xBA00u)
        return plain(bits(h, 7, 6) == 2 ? KIND_UNKNOWN : KIND_ALU);
    if ((h & 0xFE00u) == 0xBC00u)
        return multiple(1, REGISTER_SP, bits(h, 7, 0) | bits(h, 8, 8) << 15, 0, 1);
    if ((h & 0xFF00u) == 0xBE00u)
        return plain(KIND_TRAP);
    if ((h & 0xFF00u) == 0xBF00u) {
        if (bits(h, 3, 0) == 0)
            return hint(bits(h, 7, 4));
        return plain(isa >= ISA_V7M && bits(h, 7, 4) != 15 ? KIND_IT : KIND_UNKNOWN);
    }
    return plain(KIND_UNKNOWN);
}

/* A5.2: 16-bit instructions. */
static instruction decode16(uint32_t h, int isa)
{
    unsigned rn = bits(h, 10, 8);
    switch (bits(h, 15, 12)) {
    case 0:
    case 1:
    case 2:
    case 3:
        return plain(KIND_ALU);
    case 4:
        if (bits(h, 11, 11))
            return single(1, rn, 4, REGISTER_PC, (int)bits(h, 7, 0) * 4);
        if (bits(h, 10, 10))
            return high_registers(h);
        return plain(bits(h, 9, 6) == 13 ? KIND_MUL : KIND_ALU);
    case 10:
        return plain(KIND_ALU);
    case 11:
        return miscellaneous16(h, isa);
    case 12:
        return multiple((int)bits(h, 11, 11), rn, bits(h, 7, 0), 0, 1);
    case 13:
        return bits(h, 11, 8) >= 14 ? plain(KIND_TRAP) : branch(KIND_BRANCH_CONDITION);
    case 14: /* a branch to itself is where start-up code parks a fault */
        return (h & 0x7FFu) == 0x7FEu ? plain(KIND_TRAP) : branch(KIND_BRANCH);
    default:
        return single16(h);
    }
}

/* A5.3.5, A5.3.6: load and store multiple; double, exclusive, table branch. */
static instruction multiple32(uint32_t first, uint32_t second)
{
    unsigned rn = bits(first, 3, 0), op = bits(first, 8, 7);
    int load = (int)bits(first, 4, 4), writeback = (int)bits(first, 5, 5);
    if (op != 1 && op != 2)
        return plain(KIND_UNKNOWN);
    return multiple(load, rn, second & (load ? 0xFFFFu : 0x7FFFu), op == 2, writeback);
}

static instruction exclusive(int load, unsigned rt, unsigned size, unsigned base, int offset)
{
    instruction i = single(load, rt, size, base, offset);
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
            return plain(KIND_UNKNOWN);
        i = access(KIND_TABLE_BRANCH, op == 0 ? 1 : 2, rn, 0);
        i.index = (uint8_t)bits(second, 3, 0);
        i.shift = (uint8_t)op;
        i.flags |= FLAG_BRANCH | FLAG_ALWAYS;
        return i;
    }
    if (bits(first, 7, 7) == 0)
        offset = -offset;
    if (bits(first, 8, 8) == 0) /* post-indexed */
        offset = 0;
    i = access(load ? KIND_LOAD_DOUBLE : KIND_STORE_DOUBLE, 4, rn, offset);
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
        return isa >= ISA_V7EM ? alu(rd) : plain(KIND_UNKNOWN);
    if (((1u << op) & 0x6D1Fu) == 0 || (shifted && bits(second, 15, 15)))
        return plain(KIND_UNKNOWN);
    if (rd == REGISTER_PC) { /* TST, TEQ, CMN, CMP: flags only */
        int compares = op == 0 || op == 4 || op == 8 || op == 13;
        return plain(compares && bits(first, 4, 4) ? KIND_ALU : KIND_UNKNOWN);
    }
    return alu(rd);
}

/* A5.3.3: plain binary immediate. */
static instruction immediate32(uint32_t first, uint32_t second, int isa)
{
    unsigned rd = bits(second, 11, 8);
    int no_shift = bits(second, 14, 12) == 0 && bits(second, 7, 6) == 0;
    switch (bits(first, 8, 4)) {
    case 0: case 4: case 10: case 12: /* ADDW MOVW SUBW MOVT */
    case 16: case 20: case 22: case 24: case 28: /* SSAT SBFX BFI USAT UBFX */
        return alu(rd);
    case 18: case 26: /* SSAT, USAT with a right shift; without one SSAT16, USAT16 */
        return !no_shift || isa >= ISA_V7EM ? alu(rd) : plain(KIND_UNKNOWN);
    default:
        return plain(KIND_UNKNOWN);
    }
}

/* A5.3.4: branches and miscellaneous control. */
static instruction control32(uint32_t first, uint32_t second, int isa)
{
    instruction i;
    if ((second & 0xD000u) == 0xD000u)
        return branch(KIND_BRANCH_LINK);
    if ((second & 0xD000u) == 0x9000u && isa >= ISA_V7M) {
        int itself = first == 0xF7FFu && second == 0xBFFEu;
        return itself ? plain(KIND_TRAP) : branch(KIND_BRANCH);
    }
    if ((second & 0xD000u) != 0x8000u)
        return plain((first & 0xFFF0u) == 0xF7F0u && (second & 0xF000u) == 0xA000u
                         ? KIND_TRAP /* UDF.W */
                         : KIND_UNKNOWN);
    if (bits(first, 9, 6) < 14)
        return isa >= ISA_V7M ? branch(KIND_BRANCH_CONDITION) : plain(KIND_UNKNOWN);
    if ((first & 0xFFE0u) == 0xF380u || first == 0xF3EFu) {
        i = plain(KIND_SPECIAL);
        if (first != 0xF3EFu)
            i.flags |= FLAG_WRITES_SP; /* MSR may name MSP, PSP or CONTROL */
        else if (bits(second, 11, 8) == REGISTER_SP)
            return plain(KIND_UNKNOWN);
        return i;
    }
    if (first == 0xF3BFu) {
        switch (bits(second, 7, 4)) {
        case 2: return plain(isa >= ISA_V7M ? KIND_HINT : KIND_UNKNOWN); /* CLREX */
        case 4: case 5: return plain(KIND_BARRIER);
        case 6: return plain(KIND_ISB);
        default: return plain(KIND_UNKNOWN);
        }
    }
    if (first == 0xF3AFu && bits(second, 10, 8) == 0 && isa >= ISA_V7M)
        return hint(bits(second, 7, 0));
    return plain(KIND_UNKNOWN);
}

/* A5.3.7 to A5.3.10: loads and stores of one register, memory hints. */
static instruction single32(uint32_t first, uint32_t second)
{
    unsigned rn = bits(first, 3, 0), rt = bits(second, 15, 12);
    unsigned size = 1u << bits(first, 6, 5);
    int load = (int)bits(first, 4, 4), is_signed = (int)bits(first, 8, 8), offset;
    instruction i;
    if (size == 8 || (is_signed && (!load || size == 4)) || (!load && rn == REGISTER_PC))
        return plain(KIND_UNKNOWN);
    if (load && rt == REGISTER_PC && size != 4) /* PLD, PLI; hints for halfwords */
        return plain(size == 1 ? KIND_HINT : KIND_UNKNOWN);
    if (rn == REGISTER_PC) {
        offset = (int)bits(second, 11, 0);
        return single(load, rt, size, rn, bits(first, 7, 7) ? offset : -offset);
    }
    if (bits(first, 7, 7))
        return single(load, rt, size, rn, (int)bits(second, 11, 0));
    if (bits(second, 11, 11) == 0) {
        if (bits(second, 10, 6) != 0)
            return plain(KIND_UNKNOWN);
        return indexed(load, rt, size, rn, bits(second, 3, 0), bits(second, 5, 4));
    }
    offset = (int)bits(second, 7, 0);
    if (bits(second, 9, 9) == 0)
        offset = -offset;
    if (bits(second, 10, 10) == 0) { /* post-indexed, always with write-back */
        if (bits(second, 8, 8) == 0)
            return plain(KIND_UNKNOWN);
        offset = 0;
    }
    i = single(load, rt, size, rn, offset);
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
        return plain(KIND_UNKNOWN);
    if (op1 < 8 && op2 == 0) { /* LSL LSR ASR ROR */
        dsp = 0;
    } else if (op1 < 6 && (op2 & 12u) == 8) { /* SXTH UXTH SXTB16 UXTB16 SXTB UXTB, with add */
        dsp = bits(first, 3, 0) != 15 || op1 == 2 || op1 == 3;
    } else if (op1 >= 8 && op2 < 8) { /* ADD8 ADD16 ASX - SUB8 SUB16 SAX; plain, Q, H; S, U */
        if (((1u << op1) & 0x7700u) == 0 || (op2 & 3u) == 3)
            return plain(KIND_UNKNOWN);
    } else if (op1 == 9 && (op2 & 12u) == 8) { /* REV REV16 RBIT REVSH */
        dsp = 0;
    } else if (op1 == 11 && op2 == 8) { /* CLZ */
        dsp = 0;
    } else if (!((op1 == 8 && (op2 & 12u) == 8) || (op1 == 10 && op2 == 8))) { /* QADD.., SEL */
        return plain(KIND_UNKNOWN);
    }
    return isa >= (dsp ? ISA_V7EM : ISA_V7M) ? plain(KIND_ALU) : plain(KIND_UNKNOWN);
}

/* A5.3.16: multiplications with a 32-bit result. */
static instruction multiply32(uint32_t first, uint32_t second, int isa)
{
    unsigned op1 = bits(first, 6, 4), op2 = bits(second, 7, 4);
    /* for op1 from 1: SMLAxy SMLAD SMLAW SMLSD SMMLA SMMLS USADA8 take op2 up to */
    static const uint8_t highest[8] = {1, 3, 1, 1, 1, 1, 1, 0};
    if (op2 > highest[op1])
        return plain(KIND_UNKNOWN);
    if (op1 != 0)
        return plain(isa >= ISA_V7EM ? KIND_DSP_MULTIPLY : KIND_UNKNOWN);
    return plain(op2 == 0 && bits(second, 15, 12) == 15 ? KIND_MUL : KIND_MLA);
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
        return plain(isa >= ISA_V7EM ? KIND_DSP_MULTIPLY : KIND_UNKNOWN);
    if (op2 != (divides ? 15u : 0u) || kinds[op1] == 0)
        return plain(KIND_UNKNOWN);
    return operands(kinds[op1], bits(first, 3, 0), bits(second, 3, 0));
}

/* A5.3: 32-bit instructions. */
static instruction decode32(uint32_t first, uint32_t second, int isa)
{
    if ((first & 0xF800u) == 0xF000u && bits(second, 15, 15))
        return control32(first, second, isa);
    if (isa < ISA_V7M)
        return plain(KIND_UNKNOWN);
    if ((first & 0xF800u) == 0xF000u)
        return bits(first, 9, 9) ? immediate32(first, second, isa)
                                 : processing32(first, second, isa, 0);
    switch (bits(first, 15, 9)) {
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
        return plain(KIND_UNKNOWN);
    }
}

instruction decode(uint32_t first, uint32_t second, int isa)
{
    int wide = first >= 0xE800u;
    instruction i = wide ? decode32(first, second, isa) : decode16(first, isa);
    i.length = wide ? 4 : 2;
    return i;
}
