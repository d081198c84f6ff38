/* SPDX-License-Identifier: MIT */
/* The kernels of RV32IM. tools/rv32.py writes them. The multiplications that they use, MUL, MULHU
 * and MULHSU, are among the instructions that the extension Zkt lists: a core that has it takes a
 * time for them that no operand changes. */
#ifndef WHIT_NATIVE_RV32_META_H
#define WHIT_NATIVE_RV32_META_H

#include "base/base.h"

/* A function of assembly alone. */
#define RV32_NAKED WHIT_INTERNAL __attribute__((naked, noinline))
#define RV32_UNUSED __attribute__((unused))

#if WHIT_PROFILE_RANK > WHIT_PROFILE_RANK_small

/* Point formulas call field arithmetic by the dozen and keep everything in memory, so that its
 * kernels save no registers, and the compiler is told. All but s0, which is the frame pointer of
 * a compiler that keeps one. Others call functions that save them. */
#define RV32_LOST                                                                             \
    "ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a3", "a4", "a5", "a6", "a7", "s1", "s2", \
        "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "memory"
#define RV32_CALL(kernel, r, a, b)                                  \
    do {                                                            \
        register limb *rv32_r __asm__("a0") = (r);                  \
        register const limb *rv32_a __asm__("a1") = (a);            \
        register const limb *rv32_b __asm__("a2") = (b);            \
        __asm__ volatile("call %3"                                  \
                         : "+r"(rv32_r), "+r"(rv32_a), "+r"(rv32_b) \
                         : "i"(kernel)                              \
                         : RV32_LOST);                              \
    } while (0)
#define RV32_CALL_UNARY(kernel, r, a)                                                             \
    do {                                                                                          \
        register limb *rv32_r __asm__("a0") = (r);                                                \
        register const limb *rv32_a __asm__("a1") = (a);                                          \
        __asm__ volatile("call %2" : "+r"(rv32_r), "+r"(rv32_a) : "i"(kernel) : "a2", RV32_LOST); \
    } while (0)

RV32_NAKED void whit_field_mul_p256_asm(void);
RV32_NAKED void whit_field_sqr_p256_asm(void);
RV32_NAKED void whit_field_finish_p256_asm(void);
RV32_NAKED void whit_field_add_p256_asm(void);
RV32_NAKED void whit_field_three_halves_p256_asm(void);
RV32_NAKED void whit_field_sum_p256_asm(void);
RV32_NAKED void whit_field_sub_p256_asm(void);
RV32_NAKED void whit_field_sub_twice_p256_asm(void);
RV32_NAKED void whit_field_difference_p256_asm(void);
RV32_NAKED void whit_field_negate_masked_p256_asm(limb *r, limb mask);
RV32_NAKED void whit_field_saving_p256_asm(void);
RV32_NAKED void whit_field_mul_p256(limb *r, const limb *a, const limb *b);
RV32_NAKED void whit_field_sqr_p256(limb *r, const limb *a);
RV32_NAKED void whit_field_add_p256(limb *r, const limb *a, const limb *b);
RV32_NAKED void whit_field_sub_p256(limb *r, const limb *a, const limb *b);
#define FUSED_MUL(prime, r, a, b) RV32_MUL_##prime(r, a, b)
#define RV32_MUL_p256(r, a, b) whit_field_mul_p256(r, a, b)
#define FUSED_SQR(prime, r, a) RV32_SQR_##prime(r, a)
#define RV32_SQR_p256(r, a) whit_field_sqr_p256(r, a)
#define FUSED_ADD(prime, r, a, b) RV32_ADD_##prime(r, a, b)
#define RV32_ADD_p256(r, a, b) whit_field_add_p256(r, a, b)
#define FUSED_SUB(prime, r, a, b) RV32_SUB_##prime(r, a, b)
#define RV32_SUB_p256(r, a, b) whit_field_sub_p256(r, a, b)
#define FUSED_NEGATE_MASKED(prime, r, mask) whit_field_negate_masked_##prime##_asm(r, mask)
#define FUSED_OFTEN_MUL(prime, r, a, b) RV32_CALL(whit_field_mul_##prime##_asm, r, a, b)
#define FUSED_OFTEN_SQR(prime, r, a) RV32_CALL_UNARY(whit_field_sqr_##prime##_asm, r, a)
#define FUSED_OFTEN_ADD(prime, r, a, b) RV32_CALL(whit_field_add_##prime##_asm, r, a, b)
#define FUSED_OFTEN_SUB(prime, r, a, b) RV32_CALL(whit_field_sub_##prime##_asm, r, a, b)
#define FUSED_SUB_TWICE(prime, r, a, b) RV32_CALL(whit_field_sub_twice_##prime##_asm, r, a, b)
#define FUSED_THREE_HALVES(prime, r, a) RV32_CALL_UNARY(whit_field_three_halves_##prime##_asm, r, a)

