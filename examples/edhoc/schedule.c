/* SPDX-License-Identifier: MIT */
#include "schedule.h"

#include <string.h>
#include "cbor.h"
#include "wipe.h"

void edhoc_wipe(void *memory, size_t length)
{
    volatile uint8_t *bytes = memory;
    while (length-- != 0) {
        *bytes++ = 0;
    }
}

/* Hash a byte string of 32 bytes with its head. */
static void update_with_hash(whit_hash_state *state, const uint8_t *bytes)
{
    static const uint8_t head[2] = {0x58, EDHOC_HASH_BYTES};
    whit_hash_update(&whit_sha256, state, head, sizeof head);
    whit_hash_update(&whit_sha256, state, bytes, EDHOC_HASH_BYTES);
}

void schedule_hash(uint8_t *digest, edhoc_bytes message)
{
    whit_hash_state state;
    whit_hash_init(&whit_sha256, &state);
    whit_hash_update(&whit_sha256, &state, message.at, message.length);
    whit_hash_final(&whit_sha256, &state, digest);
}

void schedule_second(uint8_t *transcript, const uint8_t *responder_key)
{
    whit_hash_state state;
    whit_hash_init(&whit_sha256, &state);
    update_with_hash(&state, responder_key);
    update_with_hash(&state, transcript);
    whit_hash_final(&whit_sha256, &state, transcript);
}

void schedule_next(uint8_t *next, const uint8_t *transcript, edhoc_bytes plaintext,
                   edhoc_bytes credential)
{
    whit_hash_state state;
    whit_hash_init(&whit_sha256, &state);
    update_with_hash(&state, transcript);
    whit_hash_update(&whit_sha256, &state, plaintext.at, plaintext.length);
    whit_hash_update(&whit_sha256, &state, credential.at, credential.length);
    whit_hash_final(&whit_sha256, &state, next);
}

void schedule_extract(uint8_t *prk, const uint8_t *salt, const uint8_t *secret)
{
    /* It fails for bad pointers alone. */
    (void)whit_hmac(&whit_sha256, prk, salt, EDHOC_HASH_BYTES, secret, EDHOC_KEY_BYTES);
}

/* HKDF-Expand [RFC 5869, 2.3]. `room` has 32 bytes for the block before, the information, and a
 * byte for the counter: an HMAC's input in a row. */
static void expand(uint8_t *room, size_t information, const uint8_t *prk, uint8_t *out,
                   size_t length)
{
    uint8_t block[EDHOC_HASH_BYTES];
    uint8_t *counter = room + sizeof block + information;
    for (*counter = 1; length != 0; ++*counter) {
        size_t before = *counter == 1 ? 0 : sizeof block;
        size_t taken = length < sizeof block ? length : sizeof block;
        (void)whit_hmac(&whit_sha256, block, prk, EDHOC_HASH_BYTES, room + sizeof block - before,
                        before + information + 1);
        for (size_t i = 0; i < taken; i++) {
            out[i] = (uint8_t)(out[i] ^ block[i]);
        }
        memcpy(room, block, sizeof block);
        out += taken;
        length -= taken;
    }
    edhoc_wipe(block, sizeof block);
}

edhoc_status schedule_kdf(const edhoc_party *party, const uint8_t *prk, uint32_t label,
                          const edhoc_bytes *parts, size_t count, uint8_t *out, size_t length)
{
    size_t context = 0;
    for (size_t i = 0; i < count; i++) {
        context += parts[i].length;
    }
    size_t room = party->workspace_bytes;
    if (room < EDHOC_HASH_BYTES + 1 || context > room) {
        return EDHOC_ERROR_WORKSPACE;
    }
    cbor_out information = {party->workspace + EDHOC_HASH_BYTES, room - EDHOC_HASH_BYTES - 1, 0};
    cbor_put_head(&information, CBOR_UNSIGNED, label);
    cbor_put_head(&information, CBOR_BYTES, (uint32_t)context);
    for (size_t i = 0; i < count; i++) {
        cbor_put_raw(&information, parts[i]);
    }
    cbor_put_head(&information, CBOR_UNSIGNED, (uint32_t)length);
    if (information.length > information.room) {
        return EDHOC_ERROR_WORKSPACE;
    }
    expand(party->workspace, information.length, prk, out, length);
    edhoc_wipe(party->workspace, EDHOC_HASH_BYTES + information.length + 1);
    return EDHOC_OK;
}

edhoc_status schedule_key(const edhoc_session *session, uint32_t label, uint8_t *out, size_t length)
{
    edhoc_bytes transcript = {session->transcript, EDHOC_HASH_BYTES};
    memset(out, 0, length);
    return schedule_kdf(session->party, session->prk, label, &transcript, 1, out, length);
}
