/* SPDX-License-Identifier: MIT */
/* Prepared keys of ECDSA, Ed25519 and Ed448, in room for few points or many: they accept and refuse
 * what the key itself does, wherever the table stands; one that is cut off or changed does so too,
 * where nothing of that is read, or is refused. */
#include "oracle.h"

#include <whit/ecdsa.h>
#include <whit/ed25519.h>
#include <whit/ed448.h>
#include <whit/key.h>
#include <whit/prepared.h>

enum { MOST_KEY = MOST_POINT_BYTES, MOST_SIGNATURE = 2 * MOST_FIELD_BYTES, MOST_MESSAGE = 64 };
enum { MOST_BYTES = 3000, ENOUGH_BYTES = 500 };

/* A key, a message and a signature, which is perhaps right, on the curve of `of`, or of an EdDSA
 * where that is NULL. */
typedef struct given {
    const subject *of;
    int is_448;
    uint8_t key[MOST_KEY];
    uint8_t signature[MOST_SIGNATURE];
    uint8_t message[MOST_MESSAGE];
    size_t key_length, signature_length, length;
} given;

static whit_status prepare(const given *g, void *table, size_t room)
{
    if (g->of != NULL) {
        return whit_ecdsa_prepare_public_key(g->of->curve, g->of->base, table, room, g->key,
                                             g->key_length);
    }
    return (g->is_448 ? whit_ed448_prepare_public_key
                      : whit_ed25519_prepare_public_key)(table, room, g->key, g->key_length);
}

static whit_status by_key(const given *g)
{
    if (g->of != NULL) {
        return whit_ecdsa_verify_digest(g->of->curve, g->key, g->key_length, g->message, g->length,
                                        g->signature, g->signature_length);
    }
    return (g->is_448 ? whit_ed448_verify : whit_ed25519_verify)(
        g->key, g->key_length, g->message, g->length, g->signature, g->signature_length);
}

static whit_status by_table(const given *g, const void *table, size_t room)
{
    if (g->of != NULL) {
        return whit_ecdsa_verify_digest_prepared(g->of->curve, g->of->base, table, room, g->message,
                                                 g->length, g->signature, g->signature_length);
    }
    return (g->is_448 ? whit_ed448_verify_prepared : whit_ed25519_verify_prepared)(
        table, room, g->message, g->length, g->signature, g->signature_length);
}

static void make(given *g, uint8_t first, uint8_t seed)
{
    uint8_t private_key[114], bytes[57];
    memset(g, 0, sizeof *g);
    memset(g->message, seed, sizeof g->message);
    memset(bytes, seed, sizeof bytes);
    g->length = 1 + seed % MOST_MESSAGE;
    if (first % 4 < 2) {
        g->of = chosen(first);
        size_t o = whit_curve_order_bytes(g->of->curve);
        g->key_length = 1 + 2 * whit_curve_field_bytes(g->of->curve);
        g->signature_length = 2 * o;
        to_scalar(g->of, private_key, &seed, 1);
        OK(whit_key_public(g->of->curve, g->of->base, g->key, g->key_length, private_key, o));
        OK(whit_ecdsa_sign_digest_deterministic(g->of->curve, g->of->base, g->of->hash,
                                                g->signature, 2 * o, private_key, o, g->message,
                                                g->length));
    } else if (first % 4 == 2) {
        g->key_length = 32;
        g->signature_length = 64;
        OK(whit_ed25519_key_pair(private_key, g->key, bytes));
        OK(whit_ed25519_sign(g->signature, private_key, g->message, g->length));
    } else {
        g->is_448 = 1;
        g->key_length = 57;
        g->signature_length = 114;
        OK(whit_ed448_key_pair(private_key, g->key, bytes));
        OK(whit_ed448_sign(g->signature, private_key, g->message, g->length));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    given g;
    uint8_t first = byte(&in), what = byte(&in);
    make(&g, first, byte(&in));
    size_t room_bytes = 1 + byte(&in) * 12u % MOST_BYTES;
    uint8_t *table = room(room_bytes), *moved = room(room_bytes);
    int changed = what % 4 == 1 && mutate(&in, g.key, g.key_length, 2);
    changed |= what % 4 == 2 && mutate(&in, g.signature, g.signature_length, 2);
    whit_status wanted = by_key(&g), status = prepare(&g, table, room_bytes);
    MUST(changed || wanted == WHIT_OK);
    if (status == WHIT_ERROR_OUTPUT_LENGTH) {
        MUST(room_bytes < ENOUGH_BYTES);
    } else if (status != WHIT_OK) {
        MUST(status == wanted && is_zero(table, room_bytes));
    } else {
        MUST(by_table(&g, table, room_bytes) == wanted);
        memcpy(moved, table, room_bytes);
        MUST(by_table(&g, moved, room_bytes) == wanted);
        mutate(&in, moved, room_bytes < 256 ? room_bytes : 256, 1);
        status = by_table(&g, moved, room_bytes);
        MUST(status == wanted || status == WHIT_ERROR_MIXED);
        size_t less = byte(&in) % room_bytes;
        uint8_t *shorter = copied(table, less);
        status = by_table(&g, shorter, less);
        MUST(status == wanted || status == WHIT_ERROR_MIXED);
        free(shorter);
    }
    free(table);
    free(moved);
    return 0;
}
