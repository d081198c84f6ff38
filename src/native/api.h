/* SPDX-License-Identifier: MIT */
/* The kernels: every loop over limbs that is worth writing again for a processor, and the
 * compression of SHA-512 where words of 64 bits are many.
 *
 * Each has a portable twin in native/c, whose name ends in _c. native/meta.h picks the folder
 * of the instruction set a build is for, and that folder's meta.h says which kernels it
 * replaces; the rest stay C.
 *
 * Numbers are arrays of n limbs, least significant first, n >= 1. Nothing but n, counts and
 * the names of functions decides a branch or an address: all run in constant time. Unless
 * said otherwise an output may be the same array as an input, but not overlap it in part. */
#ifndef WHIT_NATIVE_API_H
#define WHIT_NATIVE_API_H

#include "base/base.h"
#include "native/meta.h"

/* r = a + b mod 2^(n w); returns the carry, 0 or 1. */
WHIT_INTERNAL limb whit_mp_add_c(limb *r, const limb *a, const limb *b, size_t n);
#ifndef mp_add
#define mp_add whit_mp_add_c
#endif

/* r = a - b mod 2^(n w); returns the borrow, 0 or 1. */
WHIT_INTERNAL limb whit_mp_sub_c(limb *r, const limb *a, const limb *b, size_t n);
#ifndef mp_sub
#define mp_sub whit_mp_sub_c
#endif

/* r += a & mask mod 2^(n w); returns the carry. mask is all ones or zero. */
WHIT_INTERNAL limb whit_mp_add_masked_c(limb *r, const limb *a, limb mask, size_t n);
#ifndef mp_add_masked
#define mp_add_masked whit_mp_add_masked_c
#endif

/* r = a where mask is all ones, unchanged where it is zero. */
WHIT_INTERNAL void whit_mp_select_c(limb *r, const limb *a, limb mask, size_t n);
#ifndef mp_select
#define mp_select whit_mp_select_c
#endif

/* r = table[index], each entry n limbs. Reads every entry of the table. */
WHIT_INTERNAL void whit_mp_lookup_c(limb *r, const limb *table, size_t entries, limb index,
                                    size_t n);
#ifndef mp_lookup
#define mp_lookup whit_mp_lookup_c
#endif

/* The same of a table in program memory. */
#if WHIT_ROM_APART
WHIT_INTERNAL void whit_mp_lookup_rom_c(limb *r, const limb *table, size_t entries, limb index,
                                        size_t n);
#ifndef mp_lookup_rom
#define mp_lookup_rom whit_mp_lookup_rom_c
#endif
#else
#define mp_lookup_rom mp_lookup
#endif

/* r += a b, a number times a limb; returns the limb that is carried out of r. */
WHIT_INTERNAL limb whit_mp_mul_add_limb_c(limb *r, const limb *a, limb b, size_t n);
#ifndef mp_mul_add_limb
#define mp_mul_add_limb whit_mp_mul_add_limb_c
#endif

/* r = a b, 2 n limbs; r overlaps neither input. */
WHIT_INTERNAL void whit_mp_mul_c(limb *r, const limb *a, const limb *b, size_t n);
#ifndef mp_mul
#define mp_mul whit_mp_mul_c
#endif

/* The same where it is called a few times only and its size counts. */
#ifndef mp_mul_seldom
#define mp_mul_seldom whit_mp_mul_c
#endif

/* r = a^2, 2 n limbs; r does not overlap a. */
WHIT_INTERNAL void whit_mp_sqr_c(limb *r, const limb *a, size_t n);
#ifndef mp_sqr
#define mp_sqr whit_mp_sqr_c
#endif

/* r = t + carry 2^(n w), less m if that is not below m; for t + carry 2^(n w) < 2 m. r may not
 * be t. */
WHIT_INTERNAL void whit_mp_subtract_once_c(limb *r, const limb *t, limb carry, const limb *m,
                                           size_t n);
#ifndef mp_subtract_once
#define mp_subtract_once whit_mp_subtract_once_c
#endif

/* The same where it is called once and its size counts. */
#ifndef mp_subtract_once_seldom
#define mp_subtract_once_seldom whit_mp_subtract_once_c
#endif

/* Reductions bring a double-length product t, below m 2^(n w), to r = t / R mod m, fully reduced.
 * t is destroyed. r may not overlap t. Each has a constant of its own.
 *
 * With R = 2^(n w) and the constant n0 = -1/m mod 2^w. [Mon85] */
typedef void reduction(limb *r, limb *t, const limb *m, limb constant, size_t n);

