/* SPDX-License-Identifier: MIT */
/*
 * One hook on every instruction. Registers are kept beside the core, so that only those that an
 * instruction may have written are read again when the next begins.
 */
#include "leakage.h"

#include <stdlib.h>
#include <string.h>
#include <unicorn/unicorn.h>

#include "arm_state.h"
#include "leakage_model.h"

static uint32_t halfword_at(const leakage_program *p, uint32_t offset)
{
    if (offset + 2 > p->flash_bytes)
        return 0;
    return (uint32_t)(p->flash[offset] | p->flash[offset + 1] << 8);
}

/* The entry of a flash address; NULL outside the flash. */
static leakage_entry *lookup(leakage *l, uint32_t address)
{
    const leakage_program *p = &l->program;
    uint32_t offset = address - p->flash_base;
    leakage_entry *e;
    if (offset >= p->flash_bytes)
        return NULL;
    e = &l->table[offset >> 1];
    if (e->i.length == 0) {
        uint32_t first = halfword_at(p, offset), second = halfword_at(p, offset + 2);
        e->i = decode(first, second, l->isa);
        e->f = flow_of(first, second, &e->i);
        leakage_assign(e);
    }
    return e;
}

static void stop(leakage *l, uint32_t reason)
{
    if (l->run.bad == LEAKAGE_GOOD)
        l->run.bad = reason;
}

static int grow(void **memory, uint64_t *room, size_t size)
{
    uint64_t larger = *room == 0 ? 1u << 16 : 2 * *room;
    void *moved = realloc(*memory, larger * size);
    if (moved == NULL)
        return 0;
    *memory = moved;
    *room = larger;
    return 1;
}

/* Numbers an instruction, and compares its address with that of the first run. */
static int step(leakage *l, uint32_t address)
{
    uint64_t n = l->run.instructions;
    if (l->known && (n >= l->path_length || l->path[n] != address)) {
        if (l->run.bad == LEAKAGE_GOOD) {
            l->run.parted = n;
            l->run.here = address;
            l->run.there = n < l->path_length ? l->path[n] : ~0u;
        }
        stop(l, LEAKAGE_PARTED);
        return 0;
    }
    if (!l->known) {
        if (n == l->path_room) {
            void *path = l->path;
            int larger = grow(&path, &l->path_room, sizeof *l->path);
            l->path = path;
            if (!larger) {
                stop(l, LEAKAGE_MEMORY);
                return 0;
            }
        }
        l->path[n] = address;
    }
    l->run.instructions++;
    return 1;
}

static int seen(const leakage *l, uint64_t n, uint32_t address)
{
    const leakage_window *w = &l->window;
    return n >= w->first && n < w->last && address >= w->low && address < w->high;
}

static void keep(leakage *l, const leakage_sample *sample, uint32_t address)
{
    uint64_t s = l->run.samples;
    if (s == l->sample_room) {
        uint64_t room = l->sample_room;
        void *addresses = l->addresses, *samples = l->samples;
        int larger = grow(&addresses, &room, sizeof *l->addresses);
        l->addresses = addresses;
        larger = larger && grow(&samples, &l->sample_room, sizeof *l->samples);
        l->samples = samples;
        if (!larger) {
            stop(l, LEAKAGE_MEMORY);
            return;
        }
    }
    l->addresses[s] = address;
    l->samples[s] = *sample;
    l->run.samples++;
}

/* The previous instruction is over: its sample is whole. */
static void settle(leakage *l)
{
    uint32_t address = l->expected - l->previous->i.length;
    leakage_settle(l);
    l->previous = NULL;
    if (seen(l, l->run.instructions - 1, address))
        keep(l, &l->pending, address);
}

/* Unicorn calls no hook for an instruction that IT skips: it has a sample that is empty, so that
 * runs stay side by side. */
static void skip_to(leakage *l, uint32_t address)
{
    static const leakage_sample nothing;
    int skipped;
    for (skipped = 0; skipped < 4 && l->expected != address; skipped++) {
        const leakage_entry *e = lookup(l, l->expected);
        if (e == NULL || e->i.kind == KIND_UNKNOWN || !step(l, l->expected))
            return;
        if (seen(l, l->run.instructions - 1, l->expected))
            keep(l, &nothing, l->expected);
        l->expected += e->i.length;
    }
}

