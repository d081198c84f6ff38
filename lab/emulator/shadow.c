/* SPDX-License-Identifier: MIT */
#include "shadow.h"

uint32_t shadow_upwards(uint32_t m)
{
    return m == 0 ? 0 : ~((m & (0u - m)) - 1);
}

uint32_t shadow_sum(uint32_t a, uint32_t x, uint32_t b, uint32_t y, unsigned c, unsigned carry,
                    unsigned *last)
{
    uint32_t m = 0;
    unsigned n;
    for (n = 0; n < 32; n++) {
        unsigned sa = a >> n & 1u, sb = b >> n & 1u, va = x >> n & 1u, vb = y >> n & 1u;
        m |= (uint32_t)(sa | sb | c) << n;
        if (!sa && !sb && va == vb) {
            c = 0;
            carry = va;
        } else if (c || ((sa || va != carry) && (sb || vb != carry))) {
            c = 1; /* no two of the three are public and equal */
        }
    }
    *last = c;
    return m;
}

/* Trailing zeros that are public. */
static unsigned zeros(uint32_t m, uint32_t x)
{
    unsigned n = 0;
    while (n < 32 && ((m | x) >> n & 1u) == 0)
        n++;
    return n;
}

uint32_t shadow_product(uint32_t a, uint32_t x, uint32_t b, uint32_t y)
{
    unsigned first = zeros(a, 0) + zeros(b, y), second = zeros(b, 0) + zeros(a, x);
    unsigned from = first < second ? first : second;
    if ((a | b) == 0 || from >= 32)
        return 0;
    return SHADOW_ALL << from;
}

uint32_t shadow_shifted(uint32_t m, unsigned type, unsigned by)
{
    uint32_t sign = type == SHIFT_ASR && m >> 31 ? SHADOW_ALL : 0;
    if (type == SHIFT_ROR)
        by &= 31u;
    if (by == 0)
        return m;
    if (by >= 32)
        return sign;
    if (type == SHIFT_LSL)
        return m << by;
    return m >> by | (type == SHIFT_ROR ? m << (32 - by) : sign & ~(SHADOW_ALL >> by));
}

uint32_t shadow_shifted_by_secret(uint32_t a, uint32_t x, unsigned type, unsigned secret,
                                  unsigned amount)
{
    unsigned fixed = amount & ~secret, subset = 0;
    uint32_t first = shadow_shifted(x, type, fixed), m = 0;
    do { /* the subsets of the secret bits */
        m |= shadow_shifted(a, type, fixed | subset);
        m |= shadow_shifted(x, type, fixed | subset) ^ first;
        subset = (subset - secret) & secret;
    } while (subset != 0);
    return m;
}

uint32_t shadow_lowest(unsigned width)
{
    return width >= 32 ? SHADOW_ALL : (1u << width) - 1;
}

uint32_t shadow_extended(uint32_t m, unsigned width, int is_signed)
{
    uint32_t low = m & shadow_lowest(width);
    if (is_signed && (m >> (width - 1) & 1u))
        low |= ~shadow_lowest(width);
    return low;
}

uint32_t shadow_reversed(uint32_t m, unsigned width)
{
    uint32_t r = 0;
    unsigned n;
    switch (width) {
    case 1:
        for (n = 0; n < 32; n++)
            r |= (m >> n & 1u) << (31 - n);
        return r;
    case 16:
        return (m & 0xFF00FF00u) >> 8 | (m & 0x00FF00FFu) << 8;
    case 17:
        return shadow_extended((m & 0xFF00u) >> 8 | (m & 0xFFu) << 8, 16, 1);
    default:
        return m >> 24 | (m >> 8 & 0xFF00u) | (m << 8 & 0xFF0000u) | m << 24;
    }
}

uint32_t shadow_and(uint32_t a, uint32_t x, uint32_t b, uint32_t y)
{
    return (a & (b | y)) | (b & (a | x));
}

uint32_t shadow_or(uint32_t a, uint32_t x, uint32_t b, uint32_t y)
{
    return shadow_and(a, ~x, b, ~y);
}
