/* SPDX-License-Identifier: MIT */
/* lwIP on the board's Ethernet, and libcoap on lwIP. */
#ifndef NETWORK_H
#define NETWORK_H

#include "board.h"

/* Start lwIP with the fixed address of ADDRESS, and listen for frames. */
void network_start(const uint8_t mac[BOARD_MAC_BYTES]);

/* Give lwIP the frames that wait, and do what is due by its timers. */
void network_poll(void);

#endif
