/* SPDX-License-Identifier: MIT */
#include "harness.h"

volatile uint8_t harness_pool[HARNESS_POOL_BYTES];
volatile uint32_t harness_pool_position;
volatile uint32_t harness_draws;

int harness_random(uint8_t *out, size_t length)
{
    uint32_t start = harness_pool_position;
    size_t i;

    if (length > HARNESS_POOL_BYTES - start) {
        return 1;
    }
    /* Bytewise from a volatile pool: no compiler turns this into a call of memcpy,
     * which the library under measurement would then get for nothing. */
    for (i = 0; i < length; i++) {
        out[i] = harness_pool[start + i];
    }
    harness_pool_position = start + (uint32_t)length;
    harness_draws = harness_draws + 1;
    return 0;
}
