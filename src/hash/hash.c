/* SPDX-License-Identifier: MIT */
/* Merkle-Damgard hashing in pieces, whatever the compression function. */
#include "hash/hash.h"

#include <string.h>

size_t whit_hash_bytes(const whit_hash *hash)
{
    return hash->digest_bytes;
}

void whit_hash_init(const whit_hash *hash, whit_hash_state *state)
{
    hash->init(state);
    state->length = 0;
}

void whit_hash_update(const whit_hash *hash, whit_hash_state *state, const uint8_t *in,
                      size_t in_length)
{
    size_t held = (size_t)state->length & (size_t)(hash->block_bytes - 1);
    state->length += in_length;
    while (in_length > 0) {
        size_t room = hash->block_bytes - held;
        size_t part = in_length < room ? in_length : room;
        memcpy(state->block + held, in, part);
        in += part;
        in_length -= part;
        held += part;
        if (held == hash->block_bytes) {
            hash->compress(state, state->block);
            held = 0;
        }
    }
}

void whit_hash_final(const whit_hash *hash, whit_hash_state *state, uint8_t *digest)
{
    static const uint8_t one_bit = 0x80;
    static const uint8_t zero = 0;
    uint64_t bits = state->length << 3;
    uint8_t length[8];
    for (unsigned i = 0; i < 8; i++) {
        length[i] = (uint8_t)(bits >> (56 - 8 * i));
    }
    whit_hash_update(hash, state, &one_bit, 1);
    while ((state->length & (uint64_t)(hash->block_bytes - 1)) !=
           (uint64_t)(hash->block_bytes - sizeof length)) {
        whit_hash_update(hash, state, &zero, 1);
    }
    whit_hash_update(hash, state, length, sizeof length);
    for (size_t i = 0; i < hash->digest_bytes; i++) {
        digest[i] = (uint8_t)(state->chain[i / 4] >> (24 - 8 * (i % 4)));
    }
    base_wipe(state, sizeof *state);
}
