/* SPDX-License-Identifier: MIT */
/* The kernels of ARMv6-M, which ARMv8-M baseline runs too. tools/armv6m.py writes them. They
 * multiply 32 by 32 bits into 32, an instruction that takes one cycle or 32 as a part's maker
 * chose, and the same for all operands. */
#ifndef WHIT_NATIVE_ARMV6M_META_H
#define WHIT_NATIVE_ARMV6M_META_H

#include "base/base.h"

/* A function of assembly alone. */
#define ARMV6M_NAKED WHIT_INTERNAL __attribute__((naked, noinline))
#define ARMV6M_UNUSED __attribute__((unused))

#define WHIT_ARMV6M 1
#define WHIT_FUSED 1
#define WHIT_FUSED_LATE 1
#if WHIT_PROFILE_RANK > WHIT_PROFILE_RANK_small
#define WHIT_ARMV6M_LARGE 1
#define WHIT_HALVING 1
#define WHIT_QUICK_INVERSION 1
#define WHIT_KERNEL_LIMBS 14
#else
#define WHIT_ARMV6M_SMALL 1
#define WHIT_KERNEL_LIMBS 8
#endif

/* Field arithmetic is called by the dozen from functions that keep everything in memory, so its
 * kernels save no registers, and the compiler is told. All but r7, which is the frame pointer of
 * a compiler that keeps one. */
#define ARMV6M_CALL(kernel, r, a, b)                                                            \
    do {                                                                                        \
        register limb *armv6m_r __asm__("r0") = (r);                                            \
        register const limb *armv6m_a __asm__("r1") = (a);                                      \
        register const limb *armv6m_b __asm__("r2") = (b);                                      \
        __asm__ volatile("bl %c3"                                                               \
                         : "+r"(armv6m_r), "+r"(armv6m_a), "+r"(armv6m_b)                       \
                         : "i"(kernel)                                                          \
                         : "r3", "r4", "r5", "r6", "r8", "r9", "r10", "r11", "r12", "lr", "cc", \
                           "memory");                                                           \
    } while (0)

ARMV6M_NAKED void whit_field_add_secp256r1_asm(void);
ARMV6M_NAKED void whit_field_sub_secp256r1_asm(void);
#define FUSED_SQR(curve, r, a) FUSED_MUL(curve, r, a, a)
#define FUSED_ADD(curve, r, a, b) ARMV6M_ADD_##curve(r, a, b)
#define FUSED_SUB(curve, r, a, b) ARMV6M_SUB_##curve(r, a, b)
#define ARMV6M_ADD_secp256r1(r, a, b) ARMV6M_CALL(whit_field_add_secp256r1_asm, r, a, b)
#define ARMV6M_SUB_secp256r1(r, a, b) ARMV6M_CALL(whit_field_sub_secp256r1_asm, r, a, b)

/* Those of 2^255 - 19 work on numbers below twice the prime; see FUSED_curve25519 in api.h. */
#define FUSED_curve25519 1
#define WHIT_SCALARS_SELDOM 1

/* With it, multiplications of any length go row by row. */
ARMV6M_NAKED limb whit_mp_mul_add_limb_asm(limb *r, const limb *a, limb b, size_t n);
#define mp_mul_add_limb whit_mp_mul_add_limb_asm
#define WHIT_ROWS_APART 1

#ifdef WHIT_ARMV6M_SMALL

#define WHIT_ARMV6M_LARGE 0

#if (WHIT_COMPACT_p256 || WHIT_COMPACT_k256) && !WHIT_LEAST
#define WHIT_ARMV6M_COMPACT_PARTS 1
#define ARMV6M_CALLED __attribute__((used)) /* by the other kernel */
#define WHIT_COMPACT_STACK_256 88  /* in limbs, with what calls it; see scheme/compact.inc */
#define WHIT_COMPACT_INVERSE_256 1 /* that of the order is a constant, of all its limbs */
#define WHIT_COMPACT_PERFORM_256 1
#if WHIT_COMPACT_p256
#define WHIT_ARMV6M_COMPACT 1
#define ARMV6M_PERFORM whit_compact_perform_asm
#else
#define WHIT_ARMV6M_COMPACT_SECP256K1 1
#define ARMV6M_PERFORM whit_compact_perform_secp256k1_asm
#endif
ARMV6M_NAKED unsigned ARMV6M_PERFORM(void *machine, const uint16_t *program, const void *code,
                                     const limb *constants);
