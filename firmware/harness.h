/* SPDX-License-Identifier: MIT */
/* What the harness offers to adapters and programs, and what it shares with the lab.
 *
 * The lab reads and writes the volatile objects below from outside, through the
 * emulator or a debugger. */
#ifndef WHIT_LAB_HARNESS_H
#define WHIT_LAB_HARNESS_H

#include <stddef.h>
#include <stdint.h>

/* Random bytes, from a pool that the lab fills. Copies the next `length` bytes;
 * returns 0, or 1 when the pool holds too few. The instructions executed and the
 * order of addresses depend on lengths alone. A large batch of signatures takes 16 for each. */
#if WHIT_LAB_BATCH > 32
#define HARNESS_POOL_BYTES (16 * WHIT_LAB_BATCH)
#else
#define HARNESS_POOL_BYTES 512
#endif
extern volatile uint8_t harness_pool[HARNESS_POOL_BYTES];
extern volatile uint32_t harness_pool_position;
extern volatile uint32_t harness_draws; /* calls so far */
int harness_random(uint8_t *out, size_t length);

/* What malloc has taken from the system so far; it never gives back. Zero where the heap
 * is not the harness's: on hosts and AVR. */
#define HARNESS_HEAP_LIMIT_BYTES 0x18000
extern volatile uint32_t harness_heap_bytes;

/* A console in RAM, read by the lab when the program stops; what does not fit is
 * dropped. */
#define HARNESS_CONSOLE_BYTES 16384
extern volatile char harness_console[HARNESS_CONSOLE_BYTES];
extern volatile uint32_t harness_console_length;
void harness_putc(char c);
void harness_puts(const char *text);

/* The end of start-up: .data and .bss are in place. The lab stops here and calls the
 * functions it wants; on a board, main follows. */
void harness_ready(void);

#endif
