/* SPDX-License-Identifier: MIT */
/* SHA-1 [FIPS 180-4, 6.1]. */
#include "hash/hash.h"

/* FIPS 180-4, 5.3.1: five words, and what fills the chain. */
static const uint32_t sha1_start[8] WHIT_ROM = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476,
                                                0xc3d2e1f0};

static void sha1_compress(whit_hash_state *state)
{
    /* FIPS 180-4, 4.2.1. */
    static const uint32_t constants[4] WHIT_ROM = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    const uint8_t *in = (const uint8_t *)state->block;
    uint32_t *w = state->block; /* the last 16 words of the schedule, in place */
    uint32_t v[5];              /* a to e */
    for (unsigned i = 0; i < 16; i++) {
        w[i] = hash_load_be(in);
        in += 4;
    }
    for (unsigned i = 0; i < 5; i++) {
        v[i] = state->chain[i];
    }
    for (unsigned i = 0; i < 80; i++) {
        uint32_t t = v[1] ^ v[2] ^ v[3];
        if (i < 20) {
            t = v[3] ^ (v[1] & (v[2] ^ v[3]));
        } else if (i >= 40 && i < 60) {
            t = (v[1] & v[2]) | (v[3] & (v[1] | v[2]));
        }
        t += hash_rotate_right(v[0], 27) + v[4] + base_rom_uint32(&constants[i / 20]) + w[i & 15];
        v[4] = v[3];
        v[3] = v[2];
        v[2] = hash_rotate_right(v[1], 2);
        v[1] = v[0];
        v[0] = t;
        t = w[i & 15] ^ w[(i + 2) & 15] ^ w[(i + 8) & 15] ^ w[(i + 13) & 15];
        w[i & 15] = hash_rotate_right(t, 31);
    }
    for (unsigned i = 0; i < 5; i++) {
        state->chain[i] += v[i];
    }
    hash_wipe_words(v, 5);
}

const whit_hash whit_sha1 = {20, 64, sha1_start, sha1_compress, sha_finish};
