/* SPDX-License-Identifier: MIT */
/* SHA-256 [FIPS 180-4, 6.2]. */
#include "hash/hash.h"

/* FIPS 180-4, 4.2.2: fractions of the cube roots of the first 64 primes. */
static const uint32_t sha256_round_constants[64] WHIT_ROM = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

/* FIPS 180-4, 5.3.3: fractions of the square roots of the first eight primes. */
static const uint32_t sha256_start[8] WHIT_ROM = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                                  0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

#ifdef native_sha256_compress

WHIT_INTERNAL void sha256_compress(whit_hash_state *state)
{
    native_sha256_compress(state->chain, state->block, sha256_round_constants);
}

#else

WHIT_INLINE uint32_t sha256_choose(uint32_t x, uint32_t y, uint32_t z)
{
    return z ^ (x & (y ^ z));
}

/* The working variables stay where they are in memory, and v steps down over them: a to h are v[1]
 * to v[8] before a round and v[0] to v[7] after it. Beside them w steps down the schedule: a round
 * takes w[0], w[-n] is the word of n rounds later, and the word of 16 rounds later is written
 * twice, to w[-16] for the rounds until v starts again at the top, and to w[0] for those after. So
 * every offset is a constant, and no secret needs a register for so long that it would be spilled
 * to where nobody wipes it. */
WHIT_INTERNAL void sha256_compress(whit_hash_state *state)
{
    uint32_t window[24 + 32];
    uint32_t *v = window + 24 + 32;
    const uint32_t *k = sha256_round_constants;
    const uint32_t *from = state->chain;
    const uint8_t *in = (const uint8_t *)state->block;
    do {
        *--v = hash_load_be(in);
        in += 4;
    } while (v > window + 24 + 16);
    do {
        for (unsigned i = 0; i < 8; i++) {
            window[16 + i] = from[i];
        }
        from = window;
        v = window + 16;
        do {
            v--;
            uint32_t *w = v + 40;
            uint32_t x = w[-1];
            uint32_t t = w[0] + base_rom_uint32(k++) + v[8];
            uint32_t u = w[0] + w[-9];
            u += hash_rotate_right(x, 7) ^ hash_rotate_right(x, 18) ^ (x >> 3);
            x = w[-14];
            u += hash_rotate_right(x, 17) ^ hash_rotate_right(x, 19) ^ (x >> 10);
            w[-16] = u;
            w[0] = u;
            x = v[5];
            t += hash_rotate_right(x, 6) ^ hash_rotate_right(x, 11) ^ hash_rotate_right(x, 25);
            t += sha256_choose(x, v[6], v[7]);
            v[4] += t;
            x = v[1];
            t += hash_rotate_right(x, 2) ^ hash_rotate_right(x, 13) ^ hash_rotate_right(x, 22);
            v[0] = t + sha256_choose(x ^ v[2], v[3], v[2]);
        } while (v > window);
    } while (k < sha256_round_constants + 64);
    for (unsigned i = 0; i < 8; i++) {
        state->chain[i] += window[i];
    }
    hash_wipe_words(window, sizeof window / sizeof *window);
}

#endif

const whit_hash whit_sha256 = {32, 64, sha256_start, sha256_compress, sha_finish};

whit_status whit_hash_hook_sha256(whit_hash *hash, whit_hash_compress compress)
{
    if (hash == NULL || compress == NULL) {
        return WHIT_ERROR_ARGUMENT;
    }
    hash->digest_bytes = 32;
    hash->block_bytes = 64;
    hash->start = sha256_start;
    hash->compress = compress;
    hash->finish = sha_finish;
    return WHIT_OK;
}
