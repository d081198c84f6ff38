/* SPDX-License-Identifier: MIT */
/* Shared by the schemes: a template without include guard, for WHIT_SIZE, once the group of
 * that size is declared.
 *
 * x is the name of the public function x at this size; the contract is that of x in
 * include/whit. */
#include "hash/hash.h"
#include "scheme/ecdsa/hardened.h"
#include "scheme/ecpv/parts.h"
#include "scheme/point/object.h"
#include <whit/random.h>

#define FIELD_BYTES(d) (((d)->p.bits + 7u) / 8u)
#define ORDER_BYTES(d) (((d)->n.bits + 7u) / 8u)

/* Limbs that hold a coordinate or a scalar. */
#define COMMON_LIMBS (FIELD_LIMBS > SCALAR_LIMBS ? FIELD_LIMBS : SCALAR_LIMBS)

/* A recovery id has room for the multiples of n below p where p is at most this many bits
 * longer. */
#define RECOVERY_BITS 6u
#define MULTIPLES(d) ((d)->p.bits < (d)->n.bits ? 1u : 2u << ((d)->p.bits - (d)->n.bits))

/* A random source that yields no usable value is given up after this many draws. Each draw of an
 * honest source is refused with a probability of at most one half. */
#define RANDOM_TRIES 64

/* Overwrite the stack below the caller as deep as a multiplication of a point, or of the base
 * point, has reached: what compilers spilled and callees left. */
WHIT_INTERNAL void scheme_scrub_multiply(void);
WHIT_INTERNAL void scheme_scrub_multiply_base(void);

/* Fill `out` with random bytes. Returns WHIT_OK; WHIT_ERROR_RANDOM_MISSING or _FAILED. */
WHIT_INTERNAL whit_status scheme_draw(uint8_t *out, size_t length, const whit_random *random);

/* Draw a uniform scalar in [1, n - 1]: the leftmost bits that a source yields, until they are in
 * that range [FIPS 186-5, A.2.2 and A.3.2]. Returns WHIT_OK; WHIT_ERROR_RANDOM_MISSING, _FAILED or
 * _STUCK. */
WHIT_INTERNAL whit_status scheme_draw_scalar(limb *k, const whit_random *random,
                                             const weierstrass_domain *d);

/* Set z, the Z that the coordinates of a secret multiple begin with: a random element of the
 * field other than zero, of the source that `source` points to, or 1 where `source` is NULL.
 * Returns as draw_scalar. Without WHIT_RANDOMISE no source is asked and nothing reads Z.
 * Functions WITH_SOURCE take a `source` that may be NULL; builds without WHIT_RANDOMISE inline
 * them into their one caller. */
#undef WITH_SOURCE
#if WHIT_RANDOMISE
#define WITH_SOURCE static
WHIT_INTERNAL whit_status scheme_begin_z(limb *z, const whit_random *const *source,
                                         const weierstrass_domain *d);
#else
#define WITH_SOURCE WHIT_INLINE
WHIT_INLINE whit_status scheme_begin_z(const limb *z, const whit_random *const *source,
                                       const weierstrass_domain *d)
{
    (void)z;
    (void)source;
    (void)d;
    return WHIT_OK;
}
#endif

/* r = x mod n for a coordinate. */
WHIT_INTERNAL void scheme_reduce_x(limb *r, const limb *x, const weierstrass_domain *d);

/* All ones if 0 < k < n, else zero. */
WHIT_INTERNAL limb scheme_is_scalar(const limb *k, const weierstrass_domain *d);

/* Read a private key. Returns WHIT_OK; WHIT_ERROR_PRIVATE_KEY_LENGTH or _RANGE. */
WHIT_INTERNAL whit_status scheme_read_private(limb *k, const uint8_t *bytes, size_t length,
                                              const weierstrass_domain *d);

/* Read the leftmost bits of a string, as many as the order has: bits2int of RFC 6979. */
WHIT_INTERNAL void scheme_read_bits(limb *z, const uint8_t *bytes, size_t length,
                                    const weierstrass_domain *d);

/* Read a digest as a scalar: its leftmost bits modulo the order. */
WHIT_INTERNAL void scheme_read_digest(limb *z, const uint8_t *digest, size_t digest_length,
                                      const weierstrass_domain *d);

/* Read a signature: its length, and both halves within [1, n - 1]. Returns WHIT_OK or
 * WHIT_ERROR_SIGNATURE_...; variable time. */
WHIT_INTERNAL whit_status scheme_read_signature(limb *r, limb *s, const uint8_t *signature,
                                                size_t length, const weierstrass_domain *d);

/* Verify as whit_ecdsa_verify_digest_hardened and whit_ecdsa_verify_hardened, whose arguments each
 * half has for itself. */
WHIT_INTERNAL whit_status scheme_verify_digest_hardened(const volatile hardened_arguments *one,
                                                        const volatile hardened_arguments *other);
WHIT_INTERNAL whit_status scheme_verify_hardened(const volatile hardened_arguments *one,
                                                 const volatile hardened_arguments *other);
