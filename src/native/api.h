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

/* What an instruction set has in a profile is said in its folder's plan.h, by these macros.
 *
 * WHIT_FUSED is 1 where there is field arithmetic that knows its prime, WHIT_HALVING where that has
 * more than the four operations; see below. WHIT_FUSED_LATE is 1 where what the compiler does not
 * see chooses the multiplication that knows its prime when it runs, so that no other reduction
 * needs to, 2 where that holds for all of field arithmetic. WHIT_FUSED_MOSTLY is 1 where hardly
 * anything but those kernels reduces modulo p256.
 *
 * WHIT_KERNELS_256 is 1 where fields of that size have kernels besides p256, which
 * WHIT_MULTIPLY_256 and its siblings try: WHIT_HAS_PRIME_256 for a prime, WHIT_FUSED_ANY_256 for
 * any modulus that is reduced in the way of Montgomery. WHIT_LONE_PRIME_256 is 1 where that prime
 * is the only one of the size and the compiler sees it. WHIT_MARK_KOBLITZ and its siblings are 1
 * where a reduction is a tag of such a prime, compared by address and never called.
 *
 * WHIT_KERNEL_LIMBS is how much deeper kernels reach down the stack than C does, in limbs, and
 * WHIT_COMB_LIMBS the same below the comb of the base point.
 *
 * Where a multiplication whose time tells operands takes less, it is for what is public alone: with
 * WHIT_PUBLIC_MULTIPLY byte code has mp_mul_public for that, with WHIT_FUSED_PUBLIC point formulas
 * are told by which of two kernels to multiply, FUSED_SECRET or FUSED_PUBLIC, and with
 * FUSED_p448_PUBLIC verification has FUSED_MUL_PUBLIC(p448, r, a, b).
 *
 * The rest are 1 where it pays: WHIT_ROWS_APART, a row of a multiplication is a kernel,
 * mp_mul_add_limb, better called than written out; WHIT_MULTIPLY_APART, mp_mul does not go row by
 * row; WHIT_SCALARS_SELDOM, nothing but scalars is multiplied for any modulus if all curves of 256
 * bits are in Montgomery or Edwards form, and that is not worth kernels; WHIT_OVERLAP, operations
 * that do not wait for each other run at the same time; WHIT_MANY_MULTIPLES, verification in
 * profile fast has twice the multiples of a base point of up to 256 bits; WHIT_QUICK_INVERSION,
 * inverting for the sake of a window table; WHIT_DIGITS_AHEAD, making digits of public scalars of
 * Edwards curves before the multiplication: where doublings are quick, walking through bits is a
 * large part of it. */
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

/* For one prime each. */
WHIT_INTERNAL void whit_reduce_p256_c(limb *r, limb *t, const limb *m, limb n0, size_t n);
#ifndef reduce_p256
#define reduce_p256 whit_reduce_p256_c
#endif

#if WHIT_LIMB_BITS <= 32
WHIT_INTERNAL void whit_reduce_p192_c(limb *r, limb *t, const limb *m, limb n0, size_t n);
#ifndef reduce_p192
#define reduce_p192 whit_reduce_p192_c
#endif

WHIT_INTERNAL void whit_reduce_p224_c(limb *r, limb *t, const limb *m, limb n0, size_t n);
#ifndef reduce_p224
#define reduce_p224 whit_reduce_p224_c
#endif

WHIT_INTERNAL void whit_reduce_p384_c(limb *r, limb *t, const limb *m, limb n0, size_t n);
#ifndef reduce_p384
#define reduce_p384 whit_reduce_p384_c
#endif

WHIT_INTERNAL void whit_reduce_sm256_c(limb *r, limb *t, const limb *m, limb n0, size_t n);
#ifndef reduce_sm256
#define reduce_sm256 whit_reduce_sm256_c
#endif
#endif

/* With R = 1. For primes 2^b - c with a small c: the constant is fold = 2^(n w) mod m, and at
 * least three limbs are needed. */
WHIT_INTERNAL void whit_reduce_crandall_c(limb *r, limb *t, const limb *m, limb fold, size_t n);
#ifndef reduce_crandall
#define reduce_crandall whit_reduce_crandall_c
#endif

/* The same for 2^448 - 2^224 - 1, which needs no constant. */
WHIT_INTERNAL void whit_reduce_p448_c(limb *r, limb *t, const limb *m, limb fold, size_t n);
#ifndef reduce_p448
#define reduce_p448 whit_reduce_p448_c
#endif

/* The same for 2^160 - 2^31 - 1 where 2^31 + 1 is more than a limb. */
#if WHIT_LIMB_BITS <= 16
WHIT_INTERNAL void whit_reduce_p160_c(limb *r, limb *t, const limb *m, limb fold, size_t n);
#ifndef reduce_p160
#define reduce_p160 whit_reduce_p160_c
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
 * FUSED_MUL(prime, r, a, b) and its siblings are statements for that prime: for p256 and, where it
 * has kernels for them, for the others below. They stand for what mp_mul and the prime's
 * reduction would do, and are for builds in which the compiler sees which modulus it is:
 * FUSED_KNOWS(f, prime), for a modulus f, is true there at compile time and else false. Where
 * meta.h defines WHIT_FUSED_OFTEN as 1 too, these are calls of functions, and FUSED_OFTEN_MUL and
 * its siblings the statements. Where it defines WHIT_FUSED_POINTS as 1, FUSED_TWICE(p256, p,
 * times), which doubles some times where a = -3, and FUSED_ADD_AFFINE(p256, p, q) are point
 * formulas over that prime as a whole, with the results of those in formulas/jacobian.txt. */
