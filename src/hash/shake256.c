/* SPDX-License-Identifier: MIT */
/* SHAKE256 [FIPS 202]: the sponge over Keccak-f[1600], whose lanes of 64 bits are two words here,
 * the low half first. */
#include "hash/hash.h"
#include <whit/shake256.h>

#define SHAKE256_RATE_BYTES 136

/* Where rho and pi move the lanes one after the other, from lane 1 on [FIPS 202, 3.2.3]: by how
 * much each is rotated grows by one each time. */
static const uint8_t shake256_places[24] WHIT_ROM = {10, 7,  11, 17, 18, 3, 5,  16, 8,  21, 24, 4,
                                                     15, 23, 19, 13, 12, 2, 20, 14, 22, 9,  6,  1};

/* Rotate a lane by 0 < count < 64. */
WHIT_INLINE void shake256_rotate(uint32_t *lane, unsigned count)
{
    uint32_t low = lane[count / 32];
    uint32_t high = lane[1 - count / 32];
    count %= 32;
    /* By way of two shifts, since one by 32 has no meaning. */
    lane[0] = low << count | high >> 1 >> (31 - count);
    lane[1] = high << count | low >> 1 >> (31 - count);
}

/* Opaque, or avr-gcc makes a branch of what is done with the bit. */
static uint32_t shake256_top_bit(uint32_t x)
{
    return (uint32_t)(base_opaque((limb)(x >> 24)) >> 7);
}

/* Each lane takes in the parities of two columns [FIPS 202, 3.2.1]. */
static void shake256_theta(uint32_t *lanes)
{
    uint32_t parity[10];
    for (unsigned x = 0; x < 10; x++) {
        parity[x] = lanes[x] ^ lanes[x + 10] ^ lanes[x + 20] ^ lanes[x + 30] ^ lanes[x + 40];
    }
    for (unsigned x = 0; x < 5; x++) {
        uint32_t mix[2];
        const uint32_t *before = parity + (x == 0 ? 8 : 2 * x - 2);
        const uint32_t *behind = parity + (x == 4 ? 0 : 2 * x + 2);
        mix[0] = before[0] ^ (behind[0] << 1 | shake256_top_bit(behind[1]));
        mix[1] = before[1] ^ (behind[1] << 1 | shake256_top_bit(behind[0]));
        for (unsigned i = 2 * x; i < 50; i += 10) {
            lanes[i] ^= mix[0];
            lanes[i + 1] ^= mix[1];
        }
    }
    hash_wipe_words(parity, 10);
}

/* FIPS 202, 3.2.2 and 3.2.3. */
static void shake256_rho_pi(uint32_t *lanes)
{
    uint32_t moved[2] = {lanes[2], lanes[3]};
    unsigned count = 0;
    for (unsigned i = 0; i < 24; i++) {
        uint32_t *place = lanes + 2 * base_rom_byte(shake256_places + i);
        uint32_t low = place[0];
        uint32_t high = place[1];
        count = (count + i + 1) % 64;
        shake256_rotate(moved, count);
        place[0] = moved[0];
        place[1] = moved[1];
        moved[0] = low;
        moved[1] = high;
    }
}

/* FIPS 202, 3.2.4. */
static void shake256_chi(uint32_t *row)
{
    uint32_t old[14];
    for (unsigned i = 0; i < 14; i++) {
        old[i] = row[i < 10 ? i : i - 10];
    }
    for (unsigned i = 0; i < 10; i++) {
        row[i] = old[i] ^ (~old[i + 2] & old[i + 4]);
    }
    hash_wipe_words(old, 14);
}

static void shake256_permute(uint32_t *lanes)
{
    /* The bits of the round constants are those of a shift register [FIPS 202, 3.2.5]. */
    unsigned bits = 1;
    for (unsigned round = 0; round < 24; round++) {
        shake256_theta(lanes);
        shake256_rho_pi(lanes);
        for (unsigned y = 0; y < 50; y += 10) {
            shake256_chi(lanes + y);
        }
        for (unsigned j = 1; j <= 64; j *= 2) {
            if ((bits & 1) != 0) {
                lanes[(j - 1) / 32] ^= (uint32_t)1 << ((j - 1) % 32);
            }
            bits = (bits << 1) ^ (bits >> 7) * 0x171u;
        }
    }
}

/* Add a byte to the one at a position. */
WHIT_INLINE void shake256_add(whit_shake256_state *state, unsigned position, uint8_t byte)
{
    state->lanes[position / 4] ^= (uint32_t)byte << (8 * (position % 4));
}

void whit_shake256_init(whit_shake256_state *state)
{
    base_wipe(state, sizeof *state);
}

void whit_shake256_update(whit_shake256_state *state, const uint8_t *in, size_t in_length)
{
    for (size_t i = 0; i < in_length; i++) {
        shake256_add(state, (unsigned)state->position, in[i]);
        state->position++;
        if (state->position == SHAKE256_RATE_BYTES) {
            shake256_permute(state->lanes);
            state->position = 0;
        }
    }
}

void whit_shake256_final(whit_shake256_state *state, uint8_t *out, size_t out_length)
{
    /* The suffix 1111 of SHAKE, and 10...01 up to the end of the block. */
    shake256_add(state, (unsigned)state->position, 0x1f);
    shake256_add(state, SHAKE256_RATE_BYTES - 1, 0x80);
    unsigned position = SHAKE256_RATE_BYTES;
    for (size_t i = 0; i < out_length; i++) {
        if (position == SHAKE256_RATE_BYTES) {
            shake256_permute(state->lanes);
            position = 0;
        }
        out[i] = (uint8_t)(state->lanes[position / 4] >> (8 * (position % 4)));
        position++;
    }
    base_wipe(state, sizeof *state);
}
