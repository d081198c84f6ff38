/* SPDX-License-Identifier: MIT */
/* Start-up for Cortex-M: vector table, reset handler. */
#include "harness.h"

int main(void);
void harness_reset(void);
void harness_fault(void);

/* From cortex-m.ld. */
extern uint32_t harness_stack_top[];
extern const uint32_t harness_data_load[];
extern uint32_t harness_data_start[];
extern uint32_t harness_data_end[];
extern uint32_t harness_bss_start[];
extern uint32_t harness_bss_end[];

typedef void (*handler)(void);

struct vectors {
    uint32_t *stack;
    handler handlers[15];
};

/* The sixteen system exceptions; no interrupt is ever enabled. */
__attribute__((section(".vectors"), used)) const struct vectors harness_vectors = {
    harness_stack_top,
    {harness_reset, harness_fault, harness_fault, harness_fault, harness_fault, harness_fault,
     harness_fault, harness_fault, harness_fault, harness_fault, harness_fault, harness_fault,
     harness_fault, harness_fault, harness_fault}};

/* An unexpected exception stays here, where a debugger finds it. */
void harness_fault(void)
{
    for (;;) {
    }
}

/* A label to stop at: not inlined, so that it is reached. */
__attribute__((noinline)) void harness_ready(void)
{
    __asm__ volatile("");
}

void harness_reset(void)
{
    /* Volatile, so that no compiler makes calls of memcpy and memset of these loops:
     * the library under measurement would get them for nothing. */
    const uint32_t *from = harness_data_load;
    volatile uint32_t *to = harness_data_start;

    while (to != harness_data_end) {
        *to++ = *from++;
    }
    for (to = harness_bss_start; to != harness_bss_end;) {
        *to++ = 0;
    }
    harness_ready();
    (void)main();
    harness_fault();
}
