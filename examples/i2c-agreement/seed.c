/* SPDX-License-Identifier: MIT */
#include "seed.h"

#include <avr/eeprom.h>
#include <string.h>
#include <util/crc16.h>

typedef struct record {
    uint8_t starts[4];
    uint8_t seed[WHIT_SHA256_BYTES];
    uint8_t crc[2];
} record;

/* What this start draws from, and how often it has; none before it began. */
static uint8_t key[WHIT_SHA256_BYTES];
static uint16_t drawn = UINT16_MAX;

static uint16_t crc_of(const record *r)
{
    const uint8_t *bytes = r->starts;
    uint16_t crc = 0x5EED;
    for (uint8_t i = 0; i < SEED_RECORD_BYTES - 2; i++) {
        crc = _crc_ccitt_update(crc, bytes[i]);
    }
    return crc;
}

/* Read a place. Returns its count of starts, of which none is 0. */
static uint32_t read(record *r, uint8_t place)
{
    uint32_t starts = 0;
    eeprom_read_block(r, (const void *)(uintptr_t)SEED_PLACE(place), SEED_RECORD_BYTES);
    for (uint8_t i = 0; i < sizeof r->starts; i++) {
        starts = starts << 8 | r->starts[i];
    }
    return crc_of(r) == (uint16_t)(r->crc[0] << 8 | r->crc[1]) && starts != UINT32_MAX ? starts : 0;
}

/* out = the hash of a letter, the seed or key, and a number. */
static void hash(uint8_t *out, uint8_t letter, const uint8_t *from, uint16_t number)
{
    const uint8_t ends[3] = {letter, (uint8_t)(number >> 8), (uint8_t)number};
    whit_hash_state state;
    whit_hash_init(&whit_sha256, &state);
    whit_hash_update(&whit_sha256, &state, from, WHIT_SHA256_BYTES);
    whit_hash_update(&whit_sha256, &state, ends, sizeof ends);
    whit_hash_final(&whit_sha256, &state, out);
}

uint8_t seed_begin(void)
{
    record r;
    const uint32_t first = read(&r, 0), second = read(&r, 1);
    const uint8_t place = first > second ? 0 : 1;
    uint32_t starts = read(&r, place);
    if (starts == 0) {
        return 0;
    }
    hash(key, 'k', r.seed, 0);
    drawn = 0;
    hash(r.seed, 's', r.seed, 0);
    starts++;
    for (uint8_t i = 0; i < sizeof r.starts; i++) {
        r.starts[i] = (uint8_t)(starts >> (24 - 8 * i));
    }
    const uint16_t crc = crc_of(&r);
    r.crc[0] = (uint8_t)(crc >> 8);
    r.crc[1] = (uint8_t)crc;
    /* The successor into the other place, and only then the seed out of this one. */
    eeprom_update_block(&r, (void *)(uintptr_t)SEED_PLACE(place ^ 1), SEED_RECORD_BYTES);
    for (uint8_t i = 0; i < SEED_RECORD_BYTES; i++) {
        eeprom_update_byte((uint8_t *)(uintptr_t)(SEED_PLACE(place) + i), 0xFF);
    }
    eeprom_busy_wait();
    whit_wipe(&r, sizeof r);
    return 1;
}

static whit_status fill(void *context, uint8_t *out, size_t length)
{
    uint8_t block[WHIT_SHA256_BYTES];
    (void)context;
    for (size_t done = 0; done < length;) {
        if (drawn == UINT16_MAX) {
            return WHIT_ERROR_RANDOM_FAILED;
        }
        hash(block, 'r', key, drawn++);
        const size_t some = length - done < sizeof block ? length - done : sizeof block;
        memcpy(out + done, block, some);
        done += some;
    }
    whit_wipe(block, sizeof block);
    return WHIT_OK;
}

const whit_random seed_random = {fill, NULL};
