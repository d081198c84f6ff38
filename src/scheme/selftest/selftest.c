/* SPDX-License-Identifier: MIT */
/* The self-tests that need no curve. */
#include "hash/hash.h"
#include <whit/selftest.h>

#define KNOWN_BYTES 200
#define KNOWN_KEY_BYTES 32

whit_status whit_selftest_hash(const whit_hash *hash, const whit_hash_answer *answer)
{
    uint8_t in[KNOWN_BYTES];
    uint8_t out[WHIT_HASH_MAX_BYTES];
    if (hash == NULL || answer == NULL) {
        return WHIT_ERROR_ARGUMENT;
    }
    for (size_t i = 0; i < sizeof in; i++) {
        in[i] = (uint8_t)i;
    }
    hash_message(hash, out, in, sizeof in);
    if (!base_same(out, answer->digest, hash->digest_bytes)) {
        return WHIT_ERROR_SELF_TEST;
    }
    if (whit_hmac(hash, out, in, KNOWN_KEY_BYTES, in, sizeof in) != WHIT_OK) {
        return WHIT_ERROR_SELF_TEST;
    }
    return base_same(out, answer->mac, hash->digest_bytes) ? WHIT_OK : WHIT_ERROR_SELF_TEST;
}

whit_status whit_selftest_random(const whit_random *random)
{
    uint8_t drawn[2][32];
    whit_status status = WHIT_OK;
    if (random == NULL || random->fill == NULL) {
        return WHIT_ERROR_RANDOM_MISSING;
    }
    for (unsigned i = 0; i < 2 && status == WHIT_OK; i++) {
        base_wipe(drawn[i], sizeof drawn[i]);
        if (random->fill(random->context, drawn[i], sizeof drawn[i]) != WHIT_OK) {
            status = WHIT_ERROR_RANDOM_FAILED;
        } else if (base_same(drawn[i], drawn[i] + 1, sizeof drawn[i] - 1)) {
            status = WHIT_ERROR_SELF_TEST;
        }
    }
    if (status == WHIT_OK && base_same(drawn[0], drawn[1], sizeof drawn[0])) {
        status = WHIT_ERROR_SELF_TEST;
    }
    base_wipe(drawn, sizeof drawn);
    return status;
}
