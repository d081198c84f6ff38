/* SPDX-License-Identifier: MIT */
/* The resources of the device over CoAP. */
#ifndef SERVER_H
#define SERVER_H

#include <stdbool.h>
#include <stdint.h>

/* Listen on port 5683. */
void server_start(void);

/* Is a client in the middle of a message that takes several blocks? */
bool server_is_transferring(uint32_t now);

/* A new reading is published: tell those who observe it. */
void server_notify(uint32_t now);

/* Send the notifications that are due. */
void server_poll(void);

#endif
