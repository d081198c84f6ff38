/* SPDX-License-Identifier: MIT */
#include "engine.h"

#include <stdlib.h>
#include <string.h>

#include "arm_state.h"
#include "instruction.h"
#include "pipeline.h"
#include "recording.h"

struct engine {
    /* what every instruction touches */
    recording r;
    instruction *table; /* one entry a halfword of flash, filled in as code is reached */
    const instruction *previous;
    uint32_t expected; /* address behind the previous instruction */
    int pipelined; /* M3 and larger: `p` says what an instruction costs because of those before */
    pipeline p;
    /* the rest */
    int core, isa;
    unsigned multiply_cycles;
    uc_hook hook;
};

static uint32_t read_register(engine *e, unsigned r)
{
    return arm_register(e->r.uc, r, e->r.last_pc);
}

/* The entry of a flash address, decoded; NULL outside the flash. */
static instruction *lookup(engine *e, uint32_t address)
{
    uint32_t offset = address - e->r.flash_base;
    instruction *i;
    if (offset >= e->r.flash_bytes)
        return NULL;
    i = &e->table[offset >> 1];
    if (i->length == 0) {
        *i = decode(halfword(&e->r, offset), halfword(&e->r, offset + 2), e->isa);
        cycles_assign(i, e->core, e->multiply_cycles);
        if (e->pipelined)
            pipeline_assign(i, e->core, halfword(&e->r, offset), halfword(&e->r, offset + 2));
    }
    return i;
}

static uint32_t data_address(engine *e, const instruction *i)
{
    return arm_address(e->r.uc, i, e->r.last_pc);
}

/*
 * Unicorn calls no hook for an instruction that IT skips, so a gap in straight-line code is those
 * instructions. They are fetched and take a cycle each, so they count and are traced.
 */
static void skip_to(engine *e, uint32_t address)
{
    int skipped;
    for (skipped = 0; skipped < 4 && e->expected != address; skipped++) {
        const instruction *i = lookup(e, e->expected);
        if (i == NULL || i->kind == KIND_UNKNOWN)
            break;
        if (e->r.observes)
            observe(&e->r, e->expected);
        if (e->r.board != NULL)
            wait_for_code(&e->r, e->expected - e->r.flash_base, i->length, 1);
        if (e->pipelined)
            pipeline_skip(&e->p, i);
        e->r.last_pc = e->expected;
        e->expected += i->length;
        e->r.cycles++;
        e->r.instructions++;
    }
    if (e->expected != address)
        recording_stop(&e->r, STOP_DIVERGED);
}

/* Charges what is known of the previous instruction only once the next one begins. */
static void settle(engine *e, uint32_t address)
{
    const instruction *p = e->previous;
    if ((p->flags & FLAG_WRITES_SP) != 0)
        record_sp(&e->r, read_register(e, REGISTER_SP));
    if ((p->flags & FLAG_BRANCH) != 0) {
        if (address != e->expected || (p->flags & FLAG_ALWAYS) != 0)
            e->r.cycles += p->taken;
    } else if (address != e->expected) {
        skip_to(e, address);
    }
}

/* Cycles to add to i->cycles for the operands or the address of this run. */
static unsigned dynamic(engine *e, const instruction *i)
{
    int penalty;
    if ((i->flags & FLAG_OPERANDS) != 0)
        return cycles_operands(i, read_register(e, i->rn), read_register(e, i->rm));
    penalty = cycles_alignment(i, e->core, data_address(e, i));
    if (penalty < 0)
        recording_stop(&e->r, STOP_UNALIGNED);
    return penalty < 0 ? 0 : (unsigned)penalty;
}

static void wait_for_flash(engine *e, const instruction *i, uint32_t offset, int sequential)
{
    wait_for_code(&e->r, offset, i->length, sequential);
    if (instruction_loads(i))
        wait_for_data(&e->r, data_address(e, i), (uint32_t)i->size * i->count);
}

