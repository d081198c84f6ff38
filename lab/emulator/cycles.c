/* SPDX-License-Identifier: MIT */
/*
 * Cycles per instruction at zero wait states, from Arm's technical reference manuals:
 *   M0   Cortex-M0 r0p0, DDI 0432C, table 3-1
 *   M0+  Cortex-M0+ r0p1, DDI 0484C, table 3-1
 *   M3   Cortex-M3 r2p1, DDI 0337I, table 3-1 and section 3.3.2
 *   M4   Cortex-M4 r0p1, DDI 0439D, table 3-1 and section 3.3.3
 *   M4F  the M4, and for the registers of its floating-point unit DDI 0439D, table 7-1
 *   M33  none: Arm publishes no cycles of the Cortex-M33 (its manual, 100230, has no such table),
 * so it is taken to be an M4, whose instructions and three stages it has. It can issue two 16-bit
 * instructions at once, which is not modelled: its cycles are unvalidated. An instruction that IT
 * skips costs one cycle on M3 and M4; the engine charges it.
 */
#include "instruction.h"

/*
 * P, the pipeline refill after a taken branch: "1 to 3 depending on the alignment and width of
 * the target instruction, and whether the processor manages to speculate the address early" (M3,
 * M4: table 3-1). 1 where the branch names its target, 2 where a register or memory holds it: the
 * M3's older manual adds two cycles to a taken branch (DDI 0337E, table 18-1). What the target's
 * alignment adds, and the instruction before takes off or adds, is in pipeline.h.
 */
#define REFILL_NAMED 1
#define REFILL 2
/* "LDR PC,[any] [...] at least two cycles for the load, and three for the pipeline reload" */
#define REFILL_LOADED 3

/* `each` is charged per register transferred, `taken` when the branch is taken. */
typedef struct {
    uint8_t cycles, each, taken;
} cost;

