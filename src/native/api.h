/* SPDX-License-Identifier: MIT */
/* The kernels: every loop over limbs that is worth writing again for a processor, and the
 * compression of SHA-512 where words of 64 bits are many.
 *
 * Each has a portable implementation in native/c, whose name ends in _c. native/meta.h picks the
 * folder of the build's instruction set; the generated kernels.h there has the kernels that
 * replace portable implementations.
 *
 * Numbers are arrays of n limbs, least significant first, n >= 1. Nothing but n, counts and
 * the names of functions decides a branch or an address: all run in constant time. Unless
 * said otherwise an output may be the same array as an input, but not overlap it in part. */

/* The plan.h of an instruction set defines these macros, which say what it has in a profile.
 *
 * WHIT_FIELD_KERNELS is 1 if there are kernels for fields, WHIT_HALVING if these have more than the
 * four operations; see below. WHIT_RUNTIME_KERNELS is 1 if functions whose modulus the compiler
 * does not see compare it with p256 at run time, to take the multiplication for p256; 2 if they do
 * so for all operations.
 *
 * WHIT_KERNELS_256 is the number of the kernels that fields of 256 bits take besides those for
 * p256, such as WHIT_KERNELS_k256, or 0. Numbers below WHIT_KERNELS_MONTGOMERY are for one prime,
 * others for any modulus in Montgomery form. WHIT_TAG_k256 and WHIT_TAG_p521 are 1 if the reduction
 * for that prime is only a tag, compared by address and never called. WHIT_SELDOM_256 is 1 if only
 * scalars of that size are multiplied without kernels, a few times.
 *
 * WHIT_LONGEST is the length in limbs of the longest numbers that kernels take, 0 where they take
 * any. Fields are shorter.
 *
 * WHIT_KERNEL_LIMBS is how many limbs of stack kernels take below the frames of C, and
 * WHIT_COMB_LIMBS how many below the comb of the base point.
 *
 * A faster multiplication whose time depends on operands serves public data only: with
 * WHIT_PUBLIC_MULTIPLY the bytecode interpreter has mp_mul_public, with WHIT_PUBLIC_FORMULAS point
 * formulas get one of two kernels as an argument, field_p256_for_secrets or field_p256_for_public,
 * and with WHIT_PUBLIC_p448 verification has field_p448_public_mul.
 *
 * The rest are 1 where it pays. WHIT_ROWS_APART: a row of a multiplication is a kernel,
 * mp_mul_add_limb, which is called and not inlined. WHIT_MULTIPLY_APART: mp_mul does not go row by
 * row. WHIT_SCALARS_SELDOM: if all curves of 256 bits are in Montgomery or Edwards form, only
 * scalars take the general multiplication, which then needs no kernel. WHIT_OVERLAP: the processor
 * overlaps independent operations. WHIT_MANY_MULTIPLES: verification in profile fast has twice as
 * many multiples of a base point of up to 256 bits. WHIT_QUICK_INVERSION: an inversion makes the
 * entries of a window table affine, and where WHIT_DOUBLE_AND_ADD is 1 too, additions are one step
 * with the doubling before. WHIT_DIGITS_AHEAD: public scalars of Edwards curves become
 * digits before the multiplication, which with quick doublings takes less than during it. */
#ifndef WHIT_NATIVE_API_H
#define WHIT_NATIVE_API_H

#include "base/base.h"

/* r = a + b mod 2^(n w); returns the carry, 0 or 1. */
WHIT_INTERNAL limb whit_mp_add_c(limb *r, const limb *a, const limb *b, size_t n);

/* r = a - b mod 2^(n w); returns the borrow, 0 or 1. */
WHIT_INTERNAL limb whit_mp_sub_c(limb *r, const limb *a, const limb *b, size_t n);

/* r += a & mask mod 2^(n w); returns the carry. mask is all ones or zero. */
WHIT_INTERNAL limb whit_mp_add_masked_c(limb *r, const limb *a, limb mask, size_t n);

/* r = a where mask is all ones, unchanged where it is zero. */
WHIT_INTERNAL void whit_mp_select_c(limb *r, const limb *a, limb mask, size_t n);

/* r = table[index], each entry n limbs. Reads every entry of the table. */
WHIT_INTERNAL void whit_mp_lookup_c(limb *r, const limb *table, size_t entries, limb index,
                                    size_t n);

/* whit_mp_lookup_c of a table in program memory. */
#if WHIT_ROM_APART
WHIT_INTERNAL void whit_mp_lookup_rom_c(limb *r, const limb *table, size_t entries, limb index,
                                        size_t n);
#endif

/* r += a b, a number times a limb; returns the limb that is carried out of r. */
WHIT_INTERNAL limb whit_mp_mul_add_limb_c(limb *r, const limb *a, limb b, size_t n);

/* r = a b, 2 n limbs; r overlaps neither input. */
WHIT_INTERNAL void whit_mp_mul_c(limb *r, const limb *a, const limb *b, size_t n);

