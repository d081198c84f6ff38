/* SPDX-License-Identifier: MIT */
/* micro-ecc's arithmetic over Whit's: for programs that build their own protocols. Needs
 * uECC_ENABLE_VLI_API=1, compat/uECC_vli.c, and Whit built from src/ with limbs of the width of
 * uECC_word_t (WHIT_LIMB_BITS = 8 * uECC_WORD_SIZE); the amalgamation keeps its arithmetic to
 * itself.
 *
 * Numbers are arrays of words, least significant first, of 1 to 256 bits; points are x followed
 * by y. Results are micro-ecc's. Unlike its functions all of these run in constant time, but for
 * uECC_vli_numBits, uECC_vli_mod_sqrt, uECC_valid_point, uECC_generate_random_int's number of
 * tries, and the check of the point in uECC_point_mult. */
#ifndef WHIT_COMPAT_UECC_VLI_H
#define WHIT_COMPAT_UECC_VLI_H

#include "uECC.h"

#ifndef uECC_PLATFORM
#if defined(__AVR__)
#define uECC_PLATFORM uECC_avr
#elif defined(__thumb2__)
#define uECC_PLATFORM uECC_arm_thumb2
#elif defined(__thumb__)
#define uECC_PLATFORM uECC_arm_thumb
#elif defined(__arm__) || defined(_M_ARM)
#define uECC_PLATFORM uECC_arm
#elif defined(__aarch64__)
#define uECC_PLATFORM uECC_arm64
#elif defined(__i386__) || defined(_M_IX86)
#define uECC_PLATFORM uECC_x86
#elif defined(__amd64__) || defined(_M_X64)
#define uECC_PLATFORM uECC_x86_64
#else
#define uECC_PLATFORM uECC_arch_other
#endif
#endif

#ifndef uECC_WORD_SIZE
#if uECC_PLATFORM == uECC_avr
#define uECC_WORD_SIZE 1
#elif uECC_PLATFORM == uECC_x86_64 || uECC_PLATFORM == uECC_arm64
#define uECC_WORD_SIZE 8
#else
#define uECC_WORD_SIZE 4
#endif
#endif

typedef int8_t wordcount_t;
typedef int16_t bitcount_t;
typedef int8_t cmpresult_t;

#if uECC_WORD_SIZE == 1
typedef uint8_t uECC_word_t;
typedef uint16_t uECC_dword_t;
#define HIGH_BIT_SET 0x80
#define uECC_WORD_BITS 8
#define uECC_WORD_BITS_SHIFT 3
#define uECC_WORD_BITS_MASK 0x07
#elif uECC_WORD_SIZE == 4
typedef uint32_t uECC_word_t;
typedef uint64_t uECC_dword_t;
#define HIGH_BIT_SET 0x80000000
#define uECC_WORD_BITS 32
#define uECC_WORD_BITS_SHIFT 5
#define uECC_WORD_BITS_MASK 0x01F
#elif uECC_WORD_SIZE == 8
typedef uint64_t uECC_word_t;
#if defined(__SIZEOF_INT128__)
__extension__ typedef unsigned __int128 uECC_dword_t;
#endif
#define HIGH_BIT_SET 0x8000000000000000ull
#define uECC_WORD_BITS 64
#define uECC_WORD_BITS_SHIFT 6
#define uECC_WORD_BITS_MASK 0x03F
#else
#error "uECC_WORD_SIZE is 1, 4 or 8"
#endif

#ifndef uECC_ENABLE_VLI_API
#define uECC_ENABLE_VLI_API 0
#endif

#if uECC_ENABLE_VLI_API

