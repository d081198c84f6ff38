/* SPDX-License-Identifier: MIT */
/* A core that is watched, and the model that says what an instruction shows. */
#ifndef LAB_LEAKAGE_MODEL_H
#define LAB_LEAKAGE_MODEL_H

#include <unicorn/unicorn.h>

#include "flow.h"
#include "leakage.h"
#include "leakage_sums.h"

#define LEAKAGE_REGISTERS 15u /* PC is no data */
#define LEAKAGE_NEVER UINT64_MAX

typedef struct {
    instruction i;
    flow f;
    uint16_t results; /* registers that it writes data to */
    uint16_t others;  /* those that it may write besides */
} leakage_entry;

struct leakage {
    leakage_program program;
    leakage_window window;
    leakage_entry *table; /* one a halfword of flash, filled in as code is reached */
    uint32_t registers[LEAKAGE_REGISTERS], operands[2], bus;
    const leakage_entry *previous; /* whose results are not seen yet; NULL for none */
    leakage_sample pending;
    uint32_t expected; /* address behind the previous instruction */
    int running, started, isa;
    leakage_run run;
    leakage_group groups[GROUPS];
    /* of the first run, which others are compared with */
    uint32_t *path, *addresses;
    uint64_t path_room, path_length, sample_count;
    leakage_sample *samples; /* of the last */
    uint64_t sample_room;
    int known; /* the path is whole */
    uc_hook hook;
};

/* Fills in which registers a decoded instruction writes. */
void leakage_assign(leakage_entry *e);

/* What is driven as an instruction at `pc` begins, into l->pending: operands, and data that memory
 * exchanges. */
void leakage_enter(leakage *l, const leakage_entry *e, uint32_t pc);

/* What l->previous wrote, which stands in the registers by now, into l->pending. */
void leakage_settle(leakage *l);

/* A register of the core, kept beside it. */
void leakage_read(leakage *l, unsigned r);

#endif
