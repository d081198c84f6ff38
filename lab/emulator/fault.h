/* SPDX-License-Identifier: MIT */
/*
 * Visits the middle of a run and starts from there many times: two emulated cores over the same
 * memory. The walker goes through the run once and calls back before chosen executions of chosen
 * instructions; the sprinter takes each faulted state to its end, without any account of cycles.
 */
#ifndef LAB_FAULT_H
#define LAB_FAULT_H

#include <stdint.h>
#include <unicorn/unicorn.h>

typedef struct walker walker;
typedef struct sprinter sprinter;

/* Called before an instruction, with the state of the IT block there as the xPSR has it, which
 * Unicorn does not keep up to date within a block of translated code. `due`: walker_visit_at asked;
 * else walker_step did. The registers are those of the emulated core. */
typedef void walker_visit(uint32_t address, uint32_t it_state, int due);

/* Attaches to `uc`, before it has run anything; `flash` as in engine.h. NULL when memory is
 * short. */
walker *walker_open(uc_engine *uc, const uint8_t *flash, uint32_t flash_base, uint32_t flash_bytes);
void walker_close(walker *w);

/* Begins a run, with nothing executed yet and nothing to visit. */
void walker_begin(walker *w, walker_visit *visit);

/* How often each halfword's instruction was executed since walker_begin: altogether, and among the
 * first instructions that were executed, as many as walker_mark says. */
const uint32_t *walker_counts(const walker *w);
void walker_mark(walker *w, uint64_t instructions);
const uint32_t *walker_marked_counts(const walker *w);

/* Visits the given execution, counted from 1, of the instruction at an address; 0: none. One an
 * address: the next is set during the visit of this one. */
void walker_visit_at(walker *w, uint32_t address, uint32_t execution);

/* Visits the next instruction, whichever it is. */
void walker_step(walker *w);

sprinter *sprinter_open(uc_engine *uc);
void sprinter_close(sprinter *s);

/* Begins a run of at most `limit` blocks of instructions; and how many it took. One that took more
 * than the limit was stopped. */
void sprinter_begin(sprinter *s, uint64_t limit);
uint64_t sprinter_blocks(const sprinter *s);

/* Where the last block began. */
uint32_t sprinter_last(const sprinter *s);

#endif
