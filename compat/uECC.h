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

/* How a program comes to hold the curves and the functions that it uses and no others.
 *
 * What a function needs of a curve is an object for each pair of them, in uECC.c. A curve points
 * to its objects through references that stay NULL unless somebody defines them (weak ones), and
 * what defines them is a call: with the functions below, inline, it leaves definitions for each
 * curve in the file that calls. The linker keeps of these what a curve in the program points to.
 *
 * This takes GCC or Clang, ELF, and code that is not position-independent: in short, firmware.
 * Elsewhere a curve in the program brings all functions of its own, and other curves stay out.
 * Whether a file is compiled one way or the other does not matter to the rest. */
#ifndef WHIT_UECC_LINKED
#if defined(__GNUC__) && defined(__ELF__) && !defined(__PIC__) && defined(__SIZEOF_POINTER__)
#define WHIT_UECC_LINKED 1
#else
#define WHIT_UECC_LINKED 0
#endif
#endif

#if WHIT_UECC_LINKED && !defined(WHIT_UECC_IMPLEMENTATION)
#define WHIT_UECC_FUNCTION static __inline__
#else
#define WHIT_UECC_FUNCTION
#endif

/* item(function, curve) for each curve. */
#if uECC_SUPPORTS_secp160r1
#define WHIT_UECC_SECP160R1(item, function) item(function, secp160r1)
#else
#define WHIT_UECC_SECP160R1(item, function)
#endif
#if uECC_SUPPORTS_secp192r1
#define WHIT_UECC_SECP192R1(item, function) item(function, secp192r1)
#else
#define WHIT_UECC_SECP192R1(item, function)
#endif
#if uECC_SUPPORTS_secp224r1
#define WHIT_UECC_SECP224R1(item, function) item(function, secp224r1)
#else
#define WHIT_UECC_SECP224R1(item, function)
#endif
#if uECC_SUPPORTS_secp256r1
#define WHIT_UECC_SECP256R1(item, function) item(function, secp256r1)
#else
#define WHIT_UECC_SECP256R1(item, function)
#endif
#if uECC_SUPPORTS_secp256k1
#define WHIT_UECC_SECP256K1(item, function) item(function, secp256k1)
#else
#define WHIT_UECC_SECP256K1(item, function)
#endif
#define WHIT_UECC_EACH(item, function)  \
    WHIT_UECC_SECP160R1(item, function) \
    WHIT_UECC_SECP192R1(item, function) \
    WHIT_UECC_SECP224R1(item, function) \
    WHIT_UECC_SECP256R1(item, function) \
    WHIT_UECC_SECP256K1(item, function)

