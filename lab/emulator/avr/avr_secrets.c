/* SPDX-License-Identifier: MIT */
/* The rules by which an AVR carries secrets: AVR Instruction Set Manual, DS40002198. */
#include "avr_secrets.h"

#include <stdlib.h>

#include "../following.h"
#include "../shadow.h"

enum { C = 1, Z = 2, N = 4, V = 8, S = 16, H = 32, T = 64, I = 128 };
enum { BYTE = 0xFF, SREG = 0x5F, POINTER_X = 26, POINTER_Y = 28, POINTER_Z = 30 };

#define ALL_BUT_T_AND_I (C | Z | N | V | S | H)
#define LOGIC (Z | N | V | S)

typedef struct {
    secrets s;
    const uint8_t *data, *status; /* values, while an instruction is looked at */
    uint32_t cause;               /* where secret flags came from */
    uint8_t flags;                /* secret ones */
} avr;

static uint32_t at(const avr *a, uint32_t address)
{
    return following_load(&a->s, a->s.program.ram_base + address, 1);
}

static void put(avr *a, uint32_t address, uint32_t m)
{
    following_store(&a->s, a->s.program.ram_base + address, 1, m & BYTE);
}

static uint32_t pair_at(const avr *a, uint32_t address)
{
    return at(a, address) | at(a, address + 1) << 8;
}

static void find(avr *a, uint32_t kind, uint32_t cause)
{
    following_find(&a->s, kind, cause);
}

/* Which of the flags that an instruction writes are secret, the others of them being public. */
static void write_flags(avr *a, unsigned written, unsigned secret)
{
    if ((secret & written) != 0)
        a->cause = a->s.pc;
    a->flags = (uint8_t)((a->flags & ~written) | (secret & written));
}

/* Z, N and S of a result of 8 bits; V and H of what is secret among the operands. */
static unsigned flags_of(uint32_t result, int operands)
{
    unsigned secret = operands ? V | S | H : 0;
    if ((result & BYTE) != 0)
        secret |= Z;
    if ((result >> 7 & 1u) != 0)
        secret |= N | S;
    return secret;
}

/* x + y + carry, or x - y - carry where `subtracts`, into d unless it is compared; y is that of a
 * register or an immediate, with the shadow n. `chained`: with the carry, and Z goes on. */
static void add(avr *a, unsigned d, uint32_t n, uint32_t y, int subtracts, int chained, int stores,
                int keeps_zero)
{
    uint32_t m = at(a, d), x = a->data[d], result;
    unsigned c = chained && (a->flags & C) != 0, carry = chained ? a->status[0] : 0, last, secret;
    if (subtracts) {
        y = ~y & BYTE;
        carry ^= 1u;
    }
    result = shadow_sum(m, x, n, y, c, carry, &last);
    secret = flags_of(result, (m | n) != 0 || c);
    if ((result >> 8 & 1u) != 0)
        secret |= C;
    if (keeps_zero && (a->flags & Z) != 0)
        secret |= Z;
    write_flags(a, ALL_BUT_T_AND_I, secret);
    if (stores)
        put(a, d, result);
}

static void logic(avr *a, unsigned d, uint32_t result)
{
    write_flags(a, LOGIC, flags_of(result, 0));
    put(a, d, result);
}

/* 0000 to 0010: two registers. */
static void registers(avr *a, unsigned w)
{
    unsigned d = w >> 4 & 31u, r = (w & 15u) | (w >> 5 & 16u);
    uint32_t m = at(a, d), n = at(a, r), x = a->data[d], y = a->data[r];
    switch (w >> 10) {
    case 0x1:         /* CPC */
    case 0x2:         /* SBC */
        if (d == r) { /* the borrow alone */
            m = (a->flags & C) != 0 ? BYTE : 0;
            write_flags(a, ALL_BUT_T_AND_I, m ? ALL_BUT_T_AND_I : a->flags & Z);
            if (w >> 10 == 2)
                put(a, d, m);
            return;
        }
        add(a, d, n, y, 1, 1, w >> 10 == 2, 1);
        return;
    case 0x3: /* ADD */
        add(a, d, n, y, 0, 0, 1, 0);
        return;
    case 0x4: /* CPSE */
        if (d != r && (m | n) != 0)
            find(a, FINDING_BRANCH, a->s.pc);
        return;
    case 0x5:         /* CP */
    case 0x6:         /* SUB */
        if (d == r) { /* zero */
            write_flags(a, ALL_BUT_T_AND_I, 0);
            if (w >> 10 == 6)
                put(a, d, 0);
            return;
        }
        add(a, d, n, y, 1, 0, w >> 10 == 6, 0);
        return;
    case 0x7: /* ADC */
        add(a, d, n, y, 0, 1, 1, 0);
        return;
    case 0x8: /* AND */
        logic(a, d, shadow_and(m, x, n, y));
        return;
    case 0x9: /* EOR */
        logic(a, d, d == r ? 0 : m | n);
        return;
    case 0xA: /* OR */
        logic(a, d, shadow_or(m, x, n, y));
        return;
    default: /* MOV */
        put(a, d, n);
    }
}

