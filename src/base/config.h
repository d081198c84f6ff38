/* SPDX-License-Identifier: MIT */
/* What a build chooses: limb width, profile, curves. Every choice has a default that works. */
#ifndef WHIT_BASE_CONFIG_H
#define WHIT_BASE_CONFIG_H

#include <stddef.h>
#include <stdint.h>

#define WHIT_JOIN_(a, b) a##b
#define WHIT_JOIN(a, b) WHIT_JOIN_(a, b)
#define WHIT_JOIN4_(a, b, c, d) a##b##c##d
#define WHIT_JOIN4(a, b, c, d) WHIT_JOIN4_(a, b, c, d)

/* Linkage of internal functions: private to the one file of the amalgamation, where a build
 * leaves out what its curves do not use. */
#if defined(WHIT_AMALGAMATION) && defined(__GNUC__)
#define WHIT_INTERNAL static __attribute__((unused))
#elif defined(WHIT_AMALGAMATION)
#define WHIT_INTERNAL static
#else
#define WHIT_INTERNAL extern
#endif

/* Small steps of the hottest loops, which a compiler that optimises for size would call. Clang
 * warns of those that a build leaves out in the one file of the amalgamation. */
#if defined(__GNUC__)
#define WHIT_INLINE static inline __attribute__((always_inline, unused))
#else
#define WHIT_INLINE static inline
#endif

/* A function that must have a stack frame of its own. */
#if defined(__GNUC__)
#define WHIT_NOINLINE __attribute__((noinline))
#else
#define WHIT_NOINLINE
#endif

/* WHIT_LIMB_BITS: 8, 16, 32 or 64, the width of a limb. */
#ifndef WHIT_LIMB_BITS
#if defined(__SIZEOF_INT128__)
#define WHIT_LIMB_BITS 64
#elif defined(__AVR__)
#define WHIT_LIMB_BITS 8
#elif defined(__MSP430__)
#define WHIT_LIMB_BITS 16
#else
#define WHIT_LIMB_BITS 32
#endif
#endif

/* WHIT_LITTLE_ENDIAN: 1 when numbers are known to begin with their lowest byte in memory. */
#ifndef WHIT_LITTLE_ENDIAN
#if defined(__BYTE_ORDER__) && defined(__ORDER_LITTLE_ENDIAN__)
#define WHIT_LITTLE_ENDIAN (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
#else
#define WHIT_LITTLE_ENDIAN 0
#endif
#endif

/* WHIT_VARIABLE_MULTIPLY: 1 lets secrets into UMULL and its like on ARMv7-M without the DSP
 * extension. A Cortex-M3 takes 3 to 5 cycles for UMULL by the size of its operands, and 4 to 7 for
 * UMLAL: with 1, operations on secrets are faster and do not take constant time there. It is for
 * cores of that instruction set whose multiplier takes one time for all operands, and for programs
 * that only verify or whose attackers measure no time. It does nothing elsewhere. */
#ifndef WHIT_VARIABLE_MULTIPLY
#define WHIT_VARIABLE_MULTIPLY 0
#endif

/* WHIT_WIDE_MULTIPLY: 1 when the compiler may multiply two limbs into a double limb in
 * constant time. 0 splits limbs into halves and uses the single-width multiplication alone:
 * ARMv6-M and ARMv8-M baseline have no wide one, and on ARMv7-M without the DSP extension
 * (Cortex-M3) UMULL ends early on small operands. */
#ifndef WHIT_WIDE_MULTIPLY
#if WHIT_LIMB_BITS == 64 && !defined(__SIZEOF_INT128__)
#define WHIT_WIDE_MULTIPLY 0
#elif WHIT_LIMB_BITS == 32 && (defined(__ARM_ARCH_6M__) || defined(__ARM_ARCH_8M_BASE__) || \
                               (defined(__ARM_ARCH_7M__) && !WHIT_VARIABLE_MULTIPLY))
#define WHIT_WIDE_MULTIPLY 0
#else
#define WHIT_WIDE_MULTIPLY 1
#endif
#endif

#if !WHIT_WIDE_MULTIPLY && WHIT_LIMB_BITS < 32
#error "WHIT_WIDE_MULTIPLY=0 is for limbs of 32 and 64 bits"
#endif