static const cost costs[CORE_M4 + 1][KIND_COUNT] =
    {
        [CORE_M0] =
            {
                [KIND_ALU] = {1, 0, 0},
                [KIND_MUL] = {0, 0, 0}, /* 1 or 32: the multiplier is the vendor's choice */
                [KIND_LOAD] = {2, 0, 0},
                [KIND_STORE] = {2, 0, 0},
                [KIND_STORE_INDEX] = {2, 0, 0},
                [KIND_LOAD_MULTIPLE] = {1, 1, 0}, /* 1+N */
                [KIND_STORE_MULTIPLE] = {1, 1, 0},
                [KIND_PUSH] = {1, 1, 0}, /* 1+N, N with LR */
                [KIND_POP] = {1, 1, 0},
                [KIND_POP_PC] = {4, 1, 0}, /* 4+N, N with PC */
                [KIND_BRANCH] = {1, 0, 2}, /* B 3; B<c> 1 or 3 */
                [KIND_BRANCH_CONDITION] = {1, 0, 2},
                [KIND_BRANCH_LINK] = {2, 0, 2},     /* BL 4 */
                [KIND_BRANCH_REGISTER] = {1, 0, 2}, /* BX 3, BLX 3 */
                [KIND_CALL_REGISTER] = {1, 0, 2},
                [KIND_MOVE_PC] = {1, 0, 2}, /* MOV PC 3, ADD PC 3 */
                [KIND_HINT] = {1, 0, 0},    /* NOP, SEV 1 */
                [KIND_BARRIER] = {4, 0, 0}, /* DMB, DSB, ISB 4 */
                [KIND_ISB] = {4, 0, 0},
                [KIND_SPECIAL] = {4, 0, 0}, /* MRS, MSR 4 */
                [KIND_CPS] = {1, 0, 0},
            },
        [CORE_M0PLUS] =
            {
                [KIND_ALU] = {1, 0, 0},
                [KIND_MUL] = {0, 0, 0},  /* 1 or 32 */
                [KIND_LOAD] = {2, 0, 0}, /* 1 from the single-cycle I/O port: not modelled */
                [KIND_STORE] = {2, 0, 0},
                [KIND_STORE_INDEX] = {2, 0, 0},
                [KIND_LOAD_MULTIPLE] = {1, 1, 0},
                [KIND_STORE_MULTIPLE] = {1, 1, 0},
                [KIND_PUSH] = {1, 1, 0},
                [KIND_POP] = {1, 1, 0},
                [KIND_POP_PC] = {3, 1, 0}, /* 3+N */
                [KIND_BRANCH] = {1, 0, 1}, /* B 2; B<c> 1 or 2 */
                [KIND_BRANCH_CONDITION] = {1, 0, 1},
                [KIND_BRANCH_LINK] = {2, 0, 1},     /* BL 3 */
                [KIND_BRANCH_REGISTER] = {1, 0, 1}, /* BX 2, BLX 2 */
                [KIND_CALL_REGISTER] = {1, 0, 1},
                [KIND_MOVE_PC] = {1, 0, 1}, /* MOV PC 2, ADD PC 2 */
                [KIND_HINT] = {1, 0, 0},
                [KIND_BARRIER] = {3, 0, 0}, /* DMB, DSB, ISB 3 */
                [KIND_ISB] = {3, 0, 0},
                [KIND_SPECIAL] = {3, 0, 0}, /* MRS, MSR 3 */
                [KIND_CPS] = {1, 0, 0},
            },
        [CORE_M3] =
            {
                [KIND_ALU] = {1, 0, 0},
                [KIND_MUL] = {1, 0, 0},
                [KIND_MLA] = {2, 0, 0},   /* MLA, MLS 2 */
                [KIND_UMULL] = {3, 0, 0}, /* 3 to 5 by operand */
                [KIND_SMULL] = {3, 0, 0},
                [KIND_UMLAL] = {4, 0, 0}, /* 4 to 7 by operand */
                [KIND_SMLAL] = {4, 0, 0},
                [KIND_UDIV] = {2, 0, 0}, /* 2 to 12 by operand */
                [KIND_SDIV] = {2, 0, 0},
                [KIND_LOAD] = {2, 0, 0}, /* pipeline.h */
                [KIND_LOAD_PC] = {2, 0, REFILL_LOADED},
                [KIND_STORE] = {1, 0, 0},       /* "STR Rx,[Ry,#imm] is always one cycle" */
                [KIND_STORE_INDEX] = {2, 0, 0}, /* pipeline.h */
                [KIND_LOAD_DOUBLE] = {1, 1, 0}, /* 1+N */
                [KIND_STORE_DOUBLE] = {1, 1, 0},
                [KIND_LOAD_MULTIPLE] = {1, 1, 0}, /* 1+N */
                [KIND_LOAD_MULTIPLE_PC] = {1, 1, REFILL},
                [KIND_STORE_MULTIPLE] = {1, 1, 0},
                [KIND_PUSH] = {1, 1, 0},
                [KIND_POP] = {1, 1, 0},
                [KIND_POP_PC] = {1, 1, REFILL},       /* 1+N+P */
                [KIND_BRANCH] = {1, 0, REFILL_NAMED}, /* 1+P; conditional 1 or 1+P */
                [KIND_BRANCH_CONDITION] = {1, 0, REFILL_NAMED},
                [KIND_BRANCH_LINK] = {1, 0, REFILL_NAMED},
                [KIND_BRANCH_REGISTER] = {1, 0, REFILL},
                [KIND_CALL_REGISTER] = {1, 0, REFILL},
                [KIND_MOVE_PC] = {1, 0, REFILL},
                [KIND_TABLE_BRANCH] = {3, 0, REFILL_LOADED}, /* "at least six cycles" */
                [KIND_IT] = {1, 0, 0},
                [KIND_HINT] = {1, 0, 0},
                [KIND_BARRIER] = {1, 0, 0},      /* 1+B, B at least 0 */
                [KIND_ISB] = {1 + REFILL, 0, 0}, /* 1+B, B at least P */
                [KIND_SPECIAL] = {2, 0, 0},      /* "1 or 2" */
                [KIND_CPS] = {2, 0, 0},          /* "1 or 2" */
            },
        [CORE_M4] =
            {
                [KIND_ALU] = {1, 0, 0},
                [KIND_MUL] = {1, 0, 0},
                [KIND_MLA] = {1, 0, 0},
                [KIND_UMULL] = {1, 0, 0},
                [KIND_SMULL] = {1, 0, 0},
                [KIND_UMLAL] = {1, 0, 0},
                [KIND_SMLAL] = {1, 0, 0},
                [KIND_DSP_MULTIPLY] = {1, 0, 0},
                [KIND_UDIV] = {2, 0, 0}, /* 2 to 12 by operand */
                [KIND_SDIV] = {2, 0, 0},
                [KIND_LOAD] = {2, 0, 0},
                [KIND_LOAD_PC] = {2, 0, REFILL_LOADED},
                [KIND_STORE] = {1, 0, 0},
                [KIND_STORE_INDEX] = {2, 0, 0},
                [KIND_LOAD_DOUBLE] = {1, 1, 0},
                [KIND_STORE_DOUBLE] = {1, 1, 0},
                [KIND_LOAD_MULTIPLE] = {1, 1, 0},
                [KIND_LOAD_MULTIPLE_PC] = {1, 1, REFILL},
                [KIND_STORE_MULTIPLE] = {1, 1, 0},
                [KIND_PUSH] = {1, 1, 0},
                [KIND_POP] = {1, 1, 0},
                [KIND_POP_PC] = {1, 1, REFILL},
                [KIND_BRANCH] = {1, 0, REFILL_NAMED},
                [KIND_BRANCH_CONDITION] = {1, 0, REFILL_NAMED},
                [KIND_BRANCH_LINK] = {1, 0, REFILL_NAMED},
                [KIND_BRANCH_REGISTER] = {1, 0, REFILL},
                [KIND_CALL_REGISTER] = {1, 0, REFILL},
                [KIND_MOVE_PC] = {1, 0, REFILL},
                [KIND_TABLE_BRANCH] = {3, 0, REFILL_LOADED},
                [KIND_IT] = {1, 0, 0},
                [KIND_HINT] = {1, 0, 0},
                [KIND_BARRIER] = {1, 0, 0},
                [KIND_ISB] = {1 + REFILL, 0, 0},
                [KIND_SPECIAL] = {2, 0, 0},
                [KIND_CPS] = {2, 0, 0},
                [KIND_FLOAT_MOVE] = {1, 0, 0},
                [KIND_FLOAT_MOVE_TWO] = {2, 0, 0},
                [KIND_FLOAT_LOAD] = {1, 1, 0}, /* 1+N, 1+2N of doubles */
                [KIND_FLOAT_STORE] = {1, 1, 0},
            },
};

