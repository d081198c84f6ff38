/* SPDX-License-Identifier: MIT */
#include "group/comb.h"

#if WHIT_PREPARED

static size_t comb_length(const whit_base *comb)
{
    return (size_t)comb->teeth * comb->blocks * comb->spacing;
}

WHIT_INTERNAL int comb_holds(const whit_base *comb, size_t bits)
{
    const size_t length = comb_length(comb);
    return comb->teeth >= 1 && comb->teeth <= COMB_TEETH && length >= bits &&
           length <= bits + COMB_EXCESS && length - comb->spacing + 2 <= bits;
}

/* The comb with the least spacing of those with so many teeth, at most so many blocks. Returns
 * whether there is one. */
static int comb_with(whit_base *comb, unsigned teeth, size_t blocks, size_t bits)
{
    const size_t most = (bits + teeth - 1) / teeth;
    if (blocks > most) {
        blocks = most;
    }
    if (blocks > UINT8_MAX) {
        blocks = UINT8_MAX;
    }
    comb->teeth = (uint8_t)teeth;
    for (size_t spacing = (bits + teeth * blocks - 1) / (teeth * blocks); blocks > 0; spacing++) {
        blocks = (bits + teeth * spacing - 1) / (teeth * spacing);
        comb->blocks = (uint8_t)blocks;
        comb->spacing = (uint16_t)spacing;
        if (comb_holds(comb, bits)) {
            return 1;
        }
        if (blocks == 1) {
            break;
        }
    }
    return 0;
}

WHIT_INTERNAL void comb_fit(whit_base *comb, size_t points, size_t bits, size_t shared,
                            unsigned addition, unsigned doubling)
{
    size_t least = SIZE_MAX;
    whit_base tried = {1, 1, 0, NULL};
    *comb = tried;
    comb->spacing = (uint16_t)bits; /* one point does for all */
    for (unsigned teeth = 1; teeth <= COMB_TEETH && points >> (teeth - 1) > 0; teeth++) {
        if (comb_with(&tried, teeth, points >> (teeth - 1), bits)) {
            size_t doublings = tried.spacing - 1u;
            size_t cost = addition * tried.spacing * (size_t)tried.blocks;
            cost += doubling * (doublings > shared ? doublings - shared : 0);
            if (cost < least) {
                least = cost;
                *comb = tried;
            }
        }
    }
}

static void comb_add_number(comb_sum *check, comb_sum number)
{
    check[0] += number;
    check[1] += check[0];
}

WHIT_INTERNAL void comb_begin(comb_sum *check, const whit_base *comb)
{
    check[0] = 0;
    check[1] = 0;
    comb_add_number(check, comb->spacing);
    comb_add_number(check, comb->teeth);
    comb_add_number(check, comb->blocks);
}

WHIT_INTERNAL void comb_add(comb_sum *check, const limb *limbs, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        comb_add_number(check, limbs[i]);
    }
}

WHIT_INTERNAL void comb_seal(void *memory, const whit_base *comb, const comb_sum *check)
{
    (void)sizeof(char[sizeof(comb_head) <= COMB_HEAD ? 1 : -1]);
    comb_head *head = (comb_head *)memory;
    head->check[0] = check[0];
    head->check[1] = check[1];
    head->spacing = comb->spacing;
    head->teeth = comb->teeth;
    head->blocks = comb->blocks;
}

WHIT_INTERNAL int comb_open(whit_base *comb, comb_sum *check, const void *memory, size_t length,
                            size_t bits, size_t fixed, size_t entry)
{
    const comb_head *head = (const comb_head *)memory;
    comb->spacing = head->spacing;
    comb->teeth = head->teeth;
    comb->blocks = head->blocks;
    comb->table = comb_given_limbs(memory) + fixed;
    check[0] = head->check[0];
    check[1] = head->check[1];
    /* By division, as a product could pass the end of a size_t of 16 bits. */
    length = (length - COMB_HEAD) / LIMB_BYTES;
    return comb_holds(comb, bits) && fixed <= length &&
           comb_entries(comb) <= (length - fixed) / entry;
}

#endif
