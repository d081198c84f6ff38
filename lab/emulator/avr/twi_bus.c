/* SPDX-License-Identifier: MIT */
/*
 * The interface follows the ATmega328P's data sheet, chapter 21: its status codes, the bit rate of
 * TWBR and TWPS, and SCL held low while TWINT is set. It takes the place of simavr's model on its
 * registers, which takes no time for START and SLA+W, never holds SCL, and as a slave always
 * acknowledges data. Left out: arbitration, general call, TWAMR, and the interrupt.
 */
#include "twi_bus.h"

#include <simavr/avr_eeprom.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_core.h>
#include <simavr/sim_cycle_timers.h>
#include <simavr/sim_io.h>
#include <stdlib.h>

enum { TWBR = 0xB8, TWSR = 0xB9, TWAR = 0xBA, TWDR = 0xBB, TWCR = 0xBC }; /* in the data space */
enum { TWINT = 0x80, TWEA = 0x40, TWSTA = 0x20, TWSTO = 0x10, TWEN = 0x04 };
enum { SPL = 0x5D, SPH = 0x5E, RAM_START = 0x100 };
enum { BYTE_BITS = 9, PARK = 0xCFFF };

typedef enum { NOTHING, START, BYTE, STOP } action;
typedef enum { IDLE, ADDRESSED, RECEIVES, TRANSMITS } slave_role;

struct twi_bus {
    avr_t *avr[TWI_SIDES];
    int running[TWI_SIDES];
    uint32_t states[TWI_SIDES];
    uint32_t lowest_sp[TWI_SIDES];
    unsigned master; /* TWI_SIDES: the bus is free */
    action next[TWI_SIDES];
    int begun; /* the master's action is on the wire */
    uint64_t due;
    int address_next;
    slave_role role; /* of the side that is not master */
    const twi_faults *faults;
    uint8_t *record;
    uint32_t record_bytes;
    uint32_t bytes;
    uint64_t bus_cycles;
};

static uint8_t *registers(const twi_bus *b, unsigned side)
{
    return b->avr[side]->data;
}

/* Sets a status and TWINT: from now on this side holds SCL. */
static void report(twi_bus *b, unsigned side, uint8_t status)
{
    uint8_t *r = registers(b, side);
    r[TWSR] = (uint8_t)((r[TWSR] & 3) | status);
    r[TWCR] |= TWINT;
}

static unsigned side_of(const twi_bus *b, const avr_t *avr)
{
    return avr == b->avr[1];
}

static void write_control(avr_t *avr, avr_io_addr_t address, uint8_t value, void *parameter)
{
    twi_bus *b = parameter;
    unsigned side = side_of(b, avr);
    uint8_t held = avr->data[address] & TWINT;
    int clears = (value & TWINT) != 0;
    avr->data[address] = (uint8_t)((value & ~TWINT) | (clears ? 0 : held));
    if ((value & TWEN) == 0) {
        avr->data[address] = (uint8_t)(value & ~(TWINT | TWSTO));
        avr->data[TWSR] = (uint8_t)((avr->data[TWSR] & 3) | 0xF8);
        b->next[side] = NOTHING;
        b->role = IDLE; /* as master or as slave, it took part */
        if (b->master == side) {
            b->master = TWI_SIDES;
            b->begun = 0;
        }
    } else if (clears && (value & TWSTO) != 0 && b->master != side) {
        avr->data[address] &= (uint8_t)~TWSTO;
    } else if (clears && (value & TWSTO) != 0) {
        b->next[side] = STOP;
    } else if (clears && (value & TWSTA) != 0) {
        b->next[side] = START;
    } else if (clears && b->master == side) {
        b->next[side] = BYTE;
    }
}

static void write_status(avr_t *avr, avr_io_addr_t address, uint8_t value, void *parameter)
{
    (void)parameter;
    avr->data[address] = (uint8_t)((avr->data[address] & 0xF8) | (value & 3));
}

static void hook(twi_bus *b, unsigned side, unsigned address, avr_io_write_t write)
{
    b->avr[side]->io[AVR_DATA_TO_IO(address)].w.c = write;
    b->avr[side]->io[AVR_DATA_TO_IO(address)].w.param = b;
}

twi_bus *twi_bus_open(const char *name)
{
    twi_bus *b = calloc(1, sizeof *b);
    if (b == NULL)
        return NULL;
    for (unsigned side = 0; side < TWI_SIDES; side++) {
        avr_t *avr = avr_make_mcu_by_name(name);
        if (avr == NULL || avr_init(avr) != 0) {
            free(avr);
            twi_bus_close(b);
            return NULL;
        }
        avr->frequency = 16000000;
        b->avr[side] = avr;
        hook(b, side, TWCR, write_control);
        hook(b, side, TWSR, write_status);
        hook(b, side, TWDR, NULL);
        avr->io[AVR_DATA_TO_IO(TWDR)].r.c = NULL;
    }
    return b;
}