static int32_t as_signed(uint32_t byte)
{
    return (int32_t)(byte & BYTE) - (byte & 0x80u ? 0x100 : 0);
}

static uint32_t product(uint32_t x, uint32_t y, int signed_x, int signed_y)
{
    int32_t f = signed_x ? as_signed(x) : (int32_t)x, g = signed_y ? as_signed(y) : (int32_t)y;
    return (uint32_t)(f * g);
}

/* Into r1 and r0. Of one factor alone that is secret, each value that it can have is tried. */
static void multiply(avr *a, unsigned d, unsigned r, int signed_d, int signed_r, int doubled)
{
    uint32_t m = at(a, d), n = at(a, r), x = a->data[d], y = a->data[r], bits = 0, subset = 0;
    if (m != 0 && n != 0) {
        bits = 0xFFFF;
    } else {
        uint32_t first = product(x & ~m, y & ~n, signed_d, signed_r);
        do { /* one of m and n is none */
            uint32_t f = (x & ~m) | (m ? subset : 0), g = (y & ~n) | (n ? subset : 0);
            bits |= first ^ product(f, g, signed_d, signed_r);
            subset = (subset - (m | n)) & (m | n);
        } while (subset != 0);
    }
    write_flags(a, C | Z, (bits & 0xFFFFu) != 0 ? C | Z : 0);
    bits <<= doubled;
    put(a, 0, bits);
    put(a, 1, bits >> 8);
}

/* 0000 00xx: MOVW, and the products of the upper registers. */
static void wide(avr *a, unsigned w)
{
    unsigned d = w >> 4 & 15u, r = w & 15u;
    if (w >> 8 == 1) {
        put(a, 2 * d, at(a, 2 * r));
        put(a, 2 * d + 1, at(a, 2 * r + 1));
    } else if (w >> 8 == 2) { /* MULS */
        multiply(a, 16 + d, 16 + r, 1, 1, 0);
    } else if (w >> 8 == 3) { /* MULSU FMUL FMULS FMULSU */
        int fractional = (w & 0x88u) != 0;
        int signed_d = (w & 0x88u) != 8u, signed_r = (w & 0x88u) == 0x80u;
        multiply(a, 16 + (d & 7u), 16 + (r & 7u), signed_d, signed_r, fractional);
    }
}

/* 0011 to 0111, 1110: an upper register and a byte. */
static void immediate(avr *a, unsigned w)
{
    unsigned d = 16 + (w >> 4 & 15u), k = (w & 15u) | (w >> 4 & 0xF0u);
    switch (w >> 12) {
    case 3: /* CPI */
        add(a, d, 0, k, 1, 0, 0, 0);
        return;
    case 4: /* SBCI */
        add(a, d, 0, k, 1, 1, 1, 1);
        return;
    case 5: /* SUBI */
        add(a, d, 0, k, 1, 0, 1, 0);
        return;
    case 6: /* ORI */
        logic(a, d, at(a, d) & ~k);
        return;
    case 7: /* ANDI */
        logic(a, d, at(a, d) & k);
        return;
    default: /* LDI */
        put(a, d, 0);
    }
}

