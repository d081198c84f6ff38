/* SPDX-License-Identifier: MIT */
/* HMAC [FIPS 198-1]. */
#include "hash/hash.h"

/* Begin the inner hash with a block: the key, padded with zeros, each byte combined with `pad`. */
static void absorb_key(hmac_state *state, uint8_t pad)
{
    whit_hash_state *inner = &state->inner;
    uint8_t *block = (uint8_t *)inner->block;
    whit_hash_init(state->hash, inner);
    for (size_t i = 0; i < state->hash->block_bytes / 4u; i++) {
        inner->block[i] = pad * (uint32_t)0x01010101;
    }
    for (size_t i = 0; i < state->key_length; i++) {
        block[i] ^= state->key[i];
    }
    inner->length = state->hash->block_bytes;
}

WHIT_INTERNAL void hmac_init(hmac_state *state, const whit_hash *hash, const uint8_t *key,
                             size_t key_length)
{
    state->hash = hash;
    state->key = key;
    state->key_length = key_length;
    absorb_key(state, 0x36);
}

WHIT_INTERNAL void hmac_update(hmac_state *state, const uint8_t *in, size_t in_length)
{
    whit_hash_update(state->hash, &state->inner, in, in_length);
}

WHIT_INTERNAL void hmac_final(hmac_state *state, uint8_t *mac)
{
    uint8_t inner_digest[WHIT_HASH_MAX_BYTES];
    whit_hash_final(state->hash, &state->inner, inner_digest);
    absorb_key(state, 0x5c);
    whit_hash_update(state->hash, &state->inner, inner_digest, state->hash->digest_bytes);
    whit_hash_final(state->hash, &state->inner, mac);
    base_wipe(inner_digest, sizeof inner_digest);
}

whit_status whit_hmac(const whit_hash *hash, uint8_t *mac, const uint8_t *key, size_t key_length,
                      const uint8_t *in, size_t in_length)
{
    hmac_state state;
    uint8_t short_key[WHIT_HASH_MAX_BYTES];
    if (hash == NULL || mac == NULL || (key == NULL && key_length != 0) ||
        (in == NULL && in_length != 0)) {
        return WHIT_ERROR_ARGUMENT;
    }
    if (base_overlap(mac, hash->digest_bytes, key, key_length) ||
        base_overlap(mac, hash->digest_bytes, in, in_length)) {
        return WHIT_ERROR_OVERLAP;
    }
    if (key_length > hash->block_bytes) {
        whit_hash_init(hash, &state.inner);
        whit_hash_update(hash, &state.inner, key, key_length);
        whit_hash_final(hash, &state.inner, short_key);
        key = short_key;
        key_length = hash->digest_bytes;
    }
    hmac_init(&state, hash, key, key_length);
    hmac_update(&state, in, in_length);
    hmac_final(&state, mac);
    base_wipe(short_key, sizeof short_key);
    return WHIT_OK;
}
