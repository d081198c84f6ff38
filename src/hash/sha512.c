/* SPDX-License-Identifier: MIT */
/* SHA-512 [FIPS 180-4, 6.4], in words of 32 bits: a word of 64 is two, the high half first. */
#include "hash/hash.h"

#if WHIT_HASH_LIMIT == 512

/* FIPS 180-4, 4.2.3: fractions of the cube roots of the first 80 primes. */
static const uint32_t sha512_round_constants[160] WHIT_ROM = {
    0x428a2f98, 0xd728ae22, 0x71374491, 0x23ef65cd, 0xb5c0fbcf, 0xec4d3b2f, 0xe9b5dba5, 0x8189dbbc,
    0x3956c25b, 0xf348b538, 0x59f111f1, 0xb605d019, 0x923f82a4, 0xaf194f9b, 0xab1c5ed5, 0xda6d8118,
    0xd807aa98, 0xa3030242, 0x12835b01, 0x45706fbe, 0x243185be, 0x4ee4b28c, 0x550c7dc3, 0xd5ffb4e2,
    0x72be5d74, 0xf27b896f, 0x80deb1fe, 0x3b1696b1, 0x9bdc06a7, 0x25c71235, 0xc19bf174, 0xcf692694,
    0xe49b69c1, 0x9ef14ad2, 0xefbe4786, 0x384f25e3, 0x0fc19dc6, 0x8b8cd5b5, 0x240ca1cc, 0x77ac9c65,
    0x2de92c6f, 0x592b0275, 0x4a7484aa, 0x6ea6e483, 0x5cb0a9dc, 0xbd41fbd4, 0x76f988da, 0x831153b5,
    0x983e5152, 0xee66dfab, 0xa831c66d, 0x2db43210, 0xb00327c8, 0x98fb213f, 0xbf597fc7, 0xbeef0ee4,
    0xc6e00bf3, 0x3da88fc2, 0xd5a79147, 0x930aa725, 0x06ca6351, 0xe003826f, 0x14292967, 0x0a0e6e70,
    0x27b70a85, 0x46d22ffc, 0x2e1b2138, 0x5c26c926, 0x4d2c6dfc, 0x5ac42aed, 0x53380d13, 0x9d95b3df,
    0x650a7354, 0x8baf63de, 0x766a0abb, 0x3c77b2a8, 0x81c2c92e, 0x47edaee6, 0x92722c85, 0x1482353b,
    0xa2bfe8a1, 0x4cf10364, 0xa81a664b, 0xbc423001, 0xc24b8b70, 0xd0f89791, 0xc76c51a3, 0x0654be30,
    0xd192e819, 0xd6ef5218, 0xd6990624, 0x5565a910, 0xf40e3585, 0x5771202a, 0x106aa070, 0x32bbd1b8,
    0x19a4c116, 0xb8d2d0c8, 0x1e376c08, 0x5141ab53, 0x2748774c, 0xdf8eeb99, 0x34b0bcb5, 0xe19b48a8,
    0x391c0cb3, 0xc5c95a63, 0x4ed8aa4a, 0xe3418acb, 0x5b9cca4f, 0x7763e373, 0x682e6ff3, 0xd6b2b8a3,
    0x748f82ee, 0x5defb2fc, 0x78a5636f, 0x43172f60, 0x84c87814, 0xa1f0ab72, 0x8cc70208, 0x1a6439ec,
    0x90befffa, 0x23631e28, 0xa4506ceb, 0xde82bde9, 0xbef9a3f7, 0xb2c67915, 0xc67178f2, 0xe372532b,
    0xca273ece, 0xea26619c, 0xd186b8c7, 0x21c0c207, 0xeada7dd6, 0xcde0eb1e, 0xf57d4f7f, 0xee6ed178,
    0x06f067aa, 0x72176fba, 0x0a637dc5, 0xa2c898a6, 0x113f9804, 0xbef90dae, 0x1b710b35, 0x131c471b,
    0x28db77f5, 0x23047d84, 0x32caab7b, 0x40c72493, 0x3c9ebe0a, 0x15c9bebc, 0x431d67c4, 0x9c100d4c,
    0x4cc5d4be, 0xcb3e42b6, 0x597f299c, 0xfc657e2a, 0x5fcb6fab, 0x3ad6faec, 0x6c44198c, 0x4a475817};

/* FIPS 180-4, 5.3.5: fractions of the square roots of the first eight primes. */
static const uint32_t sha512_start[16] WHIT_ROM = {
    0x6a09e667, 0xf3bcc908, 0xbb67ae85, 0x84caa73b, 0x3c6ef372, 0xfe94f82b, 0xa54ff53a, 0x5f1d36f1,
    0x510e527f, 0xade682d1, 0x9b05688c, 0x2b3e6c1f, 0x1f83d9ab, 0xfb41bd6b, 0x5be0cd19, 0x137e2179};

#ifdef native_sha512_compress

WHIT_INTERNAL void sha512_compress(whit_hash_state *state)
{
    native_sha512_compress(state->chain, state->block, sha512_round_constants);
}

#else

WHIT_INLINE uint64_t sha512_join(uint32_t high, uint32_t low)
{
    return (uint64_t)high << 32 | low;
}

/* Word i, in words of 64 bits. */
WHIT_INLINE uint64_t sha512_get(const uint32_t *words, int i)
{
    return sha512_join(words[2 * i], words[2 * i + 1]);
}

WHIT_INLINE void sha512_set(uint32_t *words, int i, uint64_t x)
{
    words[2 * i] = (uint32_t)(x >> 32);
    words[2 * i + 1] = (uint32_t)x;
}

#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_small

