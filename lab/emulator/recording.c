/* SPDX-License-Identifier: MIT */
#include "recording.h"

#include <stdlib.h>
#include <string.h>

void recording_begin(recording *r, uint32_t sp, uint32_t stack_floor, uint64_t limit, int trace,
                     int profile)
{
    r->cycles = r->stalls = r->instructions = r->charged = 0;
    r->program_counters = r->addresses = r->times = 0;
    r->limit = limit;
    r->lowest_sp = sp;
    r->stack_floor = stack_floor;
    r->last_pc = 0;
    r->stop = STOP_NONE;
    r->trace = trace;
    r->profiles = profile;
    if (profile) {
        size_t bytes = (r->flash_bytes / 2 + 1) * sizeof *r->profile;
        if (r->profile == NULL)
            r->profile = malloc(bytes);
        if (r->profile == NULL)
            r->profiles = 0;
        else
            memset(r->profile, 0, bytes);
    }
    r->observes = (uint32_t)(r->trace || r->profiles);
    if (r->board != NULL)
        flash_reset(r->board);
}

void recording_end(recording *r, uint32_t last_address, engine_result *result)
{
    if (r->observes && r->instructions != 0)
        observe(r, ~0u);
    result->cycles = r->cycles;
    result->instructions = r->instructions;
    result->program_counters = r->trace ? mix(r->program_counters, r->instructions) : 0;
    result->addresses = r->trace ? mix(r->addresses, 1) : 0;
    result->times = r->times;
    result->lowest_sp = r->lowest_sp;
    result->last_pc = r->last_pc;
    result->last_address = last_address;
    result->stalls = r->stalls;
    result->stop = r->stop;
}

void recording_stop(recording *r, uint32_t reason)
{
    if (r->stop == STOP_NONE)
        r->stop = reason;
    uc_emu_stop(r->uc);
}
