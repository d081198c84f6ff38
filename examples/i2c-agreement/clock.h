/* SPDX-License-Identifier: MIT */
/* Time, by Timer 1 of an ATmega328P at 16 MHz. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* In ticks of 64 microseconds, which a prescaler of 1,024 gives. */
#define CLOCK_MS(ms) ((uint32_t)(ms)*1000 / 64)

/* Begin at 0. */
void clock_begin(void);

/* Ticks since. It has to be asked every 8 seconds at least: no interrupt counts for it. */
uint32_t clock_now(void);

#ifdef __cplusplus
}
#endif

#endif
