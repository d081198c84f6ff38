/* SPDX-License-Identifier: MIT */
#include "riscv_engine.h"

#include <stdlib.h>
#include <string.h>

#include "recording.h"
#include "riscv_instruction.h"
#include "riscv_waits.h"

#define NOWHERE (~0u)

struct riscv_engine {
    /* what every instruction touches */
    recording r;
    const riscv_core *core;
    riscv_instruction *table; /* one entry a halfword of flash, filled in as code is reached */
    const riscv_instruction *previous;
    uint32_t expected;  /* address behind the previous instruction */
    uint32_t predicted; /* address of the branch that is predicted taken, or NOWHERE */
    riscv_waits waits;
    /* the rest */
    uc_hook hook;
};

static uint32_t read_register(riscv_engine *e, unsigned r)
{
    uint32_t value = 0;
    uc_reg_read(e->r.uc, UC_RISCV_REG_X0 + (int)r, &value);
    return value;
}

/* The entry of a flash address, decoded; NULL outside the flash. */
static riscv_instruction *lookup(riscv_engine *e, uint32_t address)
{
    uint32_t offset = address - e->r.flash_base;
    riscv_instruction *i;
    if (offset >= e->r.flash_bytes)
        return NULL;
    i = &e->table[offset >> 1];
    if (i->length == 0) {
        *i = riscv_decode(halfword(&e->r, offset), halfword(&e->r, offset + 2));
        i->cycles = e->core->cycles[i->kind];
        if (i->cycles != 0 && i->length == 4 && (address & 2u) != 0)
            i->cycles = (uint8_t)(i->cycles + e->core->across);
    }
    return i;
}

static uint32_t data_address(riscv_engine *e, const riscv_instruction *i)
{
    int32_t offset = i->offset;
    return read_register(e, i->base) + (uint32_t)offset;
}

/* Whether a 32-bit instruction begins there and ends in the next word, so that it takes two reads.
 */
static unsigned crosses(riscv_engine *e, uint32_t address)
{
    const riscv_instruction *i = lookup(e, address);
    return i != NULL && i->length == 4 && (address & 2u) != 0;
}

static unsigned split(riscv_engine *e, uint32_t address)
{
    return crosses(e, address) * e->core->split;
}

/*
 * Hazard3: "The instruction frontend remembers the last taken, backward branch", predicts that one
 * taken, and forgets it when it is not. A branch that was predicted right takes one cycle wherever
 * it goes.
 */
static int predicted(riscv_engine *e)
{
    switch (e->core->predicts) {
    case RISCV_LAST_BRANCH:
        return e->r.last_pc == e->predicted;
    case RISCV_BACKWARD_BRANCH:
        return (e->previous->flags & RISCV_BACKWARD) != 0;
    default:
        return 0;
    }
}

/* Any way off the predicted path is a jump. */
static unsigned branch_penalty(riscv_engine *e, uint32_t address)
{
    int taken = address != e->expected, guess = predicted(e);
    if (taken == guess)
        return taken && e->core->right != 0 ? e->core->right + split(e, address) : 0;
    if (guess)
        e->predicted = NOWHERE;
    else if ((e->previous->flags & RISCV_BACKWARD) != 0)
        e->predicted = e->r.last_pc;
    return e->core->wrong + split(e, address) + crosses(e, e->expected) * e->core->across;
}

/* Charges what is known of the previous instruction only once the next one begins. */
static void settle(riscv_engine *e, uint32_t address)
{
    const riscv_instruction *p = e->previous;
    if (p->kind == RISCV_UNKNOWN) /* the call by the lab, which costs nothing */
        return;
    if ((p->flags & RISCV_WRITES_SP) != 0)
        record_sp(&e->r, read_register(e, RISCV_SP));
    if ((p->flags & RISCV_ALWAYS) != 0)
        e->r.cycles += split(e, address);
    else if ((p->flags & RISCV_JUMPS) != 0)
        e->r.cycles += branch_penalty(e, address);
    else if (address != e->expected)
        recording_stop(&e->r, STOP_DIVERGED);
}

static void check_alignment(riscv_engine *e, const riscv_instruction *i)
{
    if ((data_address(e, i) & (i->size - 1u)) != 0)
        recording_stop(&e->r, STOP_UNALIGNED);
}

/* What an instruction takes beyond its cycles, at `now`. */
static int stalls(riscv_engine *e, const riscv_instruction *i, uint64_t now)
{
    const riscv_core *core = e->core;
    int cycles = 0;
    if (e->waits.late != 0)
        cycles += (int)riscv_wait_for_registers(&e->waits, core, i, now);
    if (core->data_miss != 0 && (i->flags & RISCV_ACCESS) != 0)
        cycles += (int)riscv_wait_for_data(&e->waits, core, i, data_address(e, i),
                                           now + (uint64_t)cycles);
    if ((i->kind == RISCV_DIV || i->kind == RISCV_DIVU) && core->division != NULL)
        cycles += core->division(i, read_register(e, i->base), read_register(e, i->second));
    else if (i->kind == RISCV_FENCE && (e->previous->flags & RISCV_ACCESS) != 0)
        cycles += core->fence;
    return cycles;
}

