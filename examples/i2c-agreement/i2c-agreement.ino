// SPDX-License-Identifier: MIT
// Two Arduino Nanos agree on a key over I2C: A4 to A4, A5 to A5, ground to ground, and 4.7 kOhm from
// each of A4 and A5 to 5 V. `make sketch` puts this file and what it needs into a folder for the
// Arduino IDE. IS_SLAVE is 1 on one of the boards. Each has to be provisioned once: provision.py.
//
// The LED stays lit when there is a key; otherwise it blinks as often as agreement.h numbers what
// went wrong, and pauses.
#include "agreement.h"
#include "bus.h"
#include "clock.h"
#include "seed.h"

#ifndef IS_SLAVE
#define IS_SLAVE 0
#endif

uint8_t state;
uint8_t key[AGREEMENT_KEY_BYTES];

void setup()
{
    pinMode(LED_BUILTIN, OUTPUT);
    clock_begin();
    state = AGREEMENT_NO_SEED;
    if (seed_begin()) {
        noInterrupts(); // which would take stack, and nothing here needs
        bus_begin(IS_SLAVE);
        state = agreement_run(key, IS_SLAVE);
        bus_end();
        interrupts();
    }
}

void loop()
{
    if (state == AGREEMENT_DONE) {
        digitalWrite(LED_BUILTIN, HIGH);
        return;
    }
    for (uint8_t i = 0; i < state; i++) {
        digitalWrite(LED_BUILTIN, HIGH);
        delay(200);
        digitalWrite(LED_BUILTIN, LOW);
        delay(200);
    }
    delay(2000);
}
