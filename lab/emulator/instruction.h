/* SPDX-License-Identifier: MIT */
/*
 * A decoded Thumb instruction: what the cycle model and the trace need to know of it, no more.
 * Encodings: ARMv6-M and ARMv7-M Architecture Reference Manuals, chapters A5 and A7.
 */
#ifndef LAB_INSTRUCTION_H
#define LAB_INSTRUCTION_H

#include <stdint.h>

/* The cores, in the order lab/emulator/native.py numbers them. */
enum { CORE_M0, CORE_M0PLUS, CORE_M3, CORE_M4, CORE_M33, CORE_M4F, CORE_COUNT };

/* Instruction sets: each holds the ones before it. */
enum { ISA_V6M, ISA_V7M, ISA_V7EM, ISA_V7EM_FLOAT };

/* One kind for each line of the technical reference manuals' cycle tables. */
enum {
    KIND_UNKNOWN,
    KIND_ALU, /* data processing, bit fields, extension, saturation, DSP add */
    KIND_MUL, /* 32 x 32 -> 32 */
    KIND_MLA, /* MLA, MLS */
    KIND_UMULL,
    KIND_SMULL,
    KIND_UMLAL,
    KIND_SMLAL,
    KIND_DSP_MULTIPLY, /* UMAAL, SMLAxy, SMUAD, SMMUL, SMLALD, USADA8, ...: ARMv7E-M only */
    KIND_UDIV,
    KIND_SDIV,
    KIND_LOAD,        /* one register, not PC; LDREX */
    KIND_LOAD_PC,     /* LDR PC, [...] */
    KIND_STORE,       /* one register, immediate offset */
    KIND_STORE_INDEX, /* one register, register offset; STREX */
    KIND_LOAD_DOUBLE,
    KIND_STORE_DOUBLE,
    KIND_LOAD_MULTIPLE,
    KIND_LOAD_MULTIPLE_PC,
    KIND_STORE_MULTIPLE,
    KIND_PUSH,
    KIND_POP,
    KIND_POP_PC,
    KIND_BRANCH,           /* B */
    KIND_BRANCH_CONDITION, /* B<c>, CBZ, CBNZ */
    KIND_BRANCH_LINK,      /* BL */
    KIND_BRANCH_REGISTER,  /* BX */
    KIND_CALL_REGISTER,    /* BLX */
    KIND_MOVE_PC,          /* MOV PC, ADD PC */
    KIND_TABLE_BRANCH,     /* TBB, TBH */
    KIND_IT,
    KIND_HINT,    /* NOP, SEV, PLD, CLREX */
    KIND_BARRIER, /* DMB, DSB */
    KIND_ISB,
    KIND_SPECIAL, /* MRS, MSR */
    KIND_CPS,
    KIND_FLOAT_MOVE,     /* VMOV of one register or a constant; VMRS, VMSR */
    KIND_FLOAT_MOVE_TWO, /* VMOV of two core registers */
    KIND_FLOAT_LOAD,     /* VLDR, VLDM, VPOP */
    KIND_FLOAT_STORE,    /* VSTR, VSTM, VPUSH */
    KIND_TRAP, /* BKPT, SVC, UDF, WFI, WFE, YIELD, a branch to itself: no run goes on behind it */
    KIND_COUNT
};

enum {
    FLAG_BRANCH = 1, /* may go elsewhere */
    FLAG_ALWAYS = 2, /* a branch that always does, once executed */
    FLAG_WRITES_SP = 4,
    FLAG_ACCESS = 8,     /* reads or writes data memory */
    FLAG_PIPELINES = 16, /* takes a cycle less behind an independent load (M3, M4) */
    FLAG_FEEDS = 32,     /* a load that the next load or store may pipeline behind */
    FLAG_ALIGNMENT = 64, /* costs more, or faults, at some addresses */
    FLAG_OPERANDS = 128  /* its cost depends on the values in rn and rm */
};

#define REGISTER_SP 13u
#define REGISTER_LR 14u
#define REGISTER_PC 15u
#define REGISTER_NONE 255u

typedef struct {
    uint8_t kind;
    uint8_t length; /* bytes: 2 or 4; 0 = not decoded yet */
    uint8_t flags;
    uint8_t cycles; /* without what depends on the run; set by cycles_assign */
    uint8_t taken;  /* more cycles when the branch is taken; set by cycles_assign */
    uint8_t count;  /* registers transferred */
    uint8_t size;   /* bytes of one access */
    uint8_t base;   /* register of the address, or REGISTER_NONE */
    uint8_t index;  /* second register of the address, or REGISTER_NONE */
    uint8_t shift;  /* left shift of the index */
    uint8_t rn;     /* operands of a multiplication or division */
    uint8_t rm;
    int16_t offset;    /* added to the base */
    uint16_t loaded;   /* bit r: register r comes from memory */
    uint16_t updated;  /* bit r: register r is the base of a single access, which writes it back */
    uint16_t computed; /* bit r: register r is computed; set by pipeline_assign */
} instruction;

/*
 * Decodes the instruction at `address` whose first halfwords are `first` and `second` (ignored
 * when the first stands alone). An encoding outside `isa`, or none at all, has KIND_UNKNOWN.
 */
instruction decode(uint32_t first, uint32_t second, int isa);

/* Whether it reads data memory. */
static inline int instruction_loads(const instruction *i)
{
    return i->loaded != 0 || i->kind == KIND_FLOAT_LOAD;
}

/* Sets the cycles of a decoded instruction, and the flags that only some cores know. */
void cycles_assign(instruction *i, int core, unsigned multiply_cycles);

/*
 * Cycles beyond i->cycles for an access at `address` (FLAG_ALIGNMENT), -1 when the core faults:
 * M0 and M0+ always do, M3 and M4 for more than one register. Otherwise "a byte aligned halfword
 * [...] adds one extra cycle", a halfword aligned word one, a byte aligned word two (M3, M4:
 * section 3.3.2, 3.3.3); stores hide them in the write buffer.
 */
int cycles_alignment(const instruction *i, int core, uint32_t address);

/* Cycles beyond i->cycles for the operand values `n` and `m` (FLAG_OPERANDS). */
unsigned cycles_operands(const instruction *i, uint32_t n, uint32_t m);

#endif
