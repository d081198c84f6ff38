/* SPDX-License-Identifier: MIT */
#include "engine.h"

#include <stdlib.h>
#include <string.h>

#include "instruction.h"

struct engine {
    /* what every instruction touches */
    instruction *table; /* one entry a halfword of flash, filled in as code is reached */
    const instruction *previous;
    uint32_t flash_base, flash_bytes;
    uint32_t expected; /* address behind the previous instruction */
    uint32_t fed;      /* registers that the previous load writes, when it can be followed */
    uint32_t observes; /* trace or profile */
    uint64_t cycles, instructions, limit;
    /* the rest */
    uc_engine *uc;
    const uint8_t *flash;
    uint64_t *profile;
    uint64_t charged; /* cycles already in the profile */
    uint64_t program_counters, addresses, times;
    uint32_t lowest_sp, stack_floor, last_pc, stop;
    int core, isa, trace, profiles;
    unsigned multiply_cycles;
    uc_hook hook;
};

static uint32_t read_register(engine *e, unsigned r)
{
    static const int ids[15] = {UC_ARM_REG_R0,  UC_ARM_REG_R1, UC_ARM_REG_R2,  UC_ARM_REG_R3,
                                UC_ARM_REG_R4,  UC_ARM_REG_R5, UC_ARM_REG_R6,  UC_ARM_REG_R7,
                                UC_ARM_REG_R8,  UC_ARM_REG_R9, UC_ARM_REG_R10, UC_ARM_REG_R11,
                                UC_ARM_REG_R12, UC_ARM_REG_SP, UC_ARM_REG_LR};
    uint32_t value = 0;
    if (r == REGISTER_PC)
        return e->last_pc + 4;
    uc_reg_read(e->uc, ids[r], &value);
    return value;
}

static void stop(engine *e, uint32_t reason)
{
    if (e->stop == STOP_NONE)
        e->stop = reason;
    uc_emu_stop(e->uc);
}

/* A step of an ordered 64-bit hash: for a given x, one to one in h. */
static uint64_t mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * 0x9E3779B97F4A7C15u;
    return h ^ (h >> 29);
}

static uint32_t halfword(const engine *e, uint32_t offset)
{
    if (offset + 2 > e->flash_bytes)
        return 0;
    return (uint32_t)(e->flash[offset] | e->flash[offset + 1] << 8);
}

/* The entry of a flash address, decoded; NULL outside the flash. */
static instruction *lookup(engine *e, uint32_t address)
{
    uint32_t offset = address - e->flash_base;
    instruction *i;
    if (offset >= e->flash_bytes)
        return NULL;
    i = &e->table[offset >> 1];
    if (i->length == 0) {
        *i = decode(halfword(e, offset), halfword(e, offset + 2), e->isa);
        cycles_assign(i, e->core, e->multiply_cycles);
    }
    return i;
}

static uint32_t data_address(engine *e, const instruction *i)
{
    uint32_t address = read_register(e, i->base);
    int32_t immediate = i->offset;
    if (i->base == REGISTER_PC && i->kind != KIND_TABLE_BRANCH)
        address &= ~3u;
    if (i->index != REGISTER_NONE)
        return address + (read_register(e, i->index) << i->shift);
    return address + (uint32_t)immediate;
}

/* Hashes the program counter and the time at which an instruction begins; profiles its past. */
static void observe(engine *e, uint32_t address)
{
    if (e->trace) {
        e->program_counters = mix(e->program_counters, address);
        e->times = mix(e->times, e->cycles);
    }
    if (e->profiles && e->cycles != e->charged) {
        e->profile[(e->last_pc - e->flash_base) >> 1] += e->cycles - e->charged;
        e->charged = e->cycles;
    }
}

/*
 * Unicorn calls no hook for an instruction that IT skips, so a gap in straight-line code is those
 * instructions. They are fetched and take a cycle each, so they count and are traced.
 */
static void skip_to(engine *e, uint32_t address)
{
    int skipped;
    e->fed = 0;
    for (skipped = 0; skipped < 4 && e->expected != address; skipped++) {
        const instruction *i = lookup(e, e->expected);
        if (i == NULL || i->kind == KIND_UNKNOWN)
            break;
        if (e->observes)
            observe(e, e->expected);
        e->last_pc = e->expected;
        e->expected += i->length;
        e->cycles++;
        e->instructions++;
    }
    if (e->expected != address)
        stop(e, STOP_DIVERGED);
}

/* Charges what is known of the previous instruction only once the next one begins. */
static void settle(engine *e, uint32_t address)
{
    const instruction *p = e->previous;
    if ((p->flags & FLAG_WRITES_SP) != 0) {
        uint32_t sp = read_register(e, REGISTER_SP);
        if (sp < e->lowest_sp) {
            e->lowest_sp = sp;
            if (sp < e->stack_floor)
                stop(e, STOP_STACK);
        }
    }
    if ((p->flags & FLAG_BRANCH) != 0) {
        if (address != e->expected || (p->flags & FLAG_ALWAYS) != 0)
            e->cycles += p->taken;
    } else if (address != e->expected) {
        skip_to(e, address);
    }
}

