/* SPDX-License-Identifier: MIT */
/* What a build chooses: limb width, profile, curves. Every choice has a default that works. */
#ifndef WHIT_BASE_CONFIG_H
#define WHIT_BASE_CONFIG_H

#include "generated/base/options.h"

#include <stddef.h>
#include <stdint.h>

#define WHIT_JOIN_(a, b) a##b
#define WHIT_JOIN(a, b) WHIT_JOIN_(a, b)
#define WHIT_JOIN4_(a, b, c, d) a##b##c##d
#define WHIT_JOIN4(a, b, c, d) WHIT_JOIN4_(a, b, c, d)
#define WHIT_JOIN5_(a, b, c, d, e) a##b##c##d##e
#define WHIT_JOIN5(a, b, c, d, e) WHIT_JOIN5_(a, b, c, d, e)

/* Linkage of internal functions: private to the one file of the amalgamation, where a build
 * leaves out what its curves do not use. */
#if defined(WHIT_AMALGAMATION) && defined(__GNUC__)
#define WHIT_INTERNAL static __attribute__((unused))
#elif defined(WHIT_AMALGAMATION)
#define WHIT_INTERNAL static
#else
#define WHIT_INTERNAL extern
#endif

/* Small functions of the hottest loops: always inlined, since a compiler that optimises for size
 * would call them; not without optimisation, where inlining saves nothing. Clang warns of those
 * that a build of the amalgamation does not use. */
#if defined(__GNUC__) && defined(__OPTIMIZE__)
#define WHIT_INLINE static inline __attribute__((always_inline, unused))
#elif defined(__GNUC__)
#define WHIT_INLINE static inline __attribute__((unused))
#else
#define WHIT_INLINE static inline
#endif

/* A function that must have a stack frame of its own. */
#if defined(__GNUC__)
#define WHIT_NOINLINE __attribute__((noinline))
#else
#define WHIT_NOINLINE
#endif

/* The width of a limb. */
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

/* 1 if integers are known to be little-endian in memory. */
#ifndef WHIT_LITTLE_ENDIAN
#if defined(__BYTE_ORDER__) && defined(__ORDER_LITTLE_ENDIAN__)
#define WHIT_LITTLE_ENDIAN (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
#else
#define WHIT_LITTLE_ENDIAN 0
#endif
#elif WHIT_LITTLE_ENDIAN && defined(__BYTE_ORDER__) && defined(__ORDER_LITTLE_ENDIAN__)
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "WHIT_LITTLE_ENDIAN=1 is not so on this target"
#endif
#endif

/* 1 when the compiler may multiply two limbs into a double limb in
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
#undef WHIT_WIDE_MULTIPLY
#define WHIT_WIDE_MULTIPLY 1
#elif WHIT_WIDE_MULTIPLY && WHIT_LIMB_BITS == 64 && !defined(__SIZEOF_INT128__)
#error "WHIT_WIDE_MULTIPLY=1 with limbs of 64 bits is for compilers with integers of 128 bits"
#undef WHIT_WIDE_MULTIPLY
#define WHIT_WIDE_MULTIPLY 0
#endif

#define WHIT_PROFILE_RANK_small 1
#define WHIT_PROFILE_RANK_balanced 2
#define WHIT_PROFILE_RANK_fast 3
#define WHIT_PROFILE_RANK WHIT_JOIN(WHIT_PROFILE_RANK_, WHIT_PROFILE)

#if WHIT_LEAST && WHIT_PROFILE_RANK != WHIT_PROFILE_RANK_small
WHIT_REFUSE("WHIT_LEAST is for profile small, not ", WHIT_PROFILE);
#endif
#if WHIT_LADDER && WHIT_PROFILE_RANK != WHIT_PROFILE_RANK_small
WHIT_REFUSE("WHIT_LADDER is for profile small, not ", WHIT_PROFILE);
#endif

/* 1 to make public keys of X25519 and X448 on their Edwards curves, which a build then has. */
#ifndef WHIT_X_COMB
#define WHIT_X_COMB (WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast)
#elif WHIT_X_COMB && WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_small
WHIT_REFUSE("WHIT_X_COMB is for profiles balanced and fast, not ", WHIT_PROFILE);
#endif

#if WHIT_PREPARED && WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_small
WHIT_REFUSE("WHIT_PREPARED is for profiles balanced and fast, not ", WHIT_PROFILE);
#endif

/* WHIT_HAS(name) is the question that generated code asks; each curve answers with
 * WHIT_NAMED_<name>_<name> and WHIT_NAMED_<name>_all, and a name that is not defined counts
 * as 0 in a preprocessor condition. WHIT_LISTS(name) asks whether it was asked for by name. */
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

/* WHIT_TAKES_CURVES(WHIT_CURVES): whether it is names of curves alone and no more than are asked
 * for above. Where there are fewer, empty words follow. */
#define WHIT_TAKES_CURVES(...) \
    WHIT_TAKES_EACH(__VA_ARGS__, , , , , , , , , , , , , , , , , , , , , , , , , )
#define WHIT_TAKES_EACH(c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, \
                        c17, c18, c19, c20, c21, c22, c23, c24, c25, ...)                      \
    (WHIT_TAKES_CURVE(c1) && WHIT_TAKES_CURVE(c2) && WHIT_TAKES_CURVE(c3) &&                   \
     WHIT_TAKES_CURVE(c4) && WHIT_TAKES_CURVE(c5) && WHIT_TAKES_CURVE(c6) &&                   \
     WHIT_TAKES_CURVE(c7) && WHIT_TAKES_CURVE(c8) && WHIT_TAKES_CURVE(c9) &&                   \
     WHIT_TAKES_CURVE(c10) && WHIT_TAKES_CURVE(c11) && WHIT_TAKES_CURVE(c12) &&                \
     WHIT_TAKES_CURVE(c13) && WHIT_TAKES_CURVE(c14) && WHIT_TAKES_CURVE(c15) &&                \
     WHIT_TAKES_CURVE(c16) && WHIT_TAKES_CURVE(c17) && WHIT_TAKES_CURVE(c18) &&                \
     WHIT_TAKES_CURVE(c19) && WHIT_TAKES_CURVE(c20) && WHIT_TAKES_CURVE(c21) &&                \
     WHIT_TAKES_CURVE(c22) && WHIT_TAKES_CURVE(c23) && WHIT_TAKES_CURVE(c24) &&                \
     WHIT_PROBE(WHIT_AFTER_CURVES_##c25, 0, ))
#define WHIT_TAKES_CURVE(name) WHIT_PROBE(WHIT_CURVES_TAKES_##name##_, 0, )
#define WHIT_AFTER_CURVES_ , 1

/* Whether one function can do without a stack protector where all others have one; and whether
 * the memory sanitizer is on, which does not see what kernels write. */
#if defined(__has_attribute)
#if __has_attribute(no_stack_protector)
#define WHIT_STACK_PROTECTOR_OPTIONAL 1
#endif
#endif
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#define WHIT_MEMORY_SANITIZER 1
#endif
#endif

#endif
