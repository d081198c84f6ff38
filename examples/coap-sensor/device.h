/* SPDX-License-Identifier: MIT */
/* What the last page of flash holds, written by provision.py where the device is made, and the
 * curve that the firmware is for. */
#ifndef DEVICE_H
#define DEVICE_H

#include <stdint.h>

#include "board.h"

/* 1: readings are signed. 0: the same firmware without, for comparison. */
#ifndef SIGNED
#define SIGNED 1
#endif

/* 1: beside JSON Sensor Signatures there are COSE and the public key. */
#ifndef COMPLETE
#define COMPLETE SIGNED
#endif

/* 1: for a board with a random source, from which nonces come; this one has none. 0: nonces are
 * those of RFC 6979. */
#ifndef ENTROPY
#define ENTROPY 0
#endif

#define DEVICE_MAGIC 0x74696857u /* "Whit" */

#if SIGNED
#include "whit.h"

#define CURVE(what) CURVE_PASTE(whit_, CURVE_NAME, _##what)
#define CURVE_OBJECT CURVE_PASTE(whit_, CURVE_NAME, )
#define CURVE_BYTES(what) CURVE_PASTE(WHIT_, CURVE_CAPITALS, _##what##_BYTES)
#define CURVE_PASTE(before, name, after) CURVE_PASTE_EXPANDED(before, name, after)
#define CURVE_PASTE_EXPANDED(before, name, after) before##name##after

#define PRIVATE_KEY_BYTES CURVE_BYTES(PRIVATE_KEY)
#define PUBLIC_KEY_BYTES CURVE_BYTES(PUBLIC_KEY)
#define SIGNATURE_BYTES CURVE_BYTES(SIGNATURE)
#endif

struct device {
    uint32_t magic;
    uint8_t mac[BOARD_MAC_BYTES];
    uint8_t reserved[2];
#if SIGNED
    uint8_t private_key[PRIVATE_KEY_BYTES]; /* big-endian */
#endif
};

/* From the linker script. */
extern const struct device device_page;

#endif
