/* SPDX-License-Identifier: MIT */
/* TinyCrypt's interface for secp256r1 over Whit: its names, its buffers, its return values. A
 * program written for TinyCrypt 0.2 finds this folder where TinyCrypt's headers were found, and
 * links compat/tinycrypt/ecc.c and Whit.
 *
 * Functions return 1 for success and 0 for failure, after which outputs are zero, but for
 * uECC_valid_public_key and uECC_valid_point, which return 0 for what is valid. Keys are always
 * validated and time never depends on secrets. doc/migration.md says what behaves otherwise than
 * in TinyCrypt.
 *
 * Bytes are big-endian: a private key of 32, a public key of 64 (x || y), a signature of 64
 * (r || s). Words have 32 bits, least significant word first. */
#ifndef WHIT_COMPAT_TINYCRYPT_ECC_H
#define WHIT_COMPAT_TINYCRYPT_ECC_H

#include <limits.h>
#include <stdint.h>

#if UINT_MAX < 0xffffffff
#error "TinyCrypt's interface needs an int of 32 bits"
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define uECC_WORD_SIZE 4
#define uECC_WORD_BITS 32
#define uECC_WORD_BITS_SHIFT 5
#define uECC_WORD_BITS_MASK 0x01F
#define HIGH_BIT_SET 0x80000000

/* Draws of uECC_generate_random_int. */
#ifndef uECC_RNG_MAX_TRIES
#define uECC_RNG_MAX_TRIES 64
#endif

/* Words and bytes in a coordinate, and in the order. */
#define NUM_ECC_WORDS 8
#define NUM_ECC_BYTES (uECC_WORD_SIZE * NUM_ECC_WORDS)

#define BITS_TO_WORDS(num_bits) (((num_bits) + (uECC_WORD_SIZE * 8) - 1) / (uECC_WORD_SIZE * 8))
#define BITS_TO_BYTES(num_bits) (((num_bits) + 7) / 8)

/* Words from bytes in hexadecimal, least significant byte first. */
#define BYTES_TO_WORDS_8(a, b, c, d, e, f, g, h) 0x##d##c##b##a, 0x##h##g##f##e
#define BYTES_TO_WORDS_4(a, b, c, d) 0x##d##c##b##a

typedef int8_t wordcount_t;
typedef int16_t bitcount_t;
typedef int8_t cmpresult_t;
typedef uint32_t uECC_word_t;
typedef uint64_t uECC_dword_t;

/* The curve's sizes, prime, order, base point and coefficient b. TinyCrypt has pointers to its
 * internal functions behind them. */
struct uECC_Curve_t {
    wordcount_t num_words;
    wordcount_t num_bytes;
    bitcount_t num_n_bits;
    uECC_word_t p[NUM_ECC_WORDS];
    uECC_word_t n[NUM_ECC_WORDS];
    uECC_word_t G[NUM_ECC_WORDS * 2];
    uECC_word_t b[NUM_ECC_WORDS];
};
typedef const struct uECC_Curve_t *uECC_Curve;

uECC_Curve uECC_secp256r1(void);
#define curve_secp256r1 (*uECC_secp256r1())

/* A random source: fills `dest` with `size` bytes of a cryptographic generator and returns 1, or
 * returns 0. uECC_make_key, uECC_sign and uECC_generate_random_int ask it, and nothing else does.
 * The first is default_CSPRNG: ecc_platform_specific.h. */
typedef int (*uECC_RNG_Function)(uint8_t *dest, unsigned int size);

void uECC_set_rng(uECC_RNG_Function rng_function);
uECC_RNG_Function uECC_get_rng(void);

/* 32 and 64. */
int uECC_curve_private_key_size(uECC_Curve curve);
int uECC_curve_public_key_size(uECC_Curve curve);

/* Compute the public key of a private key, in bytes or in words. Fails when that is not in
 * [1, n - 1]. */
int uECC_compute_public_key(const uint8_t *private_key, uint8_t *public_key, uECC_Curve curve);
uECC_word_t EccPoint_compute_public_key(uECC_word_t *result, uECC_word_t *private_key,
                                        uECC_Curve curve);

/* Returns 0 if a public key is valid; -1 for zeros, which stand for infinity; -2 if a coordinate is
 * not below the prime; -3 if it is no point of the curve; -4 for the base point. Every function
 * that is given a key checks it itself, but takes the base point. */
int uECC_valid_public_key(const uint8_t *public_key, uECC_Curve curve);

/* The same for a point in words; the base point is valid. */
int uECC_valid_point(const uECC_word_t *point, uECC_Curve curve);

/* 1 if a point is zeros, else 0. */
uECC_word_t EccPoint_isZero(const uECC_word_t *point, uECC_Curve curve);

/* A random number with 0 < random < top. Returns 1, or 0 when there is no random source, it
 * fails, or uECC_RNG_MAX_TRIES draws were of no use. */
int uECC_generate_random_int(uECC_word_t *random, const uECC_word_t *top, wordcount_t num_words);

/* Between big-endian bytes and words. */
void uECC_vli_nativeToBytes(uint8_t *bytes, int num_bytes, const unsigned int *native);
void uECC_vli_bytesToNative(unsigned int *native, const uint8_t *bytes, int num_bytes);

/* vli = 0, and dest = src. */
void uECC_vli_clear(uECC_word_t *vli, wordcount_t num_words);
void uECC_vli_set(uECC_word_t *dest, const uECC_word_t *src, wordcount_t num_words);

/* 1 if vli = 0, else 0; and 0 if left = right, else 1. */
uECC_word_t uECC_vli_isZero(const uECC_word_t *vli, wordcount_t num_words);
uECC_word_t uECC_vli_equal(const uECC_word_t *left, const uECC_word_t *right,
                           wordcount_t num_words);

/* The sign of left - right: -1, 0 or 1. Both are the same function, in constant time. */
cmpresult_t uECC_vli_cmp(const uECC_word_t *left, const uECC_word_t *right, wordcount_t num_words);
cmpresult_t uECC_vli_cmp_unsafe(const uECC_word_t *left, const uECC_word_t *right,
                                wordcount_t num_words);

/* Not zero if the bit is set; and how many bits the number has, which is not in constant time. */
uECC_word_t uECC_vli_testBit(const uECC_word_t *vli, bitcount_t bit);
bitcount_t uECC_vli_numBits(const uECC_word_t *vli, const wordcount_t max_words);

/* result = left - right; returns the borrow. In place too. */
uECC_word_t uECC_vli_sub(uECC_word_t *result, const uECC_word_t *left, const uECC_word_t *right,
                         wordcount_t num_words);

/* result = left + right and left - right modulo mod, both below it. result is not mod. */
void uECC_vli_modAdd(uECC_word_t *result, const uECC_word_t *left, const uECC_word_t *right,
                     const uECC_word_t *mod, wordcount_t num_words);
void uECC_vli_modSub(uECC_word_t *result, const uECC_word_t *left, const uECC_word_t *right,
                     const uECC_word_t *mod, wordcount_t num_words);

#ifdef __cplusplus
}
#endif

#endif
