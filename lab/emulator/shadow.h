/* SPDX-License-Identifier: MIT */
/*
 * Secret bits: of a number, a bit is set in its shadow where a secret may decide that bit. What is
 * said of a result may be too much, never too little. x and y are values; where a bit is secret
 * they count for nothing.
 */
#ifndef LAB_SHADOW_H
#define LAB_SHADOW_H

#include <stdint.h>

#define SHADOW_ALL 0xFFFFFFFFu

enum { SHIFT_LSL, SHIFT_LSR, SHIFT_ASR, SHIFT_ROR };

/* These bits and all above the lowest of them, where carries go. */
uint32_t shadow_upwards(uint32_t m);

/*
 * Of x + y + carry, with the shadows a and b and, of the carry, c: 0 or 1. *last becomes that of
 * the carry out. A carry is public where two of the three bits that make it are, and equal.
 */
uint32_t shadow_sum(uint32_t a, uint32_t x, uint32_t b, uint32_t y, unsigned c, unsigned carry,
                    unsigned *last);

/* Of the lower half of x y: above the lowest secret bit of one times the zeros the other ends in.
 */
uint32_t shadow_product(uint32_t a, uint32_t x, uint32_t b, uint32_t y);

/* Of x shifted by a public number; ROR counts modulo 32. On a value, the value. */
uint32_t shadow_shifted(uint32_t m, unsigned type, unsigned by);

/* Of x shifted by `amount`, 0 to 255, some bits of which are secret: of all that it can be. */
uint32_t shadow_shifted_by_secret(uint32_t a, uint32_t x, unsigned type, unsigned secret,
                                  unsigned amount);

/* The lowest bits alone, 1 to 32, and where is_signed their sign above them. */
uint32_t shadow_extended(uint32_t m, unsigned width, int is_signed);

/* As many ones. */
uint32_t shadow_lowest(unsigned width);

/* Bytes reversed; with `width` 16 those of halfwords, 17 those of the lower one with its sign; with
 * 1 bits. */
uint32_t shadow_reversed(uint32_t m, unsigned width);

/* Of x & y, and of x | y. A public zero, or one, hides what it meets. */
uint32_t shadow_and(uint32_t a, uint32_t x, uint32_t b, uint32_t y);
uint32_t shadow_or(uint32_t a, uint32_t x, uint32_t b, uint32_t y);

#endif