void twi_bus_close(twi_bus *b)
{
    if (b == NULL)
        return;
    for (unsigned side = 0; side < TWI_SIDES; side++)
        if (b->avr[side] != NULL) {
            avr_terminate(b->avr[side]);
            free(b->avr[side]);
        }
    free(b);
}

uint8_t *twi_bus_flash(twi_bus *b, unsigned side)
{
    return b->avr[side]->flash;
}

uint8_t *twi_bus_data(twi_bus *b, unsigned side)
{
    return b->avr[side]->data;
}

int twi_bus_read_eeprom(twi_bus *b, unsigned side, uint32_t offset, uint8_t *out, uint32_t bytes)
{
    avr_eeprom_desc_t wanted = {.ee = out, .offset = (uint16_t)offset, .size = bytes};
    if (offset > b->avr[side]->e2end || bytes > b->avr[side]->e2end + 1u - offset)
        return -1;
    avr_ioctl(b->avr[side], AVR_IOCTL_EEPROM_GET, &wanted); /* -1 in either case */
    return 0;
}

int twi_bus_write_eeprom(twi_bus *b, unsigned side, uint32_t offset, uint8_t *in, uint32_t bytes)
{
    avr_eeprom_desc_t wanted = {.ee = in, .offset = (uint16_t)offset, .size = bytes};
    if (offset > b->avr[side]->e2end || bytes > b->avr[side]->e2end + 1u - offset)
        return -1;
    avr_ioctl(b->avr[side], AVR_IOCTL_EEPROM_SET, &wanted); /* -1 in either case */
    return 0;
}

static uint32_t bit_cycles(const twi_bus *b)
{
    const uint8_t *r = registers(b, b->master);
    return 16 + ((2u * r[TWBR]) << (2 * (r[TWSR] & 3)));
}

/* What arrives of a byte: counted, recorded, and changed by the faults. */
static uint8_t carry(twi_bus *b, uint8_t value)
{
    const twi_faults *f = b->faults;
    uint32_t n = b->bytes++;
    if (n >= f->replay_byte && n - f->replay_byte < f->replay_bytes)
        value = f->replay[n - f->replay_byte];
    if (n == f->flip_byte)
        value ^= (uint8_t)f->flip_mask;
    if (n < b->record_bytes)
        b->record[n] = value;
    return value;
}

static void finish_address(twi_bus *b)
{
    unsigned slave = 1 - b->master;
    uint8_t *r = registers(b, slave);
    uint8_t sent = registers(b, b->master)[TWDR], address = carry(b, sent);
    int reads = sent & 1; /* what the master believes; a flipped R/W bit addresses nobody */
    int matches = b->running[slave] && (r[TWCR] & (TWEN | TWEA)) == (TWEN | TWEA) &&
                  address >> 1 == r[TWAR] >> 1 && (address & 1) == reads;
    b->address_next = 0;
    b->role = !matches ? IDLE : reads ? TRANSMITS : RECEIVES;
    if (matches)
        report(b, slave, reads ? 0xA8 : 0x60);
    report(b, b->master, (uint8_t)((reads ? 0x40 : 0x18) + (matches ? 0 : 8)));
}

static void finish_data(twi_bus *b)
{
    unsigned slave = 1 - b->master;
    uint8_t *m = registers(b, b->master), *s = registers(b, slave);
    int reads = (m[TWSR] & 0xF8) == 0x40 || (m[TWSR] & 0xF8) == 0x50;
    if (reads) {
        int acknowledges = (m[TWCR] & TWEA) != 0;
        m[TWDR] = carry(b, b->role == TRANSMITS ? s[TWDR] : 0xFF);
        report(b, b->master, acknowledges ? 0x50 : 0x58);
        if (b->role == TRANSMITS)
            report(b, slave, acknowledges ? 0xB8 : 0xC0);
        if (!acknowledges)
            b->role = IDLE;
    } else {
        int acknowledges = b->role == RECEIVES && (s[TWCR] & TWEA) != 0;
        uint8_t value = carry(b, m[TWDR]);
        if (b->role == RECEIVES) {
            s[TWDR] = value;
            report(b, slave, acknowledges ? 0x80 : 0x88);
        }
        if (!acknowledges)
            b->role = IDLE;
        report(b, b->master, acknowledges ? 0x28 : 0x30);
    }
}

