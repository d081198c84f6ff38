/* SPDX-License-Identifier: MIT */
/* A Cortex-M whose secrets are followed, and what results and flags have of them. */
#ifndef LAB_ARM_SECRETS_H
#define LAB_ARM_SECRETS_H

#include "flow.h"
#include "following.h"

typedef struct {
    instruction i;
    flow f;
} arm_entry;

typedef struct {
    secrets s;
    arm_entry *table;  /* one a halfword of flash, filled in as code is reached */
    uint32_t expected; /* address behind the previous instruction */
    uint32_t cause;    /* where secret flags came from */
    unsigned multiply_cycles, carries;
    int core, isa;
    uint8_t flags;    /* secret ones */
    uint8_t under;    /* flags that decide what IT is over */
    uint8_t left;     /* instructions that IT is still over */
    uint8_t went_off; /* the previous instruction may have gone elsewhere */
} arm;

/* What a register holds and which of its bits are secret; nothing for REGISTER_NONE. */
uint32_t arm_value(arm *a, unsigned r);
uint32_t arm_secret(const arm *a, unsigned r);

/* The secret bits of a result. */
uint32_t arm_result(arm *a, const flow *f);

/* Behind arm_result, whose secret bits are `result`: which of the flags written are secret. */
void arm_write_flags(arm *a, const flow *f, uint8_t written, uint32_t result);

#endif
