/* SPDX-License-Identifier: MIT */
/* micro-ecc's arithmetic over Whit's internal one. */
#include "uECC_vli.h"

#if uECC_ENABLE_VLI_API

#include <string.h>
#include <whit/key.h>

#include "mp/mp.h"

#if uECC_WORD_SIZE * 8 != WHIT_LIMB_BITS
#error "uECC_vli.c needs WHIT_LIMB_BITS = 8 * uECC_WORD_SIZE, here and where Whit is compiled"
#endif

/* What depends on the size of a curve; uECC_vli_size.inc fills one for each. */
typedef struct operations {
    const limb *(*prime)(const whit_curve *curve);
    const limb *(*order)(const whit_curve *curve);
    void (*multiply)(const whit_curve *curve, limb *r, const limb *a, const limb *b);
    void (*square_root)(const whit_curve *curve, limb *a);
    void (*multiply_point)(const whit_curve *curve, limb *result, const limb *point,
                           const limb *scalar, size_t n_words);
} operations;

#if uECC_SUPPORTS_secp160r1
#include "generated/instance/size_160176.h"
#include "uECC_vli_size.inc"
#endif
#if uECC_SUPPORTS_secp192r1
#include "generated/instance/size_192.h"
#include "uECC_vli_size.inc"
#endif
#if uECC_SUPPORTS_secp224r1
#include "generated/instance/size_224.h"
#include "uECC_vli_size.inc"
#endif
#if uECC_SUPPORTS_secp256r1 || uECC_SUPPORTS_secp256k1
#include "generated/instance/size_256.h"
#include "uECC_vli_size.inc"
#endif

#ifndef uECC_RNG_MAX_TRIES
#define uECC_RNG_MAX_TRIES 64
#endif

/* Of the widest curve. */
#define WORDS_MAX (32 / uECC_WORD_SIZE)

/* ---- Numbers ---- */

void uECC_vli_clear(uECC_word_t *vli, wordcount_t num_words)
{
    memset(vli, 0, (size_t)num_words * sizeof *vli);
}

uECC_word_t uECC_vli_isZero(const uECC_word_t *vli, wordcount_t num_words)
{
    return mp_mask_zero(vli, (size_t)num_words) & 1;
}

uECC_word_t uECC_vli_testBit(const uECC_word_t *vli, bitcount_t bit)
{
    return vli[bit / uECC_WORD_BITS] & (uECC_word_t)((uECC_word_t)1 << (bit % uECC_WORD_BITS));
}

bitcount_t uECC_vli_numBits(const uECC_word_t *vli, const wordcount_t max_words)
{
    size_t n = (size_t)max_words;
    size_t bits = n * uECC_WORD_BITS;
    while (bits > 0 && mp_bit(vli, bits - 1, n) == 0) {
        bits--;
    }
    return (bitcount_t)bits;
}

void uECC_vli_set(uECC_word_t *dest, const uECC_word_t *src, wordcount_t num_words)
{
    mp_copy(dest, src, (size_t)num_words);
}

uECC_word_t uECC_vli_equal(const uECC_word_t *left, const uECC_word_t *right, wordcount_t num_words)
{
    uECC_word_t difference = 0;
    for (wordcount_t i = 0; i < num_words; i++) {
        difference |= left[i] ^ right[i];
    }
    return base_mask_zero(difference) & 1;
}

cmpresult_t uECC_vli_cmp(const uECC_word_t *left, const uECC_word_t *right, wordcount_t num_words)
{
    uECC_word_t less = mp_mask_less(left, right, (size_t)num_words) & 1;
    uECC_word_t greater = mp_mask_less(right, left, (size_t)num_words) & 1;
    return (cmpresult_t)((int)greater - (int)less);
}

void uECC_vli_rshift1(uECC_word_t *vli, wordcount_t num_words)
{
    mp_shift_right(vli, vli, 1, (size_t)num_words);
}

