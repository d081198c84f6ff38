/* SPDX-License-Identifier: MIT */
/* RV32IMC decoder. A compressed instruction is decoded as the one that it stands for. */
#include "riscv_instruction.h"

#define OPCODE_LOAD 0x03u
#define OPCODE_FENCE 0x0Fu
#define OPCODE_IMMEDIATE 0x13u
#define OPCODE_AUIPC 0x17u
#define OPCODE_STORE 0x23u
#define OPCODE_REGISTER 0x33u
#define OPCODE_LUI 0x37u
#define OPCODE_BRANCH 0x63u
#define OPCODE_JALR 0x67u
#define OPCODE_JAL 0x6Fu
#define OPCODE_SYSTEM 0x73u

static uint32_t bits(uint32_t word, unsigned high, unsigned low)
{
    return (word >> low) & ((1u << (high - low + 1u)) - 1u);
}

/* Bits high..low of `word`, moved to where bit `to` is the lowest. */
static uint32_t moved(uint32_t word, unsigned high, unsigned low, unsigned to)
{
    return bits(word, high, low) << to;
}

static uint32_t sign_extended(uint32_t value, unsigned width)
{
    uint32_t sign = 1u << (width - 1u);
    return (value ^ sign) - sign;
}

static int32_t as_signed(uint32_t value)
{
    return value >> 31 ? -(int32_t)~value - 1 : (int32_t)value;
}

/* Encoders of the formats I, R, S, B and J, for what compressed instructions stand for. */
static uint32_t encode_i(uint32_t opcode, uint32_t funct3, uint32_t rd, uint32_t rs1, uint32_t imm)
{
    return opcode | rd << 7 | funct3 << 12 | rs1 << 15 | imm << 20;
}

static uint32_t encode_r(uint32_t funct7, uint32_t funct3, uint32_t rd, uint32_t rs1, uint32_t rs2)
{
    return OPCODE_REGISTER | rd << 7 | funct3 << 12 | rs1 << 15 | rs2 << 20 | funct7 << 25;
}

static uint32_t encode_store(uint32_t rs1, uint32_t rs2, uint32_t imm)
{
    return OPCODE_STORE | (imm & 31u) << 7 | 2u << 12 | rs1 << 15 | rs2 << 20 | (imm >> 5) << 25;
}

static uint32_t encode_branch(uint32_t funct3, uint32_t rs1, uint32_t imm)
{
    return OPCODE_BRANCH | moved(imm, 11, 11, 7) | moved(imm, 4, 1, 8) | funct3 << 12 | rs1 << 15 |
           moved(imm, 10, 5, 25) | moved(imm, 12, 12, 31);
}

static uint32_t encode_jump(uint32_t rd, uint32_t imm)
{
    return OPCODE_JAL | rd << 7 | moved(imm, 19, 12, 12) | moved(imm, 11, 11, 20) |
           moved(imm, 10, 1, 21) | moved(imm, 20, 20, 31);
}

/* The immediate of six bits that most compressed instructions share. */
static uint32_t immediate6(uint32_t h)
{
    return sign_extended(moved(h, 12, 12, 5) | bits(h, 6, 2), 6);
}

/* Quadrant 0: the registers are x8 to x15. */
static uint32_t expand0(uint32_t h)
{
    uint32_t rs1 = 8u + bits(h, 9, 7), rd = 8u + bits(h, 4, 2), imm;
    switch (bits(h, 15, 13)) {
    case 0: /* C.ADDI4SPN */
        imm = moved(h, 12, 11, 4) | moved(h, 10, 7, 6) | moved(h, 6, 6, 2) | moved(h, 5, 5, 3);
        return imm == 0 ? 0 : encode_i(OPCODE_IMMEDIATE, 0, rd, RISCV_SP, imm);
    case 2: /* C.LW */
        imm = moved(h, 12, 10, 3) | moved(h, 6, 6, 2) | moved(h, 5, 5, 6);
        return encode_i(OPCODE_LOAD, 2, rd, rs1, imm);
    case 6: /* C.SW */
        imm = moved(h, 12, 10, 3) | moved(h, 6, 6, 2) | moved(h, 5, 5, 6);
        return encode_store(rs1, rd, imm);
    default:
        return 0;
    }
}

/* Shifts to the right, C.ANDI, C.SUB, C.XOR, C.OR, C.AND. */
static uint32_t expand_arithmetic(uint32_t h)
{
    static const uint8_t functions[4] = {0, 4, 6, 7};
    uint32_t rd = 8u + bits(h, 9, 7), rs2 = 8u + bits(h, 4, 2), which = bits(h, 11, 10);
    if (which == 2)
        return encode_i(OPCODE_IMMEDIATE, 7, rd, rd, immediate6(h));
    if (bits(h, 12, 12) != 0)
        return 0;
    if (which < 2)
        return encode_i(OPCODE_IMMEDIATE, 5, rd, rd, bits(h, 6, 2) | which << 10);
    which = bits(h, 6, 5);
    return encode_r(which == 0 ? 0x20u : 0u, functions[which], rd, rd, rs2);
}

