/* SPDX-License-Identifier: MIT */
#include "engine.h"

#include <simavr/sim_avr.h>
#include <simavr/sim_core.h>
#include <stdlib.h>
#include <string.h>

#include "avr_secrets.h"
#include "instruction.h"

enum { X = 26, Y = 28, Z = 30, SP = 0x5D }; /* in the data space */

struct avr_engine {
    avr_t *avr;
    uint32_t flash_bytes;
    instruction *table; /* one entry a word of flash, filled in as code is reached */
    uint64_t *profile;
    int profiles;
    secrets *follows; /* NULL: none */
};

static void silent(avr_t *avr, const int level, const char *format, va_list arguments)
{
    (void)avr;
    (void)level;
    (void)format;
    (void)arguments;
}

avr_engine *avr_engine_open(const char *name, uint32_t flash_bytes, uint16_t ram_end)
{
    avr_engine *e = calloc(1, sizeof *e);
    avr_global_logger_set(silent);
    if (e == NULL)
        return NULL;
    e->avr = avr_make_mcu_by_name(name);
    if (e->avr != NULL) {
        e->avr->flashend = flash_bytes - 1;
        e->avr->ramend = ram_end;
        if (avr_init(e->avr) != 0)
            e->avr = NULL;
    }
    e->flash_bytes = flash_bytes;
    e->table = calloc(flash_bytes / 2 + 1, sizeof *e->table);
    e->profile = calloc(flash_bytes / 2 + 1, sizeof *e->profile);
    if (e->avr == NULL || e->table == NULL || e->profile == NULL) {
        avr_engine_close(e);
        return NULL;
    }
    return e;
}

void avr_engine_close(avr_engine *e)
{
    if (e == NULL)
        return;
    if (e->avr != NULL) {
        avr_terminate(e->avr);
        free(e->avr);
    }
    free(e->table);
    free(e->profile);
    free(e);
}

uint8_t *avr_engine_flash(avr_engine *e)
{
    return e->avr->flash;
}

uint8_t *avr_engine_data(avr_engine *e)
{
    return e->avr->data;
}

unsigned avr_engine_address_bytes(const avr_engine *e)
{
    return e->avr->address_size;
}

static uint32_t pair(const uint8_t *data, unsigned at)
{
    return (uint32_t)(data[at] | data[at + 1] << 8);
}

static uint16_t word(const avr_engine *e, uint32_t pc)
{
    return (uint16_t)pair(e->avr->flash, pc);
}

/* What an instruction accesses, were it to run now; ~0 for nothing. Program memory stands above
 * the data space. */
static uint32_t data_address(const avr_engine *e, const instruction *i, uint32_t pc)
{
    const uint8_t *data = e->avr->data;
    uint32_t decrement = (i->flags & FLAG_DECREMENT) != 0;
    switch (i->access) {
    case ACCESS_ABSOLUTE:
        return word(e, pc + 2);
    case ACCESS_X:
        return (pair(data, X) - decrement) & 0xFFFFu;
    case ACCESS_Y:
        return (pair(data, Y) + i->offset - decrement) & 0xFFFFu;
    case ACCESS_Z:
        return (pair(data, Z) + i->offset - decrement) & 0xFFFFu;
    case ACCESS_PROGRAM:
        return pair(data, Z) | 0x10000u;
    case ACCESS_PUSH:
        return pair(data, SP);
    case ACCESS_POP:
        return pair(data, SP) + 1;
    default:
        return ~0u;
    }
}

/* A step of an ordered 64-bit hash: for a given x, one to one in h. */
static uint64_t mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * 0x9E3779B97F4A7C15u;
    return h ^ (h >> 29);
}

/* The entry of an address, decoded. */
static const instruction *lookup(avr_engine *e, uint32_t pc)
{
    instruction *i = &e->table[pc >> 1];
    if (i->length == 0)
        *i = instruction_decode(word(e, pc));
    return i;
}

/* Why the instruction cannot run. simavr would say so on standard output. */
static uint32_t refusal(const avr_engine *e, const instruction *i, uint32_t address)
{
    if (i->length == 0)
        return STOP_UNKNOWN;
    if ((i->flags & FLAG_TRAP) != 0)
        return STOP_TRAP;
    if (i->access != ACCESS_NONE && i->access != ACCESS_PROGRAM && address > e->avr->ramend)
        return STOP_ADDRESS;
    return STOP_NONE;
}

static void reset(avr_engine *e, int profile)
{
    memset(e->avr->sreg, 0, sizeof e->avr->sreg);
    e->avr->interrupt_state = 0;
    e->avr->state = cpu_Running;
    e->avr->run_cycle_count = 0; /* avr_run_one returns after one instruction */
    e->profiles = profile;
    if (profile)
        memset(e->profile, 0, (e->flash_bytes / 2 + 1) * sizeof *e->profile);
}

void avr_engine_run(avr_engine *e, uint32_t pc, uint32_t until, uint32_t stack_floor,
                    uint64_t limit, int trace, int profile, avr_engine_result *result)
{
    avr_t *avr = e->avr;
    avr_engine_result r = {0};
    reset(e, profile);
    r.lowest_sp = pair(avr->data, SP);
    r.last_address = ~0u;
    while (pc != until && r.stop == STOP_NONE) {
        uint64_t before = avr->cycle;
        const instruction *i;
        r.last_pc = pc;
        if (pc >= e->flash_bytes) {
            r.last_address = ~0u;
            r.stop = STOP_OUTSIDE;
            break;
        }
        i = lookup(e, pc);
        r.last_address = i->access != ACCESS_NONE ? data_address(e, i, pc) : ~0u;
        r.stop = r.instructions >= limit ? STOP_LIMIT : refusal(e, i, r.last_address);
        if (r.stop != STOP_NONE)
            break;
        if (trace) {
            r.program_counters = mix(r.program_counters, pc);
            r.times = mix(r.times, r.cycles);
            if (i->access != ACCESS_NONE)
                r.addresses = mix(r.addresses, r.last_address);
        }
        if (e->follows != NULL)
            avr_secrets_step(e->follows, avr->data, avr->sreg, pc, r.last_address);
        avr->pc = pc;
        pc = avr_run_one(avr);
        r.cycles += avr->cycle - before;
        r.instructions++;
        if (profile)
            e->profile[r.last_pc >> 1] += avr->cycle - before;
        if ((i->flags & FLAG_MOVES_SP) != 0 && pair(avr->data, SP) < r.lowest_sp) {
            r.lowest_sp = pair(avr->data, SP);
            if (r.lowest_sp + 1 < stack_floor)
                r.stop = STOP_STACK;
        }
    }
    if (trace) {
        r.program_counters = mix(r.program_counters, r.instructions);
        r.times = mix(r.times, r.cycles);
        r.addresses = mix(r.addresses, 1);
    }
    *result = r;
}

void avr_engine_follow(avr_engine *e, secrets *s)
{
    e->follows = s;
}

const uint64_t *avr_engine_profile(const avr_engine *e)
{
    return e->profiles ? e->profile : NULL;
}

unsigned avr_engine_decode(uint16_t w, unsigned *access)
{
    instruction i = instruction_decode(w);
    *access = i.access;
    return i.length;
}
