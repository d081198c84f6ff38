/* SPDX-License-Identifier: MIT */
/* The board of QEMU's machine mps2-an386 has no source of entropy, and says so. A board that has
 * one fills `out` from it here. */
#include "random.h"

static whit_status no_entropy(void *context, uint8_t *out, size_t length)
{
    (void)context;
    (void)out;
    (void)length;
    return WHIT_ERROR_RANDOM_FAILED;
}

const whit_random board_random = {no_entropy, NULL};
