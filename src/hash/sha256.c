/* SPDX-License-Identifier: MIT */
/* SHA-256 [FIPS 180-4, 6.2]. */
#include "hash/hash.h"

#include <string.h>

/* FIPS 180-4, 4.2.2: fractions of the cube roots of the first 64 primes. */
static const uint32_t sha256_round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static inline uint32_t rotate_right(uint32_t x, unsigned count)
{
    return (x >> count) | (x << (32 - count));
}

static void sha256_init(whit_hash_state *state)
{
    /* FIPS 180-4, 5.3.3: fractions of the square roots of the first eight primes. */
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(state->chain, start, sizeof start);
}

static void sha256_compress(whit_hash_state *state, const uint8_t *block)
{
    /* v holds a to h, rotated by index instead of by moving; w the last 16 words of the
     * schedule. */
    struct {
        uint32_t v[8];
        uint32_t w[16];
    } s;
    memcpy(s.v, state->chain, sizeof s.v);
    for (unsigned i = 0; i < 16; i++) {
        s.w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
                 (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    }
    for (unsigned i = 0; i < 64; i++) {
        if (i >= 16) {
            uint32_t x = s.w[(i + 1) & 15];
            uint32_t y = s.w[(i + 14) & 15];
            s.w[i & 15] += (rotate_right(x, 7) ^ rotate_right(x, 18) ^ (x >> 3)) +
                           (rotate_right(y, 17) ^ rotate_right(y, 19) ^ (y >> 10)) +
                           s.w[(i + 9) & 15];
        }
        uint32_t a = s.v[(0 - i) & 7];
        uint32_t b = s.v[(1 - i) & 7];
        uint32_t c = s.v[(2 - i) & 7];
        uint32_t e = s.v[(4 - i) & 7];
        uint32_t f = s.v[(5 - i) & 7];
        uint32_t g = s.v[(6 - i) & 7];
        uint32_t t = s.v[(7 - i) & 7] + sha256_round_constants[i] + s.w[i & 15] +
                     (rotate_right(e, 6) ^ rotate_right(e, 11) ^ rotate_right(e, 25)) +
                     (g ^ (e & (f ^ g)));
        s.v[(3 - i) & 7] += t;
        s.v[(7 - i) & 7] = t + (rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22)) +
                           ((a & b) | (c & (a | b)));
    }
    for (unsigned i = 0; i < 8; i++) {
        state->chain[i] += s.v[i];
    }
    base_wipe(&s, sizeof s);
}

const whit_hash whit_sha256 = {32, 64, sha256_init, sha256_compress};
