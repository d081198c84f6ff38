/* SPDX-License-Identifier: MIT */
/* Start-up for RV32. */
#include "harness.h"

int main(void);
void harness_reset(void);
void harness_start(void);
void harness_fault(void);

/* From riscv.ld. */
extern const uint32_t harness_data_load[];
extern uint32_t harness_data_start[];
extern uint32_t harness_data_end[];
extern uint32_t harness_bss_start[];
extern uint32_t harness_bss_end[];

/* Clang needs no word to know of control registers, and older ones do not understand it. */
#ifdef __clang__
#define KNOW_CONTROL_REGISTERS ""
#else
#define KNOW_CONTROL_REGISTERS ".option arch, +zicsr\n\t"
#endif

/* The first instructions of the image. There is no stack before them, and no vector table: every
 * exception goes where mtvec points. The global pointer is not used. */
__attribute__((naked, section(".reset"), used)) void harness_reset(void)
{
    __asm__ volatile(".option push\n\t" KNOW_CONTROL_REGISTERS "la sp, harness_stack_top\n\t"
                     "la t0, harness_fault\n\t"
                     "csrw mtvec, t0\n\t"
                     "j harness_start\n\t"
                     ".option pop");
}

/* An unexpected exception stays here, where a debugger finds it; mtvec holds multiples of four. */
__attribute__((aligned(4), used)) void harness_fault(void)
{
    for (;;) {
    }
}

/* A label to stop at: not inlined, so that it is reached. */
__attribute__((noinline)) void harness_ready(void)
{
    __asm__ volatile("");
}

__attribute__((used)) void harness_start(void)
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
