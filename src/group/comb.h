/* SPDX-License-Identifier: MIT */
/* Combs of public points, in memory of the caller's: their shape, which the size of that memory
 * decides, the digits of public scalars, and the head of the memory, which tells a comb that is
 * intact from other bytes.
 *
 * A comb is a whit_base whose `table` is in ordinary memory. Its signed bits are those of
 * group/weierstrass_multiply.inc: an odd e < 2^length, with length = teeth blocks spacing, has the
 * signs that the bits 1 ... length of e + 2^length say. */
#ifndef WHIT_GROUP_COMB_H
#define WHIT_GROUP_COMB_H

#include "group/curve.h"

#define comb_fit whit_comb_fit
#define comb_holds whit_comb_holds
#define comb_begin whit_comb_begin
#define comb_add whit_comb_add
#define comb_seal whit_comb_seal
#define comb_open whit_comb_open

#if WHIT_PREPARED

/* A tooth more would double the points that preparing keeps on the stack beside the table. */
#define COMB_TEETH 6

/* Bits that all teeth together may have beyond those of the order, for which recoded scalars have
 * room; and entries that are made affine by one inversion. */
#define COMB_EXCESS 19
#define COMB_BATCH 16

/* Sums of limbs. */
#if LIMB_BITS == 64
typedef uint64_t comb_sum;
#else
typedef uint32_t comb_sum;
#endif

/* What stands before the limbs of a caller's table, in COMB_HEAD bytes. */
typedef struct comb_head {
    comb_sum check[2];
    uint16_t spacing;
    uint8_t teeth;
    uint8_t blocks;
} comb_head;
#define COMB_HEAD 24

WHIT_INLINE size_t comb_entries(const whit_base *comb)
{
    return (size_t)comb->blocks << (comb->teeth - 1);
}

/* Whether a comb is for scalars of so many bits, and none of its entries is a multiple of their
 * order: a sum of powers of two, all with a sign, is not zero, and below
 * 2^(length - spacing + 1). */
WHIT_INTERNAL int comb_holds(const whit_base *comb, size_t bits);

/* The shape of the quickest comb of so many points, at least one, for scalars of so many bits.
 * `shared` doublings are done anyway, for another comb. What an addition and a doubling take may be
 * in any unit. */
WHIT_INTERNAL void comb_fit(whit_base *comb, size_t points, size_t bits, size_t shared,
                            unsigned addition, unsigned doubling);

/* The entry that the digits of column `position` are for, and whether it is to be subtracted. */
WHIT_INLINE size_t comb_digit(int *negative, const limb *e, size_t position, const whit_base *comb)
{
    size_t index = 0;
    for (size_t t = comb->teeth; t-- > 0;) {
        size_t bit = position + t * comb->spacing + 1;
        index = index << 1 | ((e[bit / LIMB_BITS] >> (bit % LIMB_BITS)) & 1);
    }
    *negative = (index >> (comb->teeth - 1)) == 0;
    if (*negative) {
        index = ~index;
    }
    return index & (((size_t)1 << (comb->teeth - 1)) - 1);
}

/* The limbs behind the head. */
WHIT_INLINE limb *comb_limbs(void *memory)
{
    return (limb *)(void *)((uint8_t *)memory + COMB_HEAD);
}

WHIT_INLINE const limb *comb_given_limbs(const void *memory)
{
    return (const limb *)(const void *)((const uint8_t *)memory + COMB_HEAD);
}

/* Sums over a comb's shape and its curve's constants, and then over its limbs: the sum of all and
 * the sum of all sums, which differ if one limb differs, or two have changed places. */
WHIT_INTERNAL void comb_begin(comb_sum *check, const whit_base *comb);
WHIT_INTERNAL void comb_add(comb_sum *check, const limb *limbs, size_t n);

/* Write the head. */
WHIT_INTERNAL void comb_seal(void *memory, const whit_base *comb, const comb_sum *check);

/* Read the shape of a comb for scalars of so many bits, in a memory that has room for a head.
 * Returns whether it can be one and `length` bytes have room for its head, `fixed` limbs, and
 * entries of `entry` limbs. */
WHIT_INTERNAL int comb_open(whit_base *comb, comb_sum *check, const void *memory, size_t length,
                            size_t bits, size_t fixed, size_t entry);

/* Whether an address suits a table. */
WHIT_INLINE int comb_is_aligned(const void *memory)
{
    struct aligned {
        uint8_t first;
        comb_head head;
    };
    return (uintptr_t)memory % offsetof(struct aligned, head) == 0;
}

#endif

#endif