#define compact_perform_256 ARMV6M_PERFORM
ARMV6M_NAKED ARMV6M_CALLED void whit_compact_reverse_asm(void *out, const void *in, size_t length);
#define compact_reverse_256 whit_compact_reverse_asm
#define WHIT_COMPACT_SUB_256 1
ARMV6M_NAKED limb whit_compact_sub_asm(limb *r, const limb *a, const limb *b, const limb *m);
#define compact_sub_256 whit_compact_sub_asm
#elif WHIT_COMPACT_256
#define WHIT_ARMV6M_COMPACT_LEAST 1
#define WHIT_COMPACT_ANY_256 1
#define WHIT_COMPACT_STACK_256 72
ARMV6M_NAKED const uint16_t *whit_compact_run_least_asm(void *machine, const uint16_t *program);
#define WHIT_COMPACT_RUN_256 1
#define compact_run_256 whit_compact_run_least_asm
#endif

ARMV6M_NAKED void whit_field_mul_small_secp256r1_asm(void);
#define FUSED_MUL(curve, r, a, b) ARMV6M_MUL_##curve(r, a, b)
#define ARMV6M_MUL_secp256r1(r, a, b) ARMV6M_CALL(whit_field_mul_small_secp256r1_asm, r, a, b)

/* For 2^255 - 19 the rest is C, in field/field_25519.c. */
#define FUSED_curve25519_SMALL 1
ARMV6M_NAKED void whit_field_sum_curve25519_asm(void);
ARMV6M_NAKED void whit_field_add_word_curve25519_asm(void);
#define FUSED_SUM(curve, r, a, b, mode)                                                      \
    do {                                                                                     \
        register limb *armv6m_r __asm__("r0") = (r);                                         \
        register const limb *armv6m_a __asm__("r1") = (a);                                   \
        register const limb *armv6m_b __asm__("r2") = (b);                                   \
        register limb armv6m_mode __asm__("r3") = (mode);                                    \
        __asm__ volatile("bl %c4"                                                            \
                         : "+r"(armv6m_r), "+r"(armv6m_a), "+r"(armv6m_b), "+r"(armv6m_mode) \
                         : "i"(whit_field_sum_curve25519_asm)                                \
                         : "r4", "r5", "r6", "r12", "lr", "cc", "memory");                   \
    } while (0)
