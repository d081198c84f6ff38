/* SPDX-License-Identifier: MIT */
#include "fault.h"

#include <stdlib.h>
#include <string.h>

struct walker {
    walker_visit *visit;
    uint32_t *seen;   /* a halfword of flash each: executions so far, */
    uint32_t *next;   /* the one to visit, */
    uint32_t *marked; /* and executions before the mark */
    uint64_t executed, mark;
    uint32_t flash_base, flash_bytes;
    const uint8_t *flash;
    uint32_t block; /* behind the last IT instruction */
    uint32_t block_state;
    int steps;
    uc_hook hook;
};

struct sprinter {
    uint64_t blocks, limit;
    uint32_t last; /* block */
    uc_hook hook;
};

static size_t table_bytes(const walker *w)
{
    return (w->flash_bytes / 2 + 1) * sizeof *w->seen;
}

static uint32_t halfword_at(const walker *w, uint32_t address)
{
    uint32_t offset = address - w->flash_base;
    if (offset + 2 > w->flash_bytes)
        return 0;
    return (uint32_t)(w->flash[offset] | w->flash[offset + 1] << 8);
}

/* ITSTATE at an address [ARMv7-M Architecture Reference Manual, A7.3.3]. */
static uint32_t it_state(const walker *w, uint32_t address)
{
    uint32_t state = w->block_state, at = w->block;
    while ((state & 15) != 0 && at != address) {
        at += (halfword_at(w, at) >> 11) >= 0x1d ? 4 : 2;
        state = (state & 7) == 0 ? 0 : (state & 0xe0) | (state << 1 & 0x1f);
    }
    return state;
}

static void on_step(uc_engine *uc, uint64_t pc, uint32_t size, void *user)
{
    walker *w = user;
    uint32_t address = (uint32_t)pc, offset = address - w->flash_base, first;
    int due, steps = w->steps;
    (void)uc;
    (void)size;
    if (offset >= w->flash_bytes)
        return;
    if (w->executed++ == w->mark)
        memcpy(w->marked, w->seen, table_bytes(w));
    due = ++w->seen[offset >> 1] == w->next[offset >> 1];
    if (due || steps) {
        w->steps = 0;
        w->visit(address, it_state(w, address), due);
    }
    first = halfword_at(w, address);
    if ((first & 0xff00) == 0xbf00 && (first & 15) != 0) {
        w->block = address + 2;
        w->block_state = first & 0xff;
    }
}

/* Adds the hook `function`, which C99 does not let pass for an object pointer. */
static int add_hook(uc_engine *uc, uc_hook *hook, int type, const void *function, size_t size,
                    void *user)
{
    void *callback;
    memcpy(&callback, function, size);
    return uc_hook_add(uc, hook, type, callback, user, (uint64_t)1, (uint64_t)0) == UC_ERR_OK;
}

walker *walker_open(uc_engine *uc, const uint8_t *flash, uint32_t flash_base, uint32_t flash_bytes)
{
    uc_cb_hookcode_t hook = on_step;
    walker *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->flash = flash;
    w->flash_base = flash_base;
    w->flash_bytes = flash_bytes;
    w->seen = calloc(1, table_bytes(w));
    w->next = calloc(1, table_bytes(w));
    w->marked = calloc(1, table_bytes(w));
    if (w->seen == NULL || w->next == NULL || w->marked == NULL ||
        !add_hook(uc, &w->hook, UC_HOOK_CODE, &hook, sizeof hook, w)) {
        walker_close(w);
        return NULL;
    }
    return w;
}

void walker_close(walker *w)
{
    if (w != NULL) {
        free(w->seen);
        free(w->next);
        free(w->marked);
        free(w);
    }
}

void walker_begin(walker *w, walker_visit *visit)
{
    memset(w->seen, 0, table_bytes(w));
    memset(w->next, 0, table_bytes(w));
    memset(w->marked, 0, table_bytes(w));
    w->executed = 0;
    w->mark = UINT64_MAX;
    w->visit = visit;
    w->block = w->block_state = 0;
    w->steps = 0;
}

const uint32_t *walker_counts(const walker *w)
{
    return w->seen;
}

void walker_mark(walker *w, uint64_t instructions)
{
    w->mark = instructions;
}

const uint32_t *walker_marked_counts(const walker *w)
{
    return w->executed > w->mark ? w->marked : w->seen;
}

void walker_visit_at(walker *w, uint32_t address, uint32_t execution)
{
    w->next[(address - w->flash_base) >> 1] = execution;
}

void walker_step(walker *w)
{
    w->steps = 1;
}

static void on_block(uc_engine *uc, uint64_t pc, uint32_t size, void *user)
{
    sprinter *s = user;
    (void)size;
    s->last = (uint32_t)pc;
    if (++s->blocks > s->limit)
        uc_emu_stop(uc);
}

sprinter *sprinter_open(uc_engine *uc)
{
    uc_cb_hookcode_t hook = on_block;
    sprinter *s = calloc(1, sizeof *s);
    if (s != NULL && !add_hook(uc, &s->hook, UC_HOOK_BLOCK, &hook, sizeof hook, s)) {
        free(s);
        return NULL;
    }
    return s;
}

void sprinter_close(sprinter *s)
{
    free(s);
}

void sprinter_begin(sprinter *s, uint64_t limit)
{
    s->blocks = 0;
    s->last = ~0u;
    s->limit = limit;
}

uint32_t sprinter_last(const sprinter *s)
{
    return s->last;
}

uint64_t sprinter_blocks(const sprinter *s)
{
    return s->blocks;
}
