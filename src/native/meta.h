/* SPDX-License-Identifier: MIT */
/* Which kernels a build takes, by the compiler's own macros. An instruction set with kernels
 * has a folder here whose meta.h defines the names of api.h that it replaces; for all others
 * the portable twins of native/c serve; with WHIT_PORTABLE=1 everywhere. */
#ifndef WHIT_NATIVE_META_H
#define WHIT_NATIVE_META_H

#include "base/base.h"
#include "curve/primes.h"
#include "curve/sizes.h"

/* WHIT_KOBLITZ_256: 1 where 2^256 - 2^32 - 977 is the only prime that reduce_koblitz reduces
 * modulo. */
#if defined(WHIT_AMALGAMATION)
#define WHIT_KOBLITZ_256 WHIT_SOLE_k256
#else
#define WHIT_KOBLITZ_256 0
#endif

/* AVR with MUL, and with jumps that reach all of its program memory; clang knows no functions of
 * assembly alone there. */
#if !WHIT_PORTABLE && defined(__GNUC__) && !defined(__clang__) && defined(__AVR_HAVE_MUL__) && \
    defined(__AVR_HAVE_JMP_CALL__) && WHIT_LIMB_BITS == 8
#include "native/avr/meta.h"
#endif

#if !WHIT_PORTABLE && defined(__GNUC__) && !defined(__PIC__) && WHIT_LIMB_BITS == 32

/* Cortex-M4, M7 and M33 with the DSP extension, whose UMAAL takes one cycle for any operands, and
 * Cortex-M3. */
#if defined(__thumb2__) && defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M' && \
    (defined(__ARM_FEATURE_DSP) || defined(__ARM_ARCH_7M__))
#include "native/armv7m/common.h"
#if defined(__ARM_FEATURE_DSP)
#include "native/armv7em/meta.h"
#else
#include "native/armv7m/meta.h"
#endif
#endif

/* Cortex-M0, M0+ and M23. */
#if defined(__ARM_ARCH_6M__) || defined(__ARM_ARCH_8M_BASE__)
#include "native/armv6m/meta.h"
#endif

/* RV32 with the M extension and all 32 registers. */
#if defined(__riscv) && __riscv_xlen == 32 && defined(__riscv_mul) && !defined(__riscv_32e)
#include "native/rv32/meta.h"
#endif

#endif

/* Whether a function can be without a guard of its stack where all others have one. */
#if defined(__has_attribute)
#if __has_attribute(no_stack_protector)
#define WHIT_STACK_PROTECTOR_OPTIONAL 1
#endif
#endif

/* x86-64, where functions of assembly alone are to be had and follow the System V calling
 * convention. What these write, the memory sanitizer would not see. */
#if !WHIT_PORTABLE && defined(__x86_64__) && defined(__LP64__) && !defined(_WIN32) &&     \
    !defined(__CYGWIN__) && !defined(__INTEL_COMPILER) && WHIT_LIMB_BITS == 64 &&         \
    WHIT_WIDE_MULTIPLY && (defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 8)) && \
    (!defined(__SSP_ALL__) || defined(WHIT_STACK_PROTECTOR_OPTIONAL))
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#define WHIT_X86_64 0
#endif
#endif
#ifndef WHIT_X86_64
#include "native/x86_64/meta.h"
#endif
#endif

#ifndef WHIT_ARMV7EM
#define WHIT_ARMV7EM 0
#endif

#ifndef WHIT_ARMV7EM_LARGE
#define WHIT_ARMV7EM_LARGE 0
#endif

#ifndef WHIT_ARMV7EM_COMPACT
#define WHIT_ARMV7EM_COMPACT 0
#endif

#ifndef WHIT_ARMV7M
#define WHIT_ARMV7M 0
#endif

#ifndef WHIT_ARMV7M_ADD_25519
#define WHIT_ARMV7M_ADD_25519 0
#endif

