/* SPDX-License-Identifier: MIT */
/* The two-wire interface of an ATmega328P, polled: one master, one slave, and a time-out on all
 * that the other end can hold up. [ATmega328P data sheet, 21] */
#ifndef BUS_H
#define BUS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BUS_HERTZ 100000UL
#define BUS_ADDRESS 0x21

typedef enum bus_result {
    BUS_DONE,
    BUS_REFUSED,   /* nobody acknowledges: the slave is busy, or not there */
    BUS_TIMED_OUT, /* SCL stays low, or nothing comes */
    BUS_BROKEN,    /* a state that none of these transfers has */
    BUS_WRITTEN,   /* to a slave: the master has written */
    BUS_READ       /* to a slave: the master has read */
} bus_result;

/* Begin as the master, or as the slave that answers to BUS_ADDRESS. */
void bus_begin(uint8_t is_slave);

/* Let go of both wires. */
void bus_end(void);

/* Write so many bytes to the slave. */
bus_result bus_write(const uint8_t *bytes, uint8_t length);

/* Read from the slave: bytes whose second says how many come behind the first two, at most
 * `most` in all. */
bus_result bus_read(uint8_t *bytes, uint8_t most);

/* Serve the master once, until so many ticks of clock.h: take what it writes, at most `most` bytes,
 * or give it what it reads. Between two calls the slave does not answer to its address. */
bus_result bus_serve(uint8_t *in, uint8_t most, uint8_t *taken, const uint8_t *out, uint8_t length,
                     uint32_t until);

#ifdef __cplusplus
}
#endif

#endif
