/* SPDX-License-Identifier: MIT */
/* Measures code that Unicorn runs: one code hook that charges cycles and hashes traces. */
#ifndef LAB_ENGINE_H
#define LAB_ENGINE_H

#include <stdint.h>
#include <unicorn/unicorn.h>

#include "flash.h"

/* Why a run stopped early; lab/emulator/native.py has the words. */
enum {
    STOP_NONE,
    STOP_UNKNOWN, /* the decoder does not know the instruction */
    STOP_OUTSIDE, /* execution left the flash */
    STOP_LIMIT,
    STOP_TRAP,     /* an instruction with nothing to measure behind it */
    STOP_DIVERGED, /* the next instruction is none that could follow */
    STOP_UNALIGNED,
    STOP_STACK /* SP below the floor */
};

typedef struct engine engine;

/* What a run found. Mirrored by native.Result. */
typedef struct {
    uint64_t cycles; /* at zero wait states */
    uint64_t stalls; /* cycles beyond them, that the core waits for its flash */
    uint64_t instructions;
    uint64_t program_counters; /* hashes; 0 without a trace */
    uint64_t addresses;
    uint64_t times;
    uint32_t lowest_sp;
    uint32_t last_pc;      /* of the last instruction begun */
    uint32_t last_address; /* that it reads or writes, were it to run now; ~0 for none */
    uint32_t stop;
} engine_result;

/*
 * Attaches to `uc`, before it has run anything. `flash` is the memory mapped at `flash_base` and
 * stays valid until engine_close. NULL when memory is short or Unicorn refuses the hook.
 */
engine *engine_open(uc_engine *uc, int core, unsigned multiply_cycles, const uint8_t *flash,
                    uint32_t flash_base, uint32_t flash_bytes);
void engine_close(engine *e);

/* Counts stalls from now on. 0 when memory is short or there is no such flash, else 1. */
int engine_set_flash(engine *e, const flash_timing *timing);

/*
 * Begins a run, which stops after `limit` instructions or when SP passes below `stack_floor`;
 * `trace` hashes, `profile` counts by address.
 */
void engine_begin(engine *e, uint32_t sp, uint32_t stack_floor, uint64_t limit, int trace,
                  int profile);
void engine_end(engine *e, engine_result *result);

/* Cycles by halfword of the flash since engine_begin with `profile`, else NULL. */
const uint64_t *engine_profile(const engine *e);

/* Decodes the instruction at a flash address: its length, 0 when unknown; *kind is filled in. */
unsigned engine_decode(engine *e, uint32_t address, unsigned *kind);

#endif
