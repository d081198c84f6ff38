/* SPDX-License-Identifier: MIT */
/* Where the library, told that it runs on Zephyr, looks for a source of randomness. */
#ifndef WHIT_PEER_ZEPHYR_RAND32_H
#define WHIT_PEER_ZEPHYR_RAND32_H

#include "harness.h"

static inline int sys_csrand_get(void *out, size_t length)
{
    return harness_random(out, length);
}

#endif