/* The slave sees the end of what was written to it. */
static void leave_slave(twi_bus *b)
{
    if (b->role == RECEIVES)
        report(b, 1 - b->master, 0xA0);
    b->role = IDLE;
}

static void finish(twi_bus *b, action done)
{
    unsigned master = b->master;
    b->begun = 0;
    b->next[master] = NOTHING;
    if (done == START) {
        int repeated = b->address_next == 0;
        leave_slave(b);
        b->address_next = 1;
        report(b, master, repeated ? 0x10 : 0x08);
    } else if (done == STOP) {
        leave_slave(b);
        registers(b, master)[TWCR] &= (uint8_t)~TWSTO;
        b->master = TWI_SIDES;
    } else if (b->address_next) {
        finish_address(b);
    } else {
        finish_data(b);
    }
}

/* A side that is addressed and has TWINT set holds SCL. */
static int held(const twi_bus *b)
{
    unsigned slave = 1 - b->master;
    return b->bytes >= b->faults->stall_byte ||
           (b->role != IDLE && (registers(b, slave)[TWCR] & TWINT) != 0);
}

static void advance(twi_bus *b, uint64_t now)
{
    action next;
    for (unsigned side = 0; side < TWI_SIDES && b->master == TWI_SIDES; side++)
        if (b->next[side] == START) {
            b->master = side;
            b->address_next = -1; /* the first START */
        }
    if (b->master == TWI_SIDES)
        return;
    next = b->next[b->master];
    if (b->begun && now >= b->due) {
        finish(b, next);
    } else if (!b->begun && next != NOTHING && !held(b)) {
        uint64_t cycles = (uint64_t)bit_cycles(b) * (next == BYTE ? BYTE_BITS : 1);
        b->begun = 1;
        b->due = now + cycles;
        b->bus_cycles += cycles;
    }
}

/* A side without supply holds no line. */
static void cut(twi_bus *b, unsigned side)
{
    b->running[side] = 0;
    b->states[side] = SIDE_STOPPED;
    write_control(b->avr[side], TWCR, 0, b);
}

static void step(twi_bus *b, unsigned side)
{
    avr_t *avr = b->avr[side];
    unsigned sp, word = avr->flash[avr->pc] | (unsigned)avr->flash[avr->pc + 1] << 8;
    if (side == b->faults->stop_side && avr->cycle >= b->faults->stop_cycle) {
        cut(b, side);
        return;
    }
    if (word == PARK) {
        b->running[side] = 0;
        b->states[side] = SIDE_PARKED;
        return;
    }
    avr->run_cycle_count = 0; /* avr_run_one returns after one instruction */
    avr->pc = avr_run_one(avr);
    avr_cycle_timer_process(avr);
    sp = avr->data[SPL] | (unsigned)avr->data[SPH] << 8;
    if (sp >= RAM_START && sp < b->lowest_sp[side]) /* below it, start-up has not set SP */
        b->lowest_sp[side] = sp;
    if (avr->state == cpu_Crashed || avr->pc >= avr->flashend) {
        b->running[side] = 0;
        b->states[side] = SIDE_CRASHED;
    }
}

void twi_bus_run(twi_bus *b, uint64_t limit, const twi_faults *faults, uint8_t *record,
                 uint32_t record_bytes, twi_found *found)
{
    b->master = TWI_SIDES;
    b->begun = 0;
    b->role = IDLE;
    b->bytes = 0;
    b->bus_cycles = 0;
    b->faults = faults;
    b->record = record;
    b->record_bytes = record_bytes;
    for (unsigned side = 0; side < TWI_SIDES; side++) {
        avr_reset(b->avr[side]);
        b->avr[side]->cycle = 0;
        b->next[side] = NOTHING;
        b->running[side] = 1;
        b->states[side] = SIDE_RUNS;
        b->lowest_sp[side] = b->avr[side]->ramend;
    }
    while (b->running[0] || b->running[1]) {
        unsigned side = !b->running[0] || (b->running[1] && b->avr[1]->cycle < b->avr[0]->cycle);
        if (b->avr[side]->cycle >= limit)
            break;
        step(b, side);
        advance(b, b->avr[side]->cycle);
    }
    for (unsigned side = 0; side < TWI_SIDES; side++) {
        found->cycles[side] = b->avr[side]->cycle;
        found->states[side] = b->states[side];
        found->lowest_sp[side] = b->lowest_sp[side];
    }
    found->bus_cycles = b->bus_cycles;
    found->bytes = b->bytes;
}
