/* SPDX-License-Identifier: MIT */
/* What the engine knows of an AVR instruction beside what simavr does: its length, the memory it
 * reads or writes, and whether it moves the stack pointer. */
#ifndef LAB_AVR_INSTRUCTION_H
#define LAB_AVR_INSTRUCTION_H

#include <stdint.h>

/* Where the address of an access is. */
enum {
    ACCESS_NONE,
    ACCESS_ABSOLUTE, /* the second word */
    ACCESS_X,
    ACCESS_Y,
    ACCESS_Z,
    ACCESS_PROGRAM, /* Z, in program memory */
    ACCESS_PUSH,
    ACCESS_POP
};

enum {
    FLAG_DECREMENT = 1, /* of the pointer, before the access */
    FLAG_MOVES_SP = 2,  /* the stack pointer is whole after it, and may be lower */
    FLAG_TRAP = 4       /* nothing to measure behind it */
};

typedef struct {
    uint8_t length; /* in bytes; 0: not decoded yet, or unknown */
    uint8_t access;
    uint8_t offset;
    uint8_t flags;
} instruction;

instruction instruction_decode(uint16_t word);

#endif
