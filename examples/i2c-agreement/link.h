/* SPDX-License-Identifier: MIT */
/* Frames on the bus: a type, a length, as many bytes, and a CRC. The master sends a frame and
 * fetches one in answer; each is asked for again a few times if it does not arrive whole. */
#ifndef LINK_H
#define LINK_H

#include <stdint.h>

#define LINK_PAYLOAD 65
#define LINK_TRIES 4

typedef struct frame {
    uint8_t type;
    uint8_t length; /* of payload and CRC */
    uint8_t payload[LINK_PAYLOAD + 2];
} frame;

typedef enum link_result {
    LINK_DONE,
    LINK_SILENT,  /* the other end does not answer in time */
    LINK_STALLED, /* the bus is held */
    LINK_GARBLED, /* frames do not arrive whole, however often they are asked for */
    LINK_ABORTED  /* the other end gave up */
} link_result;

/* Types of frames; a protocol has others from LINK_FIRST on. */
enum { LINK_AGAIN = 1, LINK_ABORT = 2, LINK_FIRST = 3 };

/* Make a frame of a payload that stands in it. */
void link_seal(frame *f, uint8_t type, uint8_t payload_length);

/* The master: send a frame, and fetch one of the type that comes after it, which has so many bytes.
 */
link_result link_exchange(const frame *out, frame *in, uint8_t payload_length);

/* The slave: wait for a frame of a type and a length. What else comes is asked for again. */
link_result link_await(frame *in, uint8_t type, uint8_t payload_length);

/* The slave: wait until a frame has been fetched. */
link_result link_deliver(frame *in, const frame *out);

/* Tell the other end, if it listens, that this one gave up. */
void link_give_up(frame *in, uint8_t is_slave);

#endif
