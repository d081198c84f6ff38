/* SPDX-License-Identifier: MIT */
/* Arithmetic to compare the library with: big-endian byte strings, a byte or a bit at a time,
 * slow and plain. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include "mp/mp.h"

/* Limbs that the tests of mp and field reach, and the bytes of a double-length product. */
#define REFERENCE_LIMBS (8 * 32 / LIMB_BITS + 3)
#define REFERENCE_BYTES (2 * REFERENCE_LIMBS * LIMB_BYTES)

/* r = a + b, a - b or a b, as byte strings of `length` bytes (2 `length` for the product).
 * The first two return the carry or borrow. */
unsigned reference_add(uint8_t *r, const uint8_t *a, const uint8_t *b, size_t length);
unsigned reference_sub(uint8_t *r, const uint8_t *a, const uint8_t *b, size_t length);
void reference_mul(uint8_t *r, const uint8_t *a, const uint8_t *b, size_t length);

/* r = a mod m, m of `length` bytes with its top bit anywhere, a of `a_length`. */
void reference_mod(uint8_t *r, const uint8_t *a, size_t a_length, const uint8_t *m, size_t length);

/* Limbs as they should be for a test: half of them random, half the edges 0, 1, 2^w - 1, 2^(w-1)
 * and their neighbours, where carries begin and end. */
void reference_limbs(limb *r, size_t n, uint32_t *state);

/* A step of a generator that fixes what the tests see. */
uint32_t reference_random(uint32_t *state);

#endif
