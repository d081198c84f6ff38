/* SPDX-License-Identifier: MIT */
/* What the examples ask of a board: a console, and memory that main finds ready. */
#ifndef BOARD_H
#define BOARD_H

#include <stddef.h>
#include <stdint.h>

/* Print a text; print bytes in hexadecimal and end the line. */
void board_print(const char *text);
void board_print_bytes(const uint8_t *bytes, size_t length);

/* Wait for ever. */
void board_stop(void);

/* Give the processor to another program: its vectors, its stack, its first instruction. */
void board_start(const uint32_t *vectors);

#endif
