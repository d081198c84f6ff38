/* SPDX-License-Identifier: MIT */
/*
 * Cycles per instruction of Hazard3 (the RISC-V core of RP2350) with no waits on its buses, from
 * its documentation, chapter "Instruction Cycle Counts" (github.com/Wren6991/Hazard3,
 * doc/sections/instruction_timings.adoc), which holds for MULDIV_UNROLL = 2 and every other option
 * set for speed: one-cycle MUL and MULH, a branch predictor of one entry. Compressed instructions
 * take what those take that they stand for.
 *
 * Charged by the engine, since they depend on the run: a cycle for a register that the load right
 * before brings (a store's data excepted), a mispredicted branch's, and one for a jump to a 32-bit
 * instruction across a word boundary.
 */
#include "riscv_instruction.h"

static const uint8_t costs[RISCV_CORE_COUNT][RISCV_KIND_COUNT] = {
    [RISCV_HAZARD3] =
        {
            [RISCV_ALU] = 1,
            [RISCV_MUL] = 1,
            [RISCV_DIV] = 18, /* 18 or 19 by sign */
            [RISCV_DIVU] = 18,
            [RISCV_LOAD] = 1,
            [RISCV_STORE] = 1,
            [RISCV_BRANCH] = 1, /* 1, or 2 when mispredicted */
            [RISCV_JUMP] = 2,
            [RISCV_JUMP_REGISTER] = 2,
            /* Not in the table. It waits for an access in flight (hdl/hazard3_core.v,
             * x_stall_on_fence), which the engine charges, and for memories that have to. */
            [RISCV_FENCE] = 1,
            [RISCV_CSR] = 1,
        },
};

void riscv_cycles_assign(riscv_instruction *i, int core)
{
    i->cycles = costs[core][i->kind];
}

/*
 * "18 or 19, depending on sign correction". The circuit divides magnitudes. It corrects after a
 * negative dividend, in a cycle of its own; for a divisor alone that is negative it also does, but
 * has then saved the cycle that negates the divisor (hdl/arith/hazard3_muldiv_seq.v).
 */
unsigned riscv_cycles_division(const riscv_instruction *i, uint32_t dividend)
{
    return i->kind == RISCV_DIV ? dividend >> 31 : 0;
}
