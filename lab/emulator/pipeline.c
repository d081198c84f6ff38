/* SPDX-License-Identifier: MIT */
#include "pipeline.h"

#include <string.h>

#include "flow.h"

static int stores_one(const instruction *i)
{
    return i->kind == KIND_STORE || i->kind == KIND_STORE_INDEX;
}

/* The registers that are not there when the next instruction makes its address. */
static uint16_t computed(const instruction *i, uint32_t first, uint32_t second)
{
    uint32_t written = 0;
    flow f;
    if (stores_one(i))
        return i->updated;
    if (i->kind == KIND_UNKNOWN || (i->flags & (FLAG_ACCESS | FLAG_BRANCH)) != 0)
        return 0;
    f = flow_of(first, second, i);
    if (f.rd < 16)
        written |= 1u << f.rd;
    if (f.rd2 < 16)
        written |= 1u << f.rd2;
    return (uint16_t)written;
}

void pipeline_assign(instruction *i, int core, uint32_t first, uint32_t second)
{
    int single = i->kind == KIND_LOAD || stores_one(i);
    if (single && !(core == CORE_M3 && i->updated != 0))
        i->flags |= FLAG_PIPELINES;
    if (i->kind == KIND_LOAD)
        i->flags |= FLAG_FEEDS;
    i->computed = computed(i, first, second);
}

void pipeline_forget(pipeline *p)
{
    memset(p, 0, sizeof *p);
}

void pipeline_skip(pipeline *p, const instruction *i)
{
    pipeline_forget(p);
    p->computed = i->computed;
    p->narrow = i->length == 2;
}

/* Bit r: register r is in the address of an access. */
static uint32_t address_registers(const instruction *i)
{
    uint32_t registers = i->base == REGISTER_PC ? 0 : 1u << i->base;
    return i->index == REGISTER_NONE ? registers : registers | 1u << i->index;
}

/* It waits for its address and for the store before it at the same time. */
static int wait_for_access(const pipeline *p, const instruction *i)
{
    uint32_t registers = address_registers(i);
    int waits = (p->computed & registers) != 0 || (p->stored && instruction_loads(i));
    int overlaps = (i->flags & FLAG_PIPELINES) != 0 && p->fed != 0 && (p->fed & registers) == 0;
    return waits - overlaps;
}

int pipeline_enter(pipeline *p, const instruction *i, uint32_t address, int follows)
{
    int extra = 0;
    if (!follows) {
        pipeline_forget(p);
        extra = i->length == 4 && (address & 2u) != 0;
    }
    if (i->kind == KIND_IT && p->narrow)
        extra--;
    if ((i->flags & FLAG_ACCESS) != 0)
        extra += wait_for_access(p, i);
    p->computed = i->computed;
    p->fed = (i->flags & FLAG_FEEDS) != 0 ? (uint16_t)(i->loaded | i->updated) : 0;
    p->stored = (uint8_t)stores_one(i);
    p->narrow = i->length == 2;
    return extra;
}