#ifndef WHIT_ARMV7M_LARGE
#define WHIT_ARMV7M_LARGE 0
#endif

#ifndef WHIT_ARMV7M_OWN_SMALL
#define WHIT_ARMV7M_OWN_SMALL 0
#endif

#ifndef WHIT_ARMV7M_OWN_LARGE
#define WHIT_ARMV7M_OWN_LARGE 0
#endif

#ifndef WHIT_ARMV7M_HALVES
#define WHIT_ARMV7M_HALVES 0
#endif

#ifndef WHIT_ARMV7M_HALVES_LARGE
#define WHIT_ARMV7M_HALVES_LARGE 0
#endif

#ifndef WHIT_ARMV7M_WIDE
#define WHIT_ARMV7M_WIDE 0
#endif

#ifndef WHIT_ARMV7M_WIDE_LARGE
#define WHIT_ARMV7M_WIDE_LARGE 0
#endif

#ifndef WHIT_ARMV7M_WIDE_FIELD
#define WHIT_ARMV7M_WIDE_FIELD 0
#endif

#ifndef WHIT_ARMV7M_WIDE_448
#define WHIT_ARMV7M_WIDE_448 0
#endif

#ifndef WHIT_ARMV6M
#define WHIT_ARMV6M 0
#endif

#ifndef WHIT_ARMV6M_LARGE
#define WHIT_ARMV6M_LARGE 0
#endif

#ifndef WHIT_ARMV6M_SMALL
#define WHIT_ARMV6M_SMALL 0
#endif

#ifndef WHIT_ARMV6M_COMPACT
#define WHIT_ARMV6M_COMPACT 0
#endif

#ifndef WHIT_X86_64
#define WHIT_X86_64 0
#endif

#ifndef WHIT_X86_64_ADX
#define WHIT_X86_64_ADX 0
#endif

#ifndef WHIT_X86_64_MUL
#define WHIT_X86_64_MUL 0
#endif

/* Where a multiplication whose time tells operands takes less, it is for what is public alone.
 * WHIT_PUBLIC_MULTIPLY: 1 where byte code has mp_mul_public for that; WHIT_FUSED_PUBLIC: 1 where
 * point formulas are told by which of two kernels to multiply, FUSED_SECRET or FUSED_PUBLIC;
 * FUSED_curve448_PUBLIC: 1 where FUSED_MUL_PUBLIC(curve448, r, a, b) is the other FUSED_MUL, for
 * what verification alone calls. */
#ifndef WHIT_PUBLIC_MULTIPLY
#define WHIT_PUBLIC_MULTIPLY 0
#endif
#ifndef WHIT_FUSED_PUBLIC
#define WHIT_FUSED_PUBLIC 0
#endif
#ifndef FUSED_curve448_PUBLIC
#define FUSED_curve448_PUBLIC 0
#endif
typedef void fused_kernel(void);

/* WHIT_FUSED_LATE: 1 where what the compiler does not see chooses the multiplication that knows its
 * prime when it runs, so that no other reduction needs to know it; 2 where that holds for all of
 * field arithmetic. */
#ifndef WHIT_FUSED_LATE
#define WHIT_FUSED_LATE 0
#endif

/* WHIT_SCALARS_SELDOM: 1 where nothing but scalars is multiplied by functions for any modulus if
 * all curves of 256 bits are in Montgomery or Edwards form, and that is not worth kernels. */
#ifndef WHIT_SCALARS_SELDOM
#define WHIT_SCALARS_SELDOM 0
#endif

/* WHIT_ROWS_APART: 1 where a row of a multiplication is a kernel, mp_mul_add_limb, that is better
 * called than written out. */
#ifndef WHIT_ROWS_APART
#define WHIT_ROWS_APART 0
#endif

#ifndef WHIT_RV32
#define WHIT_RV32 0
#endif

#ifndef WHIT_AVR
#define WHIT_AVR 0
#endif

