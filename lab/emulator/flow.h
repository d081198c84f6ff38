/* SPDX-License-Identifier: MIT */
/*
 * How a Thumb instruction carries data: which registers and flags it reads, what it does to their
 * bits, and what it writes. Sections cited are those of the ARMv7-M manual (DDI 0403E).
 */
#ifndef LAB_FLOW_H
#define LAB_FLOW_H

#include "instruction.h"
#include "shadow.h"

/* What becomes of the bits of rn and of the second operand: rm, shifted, or the immediate. */
enum {
    FLOW_UNKNOWN,
    FLOW_NOTHING,  /* no data: hints, barriers, B, BL */
    FLOW_BITS,     /* each bit of the result comes of the same bit of both: MOV, EOR */
    FLOW_AND,      /* FLOW_BITS, and a zero in one hides the other */
    FLOW_CLEAR,    /* rn and not the second operand: BIC */
    FLOW_OR,       /* FLOW_BITS, and a one in one hides the other */
    FLOW_OR_NOT,   /* ORN */
    FLOW_SUM,      /* with carries: ADD, ADC; SUB, SBC and RSB by the complement that is added */
    FLOW_PRODUCT,  /* the lower half, and ra added if it is there: MUL, MLA, MLS */
    FLOW_SHIFT,    /* rn by what is in rm */
    FLOW_EXTRACT,  /* `width` bits of rn from `low` on; extended by their sign if is_signed */
    FLOW_INSERT,   /* the lowest `width` bits of rn to `low`, into rd */
    FLOW_EXTEND,   /* FLOW_EXTRACT of rm, rotated by `low`, and rn added if it is there */
    FLOW_REVERSE,  /* rm: REV; with `width` 16 REV16, 17 REVSH, 1 RBIT */
    FLOW_ANY,      /* each bit comes of any: division, DSP */
    FLOW_LONG,     /* 64 bits in rd and rd2 of rn and rm, and of what both held if `adds` */
    FLOW_LONG_ANY, /* the same of halves: SMLALxy, SMLALD, SMLSLD */
    FLOW_SELECT,   /* SEL: bytes of rn and rm, by the GE flags */
    FLOW_TOP,      /* MOVT: the upper half of rd becomes public */
    FLOW_ACCESS,   /* a load or store */
    FLOW_DECIDE,   /* a branch by flags */
    FLOW_DECIDE_0, /* CBZ, CBNZ: by rn */
    FLOW_JUMP,     /* to what rm holds; with rn its sum */
    FLOW_IT,
    FLOW_GET_FLAGS,
    FLOW_SET_FLAGS
};

enum { APSR_N = 1, APSR_Z = 2, APSR_C = 4, APSR_V = 8, APSR_GE = 16, APSR_Q = 32, APSR_ALL = 63 };

typedef struct {
    uint8_t op;
    uint8_t rd, rd2; /* what is written, or stored: REGISTER_NONE for nothing */
    uint8_t rn, rm, ra;
    uint8_t reads, writes; /* flags */
    uint8_t outside;       /* flags that it writes where no IT is over it */
    uint8_t shift, by;     /* of rm; ROR by 0 is RRX */
    uint8_t low, width;
    uint8_t is_signed, adds, has_immediate;
    uint8_t complement; /* of FLOW_SUM: 1 of rn, 2 of the second operand */
    uint16_t stored;    /* bit r: STM and PUSH store register r */
    uint32_t immediate;
} flow;

/* The flow of an instruction that decode() knows. */
flow flow_of(uint32_t first, uint32_t second, const instruction *i);

/* The flags that decide a condition, 0 to 14. */
uint8_t flow_condition(unsigned condition);

flow flow16(uint32_t h, const instruction *i);
flow flow32(uint32_t first, uint32_t second, const instruction *i);
flow flow_make(int op);

#endif
