/* SPDX-License-Identifier: MIT */
#include "leakage_model.h"

#include <string.h>

#include "arm_state.h"

#define ALL_REGISTERS 0x7FFFu

static unsigned weight(uint32_t x)
{
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0F0F0F0Fu;
    return x * 0x01010101u >> 24;
}

static uint32_t value_of(const leakage *l, unsigned r, uint32_t pc)
{
    if (r == REGISTER_NONE)
        return 0;
    return r == REGISTER_PC ? pc + 4 : l->registers[r];
}

/* An aligned word of memory; 0 where there is none. */
static uint32_t word_at(const leakage_program *p, uint32_t address)
{
    uint32_t word = 0;
    if (address - p->ram_base < p->ram_bytes)
        memcpy(&word, p->ram + (address - p->ram_base), sizeof word);
    else if (address - p->flash_base < p->flash_bytes)
        memcpy(&word, p->flash + (address - p->flash_base), sizeof word);
    return word;
}

static uint16_t bit_of(unsigned r)
{
    return r < LEAKAGE_REGISTERS ? (uint16_t)(1u << r) : 0;
}

/* Of what the rules do not know, everything may be written. */
void leakage_assign(leakage_entry *e)
{
    const flow *f = &e->f;
    if (e->i.kind == KIND_UNKNOWN || f->op == FLOW_UNKNOWN) {
        e->others = ALL_REGISTERS;
    } else if (f->op == FLOW_ACCESS) {
        e->results = (uint16_t)(e->i.loaded & ALL_REGISTERS);
        e->others = (uint16_t)(bit_of(e->i.base) | bit_of(REGISTER_SP));
        if (e->i.kind == KIND_STORE_INDEX && e->i.length == 4)
            e->others = ALL_REGISTERS; /* STREX, which writes whether it stored */
    } else {
        e->results = (uint16_t)(bit_of(f->rd) | bit_of(f->rd2));
        if ((e->i.flags & FLAG_BRANCH) != 0)
            e->others = bit_of(REGISTER_LR);
    }
    e->others = (uint16_t)(e->others & ~e->results);
}

void leakage_read(leakage *l, unsigned r)
{
    l->registers[r] = arm_register(l->program.core, r, 0);
}

void leakage_settle(leakage *l)
{
    const leakage_entry *e = l->previous;
    uint32_t left = e->results;
    unsigned result = 0, changed = 0;
    for (; left != 0; left &= left - 1) {
        unsigned r = (unsigned)__builtin_ctz(left);
        uint32_t old = l->registers[r];
        leakage_read(l, r);
        result += weight(l->registers[r]);
        changed += weight(l->registers[r] ^ old);
    }
    for (left = e->others; left != 0; left &= left - 1)
        leakage_read(l, (unsigned)__builtin_ctz(left));
    l->pending.parts[PART_RESULT] = (uint16_t)result;
    l->pending.parts[PART_REGISTER] = (uint16_t)changed;
}

static unsigned drive(uint32_t *bus, uint32_t value)
{
    unsigned changed = weight(*bus ^ value);
    *bus = value;
    return changed;
}

static unsigned exchange(leakage *l, uint32_t word)
{
    return drive(&l->bus, word) + weight(word);
}

static unsigned store(leakage *l, uint32_t address, uint32_t value)
{
    if (value != 0 && address - l->window.output < l->window.output_bytes &&
        l->run.output == LEAKAGE_NEVER)
        l->run.output = l->run.samples;
    return exchange(l, value);
}

static unsigned stores(leakage *l, const leakage_entry *e, uint32_t address, uint32_t pc)
{
    const flow *f = &e->f;
    unsigned sum = 0, r;
    if (f->stored != 0) {
        for (r = 0; r < LEAKAGE_REGISTERS; r++) {
            if (((f->stored >> r) & 1u) == 0)
                continue;
            sum += store(l, address, l->registers[r]);
            address += 4;
        }
        return sum;
    }
    if (f->rd == REGISTER_NONE)
        return 0;
    sum = store(l, address,
                value_of(l, f->rd, pc) & (e->i.size < 4 ? (1u << 8 * e->i.size) - 1 : ~0u));
    if (f->rd2 != REGISTER_NONE)
        sum += store(l, address + 4, value_of(l, f->rd2, pc));
    return sum;
}

/* A load brings the whole words that hold what is loaded; a store its own bits. */
static unsigned transfers(leakage *l, const leakage_entry *e, uint32_t pc)
{
    const instruction *i = &e->i;
    uint32_t address = value_of(l, i->base, pc), offset = (uint32_t)(int32_t)i->offset, at, bytes;
    unsigned sum = 0;
    if (i->base == REGISTER_PC && i->kind != KIND_TABLE_BRANCH)
        address &= ~3u;
    if (i->index != REGISTER_NONE)
        address += value_of(l, i->index, pc) << i->shift;
    else
        address += offset;
    if (i->loaded == 0 && i->kind != KIND_TABLE_BRANCH)
        return stores(l, e, address, pc);
    bytes = (uint32_t)i->size * (i->count != 0 ? i->count : 1u);
    for (at = address & ~3u; at - (address & ~3u) < bytes + (address & 3u); at += 4)
        sum += exchange(l, word_at(&l->program, at));
    return sum;
}

/* What is driven as an instruction begins: operands, and data that memory exchanges. */
void leakage_enter(leakage *l, const leakage_entry *e, uint32_t pc)
{
    const flow *f = &e->f;
    int access = f->op == FLOW_ACCESS;
    unsigned first = access ? e->i.base : f->rn;
    unsigned second = access ? (e->i.loaded != 0 ? e->i.index : f->rd) : f->rm;
    unsigned sum = 0;
    if (first != REGISTER_NONE)
        sum += drive(&l->operands[0], value_of(l, first, pc));
    if (second != REGISTER_NONE)
        sum += drive(&l->operands[1], value_of(l, second, pc));
    else if (f->has_immediate)
        sum += drive(&l->operands[1], f->immediate);
    memset(&l->pending, 0, sizeof l->pending);
    l->pending.parts[PART_OPERANDS] = (uint16_t)sum;
    if (access)
        l->pending.parts[PART_MEMORY] = (uint16_t)transfers(l, e, pc);
}
