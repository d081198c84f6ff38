/* SPDX-License-Identifier: MIT */
/* What a RISC-V core waits for: results that come late, lines of its caches, stores in flight. */
#ifndef LAB_RISCV_WAITS_H
#define LAB_RISCV_WAITS_H

#include "riscv_instruction.h"

#define RISCV_CACHE_LINES 128u
#define RISCV_LINE_BYTES 32u

typedef struct {
    uint64_t ready[32]; /* when a register can be had */
    uint32_t late;      /* bit r: register r may not be there yet */
    uint64_t stored;    /* when the last store began; its word, its bytes there */
    uint32_t word, bytes;
    uint64_t stored_before; /* the same of the store before */
    uint32_t word_before, bytes_before;
    uint32_t code[RISCV_CACHE_LINES], data[RISCV_CACHE_LINES]; /* line + 1; 0: empty */
} riscv_waits;

/* Nothing is late, and the caches are empty. */
void riscv_waits_begin(riscv_waits *w);

/* How long an instruction waits at `now` for the registers that it needs. */
unsigned riscv_wait_for_registers(riscv_waits *w, const riscv_core *core,
                                  const riscv_instruction *i, uint64_t now);

/* Notes when the result can be had of an instruction that ends at `end`. */
void riscv_note_result(riscv_waits *w, const riscv_core *core, const riscv_instruction *i,
                       uint64_t end);

/* How long it waits for itself to come from the cache. */
unsigned riscv_wait_for_code(riscv_waits *w, const riscv_core *core, uint32_t address,
                             unsigned length);

/* How long an access at `now` waits for the cache or for a store in flight. */
unsigned riscv_wait_for_data(riscv_waits *w, const riscv_core *core, const riscv_instruction *i,
                             uint32_t address, uint64_t now);

#endif
