/* SPDX-License-Identifier: MIT */
/* Where a sketch's flags say nothing: on boards with less than 4 KiB of RAM, such as an Uno, the
 * profile and the hashes whose stack leaves room for Serial. That leaves out SHA-512, and with it
 * Ed25519. */
#if defined(__AVR__)
#include <avr/io.h>
#if RAMEND < 0x1000
#ifndef WHIT_PROFILE
#define WHIT_PROFILE small
#endif
#ifndef WHIT_HASH_LIMIT
#define WHIT_HASH_LIMIT 256
#endif
#endif
#endif
