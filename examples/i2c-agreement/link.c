/* SPDX-License-Identifier: MIT */
#include "link.h"
#include "bus.h"
#include "clock.h"

#include <util/crc16.h>

#define HEADER 2
#define CRC 2

/* How long the other end may compute: the slowest curve in the slowest profile. */
#define PATIENCE CLOCK_MS(7500)
#define LAST_PATIENCE CLOCK_MS(2000)
#define PAUSE CLOCK_MS(1)

/* CRC-16 of X.25's polynomial, of a frame's bytes but itself. */
static uint16_t crc_of(const uint8_t *bytes)
{
    uint16_t crc = 0xFFFF;
    for (uint8_t i = 0; i < HEADER + bytes[1] - CRC; i++) {
        crc = _crc_ccitt_update(crc, bytes[i]);
    }
    return crc;
}

void link_seal(frame *f, uint8_t type, uint8_t payload_length)
{
    f->type = type;
    f->length = (uint8_t)(payload_length + CRC);
    uint16_t crc = crc_of(&f->type);
    f->payload[payload_length] = (uint8_t)(crc >> 8);
    f->payload[payload_length + 1] = (uint8_t)crc;
}

static uint8_t is_whole(const frame *f)
{
    if (f->length < CRC || f->length > LINK_PAYLOAD + CRC) {
        return 0;
    }
    const uint8_t *crc = f->payload + (f->length - CRC);
    return crc_of(&f->type) == (uint16_t)(crc[0] << 8 | crc[1]);
}

static uint8_t is_wanted(const frame *f, uint8_t type, uint8_t payload_length)
{
    return f->type == type && f->length == payload_length + CRC;
}

/* Write, or read for NULL, until the slave answers to its address. */
static link_result transfer(const frame *out, frame *in)
{
    const uint32_t until = clock_now() + PATIENCE;
    bus_result result;
    do {
        if (out != 0) {
            result = bus_write(&out->type, (uint8_t)(HEADER + out->length));
        } else {
            result = bus_read(&in->type, sizeof *in);
        }
        if (result == BUS_DONE) {
            return LINK_DONE;
        }
        if (result == BUS_TIMED_OUT) {
            return LINK_STALLED;
        }
        for (uint32_t next = clock_now() + PAUSE; clock_now() < next;) {
        }
    } while (clock_now() < until);
    return LINK_SILENT;
}

link_result link_exchange(const frame *out, frame *in, uint8_t payload_length)
{
    uint8_t writes = 1;
    for (uint8_t tries = 0; tries < LINK_TRIES; tries++) {
        link_result result = writes ? transfer(out, 0) : LINK_DONE;
        if (result == LINK_DONE) {
            result = transfer(0, in);
        }
        if (result != LINK_DONE) {
            return result;
        }
        if (is_whole(in)) {
            if (is_wanted(in, LINK_ABORT, 0)) {
                return LINK_ABORTED;
            }
            if (is_wanted(in, (uint8_t)(out->type + 1), payload_length)) {
                return LINK_DONE;
            }
        }
        writes = is_whole(in) && in->type == LINK_AGAIN;
    }
    return LINK_GARBLED;
}

/* Serve the master once, with a frame's bytes to fetch; `in->length` is 0 for what is none. */
static link_result serve(frame *in, const uint8_t *bytes, uint32_t patience, uint8_t *was_read)
{
    uint8_t taken = 0;
    bus_result result = bus_serve(&in->type, sizeof *in, &taken, bytes,
                                  (uint8_t)(HEADER + bytes[1]), clock_now() + patience);
    *was_read = result == BUS_READ;
    if (result == BUS_WRITTEN && (taken < HEADER || taken != HEADER + in->length)) {
        in->length = 0;
    }
    return result == BUS_TIMED_OUT ? LINK_SILENT : LINK_DONE;
}

/* Seal a frame without a payload. */
static void seal_short(uint8_t bytes[HEADER + CRC], uint8_t type)
{
    bytes[0] = type;
    bytes[1] = CRC;
    uint16_t crc = crc_of(bytes);
    bytes[HEADER] = (uint8_t)(crc >> 8);
    bytes[HEADER + 1] = (uint8_t)crc;
}

link_result link_await(frame *in, uint8_t type, uint8_t payload_length)
{
    uint8_t again[HEADER + CRC];
    seal_short(again, LINK_AGAIN);
    for (uint8_t tries = 0; tries < 2 * LINK_TRIES; tries++) {
        uint8_t was_read;
        link_result result = serve(in, again, PATIENCE, &was_read);
        if (result != LINK_DONE) {
            return result;
        }
        if (was_read || !is_whole(in)) {
            continue;
        }
        if (is_wanted(in, LINK_ABORT, 0)) {
            return LINK_ABORTED;
        }
        if (is_wanted(in, type, payload_length)) {
            return LINK_DONE;
        }
    }
    return LINK_GARBLED;
}

link_result link_deliver(frame *in, const frame *out)
{
    for (uint8_t tries = 0; tries < 2 * LINK_TRIES; tries++) {
        uint8_t was_read;
        link_result result = serve(in, &out->type, PATIENCE, &was_read);
        if (result != LINK_DONE || was_read) {
            return result;
        }
    }
    return LINK_GARBLED;
}

void link_give_up(frame *in, uint8_t is_slave)
{
    uint8_t abort[HEADER + CRC];
    seal_short(abort, LINK_ABORT);
    if (!is_slave) {
        (void)bus_write(abort, sizeof abort);
        return;
    }
    for (uint8_t tries = 0; tries < 2; tries++) {
        uint8_t was_read;
        if (serve(in, abort, LAST_PATIENCE, &was_read) != LINK_DONE || was_read) {
            return;
        }
    }
}
