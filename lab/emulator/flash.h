/* SPDX-License-Identifier: MIT */
/*
 * How long a core waits for its flash: a model of the memory and of the core's fetching ahead,
 * apart from what its instructions cost. Addresses are offsets in the flash, times are cycles.
 */
#ifndef LAB_FLASH_H
#define LAB_FLASH_H

#include <stdint.h>

/* A part's flash. Mirrored by native.FlashTiming. */
typedef struct {
    uint32_t wait_states;  /* of a read of the array, beyond the one cycle of any access */
    uint32_t line_bytes;   /* that one read brings: a power of two, at least 4 */
    uint32_t buffers;      /* lines that are kept of code, at least 1 */
    uint32_t data_buffers; /* lines that are kept of loaded data; 0: they share those of code */
    uint32_t ways;         /* places that a line of code may take; 0: any */
    uint32_t prefetch;     /* after a line of code the next is read, unless it is kept */
    uint32_t
        ahead_words; /* the core's: words that it holds, that which runs out included; 2 to 4 */
} flash_timing;

typedef struct flash_memory flash_memory;

/* NULL when memory is short or the timing is none. */
flash_memory *flash_open(const flash_timing *timing);
void flash_close(flash_memory *f);

/* As after reset: nothing is kept. */
void flash_reset(flash_memory *f);

/*
 * Cycles that the core waits for an instruction that would begin at `now`; `sequential` says that
 * it stands right behind the one before.
 */
uint32_t flash_fetch(flash_memory *f, uint32_t offset, uint32_t bytes, int64_t now, int sequential);

/* Cycles that the core waits for a load that begins at `now`. */
uint32_t flash_load(flash_memory *f, uint32_t offset, uint32_t bytes, int64_t now);

#endif
