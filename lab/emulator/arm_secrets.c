/* SPDX-License-Identifier: MIT */
/* The rules by which a Cortex-M carries secrets; those of results are in arm_results.c. */
#include <stdlib.h>

#include "arm_secrets.h"
#include "arm_state.h"
#include "hooked.h"

#define ALL SHADOW_ALL

static uint32_t halfword_at(const secrets_program *p, uint32_t offset)
{
    if (offset + 2 > p->flash_bytes)
        return 0;
    return (uint32_t)(p->flash[offset] | p->flash[offset + 1] << 8);
}

/* The entry of a flash address; NULL outside the flash. */
static const arm_entry *lookup(arm *a, uint32_t address)
{
    const secrets_program *p = &a->s.program;
    uint32_t offset = address - p->flash_base;
    arm_entry *e;
    if (offset >= p->flash_bytes)
        return NULL;
    e = &a->table[offset >> 1];
    if (e->i.length == 0) {
        uint32_t first = halfword_at(p, offset), second = halfword_at(p, offset + 2);
        e->i = decode(first, second, a->isa);
        cycles_assign(&e->i, a->core, a->multiply_cycles);
        e->f = flow_of(first, second, &e->i);
    }
    return e;
}

static void set_register(arm *a, unsigned r, uint32_t m)
{
    if (r == REGISTER_PC && m != 0)
        following_find(&a->s, FINDING_TARGET, a->s.pc);
    else if (r != REGISTER_NONE)
        a->s.registers[r] = m;
}

/* Registers of a list, in ascending order. */
static void transfer_list(arm *a, uint32_t address, uint32_t list, int loads)
{
    unsigned r;
    for (r = 0; r < 16; r++) {
        if (((list >> r) & 1u) == 0)
            continue;
        if (loads)
            set_register(a, r, following_load(&a->s, address, 4));
        else
            following_store(&a->s, address, 4, arm_secret(a, r));
        address += 4;
    }
}

static void transfer(arm *a, const arm_entry *e)
{
    const instruction *i = &e->i;
    const flow *f = &e->f;
    uint32_t address = arm_address(a->s.program.core, i, a->s.pc);
    if ((arm_secret(a, i->base) | arm_secret(a, i->index)) != 0)
        following_find(&a->s, FINDING_ADDRESS, a->s.pc);
    if (i->kind == KIND_TABLE_BRANCH) {
        if (following_load(&a->s, address, i->size) != 0)
            following_find(&a->s, FINDING_TARGET, a->s.pc);
    } else if (i->kind == KIND_LOAD_DOUBLE) {
        set_register(a, f->rd, following_load(&a->s, address, 4));
        set_register(a, f->rd2, following_load(&a->s, address + 4, 4));
    } else if (i->kind == KIND_STORE_DOUBLE) {
        following_store(&a->s, address, 4, arm_secret(a, f->rd));
        following_store(&a->s, address + 4, 4, arm_secret(a, f->rd2));
    } else if (f->stored != 0) {
        transfer_list(a, address, f->stored, 0);
    } else if (i->loaded == 0) {
        following_store(&a->s, address, i->size, arm_secret(a, f->rd));
    } else if (i->size == 4) {
        transfer_list(a, address, i->loaded, 1);
    } else {
        unsigned r = 0;
        while (((i->loaded >> r) & 1u) == 0)
            r++;
        set_register(
            a, r,
            shadow_extended(following_load(&a->s, address, i->size), 8u * i->size, f->is_signed));
    }
}

/* The flags that an instruction writes here: a short one sets none under IT but to compare. */
static uint8_t written_by(const arm *a, const arm_entry *e)
{
    return (uint8_t)(e->f.writes | (a->left == 0 ? e->f.outside : 0));
}

/* A secret decides whether an instruction is skipped: so it does what the instruction may write.
 * One that goes elsewhere, such as POP with PC, is a branch: where it may be declared to go by what
 * is public, nothing runs that came by the other way. */
static void maybe(arm *a, const arm_entry *e, uint8_t written)
{
    const flow *f = &e->f;
    unsigned r;
    if (e->i.cycles != 1 || f->op == FLOW_ACCESS || (e->i.flags & FLAG_BRANCH) != 0)
        following_find(&a->s, FINDING_CONDITION, a->cause);
    if ((e->i.flags & FLAG_BRANCH) != 0)
        return;
    for (r = 0; r < 15; r++) {
        if ((e->i.loaded >> r) & 1u)
            a->s.registers[r] = ALL;
    }
    if (f->op != FLOW_ACCESS && f->rd < 15)
        a->s.registers[f->rd] = ALL;
    if (f->op != FLOW_ACCESS && f->rd2 < 15)
        a->s.registers[f->rd2] = ALL;
    a->flags |= written;
}