static uint32_t expand_upper(uint32_t h)
{
    uint32_t rd = bits(h, 11, 7), imm = immediate6(h);
    if (imm == 0)
        return 0;
    if (rd != RISCV_SP)
        return OPCODE_LUI | rd << 7 | imm << 12;
    imm = moved(h, 12, 12, 9) | moved(h, 6, 6, 4) | moved(h, 5, 5, 6) | moved(h, 4, 3, 7) |
          moved(h, 2, 2, 5);
    return encode_i(OPCODE_IMMEDIATE, 0, rd, rd, sign_extended(imm, 10));
}

static uint32_t expand1(uint32_t h)
{
    uint32_t rd = bits(h, 11, 7), jump, branch;
    jump = moved(h, 12, 12, 11) | moved(h, 11, 11, 4) | moved(h, 10, 9, 8) | moved(h, 8, 8, 10) |
           moved(h, 7, 7, 6) | moved(h, 6, 6, 7) | moved(h, 5, 3, 1) | moved(h, 2, 2, 5);
    branch = moved(h, 12, 12, 8) | moved(h, 11, 10, 3) | moved(h, 6, 5, 6) | moved(h, 4, 3, 1) |
             moved(h, 2, 2, 5);
    jump = sign_extended(jump, 12);
    branch = sign_extended(branch, 9);
    switch (bits(h, 15, 13)) {
    case 0: /* C.ADDI, C.NOP */
        return encode_i(OPCODE_IMMEDIATE, 0, rd, rd, immediate6(h));
    case 1: /* C.JAL */
        return encode_jump(1, jump);
    case 2: /* C.LI */
        return encode_i(OPCODE_IMMEDIATE, 0, rd, 0, immediate6(h));
    case 3: /* C.LUI, C.ADDI16SP */
        return expand_upper(h);
    case 4:
        return expand_arithmetic(h);
    case 5: /* C.J */
        return encode_jump(0, jump);
    default: /* C.BEQZ, C.BNEZ */
        return encode_branch(bits(h, 13, 13), 8u + bits(h, 9, 7), branch);
    }
}

static uint32_t expand2(uint32_t h)
{
    uint32_t rd = bits(h, 11, 7), rs2 = bits(h, 6, 2), imm;
    switch (bits(h, 15, 13)) {
    case 0: /* C.SLLI */
        return bits(h, 12, 12) ? 0 : encode_i(OPCODE_IMMEDIATE, 1, rd, rd, rs2);
    case 2: /* C.LWSP */
        imm = moved(h, 12, 12, 5) | moved(h, 6, 4, 2) | moved(h, 3, 2, 6);
        return rd == 0 ? 0 : encode_i(OPCODE_LOAD, 2, rd, RISCV_SP, imm);
    case 4:
        if (rs2 != 0) /* C.MV, C.ADD */
            return encode_r(0, 0, rd, bits(h, 12, 12) ? rd : 0, rs2);
        if (rd != 0) /* C.JR, C.JALR */
            return encode_i(OPCODE_JALR, 0, bits(h, 12, 12), rd, 0);
        return bits(h, 12, 12) ? OPCODE_SYSTEM | 1u << 20 : 0; /* C.EBREAK */
    case 6:                                                    /* C.SWSP */
        return encode_store(RISCV_SP, rs2, moved(h, 12, 9, 2) | moved(h, 8, 7, 6));
    default:
        return 0;
    }
}

static uint32_t expand(uint32_t h)
{
    switch (h & 3u) {
    case 0:
        return expand0(h);
    case 1:
        return expand1(h);
    default:
        return expand2(h);
    }
}

static riscv_instruction make(int kind, uint32_t needs, uint32_t rd)
{
    riscv_instruction i = {0};
    i.kind = (uint8_t)kind;
    i.needs = needs & ~1u; /* x0 is never waited for */
    i.writes = (1u << rd) & ~1u;
    if (rd == RISCV_SP)
        i.flags = RISCV_WRITES_SP;
    return i;
}

static riscv_instruction make_access(int kind, uint32_t word, uint32_t imm)
{
    uint32_t rd = kind == RISCV_LOAD ? bits(word, 11, 7) : 0, base = bits(word, 19, 15);
    riscv_instruction i = make(kind, 1u << base, rd);
    i.flags |= RISCV_ACCESS;
    i.size = (uint8_t)(1u << bits(word, 13, 12));
    i.base = (uint8_t)base;
    i.offset = (int16_t)as_signed(sign_extended(imm, 12));
    if (kind == RISCV_STORE)
        i.data = (1u << bits(word, 24, 20)) & ~1u;
    /* the stack pointer is a multiple of 16 */
    if (i.size > 1 && (base != RISCV_SP || i.offset % i.size != 0))
        i.flags |= RISCV_ALIGNMENT;
    return i;
}

