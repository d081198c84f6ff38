/* SPDX-License-Identifier: MIT */
#include "clock.h"

#include <avr/io.h>

static uint16_t overflows;

void clock_begin(void)
{
    overflows = 0;
    TCCR1A = 0;
    TCCR1B = 1 << CS12 | 1 << CS10;
    TCNT1 = 0;
    TIFR1 = 1 << TOV1;
}

uint32_t clock_now(void)
{
    uint16_t ticks = TCNT1;
    if ((TIFR1 & 1 << TOV1) != 0) {
        TIFR1 = 1 << TOV1;
        overflows++;
        ticks = TCNT1;
    }
    return (uint32_t)overflows << 16 | ticks;
}
