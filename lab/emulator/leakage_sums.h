/* SPDX-License-Identifier: MIT */
/* Sums over runs, and what of a run they are made of. */
#ifndef LAB_LEAKAGE_SUMS_H
#define LAB_LEAKAGE_SUMS_H

#include <stddef.h>

#include "leakage.h"

typedef struct {
    uint16_t parts[PARTS];
} leakage_sample;

typedef struct {
    uint64_t *powers; /* POWERS arrays of a number for each sample */
    uint32_t *parts;  /* PARTS times PART_POWERS of them */
    uint32_t runs;
} leakage_group;

/* Adds a run. 0 when memory is short or the group is full, else 1. */
int leakage_group_add(leakage_group *g, const leakage_sample *samples, size_t count);
void leakage_group_release(leakage_group *g);

#endif
