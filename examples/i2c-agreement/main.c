/* SPDX-License-Identifier: MIT */
/* A device that agrees on a key when it starts: IS_SLAVE is 0 for the initiator and 1 for the
 * responder. `state`, `key` and `ticks`, the time of the agreement in ticks of clock.h, are there
 * for a debugger. The LED of an Arduino lights when there is a key. */
#include "agreement.h"
#include "bus.h"
#include "clock.h"
#include "seed.h"

#include <avr/io.h>

/* A garbled frame or a peer that started later is no reason to give up at once. */
#define ATTEMPTS 3

volatile uint8_t state;
volatile uint32_t ticks;
uint8_t key[AGREEMENT_KEY_BYTES];

static uint8_t is_worth_another(agreement_state ended)
{
    return ended == AGREEMENT_GARBLED || ended == AGREEMENT_ABORTED || ended == AGREEMENT_SILENT;
}

int main(void)
{
    clock_begin();
    if (!seed_begin()) {
        state = AGREEMENT_NO_SEED;
    } else {
        const uint32_t start = clock_now();
        agreement_state ended;
        uint8_t attempts = ATTEMPTS;
        bus_begin(IS_SLAVE);
        do {
            ended = agreement_run(key, IS_SLAVE);
        } while (is_worth_another(ended) && --attempts > 0);
        bus_end();
        ticks = clock_now() - start;
        state = (uint8_t)ended;
    }
    if (state == AGREEMENT_DONE) {
        DDRB |= 1 << PB5;
        PORTB |= 1 << PB5;
    }
    for (;;) {
    }
}
