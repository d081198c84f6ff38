/* SPDX-License-Identifier: MIT */
/*
 * What moves words through the registers of the floating-point extension of ARMv7E-M, sections A6.4
 * to A6.8: loads, stores and moves. Cryptography keeps integers there; arithmetic on them is not
 * known.
 */
#include "decode.h"

#define DOUBLE(second) ((second & 0x0F00u) == 0x0B00u)

/* Whether so many words, from the register that is named, are within the 32 that there are. */
static int in_registers(uint32_t first, uint32_t second, unsigned words)
{
    unsigned vd = bits(second, 15, 12), d = bits(first, 6, 6);
    if (DOUBLE(second))
        return d == 0 && words % 2 == 0 && 2 * vd + words <= 32;
    return 2 * vd + d + words <= 32;
}

/* VLDR, VSTR, and VLDM, VSTM with VPUSH and VPOP: A6.6. The registers count as words. */
static instruction access_float(uint32_t first, uint32_t second)
{
    unsigned rn = bits(first, 3, 0), words = bits(second, 7, 0);
    int load = (int)bits(first, 4, 4), writeback = (int)bits(first, 5, 5);
    int down = bits(first, 7, 7) == 0, single = bits(first, 8, 8) && !writeback;
    instruction i;
    if (!in_registers(first, second, single ? 1u + DOUBLE(second) : words))
        return make_plain(KIND_UNKNOWN);
    if (single) {
        i = make_access(load ? KIND_FLOAT_LOAD : KIND_FLOAT_STORE, 4, rn,
                        down ? -4 * (int)words : 4 * (int)words);
        i.count = DOUBLE(second) ? 2 : 1;
        return i;
    }
    if (words == 0 || (bits(first, 8, 8) != 0) != down || (down && !writeback) || rn == REGISTER_PC)
        return make_plain(KIND_UNKNOWN);
    i = make_access(load ? KIND_FLOAT_LOAD : KIND_FLOAT_STORE, 4, rn, down ? -4 * (int)words : 0);
    i.count = (uint8_t)words;
    if (rn == REGISTER_SP && writeback)
        i.flags |= FLAG_WRITES_SP;
    return i;
}

/* VMOV between a core register and a half of a double, or a single; VMRS, VMSR: A6.7. */
static instruction transfer_float(uint32_t first, uint32_t second)
{
    unsigned op = bits(first, 7, 5);
    if ((second & 0x0F7Fu) == 0x0A10u && op == 0)
        return make_plain(KIND_FLOAT_MOVE);
    if ((second & 0x0F7Fu) == 0x0B10u && op <= 1)
        return make_plain(KIND_FLOAT_MOVE);
    if ((second & 0x0FFFu) == 0x0A10u && (first & 0xFFEFu) == 0xEEE1u)
        return make_plain(KIND_FLOAT_MOVE);
    return make_plain(KIND_UNKNOWN);
}

/* VMOV between two core registers and a double, or two singles: A6.8. */
static instruction transfer_two(uint32_t first, uint32_t second)
{
    unsigned high = bits(first, 3, 0), low = bits(second, 15, 12);
    unsigned m = bits(second, 3, 0), odd = bits(second, 5, 5);
    if ((second & 0xD0u) != 0x10u || high == REGISTER_SP || low == REGISTER_SP ||
        high == REGISTER_PC || low == REGISTER_PC)
        return make_plain(KIND_UNKNOWN);
    if (DOUBLE(second) ? odd : m == 15 && odd) /* behind d15, s31 */
        return make_plain(KIND_UNKNOWN);
    return make_plain(KIND_FLOAT_MOVE_TWO);
}

instruction decode_float(uint32_t first, uint32_t second)
{
    if ((second & 0x0E00u) != 0x0A00u)
        return make_plain(KIND_UNKNOWN); /* another coprocessor */
    if ((first & 0xFFE0u) == 0xEC40u)
        return transfer_two(first, second);
    if (bits(first, 15, 9) == 0xEC >> 1)
        return access_float(first, second);
    if (bits(first, 15, 8) != 0xEE)
        return make_plain(KIND_UNKNOWN);
    if (bits(second, 4, 4))
        return transfer_float(first, second);
    if ((first & 0xFFB0u) == 0xEEB0u && !DOUBLE(second) &&
        ((second & 0xF0u) == 0 || ((first & 0xFu) == 0 && (second & 0xD0u) == 0x40u)))
        return make_plain(KIND_FLOAT_MOVE); /* VMOV of a constant, or between singles */
    return make_plain(KIND_UNKNOWN);
}
