/* SPDX-License-Identifier: MIT */
/* What every engine records of a run: time, traces, profile, stack, and why it stopped. */
#ifndef LAB_RECORDING_H
#define LAB_RECORDING_H

#include "engine.h"
#include "flash.h"

typedef struct {
    /* what every instruction touches */
    uint64_t cycles, instructions, limit;
    uint32_t observes; /* trace or profile */
    uint32_t last_pc;
    flash_memory *board; /* NULL without wait states */
    uint64_t stalls;
    /* the rest */
    uc_engine *uc;
    const uint8_t *flash;
    uint32_t flash_base, flash_bytes;
    uint64_t *profile;
    uint64_t charged; /* cycles already in the profile */
    uint64_t program_counters, addresses, times;
    uint32_t lowest_sp, stack_floor, stop;
    int trace, profiles;
} recording;

void recording_begin(recording *r, uint32_t sp, uint32_t stack_floor, uint64_t limit, int trace,
                     int profile);

/* `last_address` is what the last instruction accesses, ~0 for nothing. */
void recording_end(recording *r, uint32_t last_address, engine_result *result);

/* The first reason counts. */
void recording_stop(recording *r, uint32_t reason);

/* A step of an ordered 64-bit hash: for a given x, one to one in h. */
static inline uint64_t mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * 0x9E3779B97F4A7C15u;
    return h ^ (h >> 29);
}

/* Hashes the program counter and the time at which an instruction begins; profiles its past. */
static inline void observe(recording *r, uint32_t address)
{
    if (r->trace) {
        r->program_counters = mix(r->program_counters, address);
        r->times = mix(r->times, r->cycles);
    }
    if (r->profiles && r->cycles != r->charged) {
        r->profile[(r->last_pc - r->flash_base) >> 1] += r->cycles - r->charged;
        r->charged = r->cycles;
    }
}

/* Waits for an instruction, at an offset in the flash, that begins now. */
static inline void wait_for_code(recording *r, uint32_t offset, uint32_t bytes, int sequential)
{
    int64_t now = (int64_t)(r->cycles + r->stalls);
    r->stalls += flash_fetch(r->board, offset, bytes, now, sequential);
}

/* Waits for what a load that begins now reads, if that is in the flash. */
static inline void wait_for_data(recording *r, uint32_t address, uint32_t bytes)
{
    uint32_t offset = address - r->flash_base;
    if (offset < r->flash_bytes)
        r->stalls += flash_load(r->board, offset, bytes, (int64_t)(r->cycles + r->stalls));
}

static inline void record_sp(recording *r, uint32_t sp)
{
    if (sp < r->lowest_sp) {
        r->lowest_sp = sp;
        if (sp < r->stack_floor)
            recording_stop(r, STOP_STACK);
    }
}

static inline uint32_t halfword(const recording *r, uint32_t offset)
{
    if (offset + 2 > r->flash_bytes)
        return 0;
    return (uint32_t)(r->flash[offset] | r->flash[offset + 1] << 8);
}

#endif
