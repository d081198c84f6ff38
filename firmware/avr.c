/* SPDX-License-Identifier: MIT */
/* Start-up for AVR: what avr-libc's does not do. */
#include "harness.h"

void harness_start(void);

/* A label to stop at: not inlined, so that it is reached. */
__attribute__((noinline)) void harness_ready(void)
{
    __asm__ volatile("");
}

/* avr-libc's start-up code runs through the sections .init0 to .init9: it has copied .data and
 * cleared .bss before this one, and calls main after it. */
__attribute__((naked, used, section(".init8"))) void harness_start(void)
{
    harness_ready();
}
