/* SPDX-License-Identifier: MIT */
/* A program written to TinyCrypt's documented interface for secp256r1. */
#define ENABLE_TESTS
#include <tinycrypt/constants.h>
#include <tinycrypt/ecc.h>
#include <tinycrypt/ecc_dh.h>
#include <tinycrypt/ecc_dsa.h>
#include <tinycrypt/ecc_platform_specific.h>

#include <stdio.h>
#include <string.h>

static int good = 1;

#define CHECK(condition) check((condition), #condition)

static void check(int holds, const char *what)
{
    if (!holds) {
        printf("not so: %s\n", what);
        good = 0;
    }
}

static void read_hex(uint8_t *bytes, const char *hex)
{
    for (size_t i = 0; i < strlen(hex) / 2; i++) {
        unsigned int byte;
        (void)sscanf(hex + 2 * i, "%2x", &byte);
        bytes[i] = (uint8_t)byte;
    }
}

static int refuse(uint8_t *dest, unsigned int size)
{
    (void)dest;
    (void)size;
    return 0;
}

/* RFC 6979, A.2.5: the key, its public key, SHA-256 of "sample", the nonce and the signature. */
static void known_signature(void)
{
    uECC_Curve curve = uECC_secp256r1();
    uint8_t bytes[NUM_ECC_BYTES], private_key[NUM_ECC_BYTES], digest[NUM_ECC_BYTES];
    uint8_t public_key[2 * NUM_ECC_BYTES], expected[2 * NUM_ECC_BYTES];
    uint8_t signature[2 * NUM_ECC_BYTES];
    unsigned int d[NUM_ECC_WORDS], k[NUM_ECC_WORDS], zero[NUM_ECC_WORDS] = {0};
    uECC_word_t nonce[NUM_ECC_WORDS];

    read_hex(bytes, "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721");
    uECC_vli_bytesToNative(d, bytes, NUM_ECC_BYTES);
    read_hex(expected, "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
                       "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299");
    CHECK(uECC_make_key_with_d(public_key, private_key, d, curve) == TC_CRYPTO_SUCCESS);
    CHECK(memcmp(private_key, bytes, sizeof bytes) == 0);
    CHECK(memcmp(public_key, expected, sizeof expected) == 0);
    CHECK(uECC_compute_public_key(private_key, signature, curve) == TC_CRYPTO_SUCCESS);
    CHECK(memcmp(signature, expected, sizeof expected) == 0);

    read_hex(digest, "af2bdbe1aa9b6ec1e2ade1d694f41fc71a831d0268e9891562113d8a62add1bf");
    read_hex(bytes, "a6e3c57dd01abe90086538398355dd4c3b17aa873382b0f24d6129493d8aad60");
    uECC_vli_bytesToNative(k, bytes, NUM_ECC_BYTES);
    memcpy(nonce, k, sizeof k);
    read_hex(expected, "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
                       "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8");
    CHECK(uECC_sign_with_k(private_key, digest, 32, nonce, signature, curve) == TC_CRYPTO_SUCCESS);
    CHECK(memcmp(signature, expected, sizeof expected) == 0);
    CHECK(uECC_verify(public_key, digest, 32, signature, curve) == TC_CRYPTO_SUCCESS);
    digest[31] ^= 1;
    CHECK(uECC_verify(public_key, digest, 32, signature, curve) == TC_CRYPTO_FAIL);
    memset(nonce, 0, sizeof nonce);
    CHECK(uECC_sign_with_k(private_key, digest, 32, nonce, signature, curve) == TC_CRYPTO_FAIL);
    CHECK(uECC_sign_with_k(private_key, digest, 32, (uECC_word_t *)(uintptr_t)curve->n, signature,
                           curve) == TC_CRYPTO_FAIL);
    CHECK(uECC_make_key_with_d(public_key, private_key, zero, curve) == TC_CRYPTO_FAIL);
}

/* The first vector of NIST's CAVP for key agreement on P-256. */
static void known_secret(void)
{
    uECC_Curve curve = uECC_secp256r1();
    uint8_t d[NUM_ECC_BYTES], q[2 * NUM_ECC_BYTES], z[NUM_ECC_BYTES], expected[NUM_ECC_BYTES];
    read_hex(d, "7d7dc5f71eb29ddaf80d6214632eeae03d9058af1fb6d22ed80badb62bc1a534");
    read_hex(q, "700c48f77f56584c5cc632ca65640db91b6bacce3a4df6b42ce7cc838833d287"
                "db71e509e3fd9b060ddb20ba5c51dcc5948d46fbf640dfe0441782cab85fa4ac");
    read_hex(expected, "46fc62106420ff012e54a434fbdd2d25ccc5852060561e68040dd7778997bd7b");
    CHECK(uECC_shared_secret(q, d, z, curve) == TC_CRYPTO_SUCCESS);
    CHECK(memcmp(z, expected, sizeof expected) == 0);

    CHECK(uECC_valid_public_key(q, curve) == 0);
    q[63] ^= 1;
    CHECK(uECC_valid_public_key(q, curve) == -3);
    CHECK(uECC_shared_secret(q, d, z, curve) == TC_CRYPTO_FAIL);
    memset(q, 0xff, sizeof q);
    CHECK(uECC_valid_public_key(q, curve) == -2);
    memset(q, 0, sizeof q);
    CHECK(uECC_valid_public_key(q, curve) == -1);
    CHECK(uECC_shared_secret(q, d, z, curve) == TC_CRYPTO_FAIL);
}

