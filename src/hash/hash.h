/* SPDX-License-Identifier: MIT */
/* What hashes share, and HMAC in pieces. */
#ifndef WHIT_HASH_HASH_H
#define WHIT_HASH_HASH_H

#include "native/api.h"
#include <whit/hash.h>

#define sha_finish whit_sha_finish
#define sha256_compress whit_sha256_compress
#define sha512_compress whit_sha512_compress

/* Functions that the hashes of FIPS 180-4 share. */
WHIT_INTERNAL void sha_finish(const whit_hash *hash, whit_hash_state *state);
WHIT_INTERNAL void sha256_compress(whit_hash_state *state);
#if WHIT_HASH_LIMIT == 512
WHIT_INTERNAL void sha512_compress(whit_hash_state *state);
#endif

/* count: 1 to 31. */
WHIT_INLINE uint32_t hash_rotate_right(uint32_t x, unsigned count)
{
    return (x >> count) | (x << (32 - count));
}

/* Four bytes as a number, the first the most significant. */
WHIT_INLINE uint32_t hash_load_be(const uint8_t *in)
{
    return (uint32_t)in[0] << 24 | (uint32_t)in[1] << 16 | (uint32_t)in[2] << 8 | in[3];
}

/* base_wipe for whole words, which takes a quarter of the time. count: at least 1. */
WHIT_INLINE void hash_wipe_words(uint32_t *words, size_t count)
{
    volatile uint32_t *word = words;
    do {
        *word++ = 0;
    } while (--count > 0);
}

#define hash_message whit_hash_message
#define hmac_init whit_hmac_init
#define hmac_update whit_hmac_update
#define hmac_final whit_hmac_final

/* Hash a whole message. The state has left the stack before the digest is used. */
WHIT_INTERNAL void hash_message(const whit_hash *hash, uint8_t *digest, const uint8_t *message,
                                size_t message_length);

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
