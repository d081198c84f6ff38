/* SPDX-License-Identifier: MIT */
/* Random numbers for a device without a source of entropy: hashes of a seed that was put into its
 * EEPROM, at random, when it was made, and that it replaces at each start. What it drew before
 * cannot be found from what the EEPROM holds now. provision.py makes the first seed. */
#ifndef SEED_H
#define SEED_H

#include "whit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* EEPROM: two places for the seed, so that a supply that fails while one is written leaves the
 * other. */
#define SEED_PLACE(i) ((uint16_t)((i)*48))
#define SEED_RECORD_BYTES 38 /* a count of starts, 4 bytes; the seed, 32; a CRC, 2 */

/* Take the seed and put its successor in its place, which takes an EEPROM 0.3 s. Nothing is drawn
 * before that is written. Returns whether there was one: without, no key may be made. */
uint8_t seed_begin(void);

/* Draws, once begun. */
extern const whit_random seed_random;

#ifdef __cplusplus
}
#endif

#endif
