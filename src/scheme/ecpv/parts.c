/* SPDX-License-Identifier: MIT */
#include "scheme/ecpv/parts.h"

#if WHIT_ARITHMETIC

WHIT_INTERNAL void ecpv_begin_hash(whit_hash_state *state, const whit_hash *hash, uint8_t use,
                                   uint32_t block)
{
    const uint8_t first[5] = {use, (uint8_t)(block >> 24), (uint8_t)(block >> 16),
                              (uint8_t)(block >> 8), (uint8_t)block};
    whit_hash_init(hash, state);
    whit_hash_update(hash, state, first, sizeof first);
}

WHIT_INTERNAL void ecpv_hash_parts(whit_hash_state *state, const whit_hash *hash,
                                   const ecpv_part *parts)
{
    for (unsigned i = 0; i < ECPV_PARTS - 1; i++) {
        uint8_t length[8];
        uint64_t left = parts[i].length;
        for (unsigned j = sizeof length; j-- > 0;) {
            length[j] = (uint8_t)left;
            left >>= 8;
        }
        whit_hash_update(hash, state, length, sizeof length);
    }
    for (unsigned i = 0; i < ECPV_PARTS; i++) {
        whit_hash_update(hash, state, parts[i].bytes, parts[i].length);
    }
}

WHIT_INTERNAL void ecpv_mask(const whit_hash *hash, const uint8_t *point, size_t point_length,
                             uint8_t *redundancy, size_t redundancy_length, uint8_t *out,
                             const uint8_t *in, size_t length)
{
    uint8_t digest[WHIT_HASH_MAX_BYTES];
    whit_hash_state state;
    const size_t digest_bytes = whit_hash_bytes(hash);
    size_t used = digest_bytes;
    uint32_t block = 0;
    for (size_t i = 0; i < redundancy_length + length; i++) {
        if (used == digest_bytes) {
            ecpv_begin_hash(&state, hash, ECPV_MASK, block++);
            whit_hash_update(hash, &state, point, point_length);
            whit_hash_final(hash, &state, digest);
            used = 0;
        }
        if (i < redundancy_length) {
            redundancy[i] ^= digest[used++];
        } else {
            out[i - redundancy_length] = in[i - redundancy_length] ^ digest[used++];
        }
    }
    base_wipe(digest, sizeof digest);
}

#endif