/* For any odd modulus. */
WHIT_INTERNAL void whit_reduce_montgomery_c(limb *r, limb *t, const limb *m, limb n0, size_t n);
#ifndef reduce_montgomery
#define reduce_montgomery whit_reduce_montgomery_c
#endif

/* For the prime of one curve each. */
WHIT_INTERNAL void whit_reduce_secp256r1_c(limb *r, limb *t, const limb *m, limb n0, size_t n);
#ifndef reduce_secp256r1
#define reduce_secp256r1 whit_reduce_secp256r1_c
#endif

#if WHIT_LIMB_BITS <= 32
WHIT_INTERNAL void whit_reduce_secp192r1_c(limb *r, limb *t, const limb *m, limb n0, size_t n);
#ifndef reduce_secp192r1
#define reduce_secp192r1 whit_reduce_secp192r1_c
#endif

WHIT_INTERNAL void whit_reduce_secp224r1_c(limb *r, limb *t, const limb *m, limb n0, size_t n);
#ifndef reduce_secp224r1
#define reduce_secp224r1 whit_reduce_secp224r1_c
#endif

WHIT_INTERNAL void whit_reduce_secp384r1_c(limb *r, limb *t, const limb *m, limb n0, size_t n);
#ifndef reduce_secp384r1
#define reduce_secp384r1 whit_reduce_secp384r1_c
#endif

WHIT_INTERNAL void whit_reduce_sm2p256v1_c(limb *r, limb *t, const limb *m, limb n0, size_t n);
#ifndef reduce_sm2p256v1
#define reduce_sm2p256v1 whit_reduce_sm2p256v1_c
#endif
#endif

/* With R = 1. For primes 2^b - c with a small c: the constant is fold = 2^(n w) mod m, and at
 * least three limbs are needed. */
WHIT_INTERNAL void whit_reduce_crandall_c(limb *r, limb *t, const limb *m, limb fold, size_t n);
#ifndef reduce_crandall
#define reduce_crandall whit_reduce_crandall_c
#endif

/* The same for 2^448 - 2^224 - 1, which needs no constant. */
WHIT_INTERNAL void whit_reduce_curve448_c(limb *r, limb *t, const limb *m, limb fold, size_t n);
#ifndef reduce_curve448
#define reduce_curve448 whit_reduce_curve448_c
#endif

/* The same for 2^160 - 2^31 - 1 where 2^31 + 1 is more than a limb. */
#if WHIT_LIMB_BITS <= 16
WHIT_INTERNAL void whit_reduce_secp160r1_c(limb *r, limb *t, const limb *m, limb fold, size_t n);
#ifndef reduce_secp160r1
#define reduce_secp160r1 whit_reduce_secp160r1_c
#endif
#endif

/* The same as Crandall's for 2^(n w) mod m = fold + 2^32, where fold is a limb; with limbs of 8
 * bits two of them, of which the constant is the lower one. At least five limbs are needed, or
 * twenty of 8 bits. */
#if WHIT_LIMB_BITS <= 32
WHIT_INTERNAL void whit_reduce_koblitz_c(limb *r, limb *t, const limb *m, limb fold, size_t n);
#ifndef reduce_koblitz
#define reduce_koblitz whit_reduce_koblitz_c
#endif
#endif

/* Field arithmetic that knows its prime: multiplication with reduction, squaring with reduction,
 * addition and subtraction of limbs below p, fully reduced. Where meta.h defines WHIT_FUSED as 1,
 * FUSED_MUL(curve, r, a, b) and its siblings are statements for the prime of that curve: for that
 * of secp256r1 and, where it defines WHIT_FUSED_PRIMES as 1, for the others below. They stand for
 * what mp_mul and the curve's reduction would do, and are for builds in which the compiler sees
 * which modulus it is: FUSED_KNOWS(f, curve), for a modulus f, is true there at compile time and
 * else false. Where meta.h defines WHIT_FUSED_OFTEN as 1 too, these are calls of functions, and
 * FUSED_OFTEN_MUL and its siblings the statements. Where it defines WHIT_FUSED_POINTS as 1,
 * FUSED_TWICE(secp256r1, p, times), which doubles some times where a = -3, and
 * FUSED_ADD_AFFINE(secp256r1, p, q) are point formulas over that prime as a whole, with the
 * results of those in formulas/jacobian.txt. */
