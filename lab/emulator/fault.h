/* SPDX-License-Identifier: MIT */
/*
 * Stops in the middle of a run and starts from there many times: two emulated cores over the same
 * memory. The walker goes through the run once and stops before chosen executions of chosen
 * instructions; the sprinter takes each faulted state to its end, without any account of cycles.
 */
#ifndef LAB_FAULT_H
#define LAB_FAULT_H

#include <stdint.h>
#include <unicorn/unicorn.h>

typedef struct walker walker;
typedef struct sprinter sprinter;

/* Attaches to `uc`, before it has run anything; `flash` as in engine.h. NULL when memory is short.
 */
walker *walker_open(uc_engine *uc, const uint8_t *flash, uint32_t flash_base, uint32_t flash_bytes);
void walker_close(walker *w);

/* Forgets what was executed and where to stop. */
void walker_reset(walker *w);

/* How often each halfword's instruction was begun since walker_reset. */
const uint32_t *walker_counts(const walker *w);

/* Stops before the given execution, counted from 1, of the instruction at an address; 0: nowhere.
 * One stop an address: the next is set once this one is reached. */
void walker_stop_at(walker *w, uint32_t address, uint32_t execution);

/* Whether the instruction where the walker stands is due, as walker_stop_at asked. */
int walker_is_due(const walker *w);

/* Stops before the next instruction, whichever it is. */
void walker_step(walker *w);

/* Where the walker stopped: its address, and the state of the IT block there as the xPSR has it.
 * Unicorn begins the same instruction again when it goes on; that is not counted twice. */
uint32_t walker_address(const walker *w);
uint32_t walker_it_state(const walker *w);

sprinter *sprinter_open(uc_engine *uc);
void sprinter_close(sprinter *s);

/* Begins a run of at most `limit` blocks of instructions; and how many it took. One that took more
 * than the limit was stopped. */
void sprinter_begin(sprinter *s, uint64_t limit);
uint64_t sprinter_blocks(const sprinter *s);

#endif
