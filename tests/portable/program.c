/* SPDX-License-Identifier: MIT */
/* What every processor runs that has no tests of its own: the self-tests, one key agreement and one
 * signature on each Montgomery and Edwards curve, and a sample of the vectors. answers.h is written
 * by tests/runner/portable.py. */
#include "../unit/test.h"
#include "../vectors/run_vectors.h"
#include "answers.h"
#include <whit/ed25519.h>
#include <whit/secp256r1.h>
#include <whit/selftest.h>
#include <whit/x25519.h>
#if PORTABLE_448
#include <whit/ed448.h>
#include <whit/x448.h>
#endif

unsigned portable_run(void);

static uint32_t passed, failed;

static void check(const char *what, whit_status status, whit_status wanted)
{
    if (status == wanted) {
        passed++;
        return;
    }
    failed++;
    test_print("FAILED ");
    test_print(what);
    test_print(": status ");
    test_print_hex((uint64_t)status);
    test_print("\n");
}

static whit_status same(whit_status status, const uint8_t *got, const uint8_t *wanted, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (got[i] != wanted[i]) {
            return WHIT_ERROR_SELF_TEST;
        }
    }
    return status;
}

static void run_hashes(void)
{
    check("SHA-1", whit_selftest_hash(&whit_sha1, &whit_sha1_answer), WHIT_OK);
    check("SHA-224", whit_selftest_hash(&whit_sha224, &whit_sha224_answer), WHIT_OK);
    check("SHA-256", whit_selftest_hash(&whit_sha256, &whit_sha256_answer), WHIT_OK);
    check("SHA-384", whit_selftest_hash(&whit_sha384, &whit_sha384_answer), WHIT_OK);
    check("SHA-512", whit_selftest_hash(&whit_sha512, &whit_sha512_answer), WHIT_OK);
    check("BLAKE2s-160", whit_selftest_hash(&whit_blake2s160, &whit_blake2s160_answer), WHIT_OK);
    check("BLAKE2s-256", whit_selftest_hash(&whit_blake2s256, &whit_blake2s256_answer), WHIT_OK);
    check("another's answer", whit_selftest_hash(&whit_sha512, &whit_sha384_answer),
          WHIT_ERROR_SELF_TEST);
}

static void run_secp256r1(void)
{
    check("ECDH", whit_secp256r1_selftest_ecdh(), WHIT_OK);
    check("ECDSA, signing", whit_secp256r1_selftest_sign(), WHIT_OK);
    check("ECDSA, signing a digest", whit_secp256r1_selftest_sign_digest(), WHIT_OK);
    check("ECDSA, verifying", whit_secp256r1_selftest_verify(), WHIT_OK);
    check("ECDSA, verifying a digest", whit_secp256r1_selftest_verify_digest(), WHIT_OK);
}

static void run_25519(void)
{
    uint8_t key[64], public_key[32], signature[64];
    const size_t length = sizeof answer_message;
    whit_status status = whit_x25519_public_key(public_key, answer_x25519_private);
    check("X25519", same(status, public_key, answer_x25519_public, 32), WHIT_OK);
    status = whit_ed25519_key_pair(key, public_key, answer_ed25519_private);
    check("Ed25519, key", same(status, public_key, answer_ed25519_public, 32), WHIT_OK);
    status = whit_ed25519_sign(signature, key, answer_message, length);
    check("Ed25519, signing", same(status, signature, answer_ed25519_signature, 64), WHIT_OK);
    status = whit_ed25519_verify(answer_ed25519_public, 32, answer_message, length,
                                 answer_ed25519_signature, 64);
    check("Ed25519, verifying", status, WHIT_OK);
    status = whit_ed25519_verify(answer_ed25519_public, 32, answer_message, length - 1,
                                 answer_ed25519_signature, 64);
    check("Ed25519, another message", status, WHIT_ERROR_SIGNATURE_INVALID);
}

#if PORTABLE_448
static void run_448(void)
{
    uint8_t key[114], public_key[57], signature[114];
    const size_t length = sizeof answer_message;
    whit_status status = whit_x448_public_key(public_key, answer_x448_private);
    check("X448", same(status, public_key, answer_x448_public, 56), WHIT_OK);
    status = whit_ed448_key_pair(key, public_key, answer_ed448_private);
    check("Ed448, key", same(status, public_key, answer_ed448_public, 57), WHIT_OK);
    status = whit_ed448_sign(signature, key, answer_message, length);
    check("Ed448, signing", same(status, signature, answer_ed448_signature, 114), WHIT_OK);
    status = whit_ed448_verify(answer_ed448_public, 57, answer_message, length,
                               answer_ed448_signature, 114);
    check("Ed448, verifying", status, WHIT_OK);
}
#endif

/* Returns how many failed, and prints them and two lines of counts, the vectors' first. */
unsigned portable_run(void)
{
    run_hashes();
    run_secp256r1();
    run_25519();
#if PORTABLE_448
    run_448();
#endif
    unsigned wrong = vectors_run(answer_vectors, sizeof answer_vectors, 0);
    test_print_decimal(passed);
    test_print(" passed, ");
    test_print_decimal(failed);
    test_print(" failed\n");
    return wrong + (unsigned)failed;
}
