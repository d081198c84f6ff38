/* SPDX-License-Identifier: MIT */
/* The kernels of ARMv7E-M. tools/armv7em.py writes them. */
#ifndef WHIT_NATIVE_ARMV7EM_META_H
#define WHIT_NATIVE_ARMV7EM_META_H

#include "base/base.h"

/* A function of assembly alone. */
#define ARMV7EM_NAKED WHIT_INTERNAL __attribute__((naked, noinline))
#define ARMV7EM_UNUSED __attribute__((unused))

/* Which groups of kernels a build takes: the multiplication, addition and subtraction of fields,
 * and what is worth its size only beyond profile small. */
#define WHIT_ARMV7EM 1
#define WHIT_FUSED 1
#if WHIT_PROFILE_RANK > WHIT_PROFILE_RANK_small
#define WHIT_ARMV7EM_LARGE 1
#define WHIT_HALVING 1
#define WHIT_QUICK_INVERSION 1
#else
#define WHIT_KERNEL_LIMBS 4
#endif

/* Field arithmetic is called by the dozen from functions that keep everything in memory, so its
 * kernels save no registers, and the compiler is told. All but r7, which is the frame pointer of
 * a compiler that keeps one. */
#define ARMV7EM_CALL(kernel, r, a, b)                                                           \
    do {                                                                                        \
        register limb *armv7em_r __asm__("r0") = (r);                                           \
        register const limb *armv7em_a __asm__("r1") = (a);                                     \
        register const limb *armv7em_b __asm__("r2") = (b);                                     \
        __asm__ volatile("bl %c3"                                                               \
                         : "+r"(armv7em_r), "+r"(armv7em_a), "+r"(armv7em_b)                    \
                         : "i"(kernel)                                                          \
                         : "r3", "r4", "r5", "r6", "r8", "r9", "r10", "r11", "r12", "lr", "cc", \
                           "memory");                                                           \
    } while (0)

/* What other kernels call, without the compiler's knowledge. */
#if WHIT_COMPACT_256
#define ARMV7EM_CALLED __attribute__((used))
#else
#define ARMV7EM_CALLED
#endif

ARMV7EM_NAKED ARMV7EM_CALLED void whit_field_mul_secp256r1_asm(void);
ARMV7EM_NAKED void whit_field_add_secp256r1_asm(void);
ARMV7EM_NAKED void whit_field_sub_secp256r1_asm(void);
#define FUSED_MUL(curve, r, a, b) ARMV7EM_CALL(whit_field_mul_##curve##_asm, r, a, b)
#define FUSED_ADD(curve, r, a, b) ARMV7EM_CALL(whit_field_add_##curve##_asm, r, a, b)
#define FUSED_SUB(curve, r, a, b) ARMV7EM_CALL(whit_field_sub_##curve##_asm, r, a, b)

#ifndef WHIT_ARMV7EM_LARGE
#define WHIT_ARMV7EM_LARGE 0
#define FUSED_SQR(curve, r, a) FUSED_MUL(curve, r, a, a)

#if WHIT_COMPACT_256
#define WHIT_ARMV7EM_COMPACT 1
#define WHIT_COMPACT_STACK 60 /* in limbs, with what calls it; see scheme/compact.inc */
ARMV7EM_NAKED const uint16_t *whit_compact_run_asm(void *machine, const uint16_t *program);
#define compact_run whit_compact_run_asm
#endif
#else