#ifdef __cplusplus
extern "C" {
#endif

struct whit_curve;

/* What a function needs of a curve. */
typedef struct whit_uecc_known whit_uecc_known;

/* A curve: its domain, and what each function needs of it where the program calls that. */
struct uECC_Curve_t {
    const struct whit_curve *domain;
    const whit_uecc_known *const *make_key;
    const whit_uecc_known *const *compute_public_key;
    const whit_uecc_known *const *valid_public_key;
    const whit_uecc_known *const *compress;
    const whit_uecc_known *const *decompress;
    const whit_uecc_known *const *shared_secret;
    const whit_uecc_known *const *sign;
    const whit_uecc_known *const *sign_deterministic;
    const whit_uecc_known *const *verify;
};
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
WHIT_UECC_FUNCTION int uECC_make_key(uint8_t *public_key, uint8_t *private_key, uECC_Curve curve);

/* Derive the x-coordinate that both sides share; hash it before use. Fails when the public key
 * is not a point of the curve or the private key is not in [1, n - 1]. */
WHIT_UECC_FUNCTION int uECC_shared_secret(const uint8_t *public_key, const uint8_t *private_key,
                                          uint8_t *secret, uECC_Curve curve);

#if uECC_SUPPORT_COMPRESSED_POINT
/* Compress a public key, and back. What is not a valid key becomes zeros, which no function
 * takes for a key. */
WHIT_UECC_FUNCTION void uECC_compress(const uint8_t *public_key, uint8_t *compressed,
                                      uECC_Curve curve);
WHIT_UECC_FUNCTION void uECC_decompress(const uint8_t *compressed, uint8_t *public_key,
                                        uECC_Curve curve);
#endif

/* Returns 1 if a public key is a point of the curve, else 0. Every function that is given a key
 * checks it itself. */
WHIT_UECC_FUNCTION int uECC_valid_public_key(const uint8_t *public_key, uECC_Curve curve);

/* Compute the public key of a private key. Fails when that is not in [1, n - 1]. */
WHIT_UECC_FUNCTION int uECC_compute_public_key(const uint8_t *private_key, uint8_t *public_key,
                                               uECC_Curve curve);

/* Sign a digest with a nonce from the random source. Fails when there is none, it fails, or the
 * private key is not in [1, n - 1]. */
WHIT_UECC_FUNCTION int uECC_sign(const uint8_t *private_key, const uint8_t *message_hash,
                                 unsigned hash_size, uint8_t *signature, uECC_Curve curve);

/* Sign a digest with this nonce of o bytes, of which the leftmost bits count: to check a program
 * against known answers, and for nothing else. Fails when the nonce or the private key is not in
 * [1, n - 1], or secp160r1 asks for another nonce. */
WHIT_UECC_FUNCTION int uECC_sign_with_k(const uint8_t *private_key, const uint8_t *message_hash,
                                        unsigned hash_size, const uint8_t *k, uint8_t *signature,
                                        uECC_Curve curve);

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
WHIT_UECC_FUNCTION int uECC_sign_deterministic(const uint8_t *private_key,
                                               const uint8_t *message_hash, unsigned hash_size,
                                               const uECC_HashContext *hash_context,
                                               uint8_t *signature, uECC_Curve curve);

/* Returns 1 if the signature is that of the digest under a valid key, else 0. */
WHIT_UECC_FUNCTION int uECC_verify(const uint8_t *public_key, const uint8_t *message_hash,
                                   unsigned hash_size, const uint8_t *signature, uECC_Curve curve);

/* ---- What the functions above call ---- */

int whit_uecc_make_key(uint8_t *public_key, uint8_t *private_key, const whit_uecc_known *known);
int whit_uecc_compute_public_key(const uint8_t *private_key, uint8_t *public_key,
                                 const whit_uecc_known *known);
int whit_uecc_valid_public_key(const uint8_t *public_key, const whit_uecc_known *known);
#if uECC_SUPPORT_COMPRESSED_POINT
void whit_uecc_compress(const uint8_t *public_key, uint8_t *compressed,
                        const whit_uecc_known *known);
void whit_uecc_decompress(const uint8_t *compressed, uint8_t *public_key,
                          const whit_uecc_known *known);
#endif
int whit_uecc_shared_secret(const uint8_t *public_key, const uint8_t *private_key, uint8_t *secret,
                            const whit_uecc_known *known);
int whit_uecc_sign(const uint8_t *private_key, const uint8_t *message_hash, unsigned hash_size,
                   uint8_t *signature, const whit_uecc_known *known);
int whit_uecc_sign_with_k(const uint8_t *private_key, const uint8_t *message_hash,
                          unsigned hash_size, const uint8_t *k, uint8_t *signature,
                          const whit_uecc_known *known);
int whit_uecc_sign_deterministic(const uint8_t *private_key, const uint8_t *message_hash,
                                 unsigned hash_size, const uECC_HashContext *hash_context,
                                 uint8_t *signature, const whit_uecc_known *known);
int whit_uecc_verify(const uint8_t *public_key, const uint8_t *message_hash, unsigned hash_size,
                     const uint8_t *signature, const whit_uecc_known *known);

#if WHIT_UECC_LINKED && !defined(WHIT_UECC_IMPLEMENTATION)

#if __SIZEOF_POINTER__ == 2
#define WHIT_UECC_ALIGN ".balign 2\n"
#define WHIT_UECC_POINTER ".2byte "
#elif __SIZEOF_POINTER__ == 4
#define WHIT_UECC_ALIGN ".balign 4\n"
#define WHIT_UECC_POINTER ".4byte "
#else
#define WHIT_UECC_ALIGN ".balign 8\n"
#define WHIT_UECC_POINTER ".8byte "
#endif

/* In a section of its own, whit_uecc_uses_<function>_<curve> = &whit_uecc_<function>_<curve>,
 * which is NULL where uECC.c was compiled without that curve. */
#define WHIT_UECC_DEFINITION(function, curve)                                           \
    ".ifndef whit_uecc_uses_" #function "_" #curve "\n"                                 \
    ".pushsection .rodata.whit_uecc_uses_" #function "_" #curve ",\"a\"\n"              \
    ".weak whit_uecc_" #function "_" #curve ", whit_uecc_uses_" #function "_" #curve    \
    "\n" WHIT_UECC_ALIGN "whit_uecc_uses_" #function "_" #curve ":\n" WHIT_UECC_POINTER \
    "whit_uecc_" #function "_" #curve "\n"                                              \
    ".popsection\n"                                                                     \
    ".endif\n"
#define WHIT_UECC_USES(function) \
    __asm__ __volatile__(WHIT_UECC_EACH(WHIT_UECC_DEFINITION, function))

WHIT_UECC_FUNCTION int uECC_make_key(uint8_t *public_key, uint8_t *private_key, uECC_Curve curve)
{
    WHIT_UECC_USES(make_key);
    return whit_uecc_make_key(public_key, private_key, *curve->make_key);
}

WHIT_UECC_FUNCTION int uECC_compute_public_key(const uint8_t *private_key, uint8_t *public_key,
                                               uECC_Curve curve)
{
    WHIT_UECC_USES(compute_public_key);
    return whit_uecc_compute_public_key(private_key, public_key, *curve->compute_public_key);
}

WHIT_UECC_FUNCTION int uECC_valid_public_key(const uint8_t *public_key, uECC_Curve curve)
{
    WHIT_UECC_USES(valid_public_key);
    return whit_uecc_valid_public_key(public_key, *curve->valid_public_key);
}

#if uECC_SUPPORT_COMPRESSED_POINT

WHIT_UECC_FUNCTION void uECC_compress(const uint8_t *public_key, uint8_t *compressed,
                                      uECC_Curve curve)
{
    WHIT_UECC_USES(compress);
    whit_uecc_compress(public_key, compressed, *curve->compress);
}

WHIT_UECC_FUNCTION void uECC_decompress(const uint8_t *compressed, uint8_t *public_key,
                                        uECC_Curve curve)
{
    WHIT_UECC_USES(decompress);
    whit_uecc_decompress(compressed, public_key, *curve->decompress);
}

#endif

WHIT_UECC_FUNCTION int uECC_shared_secret(const uint8_t *public_key, const uint8_t *private_key,
                                          uint8_t *secret, uECC_Curve curve)
{
    WHIT_UECC_USES(shared_secret);
    return whit_uecc_shared_secret(public_key, private_key, secret, *curve->shared_secret);
}

WHIT_UECC_FUNCTION int uECC_sign(const uint8_t *private_key, const uint8_t *message_hash,
                                 unsigned hash_size, uint8_t *signature, uECC_Curve curve)
{
    WHIT_UECC_USES(sign);
    return whit_uecc_sign(private_key, message_hash, hash_size, signature, *curve->sign);
}

WHIT_UECC_FUNCTION int uECC_sign_with_k(const uint8_t *private_key, const uint8_t *message_hash,
                                        unsigned hash_size, const uint8_t *k, uint8_t *signature,
                                        uECC_Curve curve)
{
    WHIT_UECC_USES(sign);
    return whit_uecc_sign_with_k(private_key, message_hash, hash_size, k, signature, *curve->sign);
}

WHIT_UECC_FUNCTION int uECC_sign_deterministic(const uint8_t *private_key,
                                               const uint8_t *message_hash, unsigned hash_size,
                                               const uECC_HashContext *hash_context,
                                               uint8_t *signature, uECC_Curve curve)
{
    WHIT_UECC_USES(sign_deterministic);
    return whit_uecc_sign_deterministic(private_key, message_hash, hash_size, hash_context,
                                        signature, *curve->sign_deterministic);
}

WHIT_UECC_FUNCTION int uECC_verify(const uint8_t *public_key, const uint8_t *message_hash,
                                   unsigned hash_size, const uint8_t *signature, uECC_Curve curve)
{
    WHIT_UECC_USES(verify);
    return whit_uecc_verify(public_key, message_hash, hash_size, signature, *curve->verify);
}

#endif

#ifdef __cplusplus
}
#endif

#endif
