/* SPDX-License-Identifier: MIT */
/* AVR Instruction Set Manual, the instructions of megaAVR (AVRe+). */
#include "instruction.h"

enum { SPL = 0x3D }; /* in I/O space */

static instruction make(unsigned length, unsigned access, unsigned offset, unsigned flags)
{
    instruction i = {(uint8_t)length, (uint8_t)access, (uint8_t)offset, (uint8_t)flags};
    return i;
}

static instruction plain(void)
{
    return make(2, ACCESS_NONE, 0, 0);
}

static instruction unknown(void)
{
    return make(0, ACCESS_NONE, 0, 0);
}

/* 1001 00s: loads and stores through pointers, by their low four bits. */
static instruction indirect(uint16_t w)
{
    int store = (w & 0x0200) != 0;
    switch (w & 15) {
    case 0x0:
        return make(4, ACCESS_ABSOLUTE, 0, 0);
    case 0x1:
        return make(2, ACCESS_Z, 0, 0);
    case 0x2:
        return make(2, ACCESS_Z, 0, FLAG_DECREMENT);
    case 0x4:
    case 0x5:
    case 0x6:
    case 0x7:
        return store ? unknown() : make(2, ACCESS_PROGRAM, 0, 0);
    case 0x9:
        return make(2, ACCESS_Y, 0, 0);
    case 0xA:
        return make(2, ACCESS_Y, 0, FLAG_DECREMENT);
    case 0xC:
    case 0xD:
        return make(2, ACCESS_X, 0, 0);
    case 0xE:
        return make(2, ACCESS_X, 0, FLAG_DECREMENT);
    case 0xF:
        return store ? make(2, ACCESS_PUSH, 0, FLAG_MOVES_SP) : make(2, ACCESS_POP, 0, 0);
    default:
        return unknown();
    }
}

/* 1001 0101 xxxx 1000: returns, sleep, loads of r0 from program memory. */
static instruction miscellaneous(uint16_t w)
{
    switch (w) {
    case 0x9508: /* RET */
    case 0x9518: /* RETI */
        return make(2, ACCESS_POP, 0, 0);
    case 0x95A8: /* WDR */
        return plain();
    case 0x95C8: /* LPM */
    case 0x95D8: /* ELPM */
        return make(2, ACCESS_PROGRAM, 0, 0);
    case 0x9588: /* SLEEP */
    case 0x9598: /* BREAK */
    case 0x95E8: /* SPM */
        return make(2, ACCESS_NONE, 0, FLAG_TRAP);
    default:
        return unknown();
    }
}

/* 1001 010: one operand, jumps and calls. */
static instruction single(uint16_t w)
{
    switch (w & 15) {
    case 0x4:
    case 0xB:
        return unknown();
    case 0x8:
        return (w & 0x0100) == 0 ? plain() : miscellaneous(w); /* SREG's bits */
    case 0x9:
        if (w == 0x9509 || w == 0x9519) /* ICALL, EICALL */
            return make(2, ACCESS_PUSH, 0, FLAG_MOVES_SP);
        return w == 0x9409 || w == 0x9419 ? plain() : unknown(); /* IJMP, EIJMP */
    case 0xC:
    case 0xD:
        return make(4, ACCESS_NONE, 0, 0); /* JMP */
    case 0xE:
    case 0xF:
        return make(4, ACCESS_PUSH, 0, FLAG_MOVES_SP); /* CALL */
    default:
        return plain();
    }
}

static unsigned displacement(uint16_t w)
{
    return (w & 7u) | (w >> 7 & 0x18u) | (w >> 8 & 0x20u);
}

instruction instruction_decode(uint16_t word)
{
    switch (word >> 12) {
    case 0x0:
        return word != 0 && word < 0x0100 ? unknown() : plain();
    case 0x8:
    case 0xA:
        return make(2, (word & 8) != 0 ? ACCESS_Y : ACCESS_Z, displacement(word), 0);
    case 0x9:
        if (word < 0x9400)
            return indirect(word);
        return word < 0x9600 ? single(word) : plain();
    case 0xB: /* IN and OUT; compilers write SPH before SPL */
        if (word >= 0xB800 && ((word & 15u) | (word >> 5 & 0x30u)) == SPL)
            return make(2, ACCESS_NONE, 0, FLAG_MOVES_SP);
        return plain();
    case 0xC: /* RJMP, to itself */
        return make(2, ACCESS_NONE, 0, word == 0xCFFF ? FLAG_TRAP : 0);
    case 0xD: /* RCALL */
        return make(2, ACCESS_PUSH, 0, FLAG_MOVES_SP);
    case 0xF: /* conditional branches; BLD, BST, SBRC, SBRS */
        return word >= 0xF800 && (word & 8) != 0 ? unknown() : plain();
    default:
        return plain();
    }
}