ARMV7EM_NAKED void whit_field_sqr_secp256r1_asm(void);
ARMV7EM_NAKED void whit_field_sub_twice_secp256r1_asm(void);
ARMV7EM_NAKED void whit_field_three_halves_secp256r1_asm(void);
ARMV7EM_NAKED void whit_field_negate_masked_secp256r1_asm(void);
#define FUSED_SQR(curve, r, a) ARMV7EM_CALL(whit_field_sqr_##curve##_asm, r, a, a)
#define FUSED_SUB_TWICE(curve, r, a, b) ARMV7EM_CALL(whit_field_sub_twice_##curve##_asm, r, a, b)
#define FUSED_THREE_HALVES(curve, r, a) ARMV7EM_CALL(whit_field_three_halves_##curve##_asm, r, a, a)
#define FUSED_NEGATE_MASKED(curve, r, mask)                                                     \
    do {                                                                                        \
        register limb *armv7em_r __asm__("r0") = (r);                                           \
        register limb armv7em_mask __asm__("r1") = (mask);                                      \
        __asm__ volatile("bl %c2"                                                               \
                         : "+r"(armv7em_r), "+r"(armv7em_mask)                                  \
                         : "i"(whit_field_negate_masked_##curve##_asm)                          \
                         : "r2", "r3", "r4", "r5", "r6", "r8", "r9", "r10", "r11", "r12", "lr", \
                           "cc", "memory");                                                     \
    } while (0)

ARMV7EM_NAKED void whit_mp_lookup_asm(limb *r, const limb *table, size_t entries, limb index,
                                      size_t n);
#define mp_lookup(r, table, entries, index, n)                            \
    ((n) >= 8 ? whit_mp_lookup_asm((r), (table), (entries), (index), (n)) \
              : whit_mp_lookup_c((r), (table), (entries), (index), (n)))

/* Unrolled multiplications: those that a program's curves name are linked. */
ARMV7EM_NAKED void whit_mp_mul_5_asm(limb *r, const limb *a, const limb *b);
ARMV7EM_NAKED void whit_mp_mul_6_asm(limb *r, const limb *a, const limb *b);
ARMV7EM_NAKED void whit_mp_mul_7_asm(limb *r, const limb *a, const limb *b);
ARMV7EM_NAKED void whit_mp_mul_8_asm(limb *r, const limb *a, const limb *b);
ARMV7EM_NAKED void whit_mp_mul_10_asm(limb *r, const limb *a, const limb *b);
ARMV7EM_NAKED void whit_mp_mul_12_asm(limb *r, const limb *a, const limb *b);
ARMV7EM_NAKED void whit_mp_mul_16_asm(limb *r, const limb *a, const limb *b);
ARMV7EM_NAKED void whit_mp_mul_17_asm(limb *r, const limb *a, const limb *b);
#define mp_mul(r, a, b, n)                         \
    ((n) == 5   ? whit_mp_mul_5_asm((r), (a), (b)) \
     : (n) == 6 ? whit_mp_mul_6_asm((r), (a), (b)) \
     : (n) == 7 ? whit_mp_mul_7_asm((r), (a), (b)) \
     : (n) == 8 ? whit_mp_mul_8_asm((r), (a), (b)) \
                : ARMV7EM_MUL_LONG(r, a, b, n))
#define mp_sqr(r, a, n) \
    (ARMV7EM_MULTIPLIES(n) ? mp_mul((r), (a), (a), (n)) : whit_mp_sqr_c((r), (a), (n)))
#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast
#define ARMV7EM_MUL_LONG(r, a, b, n)                 \
    ((n) == 10   ? whit_mp_mul_10_asm((r), (a), (b)) \
     : (n) == 12 ? whit_mp_mul_12_asm((r), (a), (b)) \
     : (n) == 16 ? whit_mp_mul_16_asm((r), (a), (b)) \
     : (n) == 17 ? whit_mp_mul_17_asm((r), (a), (b)) \
                 : whit_mp_mul_c((r), (a), (b), (n)))
#define ARMV7EM_MULTIPLIES(n) \
    (((n) >= 5 && (n) <= 8) || (n) == 10 || (n) == 12 || (n) == 16 || (n) == 17)
#else
#define ARMV7EM_MUL_LONG whit_mp_mul_c
#define ARMV7EM_MULTIPLIES(n) ((n) >= 5 && (n) <= 8)
#endif

ARMV7EM_NAKED limb whit_mp_mul_add_limb_asm(limb *r, const limb *a, limb b, size_t n);
#define mp_mul_add_limb whit_mp_mul_add_limb_asm

/* Passes over limbs, four at a time. */
ARMV7EM_NAKED limb whit_mp_add_asm(limb *r, const limb *a, const limb *b, size_t n);
ARMV7EM_NAKED limb whit_mp_sub_asm(limb *r, const limb *a, const limb *b, size_t n);
ARMV7EM_NAKED limb whit_mp_add_masked_asm(limb *r, const limb *a, limb mask, size_t n);
ARMV7EM_NAKED void whit_mp_select_asm(limb *r, const limb *a, limb mask, size_t n);
#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast
#define mp_add whit_mp_add_asm
#define mp_sub whit_mp_sub_asm
#define mp_add_masked whit_mp_add_masked_asm
#define mp_select whit_mp_select_asm
#endif

ARMV7EM_NAKED void whit_mp_double_mod_asm(limb *r, const limb *m, limb bit, size_t n);

ARMV7EM_NAKED limb whit_mp_find_steps_asm(limb *t, limb delta, limb f, limb g);
ARMV7EM_NAKED void whit_mp_combine_asm(limb *r, const limb *a, const limb *b, const limb *t,
                                       size_t n);
ARMV7EM_NAKED void whit_mp_combine_shifted_asm(limb *r, const limb *a, const limb *b, const limb *t,
                                               size_t n);
/* In profile balanced for secp256r1 alone, of which inversion is a large part beside the other
 * kernels. */
#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast || WHIT_HAS(secp256r1)
#define mp_double_mod whit_mp_double_mod_asm
#define mp_find_steps whit_mp_find_steps_asm
#define mp_combine whit_mp_combine_asm
#define mp_combine_shifted whit_mp_combine_shifted_asm
#endif

#endif

#endif