static void on_instruction(uc_engine *uc, uint64_t pc, uint32_t size, void *user)
{
    engine *e = user;
    uint32_t address = (uint32_t)pc, offset = address - e->r.flash_base;
    const instruction *i;
    (void)uc;
    if (address != e->expected || (e->previous->flags & (FLAG_WRITES_SP | FLAG_BRANCH)) != 0)
        settle(e, address);
    if (e->r.observes)
        observe(&e->r, address);
    e->r.last_pc = address;
    if (offset >= e->r.flash_bytes) {
        recording_stop(&e->r, STOP_OUTSIDE);
        return;
    }
    i = &e->table[offset >> 1];
    if (i->length != size) { /* not decoded yet; or Unicorn sees another instruction */
        i = lookup(e, address);
        if (i->length != size)
            recording_stop(&e->r, STOP_UNKNOWN);
    }
    if (i->cycles == 0 || e->r.instructions >= e->r.limit) {
        recording_stop(&e->r, i->kind == KIND_UNKNOWN ? STOP_UNKNOWN
                              : i->cycles == 0        ? STOP_TRAP
                                                      : STOP_LIMIT);
        return;
    }
    if (e->r.trace && (i->flags & FLAG_ACCESS) != 0)
        e->r.addresses = mix(e->r.addresses, data_address(e, i));
    if (e->r.board != NULL)
        wait_for_flash(e, i, offset, address == e->expected);
    e->r.cycles += i->cycles;
    if ((i->flags & (FLAG_OPERANDS | FLAG_ALIGNMENT)) != 0)
        e->r.cycles += dynamic(e, i);
    if (e->pipelined)
        e->r.cycles += (uint64_t)(int64_t)pipeline_enter(&e->p, i, address, address == e->expected);
    e->r.instructions++;
    e->previous = i;
    e->expected = address + i->length;
}

engine *engine_open(uc_engine *uc, int core, unsigned multiply_cycles, const uint8_t *flash,
                    uint32_t flash_base, uint32_t flash_bytes)
{
    uc_cb_hookcode_t hook = on_instruction;
    void *callback; /* C99 has no cast from a function to an object pointer */
    engine *e = calloc(1, sizeof *e);
    if (e == NULL)
        return NULL;
    memcpy(&callback, &hook, sizeof callback);
    e->r.uc = uc;
    e->core = core;
    e->pipelined = core >= CORE_M3;
    e->isa = arm_isa(core);
    e->multiply_cycles = multiply_cycles;
    e->r.flash = flash;
    e->r.flash_base = flash_base;
    e->r.flash_bytes = flash_bytes;
    e->table = calloc(flash_bytes / 2 + 1, sizeof *e->table);
    if (e->table == NULL || uc_hook_add(uc, &e->hook, UC_HOOK_CODE, callback, e, (uint64_t)1,
                                        (uint64_t)0) != UC_ERR_OK) {
        engine_close(e);
        return NULL;
    }
    return e;
}

void engine_close(engine *e)
{
    if (e != NULL) {
        free(e->table);
        free(e->r.profile);
        flash_close(e->r.board);
        free(e);
    }
}

int engine_set_flash(engine *e, const flash_timing *timing)
{
    flash_close(e->r.board);
    e->r.board = flash_open(timing);
    return e->r.board != NULL;
}

void engine_begin(engine *e, uint32_t sp, uint32_t stack_floor, uint64_t limit, int trace,
                  int profile)
{
    static const instruction nothing = {0, 2, FLAG_BRANCH, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    e->previous = &nothing;
    e->expected = 0;
    pipeline_forget(&e->p);
    recording_begin(&e->r, sp, stack_floor, limit, trace, profile);
}

void engine_end(engine *e, engine_result *result)
{
    const instruction *i;
    /* the return to the lab, which no hook sees; an early stop has nothing to settle */
    if (e->r.stop == STOP_NONE && (e->previous->flags & FLAG_BRANCH) != 0)
        settle(e, ~0u);
    i = lookup(e, e->r.last_pc);
    recording_end(&e->r, i != NULL && (i->flags & FLAG_ACCESS) != 0 ? data_address(e, i) : ~0u,
                  result);
}

const uint64_t *engine_profile(const engine *e)
{
    return e->r.profiles ? e->r.profile : NULL;
}

unsigned engine_decode(engine *e, uint32_t address, unsigned *kind)
{
    const instruction *i = lookup(e, address);
    *kind = i == NULL ? KIND_UNKNOWN : i->kind;
    return i == NULL || i->kind == KIND_UNKNOWN ? 0 : i->length;
}
