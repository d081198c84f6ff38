/* SPDX-License-Identifier: MIT */
/* The board: an LM3S6965 of QEMU's machine lm3s6965evb, a Cortex-M3 with 256 kB of flash, 64 kB of
 * RAM, Ethernet, and a thermometer in the chip. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

#define BOARD_MAC_BYTES 6

/* Milliseconds since the start; wraps after 49 days. */
uint32_t board_milliseconds(void);

/* Sleep until an interrupt: the next millisecond, or a frame. */
void board_sleep(void);

/* Read the chip's temperature in thousandths of a degree Celsius. False: the converter gave none.
 */
bool board_temperature(int32_t *millidegrees);

/* Begin the sequence of board_arbitrary. */
void board_seed(uint32_t seed);

/* A number from a sequence that anybody can compute: the board has no entropy. For identifiers of
 * messages, never for keys or signatures. */
uint32_t board_arbitrary(void);

/* Print on the console. */
void board_print(const char *text);
void board_print_number(uint32_t number);

/* Say why, and wait for ever. */
__attribute__((noreturn)) void board_stop(const char *reason);

/* Ethernet: 10 Mbit/s, full frames without their checksum. */
void board_ethernet_start(const uint8_t address[BOARD_MAC_BYTES]);
bool board_ethernet_waiting(void);
/* The length of the next frame that waits; its bytes are to be read next, all of them. */
uint32_t board_ethernet_length(void);
/* Read a frame of that length into `frame`, or drop it if that is NULL. */
void board_ethernet_read(uint8_t *frame, uint32_t length);
/* Send a frame. False: the transmitter is not ready. */
bool board_ethernet_send(const uint8_t *frame, uint32_t length);

#endif
