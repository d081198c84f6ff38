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

ARMV6M_NAKED void whit_field_add_p256_asm(void);
ARMV6M_NAKED void whit_field_sub_p256_asm(void);
#define FUSED_SQR(prime, r, a) FUSED_MUL(prime, r, a, a)
#define FUSED_ADD(prime, r, a, b) ARMV6M_ADD_##prime(r, a, b)
#define FUSED_SUB(prime, r, a, b) ARMV6M_SUB_##prime(r, a, b)
#define ARMV6M_ADD_p256(r, a, b) ARMV6M_CALL(whit_field_add_p256_asm, r, a, b)
#define ARMV6M_SUB_p256(r, a, b) ARMV6M_CALL(whit_field_sub_p256_asm, r, a, b)

/* Those of 2^255 - 19 work on numbers below twice the prime; see FUSED_p25519 in api.h. */
#define FUSED_p25519 1

/* With it, multiplications of any length go row by row. */
ARMV6M_NAKED limb whit_mp_mul_add_limb_asm(limb *r, const limb *a, limb b, size_t n);
#define mp_mul_add_limb whit_mp_mul_add_limb_asm

#if WHIT_ARMV6M_SMALL

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
#define WHIT_ARMV6M_COMPACT_K256 1
#define ARMV6M_PERFORM whit_compact_perform_k256_asm
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

ARMV6M_NAKED void whit_field_mul_small_p256_asm(void);
#define FUSED_MUL(prime, r, a, b) ARMV6M_MUL_##prime(r, a, b)
#define ARMV6M_MUL_p256(r, a, b) ARMV6M_CALL(whit_field_mul_small_p256_asm, r, a, b)

/* For 2^255 - 19 the rest is C, in field/field_25519.c. */
#define FUSED_p25519_SMALL 1
ARMV6M_NAKED void whit_field_sum_p25519_asm(void);
ARMV6M_NAKED void whit_field_add_word_p25519_asm(void);
#define FUSED_SUM(prime, r, a, b, mode)                                                      \
    do {                                                                                     \
        register limb *armv6m_r __asm__("r0") = (r);                                         \
        register const limb *armv6m_a __asm__("r1") = (a);                                   \
        register const limb *armv6m_b __asm__("r2") = (b);                                   \
        register limb armv6m_mode __asm__("r3") = (mode);                                    \
        __asm__ volatile("bl %c4"                                                            \
                         : "+r"(armv6m_r), "+r"(armv6m_a), "+r"(armv6m_b), "+r"(armv6m_mode) \
                         : "i"(whit_field_sum_p25519_asm)                                    \
                         : "r4", "r5", "r6", "r12", "lr", "cc", "memory");                   \
    } while (0)
