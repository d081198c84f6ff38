/* SPDX-License-Identifier: MIT */
/*
 * Cycles per instruction of RISC-V cores with no waits on their buses. Compressed instructions take
 * what those take that they stand for. What a document leaves open comes from the core's source,
 * and says so. `whit rtl` holds the models of cores whose RTL can be had to it.
 */
#include "riscv_instruction.h"

#include <stddef.h>

/*
 * "18 or 19, depending on sign correction". The circuit divides magnitudes. It corrects after a
 * negative dividend, in a cycle of its own; for a divisor alone that is negative it also does, but
 * has then saved the cycle that negates the divisor (hdl/arith/hazard3_muldiv_seq.v).
 */
static int hazard3_division(const riscv_instruction *i, uint32_t dividend, uint32_t divisor)
{
    (void)divisor;
    return i->kind == RISCV_DIV ? (int)(dividend >> 31) : 0;
}

/* "37 cycles to compute (though only requires 2 cycles when there is a divide by 0)". */
static int ibex_division(const riscv_instruction *i, uint32_t dividend, uint32_t divisor)
{
    (void)i;
    (void)dividend;
    return divisor == 0 ? -35 : 0;
}

static const riscv_core cores[RISCV_CORE_COUNT] = {
    /*
     * Hazard3, the RISC-V core of RP2350: its documentation, chapter "Instruction Cycle Counts"
     * (github.com/Wren6991/Hazard3, doc/sections/instruction_timings.adoc), which holds for
     * MULDIV_UNROLL = 2 and every other option set for speed: one-cycle MUL and MULH, a branch
     * predictor of one entry.
     */
    [RISCV_HAZARD3] =
        {
            .cycles =
                {
                    [RISCV_ALU] = 1,
                    [RISCV_SHIFT] = 1,
                    [RISCV_MUL] = 1,
                    [RISCV_MULH] = 1,
                    [RISCV_DIV] = 18, /* 18 or 19 by sign */
                    [RISCV_DIVU] = 18,
                    [RISCV_LOAD] = 1,
                    [RISCV_STORE] = 1,
                    [RISCV_BRANCH] = 1, /* 1, or 2 when mispredicted */
                    [RISCV_JUMP] = 2,
                    [RISCV_JUMP_REGISTER] = 2,
                    /* Not in the table. It waits for an access in flight (hdl/hazard3_core.v,
                     * x_stall_on_fence), and for memories that have to. */
                    [RISCV_FENCE] = 1,
                    [RISCV_CSR] = 1,
                },
            .late = {[RISCV_LOAD] = 1},
            .predicts = RISCV_LAST_BRANCH,
            .wrong = 1,
            .split = 1,
            .fence = 1,
            .division = hazard3_division,
        },
    /*
     * PicoRV32: README.md, "Cycles per Instruction Performance", column CPI, with the options of
     * its Dhrystone figures: fast multiplier, divider, barrel shifter, look-ahead memory. The table
     * has no line for the fast multiplier: by picorv32.v its co-processor takes three cycles beyond
     * an ALU's, and the next instruction is fetched only then. Nor has it a line for compressed
     * instructions: a 32-bit one across a word's end takes a read more (mem_la_secondword), in a
     * row too, since the half that is there is looked at only when it is wanted; and a branch waits
     * for what is fetched behind it. Of control registers it has counters alone; what the boot code
     * does to others is not measured.
     */
    [RISCV_PICORV32] =
        {
            .cycles =
                {
                    [RISCV_ALU] = 3,
                    [RISCV_SHIFT] = 3,
                    [RISCV_MUL] = 6,
                    [RISCV_MULH] = 6,
                    [RISCV_DIV] = 40,
                    [RISCV_DIVU] = 40,
                    [RISCV_LOAD] = 5,
                    [RISCV_STORE] = 5,
                    [RISCV_BRANCH] = 3, /* 3, or 5 when taken */
                    [RISCV_JUMP] = 3,
                    [RISCV_JUMP_REGISTER] = 6,
                    [RISCV_FENCE] = 3,
                    [RISCV_CSR] = 3,
                },
            .wrong = 2,
            .across = 1,
        },
    /*
     * Ibex as its configuration `small`: two stages, the fast multiplier of several cycles
     * (RV32MFast), no ALU for branch targets: doc/03_reference/pipeline_details.rst, a cycle
     * and the stall cycles of the table. A memory that answers in the next cycle is the fastest
     * that it can have. The divider is that of instruction_decode_execute.rst. "Misaligned
     * instruction fetches are handled by performing two separate word-aligned instruction fetches"
     * (instruction_fetch.rst).
     */
    [RISCV_IBEX] =
        {
            .cycles =
                {
                    [RISCV_ALU] = 1,
                    [RISCV_SHIFT] = 1,
                    [RISCV_MUL] = 3,
                    [RISCV_MULH] = 4,
                    [RISCV_DIV] = 37, /* 2 by zero */
                    [RISCV_DIVU] = 37,
                    [RISCV_LOAD] = 2,
                    [RISCV_STORE] = 2,
                    [RISCV_BRANCH] = 1, /* 1, or 3 when taken */
                    [RISCV_JUMP] = 2,
                    [RISCV_JUMP_REGISTER] = 2,
                    [RISCV_FENCE] = 1,
                    [RISCV_CSR] = 1,
                },
            .wrong = 2,
            .split = 1,
            .division = ibex_division,
        },
    /*
     * VexRiscv as its package's variant IMAC. The package's README has what the stages are:
     * "branch/ jump done in the M stage", "memory load values are bypassed in the WB stage (late
     * result)", so are products, "33 cycle division with bypassing in the M stage (late result)",
     * static prediction, caches of 4 kB with one way. VexRiscv's README: "By default the result of
     * the shift is injected into the pipeline in the Memory stage"; a branch backwards or a JAL "is
     * branched speculatively. If the speculation is right, the branch penalty is reduced to a
     * single cycle"; otherwise it is "between 2 and 4 cycles", 3 with these options. Documents do
     * not say what cache misses take, nor a load of bytes that a store is about to write, which
     * goes through the pipeline again: these three numbers are of the RTL.
     */
    [RISCV_VEXRISCV] =
        {
            .cycles =
                {
                    [RISCV_ALU] = 1,
                    [RISCV_SHIFT] = 1,
                    [RISCV_MUL] = 1,
                    [RISCV_MULH] = 1,
                    [RISCV_DIV] = 34,
                    [RISCV_DIVU] = 34,
                    [RISCV_LOAD] = 1,
                    [RISCV_STORE] = 1,
                    [RISCV_BRANCH] = 1, /* 1 to 4 */
                    [RISCV_JUMP] = 2,
                    [RISCV_JUMP_REGISTER] = 4,
                    [RISCV_FENCE] = 1,
                    [RISCV_CSR] = 1,
                },
            .late =
                {
                    [RISCV_SHIFT] = 1,
                    [RISCV_MUL] = 2,
                    [RISCV_MULH] = 2,
                    [RISCV_DIV] = 1,
                    [RISCV_DIVU] = 1,
                    [RISCV_LOAD] = 2,
                },
            .waits_to_store = 1,
            .predicts = RISCV_BACKWARD_BRANCH,
            .right = 1,
            .wrong = 3,
            .split = 1,
            .code_miss = 11,
            .data_miss = 12,
            .overtaking = 5,
        },
};

const riscv_core *riscv_core_of(int core)
{
    return core >= 0 && core < RISCV_CORE_COUNT ? &cores[core] : NULL;
}