/* Those of 2^255 - 19 work on numbers below twice the prime; see FUSED_p25519 in api.h. They
 * are for functions that do nothing else. */
#define FUSED_p25519 1
#define FUSED_p25519_LARGE 1
#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast
#define FUSED_p25519_STEPS 1
#endif
RV32_NAKED void whit_field_mul_p25519_asm(void);
RV32_NAKED void whit_field_sqr_p25519_asm(void);
RV32_NAKED void whit_field_fold_p25519_asm(void);
RV32_NAKED void whit_field_add_p25519_asm(void);
RV32_NAKED void whit_field_sub_p25519_asm(void);
RV32_NAKED void whit_field_canonical_p25519_asm(void);
RV32_NAKED void whit_field_mul_small_p25519_asm(void);
RV32_NAKED void whit_field_select_p25519_asm(void);
RV32_NAKED void whit_field_negate_masked_p25519_asm(limb *r, limb mask);
#define RV32_MUL_p25519(r, a, b) FUSED_OFTEN_MUL(p25519, r, a, b)
#define RV32_SQR_p25519(r, a) FUSED_OFTEN_SQR(p25519, r, a)
#define RV32_ADD_p25519(r, a, b) FUSED_OFTEN_ADD(p25519, r, a, b)
#define RV32_SUB_p25519(r, a, b) FUSED_OFTEN_SUB(p25519, r, a, b)
#define FUSED_CANONICAL(prime, r, a) RV32_CALL_UNARY(whit_field_canonical_##prime##_asm, r, a)
#define FUSED_MUL_SMALL(prime, r, a, b) RV32_CALL(whit_field_mul_small_##prime##_asm, r, a, b)
#define FUSED_SELECT(prime, r, a, bit)                                \
    do {                                                              \
        register limb *rv32_r __asm__("a0") = (r);                    \
        register const limb *rv32_a __asm__("a1") = (a);              \
        register limb rv32_bit __asm__("a2") = (bit);                 \
        __asm__ volatile("call %3"                                    \
                         : "+r"(rv32_r), "+r"(rv32_a), "+r"(rv32_bit) \
                         : "i"(whit_field_select_##prime##_asm)       \
                         : RV32_LOST);                                \
    } while (0)

/* Those of 2^448 - 2^224 - 1 are for curves that halve nothing. */
#define FUSED_p448_LARGE 1
RV32_NAKED void whit_field_mul_p448_asm(void);
RV32_NAKED void whit_field_sqr_p448_asm(void);
RV32_NAKED void whit_field_finish_p448_asm(void);
RV32_NAKED void whit_field_add_p448_asm(void);
RV32_NAKED void whit_field_sub_p448_asm(void);
RV32_NAKED void whit_field_mul_small_p448_asm(void);
RV32_NAKED void whit_field_select_p448_asm(void);
RV32_NAKED void whit_field_negate_masked_p448_asm(limb *r, limb mask);
#define RV32_MUL_p448(r, a, b) FUSED_OFTEN_MUL(p448, r, a, b)
#define RV32_SQR_p448(r, a) FUSED_OFTEN_SQR(p448, r, a)
#define RV32_ADD_p448(r, a, b) FUSED_OFTEN_ADD(p448, r, a, b)
#define RV32_SUB_p448(r, a, b) FUSED_OFTEN_SUB(p448, r, a, b)

RV32_NAKED void whit_mp_lookup_asm(limb *r, const limb *table, size_t entries, limb index,
                                   size_t n);
#define mp_lookup(r, table, entries, index, n)                            \
    ((n) >= 8 ? whit_mp_lookup_asm((r), (table), (entries), (index), (n)) \
              : whit_mp_lookup_c((r), (table), (entries), (index), (n)))

/* Where a build has one curve, over p256 or p25519, and the compiler sees it, all other kernels
 * are for scalars, a few times: the shortest serve. The reduction modulo p256 is then a mark of the
 * prime, which multiplications look at and none calls; that it is Montgomery's, n0 = 1, makes it
 * true. */
RV32_NAKED limb whit_mp_mul_add_limb_asm(limb *r, const limb *a, limb b, size_t n);
WHIT_INTERNAL void whit_mp_mul_rows(limb *r, const limb *a, const limb *b, size_t n);
WHIT_INTERNAL void whit_reduce_p256_mark(limb *r, limb *t, const limb *m, limb n0, size_t n);
#if WHIT_ALONE_p256
#define mp_mul_add_limb whit_mp_mul_add_limb_asm
#define mp_mul_seldom whit_mp_mul_rows
#define reduce_p256 whit_reduce_p256_mark
#elif WHIT_ALONE_p25519
#define mp_mul_add_limb whit_mp_mul_add_limb_asm
#define mp_mul_seldom whit_mp_mul_rows
#endif

RV32_NAKED limb whit_mp_find_steps_asm(limb *t, limb delta, limb f, limb g);
RV32_NAKED void whit_mp_combine_asm(limb *r, const limb *a, const limb *b, const limb *t, size_t n);
RV32_NAKED void whit_mp_combine_shifted_asm(limb *r, const limb *a, const limb *b, const limb *t,
                                            size_t n);
#define mp_find_steps whit_mp_find_steps_asm
#define mp_combine whit_mp_combine_asm
#define mp_combine_shifted whit_mp_combine_shifted_asm

#elif WHIT_COMPACT_256

/* The machine of group/compact.inc. One kernel runs operations; all tasks are another's, but not
 * those of a ladder. */
#define WHIT_RV32_COMPACT 1
#define WHIT_COMPACT_RUN_256 1
#define WHIT_COMPACT_ANY_256 1
#define WHIT_COMPACT_COUNTS_256 1 /* multiplications modulo the prime among the borrows too */
#if WHIT_COMPACT_p256 && !WHIT_LEAST
#define WHIT_RV32_COMPACT_P256 1
#define compact_run_256 whit_compact_run_p256_asm
#elif WHIT_COMPACT_k256 && !WHIT_LEAST
#define WHIT_RV32_COMPACT_K256 1
#define compact_run_256 whit_compact_run_k256_asm
#elif !WHIT_LEAST
#define WHIT_RV32_COMPACT_ANY 1
#define compact_run_256 whit_compact_run_any_asm
#else
#define WHIT_RV32_COMPACT_LEAST 1
#define compact_run_256 whit_compact_run_least_asm
#endif
RV32_NAKED const uint16_t *compact_run_256(void *machine, const uint16_t *program);
#if WHIT_COMPACT_TWISTED_256
/* These have tasks that the kernel does not know. */
#elif WHIT_COMPACT_A_ZERO_256
#define WHIT_RV32_COMPACT_PERFORM_A_ZERO 1
#define compact_perform_256 whit_compact_perform_a_zero_asm
#elif WHIT_LEAST != 2
#define WHIT_RV32_COMPACT_PERFORM 1
#define compact_perform_256 whit_compact_perform_asm
#endif
#ifdef compact_perform_256
#define WHIT_COMPACT_PERFORM_256 1
#define WHIT_COMPACT_STACK_256 72 /* in limbs, with what calls it; see scheme/compact.inc */
RV32_NAKED unsigned compact_perform_256(void *machine, const uint16_t *program, const void *code,
                                        const limb *constants);
#endif
RV32_NAKED void whit_compact_reverse_asm(void *r, const void *a, size_t length);
#define compact_reverse_256 whit_compact_reverse_asm

#endif

#endif
