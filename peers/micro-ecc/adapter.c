/* SPDX-License-Identifier: MIT */
#include "adapter.h"
#include "harness.h"
#include "uECC.h"
#include <string.h>
#if uECC_ENABLE_VLI_API
#include "uECC_vli.h"
#endif

#define CURVE ADAPTER_CURVE(uECC_, )()

/* The halves of its signatures have the field's length, where others have the order's,
 * which has one byte more on secp160r1. */
#define HALF_BYTES WHIT_LAB_FIELD_BYTES
#define SPARE_BYTES (WHIT_LAB_ORDER_BYTES - WHIT_LAB_FIELD_BYTES)

static int generate(uint8_t *out, unsigned length)
{
    return harness_random(out, length) == 0;
}

int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    uECC_set_rng(generate);
    return uECC_make_key(public_key, private_key, CURVE) != 1;
}

/* No random source here: it is optional, and without it the library is smaller and
 * faster. On hosts it has one of its own, which opens /dev/urandom. */
int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
#if defined(__unix__) || defined(__APPLE__)
    uECC_set_rng(0);
#endif
    if (uECC_valid_public_key(public_key, CURVE) != 1) {
        return 1;
    }
    return uECC_shared_secret(public_key, private_key, secret, CURVE) != 1;
}

#if WHIT_LAB_ORDER_BYTES == WHIT_LAB_FIELD_BYTES
int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest)
{
    uECC_set_rng(generate);
    return uECC_sign(private_key, digest, ADAPTER_DIGEST_BYTES, signature, CURVE) != 1;
}

static int verify(const uint8_t *public_key, const uint8_t *digest, const uint8_t *signature)
{
    return uECC_verify(public_key, digest, ADAPTER_DIGEST_BYTES, signature, CURVE) != 1;
}
#else
int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest)
{
    uint8_t halves[2 * HALF_BYTES];

    uECC_set_rng(generate);
    if (uECC_sign(private_key, digest, ADAPTER_DIGEST_BYTES, halves, CURVE) != 1) {
        return 1;
    }
    memset(signature, 0, ADAPTER_SIGNATURE_BYTES);
    memcpy(signature + SPARE_BYTES, halves, HALF_BYTES);
    memcpy(signature + WHIT_LAB_ORDER_BYTES + SPARE_BYTES, halves + HALF_BYTES, HALF_BYTES);
    return 0;
}

static int verify(const uint8_t *public_key, const uint8_t *digest, const uint8_t *signature)
{
    uint8_t halves[2 * HALF_BYTES];

    if (signature[0] != 0 || signature[WHIT_LAB_ORDER_BYTES] != 0) {
        return 1;
    }
    memcpy(halves, signature + SPARE_BYTES, HALF_BYTES);
    memcpy(halves + HALF_BYTES, signature + WHIT_LAB_ORDER_BYTES + SPARE_BYTES, HALF_BYTES);
    return uECC_verify(public_key, digest, ADAPTER_DIGEST_BYTES, halves, CURVE) != 1;
}
#endif

int adapter_verify(const uint8_t *public_key, const uint8_t *digest, const uint8_t *signature)
{
    if (uECC_valid_public_key(public_key, CURVE) != 1) {
        return 1;
    }
    return verify(public_key, digest, signature);
}

int adapter_validate(const uint8_t *public_key)
{
    return uECC_valid_public_key(public_key, CURVE) != 1;
}

#if uECC_SUPPORT_COMPRESSED_POINT
/* The library takes any prefix and any x; the adapter does what it leaves out. */
int adapter_decompress(uint8_t *public_key, const uint8_t *compressed)
{
    if (compressed[0] != 2 && compressed[0] != 3) {
        return 1;
    }
    uECC_decompress(compressed, public_key, CURVE);
    return uECC_valid_public_key(public_key, CURVE) != 1;
}
#endif

#ifdef WHIT_LAB_ARITHMETIC
#define POINT_ADD 13
#define MOST_WORDS (WHIT_LAB_ORDER_BYTES / uECC_WORD_SIZE + 1)
#define PRIME uECC_curve_p(CURVE)
#define WORDS ((wordcount_t)uECC_curve_num_words(CURVE))

/* x and y, as a point has them, and the private key; of a sum of points, the divisor of its x. */
static uECC_word_t numbers[2 * MOST_WORDS];
static uECC_word_t scalar[MOST_WORDS];
static uECC_word_t divisor[MOST_WORDS];

int adapter_operands(const uint8_t *private_key, const uint8_t *public_key)
{
    uECC_vli_bytesToNative(numbers, public_key, WHIT_LAB_FIELD_BYTES);
    uECC_vli_bytesToNative(numbers + WORDS, public_key + WHIT_LAB_FIELD_BYTES,
                           WHIT_LAB_FIELD_BYTES);
    uECC_vli_bytesToNative(scalar, private_key, WHIT_LAB_ORDER_BYTES);
    return 0;
}

int adapter_mod_add(void)
{
    uECC_vli_modAdd(numbers, numbers, numbers + WORDS, PRIME, WORDS);
    return 0;
}

/* For any modulus: what a protocol has that computes modulo the order as well. */
int adapter_mod_mul(void)
{
    uECC_vli_modMult(numbers, numbers, numbers + WORDS, PRIME, WORDS);
    return 0;
}

int adapter_mod_inv_vartime(void)
{
    uECC_vli_modInv(numbers, numbers, PRIME, WORDS);
    return 0;
}

/* It has no such function outside: the co-Z formula [Meloni], by its arithmetic, with Z the
 * difference of the two x. */
int adapter_point_add(void)
{
    const uECC_word_t *base = uECC_curve_G(CURVE);
    uECC_word_t *x = numbers;
    uECC_word_t *y = numbers + WORDS;
    uECC_word_t c[MOST_WORDS];
    uECC_word_t dy[MOST_WORDS];
    uECC_word_t sum[MOST_WORDS];

    uECC_vli_modSub(divisor, base, x, PRIME, WORDS);
    uECC_vli_modSquare_fast(divisor, divisor, CURVE);
    uECC_vli_modMult_fast(x, x, divisor, CURVE);
    uECC_vli_modMult_fast(c, base, divisor, CURVE);
    uECC_vli_modSub(dy, base + WORDS, y, PRIME, WORDS);
    uECC_vli_modSquare_fast(sum, dy, CURVE);
    uECC_vli_modSub(sum, sum, x, PRIME, WORDS);
    uECC_vli_modSub(sum, sum, c, PRIME, WORDS);
    uECC_vli_modSub(c, c, x, PRIME, WORDS);
    uECC_vli_modMult_fast(y, y, c, CURVE);
    uECC_vli_modSub(c, x, sum, PRIME, WORDS);
    uECC_vli_modMult_fast(c, c, dy, CURVE);
    uECC_vli_modSub(y, c, y, PRIME, WORDS);
    uECC_vli_set(x, sum, WORDS);
    return 0;
}

int adapter_point_mul(void)
{
    uECC_point_mult(numbers, numbers, scalar, CURVE);
    return 0;
}

int adapter_result(uint8_t *secret)
{
#if WHIT_LAB_ARITHMETIC == POINT_ADD
    uECC_vli_modInv(divisor, divisor, PRIME, WORDS);
    uECC_vli_modMult_fast(numbers, numbers, divisor, CURVE);
#endif
    uECC_vli_nativeToBytes(secret, WHIT_LAB_FIELD_BYTES, numbers);
    return 0;
}
#endif