#define FUSED_ADD_WORD(prime, r, a, word)                                    \
    do {                                                                     \
        register limb *armv6m_r __asm__("r0") = (r);                         \
        register const limb *armv6m_a __asm__("r1") = (a);                   \
        register limb armv6m_word __asm__("r2") = (word);                    \
        __asm__ volatile("bl %c3"                                            \
                         : "+r"(armv6m_r), "+r"(armv6m_a), "+r"(armv6m_word) \
                         : "i"(whit_field_add_word_##prime##_asm)            \
                         : "r3", "r4", "r6", "lr", "cc", "memory");          \
    } while (0)

#else

/* The multiplication squares where both factors are one array. */
ARMV6M_NAKED void whit_field_mul_p256_asm(void);
#define FUSED_MUL(prime, r, a, b) ARMV6M_CALL(whit_field_mul_##prime##_asm, r, a, b)

ARMV6M_NAKED void whit_field_half_p256_asm(void);
#define FUSED_SUB_TWICE(prime, r, a, b) \
    do {                                \
        limb once[8];                   \
        FUSED_SUB(prime, once, a, b);   \
        FUSED_SUB(prime, r, once, b);   \
    } while (0)
#define FUSED_THREE_HALVES(prime, r, a)                         \
    do {                                                        \
        limb half[8];                                           \
        ARMV6M_CALL(whit_field_half_##prime##_asm, half, a, a); \
        FUSED_ADD(prime, r, half, a);                           \
    } while (0)
#define ARMV6M_LIMBS_p256 8
#define ARMV6M_LIMBS_k256 8
#define ARMV6M_LIMBS_p25519 8
#define ARMV6M_LIMBS_p448 14
#define FUSED_NEGATE_MASKED(prime, r, mask)                 \
    do {                                                    \
        limb negative[ARMV6M_LIMBS_##prime];                \
        base_zero(negative, ARMV6M_LIMBS_##prime);          \
        FUSED_SUB(prime, negative, negative, r);            \
        mp_select(r, negative, mask, ARMV6M_LIMBS_##prime); \
    } while (0)

ARMV6M_NAKED void whit_field_mul_k256_asm(void);
ARMV6M_NAKED void whit_field_add_k256_asm(void);
ARMV6M_NAKED void whit_field_sub_k256_asm(void);
ARMV6M_NAKED void whit_field_half_k256_asm(void);
#define ARMV6M_ADD_k256(r, a, b) ARMV6M_CALL(whit_field_add_k256_asm, r, a, b)
#define ARMV6M_SUB_k256(r, a, b) ARMV6M_CALL(whit_field_sub_k256_asm, r, a, b)
#define FUSED_OTHER_SUB_TWICE FUSED_SUB_TWICE
#define FUSED_OTHER_THREE_HALVES FUSED_THREE_HALVES

#define FUSED_p25519_LARGE 1
#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast
#define FUSED_p25519_STEPS 1
#endif
ARMV6M_NAKED void whit_field_mul_p25519_asm(void);
ARMV6M_NAKED void whit_field_add_p25519_asm(void);
ARMV6M_NAKED void whit_field_sub_p25519_asm(void);
ARMV6M_NAKED void whit_field_canonical_p25519_asm(void);
ARMV6M_NAKED void whit_field_mul_small_p25519_asm(void);
ARMV6M_NAKED void whit_field_select_p25519_asm(void);
#define ARMV6M_ADD_p25519(r, a, b) ARMV6M_CALL(whit_field_add_p25519_asm, r, a, b)
#define ARMV6M_SUB_p25519(r, a, b) ARMV6M_CALL(whit_field_sub_p25519_asm, r, a, b)
#define FUSED_CANONICAL(prime, r, a) ARMV6M_CALL(whit_field_canonical_##prime##_asm, r, a, a)
#define FUSED_MUL_SMALL(prime, r, a, b) ARMV6M_CALL(whit_field_mul_small_##prime##_asm, r, a, b)
#define FUSED_SELECT(prime, r, a, bit)                                                          \
    do {                                                                                        \
        register limb *armv6m_r __asm__("r0") = (r);                                            \
        register const limb *armv6m_a __asm__("r1") = (a);                                      \
        register limb armv6m_bit __asm__("r2") = (bit);                                         \
        __asm__ volatile("bl %c3"                                                               \
                         : "+r"(armv6m_r), "+r"(armv6m_a), "+r"(armv6m_bit)                     \
                         : "i"(whit_field_select_##prime##_asm)                                 \
                         : "r3", "r4", "r5", "r6", "r8", "r9", "r10", "r11", "r12", "lr", "cc", \
                           "memory");                                                           \
    } while (0)

/* The multiplication modulo 2^448 - 2^224 - 1 is three of eight limbs. */
#define FUSED_p448_LARGE 1
ARMV6M_NAKED void whit_field_mul_p448_asm(void);
ARMV6M_NAKED void whit_field_add_p448_asm(void);
ARMV6M_NAKED void whit_field_sub_p448_asm(void);
ARMV6M_NAKED void whit_field_mul_small_p448_asm(void);
ARMV6M_NAKED void whit_field_select_p448_asm(void);
#define ARMV6M_ADD_p448(r, a, b) ARMV6M_CALL(whit_field_add_p448_asm, r, a, b)
#define ARMV6M_SUB_p448(r, a, b) ARMV6M_CALL(whit_field_sub_p448_asm, r, a, b)
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
