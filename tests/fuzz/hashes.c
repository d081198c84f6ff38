/* SPDX-License-Identifier: MIT */
/* Hashes in pieces of any lengths, from states that were copied, and HMAC, beside OpenSSL. */
#include "fuzz.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <whit/hash.h>
#include <whit/shake256.h>

enum { MOST_OUT = 200, MOST_DIGEST = 64 };

static void shake256(input *in)
{
    whit_shake256_state state, copy;
    uint8_t out[MOST_OUT], wanted[MOST_OUT];
    size_t out_length = byte(in) % (MOST_OUT + 1), length;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    MUST(context != NULL && EVP_DigestInit_ex(context, EVP_shake256(), NULL));
    whit_shake256_init(&state);
    while (in->left > 0) {
        const uint8_t *piece = taken(in, 255, &length);
        copy = state;
        whit_shake256_update(&copy, piece, length);
        state = copy;
        MUST(EVP_DigestUpdate(context, piece, length));
    }
    copy = state;
    whit_shake256_final(&state, out, out_length);
    MUST(is_zero((const uint8_t *)&state, sizeof state));
    MUST(out_length == 0 || EVP_DigestFinalXOF(context, wanted, out_length));
    MUST(memcmp(out, wanted, out_length) == 0);
    whit_shake256_final(&copy, out, out_length);
    MUST(memcmp(out, wanted, out_length) == 0);
    EVP_MD_CTX_free(context);
}

static void hashed(input *in, const whit_hash *hash, const EVP_MD *other)
{
    whit_hash_state state, copy;
    uint8_t digest[MOST_DIGEST], wanted[EVP_MAX_MD_SIZE];
    unsigned wanted_length = 0;
    size_t length, key_length;
    input all = *in;
    const uint8_t *key = taken(&all, 255, &key_length);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    MUST(context != NULL && EVP_DigestInit_ex(context, other, NULL));
    whit_hash_init(hash, &state);
    while (in->left > 0) {
        const uint8_t *piece = taken(in, 255, &length);
        copy = state;
        whit_hash_update(hash, &copy, length > 0 ? piece : NULL, length);
        state = copy;
        MUST(EVP_DigestUpdate(context, piece, length));
    }
    copy = state;
    whit_hash_final(hash, &state, digest);
    MUST(is_zero((const uint8_t *)&state, sizeof state));
    MUST(EVP_DigestFinal_ex(context, wanted, &wanted_length));
    MUST(wanted_length == whit_hash_bytes(hash) && memcmp(digest, wanted, wanted_length) == 0);
    whit_hash_final(hash, &copy, digest);
    MUST(memcmp(digest, wanted, wanted_length) == 0);
    EVP_MD_CTX_free(context);
    OK(whit_hmac(hash, digest, key, key_length, all.bytes, all.left));
    MUST(HMAC(other, key, (int)key_length, all.bytes, all.left, wanted, &wanted_length) != NULL);
    MUST(memcmp(digest, wanted, wanted_length) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct {
        const whit_hash *hash;
        const EVP_MD *other;
    } hashes[] = {{&whit_sha1, EVP_sha1()},     {&whit_sha224, EVP_sha224()},
                  {&whit_sha256, EVP_sha256()}, {&whit_blake2s256, EVP_blake2s256()},
                  {&whit_sha384, EVP_sha384()}, {&whit_sha512, EVP_sha512()}};
    input in = {data, size};
    size_t which = byte(&in) % (COUNT_OF(hashes) + 1);
    if (which == COUNT_OF(hashes)) {
        shake256(&in);
    } else {
        hashed(&in, hashes[which].hash, hashes[which].other);
    }
    return 0;
}
