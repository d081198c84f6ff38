/* SPDX-License-Identifier: MIT */
/* The registers of a Cortex-M that Unicorn runs, while a hook sees an instruction. */
#ifndef LAB_ARM_STATE_H
#define LAB_ARM_STATE_H

#include <stdint.h>
#include <unicorn/unicorn.h>

#include "instruction.h"

/* The instruction set of a core. */
int arm_isa(int core);

/* A register, as the instruction at `pc` reads it. */
uint32_t arm_register(uc_engine *uc, unsigned r, uint32_t pc);

/* The carry flag. */
unsigned arm_carry(uc_engine *uc);

/* The lowest data address that the instruction at `pc` reads or writes. */
uint32_t arm_address(uc_engine *uc, const instruction *i, uint32_t pc);

#endif
