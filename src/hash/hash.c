/* SPDX-License-Identifier: MIT */
/* Hashing in pieces, whatever the compression function. */
#include "hash/hash.h"

size_t whit_hash_bytes(const whit_hash *hash)
{
    return hash->digest_bytes;
}

void whit_hash_init(const whit_hash *hash, whit_hash_state *state)
{
    base_rom_load(state->chain, hash->start, hash->block_bytes / 2u);
    state->length = 0;
}

void whit_hash_update(const whit_hash *hash, whit_hash_state *state, const uint8_t *in,
                      size_t in_length)
{
    while (in_length > 0) {
        size_t held = (size_t)state->length & (hash->block_bytes - 1u);
        size_t part = hash->block_bytes - held;
        if (held == 0 && state->length != 0) {
            hash->compress(state);
        }
        if (part > in_length) {
            part = in_length;
        }
        base_copy((uint8_t *)state->block + held, in, part);
        state->length += part;
        in += part;
        in_length -= part;
    }
}

void whit_hash_final(const whit_hash *hash, whit_hash_state *state, uint8_t *digest)
{
    hash->finish(hash, state);
    const uint32_t *word = state->chain;
    for (const uint8_t *end = digest + hash->digest_bytes; digest != end; digest += 4) {
        uint32_t value = *word++;
        digest[0] = (uint8_t)(value >> 24);
        digest[1] = (uint8_t)(value >> 16);
        digest[2] = (uint8_t)(value >> 8);
        digest[3] = (uint8_t)value;
    }
    base_wipe(state, sizeof *state);
}

WHIT_NOINLINE WHIT_INTERNAL void hash_message(const whit_hash *hash, uint8_t *digest,
                                              const uint8_t *message, size_t message_length)
{
    whit_hash_state state;
    whit_hash_init(hash, &state);
    whit_hash_update(hash, &state, message, message_length);
    whit_hash_final(hash, &state, digest);
}
