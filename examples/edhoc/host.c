/* SPDX-License-Identifier: MIT */
/* A board's console on this machine. */
#include "board.h"

#include <stdio.h>

void board_print(const char *text)
{
    (void)fputs(text, stdout);
}

void board_print_bytes(const uint8_t *bytes, size_t length)
{
    for (; length > 0; length--, bytes++) {
        (void)printf("%02x", *bytes);
    }
    (void)putchar('\n');
}
