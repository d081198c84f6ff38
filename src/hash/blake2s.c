/* SPDX-License-Identifier: MIT */
/* BLAKE2s without a key [RFC 7693]. */
#include "hash/hash.h"

/* RFC 7693, 2.6: the fractions that SHA-256 starts from. */
static const uint32_t blake2s_iv[8] WHIT_ROM = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                                0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

/* RFC 7693, 3.3: those fractions, the first XOR the parameters of 20 or 32 bytes of digest. */
static const uint32_t blake2s160_start[8] WHIT_ROM = {
    0x6b08e673, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
static const uint32_t blake2s256_start[8] WHIT_ROM = {
    0x6b08e647, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

/* RFC 7693, 2.7: which words of the block a step takes, two in a byte; a row for a round. */
static const uint8_t blake2s_schedule[80] WHIT_ROM = {
    0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, /* */
    0xea, 0x48, 0x9f, 0xd6, 0x1c, 0x02, 0xb7, 0x53, /* */
    0xb8, 0xc0, 0x52, 0xfd, 0xae, 0x36, 0x71, 0x94, /* */
    0x79, 0x31, 0xdc, 0xbe, 0x26, 0x5a, 0x40, 0xf8, /* */
    0x90, 0x57, 0x24, 0xaf, 0xe1, 0xbc, 0x68, 0x3d, /* */
    0x2c, 0x6a, 0x0b, 0x83, 0x4d, 0x75, 0xfe, 0x19, /* */
    0xc5, 0x1f, 0xed, 0x4a, 0x07, 0x63, 0x92, 0x8b, /* */
    0xdb, 0x7e, 0xc1, 0x39, 0x50, 0xf4, 0x86, 0x2a, /* */
    0x6f, 0xe9, 0xb3, 0x08, 0xc2, 0xd7, 0x14, 0xa5, /* */
    0xa2, 0x84, 0x76, 0x15, 0xfb, 0x9e, 0x3c, 0xd0,
};

/* Take the block into the chain; last is all ones for the last block, else zero. */
static void blake2s_mix(whit_hash_state *state, uint32_t last)
{
    const uint8_t *in = (const uint8_t *)state->block;
    uint32_t *m = state->block;
    uint32_t v[16];
    for (unsigned i = 0; i < 16; i++) {
        m[i] = (uint32_t)in[3] << 24 | (uint32_t)in[2] << 16 | (uint32_t)in[1] << 8 | in[0];
        in += 4;
    }
    for (unsigned i = 0; i < 8; i++) {
        v[i] = state->chain[i];
        v[i + 8] = base_rom_uint32(&blake2s_iv[i]);
    }
    v[12] ^= (uint32_t)state->length;
    v[13] ^= (uint32_t)(state->length >> 32);
    v[14] ^= last;
    /* v is a square of four rows. Four steps mix its columns, the next four its diagonals, which
     * begin at the same place in the first row and move one place to the right a row. */
    for (unsigned i = 0; i < 80; i++) {
        unsigned slope = (i >> 2) & 1;
        uint32_t *at_a = v + (i & 3);
        uint32_t *at_b = v + 4 + ((i + slope) & 3);
        uint32_t *at_c = v + 8 + ((i + 2 * slope) & 3);
        uint32_t *at_d = v + 12 + ((i - slope) & 3);
        unsigned pair = base_rom_byte(&blake2s_schedule[i]);
        uint32_t a = *at_a;
        uint32_t b = *at_b;
        uint32_t c = *at_c;
        uint32_t d = *at_d;
        a += b + m[pair >> 4];
        d = hash_rotate_right(d ^ a, 16);
        c += d;
        b = hash_rotate_right(b ^ c, 12);
        a += b + m[pair & 15];
        *at_a = a;
        d = hash_rotate_right(d ^ a, 8);
        *at_d = d;
        c += d;
        *at_c = c;
        *at_b = hash_rotate_right(b ^ c, 7);
    }
    for (unsigned i = 0; i < 8; i++) {
        state->chain[i] ^= v[i] ^ v[i + 8];
    }
    hash_wipe_words(v, 16);
}

static void blake2s_compress(whit_hash_state *state)
{
    blake2s_mix(state, 0);
}

static void blake2s_finish(const whit_hash *hash, whit_hash_state *state)
{
    uint8_t *block = (uint8_t *)state->block;
    size_t held = (size_t)state->length & 63;
    (void)hash;
    if (held != 0 || state->length == 0) {
        uint8_t zero = (uint8_t)base_opaque(0); /* or the loop becomes a call of memset */
        while (held < 64) {
            block[held++] = zero;
        }
    }
    blake2s_mix(state, UINT32_MAX);
    for (unsigned i = 0; i < 8; i++) {
        uint32_t x = state->chain[i];
        state->chain[i] = x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
    }
}

const whit_hash whit_blake2s160 = {20, 64, blake2s160_start, blake2s_compress, blake2s_finish};
const whit_hash whit_blake2s256 = {32, 64, blake2s256_start, blake2s_compress, blake2s_finish};