/* r += a b, 2 n limbs, which the sum fits; r overlaps neither input. */
WHIT_INTERNAL void whit_mp_mul_add_c(limb *r, const limb *a, const limb *b, size_t n);

/* r = a^2, 2 n limbs; r does not overlap a. */
WHIT_INTERNAL void whit_mp_sqr_c(limb *r, const limb *a, size_t n);

/* r = t + carry 2^(n w), less m if that is not below m; for t + carry 2^(n w) < 2 m. r may not
 * be t. */
WHIT_INTERNAL void whit_mp_subtract_once_c(limb *r, const limb *t, limb carry, const limb *m,
                                           size_t n);

/* Reductions bring a double-length product t, below m 2^(n w), to r = t / R mod m, fully reduced.
 * t is destroyed. r may not overlap t. Each has a constant of its own.
 *
 * With R = 2^(n w) and the constant n0 = -1/m mod 2^w. [Mon85] */
typedef void reduction(limb *r, limb *t, const limb *m, limb constant, size_t n);

/* For any odd modulus. */
WHIT_INTERNAL void whit_reduce_montgomery_c(limb *r, limb *t, const limb *m, limb n0, size_t n);

/* For one prime each. */
WHIT_INTERNAL void whit_reduce_p256_c(limb *r, limb *t, const limb *m, limb n0, size_t n);

WHIT_INTERNAL void whit_reduce_p384_c(limb *r, limb *t, const limb *m, limb n0, size_t n);

#if WHIT_LIMB_BITS <= 32
WHIT_INTERNAL void whit_reduce_p192_c(limb *r, limb *t, const limb *m, limb n0, size_t n);

WHIT_INTERNAL void whit_reduce_p224_c(limb *r, limb *t, const limb *m, limb n0, size_t n);

WHIT_INTERNAL void whit_reduce_sm256_c(limb *r, limb *t, const limb *m, limb n0, size_t n);
#endif

/* With R = 1. For primes 2^b - c with a small c: the constant is fold = 2^(n w) mod m, and at
 * least three limbs are needed. */
WHIT_INTERNAL void whit_reduce_crandall_c(limb *r, limb *t, const limb *m, limb fold, size_t n);

/* The prime 2^448 - 2^224 - 1, without a constant. */
WHIT_INTERNAL void whit_reduce_p448_c(limb *r, limb *t, const limb *m, limb fold, size_t n);

/* The prime 2^160 - 2^31 - 1 where 2^31 + 1 is more than a limb. */
#if WHIT_LIMB_BITS <= 16
WHIT_INTERNAL void whit_reduce_p160_c(limb *r, limb *t, const limb *m, limb fold, size_t n);
#endif

/* Primes with 2^(n w) mod m = fold + 2^32, where fold is a limb or, of 8 bits, two limbs, the lower
 * of which is the constant. At least five limbs are needed, or twenty of 8 bits. */
#if WHIT_LIMB_BITS <= 32
WHIT_INTERNAL void whit_reduce_koblitz_c(limb *r, limb *t, const limb *m, limb fold, size_t n);
#endif

/* In the place of the reductions for one prime, where kernels that know it do all but hardly
 * anything: _seldom is Montgomery's, for a few scalars, and _tag is compared by its address alone
 * and never called. */
WHIT_INTERNAL void whit_reduce_p192_seldom(limb *r, limb *t, const limb *m, limb n0, size_t n);
WHIT_INTERNAL void whit_reduce_p224_seldom(limb *r, limb *t, const limb *m, limb n0, size_t n);
WHIT_INTERNAL void whit_reduce_p256_seldom(limb *r, limb *t, const limb *m, limb n0, size_t n);
WHIT_INTERNAL void whit_reduce_p384_seldom(limb *r, limb *t, const limb *m, limb n0, size_t n);
WHIT_INTERNAL void whit_reduce_p448_tag(limb *r, limb *t, const limb *m, limb fold, size_t n);
WHIT_INTERNAL void whit_reduce_crandall_tag(limb *r, limb *t, const limb *m, limb fold, size_t n);
WHIT_INTERNAL void whit_reduce_koblitz_tag(limb *r, limb *t, const limb *m, limb fold, size_t n);

/* The kernels, and the portable implementation of each function without one. mp_mul_seldom is the
 * smallest mp_mul, for calls that are rare; mp_subtract_once_seldom likewise. */
#include "native/meta.h"

