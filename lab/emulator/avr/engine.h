/* SPDX-License-Identifier: MIT */
/* Measures code on simavr's core: one instruction at a time, with cycles, stack and traces. */
#ifndef LAB_AVR_ENGINE_H
#define LAB_AVR_ENGINE_H

#include <stdint.h>

#include "../secrets.h"

/* Why a run stopped early; lab/emulator/avr/native.py has the words. */
enum {
    STOP_NONE,
    STOP_UNKNOWN, /* no instruction of this core */
    STOP_OUTSIDE, /* execution left the flash */
    STOP_LIMIT,
    STOP_TRAP,    /* an instruction with nothing to measure behind it */
    STOP_ADDRESS, /* an access beyond the RAM */
    STOP_STACK    /* SP below the floor */
};

typedef struct avr_engine avr_engine;

/* What a run found. Mirrored by Result of native.py. */
typedef struct {
    uint64_t cycles;
    uint64_t instructions;
    uint64_t program_counters; /* hashes; 0 without a trace */
    uint64_t addresses;
    uint64_t times;
    uint32_t lowest_sp;
    uint32_t last_pc;      /* of the last instruction begun */
    uint32_t last_address; /* that it reads or writes, were it to run now; ~0 for none */
    uint32_t stop;
} avr_engine_result;

/* A core of simavr's by name, with this much flash, and RAM up to and including `ram_end`. NULL
 * when simavr does not know the name or memory is short. */
avr_engine *avr_engine_open(const char *name, uint32_t flash_bytes, uint16_t ram_end);
void avr_engine_close(avr_engine *e);

/* Its memories: the flash, and the data space that begins with the registers. They stay where they
 * are. Code may be written until the first run. */
uint8_t *avr_engine_flash(avr_engine *e);
uint8_t *avr_engine_data(avr_engine *e);

/* Bytes of a return address. */
unsigned avr_engine_address_bytes(const avr_engine *e);

/*
 * Runs from `pc` until `until`, both in bytes, with flags clear, no interrupts, and the registers
 * and SP that the data space holds. Stops after `limit` instructions or when SP passes below
 * `stack_floor`; `trace` hashes, `profile` counts by address.
 */
void avr_engine_run(avr_engine *e, uint32_t pc, uint32_t until, uint32_t stack_floor,
                    uint64_t limit, int trace, int profile, avr_engine_result *result);

/* Follows secrets in the runs from now on; NULL: no more. */
void avr_engine_follow(avr_engine *e, secrets *s);

/* Cycles by word of the flash since the last run with `profile`, else NULL. */
const uint64_t *avr_engine_profile(const avr_engine *e);

/* Length of the instruction that begins with this word, 0 when there is none; *access is where its
 * address comes from, as instruction.h says. */
unsigned avr_engine_decode(uint16_t word, unsigned *access);

#endif
