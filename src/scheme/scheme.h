/* SPDX-License-Identifier: MIT */
/* What the schemes share: a template without include guard, for WHIT_SIZE, once the group of
 * that size is declared.
 *
 * SIZED(x) is the name of the public function x at this size; the contract is that of x in
 * include/whit. */
#include "hash/hash.h"
#include "scheme/hardened.h"
#include <whit/random.h>

#define SIZED(name) WHIT_JOIN4(name, _, WHIT_SIZE, )
#define SCHEME(name) WHIT_JOIN4(whit_scheme_, WHIT_SIZE, _, name)

#define FIELD_BYTES(d) (((d)->p.bits + 7u) / 8u)
#define ORDER_BYTES(d) (((d)->n.bits + 7u) / 8u)

/* Limbs that hold coordinates and scalars alike. */
#define COMMON_LIMBS (FIELD_LIMBS > SCALAR_LIMBS ? FIELD_LIMBS : SCALAR_LIMBS)

/* A recovery id has room for the multiples of n below p where p is at most this many bits
 * longer. */
#define RECOVERY_BITS 6u
#define MULTIPLES(d) ((d)->p.bits < (d)->n.bits ? 1u : 2u << ((d)->p.bits - (d)->n.bits))

/* A random source that never yields a usable value is given up after this many draws. With
 * an honest one each is refused with a probability of at most one half. */
#define RANDOM_TRIES 64

#if !WHIT_COMPACT
/* Overwrite the stack below the caller as deep as a multiplication of a point, or of the base
 * point, has reached: what compilers spilled and callees left. */
WHIT_INTERNAL void SCHEME(burn_multiply)(void);
WHIT_INTERNAL void SCHEME(burn_multiply_base)(void);
#endif

/* Random bytes, and whether the source is there and delivered. */
WHIT_INTERNAL whit_status SCHEME(draw)(uint8_t *out, size_t length, const whit_random *random);

#if !WHIT_COMPACT
/* A scalar in [1, n - 1], each as likely: the leftmost bits that a source yields, until they are
 * one [FIPS 186-5, A.2.2 and A.3.2]. Returns WHIT_OK; WHIT_ERROR_RANDOM_MISSING, _FAILED or _STUCK.
 */
WHIT_INTERNAL whit_status SCHEME(draw_scalar)(limb *k, const whit_random *random,
                                              const WEIERSTRASS(domain) *d);
#endif

/* The Z that coordinates begin with: one where there is no source. */
#undef PLAIN_Z
#if WHIT_RANDOMISE
#define PLAIN_Z(z, d) mp_copy_rom(z, (d)->one, FIELD_LIMBS)
#else
#define PLAIN_Z(z, d) ((void)0)
#endif

#if WHIT_RANDOMISE && !WHIT_COMPACT
/* A Z from a source: its leftmost bits, until they are an element of the field other than zero.
 * Returns as draw_scalar. */
WHIT_INTERNAL whit_status SCHEME(draw_z)(limb *z, const whit_random *random,
                                         const WEIERSTRASS(domain) *d);

/* The same where `source` points to one; one where it is NULL. */
WHIT_INTERNAL whit_status SCHEME(begin_z)(limb *z, const whit_random *const *source,
                                          const WEIERSTRASS(domain) *d);
#endif

/* r = x mod n for a coordinate. */
WHIT_INTERNAL void SCHEME(reduce_x)(limb *r, const limb *x, const WEIERSTRASS(domain) *d);

/* All ones if 0 < k < n, else zero. */
WHIT_INTERNAL limb SCHEME(is_scalar)(const limb *k, const WEIERSTRASS(domain) *d);

/* Read a private key. Returns WHIT_OK; WHIT_ERROR_PRIVATE_KEY_LENGTH or _RANGE. */
WHIT_INTERNAL whit_status SCHEME(read_private)(limb *k, const uint8_t *bytes, size_t length,
                                               const WEIERSTRASS(domain) *d);

/* Read the leftmost bits of a string, as many as the order has: bits2int of RFC 6979. */
WHIT_INTERNAL void SCHEME(read_bits)(limb *z, const uint8_t *bytes, size_t length,
                                     const WEIERSTRASS(domain) *d);

/* Read a digest as a scalar: its leftmost bits modulo the order. */
WHIT_INTERNAL void SCHEME(read_digest)(limb *z, const uint8_t *digest, size_t digest_length,
                                       const WEIERSTRASS(domain) *d);

/* Read a signature: its length, and both halves within [1, n - 1]. Returns WHIT_OK or
 * WHIT_ERROR_SIGNATURE_...; variable time. */
WHIT_INTERNAL whit_status SCHEME(read_signature)(limb *r, limb *s, const uint8_t *signature,
                                                 size_t length, const WEIERSTRASS(domain) *d);

/* Verify as whit_ecdsa_verify_digest_hardened and whit_ecdsa_verify_hardened, whose arguments each
 * half has for itself. */
WHIT_INTERNAL whit_status SCHEME(verify_digest_hardened)(const volatile hardened_arguments *one,
                                                         const volatile hardened_arguments *other);
WHIT_INTERNAL whit_status SCHEME(verify_hardened)(const volatile hardened_arguments *one,
                                                  const volatile hardened_arguments *other);
