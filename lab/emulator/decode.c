/* SPDX-License-Identifier: MIT */
/* Thumb decoder: constructors. Sections cited are those of the ARMv7-M manual (DDI 0403E). */
#include "decode.h"

static uint8_t population(uint32_t list)
{
    uint8_t n = 0;
    for (; list != 0; list &= list - 1)
        n++;
    return n;
}

instruction make_plain(int kind)
{
    instruction i = {0};
    i.kind = (uint8_t)kind;
    i.base = REGISTER_NONE;
    i.index = REGISTER_NONE;
    return i;
}

instruction make_branch(int kind)
{
    instruction i = make_plain(kind);
    i.flags = FLAG_BRANCH;
    if (kind != KIND_BRANCH_CONDITION)
        i.flags |= FLAG_ALWAYS;
    return i;
}

instruction make_alu(unsigned rd)
{
    instruction i = make_plain(KIND_ALU);
    if (rd == REGISTER_SP)
        i.flags |= FLAG_WRITES_SP;
    return i;
}

instruction make_operands(int kind, unsigned rn, unsigned rm)
{
    instruction i = make_plain(kind);
    i.rn = (uint8_t)rn;
    i.rm = (uint8_t)rm;
    return i;
}

instruction make_access(int kind, unsigned size, unsigned base, int offset)
{
    instruction i = make_plain(kind);
    i.flags = FLAG_ACCESS;
    i.size = (uint8_t)size;
    i.base = (uint8_t)base;
    i.offset = (int16_t)offset;
    i.count = 1;
    return i;
}

/* A load (load != 0) or store of one register. */
instruction make_single(int load, unsigned rt, unsigned size, unsigned base, int offset)
{
    int kind = load ? KIND_LOAD : KIND_STORE;
    instruction i;
    if (load && rt == REGISTER_PC)
        kind = KIND_LOAD_PC;
    i = make_access(kind, size, base, offset);
    if (load)
        i.loaded = (uint16_t)(1u << rt);
    if (kind == KIND_LOAD_PC)
        i.flags |= FLAG_BRANCH | FLAG_ALWAYS;
    if (load && rt == REGISTER_SP)
        i.flags |= FLAG_WRITES_SP;
    return i;
}

instruction make_indexed(int load, unsigned rt, unsigned size, unsigned base, unsigned index,
                         unsigned shift)
{
    instruction i = make_single(load, rt, size, base, 0);
    if (!load)
        i.kind = KIND_STORE_INDEX;
    i.index = (uint8_t)index;
    i.shift = (uint8_t)shift;
    return i;
}

/* LDM, STM, PUSH, POP. `down`: the block ends below the base. */
instruction make_multiple(int load, unsigned base, uint32_t list, int down, int writeback)
{
    uint8_t count = population(list);
    int stack = base == REGISTER_SP && writeback && down == !load;
    int to_pc = load && (list >> REGISTER_PC) != 0;
    int kind = load ? (to_pc ? KIND_LOAD_MULTIPLE_PC : KIND_LOAD_MULTIPLE) : KIND_STORE_MULTIPLE;
    instruction i;
    if (stack)
        kind = load ? (to_pc ? KIND_POP_PC : KIND_POP) : KIND_PUSH;
    if (count == 0 || base == REGISTER_PC || ((list >> REGISTER_SP) & 1u) != 0)
        return make_plain(KIND_UNKNOWN);
    i = make_access(kind, 4, base, down ? -4 * (int)count : 0);
    i.count = count;
    if (load)
        i.loaded = (uint16_t)list;
    if (to_pc)
        i.flags |= FLAG_BRANCH | FLAG_ALWAYS;
    if (base == REGISTER_SP && writeback)
        i.flags |= FLAG_WRITES_SP;
    return i;
}

instruction make_hint(unsigned number)
{
    if (number >= 1 && number <= 3) /* WFE, WFI: no event ever comes; Unicorn ends at YIELD */
        return make_plain(KIND_TRAP);
    return make_plain(number <= 4 ? KIND_HINT : KIND_UNKNOWN);
}

instruction decode(uint32_t first, uint32_t second, int isa)
{
    int wide = first >= 0xE800u;
    instruction i = wide ? decode32(first, second, isa) : decode16(first, isa);
    i.length = wide ? 4 : 2;
    return i;
}