uECC_word_t uECC_vli_add(uECC_word_t *result, const uECC_word_t *left, const uECC_word_t *right,
                         wordcount_t num_words)
{
    return mp_add(result, left, right, (size_t)num_words);
}

uECC_word_t uECC_vli_sub(uECC_word_t *result, const uECC_word_t *left, const uECC_word_t *right,
                         wordcount_t num_words)
{
    return mp_sub(result, left, right, (size_t)num_words);
}

void uECC_vli_mult(uECC_word_t *result, const uECC_word_t *left, const uECC_word_t *right,
                   wordcount_t num_words)
{
    mp_mul(result, left, right, (size_t)num_words);
}

void uECC_vli_square(uECC_word_t *result, const uECC_word_t *left, wordcount_t num_words)
{
    mp_sqr(result, left, (size_t)num_words);
}

void uECC_vli_nativeToBytes(uint8_t *bytes, int num_bytes, const uECC_word_t *native)
{
    mp_to_bytes(bytes, (size_t)num_bytes, native);
}

void uECC_vli_bytesToNative(uECC_word_t *native, const uint8_t *bytes, int num_bytes)
{
    size_t length = (size_t)num_bytes;
    mp_from_bytes(native, (length + uECC_WORD_SIZE - 1) / uECC_WORD_SIZE, bytes, length);
}

/* ---- Modulo any number ---- */

void uECC_vli_modAdd(uECC_word_t *result, const uECC_word_t *left, const uECC_word_t *right,
                     const uECC_word_t *mod, wordcount_t num_words)
{
    size_t n = (size_t)num_words;
    uECC_word_t carry = mp_add(result, left, right, n);
    uECC_word_t borrow = mp_sub(result, result, mod, n);
    mp_add_masked(result, mod, base_mask(borrow & (carry ^ 1)), n);
}

void uECC_vli_modSub(uECC_word_t *result, const uECC_word_t *left, const uECC_word_t *right,
                     const uECC_word_t *mod, wordcount_t num_words)
{
    uECC_word_t borrow = mp_sub(result, left, right, (size_t)num_words);
    mp_add_masked(result, mod, base_mask(borrow), (size_t)num_words);
}

void uECC_vli_mmod(uECC_word_t *result, uECC_word_t *product, const uECC_word_t *mod,
                   wordcount_t num_words)
{
    size_t n = (size_t)num_words;
    uECC_word_t remainder[WORDS_MAX];
    mp_mod(remainder, product, 2 * n, 2 * n * uECC_WORD_BITS, mod,
           (size_t)uECC_vli_numBits(mod, num_words), n);
    mp_copy(result, remainder, n);
    base_wipe(remainder, sizeof remainder);
}

void uECC_vli_modMult(uECC_word_t *result, const uECC_word_t *left, const uECC_word_t *right,
                      const uECC_word_t *mod, wordcount_t num_words)
{
    uECC_word_t product[2 * WORDS_MAX];
    mp_mul(product, left, right, (size_t)num_words);
    uECC_vli_mmod(result, product, mod, num_words);
    base_wipe(product, sizeof product);
}

void uECC_vli_modSquare(uECC_word_t *result, const uECC_word_t *left, const uECC_word_t *mod,
                        wordcount_t num_words)
{
    uECC_vli_modMult(result, left, left, mod, num_words);
}

/* r = r - a where mask is all ones; returns the borrow. */
static limb sub_masked(limb *r, const limb *a, limb mask, limb *room, size_t n)
{
    limb borrow = mp_sub(room, r, a, n);
    mp_select(r, room, mask, n);
    return borrow & mask;
}

/* r = r / 2 modulo the odd m, for r < m. */
static void halve(limb *r, const limb *m, size_t n)
{
    limb carry = mp_add_masked(r, m, base_mask(r[0] & 1), n);
    mp_shift_right(r, r, 1, n);
    r[n - 1] |= (limb)(carry << (LIMB_BITS - 1));
}

