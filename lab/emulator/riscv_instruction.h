/* SPDX-License-Identifier: MIT */
/*
 * A decoded RV32IMC instruction: what the cycle model and the trace need to know of it, no more.
 * Encodings: The RISC-V Instruction Set Manual, volume I, 20191213, chapters 2, 7, 9, 16 and 24.
 */
#ifndef LAB_RISCV_INSTRUCTION_H
#define LAB_RISCV_INSTRUCTION_H

#include <stdint.h>

/* The cores, in the order lab/emulator/native.py numbers them. */
enum { RISCV_HAZARD3, RISCV_PICORV32, RISCV_IBEX, RISCV_VEXRISCV, RISCV_CORE_COUNT };

/* One kind for each line of the core's table of cycles that differs from the others. */
enum {
    RISCV_UNKNOWN,
    RISCV_ALU,
    RISCV_SHIFT,
    RISCV_MUL,
    RISCV_MULH, /* MULH, MULHSU, MULHU */
    RISCV_DIV,  /* DIV, REM */
    RISCV_DIVU,
    RISCV_LOAD,
    RISCV_STORE,
    RISCV_BRANCH,
    RISCV_JUMP,          /* JAL */
    RISCV_JUMP_REGISTER, /* JALR */
    RISCV_FENCE,
    RISCV_CSR,
    RISCV_TRAP, /* ECALL, EBREAK, WFI, MRET, a jump to itself: no run goes on behind it */
    RISCV_KIND_COUNT
};

enum {
    RISCV_JUMPS = 1,  /* may go elsewhere */
    RISCV_ALWAYS = 2, /* a jump that always does */
    RISCV_BACKWARD = 4,
    RISCV_WRITES_SP = 8,
    RISCV_ACCESS = 16,   /* reads or writes data memory */
    RISCV_ALIGNMENT = 32 /* its address has to be looked at */
};

#define RISCV_SP 2u

typedef struct {
    uint8_t kind;
    uint8_t length; /* bytes: 2 or 4; 0 = not decoded yet */
    uint8_t flags;
    uint8_t cycles;  /* without what depends on the run; set by the engine */
    uint8_t size;    /* bytes of an access */
    uint8_t base;    /* register of its address; the dividend of a division */
    uint8_t second;  /* register of the divisor */
    int16_t offset;  /* added to the base */
    uint32_t needs;  /* bit r: register r before the address is known, or the result computed */
    uint32_t data;   /* bit r: register r is stored */
    uint32_t writes; /* bit r: register r is the result */
} riscv_instruction;

/*
 * Decodes the instruction whose first halfwords are `first` and `second` (ignored when the first
 * stands alone). What is not RV32IMC with Zicsr has RISCV_UNKNOWN.
 */
riscv_instruction riscv_decode(uint32_t first, uint32_t second);

/* The 32-bit instruction: itself, or what a compressed one stands for; 0 for none. */
uint32_t riscv_expanded(uint32_t first, uint32_t second);

/* Which branches a core takes for taken before it knows. */
enum { RISCV_NO_BRANCH, RISCV_LAST_BRANCH, RISCV_BACKWARD_BRANCH };

/*
 * What a core takes, in cycles: by kind, and beyond that what depends on the run. Zero is what a
 * core does not have.
 */
typedef struct {
    uint8_t cycles[RISCV_KIND_COUNT]; /* 0: no run goes on behind it */
    uint8_t late[RISCV_KIND_COUNT];   /* between the end and the result, for who needs it */
    uint8_t waits_to_store;           /* whether a store waits for its data too */
    uint8_t predicts;                 /* RISCV_LAST_BRANCH: the last backward one that was taken */
    uint8_t right, wrong;             /* of a branch taken as predicted; of any other wrong path */
    uint8_t split;                    /* of going to a 32-bit instruction across a word's end */
    uint8_t across; /* of any such instruction, and of one behind a branch that is taken */
    uint8_t fence;  /* of a fence right behind an access */
    uint8_t code_miss, data_miss; /* of a line that is not in the cache; none without caches */
    uint8_t overtaking;           /* of a load right behind a store to the same bytes */
    /* Of a division; NULL: nothing. */
    int (*division)(const riscv_instruction *i, uint32_t dividend, uint32_t divisor);
} riscv_core;

/* By its number. */
const riscv_core *riscv_core_of(int core);

#endif
