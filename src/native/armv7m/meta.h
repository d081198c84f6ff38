/* SPDX-License-Identifier: MIT */
/* The kernels of ARMv7-M without the DSP extension (Cortex-M3), besides those of common.h.
 * tools/armv7m.py writes them. UMULL and its like, and UDIV, end early on small operands there;
 * MUL and MLA, which these take, have one time for all. UMULL is for what is public
 * (WHIT_PUBLIC_MULTIPLY in native/meta.h) and, with WHIT_VARIABLE_MULTIPLY, for all products. */
#ifndef WHIT_NATIVE_ARMV7M_META_H
#define WHIT_NATIVE_ARMV7M_META_H

#include "native/armv7m/common.h"

/* Multiplications of 8 limbs alone: in profile small for the byte code of k256. */
#define WHIT_ARMV7M_ALONE_8 \
    (WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_small && WHIT_COMPACT_k256 && !WHIT_LEAST)
#define WHIT_ARMV7M_8 (WHIT_ARMV7M_LARGE || WHIT_ARMV7M_ALONE_8)
#if WHIT_VARIABLE_MULTIPLY
#define WHIT_ARMV7M_WIDE 1
#define WHIT_ARMV7M_WIDE_8 WHIT_ARMV7M_8
#define ARMV7M_MUL whit_mp_mul_wide_asm
#define ARMV7M_MUL_8 whit_mp_mul_8_wide_asm
#else
#define WHIT_ARMV7M_HALVES 1
#define ARMV7M_MUL whit_mp_mul_asm
#if WHIT_ARMV7M_LARGE
#define WHIT_ARMV7M_HALVES_8 1
#define ARMV7M_MUL_8 whit_mp_mul_8_asm
#else
#define WHIT_ARMV7M_HALVES_8_SMALL WHIT_ARMV7M_8
#define ARMV7M_MUL_8 whit_mp_mul_8_small_asm
#endif
#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_small && !WHIT_LEAST
#if WHIT_ARMV7M_ALONE_8
#define WHIT_ARMV7M_WIDE_8 1
#define mp_mul_public whit_mp_mul_8_wide_asm
#else
#define WHIT_ARMV7M_WIDE 1
#define mp_mul_public whit_mp_mul_wide_asm
#endif
ARMV7M_NAKED void mp_mul_public(limb *r, const limb *a, const limb *b, size_t n);
#endif
#endif
ARMV7M_NAKED void ARMV7M_MUL(limb *r, const limb *a, const limb *b, size_t n);
#if WHIT_ARMV7M_8
ARMV7M_NAKED void ARMV7M_MUL_8(limb *r, const limb *a, const limb *b, size_t n);
#endif

#if WHIT_ARMV7M_ALONE_8
#define mp_mul ARMV7M_MUL_8
#elif WHIT_ARMV7M_8 && (WHIT_PROFILE_RANK != WHIT_PROFILE_RANK_balanced || WHIT_KOBLITZ_256)
#define mp_mul(r, a, b, n) ((n) == 8 ? ARMV7M_MUL_8(r, a, b, n) : ARMV7M_MUL(r, a, b, n))
#else
#define mp_mul ARMV7M_MUL
#endif

/* In a build with no other prime of that form. */
#if WHIT_USES_k256
#if WHIT_ARMV7M_LARGE || WHIT_VARIABLE_MULTIPLY
#define WHIT_ARMV7M_K256 1
#define ARMV7M_REDUCE_K256 whit_reduce_k256_asm
#else
#define WHIT_ARMV7M_K256_SMALL 1
#define ARMV7M_REDUCE_K256 whit_reduce_k256_small_asm
#endif
ARMV7M_NAKED void ARMV7M_REDUCE_K256(limb *r, limb *t, const limb *m, limb fold, size_t n);
#if WHIT_KOBLITZ_256
#define reduce_koblitz ARMV7M_REDUCE_K256
#endif
#endif

#if !WHIT_ARMV7M_LARGE

/* mp_mul does not go row by row. */
ARMV7M_NAKED void whit_reduce_p256_asm(limb *r, limb *t, const limb *m, limb n0, size_t n);
#define reduce_p256 whit_reduce_p256_asm
#if WHIT_COMPACT_256
#define WHIT_ARMV7M_COMPACT 1
#define WHIT_COMPACT_SUB_256 1
ARMV7M_NAKED limb whit_compact_sub_asm(limb *r, const limb *a, const limb *b, const limb *m);
#define compact_sub_256 whit_compact_sub_asm
#endif

#else

/* Of few limbs, half the products are not worth what it takes to double them. */
#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast
#define ARMV7M_SQUARES(n) ((n) <= 6 || (n) == 8)
#else
#define ARMV7M_SQUARES(n) ((n) <= 8)
#endif
#define mp_sqr(r, a, n) \
    (ARMV7M_SQUARES(n) ? mp_mul((r), (a), (a), (n)) : whit_mp_sqr_c((r), (a), (n)))

