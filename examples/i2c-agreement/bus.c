/* SPDX-License-Identifier: MIT */
#include "bus.h"
#include "clock.h"

#include <avr/io.h>

#define GO (1 << TWINT | 1 << TWEN)
#define START (1 << TWSTA)
#define STOP (1 << TWSTO)
#define ANSWER (1 << TWEA)

/* How long the other end may hold SCL within a transfer. */
#define PATIENCE CLOCK_MS(50)

/* Status codes. */
enum {
    STARTED = 0x08,
    ADDRESSED_TO_WRITE = 0x18,
    REFUSED_TO_WRITE = 0x20,
    WROTE = 0x28,
    ADDRESSED_TO_READ = 0x40,
    REFUSED_TO_READ = 0x48,
    READ_MORE = 0x50,
    READ_LAST = 0x58,
    SLAVE_WRITTEN_TO = 0x60,
    SLAVE_TOOK = 0x80,
    SLAVE_STOPPED = 0xA0,
    SLAVE_READ_FROM = 0xA8,
    SLAVE_GAVE = 0xB8,
    SLAVE_GAVE_LAST = 0xC0,
    TIMED_OUT = 0xFF /* none of the chip's */
};

void bus_begin(uint8_t is_slave)
{
    TWSR = 0;
    TWBR = (uint8_t)((F_CPU / BUS_HERTZ - 16) / 2);
    TWAR = is_slave ? BUS_ADDRESS << 1 : 0;
    TWCR = 1 << TWEN;
}

void bus_end(void)
{
    TWCR = 0;
}

/* The status after the next action. */
static uint8_t wait(uint32_t until)
{
    while ((TWCR & 1 << TWINT) == 0) {
        if (clock_now() >= until) {
            TWCR = 0;
            TWCR = 1 << TWEN;
            return TIMED_OUT;
        }
    }
    return TWSR & 0xF8;
}

static uint8_t act(uint8_t how)
{
    TWCR = (uint8_t)(GO | how);
    return wait(clock_now() + PATIENCE);
}

/* End a transfer of the master's, which a status ended that was not wanted. */
static bus_result stop(uint8_t status)
{
    const uint32_t until = clock_now() + PATIENCE;
    if (status == TIMED_OUT) {
        return BUS_TIMED_OUT;
    }
    TWCR = GO | STOP;
    while ((TWCR & STOP) != 0) {
        if (clock_now() >= until) {
            TWCR = 0;
            TWCR = 1 << TWEN;
            return BUS_TIMED_OUT;
        }
    }
    switch (status) {
    case WROTE:
    case READ_LAST:
        return BUS_DONE;
    case REFUSED_TO_WRITE:
    case REFUSED_TO_READ:
        return BUS_REFUSED;
    default:
        return BUS_BROKEN;
    }
}

bus_result bus_write(const uint8_t *bytes, uint8_t length)
{
    uint8_t status = act(START);
    if (status == STARTED) {
        TWDR = BUS_ADDRESS << 1;
        status = act(0);
    }
    if (status == ADDRESSED_TO_WRITE) {
        status = WROTE;
        for (uint8_t i = 0; i < length && status == WROTE; i++) {
            TWDR = bytes[i];
            status = act(0);
        }
    }
    return stop(status);
}

bus_result bus_read(uint8_t *bytes, uint8_t most)
{
    uint8_t status = act(START);
    if (status == STARTED) {
        TWDR = BUS_ADDRESS << 1 | 1;
        status = act(0);
    }
    if (status == ADDRESSED_TO_READ) {
        uint8_t total = most;
        uint8_t i = 0;
        do {
            status = act(i + 1 < total ? ANSWER : 0);
            if (status != READ_MORE && status != READ_LAST) {
                break;
            }
            bytes[i] = TWDR;
            if (i == 1 && bytes[1] < most - 2) {
                total = (uint8_t)(2 + bytes[1]);
            }
            i++;
        } while (i < total);
    }
    return stop(status);
}

bus_result bus_serve(uint8_t *in, uint8_t most, uint8_t *taken, const uint8_t *out, uint8_t length,
                     uint32_t until)
{
    uint8_t i = 0;
    TWCR = GO | ANSWER;
    for (;;) {
        const uint8_t status = wait(until);
        until = clock_now() + PATIENCE; /* from the first action on */
        switch (status) {
        case SLAVE_WRITTEN_TO:
            break;
        case SLAVE_TOOK:
            if (i < most) {
                in[i++] = TWDR;
            }
            break;
        case SLAVE_STOPPED:
            TWCR = GO;
            *taken = i;
            return BUS_WRITTEN;
        case SLAVE_READ_FROM:
        case SLAVE_GAVE:
            TWDR = i < length ? out[i++] : 0xFF;
            break;
        case SLAVE_GAVE_LAST:
            TWCR = GO;
            return BUS_READ;
        case TIMED_OUT:
            return BUS_TIMED_OUT;
        default:
            TWCR = GO | STOP;
            return BUS_BROKEN;
        }
        TWCR = GO | ANSWER;
    }
}
