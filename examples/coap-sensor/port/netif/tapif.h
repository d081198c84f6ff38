/* SPDX-License-Identifier: MIT */
/* libcoap waits for frames of this interface where it is a client; the device is none. Included in
 * the middle of a function. */
#define tapif_select(netif) (-1)
