/* SPDX-License-Identifier: MIT */
#include "riscv_waits.h"

#include <string.h>

void riscv_waits_begin(riscv_waits *w)
{
    memset(w, 0, sizeof *w);
}

unsigned riscv_wait_for_registers(riscv_waits *w, const riscv_core *core,
                                  const riscv_instruction *i, uint64_t now)
{
    uint32_t needs = i->needs | (core->waits_to_store ? i->data : 0);
    unsigned wait = 0, r;
    for (r = 1; r < 32; r++) {
        if ((w->late >> r & 1u) == 0)
            continue;
        if (w->ready[r] <= now)
            w->late &= ~(1u << r);
        else if ((needs >> r & 1u) != 0 && w->ready[r] - now > wait)
            wait = (unsigned)(w->ready[r] - now);
    }
    return wait;
}

void riscv_note_result(riscv_waits *w, const riscv_core *core, const riscv_instruction *i,
                       uint64_t end)
{
    unsigned r;
    w->late &= ~i->writes;
    if (core->late[i->kind] == 0)
        return;
    for (r = 1; r < 32; r++)
        if ((i->writes >> r & 1u) != 0)
            w->ready[r] = end + core->late[i->kind];
    w->late |= i->writes;
}

/* Whether a cache of one way has a line; it has it then. */
static int has(uint32_t *cache, uint32_t address)
{
    uint32_t line = address / RISCV_LINE_BYTES;
    uint32_t *place = &cache[line % RISCV_CACHE_LINES];
    int found = *place == line + 1;
    *place = line + 1;
    return found;
}

unsigned riscv_wait_for_code(riscv_waits *w, const riscv_core *core, uint32_t address,
                             unsigned length)
{
    unsigned wait = has(w->code, address) ? 0 : core->code_miss;
    if (!has(w->code, address + length - 1))
        wait += core->code_miss;
    return wait;
}

/* A load reads the cache before a store of up to two cycles ago has written it. */
static int overtakes(uint64_t stored, uint32_t word, uint32_t bytes, uint32_t address,
                     uint32_t wanted, uint64_t now)
{
    return bytes != 0 && now - stored <= 2 && word == address / 4 && (bytes & wanted) != 0;
}

unsigned riscv_wait_for_data(riscv_waits *w, const riscv_core *core, const riscv_instruction *i,
                             uint32_t address, uint64_t now)
{
    uint32_t bytes = ((1u << i->size) - 1u) << (address & 3u);
    if (i->kind == RISCV_STORE) {
        w->stored_before = w->stored;
        w->word_before = w->word;
        w->bytes_before = w->bytes;
        w->stored = now;
        w->word = address / 4;
        w->bytes = bytes;
        return 0;
    }
    if (!has(w->data, address))
        return core->data_miss;
    if (overtakes(w->stored, w->word, w->bytes, address, bytes, now) ||
        overtakes(w->stored_before, w->word_before, w->bytes_before, address, bytes, now))
        return core->overtaking;
    return 0;
}