#ifndef WHIT_AVR_LARGE
#define WHIT_AVR_LARGE 0
#endif

/* WHIT_FUSED: 1 where there is field arithmetic that knows its prime, WHIT_HALVING: 1 where that
 * is more than the four operations; see api.h. */
#ifndef WHIT_FUSED
#define WHIT_FUSED 0
#endif
#ifndef WHIT_HALVING
#define WHIT_HALVING 0
#endif
#ifndef WHIT_FUSED_OFTEN
#define WHIT_FUSED_OFTEN 0
#endif
#ifndef WHIT_FUSED_POINTS
#define WHIT_FUSED_POINTS 0
#endif

/* WHIT_MANY_MULTIPLES: 1 where an addition takes so little that verification in
 * profile fast has twice the multiples of a base point of up to 256 bits. */
#define WHIT_MANY_MULTIPLES (WHIT_ARMV7EM || WHIT_X86_64)

/* WHIT_FUSED_PRIMES: 1 where there are kernels for the primes of secp192r1, secp224r1 and secp256k1
 * too, WHIT_HALVING_PRIMES: where these have more than the four operations, and those of secp384r1
 * and secp521r1 have kernels as well; WHIT_FUSED_SECP256K1: 1 where that of secp256k1 has,
 * WHIT_FUSED_448: where that of curve448 has.
 * WHIT_HAS_PRIME_192 and so on: 1 where they are for a curve of this build of that size,
 * WHIT_LONE_PRIME_192 and so on: where it is the only one and the compiler sees it, so that nothing
 * else reduces modulo that prime. */
#ifndef WHIT_FUSED_PRIMES
#define WHIT_FUSED_PRIMES 0
#endif
#ifndef WHIT_FUSED_SECP256K1
#define WHIT_FUSED_SECP256K1 WHIT_FUSED_PRIMES
#endif
#ifndef WHIT_FUSED_448
#define WHIT_FUSED_448 0
#endif
#define WHIT_HALVING_PRIMES (WHIT_FUSED_PRIMES && WHIT_HALVING)
#define WHIT_HAS_PRIME_192 (WHIT_FUSED_PRIMES && WHIT_USES_p192)
#define WHIT_HAS_PRIME_224 (WHIT_FUSED_PRIMES && WHIT_USES_p224)
#define WHIT_HAS_PRIME_256 (WHIT_FUSED_SECP256K1 && WHIT_USES_k256)
#define WHIT_HAS_PRIME_384 (WHIT_HALVING_PRIMES && WHIT_USES_p384)
#define WHIT_HAS_PRIME_448 (WHIT_FUSED_448 && WHIT_USES_p448)
#define WHIT_HAS_PRIME_528 (WHIT_HALVING_PRIMES && WHIT_USES_p521)
/* WHIT_MARK_KOBLITZ and its siblings: 1 where these reductions are marks of such a prime, at which
 * multiplications look and which none calls. */
#if defined(WHIT_AMALGAMATION)
#define WHIT_MARK_CURVE448 WHIT_LONE_PRIME_448
#define WHIT_MARK_KOBLITZ (WHIT_LONE_PRIME_256 && WHIT_KOBLITZ_256)
#define WHIT_MARK_CRANDALL (WHIT_LONE_PRIME_528 && WHIT_SOLE_p521 && FUSED_curve25519)
#endif

/* WHIT_FUSED_ANY_192 and so on: 1 where there are kernels for any prime of that size that is
 * reduced in Montgomery's way, and this build has no other and no kernels for one of them;
 * WHIT_FUSED_SCALARS_256: where those multiply the scalars of Edwards curves alone. */
#define WHIT_FUSED_SCALARS_256 \
    (WHIT_HALVING_PRIMES && WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast && WHIT_SCALARS_ALONE_256)