/* The registers as the call finds them. */
static void start(leakage *l)
{
    unsigned r;
    for (r = 0; r < LEAKAGE_REGISTERS; r++)
        leakage_read(l, r);
    l->started = 1;
}

static void on_instruction(uc_engine *uc, uint64_t pc, uint32_t size, void *user)
{
    leakage *l = user;
    uint32_t address = (uint32_t)pc;
    int straight;
    const leakage_entry *e;
    (void)uc;
    (void)size;
    if (!l->running || l->run.bad != LEAKAGE_GOOD)
        return;
    if (!l->started)
        start(l);
    straight = l->previous != NULL && (l->previous->i.flags & FLAG_BRANCH) == 0;
    if (l->previous != NULL)
        settle(l);
    if (straight && address != l->expected)
        skip_to(l, address);
    e = lookup(l, address);
    if (e == NULL || e->i.kind == KIND_UNKNOWN) { /* the engine stops there too */
        stop(l, LEAKAGE_UNKNOWN);
        return;
    }
    if (!step(l, address))
        return;
    leakage_enter(l, e, address);
    l->previous = e;
    l->expected = address + e->i.length;
}

leakage *leakage_open(const leakage_program *p, int core, const leakage_window *window)
{
    uc_cb_hookcode_t hook = on_instruction;
    void *callback; /* C99 has no cast from a function to an object pointer */
    leakage *l = calloc(1, sizeof *l);
    if (l == NULL)
        return NULL;
    memcpy(&callback, &hook, sizeof callback);
    l->program = *p;
    l->window = *window;
    l->isa = arm_isa(core);
    l->table = calloc(p->flash_bytes / 2 + 1, sizeof *l->table);
    /* What Unicorn has translated before calls no new hook. */
    if (l->table == NULL ||
        uc_hook_add(p->core, &l->hook, UC_HOOK_CODE, callback, l, (uint64_t)1, (uint64_t)0) !=
            UC_ERR_OK ||
        uc_ctl_flush_tb(p->core) != UC_ERR_OK) {
        leakage_close(l);
        return NULL;
    }
    return l;
}

void leakage_close(leakage *l)
{
    unsigned g;
    if (l == NULL)
        return;
    if (l->hook != 0)
        uc_hook_del(l->program.core, l->hook);
    for (g = 0; g < GROUPS; g++)
        leakage_group_release(&l->groups[g]);
    free(l->table);
    free(l->path);
    free(l->addresses);
    free(l->samples);
    free(l);
}

void leakage_begin(leakage *l)
{
    memset(&l->run, 0, sizeof l->run);
    l->run.output = l->run.parted = LEAKAGE_NEVER;
    l->operands[0] = l->operands[1] = l->bus = 0;
    l->previous = NULL;
    l->started = 0;
    l->running = 1;
}

void leakage_end(leakage *l, leakage_run *run)
{
    unsigned r;
    if (l->previous != NULL && l->run.bad == LEAKAGE_GOOD)
        settle(l);
    l->running = 0;
    l->previous = NULL;
    for (r = 0; r < LEAKAGE_REGISTERS && l->run.bad == LEAKAGE_GOOD; r++) {
        if (l->registers[r] != arm_register(l->program.core, r, 0))
            stop(l, LEAKAGE_LOST);
    }
    if (l->run.bad == LEAKAGE_GOOD && l->known && l->run.instructions != l->path_length) {
        l->run.parted = l->run.instructions;
        l->run.here = ~0u;
        l->run.there = l->path[l->run.instructions];
        stop(l, LEAKAGE_PARTED);
    }
    if (l->run.bad == LEAKAGE_GOOD && !l->known) {
        l->known = 1;
        l->path_length = l->run.instructions;
        l->sample_count = l->run.samples;
    }
    *run = l->run;
}

int leakage_add(leakage *l, unsigned group)
{
    if (group >= GROUPS || !l->known || l->run.bad != LEAKAGE_GOOD)
        return 0;
    return leakage_group_add(&l->groups[group], l->samples, l->sample_count);
}

const uint64_t *leakage_sums(const leakage *l, unsigned group)
{
    return l->groups[group].powers;
}

const uint32_t *leakage_part_sums(const leakage *l, unsigned group)
{
    return l->groups[group].parts;
}

const uint32_t *leakage_addresses(const leakage *l)
{
    return l->addresses;
}

const uint16_t *leakage_last(const leakage *l)
{
    return l->samples == NULL ? NULL : l->samples->parts;
}
