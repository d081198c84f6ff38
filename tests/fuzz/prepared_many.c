/* SPDX-License-Identifier: MIT */
/* Many signatures by prepared keys of ECDSA at once, good ones and bad ones of every kind: each has
 * the status that it has alone, and the whole that of the first that is not good. */
#include "oracle.h"

#include <whit/ecdsa.h>
#include <whit/key.h>
#include <whit/prepared.h>

enum { KEYS = 3, MESSAGES = 4, MOST_SIGNED = 20, DIGEST = 32 };
enum { MOST_SIGNATURE = 2 * MOST_FIELD_BYTES, MOST_TABLE = 24 + 2 * 72 * 8 };

/* Keys of a curve, each in a table of its own length, and signatures by them. */
typedef struct signer {
    uint64_t table[MOST_TABLE / 8];
    uint8_t signatures[MESSAGES][MOST_SIGNATURE];
} signer;

static void digest_of(uint8_t *digest, size_t message)
{
    memset(digest, (int)(0x11 + 0x57 * message), DIGEST);
}

static size_t table_bytes(size_t key)
{
    return MOST_TABLE >> key & ~(size_t)7;
}

static void make(const subject *of, signer *made, size_t key)
{
    uint8_t private_key[MOST_FIELD_BYTES], public_key[MOST_POINT_BYTES], digest[DIGEST];
    uint8_t seed = (uint8_t)(1 + key);
    size_t o = whit_curve_order_bytes(of->curve);
    size_t length = 1 + 2 * whit_curve_field_bytes(of->curve);
    to_scalar(of, private_key, &seed, 1);
    OK(whit_key_public(of->curve, of->base, public_key, length, private_key, o));
    OK(whit_ecdsa_prepare_public_key(of->curve, of->base, made->table, table_bytes(key), public_key,
                                     length));
    for (size_t m = 0; m < MESSAGES; m++) {
        digest_of(digest, m);
        OK(whit_ecdsa_sign_digest_deterministic(of->curve, of->base, of->hash, made->signatures[m],
                                                2 * o, private_key, o, digest, sizeof digest));
    }
}

/* The signers of a curve, which are made once. */
static const signer *signers_of(const subject *of)
{
    static struct {
        const subject *of;
        signer signers[KEYS];
    } known[16];
    for (size_t i = 0;; i++) {
        MUST(i < COUNT_OF(known));
        if (known[i].of == NULL) {
            known[i].of = of;
            for (size_t key = 0; key < KEYS; key++) {
                make(of, &known[i].signers[key], key);
            }
        }
        if (known[i].of == of) {
            return known[i].signers;
        }
    }
}

/* One of the signatures, of which a byte says what is wrong with it. */
static whit_ecdsa_signed signed_by(input *in, const subject *of, const signer *signers)
{
    size_t size = 2 * whit_curve_order_bytes(of->curve);
    uint8_t which = byte(in), wrong = byte(in);
    size_t key = which % KEYS, message = which / KEYS % MESSAGES;
    uint8_t digest[DIGEST], signature[MOST_SIGNATURE];
    memcpy(signature, signers[key].signatures[message], size);
    if (wrong % 8 == 1) {
        mutate(in, signature, size, 3);
    } else if (wrong % 8 == 2) { /* r, s or both are zero, or more than any order */
        size_t start = wrong & 16 ? size / 2 : 0;
        memset(signature + start, wrong & 8 ? 0xff : 0, wrong & 32 ? size - start : size / 2);
    } else if (wrong % 8 == 3) {
        key = (key + 1) % KEYS;
    } else if (wrong % 8 == 4) {
        message = (message + 1) % MESSAGES;
    }
    digest_of(digest, message);
    whit_ecdsa_signed made = {signers[key].table,      table_bytes(key),
                              copied(digest, DIGEST),  DIGEST,
                              copied(signature, size), size};
    if (wrong % 8 == 5) {
        made.signature_length = size - byte(in) % 3;
    } else if (wrong % 8 == 6) {
        made.prepared_length = byte(in) * 8u % table_bytes(key);
    } else if (wrong % 8 == 7) {
        made.message_length = byte(in) % (DIGEST + 1);
    }
    return made;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    const subject *of = chosen(byte(&in));
    const signer *signers = signers_of(of);
    size_t count = byte(&in) % (MOST_SIGNED + 1);
    whit_ecdsa_signed *given = malloc((count + 1) * sizeof *given);
    whit_status statuses[MOST_SIGNED], first = WHIT_OK;
    MUST(given != NULL);
    for (size_t i = 0; i < count; i++) {
        given[i] = signed_by(&in, of, signers);
    }
    whit_status whole = whit_ecdsa_verify_digest_prepared_many(of->curve, of->base, statuses, given,
                                                               count);
    for (size_t i = 0; i < count; i++) {
        const whit_ecdsa_signed *one = &given[i];
        whit_status alone = whit_ecdsa_verify_digest_prepared(
            of->curve, of->base, one->prepared, one->prepared_length, one->message,
            one->message_length, one->signature, one->signature_length);
        MUST(statuses[i] == alone);
        first = first == WHIT_OK ? alone : first;
    }
    MUST(whole == first);
    MUST(whit_ecdsa_verify_digest_prepared_many(of->curve, of->base, NULL, given, count) == first);
    for (size_t i = 0; i < count; i++) {
        free((void *)(uintptr_t)given[i].message);
        free((void *)(uintptr_t)given[i].signature);
    }
    free(given);
    return 0;
}
