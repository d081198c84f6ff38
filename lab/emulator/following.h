/* SPDX-License-Identifier: MIT */
/* What the rules of an instruction set have to do with secrets.c. */
#ifndef LAB_FOLLOWING_H
#define LAB_FOLLOWING_H

#include <stddef.h>

#include "secrets.h"

#define FOLLOWING_PLACES 32

typedef struct {
    uint32_t address, bytes;
    unsigned number;
} following_place;

/* The head of each instruction set's own structure. */
struct secrets {
    secrets_program program;
    size_t hook;            /* Unicorn's; 0 for none */
    uint8_t *ram;           /* a byte's secret bits */
    uint32_t registers[32]; /* a register's */
    uint32_t pc;
    uint64_t instructions;
    secrets_finding *findings;
    uint32_t count, room;
    following_place places[FOLLOWING_PLACES];
    uint32_t place_count;
    uint32_t (*value)(secrets *s, unsigned number);
    uint32_t (*flags)(const secrets *s);
    void (*release)(secrets *s);
};

/* Takes memory. On failure everything is closed, and 0 returned. */
int following_begin(secrets *s, const secrets_program *p);

/* At the instruction s->pc. */
void following_find(secrets *s, uint32_t kind, uint32_t cause);
void following_publish(secrets *s);

/* Of up to four bytes, the lowest first; outside RAM nothing is secret. */
uint32_t following_load(const secrets *s, uint32_t address, unsigned size);
void following_store(secrets *s, uint32_t address, unsigned size, uint32_t m);

#endif