/* The multiplication squares where both factors are one array. With mp_mul_add_limb, those that are
 * seldom go row by row. */
#define FUSED_MUL(prime, r, a, b) ARMV7M_MUL_##prime(r, a, b)
#define FUSED_SQR(prime, r, a) FUSED_MUL(prime, r, a, a)
/* A product and a kernel that folds it; in field/field_25519.c. */
WHIT_INTERNAL void whit_field_25519_mul(limb *r, const limb *a, const limb *b);
ARMV7M_NAKED void whit_field_fold_p25519_asm(void);
#define ARMV7M_MUL_p25519(r, a, b) whit_field_25519_mul((r), (a), (b))
#define FUSED_p25519_FACTOR 0
#define FUSED_FOLD(prime, r, t) ARMV7M_CALL(whit_field_fold_##prime##_asm, r, t, t)
ARMV7M_NAKED void whit_field_join_p256_asm(void);
#if WHIT_ALONE_p256 && !WHIT_VARIABLE_MULTIPLY
#define FUSED_SECRET whit_field_mul_p256_asm
#define FUSED_PUBLIC whit_field_mul_wide_p256_asm
#define FUSED_MUL_BY(kernel, r, a, b)                                                          \
    do {                                                                                       \
        register limb *armv7m_r __asm__("r0") = (r);                                           \
        register const limb *armv7m_a __asm__("r1") = (a);                                     \
        register const limb *armv7m_b __asm__("r2") = (b);                                     \
        register fused_kernel *armv7m_kernel __asm__("r3") = (kernel);                         \
        __asm__ volatile("blx %3"                                                              \
                         : "+r"(armv7m_r), "+r"(armv7m_a), "+r"(armv7m_b), "+r"(armv7m_kernel) \
                         :                                                                     \
                         : "r4", "r5", "r6", "r8", "r9", "r10", "r11", "r12", "lr", "cc",      \
                           "memory");                                                          \
    } while (0)
#endif
#if WHIT_VARIABLE_MULTIPLY || WHIT_FUSED_PUBLIC
#define WHIT_ARMV7M_WIDE_FIELD 1
ARMV7M_NAKED void whit_field_mul_wide_p256_asm(void);
#endif
#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast && WHIT_SIGNS_p448 && !WHIT_VARIABLE_MULTIPLY
#define FUSED_MUL_PUBLIC(prime, r, a, b) ARMV7M_CALL(whit_field_mul_wide_##prime##_asm, r, a, b)
#endif
#if WHIT_VARIABLE_MULTIPLY || FUSED_p448_PUBLIC
#define WHIT_ARMV7M_WIDE_448 1
ARMV7M_NAKED void whit_field_mul_wide_p448_asm(void);
#endif
#if WHIT_VARIABLE_MULTIPLY
#define WHIT_ARMV7M_WIDE_LARGE 1
ARMV7M_NAKED limb whit_mp_mul_add_limb_wide_asm(limb *r, const limb *a, limb b, size_t n);
#define ARMV7M_MUL_p256(r, a, b) ARMV7M_CALL(whit_field_mul_wide_p256_asm, r, a, b)
#define ARMV7M_MUL_p448(r, a, b) ARMV7M_CALL(whit_field_mul_wide_p448_asm, r, a, b)
#define mp_mul_add_limb whit_mp_mul_add_limb_wide_asm
#define ARMV7M_CLEAR_LIMBS whit_mp_clear_limbs_wide_asm
#else
#define WHIT_ARMV7M_HALVES_LARGE 1
ARMV7M_NAKED void whit_field_mul_p256_asm(void);
ARMV7M_NAKED void whit_field_mul_p448_asm(void);
ARMV7M_NAKED limb whit_mp_mul_add_limb_asm(limb *r, const limb *a, limb b, size_t n);
#define ARMV7M_MUL_p256(r, a, b) ARMV7M_CALL(whit_field_mul_p256_asm, r, a, b)
#define ARMV7M_MUL_p448(r, a, b) ARMV7M_CALL(whit_field_mul_p448_asm, r, a, b)
#define mp_mul_add_limb whit_mp_mul_add_limb_asm
#define ARMV7M_CLEAR_LIMBS whit_mp_clear_limbs_asm
#endif

/* The rows of a Montgomery reduction, which p256 has too few of to be worth their size. */
ARMV7M_NAKED void ARMV7M_CLEAR_LIMBS(limb *t, const limb *m, limb n0, size_t n);
#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast && !WHIT_ALONE_p256
#define mp_clear_limbs ARMV7M_CLEAR_LIMBS
#endif

#endif

#endif