static void carry_long(arm *a, const flow *f)
{
    uint32_t m = arm_secret(a, f->rn) | arm_secret(a, f->rm);
    if (f->adds)
        m |= arm_secret(a, f->rd) | arm_secret(a, f->rd2);
    a->s.registers[f->rd] = m != 0 && f->op == FLOW_LONG_ANY ? ALL : shadow_upwards(m);
    a->s.registers[f->rd2] = m != 0 ? ALL : 0;
}

static void carry(arm *a, const arm_entry *e)
{
    const flow *f = &e->f;
    uint8_t written = written_by(a, e);
    uint32_t m;
    switch (f->op) {
    case FLOW_UNKNOWN:
        following_find(&a->s, FINDING_UNKNOWN, a->s.pc);
        break;
    case FLOW_NOTHING:
    case FLOW_IT:
        break;
    case FLOW_ACCESS:
        transfer(a, e);
        break;
    case FLOW_DECIDE:
        if ((a->flags & f->reads) != 0)
            following_find(&a->s, FINDING_BRANCH, a->cause);
        break;
    case FLOW_DECIDE_0:
        if (arm_secret(a, f->rn) != 0)
            following_find(&a->s, FINDING_BRANCH, a->s.pc);
        break;
    case FLOW_JUMP:
        if ((arm_secret(a, f->rn) | arm_secret(a, f->rm)) != 0)
            following_find(&a->s, FINDING_TARGET, a->s.pc);
        break;
    case FLOW_SET_FLAGS:
        a->flags = arm_secret(a, f->rn) != 0 ? APSR_ALL : 0;
        a->cause = a->s.pc;
        break;
    case FLOW_LONG:
    case FLOW_LONG_ANY:
        carry_long(a, f);
        break;
    default:
        m = arm_result(a, f);
        if (written != 0)
            arm_write_flags(a, f, written, m);
        if (f->op == FLOW_ANY && m != 0)
            a->flags |= APSR_Q; /* which nothing but MRS reads */
        set_register(a, f->rd, m);
    }
}

static void follow(arm *a, const arm_entry *e)
{
    int hidden = a->left > 0 && (a->flags & a->under) != 0;
    uint8_t written = written_by(a, e);
    if ((e->i.flags & FLAG_OPERANDS) != 0 && (arm_secret(a, e->i.rn) | arm_secret(a, e->i.rm)) != 0)
        following_find(&a->s, FINDING_OPERAND, a->s.pc);
    carry(a, e);
    if (hidden)
        maybe(a, e, written);
    if (e->i.kind == KIND_BRANCH_LINK || e->i.kind == KIND_CALL_REGISTER)
        a->s.registers[REGISTER_LR] = 0;
    if (a->left > 0)
        a->left--;
    if (e->f.op == FLOW_IT) {
        a->left = e->f.width;
        a->under = e->f.reads;
    }
}

/* Unicorn calls no hook for an instruction that IT skips. */
static void skip_to(arm *a, uint32_t address)
{
    while (a->left > 0 && a->expected != address) {
        const arm_entry *e = lookup(a, a->expected);
        if (e == NULL || e->i.kind == KIND_UNKNOWN)
            break;
        a->s.pc = a->expected;
        if ((a->flags & a->under) != 0)
            maybe(a, e, written_by(a, e));
        a->left--;
        a->s.instructions++;
        a->expected += e->i.length;
    }
    if (a->expected != address)
        a->left = 0;
}

static void on_instruction(uc_engine *uc, uint64_t pc, uint32_t size, void *user)
{
    arm *a = user;
    const arm_entry *e;
    uint32_t address = (uint32_t)pc;
    (void)uc;
    (void)size;
    if (address != a->expected && a->went_off)
        a->left = 0;
    if (address != a->expected)
        skip_to(a, address);
    e = lookup(a, address);
    if (e == NULL)
        return; /* outside the flash, where the engine stops */
    a->s.pc = address;
    a->s.instructions++;
    following_publish(&a->s);
    follow(a, e);
    a->went_off = (e->i.flags & FLAG_BRANCH) != 0;
    a->expected = address + e->i.length;
}

static uint32_t value_of(secrets *s, unsigned number)
{
    return arm_value((arm *)s, number);
}

static uint32_t flags_of(const secrets *s)
{
    return ((const arm *)s)->flags;
}

static void release(secrets *s)
{
    hooked_end(s);
    free(((arm *)s)->table);
}

secrets *secrets_open_arm(const secrets_program *p, int core, unsigned multiply_cycles)
{
    arm *a = calloc(1, sizeof *a);
    if (a == NULL)
        return NULL;
    a->core = core;
    a->isa = arm_isa(core);
    a->multiply_cycles = multiply_cycles;
    a->s.value = value_of;
    a->s.flags = flags_of;
    a->s.release = release;
    a->table = calloc(p->flash_bytes / 2 + 1, sizeof *a->table);
    if (a->table == NULL) {
        free(a);
        return NULL;
    }
    return hooked_begin(&a->s, p, on_instruction) ? &a->s : NULL;
}