/* FIPS 180-4, 4.1.3: the sum of x rotated to the right by three counts, the lowest six bits of a
 * byte each and no multiple of 32; SHA512_SHIFT makes a rotation a shift. */
#define SHA512_SHIFT 0x80u
static WHIT_NOINLINE uint64_t sha512_sigma(const uint32_t *x, uint32_t counts)
{
    uint32_t high = 0;
    uint32_t low = 0;
    do {
        uint32_t h = x[0];
        uint32_t l = x[1];
        unsigned count = counts & 31;
        if ((counts & 32) != 0) {
            h = x[1];
            l = x[0];
        }
        low ^= l >> count ^ h << (32 - count);
        high ^= h >> count;
        if ((counts & SHA512_SHIFT) == 0) {
            high ^= l << (32 - count);
        }
        counts >>= 8;
    } while (counts != 0);
    return sha512_join(high, low);
}

#define SHA512_COUNTS(a, b, c) ((uint32_t)(c) << 16 | (b) << 8 | (a))
#define sha512_upper_sigma_0(x) sha512_sigma(x, SHA512_COUNTS(28u, 34u, 39u))
#define sha512_upper_sigma_1(x) sha512_sigma(x, SHA512_COUNTS(14u, 18u, 41u))
#define sha512_lower_sigma_0(x) sha512_sigma(x, SHA512_COUNTS(1u, 8u, 7u | SHA512_SHIFT))
#define sha512_lower_sigma_1(x) sha512_sigma(x, SHA512_COUNTS(19u, 61u, 6u | SHA512_SHIFT))

#else

/* FIPS 180-4, 4.1.3. The sums of rotations are written out for each half as sums of shifts, since
 * a 32-bit core shifts and adds in one instruction. */

WHIT_INLINE uint64_t sha512_upper_sigma_0(const uint32_t *x)
{
    uint32_t h = x[0];
    uint32_t l = x[1];
    return sha512_join(h >> 28 ^ l << 4 ^ l >> 2 ^ h << 30 ^ l >> 7 ^ h << 25,
                       l >> 28 ^ h << 4 ^ h >> 2 ^ l << 30 ^ h >> 7 ^ l << 25);
}

WHIT_INLINE uint64_t sha512_upper_sigma_1(const uint32_t *x)
{
    uint32_t h = x[0];
    uint32_t l = x[1];
    return sha512_join(h >> 14 ^ l << 18 ^ h >> 18 ^ l << 14 ^ l >> 9 ^ h << 23,
                       l >> 14 ^ h << 18 ^ l >> 18 ^ h << 14 ^ h >> 9 ^ l << 23);
}

WHIT_INLINE uint64_t sha512_lower_sigma_0(const uint32_t *x)
{
    uint32_t h = x[0];
    uint32_t l = x[1];
    return sha512_join(h >> 1 ^ l << 31 ^ h >> 8 ^ l << 24 ^ h >> 7,
                       l >> 1 ^ h << 31 ^ l >> 8 ^ h << 24 ^ l >> 7 ^ h << 25);
}

WHIT_INLINE uint64_t sha512_lower_sigma_1(const uint32_t *x)
{
    uint32_t h = x[0];
    uint32_t l = x[1];
    return sha512_join(h >> 19 ^ l << 13 ^ l >> 29 ^ h << 3 ^ h >> 6,
                       l >> 19 ^ h << 13 ^ h >> 29 ^ l << 3 ^ l >> 6 ^ h << 26);
}

#endif

WHIT_INLINE uint64_t sha512_choose(uint64_t x, uint64_t y, uint64_t z)
{
    return z ^ (x & (y ^ z));
}

/* As sha256_compress. */
WHIT_INTERNAL void sha512_compress(whit_hash_state *state)
{
    uint32_t window[2 * (24 + 32)];
    uint32_t *v = window + 2 * (24 + 32);
    const uint32_t *k = sha512_round_constants;
    const uint32_t *from = state->chain;
    const uint8_t *in = (const uint8_t *)state->block;
    do {
        v -= 2;
        sha512_set(v, 0, sha512_join(hash_load_be(in), hash_load_be(in + 4)));
        in += 8;
    } while (v > window + 2 * (24 + 16));
    do {
        for (unsigned i = 0; i < 16; i++) {
            window[2 * 16 + i] = from[i];
        }
        from = window;
        v = window + 2 * 16;
        do {
            v -= 2;
            uint32_t *w = v + 2 * 40;
            uint64_t x = sha512_get(w, 0);
            uint64_t t = sha512_get(v, 8) + x;
            t += sha512_join(base_rom_uint32(k), base_rom_uint32(k + 1));
            k += 2;
            x += sha512_get(w, -9);
            x += sha512_lower_sigma_0(w - 2 * 1);
            x += sha512_lower_sigma_1(w - 2 * 14);
            sha512_set(w, -16, x);
            sha512_set(w, 0, x);
            t += sha512_choose(sha512_get(v, 5), sha512_get(v, 6), sha512_get(v, 7));
            t += sha512_upper_sigma_1(v + 2 * 5);
            sha512_set(v, 4, sha512_get(v, 4) + t);
            t += sha512_upper_sigma_0(v + 2 * 1);
            x = sha512_get(v, 2);
            sha512_set(v, 0, t + sha512_choose(sha512_get(v, 1) ^ x, sha512_get(v, 3), x));
        } while (v > window);
    } while (k < sha512_round_constants + 160);
    for (int i = 0; i < 8; i++) {
        sha512_set(state->chain, i, sha512_get(state->chain, i) + sha512_get(window, i));
    }
    hash_wipe_words(window, sizeof window / sizeof *window);
}

#endif

const whit_hash whit_sha512 = {64, 128, sha512_start, sha512_compress, sha_finish};

#endif