/* The costs that depend on the run: cycles to add to i->cycles, -1 at least. */
static int dynamic(engine *e, const instruction *i)
{
    int extra = 0;
    uint32_t fed = e->fed;
    e->fed = (i->flags & FLAG_FEEDS) != 0 ? i->loaded : 0;
    if ((i->flags & FLAG_OPERANDS) != 0)
        return (int)cycles_operands(i, read_register(e, i->rn), read_register(e, i->rm));
    if ((i->flags & FLAG_PIPELINES) != 0 && fed != 0) {
        uint32_t depends = 1u << i->base;
        if (i->index != REGISTER_NONE)
            depends |= 1u << i->index;
        if ((fed & depends) == 0)
            extra--;
    }
    if ((i->flags & FLAG_ALIGNMENT) != 0) {
        int penalty = cycles_alignment(i, e->core, data_address(e, i));
        if (penalty < 0)
            stop(e, STOP_UNALIGNED);
        else
            extra += penalty;
    }
    return extra;
}

static void on_instruction(uc_engine *uc, uint64_t pc, uint32_t size, void *user)
{
    engine *e = user;
    uint32_t address = (uint32_t)pc, offset = address - e->flash_base;
    const instruction *i;
    (void)uc;
    if (address != e->expected || (e->previous->flags & (FLAG_WRITES_SP | FLAG_BRANCH)) != 0)
        settle(e, address);
    if (e->observes)
        observe(e, address);
    e->last_pc = address;
    if (offset >= e->flash_bytes) {
        stop(e, STOP_OUTSIDE);
        return;
    }
    i = &e->table[offset >> 1];
    if (i->length != size) { /* not decoded yet; or Unicorn sees another instruction */
        i = lookup(e, address);
        if (i->length != size)
            stop(e, STOP_UNKNOWN);
    }
    if (i->cycles == 0 || e->instructions >= e->limit) {
        stop(e, i->kind == KIND_UNKNOWN ? STOP_UNKNOWN : i->cycles == 0 ? STOP_TRAP : STOP_LIMIT);
        return;
    }
    if (e->trace && (i->flags & FLAG_ACCESS) != 0)
        e->addresses = mix(e->addresses, data_address(e, i));
    e->cycles += i->cycles;
    if ((i->flags & (FLAG_PIPELINES | FLAG_OPERANDS | FLAG_ALIGNMENT)) != 0)
        e->cycles += (uint64_t)(int64_t)dynamic(e, i);
    else
        e->fed = 0;
    e->instructions++;
    e->previous = i;
    e->expected = address + i->length;
}

engine *engine_open(uc_engine *uc, int core, unsigned multiply_cycles, const uint8_t *flash,
                    uint32_t flash_base, uint32_t flash_bytes)
{
    static const uint8_t sets[CORE_COUNT] = {ISA_V6M, ISA_V6M, ISA_V7M, ISA_V7EM};
    uc_cb_hookcode_t hook = on_instruction;
    void *callback; /* C99 has no cast from a function to an object pointer */
    engine *e = calloc(1, sizeof *e);
    if (e == NULL)
        return NULL;
    memcpy(&callback, &hook, sizeof callback);
    e->uc = uc;
    e->core = core;
    e->isa = sets[core];
    e->multiply_cycles = multiply_cycles;
    e->flash = flash;
    e->flash_base = flash_base;
    e->flash_bytes = flash_bytes;
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
        free(e->profile);
        free(e);
    }
}

void engine_begin(engine *e, uint32_t sp, uint32_t stack_floor, uint64_t limit, int trace,
                  int profile)
{
    static const instruction nothing = {0, 2, FLAG_BRANCH, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    e->previous = &nothing;
    e->expected = 0;
    e->fed = 0;
    e->cycles = e->instructions = e->charged = 0;
    e->program_counters = e->addresses = e->times = 0;
    e->limit = limit;
    e->lowest_sp = sp;
    e->stack_floor = stack_floor;
    e->last_pc = 0;
    e->stop = STOP_NONE;
    e->trace = trace;
    e->profiles = profile;
    if (profile) {
        size_t bytes = (e->flash_bytes / 2 + 1) * sizeof *e->profile;
        if (e->profile == NULL)
            e->profile = malloc(bytes);
        if (e->profile == NULL)
            e->profiles = 0;
        else
            memset(e->profile, 0, bytes);
    }
    e->observes = (uint32_t)(e->trace || e->profiles);
}

void engine_end(engine *e, engine_result *result)
{
    uint32_t last_pc = e->last_pc;
    const instruction *i;
    /* the return to the lab, which no hook sees; an early stop has nothing to settle */
    if (e->stop == STOP_NONE && (e->previous->flags & FLAG_BRANCH) != 0)
        settle(e, ~0u);
    if (e->observes && e->instructions != 0)
        observe(e, ~0u);
    result->cycles = e->cycles;
    result->instructions = e->instructions;
    result->program_counters = e->trace ? mix(e->program_counters, e->instructions) : 0;
    result->addresses = e->trace ? mix(e->addresses, 1) : 0;
    result->times = e->times;
    result->lowest_sp = e->lowest_sp;
    result->last_pc = last_pc;
    result->last_address = ~0u;
    i = lookup(e, last_pc);
    if (i != NULL && (i->flags & FLAG_ACCESS) != 0)
        result->last_address = data_address(e, i);
    result->stop = e->stop;
}

const uint64_t *engine_profile(const engine *e)
{
    return e->profiles ? e->profile : NULL;
}

unsigned engine_decode(engine *e, uint32_t address, unsigned *kind)
{
    const instruction *i = lookup(e, address);
    *kind = i == NULL ? KIND_UNKNOWN : i->kind;
    return i == NULL || i->kind == KIND_UNKNOWN ? 0 : i->length;
}