/* The binary algorithm for greatest common divisors, a fixed number of steps, each by masks.
 * a = u input and b = v input modulo mod, b is odd; each step takes a bit off a or off b, until
 * a is 0 and b is 1. */
void uECC_vli_modInv(uECC_word_t *result, const uECC_word_t *input, const uECC_word_t *mod,
                     wordcount_t num_words)
{
    struct {
        limb a[WORDS_MAX];
        limb b[WORDS_MAX];
        limb u[WORDS_MAX];
        limb v[WORDS_MAX];
        limb room[WORDS_MAX];
    } w;
    size_t n = (size_t)num_words;
    mp_copy(w.a, input, n);
    mp_copy(w.b, mod, n);
    mp_set_word(w.u, 1, n);
    mp_set_word(w.v, 0, n);
    for (size_t i = 2 * n * LIMB_BITS; i > 0; i--) {
        limb odd = base_mask(w.a[0] & 1);
        limb swap = odd & mp_mask_less(w.a, w.b, n);
        /* b = min(a, b) and v with it, then a and u are their differences. */
        mp_copy(w.room, w.a, n);
        mp_select(w.a, w.b, swap, n);
        mp_select(w.b, w.room, swap, n);
        mp_copy(w.room, w.u, n);
        mp_select(w.u, w.v, swap, n);
        mp_select(w.v, w.room, swap, n);
        (void)sub_masked(w.a, w.b, odd, w.room, n);
        limb borrow = sub_masked(w.u, w.v, odd, w.room, n);
        mp_add_masked(w.u, mod, base_mask(borrow & 1), n);
        mp_shift_right(w.a, w.a, 1, n);
        halve(w.u, mod, n);
    }
    mp_copy(result, w.v, n);
    base_wipe(&w, sizeof w);
}

/* Clear all bits but the lowest `bits`. */
static void keep_bits(limb *a, size_t bits, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t kept = bits < LIMB_BITS ? bits : LIMB_BITS;
        if (kept < LIMB_BITS) {
            a[i] &= (limb)(((limb)1 << kept) - 1);
        }
        bits -= kept;
    }
}

int uECC_generate_random_int(uECC_word_t *random, const uECC_word_t *top, wordcount_t num_words)
{
    uECC_RNG_Function rng = uECC_get_rng();
    size_t n = (size_t)num_words;
    size_t bits = (size_t)uECC_vli_numBits(top, num_words);
    for (unsigned i = 0; rng != NULL && i < uECC_RNG_MAX_TRIES; i++) {
        if (rng((uint8_t *)random, (unsigned)(n * sizeof *random)) == 0) {
            return 0;
        }
        keep_bits(random, bits, n);
        if (base_public(mp_mask_less(random, top, n) & (limb)~mp_mask_zero(random, n))) {
            return 1;
        }
    }
    return 0;
}

/* ---- Curves ---- */

static const whit_curve *object(uECC_Curve curve)
{
    return curve->domain;
}

static const operations *at(uECC_Curve curve)
{
    switch (object(curve)->size) {
#if uECC_SUPPORTS_secp160r1
    case 160176:
        return &operations_160176;
#endif
#if uECC_SUPPORTS_secp192r1
    case 192:
        return &operations_192;
#endif
#if uECC_SUPPORTS_secp224r1
    case 224:
        return &operations_224;
#endif
#if uECC_SUPPORTS_secp256r1 || uECC_SUPPORTS_secp256k1
    case 256:
        return &operations_256;
#endif
    default:
        return NULL;
    }
}

#include "uECC_vli_constants.inc"

static const constants *find(uECC_Curve curve)
{
    size_t i = 0;
    while (all_constants[i].curve() != curve &&
           i + 1 < sizeof all_constants / sizeof *all_constants) {
        i++;
    }
    return &all_constants[i];
}

