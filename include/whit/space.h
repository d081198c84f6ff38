/* SPDX-License-Identifier: MIT */
/* Room for objects whose fields are private, and wiping. */
#ifndef WHIT_SPACE_H
#define WHIT_SPACE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Room aligned for limbs of any width. Its bytes may be copied by assignment. */
#define WHIT_SPACE(count)    \
    union {                  \
        uint64_t align;      \
        uint8_t room[count]; \
    }

/* Bytes of a number of so many bits: whole words of 64 bits, which limbs of any width fill. */
#define WHIT_NUMBER_BYTES(bits) ((size_t)((bits) + 63) / 64 * 8)

/* Zeroize `length` bytes in a way that the optimiser keeps. */
void whit_wipe(void *object, size_t length);

#ifdef __cplusplus
}
#endif

#endif
