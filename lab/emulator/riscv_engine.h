/* SPDX-License-Identifier: MIT */
/* The engine for RISC-V: as engine.h says, for another instruction set. */
#ifndef LAB_RISCV_ENGINE_H
#define LAB_RISCV_ENGINE_H

#include "engine.h"

typedef struct riscv_engine riscv_engine;

riscv_engine *riscv_engine_open(uc_engine *uc, int core, const uint8_t *flash, uint32_t flash_base,
                                uint32_t flash_bytes);
void riscv_engine_close(riscv_engine *e);
void riscv_engine_begin(riscv_engine *e, uint32_t sp, uint32_t stack_floor, uint64_t limit,
                        int trace, int profile);
void riscv_engine_end(riscv_engine *e, engine_result *result);
const uint64_t *riscv_engine_profile(const riscv_engine *e);
unsigned riscv_engine_decode(riscv_engine *e, uint32_t address, unsigned *kind);

#endif
