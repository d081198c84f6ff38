/* SPDX-License-Identifier: MIT */
/* The rules by which results and flags of a Cortex-M take over secrets. */
#include "arm_secrets.h"
#include "arm_state.h"
#include "shadow.h"

#define ALL SHADOW_ALL

uint32_t arm_value(arm *a, unsigned r)
{
    return r == REGISTER_NONE ? 0 : arm_register(a->s.program.core, r, a->s.pc);
}

uint32_t arm_secret(const arm *a, unsigned r)
{
    return r == REGISTER_NONE || r == REGISTER_PC ? 0 : a->s.registers[r];
}

static int rotates_with_carry(const flow *f)
{
    return f->shift == SHIFT_ROR && f->by == 0 && f->rm != REGISTER_NONE && f->op != FLOW_SHIFT;
}

static uint32_t second_secret(const arm *a, const flow *f)
{
    uint32_t m = f->has_immediate ? 0 : arm_secret(a, f->rm);
    if (rotates_with_carry(f))
        return m >> 1 | (a->flags & APSR_C ? 0x80000000u : 0);
    return f->by ? shadow_shifted(m, f->shift, f->by) : m;
}

static uint32_t second_value(arm *a, const flow *f)
{
    uint32_t x = f->has_immediate ? f->immediate : arm_value(a, f->rm);
    if (rotates_with_carry(f))
        return x >> 1 | (uint32_t)arm_carry(a->s.program.core) << 31;
    return f->by ? shadow_shifted(x, f->shift, f->by) : x;
}

static uint32_t logical(arm *a, const flow *f, uint32_t m, uint32_t n)
{
    uint32_t x, y;
    if ((m | n) == 0)
        return 0;
    x = arm_value(a, f->rn);
    y = second_value(a, f);
    if (f->op == FLOW_CLEAR || f->op == FLOW_OR_NOT)
        y = ~y;
    return f->op == FLOW_AND || f->op == FLOW_CLEAR ? shadow_and(m, x, n, y)
                                                    : shadow_or(m, x, n, y);
}

static uint32_t summed(arm *a, const flow *f, uint32_t m, uint32_t n)
{
    unsigned c = (f->reads & a->flags & APSR_C) != 0, carry = f->complement != 0;
    uint32_t x, y;
    a->carries = 0;
    if ((m | n) == 0 && !c)
        return 0;
    x = arm_value(a, f->rn);
    y = second_value(a, f);
    if ((f->reads & APSR_C) != 0)
        carry = arm_carry(a->s.program.core);
    return shadow_sum(m, f->complement == 1 ? ~x : x, n, f->complement == 2 ? ~y : y, c, carry,
                      &a->carries);
}

uint32_t arm_result(arm *a, const flow *f)
{
    uint32_t m = arm_secret(a, f->rn), n = second_secret(a, f), o = arm_secret(a, f->ra);
    switch (f->op) {
    case FLOW_BITS:
        return m | n;
    case FLOW_AND:
    case FLOW_CLEAR:
    case FLOW_OR:
    case FLOW_OR_NOT:
        return logical(a, f, m, n);
    case FLOW_SUM:
        return summed(a, f, m, n);
    case FLOW_PRODUCT:
        return shadow_upwards(o | shadow_product(m, arm_value(a, f->rn), n, arm_value(a, f->rm)));
    case FLOW_SHIFT:
        return shadow_shifted_by_secret(m, arm_value(a, f->rn), f->shift, n & 0xFFu,
                                        arm_value(a, f->rm) & 0xFFu);
    case FLOW_EXTRACT:
        return shadow_extended(m >> f->low, f->width, f->is_signed);
    case FLOW_INSERT:
        return (arm_secret(a, f->rd) & ~(shadow_lowest(f->width) << f->low)) |
               (m & shadow_lowest(f->width)) << f->low;
    case FLOW_EXTEND:
        n = shadow_extended(shadow_shifted(n, SHIFT_ROR, f->low), f->width, f->is_signed);
        return f->rn == REGISTER_NONE ? n : shadow_upwards(m | n);
    case FLOW_REVERSE:
        return shadow_reversed(n, f->width);
    case FLOW_SELECT:
        return (a->flags & APSR_GE) != 0 ? ALL : m | n;
    case FLOW_TOP:
        return arm_secret(a, f->rd) & 0xFFFFu;
    case FLOW_GET_FLAGS:
        return a->flags != 0 ? ALL : 0;
    default:
        return (m | n | o) != 0 ? ALL : 0;
    }
}

/* Whether the last bit that a shift moves out, which becomes the carry, is secret. */
static int shifted_out(arm *a, const flow *f)
{
    uint32_t m = f->has_immediate ? 0 : arm_secret(a, f->rm);
    if (f->op == FLOW_SHIFT) /* by 0 it stays */
        return (m | arm_secret(a, f->rn)) != 0 ||
               ((a->flags & APSR_C) != 0 && (arm_value(a, f->rm) & 0xFFu) == 0);
    if (rotates_with_carry(f))
        return (int)(m & 1u);
    if (f->by == 0)
        return 0;
    return (int)(m >> (f->shift == SHIFT_LSL ? 32 - f->by : f->by - 1) & 1u);
}

void arm_write_flags(arm *a, const flow *f, uint8_t written, uint32_t result)
{
    uint32_t operands = arm_secret(a, f->rn) | second_secret(a, f) | arm_secret(a, f->ra);
    uint8_t now = 0;
    if ((f->reads & a->flags) != 0)
        operands = ALL;
    if (result >> 31)
        now |= APSR_N;
    if (result != 0)
        now |= APSR_Z;
    if (f->op == FLOW_SUM ? a->carries != 0 : shifted_out(a, f))
        now |= APSR_C;
    if (operands != 0)
        now |= APSR_V | APSR_GE;
    now &= written;
    if (now != 0)
        a->cause = a->s.pc;
    a->flags = (uint8_t)((a->flags & ~written) | now);
}
