/* SPDX-License-Identifier: MIT */
/* Ed448 in batches of any room, by every function that signs, with contexts and of digests: each
 * signature is good or bad by itself, a context is good for its own signatures, and OpenSSL makes
 * the same ones. */
#include "fuzz.h"

#include <openssl/evp.h>
#include <whit/ed448.h>
#include <whit/x448.h>

enum { KEY = 57, PRIVATE = 114, SIGNATURE = 114, DIGEST = 64, MOST_MESSAGE = 40, MOST_SIGNED = 4 };

typedef struct triple {
    uint8_t key[KEY];
    uint8_t signature[SIGNATURE];
    uint8_t message[MOST_MESSAGE];
    size_t length;
    whit_status status;
} triple;

static void key_pair(uint8_t *private_key, uint8_t *key, uint8_t by)
{
    uint8_t seed[KEY];
    memset(seed, by, sizeof seed);
    OK(whit_ed448_key_pair(private_key, key, seed));
}

/* Whether OpenSSL, which knows no contexts here, makes this signature. */
static int is_expected(const uint8_t *private_key, const uint8_t *message, size_t length,
                       const uint8_t *signature)
{
    uint8_t wanted[SIGNATURE];
    size_t wanted_length = sizeof wanted;
    EVP_PKEY *key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED448, NULL, private_key, KEY);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    MUST(key != NULL && context != NULL);
    MUST(EVP_DigestSignInit(context, NULL, NULL, NULL, key) == 1);
    MUST(EVP_DigestSign(context, wanted, &wanted_length, message, length) == 1);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return memcmp(wanted, signature, SIGNATURE) == 0;
}

static void make(input *in, triple *out)
{
    uint8_t private_key[PRIVATE], what = byte(in);
    memset(out, 0, sizeof *out);
    key_pair(private_key, out->key, byte(in));
    out->length = byte(in) % (MOST_MESSAGE + 1);
    filled(in, out->message, out->length < 4 ? out->length : 4);
    if (what & 8) {
        source from = {*in, what >> 4 & 1};
        const whit_random random = {source_fill, &from};
        whit_status status = whit_ed448_sign_hedged(out->signature, private_key, out->message,
                                                    out->length, &random);
        MUST(status == (what & 16 ? WHIT_OK : WHIT_ERROR_RANDOM_FAILED));
        MUST(status == WHIT_OK || is_zero(out->signature, SIGNATURE));
    }
    if ((what & 24) != 24) {
        OK((what & 32 ? whit_ed448_sign_checked : whit_ed448_sign)(out->signature, private_key,
                                                                   out->message, out->length));
        MUST(is_expected(private_key, out->message, out->length, out->signature));
    }
    int changed = what % 8 == 0 && mutate(in, out->signature, SIGNATURE, 2);
    changed |= what % 8 == 1 && mutate(in, out->message, out->length, 1);
    changed |= what % 8 == 2 && mutate(in, out->key, KEY, 1);
    out->status = whit_ed448_verify(out->key, KEY, out->message, out->length, out->signature,
                                    SIGNATURE);
    MUST((out->status == WHIT_OK) == !changed);
}

static void batch(input *in)
{
    size_t count = byte(in) % (MOST_SIGNED + 1), rooms = byte(in) % (MOST_SIGNED + 1);
    triple triples[MOST_SIGNED];
    whit_ed448_signed given[MOST_SIGNED];
    whit_status statuses[MOST_SIGNED];
    for (size_t i = 0; i < count; i++) {
        triple *each = &triples[i];
        make(in, each);
        given[i] = (whit_ed448_signed){each->key,       KEY,      each->message, each->length,
                                       each->signature, SIGNATURE};
    }
    whit_ed448_room *space = malloc((rooms + 1) * sizeof *space);
    MUST(space != NULL);
    source from = {*in, 1000};
    const whit_random random = {source_fill, &from};
    whit_status all = whit_ed448_verify_batch(statuses, space, rooms, given, count, &random);
    free(space);
    if (all == WHIT_ERROR_ARGUMENT) {
        MUST(rooms == 0);
        return;
    }
    int bad = 0;
    for (size_t i = 0; i < count; i++) {
        MUST(statuses[i] == (all == WHIT_ERROR_RANDOM_STUCK ? all : triples[i].status));
        bad += statuses[i] != WHIT_OK;
    }
    MUST((all == WHIT_OK) == (bad == 0));
}

static void contexts(input *in)
{
    uint8_t private_key[PRIVATE], key[KEY], signature[SIGNATURE], digest[DIGEST], context[2][255];
    uint8_t what = byte(in);
    size_t length[2];
    key_pair(private_key, key, byte(in));
    memset(digest, byte(in), sizeof digest);
    for (int i = 0; i < 2; i++) {
        const uint8_t *given = taken(in, 255, &length[i]);
        memset(context[i], 0, sizeof context[i]);
        memcpy(context[i], given, length[i]);
    }
    int same = length[0] == length[1] && memcmp(context[0], context[1], length[0]) == 0;
    whit_status status, other;
    if (what & 1) {
        OK((what & 2 ? whit_ed448ctx_sign_checked : whit_ed448ctx_sign)(
            signature, private_key, context[0], length[0], digest, DIGEST));
        status = whit_ed448ctx_verify(key, KEY, context[1], length[1], digest, DIGEST, signature,
                                      SIGNATURE);
        other = whit_ed448ph_verify_digest(key, KEY, context[0], length[0], digest, signature,
                                           SIGNATURE);
    } else {
        OK((what & 2 ? whit_ed448ph_sign_digest_checked : whit_ed448ph_sign_digest)(
            signature, private_key, context[0], length[0], digest));
        status = whit_ed448ph_verify_digest(key, KEY, context[1], length[1], digest, signature,
                                            SIGNATURE);
        other = whit_ed448ctx_verify(key, KEY, context[0], length[0], digest, DIGEST, signature,
                                     SIGNATURE);
    }
    MUST(status == (same ? WHIT_OK : WHIT_ERROR_SIGNATURE_INVALID));
    MUST(other == WHIT_ERROR_SIGNATURE_INVALID);
}

/* Keys for X448 that belong together, as two parties' secrets show. */
static void conversions(input *in)
{
    uint8_t private_key[2][PRIVATE], key[2][KEY], own[2][56], theirs[2][56], secret[2][56];
    for (int i = 0; i < 2; i++) {
        key_pair(private_key[i], key[i], byte(in));
        OK(whit_ed448_private_to_x(own[i], private_key[i]));
        OK(whit_ed448_public_to_x(theirs[i], key[i], KEY));
    }
    for (int i = 0; i < 2; i++) {
        OK(whit_x448_ecdh(secret[i], own[i], theirs[1 - i], 56));
    }
    MUST(memcmp(secret[0], secret[1], 56) == 0);
    if (mutate(in, key[0], KEY, 1)) {
        whit_status status = whit_ed448_public_to_x(theirs[0], key[0], KEY);
        MUST(status == whit_ed448_validate_public_key(key[0], KEY));
        MUST(status == WHIT_OK || is_zero(theirs[0], 56));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    triple one;
    switch (byte(&in) % 8) {
    case 0:
    case 1:
        batch(&in);
        break;
    case 2:
        contexts(&in);
        break;
    case 3:
        conversions(&in);
        break;
    default:
        make(&in, &one);
        break;
    }
    return 0;
}
