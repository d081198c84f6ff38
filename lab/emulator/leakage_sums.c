/* SPDX-License-Identifier: MIT */
#include "leakage_sums.h"

#include <stdlib.h>

static int make(leakage_group *g, size_t count)
{
    g->powers = calloc(count + 1, POWERS * sizeof *g->powers);
    g->parts = calloc(count + 1, PARTS * PART_POWERS * sizeof *g->parts);
    return g->powers != NULL && g->parts != NULL;
}

static void add_part(uint32_t *sums, const leakage_sample *samples, unsigned part, size_t count)
{
    size_t s;
    for (s = 0; s < count; s++) {
        uint32_t x = samples[s].parts[part];
        sums[s] += x;
        sums[count + s] += x * x;
    }
}

int leakage_group_add(leakage_group *g, const leakage_sample *samples, size_t count)
{
    uint64_t *sums;
    unsigned part;
    size_t s;
    if (g->runs == LEAKAGE_RUNS || (g->powers == NULL && !make(g, count)))
        return 0;
    sums = g->powers;
    for (s = 0; s < count; s++) {
        uint64_t x = 0;
        for (part = 0; part < PARTS; part++)
            x += samples[s].parts[part];
        sums[s] += x;
        sums[count + s] += x * x;
        sums[2 * count + s] += x * x * x;
        sums[3 * count + s] += x * x * x * x;
    }
    for (part = 0; part < PARTS; part++)
        add_part(g->parts + part * PART_POWERS * count, samples, part, count);
    g->runs++;
    return 1;
}

void leakage_group_release(leakage_group *g)
{
    free(g->powers);
    free(g->parts);
}
