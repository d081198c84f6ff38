/* SPDX-License-Identifier: MIT */
/* 16-bit Thumb instructions: ARMv7-M Architecture Reference Manual, A5.2. */
#include "decode.h"

/* A5.2.3: ADD, CMP, MOV on high registers, BX, BLX. */
static instruction high_registers(uint32_t h)
{
    unsigned rd = bits(h, 7, 7) * 8 + bits(h, 2, 0);
    switch (bits(h, 9, 8)) {
    case 0:
    case 2:
        return rd == REGISTER_PC ? make_branch(KIND_MOVE_PC) : make_alu(rd);
    case 1:
        return make_plain(KIND_ALU);
    default:
        if (bits(h, 2, 0) != 0)
            return make_plain(KIND_UNKNOWN);
        return make_branch(bits(h, 7, 7) ? KIND_CALL_REGISTER : KIND_BRANCH_REGISTER);
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
        return make_indexed(op >= 3, rt, sizes[op], rn, bits(h, 8, 6), 0);
    case 6:
        return make_single(load, rt, 4, rn, (int)imm5 * 4);
    case 7:
        return make_single(load, rt, 1, rn, (int)imm5);
    case 8:
        return make_single(load, rt, 2, rn, (int)imm5 * 2);
    default:
        return make_single(load, bits(h, 10, 8), 4, REGISTER_SP, (int)bits(h, 7, 0) * 4);
    }
}

/* A5.2.5: miscellaneous, 1011. */
static instruction miscellaneous16(uint32_t h, int isa)
{
    if ((h & 0xFF00u) == 0xB000u)
        return make_alu(REGISTER_SP);
    if ((h & 0xF500u) == 0xB100u)
        return isa >= ISA_V7M ? make_branch(KIND_BRANCH_CONDITION) : make_plain(KIND_UNKNOWN);
    if ((h & 0xFF00u) == 0xB200u)
        return make_plain(KIND_ALU);
    if ((h & 0xFE00u) == 0xB400u)
        return make_multiple(0, REGISTER_SP, bits(h, 7, 0) | bits(h, 8, 8) << 14, 1, 1);
    if ((h & 0xFFE8u) == 0xB660u)
        return make_plain(KIND_CPS);
    if ((h & 0xFF00u) == 0xBA00u)
        return make_plain(bits(h, 7, 6) == 2 ? KIND_UNKNOWN : KIND_ALU);
    if ((h & 0xFE00u) == 0xBC00u)
        return make_multiple(1, REGISTER_SP, bits(h, 7, 0) | bits(h, 8, 8) << 15, 0, 1);
    if ((h & 0xFF00u) == 0xBE00u)
        return make_plain(KIND_TRAP);
    if ((h & 0xFF00u) == 0xBF00u) {
        if (bits(h, 3, 0) == 0)
            return make_hint(bits(h, 7, 4));
        return make_plain(isa >= ISA_V7M && bits(h, 7, 4) != 15 ? KIND_IT : KIND_UNKNOWN);
    }
    return make_plain(KIND_UNKNOWN);
}

/* A5.2: 16-bit instructions. */
instruction decode16(uint32_t h, int isa)
{
    unsigned rn = bits(h, 10, 8);
    switch (bits(h, 15, 12)) {
    case 0:
    case 1:
    case 2:
    case 3:
        return make_plain(KIND_ALU);
    case 4:
        if (bits(h, 11, 11))
            return make_single(1, rn, 4, REGISTER_PC, (int)bits(h, 7, 0) * 4);
        if (bits(h, 10, 10))
            return high_registers(h);
        return make_plain(bits(h, 9, 6) == 13 ? KIND_MUL : KIND_ALU);
    case 10:
        return make_plain(KIND_ALU);
    case 11:
        return miscellaneous16(h, isa);
    case 12:
        return make_multiple((int)bits(h, 11, 11), rn, bits(h, 7, 0), 0, 1);
    case 13:
        return bits(h, 11, 8) >= 14 ? make_plain(KIND_TRAP) : make_branch(KIND_BRANCH_CONDITION);
    case 14: /* a branch to itself is where start-up code parks a fault */
        return (h & 0x7FFu) == 0x7FEu ? make_plain(KIND_TRAP) : make_branch(KIND_BRANCH);
    default:
        return single16(h);
    }
}
