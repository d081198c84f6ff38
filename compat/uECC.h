/* SPDX-License-Identifier: MIT */
/* micro-ecc's interface over Whit: its names, its buffers, its return values. A program written
 * for micro-ecc 1.0 or 1.1 includes this header instead and links compat/uECC.c and Whit.
 *
 * Return values are 1 for success and 0 for failure; after a failure outputs are zero. What
 * behaves otherwise than in micro-ecc, and why, is in doc/migration.md: keys are always
 * validated, time never depends on secrets, and deterministic signatures are those of RFC 6979.
 *
 * Sizes, with f the bytes of a coordinate and o those of the order (o = f, but for secp160r1
 * f = 20 and o = 21):
 *     private key o, public key 2 f (x || y, no prefix), compressed key 1 + f, shared secret f,
 *     signature 2 f (r || s).
 * All numbers are big-endian, or with uECC_VLI_NATIVE_LITTLE_ENDIAN all little-endian. */
#ifndef WHIT_COMPAT_UECC_H
#define WHIT_COMPAT_UECC_H

#include <stdint.h>

/* Values of uECC_PLATFORM. Whit's own build chooses its kernels; this has no effect but on
 * uECC_WORD_SIZE, in uECC_vli.h. */
#define uECC_arch_other 0
#define uECC_x86 1
#define uECC_x86_64 2
#define uECC_arm 3
#define uECC_arm_thumb 4
#define uECC_arm_thumb2 5
#define uECC_arm64 6
#define uECC_avr 7

/* Accepted, and without effect: WHIT_PROFILE trades flash for time. */
#ifndef uECC_OPTIMIZATION_LEVEL
#define uECC_OPTIMIZATION_LEVEL 2
#endif
#ifndef uECC_SQUARE_FUNC
#define uECC_SQUARE_FUNC 0
#endif

/* Nonzero: every number that goes in or out is little-endian, digests included: of a digest
 * longer than the order its first o bytes count. Any processor can do this. */
#ifndef uECC_VLI_NATIVE_LITTLE_ENDIAN
#define uECC_VLI_NATIVE_LITTLE_ENDIAN 0
#endif

/* 0 leaves a curve out. Those that are in must be in Whit's build too (WHIT_CURVES). */
#ifndef uECC_SUPPORTS_secp160r1
#define uECC_SUPPORTS_secp160r1 1
#endif
#ifndef uECC_SUPPORTS_secp192r1
#define uECC_SUPPORTS_secp192r1 1
#endif
#ifndef uECC_SUPPORTS_secp224r1
#define uECC_SUPPORTS_secp224r1 1
#endif
#ifndef uECC_SUPPORTS_secp256r1
#define uECC_SUPPORTS_secp256r1 1
#endif
#ifndef uECC_SUPPORTS_secp256k1
#define uECC_SUPPORTS_secp256k1 1
#endif

/* 0 leaves compressed points out. */
#ifndef uECC_SUPPORT_COMPRESSED_POINT
#define uECC_SUPPORT_COMPRESSED_POINT 1
#endif

#ifdef __cplusplus
extern "C" {
#endif

struct uECC_Curve_t;
typedef const struct uECC_Curve_t *uECC_Curve;

#if uECC_SUPPORTS_secp160r1
uECC_Curve uECC_secp160r1(void);
#endif
#if uECC_SUPPORTS_secp192r1
uECC_Curve uECC_secp192r1(void);
#endif
#if uECC_SUPPORTS_secp224r1
uECC_Curve uECC_secp224r1(void);
#endif
#if uECC_SUPPORTS_secp256r1
uECC_Curve uECC_secp256r1(void);
#endif
#if uECC_SUPPORTS_secp256k1
uECC_Curve uECC_secp256k1(void);
#endif

/* A random source: fills `dest` with `size` bytes of a cryptographic generator and returns 1,
 * or returns 0. uECC_make_key and uECC_sign ask it, and nothing else does. On POSIX systems, or
 * with uECC_POSIX, the operating system's is set from the start; elsewhere there is none until
 * the program sets one, and both functions fail. */
typedef int (*uECC_RNG_Function)(uint8_t *dest, unsigned size);

void uECC_set_rng(uECC_RNG_Function rng_function);
uECC_RNG_Function uECC_get_rng(void);

/* o and 2 f. */
int uECC_curve_private_key_size(uECC_Curve curve);
int uECC_curve_public_key_size(uECC_Curve curve);

/* Make a key pair. Asks the random source for o bytes, and again while they are no key. Fails when
 * there is none or it fails. */
int uECC_make_key(uint8_t *public_key, uint8_t *private_key, uECC_Curve curve);

/* Derive the x-coordinate that both sides share; hash it before use. Fails when the public key
 * is not a point of the curve or the private key is not in [1, n - 1]. */
int uECC_shared_secret(const uint8_t *public_key, const uint8_t *private_key, uint8_t *secret,
                       uECC_Curve curve);

#if uECC_SUPPORT_COMPRESSED_POINT
/* Compress a public key, and back. What is not a valid key becomes zeros, which no function
 * takes for a key. */
void uECC_compress(const uint8_t *public_key, uint8_t *compressed, uECC_Curve curve);
void uECC_decompress(const uint8_t *compressed, uint8_t *public_key, uECC_Curve curve);
#endif

/* Returns 1 if a public key is a point of the curve, else 0. Every function that is given a key
 * checks it itself. */
int uECC_valid_public_key(const uint8_t *public_key, uECC_Curve curve);

/* Compute the public key of a private key. Fails when that is not in [1, n - 1]. */
int uECC_compute_public_key(const uint8_t *private_key, uint8_t *public_key, uECC_Curve curve);

/* Sign a digest with a nonce from the random source. Fails when there is none, it fails, or the
 * private key is not in [1, n - 1]. */
int uECC_sign(const uint8_t *private_key, const uint8_t *message_hash, unsigned hash_size,
              uint8_t *signature, uECC_Curve curve);

/* A hash function, for the nonces of uECC_sign_deterministic: a structure of the program's own
 * begins with this one, and its functions find the state behind it. */
typedef struct uECC_HashContext {
    void (*init_hash)(const struct uECC_HashContext *context);
    void (*update_hash)(const struct uECC_HashContext *context, const uint8_t *message,
                        unsigned message_size);
    void (*finish_hash)(const struct uECC_HashContext *context, uint8_t *hash_result);
    unsigned block_size;  /* bytes in a block, 64 for SHA-256 */
    unsigned result_size; /* bytes in a digest, 32 for SHA-256 */
    uint8_t *tmp;         /* room for 2 result_size + block_size bytes */
} uECC_HashContext;

/* Sign a digest with the nonce of RFC 6979, derived by the given hash. No random source is
 * asked. `tmp` is wiped at the end. Fails when the private key is not in [1, n - 1]. */
int uECC_sign_deterministic(const uint8_t *private_key, const uint8_t *message_hash,
                            unsigned hash_size, const uECC_HashContext *hash_context,
                            uint8_t *signature, uECC_Curve curve);

/* Returns 1 if the signature is that of the digest under a valid key, else 0. */
int uECC_verify(const uint8_t *public_key, const uint8_t *message_hash, unsigned hash_size,
                const uint8_t *signature, uECC_Curve curve);

#ifdef __cplusplus
}
#endif

#endif