/* WHIT_PROFILE: small, balanced or fast. */
#ifndef WHIT_PROFILE
#define WHIT_PROFILE balanced
#endif
#define WHIT_PROFILE_RANK_small 1
#define WHIT_PROFILE_RANK_balanced 2
#define WHIT_PROFILE_RANK_fast 3
#define WHIT_PROFILE_RANK WHIT_JOIN(WHIT_PROFILE_RANK_, WHIT_PROFILE)
#if WHIT_PROFILE_RANK < 1
#error "WHIT_PROFILE is small, balanced or fast"
#endif

/* WHIT_LEAST: 0, 1 or 2; 1 for the least flash of profile small, where that runs on byte code (a
 * build from the amalgamation with secp256r1, or another curve with byte code, alone of its size):
 * one loop multiplies modulo every number, and what is made for the prime is left out. That takes
 * some twice as long on a Cortex-M4 and three times on a Cortex-M0. 2 is for programs that do ECDH
 * alone: that has a ladder of its own, and other operations are those of builds without byte code;
 * where a = 0 it is as 1. It does nothing elsewhere. */
#ifndef WHIT_LEAST
#define WHIT_LEAST 0
#endif

/* WHIT_STEPS: 1 for the functions of whit/steps.h, which run operations in steps. They share code
 * with those that run in one, and where they stand beside these the compiler no longer writes out
 * in one place what has two callers: so they are left out unless asked for. */
#ifndef WHIT_STEPS
#define WHIT_STEPS 0
#endif

/* WHIT_RANDOMISE: 1 multiplies the coordinates that a secret scalar meets on a short Weierstrass
 * curve by powers of a drawn number, in every operation that has a random source, and adds those of
 * whit/randomised.h, which take one for nothing else. It is for devices whose power or emanation an
 * attacker can measure; doc/constant-time.md says against what it helps. */
#ifndef WHIT_RANDOMISE
#define WHIT_RANDOMISE 0
#endif

/* WHIT_CURVES: the curves of this build, at most twenty-four names separated by commas, or all.
 * WHIT_MINIMUM_SECURITY: weaker curves, in bits, are not of this build.
 *
 * WHIT_HAS(name) is the question that generated code asks; each curve answers with
 * WHIT_NAMED_<name>_<name> and WHIT_NAMED_<name>_all, and a name that is not defined counts
 * as 0 in a preprocessor condition. WHIT_LISTS(name) asks whether it was asked for by name. */
#ifndef WHIT_CURVES
#define WHIT_CURVES all
#endif
#ifndef WHIT_MINIMUM_SECURITY
#define WHIT_MINIMUM_SECURITY 0
#endif
#define WHIT_HAS(name) \
    WHIT_ASK(NAMED, name, WHIT_CURVES, , , , , , , , , , , , , , , , , , , , , , , , , )
#define WHIT_LISTS(name) \
    WHIT_ASK(LISTED, name, WHIT_CURVES, , , , , , , , , , , , , , , , , , , , , , , , , )
#define WHIT_ASK(...) WHIT_ASK_EACH(__VA_ARGS__)
#define WHIT_ASK_EACH(q, n, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, \
                      c17, c18, c19, c20, c21, c22, c23, c24, ...)                                 \
    (WHIT_##q##_##n##_##c1 || WHIT_##q##_##n##_##c2 || WHIT_##q##_##n##_##c3 ||                    \
     WHIT_##q##_##n##_##c4 || WHIT_##q##_##n##_##c5 || WHIT_##q##_##n##_##c6 ||                    \
     WHIT_##q##_##n##_##c7 || WHIT_##q##_##n##_##c8 || WHIT_##q##_##n##_##c9 ||                    \
     WHIT_##q##_##n##_##c10 || WHIT_##q##_##n##_##c11 || WHIT_##q##_##n##_##c12 ||                 \
     WHIT_##q##_##n##_##c13 || WHIT_##q##_##n##_##c14 || WHIT_##q##_##n##_##c15 ||                 \
     WHIT_##q##_##n##_##c16 || WHIT_##q##_##n##_##c17 || WHIT_##q##_##n##_##c18 ||                 \
     WHIT_##q##_##n##_##c19 || WHIT_##q##_##n##_##c20 || WHIT_##q##_##n##_##c21 ||                 \
     WHIT_##q##_##n##_##c22 || WHIT_##q##_##n##_##c23 || WHIT_##q##_##n##_##c24)

#endif
