/* SPDX-License-Identifier: MIT */
/* What a hash object holds, and HMAC in pieces. */
#ifndef WHIT_HASH_HASH_H
#define WHIT_HASH_HASH_H

#include "base/base.h"
#include <whit/hash.h>

/* state and digest are those of whit/hash.h; compress takes one block into the chain. */
struct whit_hash {
    uint8_t digest_bytes;
    uint8_t block_bytes;
    void (*init)(whit_hash_state *state);
    void (*compress)(whit_hash_state *state, const uint8_t *block);
};

#define hmac_init whit_hmac_init
#define hmac_update whit_hmac_update
#define hmac_final whit_hmac_final

/* An HMAC in progress. The key is needed again at the end, so it stays with the caller. */
typedef struct hmac_state {
    const whit_hash *hash;
    const uint8_t *key;
    size_t key_length;
    whit_hash_state inner;
} hmac_state;

/* key: at most one block of the hash. */
WHIT_INTERNAL void hmac_init(hmac_state *state, const whit_hash *hash, const uint8_t *key,
                             size_t key_length);
WHIT_INTERNAL void hmac_update(hmac_state *state, const uint8_t *in, size_t in_length);

/* Writes the digest, which may be the key itself, and wipes the state. */
WHIT_INTERNAL void hmac_final(hmac_state *state, uint8_t *mac);

#endif
