/* SPDX-License-Identifier: MIT */
/*
 * Follows secrets through a program on an emulated core: a bit beside each bit of the registers,
 * the flags and RAM says whether a secret may decide it. Where one decides a branch, an address,
 * or how long an instruction takes, that is a finding. A run without findings has the program
 * counters, addresses and cycles of every run with other secrets and the same public data: by
 * induction, for each instruction is the same, and so is all public data that it leaves.
 */
#ifndef LAB_SECRETS_H
#define LAB_SECRETS_H

#include <stdint.h>

/* In the order of DEPENDENT in lab/findings.py, which has the words. */
enum {
    FINDING_BRANCH = 1, /* a secret decides whether a branch is taken */
    FINDING_TARGET,     /* where one goes */
    FINDING_ADDRESS,    /* which address is read or written */
    FINDING_OPERAND,    /* an operand of an instruction whose time depends on it */
    FINDING_CONDITION,  /* whether an instruction is skipped that takes other than one cycle */
    FINDING_UNKNOWN     /* no rule here for an instruction */
};

/* `cause` is where the flags came from that decided, or the instruction itself. */
typedef struct {
    uint32_t kind, address, cause, times;
} secrets_finding;

typedef struct secrets secrets;

/* What is followed: a core, Unicorn's where it has one, with memories that stay valid until
 * secrets_close. */
typedef struct {
    void *core;
    const uint8_t *flash;
    uint32_t flash_base, flash_bytes, ram_base, ram_bytes;
} secrets_program;

/* For Cortex-M and for RV32IMC on Unicorn; for AVR on simavr, in avr/. NULL when memory is short or
 * the core cannot be followed. */
secrets *secrets_open_arm(const secrets_program *p, int core, unsigned multiply_cycles);
secrets *secrets_open_riscv(const secrets_program *p);
secrets *secrets_open_avr(const secrets_program *p);
void secrets_close(secrets *s);

/* These bytes of RAM are secret; these bits of a register are, and no others. */
void secrets_mark(secrets *s, uint32_t address, uint32_t bytes);
void secrets_mark_register(secrets *s, unsigned number, uint32_t bits);

/* Bits of one byte of RAM, and no others of it. */
void secrets_mark_bits(secrets *s, uint32_t address, uint32_t bits);

/* When the instruction at this address begins, `bytes` of RAM are public from where a register
 * points to. 0 when there are too many such places. */
int secrets_publish(secrets *s, uint32_t address, unsigned number, uint32_t bytes);

/* How many of these bytes of RAM a secret may decide; which bits of one, and of a register; which
 * flags: N Z C V GE Q from bit 0 on, an AVR's as in its status register. */
uint32_t secrets_count(const secrets *s, uint32_t address, uint32_t bytes);
uint32_t secrets_bits(const secrets *s, uint32_t address);
uint32_t secrets_register(const secrets *s, unsigned number);
uint32_t secrets_flags(const secrets *s);

/* The findings so far, at most `room`; returns how many there are. */
uint32_t secrets_findings(const secrets *s, secrets_finding *out, uint32_t room);

/* Instructions followed so far, with those that were skipped. */
uint64_t secrets_instructions(const secrets *s);

#endif
