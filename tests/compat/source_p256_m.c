/* SPDX-License-Identifier: MIT */
/* A random source for p256-m that a test sets. */
#include "p256-m.h"

extern int (*test_source)(uint8_t *output, unsigned output_size);
int (*test_source)(uint8_t *output, unsigned output_size);

int p256_generate_random(uint8_t *output, unsigned output_size)
{
    return test_source == NULL ? -1 : test_source(output, output_size);
}