static void curve_and_numbers(void)
{
    uECC_Curve curve = uECC_secp256r1();
    uECC_word_t one[NUM_ECC_WORDS] = {1}, two[NUM_ECC_WORDS] = {2}, number[NUM_ECC_WORDS];
    uECC_word_t point[2 * NUM_ECC_WORDS];
    uint8_t g[2 * NUM_ECC_BYTES];
    unsigned int words[NUM_ECC_WORDS];

    CHECK(curve->num_words == NUM_ECC_WORDS && curve->num_bytes == NUM_ECC_BYTES);
    CHECK(curve->num_n_bits == 256 && BITS_TO_WORDS(curve->num_n_bits) == 8);
    CHECK(BITS_TO_BYTES(curve->num_n_bits) == 32 && BITS_TO_WORDS(33) == 2);
    CHECK(uECC_curve_private_key_size(curve) == 32 && uECC_curve_public_key_size(curve) == 64);
    CHECK(&curve_secp256r1 == curve);
    CHECK(uECC_valid_point(curve->G, curve) == 0);
    memcpy(words, curve->G, sizeof words);
    uECC_vli_nativeToBytes(g, NUM_ECC_BYTES, words);
    memcpy(words, curve->G + NUM_ECC_WORDS, sizeof words);
    uECC_vli_nativeToBytes(g + NUM_ECC_BYTES, NUM_ECC_BYTES, words);
    CHECK(uECC_valid_public_key(g, curve) == -4);
    CHECK(EccPoint_compute_public_key(point, one, curve) == 1);
    CHECK(memcmp(point, curve->G, sizeof point) == 0);
    /* y = 0 where x^3 + a x + b is b: no point, unless b were 0. */
    memset(point, 0, sizeof point);
    CHECK(EccPoint_isZero(point, curve) == 1 && uECC_valid_point(point, curve) == -1);
    memcpy(point, curve->p, sizeof point / 2);
    CHECK(EccPoint_isZero(point, curve) == 0 && uECC_valid_point(point, curve) == -2);

    uECC_vli_modSub(number, one, two, curve->p, NUM_ECC_WORDS); /* p - 1 */
    CHECK(uECC_vli_cmp(number, curve->p, NUM_ECC_WORDS) == -1);
    CHECK(uECC_vli_cmp_unsafe(curve->p, number, NUM_ECC_WORDS) == 1);
    CHECK(uECC_vli_numBits(number, NUM_ECC_WORDS) == 256);
    CHECK(uECC_vli_testBit(number, 255) != 0 && uECC_vli_testBit(number, 0) == 0);
    uECC_vli_modAdd(number, number, two, curve->p, NUM_ECC_WORDS); /* 1 */
    CHECK(uECC_vli_equal(number, one, NUM_ECC_WORDS) == 0);
    CHECK(uECC_vli_equal(number, two, NUM_ECC_WORDS) == 1);
    CHECK(uECC_vli_cmp(number, one, NUM_ECC_WORDS) == 0);
    CHECK(uECC_vli_sub(number, number, two, NUM_ECC_WORDS) == 1); /* all ones */
    CHECK(number[0] == 0xffffffff && number[7] == 0xffffffff);
    uECC_vli_set(number, two, NUM_ECC_WORDS);
    CHECK(number[0] == 2 && uECC_vli_isZero(number, NUM_ECC_WORDS) == 0);
    uECC_vli_clear(number, NUM_ECC_WORDS);
    CHECK(uECC_vli_isZero(number, NUM_ECC_WORDS) == 1);
    CHECK(uECC_generate_random_int(number, curve->n, NUM_ECC_WORDS) == 1);
    CHECK(uECC_vli_cmp(number, curve->n, NUM_ECC_WORDS) == -1);
    CHECK(uECC_generate_random_int(number, two, NUM_ECC_WORDS) == 1 && number[0] == 1);
}

/* Both sides of an agreement and a signature, with the source that is there from the start. */
static void exchange(void)
{
    uECC_Curve curve = uECC_secp256r1();
    uint8_t mine[32], yours[32], my_key[64], your_key[64], my_secret[32], your_secret[32];
    uint8_t signature[64];
    CHECK(uECC_get_rng() == default_CSPRNG);
    CHECK(uECC_make_key(my_key, mine, curve) == TC_CRYPTO_SUCCESS);
    CHECK(uECC_make_key(your_key, yours, curve) == TC_CRYPTO_SUCCESS);
    CHECK(memcmp(mine, yours, sizeof mine) != 0);
    CHECK(uECC_valid_public_key(my_key, curve) == 0);
    CHECK(uECC_shared_secret(your_key, mine, my_secret, curve) == TC_CRYPTO_SUCCESS);
    CHECK(uECC_shared_secret(my_key, yours, your_secret, curve) == TC_CRYPTO_SUCCESS);
    CHECK(memcmp(my_secret, your_secret, sizeof my_secret) == 0);
    CHECK(uECC_sign(mine, my_secret, 32, signature, curve) == TC_CRYPTO_SUCCESS);
    CHECK(uECC_verify(my_key, my_secret, 32, signature, curve) == TC_CRYPTO_SUCCESS);
    CHECK(uECC_verify(your_key, my_secret, 32, signature, curve) == TC_CRYPTO_FAIL);
    uECC_set_rng(refuse);
    CHECK(uECC_make_key(my_key, mine, curve) == TC_CRYPTO_FAIL);
    CHECK(uECC_sign(yours, my_secret, 32, signature, curve) == TC_CRYPTO_FAIL);
    uECC_set_rng(0);
    CHECK(uECC_make_key(my_key, mine, curve) == TC_CRYPTO_FAIL);
}

int main(void)
{
    known_signature();
    known_secret();
    curve_and_numbers();
    exchange();
    printf("%s\n", good ? "good" : "bad");
    return !good;
}