/* 1001 010d dddd: one register. */
static void single(avr *a, unsigned w)
{
    unsigned d = w >> 4 & 31u, last;
    uint32_t m = at(a, d), result;
    switch (w & 15u) {
    case 0: /* COM */
        write_flags(a, C | LOGIC, flags_of(m, 0));
        return;
    case 1: /* NEG */
        result = shadow_upwards(m) & BYTE;
        write_flags(a, ALL_BUT_T_AND_I, flags_of(result, m != 0) | (m != 0 ? C : 0));
        put(a, d, result);
        return;
    case 2: /* SWAP */
        put(a, d, m >> 4 | m << 4);
        return;
    case 3: /* INC, DEC */
    case 10:
        result = shadow_sum(m, a->data[d], 0, (w & 15u) == 3 ? 1 : BYTE, 0, 0, &last);
        write_flags(a, LOGIC, flags_of(result, m != 0));
        put(a, d, result);
        return;
    default: /* ASR LSR ROR */
        result = m >> 1;
        if ((w & 15u) == 5)
            result |= m & 0x80u;
        else if ((w & 15u) == 7 && (a->flags & C) != 0)
            result |= 0x80u;
        /* V is N xor C, S is C */
        write_flags(a, C | LOGIC,
                    flags_of(result, 0) | (m & 1u ? C | V | S : 0) | (result >> 7 ? V : 0));
        put(a, d, result);
    }
}

/* 1001 0110, 1001 0111: ADIW, SBIW. */
static void add_wide(avr *a, unsigned w)
{
    unsigned d = 24 + (w >> 3 & 6u), k = (w & 15u) | (w >> 2 & 0x30u), last, secret = 0;
    uint32_t m = pair_at(a, d), x = (uint32_t)(a->data[d] | a->data[d + 1] << 8), result;
    int subtracts = (w & 0x100u) != 0;
    result = shadow_sum(m, x, 0, subtracts ? ~k & 0xFFFFu : k, 0, subtracts, &last);
    if ((result & 0xFFFFu) != 0)
        secret |= Z;
    if (m != 0)
        secret |= N | V | S | C;
    write_flags(a, C | LOGIC, secret);
    put(a, d, result);
    put(a, d + 1, result >> 8);
}

static void load(avr *a, unsigned d, uint32_t address)
{
    put(a, d, address == SREG ? a->flags : at(a, address));
}

static void store(avr *a, unsigned r, uint32_t address)
{
    if (address == SREG) {
        write_flags(a, BYTE, at(a, r));
        return;
    }
    put(a, address, at(a, r));
}

static void check_pointer(avr *a, unsigned pointer)
{
    if (pair_at(a, pointer) != 0)
        find(a, FINDING_ADDRESS, a->s.pc);
}

/* 1001 00: loads and stores by X, Y, Z, the stack pointer or an address; loads from flash. */
static void indirect(avr *a, unsigned w, uint32_t address)
{
    unsigned d = w >> 4 & 31u, how = w & 15u;
    int stores = (w & 0x200u) != 0;
    if (how >= 12 && how < 15)
        check_pointer(a, POINTER_X);
    else if (how == 9 || how == 10)
        check_pointer(a, POINTER_Y);
    else if (how > 0 && how < 8)
        check_pointer(a, POINTER_Z);
    if (how >= 4 && how < 8)
        put(a, d, 0);
    else if (stores)
        store(a, d, address);
    else
        load(a, d, address);
}

/* A return address, which is public, goes to the stack. */
static void call(avr *a, uint32_t address)
{
    unsigned n;
    for (n = 0; n < 3; n++)
        put(a, address - n, 0);
}

static void miscellaneous(avr *a, unsigned w, uint32_t address)
{
    unsigned n;
    if ((w & 0xFF0Fu) == 0x9408u) { /* BSET, BCLR */
        write_flags(a, 1u << (w >> 4 & 7u), 0);
    } else if (w == 0x9508u || w == 0x9518u) { /* RET, RETI */
        for (n = 0; n < 3; n++) {
            if (at(a, address + n) != 0 && n < 2)
                find(a, FINDING_TARGET, a->s.pc);
        }
    } else if (w == 0x9409u || w == 0x9419u || w == 0x9509u || w == 0x9519u) { /* IJMP, ICALL */
        if (pair_at(a, POINTER_Z) != 0)
            find(a, FINDING_TARGET, a->s.pc);
        if ((w & 0x100u) != 0)
            call(a, address);
    } else if (w == 0x95C8u || w == 0x95D8u) { /* LPM, ELPM */
        check_pointer(a, POINTER_Z);
        put(a, 0, 0);
    }
}

