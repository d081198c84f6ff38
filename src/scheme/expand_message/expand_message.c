/* SPDX-License-Identifier: MIT */
/* expand_message_xmd and expand_message_xof [RFC 9380, 5.3]: whit/expand_message.h. */
#include "scheme/expand_message/expand.h"
#include "hash/hash.h"
#include <whit/shake256.h>

#if WHIT_HASH_TO_CURVE

#define EXPAND_MOST 65535u /* two bytes count */
#define EXPAND_TAG 255u    /* one does */

/* What a tag that is longer is hashed behind [RFC 9380, 5.3.3]. */
#define EXPAND_LONG_BYTES 17
static const uint8_t expand_long[EXPAND_LONG_BYTES] WHIT_ROM = {
    'H', '2', 'C', '-', 'O', 'V', 'E', 'R', 'S', 'I', 'Z', 'E', '-', 'D', 'S', 'T', '-'};

static whit_status expand_check(uint8_t *uniform, size_t uniform_length, size_t most,
                                const uint8_t *message, size_t message_length, const uint8_t *tag,
                                size_t tag_length)
{
    if (uniform == NULL || (message == NULL && message_length != 0) ||
        (tag == NULL && tag_length != 0)) {
        return WHIT_ERROR_ARGUMENT;
    }
    if (base_overlap(uniform, uniform_length, message, message_length) ||
        base_overlap(uniform, uniform_length, tag, tag_length)) {
        return WHIT_ERROR_OVERLAP;
    }
    base_wipe(uniform, uniform_length);
    if (uniform_length == 0 || uniform_length > most) {
        return WHIT_ERROR_OUTPUT_LENGTH;
    }
    return tag_length == 0 ? WHIT_ERROR_TAG_LENGTH : WHIT_OK;
}

/* A tag and its length. */
static void expand_add_tag(const whit_hash *hash, whit_hash_state *state, const uint8_t *tag,
                           size_t tag_length)
{
    const uint8_t length = (uint8_t)tag_length;
    whit_hash_update(hash, state, tag, tag_length);
    whit_hash_update(hash, state, &length, 1);
}

/* The digest that stands for a long tag. */
static void expand_shorten(const whit_hash *hash, whit_hash_state *state, uint8_t *digest,
                           const uint8_t *tag, size_t tag_length)
{
    uint8_t before[EXPAND_LONG_BYTES];
    base_rom_load(before, expand_long, sizeof before);
    whit_hash_init(hash, state);
    whit_hash_update(hash, state, before, sizeof before);
    whit_hash_update(hash, state, tag, tag_length);
    whit_hash_final(hash, state, digest);
}

WHIT_INTERNAL whit_status expand_message_xmd(const whit_hash *hash, uint8_t *uniform,
                                             size_t uniform_length, const expand_parts *parts,
                                             const uint8_t *tag, size_t tag_length)
{
    if (hash == NULL) {
        return WHIT_ERROR_ARGUMENT;
    }
    const size_t size = hash->digest_bytes;
    const size_t most = EXPAND_TAG * size < EXPAND_MOST ? EXPAND_TAG * size : EXPAND_MOST;
    whit_status status = expand_check(uniform, uniform_length, most, parts->message,
                                      parts->message_length, tag, tag_length);
    if (status != WHIT_OK) {
        return status;
    }
    struct {
        whit_hash_state state;
        uint8_t first[WHIT_HASH_MAX_BYTES];
        uint8_t block[WHIT_HASH_MAX_BYTES];
        uint8_t tag[WHIT_HASH_MAX_BYTES];
    } w;
    if (tag_length > EXPAND_TAG) {
        expand_shorten(hash, &w.state, w.tag, tag, tag_length);
        tag = w.tag;
        tag_length = size;
    }
    /* A block of zeros, which is twice the chain, and that is no longer than the longest digest. */
    const uint8_t lengths[3] = {(uint8_t)(uniform_length >> 8), (uint8_t)uniform_length, 0};
    base_wipe(w.block, sizeof w.block);
    whit_hash_init(hash, &w.state);
    whit_hash_update(hash, &w.state, w.block, hash->block_bytes / 2u);
    whit_hash_update(hash, &w.state, w.block, hash->block_bytes / 2u);
    whit_hash_update(hash, &w.state, parts->prefix, parts->prefix_length);
    whit_hash_update(hash, &w.state, parts->message, parts->message_length);
    whit_hash_update(hash, &w.state, lengths, sizeof lengths);
    expand_add_tag(hash, &w.state, tag, tag_length);
    whit_hash_final(hash, &w.state, w.first);
    for (uint8_t count = 1; uniform_length > 0; count++) {
        const size_t part = uniform_length < size ? uniform_length : size;
        for (size_t i = 0; i < size; i++) {
            w.block[i] ^= w.first[i];
        }
        whit_hash_init(hash, &w.state);
        whit_hash_update(hash, &w.state, w.block, size);
        whit_hash_update(hash, &w.state, &count, 1);
        expand_add_tag(hash, &w.state, tag, tag_length);
        whit_hash_final(hash, &w.state, w.block);
        base_copy(uniform, w.block, part);
        uniform += part;
        uniform_length -= part;
    }
    base_wipe(&w, sizeof w);
    return WHIT_OK;
}

whit_status whit_expand_message_xmd(const whit_hash *hash, uint8_t *uniform, size_t uniform_length,
                                    const uint8_t *message, size_t message_length,
                                    const uint8_t *tag, size_t tag_length)
{
    const expand_parts parts = {NULL, 0, message, message_length};
    return expand_message_xmd(hash, uniform, uniform_length, &parts, tag, tag_length);
}

whit_status whit_expand_message_shake256(uint8_t *uniform, size_t uniform_length,
                                         const uint8_t *message, size_t message_length,
                                         const uint8_t *tag, size_t tag_length,
                                         unsigned security_bits)
{
    uint8_t short_tag[64];
    whit_shake256_state state;
    if (security_bits == 0 || security_bits > 4 * sizeof short_tag) {
        return WHIT_ERROR_ARGUMENT;
    }
    whit_status status = expand_check(uniform, uniform_length, EXPAND_MOST, message, message_length,
                                      tag, tag_length);
    if (status != WHIT_OK) {
        return status;
    }
    if (tag_length > EXPAND_TAG) {
        uint8_t before[EXPAND_LONG_BYTES];
        base_rom_load(before, expand_long, sizeof before);
        whit_shake256_init(&state);
        whit_shake256_update(&state, before, sizeof before);
        whit_shake256_update(&state, tag, tag_length);
        tag = short_tag;
        tag_length = (security_bits + 3) / 4;
        whit_shake256_final(&state, short_tag, tag_length);
    }
    const uint8_t lengths[3] = {(uint8_t)(uniform_length >> 8), (uint8_t)uniform_length,
                                (uint8_t)tag_length};
    whit_shake256_init(&state);
    whit_shake256_update(&state, message, message_length);
    whit_shake256_update(&state, lengths, 2);
    whit_shake256_update(&state, tag, tag_length);
    whit_shake256_update(&state, lengths + 2, 1);
    whit_shake256_final(&state, uniform, uniform_length);
    return WHIT_OK;
}

#endif
