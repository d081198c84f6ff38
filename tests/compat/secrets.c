/* SPDX-License-Identifier: MIT */
/* Private keys and random bytes are marked as undefined memory, and valgrind's memcheck reports
 * every branch and every address that depends on one: behind micro-ecc's names too there is
 * none. Run it under valgrind. */
#include "declassify.h"
#include "uECC_vli.h"

#include <stdio.h>
#include <string.h>
#include <valgrind/memcheck.h>

static uint32_t state = 1;

void ct_declassify(const void *bytes, size_t length)
{
    (void)VALGRIND_MAKE_MEM_DEFINED(bytes, length);
}

static void poison(void *bytes, size_t length)
{
    (void)VALGRIND_MAKE_MEM_UNDEFINED(bytes, length);
}

static int draw(uint8_t *dest, unsigned size)
{
    for (unsigned i = 0; i < size; i++) {
        state = state * 1664525u + 1013904223u;
        dest[i] = (uint8_t)(state >> 24);
    }
    poison(dest, size);
    return 1;
}

static int declassified(int result)
{
    ct_declassify(&result, sizeof result);
    return result;
}

/* A hash that is none, but mixes what it is given in constant time. */
static uint8_t chain[32];

static void init(const uECC_HashContext *context)
{
    (void)context;
    memset(chain, 0x5a, sizeof chain);
}

static void update(const uECC_HashContext *context, const uint8_t *message, unsigned size)
{
    (void)context;
    for (unsigned i = 0; i < size; i++) {
        for (unsigned j = 0; j < sizeof chain; j++) {
            chain[j] = (uint8_t)(chain[j] * 5 + message[i] + j + (chain[(j + 1) % 32] >> 3));
        }
    }
}

static void finish(const uECC_HashContext *context, uint8_t *result)
{
    (void)context;
    memcpy(result, chain, sizeof chain);
}

static int keys(uECC_Curve curve)
{
    size_t private_size = (size_t)uECC_curve_private_key_size(curve);
    size_t public_size = (size_t)uECC_curve_public_key_size(curve);
    uint8_t key[32], digest[32] = {1, 2, 3};
    uint8_t point[64], again[64], signature[64], secret[32], room[2 * 32 + 64];
    uECC_HashContext hash = {init, update, finish, 64, 32, room};
    int good = declassified(uECC_make_key(point, key, curve));
    poison(key, private_size);
    ct_declassify(point, public_size);
    good &= declassified(uECC_compute_public_key(key, again, curve));
    ct_declassify(again, public_size);
    good &= memcmp(point, again, public_size) == 0;
    good &= declassified(uECC_shared_secret(point, key, secret, curve));
    for (int deterministic = 0; deterministic < 2; deterministic++) {
        good &= declassified(deterministic
                                 ? uECC_sign_deterministic(key, digest, 32, &hash, signature, curve)
                                 : uECC_sign(key, digest, 32, signature, curve));
        ct_declassify(signature, public_size);
        good &= uECC_verify(point, digest, 32, signature, curve);
    }
    return good;
}

static int numbers(uECC_Curve curve)
{
    const uECC_word_t *n = uECC_curve_n(curve);
    const uECC_word_t *p = uECC_curve_p(curve);
    wordcount_t order_words = (wordcount_t)uECC_curve_num_n_words(curve);
    wordcount_t words = (wordcount_t)uECC_curve_num_words(curve);
    uECC_word_t k[32], inverse[32], one[32] = {1}, point[64];
    int good = declassified(uECC_generate_random_int(k, n, order_words));
    uECC_vli_modInv(inverse, k, n, order_words);
    uECC_vli_modMult(inverse, inverse, k, n, order_words);
    good &= declassified((int)uECC_vli_equal(inverse, one, order_words));
    good &= declassified(uECC_vli_cmp(k, n, order_words)) == -1;
    good &= declassified((int)uECC_vli_isZero(k, order_words)) == 0;
    uECC_vli_modAdd(inverse, k, k, n, order_words);
    uECC_vli_modSub(inverse, inverse, k, n, order_words);
    good &= declassified((int)uECC_vli_equal(inverse, k, order_words));
    uECC_point_mult(point, uECC_curve_G(curve), k, curve);
    uECC_vli_modMult_fast(inverse, point, point + words, curve);
    uECC_vli_modSquare_fast(inverse, inverse, curve);
    good &= declassified(uECC_vli_cmp(inverse, p, words)) == -1;
    ct_declassify(point, sizeof point);
    return good & uECC_valid_point(point, curve);
}

int main(void)
{
    uECC_Curve curves[] = {uECC_secp160r1(), uECC_secp192r1(), uECC_secp224r1(), uECC_secp256r1(),
                           uECC_secp256k1()};
    int good = 1;
    uECC_set_rng(draw);
    for (size_t i = 0; i < sizeof curves / sizeof *curves; i++) {
        good &= keys(curves[i]);
        good &= numbers(curves[i]);
    }
    printf("%s, %u errors\n", good ? "good" : "bad", (unsigned)VALGRIND_COUNT_ERRORS);
    return !good;
}
