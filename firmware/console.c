/* SPDX-License-Identifier: MIT */
#include "harness.h"

volatile char harness_console[HARNESS_CONSOLE_BYTES];
volatile uint32_t harness_console_length;

void harness_putc(char c)
{
    uint32_t length = harness_console_length;

    if (length < HARNESS_CONSOLE_BYTES) {
        harness_console[length] = c;
        harness_console_length = length + 1;
    }
}

void harness_puts(const char *text)
{
    while (*text != '\0') {
        harness_putc(*text++);
    }
}
