/* SPDX-License-Identifier: MIT */
/* The Ethernet controller of an LM3S6965 [its data sheet, 16]: a frame goes through one register,
 * four bytes at a time. */
#include "board.h"

#include <stddef.h>

#define REGISTER(offset) (*(volatile uint32_t *)(0x40048000u + (offset)))
#define INTERRUPTS REGISTER(0x00) /* read: what is due; written: what is done */
#define INTERRUPT_MASK REGISTER(0x04)
#define RECEIVE_CONTROL REGISTER(0x08)
#define TRANSMIT_CONTROL REGISTER(0x0c)
#define DATA REGISTER(0x10)
#define ADDRESS_LOW REGISTER(0x14)
#define ADDRESS_HIGH REGISTER(0x18)
#define FRAMES REGISTER(0x34)
#define TRANSMIT REGISTER(0x38)

#define RECEIVED 1u
#define RECEIVE_ENABLED (1u | 1u << 3)            /* and frames with a wrong checksum are dropped */
#define RECEIVE_RESET (1u << 4)                   /* of the buffer */
#define TRANSMIT_ENABLED (1u | 1u << 1 | 1u << 2) /* and pad, and add the checksum */

#define NVIC_ENABLE_1 (*(volatile uint32_t *)0xe000e104)
#define ETHERNET_BIT (1u << (42 - 32))

#define HEADER_BYTES 14
#define LENGTH_BYTES 2
#define CHECKSUM_BYTES 4
#define PATIENCE 100000u

/* The first two bytes of a frame came with its length. */
static uint8_t first[2];

static uint32_t word_of(const uint8_t *bytes, uint32_t length)
{
    uint32_t word = 0;
    for (uint32_t i = 0; i < 4 && i < length; i++) {
        word |= (uint32_t)bytes[i] << 8 * i;
    }
    return word;
}

void board_ethernet_start(const uint8_t address[BOARD_MAC_BYTES])
{
    INTERRUPT_MASK = 0;
    RECEIVE_CONTROL = RECEIVE_RESET;
    ADDRESS_LOW = word_of(address, 4);
    ADDRESS_HIGH = word_of(address + 4, 2);
    TRANSMIT_CONTROL = TRANSMIT_ENABLED;
    RECEIVE_CONTROL = RECEIVE_ENABLED;
    INTERRUPT_MASK = RECEIVED;
    NVIC_ENABLE_1 = ETHERNET_BIT;
}

/* The interrupt only ends a sleep; frames are read by the main loop. */
void board_ethernet_interrupt(void);
void board_ethernet_interrupt(void)
{
    INTERRUPTS = RECEIVED;
}

bool board_ethernet_waiting(void)
{
    return FRAMES != 0;
}

uint32_t board_ethernet_length(void)
{
    const uint32_t word = DATA;
    const uint32_t length = word & 0xffff;
    first[0] = (uint8_t)(word >> 16);
    first[1] = (uint8_t)(word >> 24);
    return length > LENGTH_BYTES + CHECKSUM_BYTES ? length - LENGTH_BYTES - CHECKSUM_BYTES : 0;
}

void board_ethernet_read(uint8_t *frame, uint32_t length)
{
    /* What follows the first word: the rest of the frame, and its checksum. */
    const uint32_t words = (length + CHECKSUM_BYTES + LENGTH_BYTES + 3) / 4 - 1;
    if (frame != NULL) {
        for (uint32_t i = 0; i < 2 && i < length; i++) {
            frame[i] = first[i];
        }
    }
    for (uint32_t at = 2, i = 0; i < words; i++, at += 4) {
        const uint32_t word = DATA;
        for (uint32_t j = 0; frame != NULL && j < 4 && at + j < length; j++) {
            frame[at + j] = (uint8_t)(word >> 8 * j);
        }
    }
}

bool board_ethernet_send(const uint8_t *frame, uint32_t length)
{
    for (uint32_t left = PATIENCE; (TRANSMIT & 1u) != 0; left--) {
        if (left == 0) {
            return false;
        }
    }
    if (length < HEADER_BYTES) {
        return false;
    }
    DATA = (length - HEADER_BYTES) | word_of(frame, 2) << 16;
    for (uint32_t at = 2; at < length; at += 4) {
        DATA = word_of(frame + at, length - at);
    }
    TRANSMIT = 1;
    return true;
}