#ifdef __cplusplus
extern "C" {
#endif

/* vli = 0. */
void uECC_vli_clear(uECC_word_t *vli, wordcount_t num_words);

/* 1 if vli = 0, else 0. */
uECC_word_t uECC_vli_isZero(const uECC_word_t *vli, wordcount_t num_words);

/* The word of a bit with all others masked out: not zero if it is set. */
uECC_word_t uECC_vli_testBit(const uECC_word_t *vli, bitcount_t bit);

/* Bits of the number. */
bitcount_t uECC_vli_numBits(const uECC_word_t *vli, const wordcount_t max_words);

/* dest = src. */
void uECC_vli_set(uECC_word_t *dest, const uECC_word_t *src, wordcount_t num_words);

/* 1 if left = right, else 0. */
uECC_word_t uECC_vli_equal(const uECC_word_t *left, const uECC_word_t *right,
                           wordcount_t num_words);

/* The sign of left - right: -1, 0 or 1. */
cmpresult_t uECC_vli_cmp(const uECC_word_t *left, const uECC_word_t *right, wordcount_t num_words);

/* vli = vli >> 1. */
void uECC_vli_rshift1(uECC_word_t *vli, wordcount_t num_words);

/* result = left + right and left - right; the carry or borrow is returned. In place too. */
uECC_word_t uECC_vli_add(uECC_word_t *result, const uECC_word_t *left, const uECC_word_t *right,
                         wordcount_t num_words);
uECC_word_t uECC_vli_sub(uECC_word_t *result, const uECC_word_t *left, const uECC_word_t *right,
                         wordcount_t num_words);

/* result = left right and left^2, in 2 num_words words that overlap neither. */
void uECC_vli_mult(uECC_word_t *result, const uECC_word_t *left, const uECC_word_t *right,
                   wordcount_t num_words);
void uECC_vli_square(uECC_word_t *result, const uECC_word_t *left, wordcount_t num_words);

/* result = left + right and left - right modulo mod, both below it. result is not mod. */
void uECC_vli_modAdd(uECC_word_t *result, const uECC_word_t *left, const uECC_word_t *right,
                     const uECC_word_t *mod, wordcount_t num_words);
void uECC_vli_modSub(uECC_word_t *result, const uECC_word_t *left, const uECC_word_t *right,
                     const uECC_word_t *mod, wordcount_t num_words);

/* result = product modulo mod, for any mod > 0. The product has 2 num_words words, which stay.
 * Bit by bit, so slower than modulo a curve's prime. */
void uECC_vli_mmod(uECC_word_t *result, uECC_word_t *product, const uECC_word_t *mod,
                   wordcount_t num_words);
void uECC_vli_modMult(uECC_word_t *result, const uECC_word_t *left, const uECC_word_t *right,
                      const uECC_word_t *mod, wordcount_t num_words);
void uECC_vli_modSquare(uECC_word_t *result, const uECC_word_t *left, const uECC_word_t *mod,
                        wordcount_t num_words);

/* Modulo the curve's prime, left and right below it. */
void uECC_vli_mmod_fast(uECC_word_t *result, uECC_word_t *product, uECC_Curve curve);
void uECC_vli_modMult_fast(uECC_word_t *result, const uECC_word_t *left, const uECC_word_t *right,
                           uECC_Curve curve);
void uECC_vli_modSquare_fast(uECC_word_t *result, const uECC_word_t *left, uECC_Curve curve);

/* result = 1/input modulo an odd mod that shares no factor with input; 0 for 0. */
void uECC_vli_modInv(uECC_word_t *result, const uECC_word_t *input, const uECC_word_t *mod,
                     wordcount_t num_words);

#if uECC_SUPPORT_COMPRESSED_POINT
/* a = a square root of a modulo the curve's prime, if it has one. */
void uECC_vli_mod_sqrt(uECC_word_t *a, uECC_Curve curve);
#endif

/* To big-endian bytes and back. */
void uECC_vli_nativeToBytes(uint8_t *bytes, int num_bytes, const uECC_word_t *native);
void uECC_vli_bytesToNative(uECC_word_t *native, const uint8_t *bytes, int num_bytes);

/* Sizes of a coordinate and of the order; the bits of a coordinate are those of its bytes. */
unsigned uECC_curve_num_words(uECC_Curve curve);
unsigned uECC_curve_num_bytes(uECC_Curve curve);
unsigned uECC_curve_num_bits(uECC_Curve curve);
unsigned uECC_curve_num_n_words(uECC_Curve curve);
unsigned uECC_curve_num_n_bytes(uECC_Curve curve);
unsigned uECC_curve_num_n_bits(uECC_Curve curve);

/* The prime, the order, the base point and the coefficient b. */
const uECC_word_t *uECC_curve_p(uECC_Curve curve);
const uECC_word_t *uECC_curve_n(uECC_Curve curve);
const uECC_word_t *uECC_curve_G(uECC_Curve curve);
const uECC_word_t *uECC_curve_b(uECC_Curve curve);

/* 1 if a point is on the curve, else 0. */
int uECC_valid_point(const uECC_word_t *point, uECC_Curve curve);

/* result = scalar point; zeros, for infinity, when the scalar is a multiple of the order or the
 * point is not on the curve. The scalar has uECC_curve_num_n_words words. */
void uECC_point_mult(uECC_word_t *result, const uECC_word_t *point, const uECC_word_t *scalar,
                     uECC_Curve curve);

/* A random number with 0 < random < top. Returns 1, or 0 when there is no random source, it
 * fails, or 64 draws were of no use. */
int uECC_generate_random_int(uECC_word_t *random, const uECC_word_t *top, wordcount_t num_words);

#ifdef __cplusplus
}
#endif

#endif

#endif
