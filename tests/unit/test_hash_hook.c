/* SPDX-License-Identifier: MIT */
/* SHA-256 by a compression that the program brings. In place of a device's, the test has the
 * library's own, which it reaches by a public function, and which keeps to its contract alone. */
#include <whit/ecdsa.h>
#include <whit/secp256r1.h>
#include <whit/selftest.h>

#include "fixtures.h"
#include "known_answers.h"
#include "test.h"

#define HASH_BYTES WHIT_SHA256_BYTES
#define BLOCK_BYTES 64
#define LONGEST (3 * BLOCK_BYTES + 9)

static unsigned calls;

/* A full block is compressed when one more byte comes. */
static void compress(whit_hash_state *state)
{
    const uint8_t more = 0;
    whit_hash_state other = *state;
    calls++;
    other.length = BLOCK_BYTES;
    whit_hash_update(&whit_sha256, &other, &more, 1);
    for (size_t i = 0; i < 8; i++) {
        state->chain[i] = other.chain[i];
    }
    fill(state->block, BLOCK_BYTES);
}

static void compress_wrongly(whit_hash_state *state)
{
    compress(state);
    state->chain[7] ^= 1;
}

static whit_hash hooked(whit_hash_compress by)
{
    whit_hash hash;
    fill(&hash, sizeof hash);
    CHECK_STATUS(whit_hash_hook_sha256(&hash, by), WHIT_OK);
    return hash;
}

static void digest_of(const whit_hash *hash, uint8_t *digest, const uint8_t *in, size_t length,
                      size_t split)
{
    whit_hash_state state;
    whit_hash_init(hash, &state);
    whit_hash_update(hash, &state, in, split);
    whit_hash_update(hash, &state, in + split, length - split);
    whit_hash_final(hash, &state, digest);
    CHECK_ZERO(&state, sizeof state);
}

TEST(hash_hook_gives_the_digests_of_sha256)
{
    const whit_hash hash = hooked(compress);
    uint8_t in[LONGEST];
    CHECK_EQ(whit_hash_bytes(&hash), HASH_BYTES);
    for (size_t i = 0; i < sizeof in; i++) {
        in[i] = (uint8_t)(7 * i + 1);
    }
    for (size_t length = 0; length <= sizeof in; length++) {
        uint8_t digest[HASH_BYTES];
        uint8_t expected[HASH_BYTES];
        test_note("length", length);
        calls = 0;
        digest_of(&hash, digest, in, length, length / 3);
        CHECK_EQ(calls, (length + 8) / BLOCK_BYTES + 1);
        digest_of(&whit_sha256, expected, in, length, 0);
        CHECK_BYTES(digest, expected, HASH_BYTES);
    }
}

/* The nonce of RFC 6979 takes HMAC, so that every hash in a signature is the program's. */
TEST(hash_hook_gives_the_signatures_of_sha256)
{
    static const uint8_t sample[] = {'s', 'a', 'm', 'p', 'l', 'e'};
    const whit_hash hash = hooked(compress);
    uint8_t signature[SIGNATURE_BYTES];
    uint8_t expected[SIGNATURE_BYTES];
    calls = 0;
    CHECK_STATUS(whit_ecdsa_sign(&whit_secp256r1, &whit_secp256r1_base, &hash, signature,
                                 sizeof signature, ka_private_a, PRIVATE_BYTES, sample,
                                 sizeof sample),
                 WHIT_OK);
    CHECK(calls > 10);
    CHECK_STATUS(whit_ecdsa_sign(&whit_secp256r1, &whit_secp256r1_base, &whit_sha256, expected,
                                 sizeof expected, ka_private_a, PRIVATE_BYTES, sample,
                                 sizeof sample),
                 WHIT_OK);
    CHECK_BYTES(signature, expected, sizeof expected);
    CHECK_STATUS(whit_ecdsa_verify(&whit_secp256r1, &hash, ka_public_a, PUBLIC_BYTES, sample,
                                   sizeof sample, signature, sizeof signature),
                 WHIT_OK);
}

TEST(hash_hook_passes_the_self_test_unless_it_is_wrong)
{
    const whit_hash right = hooked(compress);
    const whit_hash wrong = hooked(compress_wrongly);
    CHECK_STATUS(whit_selftest_hash(&right, &whit_sha256_answer), WHIT_OK);
    CHECK_STATUS(whit_selftest_hash(&wrong, &whit_sha256_answer), WHIT_ERROR_SELF_TEST);
}

TEST(hash_hook_refuses_nothing)
{
    uint8_t untouched[sizeof(whit_hash)];
    whit_hash hash;
    CHECK_STATUS(whit_hash_hook_sha256(NULL, compress), WHIT_ERROR_ARGUMENT);
    fill(&hash, sizeof hash);
    fill(untouched, sizeof untouched);
    CHECK_STATUS(whit_hash_hook_sha256(&hash, NULL), WHIT_ERROR_ARGUMENT);
    CHECK_BYTES((const uint8_t *)&hash, untouched, sizeof untouched);
}

TEST_SUITE(hash_hook) = {
    CASE(hash_hook_gives_the_digests_of_sha256),
    CASE(hash_hook_gives_the_signatures_of_sha256),
    CASE(hash_hook_passes_the_self_test_unless_it_is_wrong),
    CASE(hash_hook_refuses_nothing),
    END_OF_SUITE,
};
