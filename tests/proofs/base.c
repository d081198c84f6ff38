/* SPDX-License-Identifier: MIT */
/* Copies, wiping and comparison, which are models in other harnesses. Blocks begin at any distance
 * from a multiple of a limb's bytes. In profile small, since others wipe by words, which is not
 * proved. */
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