#if WHIT_FUSED
#define FUSED_IS_secp192r1(f) ((f)->reduce == reduce_secp192r1)
#define FUSED_IS_secp224r1(f) ((f)->reduce == reduce_secp224r1)
#define FUSED_IS_secp256r1(f) ((f)->reduce == reduce_secp256r1)
#define FUSED_IS_secp256k1(f) \
    ((f)->reduce == reduce_koblitz && (f)->constant == 977 && (f)->bits == 256)
#define FUSED_IS_secp384r1(f) ((f)->reduce == reduce_secp384r1)
#define FUSED_IS_secp521r1(f) ((f)->reduce == reduce_crandall && (f)->bits == 521)
#define FUSED_IS_curve448(f) ((f)->reduce == reduce_curve448)
#define FUSED_KNOWS(f, curve) (__builtin_constant_p(FUSED_IS_##curve(f)) && FUSED_IS_##curve(f))
#endif

/* Where meta.h defines them, native_sha256_compress(chain, block, constants) takes a block of
 * SHA-256 into the chain, and native_sha512_compress one of SHA-512; elsewhere hash/sha256.c and
 * sha512.c do so themselves. They leave nothing on the stack. */

/* FUSED_curve25519 is 1 where there are such statements for p = 2^255 - 19, on limbs below 2 p,
 * with FUSED_CANONICAL(curve25519, r, a), which brings them below p; see group/coordinates.inc.
 * Where FUSED_curve25519_FACTOR is 1, FUSED_MUL_SMALL(curve25519, r, a, b) is r = 121665 a + b;
 * where FUSED_curve25519_LARGE is 1, FUSED_SELECT(curve25519, r, a, bit) sets r = a where the bit
 * is 1. Where FUSED_curve25519_SMALL is 1, as it is in profile small without such statements,
 * field/field_25519.c has a multiplication and makes the rest of two loops, which may be kernels:
 * FUSED_ADD_WORD(curve25519, r, a, word), r = a + word for a signed limb, and
 * FUSED_SUM(curve25519, r, a, b, mode), r = a + b for a mode of 38 and a - b for one of 1.
 * FUSED_curve25519_STEPS is 1 where division steps take less time than a power by these
 * multiplications. Where FUSED_curve25519_LADDER is 1, FUSED_SELECT_TWO(curve25519, r, a, bit) does
 * what FUSED_SELECT does for two numbers that follow one another, and
 * FUSED_SUB_MUL_SMALL(curve25519, r, a, b, d) is d = a - b and r = 121665 d + a, where d is not a.
 * Where FUSED_curve25519_SUB_ADD is 1, FUSED_SUB_ADD(curve25519, r, a, b, d) is d = a - b and
 * r = a + b, where d is not r. Where FUSED_curve25519_LOOKUP is 1, the function
 * FUSED_LOOKUP_PREPARED(curve25519, r, table, index, negative) sets three numbers at r to those of
 * an entry of eight in constant time, and where `negative` is 1 to those of its negative. */
#if !defined(FUSED_curve25519) && WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_small && LIMB_BITS >= 16
#define FUSED_curve25519 1
#define FUSED_curve25519_SMALL 1
#endif
#ifndef FUSED_curve25519
#define FUSED_curve25519 0
#endif
#ifndef WHIT_MULTIPLY_APART
#define WHIT_MULTIPLY_APART 0
#endif
#ifndef FUSED_curve25519_FACTOR
#ifdef FUSED_MUL_SMALL
#define FUSED_curve25519_FACTOR 1
#else
#define FUSED_curve25519_FACTOR 0
#endif
#endif
#ifndef FUSED_curve25519_LADDER
#define FUSED_curve25519_LADDER 0
#endif
#ifndef FUSED_curve25519_SUB_ADD
#define FUSED_curve25519_SUB_ADD 0
#endif
#ifndef FUSED_curve25519_LOOKUP
#define FUSED_curve25519_LOOKUP 0
#endif
#ifndef FUSED_curve25519_LARGE
#define FUSED_curve25519_LARGE 0
#endif
#ifndef FUSED_curve25519_SMALL
#define FUSED_curve25519_SMALL 0
#endif
#ifndef FUSED_curve25519_STEPS
#define FUSED_curve25519_STEPS 0
#endif
/* Those of 2^448 - 2^224 - 1 are on limbs below the prime; where FUSED_curve448_LARGE is 1, there
 * are FUSED_MUL_SMALL(curve448, r, a, b), r = 39081 a + b, and FUSED_SELECT. */
#define FUSED_curve448 0
#define FUSED_curve448_SMALL 0
#define FUSED_none 0 /* for primes that no kernels know */
#define FUSED_none_LARGE 0
#define FUSED_none_SMALL 0

#endif