/* Whether the address of an access has to be looked at: for a penalty or for a fault. */
static int may_be_unaligned(const instruction *i, int core)
{
    if ((i->flags & FLAG_ACCESS) == 0 || i->size == 1 || i->base == REGISTER_PC)
        return 0;
    if (i->base == REGISTER_SP && i->index == REGISTER_NONE && i->offset % i->size == 0)
        return 0;
    return core < CORE_M3 || i->kind == KIND_LOAD || i->count > 1 || i->kind == KIND_FLOAT_LOAD ||
           i->kind == KIND_FLOAT_STORE;
}

void cycles_assign(instruction *i, int core, unsigned multiply_cycles)
{
    const cost *c = &costs[core < CORE_M4 ? core : CORE_M4][i->kind];
    i->cycles = (uint8_t)(c->cycles + c->each * i->count);
    i->taken = c->taken;
    if (i->kind == KIND_MUL && core < CORE_M3)
        i->cycles = (uint8_t)multiply_cycles;
    if (i->cycles == 0 && i->kind != KIND_TRAP)
        i->kind = KIND_UNKNOWN; /* this core's table has no such line */
    if (i->kind == KIND_UDIV || i->kind == KIND_SDIV)
        i->flags |= FLAG_OPERANDS;
    if (core == CORE_M3 && i->kind >= KIND_UMULL && i->kind <= KIND_SMLAL)
        i->flags |= FLAG_OPERANDS;
    if (may_be_unaligned(i, core))
        i->flags |= FLAG_ALIGNMENT;
}

static unsigned leading_zeros(uint32_t x)
{
    return x == 0 ? 32u : (unsigned)__builtin_clz(x);
}

static uint32_t magnitude(uint32_t x)
{
    return (x >> 31) != 0 ? 0u - x : x;
}

/*
 * Division: "early termination [...] based on the number of leading ones and zeroes in the input
 * operands" (M3, M4: table 3-1, note b), 2 to 12 cycles. The manuals give no formula; three
 * quotient bits a cycle span the range: a 32-bit quotient takes 1 + 11, up to three bits take 2.
 */
static unsigned division(uint32_t n, uint32_t m)
{
    unsigned zeros_n = leading_zeros(n), zeros_m = leading_zeros(m);
    unsigned quotient_bits = m == 0 || zeros_n > zeros_m ? 0 : zeros_m - zeros_n + 1;
    return quotient_bits <= 3 ? 0 : (quotient_bits + 2) / 3 - 1;
}

/*
 * M3 long multiplication: "early termination depending on the size of the source values" (table
 * 3-1, note a). Short only when both operands fit 16 bits, shortest when one of them is zero.
 */
static unsigned long_multiplication(uint32_t n, uint32_t m, int is_signed, unsigned longest)
{
    uint32_t high = is_signed ? 0x8000u : 0u; /* moves [-2^15, 2^15) onto [0, 2^16) */
    if (((n + high) >> 16) != 0 || ((m + high) >> 16) != 0)
        return longest;
    return n == 0 || m == 0 ? 0 : 1;
}

int cycles_alignment(const instruction *i, int core, uint32_t address)
{
    if ((address & (i->size - 1u)) == 0)
        return 0;
    if (core < CORE_M3 || i->kind != KIND_LOAD)
        return -1;
    return i->size == 4 && (address & 1u) != 0 ? 2 : 1;
}

unsigned cycles_operands(const instruction *i, uint32_t n, uint32_t m)
{
    switch (i->kind) {
    case KIND_UDIV:
        return division(n, m);
    case KIND_SDIV:
        return division(magnitude(n), magnitude(m));
    case KIND_UMULL:
        return long_multiplication(n, m, 0, 2);
    case KIND_SMULL:
        return long_multiplication(n, m, 1, 2);
    case KIND_UMLAL:
        return long_multiplication(n, m, 0, 3);
    default:
        return long_multiplication(n, m, 1, 3);
    }
}
