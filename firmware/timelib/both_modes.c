/* SPDX-License-Identifier: MIT */
/* All of timelib in one function, over a counter and a pin in RAM: what `whit measure
 * firmware/timelib/both_modes.c:both_modes --with firmware/timelib/timelib.c` takes the flash of
 * timelib from, on each core. */
#include "timelib.h"

typedef struct board {
    uint32_t ticks, edges, bytes;
    bool high;
} board;

static uint32_t ticks(void *context)
{
    return ++((board *)context)->ticks;
}

static void pin(void *context, bool high)
{
    board *self = context;

    self->edges += self->high != high;
    self->high = high;
}

static void write(void *context, const char *text, size_t length)
{
    ((board *)context)->bytes += text != NULL ? (uint32_t)length : 0;
}

/* The edges of the pin in both modes together, 4, or 0 when a call failed. */
int both_modes(void);
int both_modes(void)
{
    static const timelib_mode modes[] = {TIMELIB_TIMING, TIMELIB_POWER_TRACE};
    board self = {0, 0, 0, false};
    timelib_port port = {ticks, pin, write, NULL, 32768, 100};
    timelib state;
    size_t i;

    port.context = &self;
    for (i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        if (timelib_start_stream(&state, &port, modes[i]) != TIMELIB_OK ||
            timelib_start(&state, "sign") != TIMELIB_OK || timelib_stop(&state) != TIMELIB_OK) {
            return 0;
        }
    }
    return self.bytes != 0 ? (int)self.edges : 0;
}
