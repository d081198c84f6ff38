/* SPDX-License-Identifier: MIT */
/* Two AVRs in lockstep, joined by their two-wire interfaces. Firmware polls TWINT. */
#ifndef LAB_AVR_TWI_BUS_H
#define LAB_AVR_TWI_BUS_H

#include <stdint.h>

enum { TWI_SIDES = 2 };

/* How a side ended; lab/emulator/avr/twi_bus.py has the words. */
enum { SIDE_RUNS, SIDE_PARKED, SIDE_STOPPED, SIDE_CRASHED };

/* Faults of a run, ~0 for none. Bytes count from 0 over all that the bus carried, addresses too.
 * Mirrored by Asked of twi_bus.py. */
typedef struct {
    uint64_t stop_cycle; /* when the side `stop_side` loses its supply */
    uint32_t stop_side;
    uint32_t stall_byte; /* SCL is held low from this byte on */
    uint32_t flip_byte;  /* this byte arrives changed by `flip_mask` */
    uint32_t flip_mask;
    uint32_t replay_byte; /* from this byte on, `replay` arrives in place of what was sent */
    uint32_t replay_bytes;
    const uint8_t *replay;
} twi_faults;

/* What a run found. Mirrored by Found of twi_bus.py. */
typedef struct {
    uint64_t cycles[TWI_SIDES];
    uint64_t bus_cycles; /* during which bits were on the wire */
    uint32_t states[TWI_SIDES];
    uint32_t lowest_sp[TWI_SIDES];
    uint32_t bytes; /* carried, addresses too */
} twi_found;

typedef struct twi_bus twi_bus;

/* Two cores of simavr's by name; NULL when simavr does not know it or memory is short. */
twi_bus *twi_bus_open(const char *name);
void twi_bus_close(twi_bus *b);
uint8_t *twi_bus_flash(twi_bus *b, unsigned side);
uint8_t *twi_bus_data(twi_bus *b, unsigned side);

/* A side's EEPROM, which runs leave as the program wrote it. Return -1 where it does not reach. */
int twi_bus_read_eeprom(twi_bus *b, unsigned side, uint32_t offset, uint8_t *out, uint32_t bytes);
int twi_bus_write_eeprom(twi_bus *b, unsigned side, uint32_t offset, uint8_t *in, uint32_t bytes);

/* Runs from reset until each side is parked (an endless loop of one instruction), without supply
 * or crashed, or has reached `limit` cycles. Bytes carried go to `record`, at most
 * `record_bytes`. */
void twi_bus_run(twi_bus *b, uint64_t limit, const twi_faults *faults, uint8_t *record,
                 uint32_t record_bytes, twi_found *found);

#endif
