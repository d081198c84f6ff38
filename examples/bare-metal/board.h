/* SPDX-License-Identifier: MIT */
/* What the examples ask of a board: a console, a random source, and memory that main finds ready.
 */
#ifndef BOARD_H
#define BOARD_H

#include "whit.h"

#include <stddef.h>
#include <stdint.h>

/* Print a text; print bytes in hexadecimal and end the line. */
void board_print(const char *text);
void board_print_bytes(const uint8_t *bytes, size_t length);

/* Wait for ever. */
void board_stop(void);

/* The board's random source, with the contract of whit/random.h. */
extern const whit_random board_random;

#endif
