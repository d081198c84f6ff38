/* SPDX-License-Identifier: MIT */
/* The rules by which an RV32IMC core carries secrets: The RISC-V Instruction Set Manual, volume I,
 * 20191213, chapters 2, 7 and 24. */
#include <stdlib.h>

#include "hooked.h"
#include "riscv_instruction.h"
#include "shadow.h"

#define ALL SHADOW_ALL

typedef struct {
    uint32_t word; /* a compressed instruction's is that of what it stands for */
    riscv_instruction i;
} entry;

typedef struct {
    secrets s;
    entry *table; /* one a halfword of flash, filled in as code is reached */
} riscv;

static uint32_t bits(uint32_t word, unsigned high, unsigned low)
{
    return (word >> low) & ((1u << (high - low + 1u)) - 1u);
}

static uint32_t halfword_at(const secrets_program *p, uint32_t offset)
{
    if (offset + 2 > p->flash_bytes)
        return 0;
    return (uint32_t)(p->flash[offset] | p->flash[offset + 1] << 8);
}

static const entry *lookup(riscv *r, uint32_t address)
{
    const secrets_program *p = &r->s.program;
    uint32_t offset = address - p->flash_base;
    entry *e;
    if (offset >= p->flash_bytes)
        return NULL;
    e = &r->table[offset >> 1];
    if (e->i.length == 0) {
        uint32_t first = halfword_at(p, offset), second = halfword_at(p, offset + 2);
        e->i = riscv_decode(first, second);
        e->word = riscv_expanded(first, second);
    }
    return e;
}

static uint32_t value(riscv *r, unsigned number)
{
    uint32_t x = 0;
    uc_reg_read(r->s.program.core, UC_RISCV_REG_X0 + (int)number, &x);
    return x;
}

static void set_register(riscv *r, unsigned number, uint32_t m)
{
    if (number != 0)
        r->s.registers[number] = m;
}

/* Of x and y with the shadows a and b, by the number that OP and OP-IMM share. `other` is SUB and
 * the arithmetic shift. */
static uint32_t computed(unsigned function, int other, uint32_t a, uint32_t x, uint32_t b,
                         uint32_t y)
{
    unsigned last;
    if ((a | b) == 0)
        return 0;
    switch (function) {
    case 0:
        return shadow_sum(a, x, b, other ? ~y : y, 0, other != 0, &last);
    case 1:
        return shadow_shifted_by_secret(a, x, SHIFT_LSL, b & 31u, y & 31u);
    case 2:
    case 3: /* SLT, SLTU */
        return 1;
    case 4:
        return a | b;
    case 5:
        return shadow_shifted_by_secret(a, x, other ? SHIFT_ASR : SHIFT_LSR, b & 31u, y & 31u);
    case 6:
        return shadow_or(a, x, b, y);
    default:
        return shadow_and(a, x, b, y);
    }
}

static void arithmetic(riscv *r, uint32_t word, int immediate)
{
    unsigned rd = bits(word, 11, 7), rs1 = bits(word, 19, 15), rs2 = bits(word, 24, 20);
    unsigned function = bits(word, 14, 12), seventh = bits(word, 31, 25);
    uint32_t a = r->s.registers[rs1], b = r->s.registers[rs2], x = 0, y;
    if (!immediate && seventh == 1) {
        if (function >= 4 && (a | b) != 0) /* DIV, REM */
            following_find(&r->s, FINDING_OPERAND, r->s.pc);
        if (function == 0)
            set_register(r, rd, shadow_product(a, value(r, rs1), b, value(r, rs2)));
        else
            set_register(r, rd, (a | b) != 0 ? ALL : 0);
        return;
    }
    if (immediate) {
        b = 0;
        y = bits(word, 31, 20) | (word >> 31 ? 0xFFFFF000u : 0);
    } else {
        y = (a | b) != 0 ? value(r, rs2) : 0;
    }
    if ((a | b) != 0)
        x = value(r, rs1);
    /* Of ADDI the bit that tells SUB from ADD is one of the immediate. */
    set_register(r, rd,
                 computed(function, seventh == 0x20 && !(immediate && function == 0), a, x, b, y));
}

static void transfer(riscv *r, const entry *e)
{
    const riscv_instruction *i = &e->i;
    int32_t offset = i->offset;
    uint32_t address = value(r, i->base) + (uint32_t)offset;
    if (r->s.registers[i->base] != 0)
        following_find(&r->s, FINDING_ADDRESS, r->s.pc);
    if (i->kind == RISCV_STORE) {
        following_store(&r->s, address, i->size, r->s.registers[bits(e->word, 24, 20)]);
        return;
    }
    set_register(r, bits(e->word, 11, 7),
                 shadow_extended(following_load(&r->s, address, i->size), 8u * i->size,
                                 bits(e->word, 14, 14) == 0));
}

static void follow(riscv *r, const entry *e)
{
    uint32_t word = e->word, rd = bits(word, 11, 7);
    const uint32_t *known = r->s.registers;
    switch (e->i.kind) {
    case RISCV_UNKNOWN:
        following_find(&r->s, FINDING_UNKNOWN, r->s.pc);
        break;
    case RISCV_LOAD:
    case RISCV_STORE:
        transfer(r, e);
        break;
    case RISCV_BRANCH:
        if ((known[bits(word, 19, 15)] | known[bits(word, 24, 20)]) != 0)
            following_find(&r->s, FINDING_BRANCH, r->s.pc);
        break;
    case RISCV_JUMP_REGISTER:
        if (known[bits(word, 19, 15)] != 0)
            following_find(&r->s, FINDING_TARGET, r->s.pc);
        set_register(r, rd, 0);
        break;
    case RISCV_ALU:
    case RISCV_SHIFT:
        if ((word & 0x5Fu) == 0x13u) /* OP, OP-IMM */
            arithmetic(r, word, (word & 0x20u) == 0);
        else /* LUI, AUIPC */
            set_register(r, rd, 0);
        break;
    case RISCV_MUL:
    case RISCV_MULH:
    case RISCV_DIV:
    case RISCV_DIVU:
        arithmetic(r, word, 0);
        break;
    case RISCV_JUMP:
    case RISCV_CSR:
        set_register(r, rd, 0);
        break;
    default:
        break;
    }
}

static void on_instruction(uc_engine *uc, uint64_t pc, uint32_t size, void *user)
{
    riscv *r = user;
    const entry *e = lookup(r, (uint32_t)pc);
    (void)uc;
    (void)size;
    if (e == NULL)
        return; /* outside the flash, where the engine stops */
    r->s.pc = (uint32_t)pc;
    r->s.instructions++;
    following_publish(&r->s);
    follow(r, e);
}

static uint32_t value_of(secrets *s, unsigned number)
{
    return value((riscv *)s, number);
}

static uint32_t flags_of(const secrets *s)
{
    (void)s;
    return 0; /* there are none */
}

static void release(secrets *s)
{
    hooked_end(s);
    free(((riscv *)s)->table);
}

secrets *secrets_open_riscv(const secrets_program *p)
{
    riscv *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    r->s.value = value_of;
    r->s.flags = flags_of;
    r->s.release = release;
    r->table = calloc(p->flash_bytes / 2 + 1, sizeof *r->table);
    if (r->table == NULL) {
        free(r);
        return NULL;
    }
    return hooked_begin(&r->s, p, on_instruction) ? &r->s : NULL;
}