unsigned uECC_curve_num_bytes(uECC_Curve curve)
{
    return object(curve)->field_bytes;
}

unsigned uECC_curve_num_words(uECC_Curve curve)
{
    return (uECC_curve_num_bytes(curve) + uECC_WORD_SIZE - 1) / uECC_WORD_SIZE;
}

unsigned uECC_curve_num_bits(uECC_Curve curve)
{
    return 8 * uECC_curve_num_bytes(curve);
}

unsigned uECC_curve_num_n_bytes(uECC_Curve curve)
{
    return object(curve)->order_bytes;
}

unsigned uECC_curve_num_n_words(uECC_Curve curve)
{
    return (uECC_curve_num_n_bytes(curve) + uECC_WORD_SIZE - 1) / uECC_WORD_SIZE;
}

unsigned uECC_curve_num_n_bits(uECC_Curve curve)
{
    return (unsigned)uECC_vli_numBits(uECC_curve_n(curve),
                                      (wordcount_t)uECC_curve_num_n_words(curve));
}

const uECC_word_t *uECC_curve_p(uECC_Curve curve)
{
    return at(curve)->prime(object(curve));
}

const uECC_word_t *uECC_curve_n(uECC_Curve curve)
{
    return at(curve)->order(object(curve));
}

const uECC_word_t *uECC_curve_G(uECC_Curve curve)
{
    return find(curve)->G;
}

const uECC_word_t *uECC_curve_b(uECC_Curve curve)
{
    return find(curve)->b;
}

/* ---- Modulo the prime of a curve ---- */

void uECC_vli_mmod_fast(uECC_word_t *result, uECC_word_t *product, uECC_Curve curve)
{
    uECC_vli_mmod(result, product, uECC_curve_p(curve), (wordcount_t)uECC_curve_num_words(curve));
}

void uECC_vli_modMult_fast(uECC_word_t *result, const uECC_word_t *left, const uECC_word_t *right,
                           uECC_Curve curve)
{
    at(curve)->multiply(object(curve), result, left, right);
}

void uECC_vli_modSquare_fast(uECC_word_t *result, const uECC_word_t *left, uECC_Curve curve)
{
    at(curve)->multiply(object(curve), result, left, left);
}

#if uECC_SUPPORT_COMPRESSED_POINT
void uECC_vli_mod_sqrt(uECC_word_t *a, uECC_Curve curve)
{
    at(curve)->square_root(object(curve), a);
}
#endif

/* ---- Points ---- */

int uECC_valid_point(const uECC_word_t *point, uECC_Curve curve)
{
    size_t f = uECC_curve_num_bytes(curve);
    size_t n = uECC_curve_num_words(curve);
    limb above = 0;
    uint8_t bytes[1 + 2 * sizeof(limb) * WORDS_MAX];
    /* Where words do not divide into the bytes of a coordinate, the rest must be zero. */
    for (size_t i = f; i < n * sizeof(limb); i++) {
        above |= (limb)(point[n - 1] >> (8 * (i % sizeof(limb)))) & 0xff;
        above |= (limb)(point[2 * n - 1] >> (8 * (i % sizeof(limb)))) & 0xff;
    }
    bytes[0] = 4;
    mp_to_bytes(bytes + 1, f, point);
    mp_to_bytes(bytes + 1 + f, f, point + n);
    return above == 0 && whit_key_validate_public(object(curve), bytes, 1 + 2 * f) == WHIT_OK;
}

void uECC_point_mult(uECC_word_t *result, const uECC_word_t *point, const uECC_word_t *scalar,
                     uECC_Curve curve)
{
    if (uECC_valid_point(point, curve)) {
        at(curve)->multiply_point(object(curve), result, point, scalar,
                                  uECC_curve_num_n_words(curve));
    } else {
        uECC_vli_clear(result, (wordcount_t)(2 * uECC_curve_num_words(curve)));
    }
}

#else

typedef int uECC_vli_is_left_out;

#endif
