/* SPDX-License-Identifier: MIT */
/* What the two halves of the decoder share. */
#ifndef LAB_DECODE_H
#define LAB_DECODE_H

#include "instruction.h"

static inline unsigned bits(uint32_t word, unsigned high, unsigned low)
{
    return (unsigned)(word >> low) & ((1u << (high - low + 1u)) - 1u);
}

instruction decode16(uint32_t first, int isa);
instruction decode32(uint32_t first, uint32_t second, int isa);
instruction decode_float(uint32_t first, uint32_t second);

/* Constructors. `base` and `index` are registers; `offset` is what the access adds to the base. */
instruction make_plain(int kind);
instruction make_branch(int kind);
instruction make_alu(unsigned rd);
instruction make_operands(int kind, unsigned rn, unsigned rm);
instruction make_access(int kind, unsigned size, unsigned base, int offset);
instruction make_single(int load, unsigned rt, unsigned size, unsigned base, int offset);
instruction make_indexed(int load, unsigned rt, unsigned size, unsigned base, unsigned index,
                         unsigned shift);
instruction make_multiple(int load, unsigned base, uint32_t list, int down, int writeback);
instruction make_hint(unsigned number);

#endif
