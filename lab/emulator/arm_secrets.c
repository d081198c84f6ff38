/* SPDX-License-Identifier: MIT */
/* The rules by which a Cortex-M carries secrets. */
#include <stdlib.h>

#include "arm_state.h"
#include "flow.h"
#include "hooked.h"

#define ALL SHADOW_ALL

typedef struct {
    instruction i;
    flow f;
} entry;

typedef struct {
    secrets s;
    entry *table;      /* one a halfword of flash, filled in as code is reached */
    uint32_t expected; /* address behind the previous instruction */
    uint32_t cause;    /* where secret flags came from */
    unsigned multiply_cycles, carries;
    int core, isa;
    uint8_t flags;    /* secret ones */
    uint8_t under;    /* flags that decide what IT is over */
    uint8_t left;     /* instructions that IT is still over */
    uint8_t went_off; /* the previous instruction may have gone elsewhere */
} arm;

static uint32_t halfword_at(const secrets_program *p, uint32_t offset)
{
    if (offset + 2 > p->flash_bytes)
        return 0;
    return (uint32_t)(p->flash[offset] | p->flash[offset + 1] << 8);
}

/* The entry of a flash address; NULL outside the flash. */
static const entry *lookup(arm *a, uint32_t address)
{
    const secrets_program *p = &a->s.program;
    uint32_t offset = address - p->flash_base;
    entry *e;
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

static uint32_t value(arm *a, unsigned r)
{
    return r == REGISTER_NONE ? 0 : arm_register(a->s.program.core, r, a->s.pc);
}

static uint32_t secret(const arm *a, unsigned r)
{
    return r == REGISTER_NONE || r == REGISTER_PC ? 0 : a->s.registers[r];
}

static void set_register(arm *a, unsigned r, uint32_t m)
{
    if (r == REGISTER_PC && m != 0)
        following_find(&a->s, FINDING_TARGET, a->s.pc);
    else if (r != REGISTER_NONE)
        a->s.registers[r] = m;
}

static int rotates_with_carry(const flow *f)
{
    return f->shift == SHIFT_ROR && f->by == 0 && f->rm != REGISTER_NONE && f->op != FLOW_SHIFT;
}

static uint32_t second_secret(const arm *a, const flow *f)
{
    uint32_t m = f->has_immediate ? 0 : secret(a, f->rm);
    if (rotates_with_carry(f))
        return m >> 1 | (a->flags & APSR_C ? 0x80000000u : 0);
    return f->by ? shadow_shifted(m, f->shift, f->by) : m;
}

static uint32_t second_value(arm *a, const flow *f)
{
    uint32_t x = f->has_immediate ? f->immediate : value(a, f->rm);
    if (rotates_with_carry(f))
        return x >> 1 | (uint32_t)arm_carry(a->s.program.core) << 31;
    return f->by ? shadow_shifted(x, f->shift, f->by) : x;
}

static uint32_t logical(arm *a, const flow *f, uint32_t m, uint32_t n)
{
    uint32_t x, y;
    if ((m | n) == 0)
        return 0;
    x = value(a, f->rn);
    y = second_value(a, f);
    if (f->op == FLOW_CLEAR || f->op == FLOW_OR_NOT)
        y = ~y;
    return f->op == FLOW_AND || f->op == FLOW_CLEAR ? shadow_and(m, x, n, y)
                                                    : shadow_or(m, x, n, y);
}

static uint32_t summed(arm *a, const flow *f, uint32_t m, uint32_t n)
{
    unsigned c = (f->reads & a->flags & APSR_C) != 0, carry = f->complement != 0;
    uint32_t x, y;
    a->carries = 0;
    if ((m | n) == 0 && !c)
        return 0;
    x = value(a, f->rn);
    y = second_value(a, f);
    if ((f->reads & APSR_C) != 0)
        carry = arm_carry(a->s.program.core);
    return shadow_sum(m, f->complement == 1 ? ~x : x, n, f->complement == 2 ? ~y : y, c, carry,
                      &a->carries);
}

/* The secret bits of a result. */
static uint32_t result_of(arm *a, const flow *f)
{
    uint32_t m = secret(a, f->rn), n = second_secret(a, f), o = secret(a, f->ra);
    switch (f->op) {
    case FLOW_BITS:
        return m | n;
    case FLOW_AND:
    case FLOW_CLEAR:
    case FLOW_OR:
    case FLOW_OR_NOT:
        return logical(a, f, m, n);
    case FLOW_SUM:
        return summed(a, f, m, n);
    case FLOW_PRODUCT:
        return shadow_upwards(o | shadow_product(m, value(a, f->rn), n, value(a, f->rm)));
    case FLOW_SHIFT:
        return shadow_shifted_by_secret(m, value(a, f->rn), f->shift, n & 0xFFu,
                                        value(a, f->rm) & 0xFFu);
    case FLOW_EXTRACT:
        return shadow_extended(m >> f->low, f->width, f->is_signed);
    case FLOW_INSERT:
        return (secret(a, f->rd) & ~(shadow_lowest(f->width) << f->low)) |
               (m & shadow_lowest(f->width)) << f->low;
    case FLOW_EXTEND:
        n = shadow_extended(shadow_shifted(n, SHIFT_ROR, f->low), f->width, f->is_signed);
        return f->rn == REGISTER_NONE ? n : shadow_upwards(m | n);
    case FLOW_REVERSE:
        return shadow_reversed(n, f->width);
    case FLOW_SELECT:
        return (a->flags & APSR_GE) != 0 ? ALL : m | n;
    case FLOW_TOP:
        return secret(a, f->rd) & 0xFFFFu;
    case FLOW_GET_FLAGS:
        return a->flags != 0 ? ALL : 0;
    default:
        return (m | n | o) != 0 ? ALL : 0;
    }
}

/* Whether the last bit that a shift moves out, which becomes the carry, is secret. */
static int shifted_out(arm *a, const flow *f)
{
    uint32_t m = f->has_immediate ? 0 : secret(a, f->rm);
    if (f->op == FLOW_SHIFT) /* by 0 it stays */
        return (m | secret(a, f->rn)) != 0 ||
               ((a->flags & APSR_C) != 0 && (value(a, f->rm) & 0xFFu) == 0);
    if (rotates_with_carry(f))
        return (int)(m & 1u);
    if (f->by == 0)
        return 0;
    return (int)(m >> (f->shift == SHIFT_LSL ? 32 - f->by : f->by - 1) & 1u);
}

static void write_flags(arm *a, const flow *f, uint8_t written, uint32_t result)
{
    uint32_t operands = secret(a, f->rn) | second_secret(a, f) | secret(a, f->ra);
    uint8_t now = 0;
    if ((f->reads & a->flags) != 0)
        operands = ALL;
    if (result >> 31)
        now |= APSR_N;
    if (result != 0)
        now |= APSR_Z;
    if (f->op == FLOW_SUM ? a->carries != 0 : shifted_out(a, f))
        now |= APSR_C;
    if (operands != 0)
        now |= APSR_V | APSR_GE;
    now &= written;
    if (now != 0)
        a->cause = a->s.pc;
    a->flags = (uint8_t)((a->flags & ~written) | now);
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
            following_store(&a->s, address, 4, secret(a, r));
        address += 4;
    }
}

