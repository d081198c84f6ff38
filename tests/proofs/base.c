/* SPDX-License-Identifier: MIT */
/* Copies, wiping, comparison and masks, which are models in other harnesses. Blocks begin at any
 * distance from a multiple of a limb's bytes. */
#include "proofs.h"

static uint8_t *any_place(size_t length)
{
    size_t before = any_length(LIMB_BYTES - 1);
    return any_bytes(before + length) + before;
}

void prove_copy(void)
{
    size_t length = any_length(MOST);
    const uint8_t *in = any_place(length);
    uint8_t *out = any_place(length);
    base_copy(out, in, length);
    REACHED(length == MOST);
}

void prove_wipe(void)
{
    size_t length = any_length(MOST);
    uint8_t *object = any_place(length);
    watch(object, length);
    base_wipe(object, length);
    PROVE(*watched == 0);
    REACHED(length == MOST);
}

void prove_same_of_different(void)
{
    size_t length = any_length(MOST);
    const uint8_t *a = any_bytes(length);
    const uint8_t *b = any_bytes(length);
    watched_at = any_length(MOST);
    ASSUME(watched_at < length && a[watched_at] != b[watched_at]);
    PROVE(base_same(a, b, length) == 0);
    REACHED(length == MOST);
}

void prove_same_of_same(void)
{
    size_t length = any_length(MOST);
    const uint8_t *a = any_bytes(length);
    watched_at = length;
    PROVE(base_same(a, a, length) == 1);
    REACHED(length == MOST);
}

void prove_overlap(void)
{
    /* Of addresses alone: of regions that do not wrap round the end of memory. */
    uintptr_t a = nondet_size();
    uintptr_t b = nondet_size();
    size_t a_length = nondet_size();
    size_t b_length = nondet_size();
    ASSUME(a_length <= UINTPTR_MAX - a && b_length <= UINTPTR_MAX - b);
    int overlap = base_overlap((const void *)a, a_length, (const void *)b, b_length);
    uintptr_t start = a > b ? a : b;
    uintptr_t end = a + a_length < b + b_length ? a + a_length : b + b_length;
    PROVE(overlap == (start < end));
    REACHED(overlap == 0);
    REACHED(overlap == 1);
}

void prove_masks(void)
{
    limb x = nondet_limb();
    limb y = nondet_limb();
    PROVE(base_opaque(x) == x);
    PROVE(base_mask(x & 1) == ((x & 1) != 0 ? LIMB_MAX : 0));
    PROVE(base_mask_zero(x) == (x == 0 ? LIMB_MAX : 0));
    PROVE(base_less(x, y) == (x < y));
    PROVE(base_public(x) == (x != 0));
    REACHED(x == 0);
}
