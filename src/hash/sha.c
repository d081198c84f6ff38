/* SPDX-License-Identifier: MIT */
/* The end of a message [FIPS 180-4, 5.1]. */
#include "hash/hash.h"

WHIT_INTERNAL void sha_finish(const whit_hash *hash, whit_hash_state *state)
{
    static const uint8_t one_bit = 0x80;
    uint8_t *block = (uint8_t *)state->block;
    size_t end = hash->block_bytes;
    uint64_t bits = state->length << 3;
    whit_hash_update(hash, state, &one_bit, 1);
    size_t held = ((size_t)(state->length - 1) & (end - 1)) + 1;
    /* Zeros up to the length, which takes an eighth of a block. */
    size_t start = end - end / 8;
    if (held > start) {
        base_wipe(block + held, end - held);
        hash->compress(state);
        held = 0;
    }
    base_wipe(block + held, start - held);
    do {
        block[--end] = (uint8_t)bits;
        bits >>= 8;
    } while (end > start);
    hash->compress(state);
}