/* 1001. */
static void ninth(avr *a, unsigned w, uint32_t address)
{
    unsigned low = w & 15u;
    if (w < 0x9400u) {
        indirect(a, w, address);
    } else if (w < 0x9600u) {
        if (low == 14 || low == 15) /* CALL */
            call(a, address);
        else if (low == 8 || low == 9)
            miscellaneous(a, w, address);
        else if (low < 8 || low == 10)
            single(a, w);
    } else if (w < 0x9800u) {
        add_wide(a, w);
    } else if (w >= 0x9C00u) {
        multiply(a, w >> 4 & 31u, (w & 15u) | (w >> 5 & 16u), 0, 0, 0);
    } else if ((w & 0x100u) != 0 && at(a, 0x20u + (w >> 3 & 31u)) != 0) { /* SBIC, SBIS */
        find(a, FINDING_BRANCH, a->s.pc);
    }
}

/* 1111: branches by flags, and bits. */
static void bit(avr *a, unsigned w)
{
    unsigned d = w >> 4 & 31u, mask = 1u << (w & 7u);
    if (w < 0xF800u) {
        if ((a->flags & mask) != 0)
            find(a, FINDING_BRANCH, a->cause);
    } else if (w < 0xFA00u) { /* BLD */
        put(a, d, (at(a, d) & ~mask) | ((a->flags & T) != 0 ? mask : 0));
    } else if (w < 0xFC00u) { /* BST */
        write_flags(a, T, (at(a, d) & mask) != 0 ? T : 0);
    } else if ((at(a, d) & mask) != 0) { /* SBRC, SBRS */
        find(a, FINDING_BRANCH, a->s.pc);
    }
}

static void follow(avr *a, unsigned w, uint32_t address)
{
    unsigned d = w >> 4 & 31u;
    switch (w >> 12) {
    case 0x0:
        if (w < 0x400u)
            wide(a, w);
        else
            registers(a, w);
        return;
    case 0x1:
    case 0x2:
        registers(a, w);
        return;
    case 0x8:
    case 0xA: /* LDD, STD */
        check_pointer(a, (w & 8u) != 0 ? POINTER_Y : POINTER_Z);
        if ((w & 0x200u) != 0)
            store(a, d, address);
        else
            load(a, d, address);
        return;
    case 0x9:
        ninth(a, w, address);
        return;
    case 0xB: /* IN, OUT */
        address = 0x20u + ((w & 15u) | (w >> 5 & 0x30u));
        if ((w & 0x800u) != 0)
            store(a, d, address);
        else
            load(a, d, address);
        return;
    case 0xC: /* RJMP */
        return;
    case 0xD: /* RCALL */
        call(a, address);
        return;
    case 0xF:
        bit(a, w);
        return;
    default:
        immediate(a, w);
    }
}

void avr_secrets_step(secrets *s, const uint8_t *data, const uint8_t *flags, uint32_t pc,
                      uint32_t address)
{
    avr *a = (avr *)s;
    const uint8_t *code = s->program.flash + pc;
    a->data = data;
    a->status = flags;
    s->pc = pc;
    s->instructions++;
    following_publish(s);
    follow(a, (unsigned)(code[0] | code[1] << 8), address);
}

/* A pointer: a register and the one above it. */
static uint32_t value_of(secrets *s, unsigned number)
{
    const avr *a = (const avr *)s;
    return s->program.ram_base +
           (uint32_t)(a->data[number & 31u] | a->data[(number & 31u) + 1] << 8);
}

static uint32_t status_of(const secrets *s)
{
    return ((const avr *)s)->flags;
}

static void release(secrets *s)
{
    (void)s;
}

secrets *secrets_open_avr(const secrets_program *p)
{
    avr *a = calloc(1, sizeof *a);
    if (a == NULL)
        return NULL;
    a->s.value = value_of;
    a->s.flags = status_of;
    a->s.release = release;
    return following_begin(&a->s, p) ? &a->s : NULL;
}