static void charge(riscv_engine *e, const riscv_instruction *i, uint32_t address)
{
    uint64_t now = e->r.cycles;
    if (e->core->code_miss != 0)
        now += riscv_wait_for_code(&e->waits, e->core, address, i->length);
    now += (uint64_t)(i->cycles + stalls(e, i, now));
    if (e->core->late[i->kind] != 0 || (e->waits.late & i->writes) != 0)
        riscv_note_result(&e->waits, e->core, i, now);
    e->r.cycles = now;
}

static void on_instruction(uc_engine *uc, uint64_t pc, uint32_t size, void *user)
{
    riscv_engine *e = user;
    uint32_t address = (uint32_t)pc, offset = address - e->r.flash_base;
    const riscv_instruction *i;
    (void)uc;
    (void)size;
    if (address != e->expected || (e->previous->flags & (RISCV_WRITES_SP | RISCV_JUMPS)) != 0)
        settle(e, address);
    if (e->r.observes)
        observe(&e->r, address);
    e->r.last_pc = address;
    if (offset >= e->r.flash_bytes) {
        recording_stop(&e->r, STOP_OUTSIDE);
        return;
    }
    i = &e->table[offset >> 1];
    if (i->length == 0)
        i = lookup(e, address);
    if (i->cycles == 0 || e->r.instructions >= e->r.limit) {
        recording_stop(&e->r, i->kind == RISCV_UNKNOWN ? STOP_UNKNOWN
                              : i->cycles == 0         ? STOP_TRAP
                                                       : STOP_LIMIT);
        return;
    }
    if (e->r.trace && (i->flags & RISCV_ACCESS) != 0)
        e->r.addresses = mix(e->r.addresses, data_address(e, i));
    if ((i->flags & RISCV_ALIGNMENT) != 0)
        check_alignment(e, i);
    charge(e, i, address);
    e->r.instructions++;
    e->previous = i;
    e->expected = address + i->length;
}

riscv_engine *riscv_engine_open(uc_engine *uc, int core, const uint8_t *flash, uint32_t flash_base,
                                uint32_t flash_bytes)
{
    uc_cb_hookcode_t hook = on_instruction;
    void *callback; /* C99 has no cast from a function to an object pointer */
    riscv_engine *e = riscv_core_of(core) != NULL ? calloc(1, sizeof *e) : NULL;
    if (e == NULL)
        return NULL;
    memcpy(&callback, &hook, sizeof callback);
    e->r.uc = uc;
    e->r.flash = flash;
    e->r.flash_base = flash_base;
    e->r.flash_bytes = flash_bytes;
    e->core = riscv_core_of(core);
    e->table = calloc(flash_bytes / 2 + 1, sizeof *e->table);
    if (e->table == NULL || uc_hook_add(uc, &e->hook, UC_HOOK_CODE, callback, e, (uint64_t)1,
                                        (uint64_t)0) != UC_ERR_OK) {
        riscv_engine_close(e);
        return NULL;
    }
    return e;
}

void riscv_engine_close(riscv_engine *e)
{
    if (e != NULL) {
        free(e->table);
        free(e->r.profile);
        free(e);
    }
}

void riscv_engine_begin(riscv_engine *e, uint32_t sp, uint32_t stack_floor, uint64_t limit,
                        int trace, int profile)
{
    static const riscv_instruction nothing = {0, 2, RISCV_JUMPS, 0, 0, 0, 0, 0, 0, 0, 0};
    e->previous = &nothing;
    e->expected = 0;
    riscv_waits_begin(&e->waits);
    e->predicted = NOWHERE;
    recording_begin(&e->r, sp, stack_floor, limit, trace, profile);
}

void riscv_engine_end(riscv_engine *e, engine_result *result)
{
    const riscv_instruction *i;
    /* the return to the lab, which no hook sees; an early stop has nothing to settle */
    if (e->r.stop == STOP_NONE && (e->previous->flags & RISCV_JUMPS) != 0)
        settle(e, NOWHERE);
    i = lookup(e, e->r.last_pc);
    recording_end(&e->r, i != NULL && (i->flags & RISCV_ACCESS) != 0 ? data_address(e, i) : ~0u,
                  result);
}

const uint64_t *riscv_engine_profile(const riscv_engine *e)
{
    return e->r.profiles ? e->r.profile : NULL;
}

unsigned riscv_engine_decode(riscv_engine *e, uint32_t address, unsigned *kind)
{
    const riscv_instruction *i = lookup(e, address);
    *kind = i == NULL ? RISCV_UNKNOWN : i->kind;
    return i == NULL || i->kind == RISCV_UNKNOWN ? 0 : i->length;
}
