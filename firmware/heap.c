/* SPDX-License-Identifier: MIT */
/* The C library's malloc takes memory here: what lies behind the static data, towards the
 * stack. Linked only where a library allocates. */
#include "harness.h"

volatile uint32_t harness_heap_bytes;

#if !defined(__unix__) && !defined(__APPLE__) && !defined(__AVR__)
extern uint32_t harness_bss_end[]; /* from the linker script */

void *_sbrk(ptrdiff_t increment);

/* Returns the old end of the heap, or what the C library takes for failure. */
void *_sbrk(ptrdiff_t increment)
{
    uint32_t taken = harness_heap_bytes;

    if (increment < 0 || (uint32_t)increment > HARNESS_HEAP_LIMIT_BYTES - taken) {
        return (void *)-1;
    }
    harness_heap_bytes = taken + (uint32_t)increment;
    return (uint8_t *)harness_bss_end + taken;
}

/* The same under picolibc's name. */
void *sbrk(ptrdiff_t increment);

void *sbrk(ptrdiff_t increment)
{
    return _sbrk(increment);
}
#endif