#ifndef mp_add
#define mp_add whit_mp_add_c
#endif
#ifndef mp_sub
#define mp_sub whit_mp_sub_c
#endif
#ifndef mp_add_masked
#define mp_add_masked whit_mp_add_masked_c
#endif
#ifndef mp_select
#define mp_select whit_mp_select_c
#endif
#ifndef mp_lookup
#define mp_lookup whit_mp_lookup_c
#endif
#ifndef mp_lookup_rom
#if WHIT_ROM_APART
#define mp_lookup_rom whit_mp_lookup_rom_c
#else
#define mp_lookup_rom mp_lookup
#endif
#endif
#ifndef mp_mul_add_limb
#define mp_mul_add_limb whit_mp_mul_add_limb_c
#endif
#ifndef mp_mul
#define mp_mul whit_mp_mul_c
#endif
#ifndef mp_mul_add
#define mp_mul_add whit_mp_mul_add_c
#endif
#ifndef mp_mul_seldom
#define mp_mul_seldom whit_mp_mul_c
#endif
#ifndef mp_sqr
#define mp_sqr whit_mp_sqr_c
#endif
#ifndef mp_subtract_once
#define mp_subtract_once whit_mp_subtract_once_c
#endif
#ifndef mp_subtract_once_seldom
#define mp_subtract_once_seldom whit_mp_subtract_once_c
#endif
#ifndef reduce_montgomery
#define reduce_montgomery whit_reduce_montgomery_c
#endif
#ifndef reduce_p256
#define reduce_p256 whit_reduce_p256_c
#endif
#ifndef reduce_p192
#define reduce_p192 whit_reduce_p192_c
#endif
#ifndef reduce_p224
#define reduce_p224 whit_reduce_p224_c
#endif
#ifndef reduce_p384
#define reduce_p384 whit_reduce_p384_c
#endif
#ifndef reduce_sm256
#define reduce_sm256 whit_reduce_sm256_c
#endif
#ifndef reduce_crandall
#define reduce_crandall whit_reduce_crandall_c
#endif
#ifndef reduce_p448
#define reduce_p448 whit_reduce_p448_c
#endif
#ifndef reduce_p160
#define reduce_p160 whit_reduce_p160_c
#endif
#ifndef reduce_koblitz
#define reduce_koblitz whit_reduce_koblitz_c
#endif

/* Specialised kernels: each multiplies, squares, adds or subtracts modulo one prime, with limbs
 * below p in and out. Where WHIT_FIELD_KERNELS is 1, field_p256_mul and its siblings are those for
 * p256; some instruction sets have them for others of the primes above. field_montgomery_8_mul and
 * its siblings serve any modulus of 8 limbs, their last argument; of sizes with pairings there is
 * field_montgomery_8_sum_products too. field/field.h takes them in place of mp_mul and a reduction
 * where the compiler sees the modulus. Where WHIT_FORMULA_KERNELS is 1,
 * functions that do little but arithmetic call field_p256_formula_mul and its siblings. Where
 * WHIT_POINT_KERNELS is 1, two point formulas over p256 are kernels as a whole, with the results of
 * formulas/jacobian.txt: whit_point_twice_p256_asm, which doubles several times where a = -3, and
 * whit_point_add_affine_p256_asm. Where WHIT_LANES is not 0, so many points over p256 or
 * p25519 go through a formula at once, on machines that can: native/x86_64/lanes.h.
 *
 * Where they are defined, native_sha256_compress(chain, block, constants) and
 * native_sha512_compress compress a block into the chain and leave nothing on the stack; elsewhere
 * hash/sha256.c and sha512.c do so in C.
 *
 * WHIT_COORDINATES_p25519 says which kernels a build has for p = 2^255 - 19, lazily reduced, on
 * limbs below 2 p:
 *
 * 0   none
 * 1   none for whole operations: field/field_25519.c makes them of a multiplication and two loops,
 *     which may be kernels: field_p25519_sum(r, a, b, mode), r = a + b for a mode of 38 and a - b
 *     for one of 1, and field_p25519_add_word(r, a, word), r = a + word for a signed limb
 * 2   add, sub, mul, sqr, and canonical, which reduces below p
 * 3   those of 2; negate_masked; select, r = a where a bit is 1
 * 4   those of 3; mul_small, r = 121665 a + b
 * 5   those of 3; for a ladder, select_two, for two adjacent numbers; sub_scale, d = a - b and
 *     r = 121665 d + a, where d is not a; sub_add, d = a - b and r = a + b, where d is not r; and
 *     lookup_prepared, which sets three adjacent numbers at r to those of one entry of eight in
 *     constant time, or of its negative where `negative` is 1
 *
 * A multiplication may be a product followed by a kernel that reduces it, field_p25519_fold(r, t).
 * WHIT_STEPS_p25519 is 1 where inversion by division steps is faster than by a power.
 * WHIT_COORDINATES_p448 is 8 where there are field_p448_mul_small, r = 39081 a + b, and
 * field_p448_select, on limbs below that prime. Both numbers are 0 where no kernels know the prime,
 * and WHIT_COORDINATES_none always is. */

/* Whether a build has points over a prime in lanes. */
#define WHIT_HAS_LANES(prime) WHIT_JOIN(WHIT_LANES_, prime)

#include "native/x86_64/lanes.h"

#endif