static void transfer(arm *a, const entry *e)
{
    const instruction *i = &e->i;
    const flow *f = &e->f;
    uint32_t address = arm_address(a->s.program.core, i, a->s.pc);
    if ((secret(a, i->base) | secret(a, i->index)) != 0)
        following_find(&a->s, FINDING_ADDRESS, a->s.pc);
    if (i->kind == KIND_TABLE_BRANCH) {
        if (following_load(&a->s, address, i->size) != 0)
            following_find(&a->s, FINDING_TARGET, a->s.pc);
    } else if (i->kind == KIND_LOAD_DOUBLE) {
        set_register(a, f->rd, following_load(&a->s, address, 4));
        set_register(a, f->rd2, following_load(&a->s, address + 4, 4));
    } else if (i->kind == KIND_STORE_DOUBLE) {
        following_store(&a->s, address, 4, secret(a, f->rd));
        following_store(&a->s, address + 4, 4, secret(a, f->rd2));
    } else if (f->stored != 0) {
        transfer_list(a, address, f->stored, 0);
    } else if (i->loaded == 0) {
        following_store(&a->s, address, i->size, secret(a, f->rd));
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
static uint8_t written_by(const arm *a, const entry *e)
{
    return (uint8_t)(e->f.writes | (a->left == 0 ? e->f.outside : 0));
}

/* A secret decides whether an instruction is skipped: so it does what the instruction may write.
 * One that goes elsewhere, such as POP with PC, is a branch: where it may be declared to go by what
 * is public, nothing runs that came by the other way. */
static void maybe(arm *a, const entry *e, uint8_t written)
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
    uint32_t m = secret(a, f->rn) | secret(a, f->rm);
    if (f->adds)
        m |= secret(a, f->rd) | secret(a, f->rd2);
    a->s.registers[f->rd] = m != 0 && f->op == FLOW_LONG_ANY ? ALL : shadow_upwards(m);
    a->s.registers[f->rd2] = m != 0 ? ALL : 0;
}

static void carry(arm *a, const entry *e)
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
        if (secret(a, f->rn) != 0)
            following_find(&a->s, FINDING_BRANCH, a->s.pc);
        break;
    case FLOW_JUMP:
        if ((secret(a, f->rn) | secret(a, f->rm)) != 0)
            following_find(&a->s, FINDING_TARGET, a->s.pc);
        break;
    case FLOW_SET_FLAGS:
        a->flags = secret(a, f->rn) != 0 ? APSR_ALL : 0;
        a->cause = a->s.pc;
        break;
    case FLOW_LONG:
    case FLOW_LONG_ANY:
        carry_long(a, f);
        break;
    default:
        m = result_of(a, f);
        if (written != 0)
            write_flags(a, f, written, m);
        if (f->op == FLOW_ANY && m != 0)
            a->flags |= APSR_Q; /* which nothing but MRS reads */
        set_register(a, f->rd, m);
    }
}

static void follow(arm *a, const entry *e)
{
    int hidden = a->left > 0 && (a->flags & a->under) != 0;
    uint8_t written = written_by(a, e);
    if ((e->i.flags & FLAG_OPERANDS) != 0 && (secret(a, e->i.rn) | secret(a, e->i.rm)) != 0)
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
        const entry *e = lookup(a, a->expected);
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
    const entry *e;
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
    return value((arm *)s, number);
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