#define WHIT_FUSED_FIELD(size) \
    (WHIT_HALVING_PRIMES && WHIT_USES_FIELD_##size && !WHIT_PLAIN_FIELD_##size)
#define WHIT_FUSED_ANY_160 WHIT_FUSED_FIELD(160)
#define WHIT_FUSED_ANY_192 (WHIT_FUSED_FIELD(192) && !WHIT_HAS_PRIME_192)
#define WHIT_FUSED_ANY_224 (WHIT_FUSED_FIELD(224) && !WHIT_HAS_PRIME_224)
#define WHIT_FUSED_ANY_240 WHIT_FUSED_FIELD(240)
#define WHIT_FUSED_ANY_256 (WHIT_FUSED_SCALARS_256 || (WHIT_FUSED_FIELD(256) && !WHIT_USES_p256))
#define WHIT_FUSED_ANY_320 WHIT_FUSED_FIELD(320)
#define WHIT_FUSED_ANY_384 (WHIT_FUSED_FIELD(384) && !WHIT_HAS_PRIME_384)
#define WHIT_FUSED_ANY_512 WHIT_FUSED_FIELD(512)

#if defined(WHIT_AMALGAMATION)
#define WHIT_LONE_PRIME_192 (WHIT_HAS_PRIME_192 && WHIT_USES_SIZE_192 == 1)
#define WHIT_LONE_PRIME_224 (WHIT_HAS_PRIME_224 && WHIT_USES_SIZE_224 == 1)
#define WHIT_LONE_PRIME_256 (WHIT_HAS_PRIME_256 && WHIT_USES_SIZE_256 == 1)
#define WHIT_LONE_PRIME_384 (WHIT_HAS_PRIME_384 && WHIT_USES_SIZE_384 == 1)
#define WHIT_LONE_PRIME_448 WHIT_HAS_PRIME_448
#if WHIT_MARK_CURVE448
#undef reduce_curve448
#endif
#define WHIT_LONE_PRIME_528 (WHIT_HAS_PRIME_528 && WHIT_USES_SIZE_528 == 1)
#endif

/* WHIT_FUSED_MOSTLY: 1 where hardly anything but those kernels reduces modulo the prime of
 * secp256r1: where they are chosen late, and where the compiler sees the only modulus of its size;
 * but for profile small, which inverts by multiplications. */
#if WHIT_FUSED_LATE || (WHIT_FUSED && WHIT_PROFILE_RANK > WHIT_PROFILE_RANK_small && \
                        WHIT_USES_p256 && WHIT_USES_SIZE_256 == 1 && defined(WHIT_AMALGAMATION))
#define WHIT_FUSED_MOSTLY 1
#else
#define WHIT_FUSED_MOSTLY 0
#endif

/* WHIT_OVERLAP: 1 where operations that do not wait for each other run at the same time. Only
 * where WHIT_HALVING is. */
#ifndef WHIT_OVERLAP
#define WHIT_OVERLAP 0
#endif

/* WHIT_KERNEL_LIMBS: how much deeper kernels reach down the stack than C does, in limbs;
 * WHIT_COMB_LIMBS: the same below the comb of the base point. */
#ifndef WHIT_COMB_LIMBS
#define WHIT_COMB_LIMBS 0
#endif
#ifndef WHIT_KERNEL_LIMBS
#define WHIT_KERNEL_LIMBS 0
#endif

/* WHIT_DIGITS_AHEAD: 1 where scalars of Edwards curves that are public become digits before the
 * multiplication, for two bytes of stack a bit: where doublings are quick, walking through bits is
 * a large part of them. */
#ifndef WHIT_DIGITS_AHEAD
#define WHIT_DIGITS_AHEAD 0
#endif

/* WHIT_QUICK_INVERSION: 1 where it pays to invert for the sake of a window table. */
#ifndef WHIT_QUICK_INVERSION
#define WHIT_QUICK_INVERSION 0
#endif

#endif