#define FUSED_ADD_WORD(curve, r, a, word)                                    \
    do {                                                                     \
        register limb *armv6m_r __asm__("r0") = (r);                         \
        register const limb *armv6m_a __asm__("r1") = (a);                   \
        register limb armv6m_word __asm__("r2") = (word);                    \
        __asm__ volatile("bl %c3"                                            \
                         : "+r"(armv6m_r), "+r"(armv6m_a), "+r"(armv6m_word) \
                         : "i"(whit_field_add_word_##curve##_asm)            \
                         : "r3", "r4", "r6", "lr", "cc", "memory");          \
    } while (0)

#else

/* The multiplication squares where both factors are one array. */
#define WHIT_ARMV6M_SMALL 0
ARMV6M_NAKED void whit_field_mul_secp256r1_asm(void);
#define FUSED_MUL(curve, r, a, b) ARMV6M_CALL(whit_field_mul_##curve##_asm, r, a, b)

ARMV6M_NAKED void whit_field_half_secp256r1_asm(void);
#define FUSED_SUB_TWICE(curve, r, a, b) \
    do {                                \
        limb once[8];                   \
        FUSED_SUB(curve, once, a, b);   \
        FUSED_SUB(curve, r, once, b);   \
    } while (0)
#define FUSED_THREE_HALVES(curve, r, a)                         \
    do {                                                        \
        limb half[8];                                           \
        ARMV6M_CALL(whit_field_half_##curve##_asm, half, a, a); \
        FUSED_ADD(curve, r, half, a);                           \
    } while (0)
#define ARMV6M_LIMBS_secp256r1 8
#define ARMV6M_LIMBS_secp256k1 8
#define ARMV6M_LIMBS_curve25519 8
#define ARMV6M_LIMBS_curve448 14
#define FUSED_NEGATE_MASKED(curve, r, mask)                 \
    do {                                                    \
        limb negative[ARMV6M_LIMBS_##curve];                \
        base_zero(negative, ARMV6M_LIMBS_##curve);          \
        FUSED_SUB(curve, negative, negative, r);            \
        mp_select(r, negative, mask, ARMV6M_LIMBS_##curve); \
    } while (0)

#define WHIT_FUSED_SECP256K1 1
ARMV6M_NAKED void whit_field_mul_secp256k1_asm(void);
ARMV6M_NAKED void whit_field_add_secp256k1_asm(void);
ARMV6M_NAKED void whit_field_sub_secp256k1_asm(void);
ARMV6M_NAKED void whit_field_half_secp256k1_asm(void);
#define ARMV6M_ADD_secp256k1(r, a, b) ARMV6M_CALL(whit_field_add_secp256k1_asm, r, a, b)
#define ARMV6M_SUB_secp256k1(r, a, b) ARMV6M_CALL(whit_field_sub_secp256k1_asm, r, a, b)
#define FUSED_OTHER_SUB_TWICE FUSED_SUB_TWICE
#define FUSED_OTHER_THREE_HALVES FUSED_THREE_HALVES

#define FUSED_curve25519_LARGE 1
#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast
#define FUSED_curve25519_STEPS 1
#endif
ARMV6M_NAKED void whit_field_mul_curve25519_asm(void);
ARMV6M_NAKED void whit_field_add_curve25519_asm(void);
ARMV6M_NAKED void whit_field_sub_curve25519_asm(void);
ARMV6M_NAKED void whit_field_canonical_curve25519_asm(void);
ARMV6M_NAKED void whit_field_mul_small_curve25519_asm(void);
ARMV6M_NAKED void whit_field_select_curve25519_asm(void);
#define ARMV6M_ADD_curve25519(r, a, b) ARMV6M_CALL(whit_field_add_curve25519_asm, r, a, b)
#define ARMV6M_SUB_curve25519(r, a, b) ARMV6M_CALL(whit_field_sub_curve25519_asm, r, a, b)
#define FUSED_CANONICAL(curve, r, a) ARMV6M_CALL(whit_field_canonical_##curve##_asm, r, a, a)
#define FUSED_MUL_SMALL(curve, r, a, b) ARMV6M_CALL(whit_field_mul_small_##curve##_asm, r, a, b)
#define FUSED_SELECT(curve, r, a, bit)                                                          \
    do {                                                                                        \
        register limb *armv6m_r __asm__("r0") = (r);                                            \
        register const limb *armv6m_a __asm__("r1") = (a);                                      \
        register limb armv6m_bit __asm__("r2") = (bit);                                         \
        __asm__ volatile("bl %c3"                                                               \
                         : "+r"(armv6m_r), "+r"(armv6m_a), "+r"(armv6m_bit)                     \
                         : "i"(whit_field_select_##curve##_asm)                                 \
                         : "r3", "r4", "r5", "r6", "r8", "r9", "r10", "r11", "r12", "lr", "cc", \
                           "memory");                                                           \
    } while (0)

/* The multiplication modulo 2^448 - 2^224 - 1 is three of eight limbs. */
#define WHIT_FUSED_448 1
#define FUSED_curve448_LARGE 1
ARMV6M_NAKED void whit_field_mul_curve448_asm(void);
ARMV6M_NAKED void whit_field_add_curve448_asm(void);
ARMV6M_NAKED void whit_field_sub_curve448_asm(void);
ARMV6M_NAKED void whit_field_mul_small_curve448_asm(void);
ARMV6M_NAKED void whit_field_select_curve448_asm(void);
#define ARMV6M_ADD_curve448(r, a, b) ARMV6M_CALL(whit_field_add_curve448_asm, r, a, b)
#define ARMV6M_SUB_curve448(r, a, b) ARMV6M_CALL(whit_field_sub_curve448_asm, r, a, b)
#if WHIT_USES_p448
#define ARMV6M_CALLED __attribute__((used)) /* by another kernel */
#else
#define ARMV6M_CALLED
#endif
ARMV6M_NAKED ARMV6M_CALLED void whit_mp_mul_8_asm(limb *r, const limb *a, const limb *b);
#define mp_mul(r, a, b, n) \
    ((n) == 8 ? whit_mp_mul_8_asm((r), (a), (b)) : whit_mp_mul_c((r), (a), (b), (n)))
#define mp_sqr(r, a, n) ((n) == 8 ? whit_mp_mul_8_asm((r), (a), (a)) : whit_mp_sqr_c((r), (a), (n)))

ARMV6M_NAKED void whit_mp_lookup_asm(limb *r, const limb *table, size_t entries, limb index,
                                     size_t n);
#define mp_lookup(r, table, entries, index, n)                            \
    ((n) >= 8 ? whit_mp_lookup_asm((r), (table), (entries), (index), (n)) \
              : whit_mp_lookup_c((r), (table), (entries), (index), (n)))

ARMV6M_NAKED void whit_mp_double_mod_asm(limb *r, const limb *m, limb bit, size_t n);
#define mp_double_mod whit_mp_double_mod_asm

ARMV6M_NAKED limb whit_mp_find_steps_asm(limb *t, limb delta, limb f, limb g);
ARMV6M_NAKED void whit_mp_combine_asm(limb *r, const limb *a, const limb *b, const limb *t,
                                      size_t n);
ARMV6M_NAKED void whit_mp_combine_shifted_asm(limb *r, const limb *a, const limb *b, const limb *t,
                                              size_t n);
#define mp_find_steps whit_mp_find_steps_asm
#define mp_combine whit_mp_combine_asm
#define mp_combine_shifted whit_mp_combine_shifted_asm

#endif

#endif