#if WHIT_FUSED
#define FUSED_IS_p192(f) ((f)->reduce == reduce_p192)
#define FUSED_IS_p224(f) ((f)->reduce == reduce_p224)
#define FUSED_IS_p256(f) ((f)->reduce == reduce_p256)
#define FUSED_IS_k256(f) ((f)->reduce == reduce_koblitz && (f)->constant == 977 && (f)->bits == 256)
#define FUSED_IS_p384(f) ((f)->reduce == reduce_p384)
#define FUSED_IS_p521(f) ((f)->reduce == reduce_crandall && (f)->bits == 521)
#define FUSED_IS_p448(f) ((f)->reduce == reduce_p448)
#define FUSED_KNOWS(f, prime) (__builtin_constant_p(FUSED_IS_##prime(f)) && FUSED_IS_##prime(f))
#endif

/* Where meta.h defines them, native_sha256_compress(chain, block, constants) takes a block of
 * SHA-256 into the chain, and native_sha512_compress one of SHA-512; elsewhere hash/sha256.c and
 * sha512.c do so themselves. They leave nothing on the stack. */

/* FUSED_p25519 is 1 where there are such statements for p = 2^255 - 19, on limbs below 2 p,
 * with FUSED_CANONICAL(p25519, r, a), which brings them below p; see group/coordinates.inc.
 * Where FUSED_p25519_FACTOR is 1, FUSED_MUL_SMALL(p25519, r, a, b) is r = 121665 a + b;
 * where FUSED_p25519_LARGE is 1, FUSED_SELECT(p25519, r, a, bit) sets r = a where the bit
 * is 1. Where FUSED_p25519_SMALL is 1, as it is in profile small without such statements,
 * field/field_25519.c has a multiplication and makes the rest of two loops, which may be kernels:
 * FUSED_ADD_WORD(p25519, r, a, word), r = a + word for a signed limb, and
 * FUSED_SUM(p25519, r, a, b, mode), r = a + b for a mode of 38 and a - b for one of 1.
 * FUSED_p25519_STEPS is 1 where division steps take less time than a power by these
 * multiplications. Where FUSED_p25519_LADDER is 1, FUSED_SELECT_TWO(p25519, r, a, bit) does
 * what FUSED_SELECT does for two numbers that follow one another, and
 * FUSED_SUB_SCALE(p25519, r, a, b, d) is d = a - b and r = 121665 d + a, where d is not a.
 * Where FUSED_p25519_SUB_ADD is 1, FUSED_SUB_ADD(p25519, r, a, b, d) is d = a - b and
 * r = a + b, where d is not r. Where FUSED_p25519_LOOKUP is 1, the function
 * FUSED_LOOKUP_PREPARED(p25519, r, table, index, negative) sets three numbers at r to those of
 * an entry of eight in constant time, and where `negative` is 1 to those of its negative. */
#if !defined(FUSED_p25519) && WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_small && LIMB_BITS >= 16
#define FUSED_p25519 1
#define FUSED_p25519_SMALL 1
#endif
#ifndef FUSED_p25519
#define FUSED_p25519 0
#endif
#ifndef WHIT_MULTIPLY_APART
#define WHIT_MULTIPLY_APART 0
#endif
#ifndef FUSED_p25519_FACTOR
#ifdef FUSED_MUL_SMALL
#define FUSED_p25519_FACTOR 1
#else
#define FUSED_p25519_FACTOR 0
#endif
#endif
#ifndef FUSED_p25519_LADDER
#define FUSED_p25519_LADDER 0
#endif
#ifndef FUSED_p25519_SUB_ADD
#define FUSED_p25519_SUB_ADD 0
#endif
#ifndef FUSED_p25519_LOOKUP
#define FUSED_p25519_LOOKUP 0
#endif
#ifndef FUSED_p25519_LARGE
#define FUSED_p25519_LARGE 0
#endif
#ifndef FUSED_p25519_SMALL
#define FUSED_p25519_SMALL 0
#endif
#ifndef FUSED_p25519_STEPS
#define FUSED_p25519_STEPS 0
#endif
/* Those of 2^448 - 2^224 - 1 are on limbs below the prime; where FUSED_p448_LARGE is 1, there
 * are FUSED_MUL_SMALL(p448, r, a, b), r = 39081 a + b, and FUSED_SELECT. */
#define FUSED_p448 0
#define FUSED_p448_SMALL 0
#define FUSED_none 0 /* for primes that no kernels know */
#define FUSED_none_LARGE 0
#define FUSED_none_SMALL 0

#endif