static riscv_instruction decode_jump(uint32_t word, uint32_t opcode)
{
    uint32_t needs = 0, imm;
    int kind = opcode == OPCODE_JAL ? RISCV_JUMP : RISCV_JUMP_REGISTER;
    riscv_instruction i;
    if (opcode == OPCODE_JALR) {
        if (bits(word, 14, 12) != 0)
            kind = RISCV_UNKNOWN;
        needs = 1u << bits(word, 19, 15);
    } else {
        imm = moved(word, 31, 31, 20) | moved(word, 19, 12, 12) | moved(word, 20, 20, 11) |
              moved(word, 30, 21, 1);
        if (imm == 0)
            kind = RISCV_TRAP;
    }
    i = make(kind, needs, bits(word, 11, 7));
    i.flags |= RISCV_JUMPS | RISCV_ALWAYS;
    return i;
}

static riscv_instruction decode_branch(uint32_t word)
{
    uint32_t needs = 1u << bits(word, 19, 15) | 1u << bits(word, 24, 20);
    riscv_instruction i = make(bits(word, 14, 13) == 1 ? RISCV_UNKNOWN : RISCV_BRANCH, needs, 0);
    i.flags |= RISCV_JUMPS;
    if (word >> 31)
        i.flags |= RISCV_BACKWARD;
    return i;
}

static riscv_instruction decode_register(uint32_t word)
{
    uint32_t funct3 = bits(word, 14, 12), funct7 = bits(word, 31, 25);
    uint32_t rs1 = bits(word, 19, 15);
    int kind = RISCV_UNKNOWN;
    riscv_instruction i;
    if (funct7 == 0 || (funct7 == 0x20 && (funct3 == 0 || funct3 == 5)))
        kind = (funct3 & 3u) == 1 ? RISCV_SHIFT : RISCV_ALU;
    else if (funct7 == 1)
        kind = funct3 == 0          ? RISCV_MUL
               : funct3 < 4         ? RISCV_MULH
               : (funct3 & 1u) != 0 ? RISCV_DIVU
                                    : RISCV_DIV;
    i = make(kind, 1u << rs1 | 1u << bits(word, 24, 20), bits(word, 11, 7));
    i.base = (uint8_t)rs1;
    i.second = (uint8_t)bits(word, 24, 20);
    return i;
}

static riscv_instruction decode_immediate(uint32_t word)
{
    uint32_t funct3 = bits(word, 14, 12), funct7 = bits(word, 31, 25);
    int known = (funct3 & 3u) != 1 || funct7 == 0 || (funct3 == 5 && funct7 == 0x20);
    int kind = (funct3 & 3u) == 1 ? RISCV_SHIFT : RISCV_ALU;
    return make(known ? kind : RISCV_UNKNOWN, 1u << bits(word, 19, 15), bits(word, 11, 7));
}

/* Control registers whose writes refetch take more than a cycle: PMP and triggers, not used. */
static riscv_instruction decode_system(uint32_t word)
{
    uint32_t funct3 = bits(word, 14, 12), csr = bits(word, 31, 20);
    int kind = RISCV_CSR;
    if (funct3 == 0)
        kind = RISCV_TRAP;
    else if (funct3 == 4 || (csr >= 0x3A0u && csr < 0x400u) || (csr >= 0x7A0u && csr < 0x7B0u))
        kind = RISCV_UNKNOWN;
    return make(kind, funct3 < 4 ? 1u << bits(word, 19, 15) : 0, bits(word, 11, 7));
}

static riscv_instruction decode32(uint32_t word)
{
    uint32_t opcode = word & 0x7Fu, funct3 = bits(word, 14, 12);
    switch (opcode) {
    case OPCODE_LUI:
    case OPCODE_AUIPC:
        return make(RISCV_ALU, 0, bits(word, 11, 7));
    case OPCODE_JAL:
    case OPCODE_JALR:
        return decode_jump(word, opcode);
    case OPCODE_BRANCH:
        return decode_branch(word);
    case OPCODE_LOAD:
        return make_access(funct3 == 3 || funct3 > 5 ? RISCV_UNKNOWN : RISCV_LOAD, word,
                           bits(word, 31, 20));
    case OPCODE_STORE:
        return make_access(funct3 > 2 ? RISCV_UNKNOWN : RISCV_STORE, word,
                           moved(word, 31, 25, 5) | bits(word, 11, 7));
    case OPCODE_IMMEDIATE:
        return decode_immediate(word);
    case OPCODE_REGISTER:
        return decode_register(word);
    case OPCODE_FENCE: /* not FENCE.I, which Hazard3 need not have */
        return make(funct3 == 0 ? RISCV_FENCE : RISCV_UNKNOWN, 0, 0);
    case OPCODE_SYSTEM:
        return decode_system(word);
    default:
        return make(RISCV_UNKNOWN, 0, 0);
    }
}

uint32_t riscv_expanded(uint32_t first, uint32_t second)
{
    return (first & 3u) == 3u ? first | second << 16 : expand(first);
}

riscv_instruction riscv_decode(uint32_t first, uint32_t second)
{
    riscv_instruction i = decode32(riscv_expanded(first, second));
    i.length = (first & 3u) == 3u ? 4 : 2;
    return i;
}
