/* SPDX-License-Identifier: MIT */
/* For adapters of libraries that leave out a check which RFC 8032 demands (5.1.7). */
#ifndef WHIT_LAB_EDDSA_H
#define WHIT_LAB_EDDSA_H

#include <stdint.h>

/* Is the second half of a signature less than the order? Both are little-endian and
 * public. */
static inline int ed25519_is_reduced(const uint8_t *signature)
{
    static const uint8_t order[32] = {
        0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58,        0xd6,
        0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, [31] = 0x10,
    };
    unsigned i;

    for (i = 32; i > 0; i--) {
        if (signature[32 + i - 1] != order[i - 1]) {
            return signature[32 + i - 1] < order[i - 1];
        }
    }
    return 0;
}

#endif
