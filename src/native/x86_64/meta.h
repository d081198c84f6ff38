/* SPDX-License-Identifier: MIT */
/* The kernels of x86-64 for the System V calling convention. tools/x86_64.py writes them. They name
 * no symbols, so that position-independent code has the same. MUL, MULX, the additions and the
 * moves by condition that they use are among the instructions whose time Intel and AMD say no
 * operand changes. */
#ifndef WHIT_NATIVE_X86_64_META_H
#define WHIT_NATIVE_X86_64_META_H

#include "base/base.h"

/* A function of assembly alone, into which nothing is to be woven. */
#ifdef WHIT_STACK_PROTECTOR_OPTIONAL
#define X86_64_NAKED \
    WHIT_INTERNAL    \
    __attribute__((naked, noinline, no_instrument_function, no_stack_protector))
#else
#define X86_64_NAKED WHIT_INTERNAL __attribute__((naked, noinline, no_instrument_function))
#endif
#define X86_64_UNUSED __attribute__((unused))

#if WHIT_PROFILE_RANK > WHIT_PROFILE_RANK_small

/* Which form of the multiplications a build takes is settled when it is compiled. */

X86_64_NAKED void whit_field_mul_p256_asm(limb *r, const limb *a, const limb *b);
X86_64_NAKED void whit_field_sqr_p256_asm(limb *r, const limb *a);
X86_64_NAKED void whit_field_add_p256_asm(limb *r, const limb *a, const limb *b);
X86_64_NAKED void whit_field_sub_p256_asm(limb *r, const limb *a, const limb *b);
X86_64_NAKED void whit_field_sub_twice_p256_asm(limb *r, const limb *a, const limb *b);
X86_64_NAKED void whit_field_three_halves_p256_asm(limb *r, const limb *a);
X86_64_NAKED void whit_field_negate_masked_p256_asm(limb *r, limb mask);
#define FUSED_MUL(prime, r, a, b) whit_field_mul_##prime##_asm(r, a, b)
#define FUSED_SQR(prime, r, a) whit_field_sqr_##prime##_asm(r, a)
#define FUSED_ADD(prime, r, a, b) whit_field_add_##prime##_asm(r, a, b)
#define FUSED_SUB(prime, r, a, b) whit_field_sub_##prime##_asm(r, a, b)
#define FUSED_NEGATE_MASKED(prime, r, mask) whit_field_negate_masked_##prime##_asm(r, mask)

/* Those of 2^255 - 19 work on numbers below twice the prime; see FUSED_p25519 in api.h. */
#define FUSED_p25519 1
#define FUSED_p25519_LARGE 1
#define FUSED_p25519_STEPS 1
X86_64_NAKED void whit_field_mul_p25519_asm(limb *r, const limb *a, const limb *b);
X86_64_NAKED void whit_field_sqr_p25519_asm(limb *r, const limb *a);
X86_64_NAKED void whit_field_mul_small_p25519_asm(limb *r, const limb *a, const limb *b);
X86_64_NAKED void whit_field_add_p25519_asm(limb *r, const limb *a, const limb *b);
X86_64_NAKED void whit_field_sub_p25519_asm(limb *r, const limb *a, const limb *b);
X86_64_NAKED void whit_field_canonical_p25519_asm(limb *r, const limb *a);
X86_64_NAKED void whit_field_negate_masked_p25519_asm(limb *r, limb mask);
X86_64_NAKED void whit_field_select_p25519_asm(limb *r, const limb *a, limb bit);
#define FUSED_CANONICAL(prime, r, a) whit_field_canonical_##prime##_asm(r, a)
#define FUSED_SELECT(prime, r, a, bit) whit_field_select_##prime##_asm(r, a, bit)

/* Those of 2^448 - 2^224 - 1 are for curves that halve nothing. */
#define FUSED_p448_LARGE 1
X86_64_NAKED void whit_field_mul_p448_asm(limb *r, const limb *a, const limb *b);
X86_64_NAKED void whit_field_sqr_p448_asm(limb *r, const limb *a);
X86_64_NAKED void whit_field_mul_small_p448_asm(limb *r, const limb *a, const limb *b);
X86_64_NAKED void whit_field_add_p448_asm(limb *r, const limb *a, const limb *b);
X86_64_NAKED void whit_field_sub_p448_asm(limb *r, const limb *a, const limb *b);
X86_64_NAKED void whit_field_negate_masked_p448_asm(limb *r, limb mask);
X86_64_NAKED void whit_field_select_p448_asm(limb *r, const limb *a, limb bit);
#define FUSED_MUL_SMALL(prime, r, a, b) X86_64_MUL_SMALL_##prime(r, a, b)
#define X86_64_MUL_SMALL_p448(r, a, b) whit_field_mul_small_p448_asm(r, a, b)

/* Profile fast has that of shorter primes written out in the point formulas. */
#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast
#include "native/x86_64/generated/inline.h"
#define FUSED_OFTEN_MUL(prime, r, a, b) whit_field_mul_##prime##_inline(r, a, b)
#define FUSED_OFTEN_SQR(prime, r, a) whit_field_sqr_##prime##_inline(r, a)
#define FUSED_OFTEN_ADD(prime, r, a, b) whit_field_add_##prime##_inline(r, a, b)
#define FUSED_OFTEN_SUB(prime, r, a, b) whit_field_sub_##prime##_inline(r, a, b)
#define X86_64_MUL_SMALL_p25519(r, a, b) whit_field_mul_small_p25519_inline(r, a, b)
#define FUSED_SUB_TWICE(prime, r, a, b) whit_field_sub_twice_##prime##_inline(r, a, b)
#define FUSED_THREE_HALVES(prime, r, a) whit_field_three_halves_##prime##_inline(r, a)

/* And whole formulas. */
X86_64_NAKED void whit_point_twice_p256_asm(limb *p, size_t times);
X86_64_NAKED void whit_point_add_affine_p256_asm(limb *p, const limb *q);
#define FUSED_TWICE(prime, p, times) whit_point_twice_##prime##_asm((limb *)(p), times)
#define FUSED_ADD_AFFINE(prime, p, q) \
    whit_point_add_affine_##prime##_asm((limb *)(p), (const limb *)(q))
#else
#define X86_64_MUL_SMALL_p25519(r, a, b) whit_field_mul_small_p25519_asm(r, a, b)
#define FUSED_SUB_TWICE(prime, r, a, b) whit_field_sub_twice_##prime##_asm(r, a, b)
#define FUSED_THREE_HALVES(prime, r, a) whit_field_three_halves_##prime##_asm(r, a)
#endif

X86_64_NAKED void whit_mp_mul_4_asm(limb *r, const limb *a, const limb *b);
X86_64_NAKED void whit_mp_sqr_4_asm(limb *r, const limb *a);
#define mp_mul(r, a, b, n) \
    ((n) == 4 ? whit_mp_mul_4_asm((r), (a), (b)) : whit_mp_mul_c((r), (a), (b), (n)))
#define mp_mul_seldom mp_mul
#define mp_sqr(r, a, n) ((n) == 4 ? whit_mp_sqr_4_asm((r), (a)) : whit_mp_sqr_c((r), (a), (n)))

X86_64_NAKED void whit_reduce_montgomery_4_asm(limb *r, const limb *t, const limb *m, limb n0);
WHIT_INTERNAL void whit_reduce_montgomery_by_length(limb *r, limb *t, const limb *m, limb n0,
                                                    size_t n);
#define reduce_montgomery whit_reduce_montgomery_by_length

X86_64_NAKED limb whit_mp_add_asm(limb *r, const limb *a, const limb *b, size_t n);
X86_64_NAKED limb whit_mp_sub_asm(limb *r, const limb *a, const limb *b, size_t n);
X86_64_NAKED limb whit_mp_add_masked_asm(limb *r, const limb *a, limb mask, size_t n);
#define mp_add whit_mp_add_asm
#define mp_sub whit_mp_sub_asm
#define mp_add_masked whit_mp_add_masked_asm

/* A row by MUL is as good in C. */
#if WHIT_X86_64_ADX
X86_64_NAKED limb whit_mp_mul_add_limb_asm(limb *r, const limb *a, limb b, size_t n);
#define mp_mul_add_limb whit_mp_mul_add_limb_asm
#endif

X86_64_NAKED void whit_mp_lookup_asm(limb *r, const limb *table, size_t entries, limb index,
                                     size_t n);
#define mp_lookup(r, table, entries, index, n)                            \
    ((n) >= 8 ? whit_mp_lookup_asm((r), (table), (entries), (index), (n)) \
              : whit_mp_lookup_c((r), (table), (entries), (index), (n)))

X86_64_NAKED limb whit_mp_find_steps_asm(limb *t, limb delta, limb f, limb g);
X86_64_NAKED void whit_mp_combine_asm(limb *r, const limb *a, const limb *b, const limb *t,
                                      size_t n);
X86_64_NAKED void whit_mp_combine_shifted_asm(limb *r, const limb *a, const limb *b, const limb *t,
                                              size_t n);
#define mp_find_steps whit_mp_find_steps_asm
#define mp_combine whit_mp_combine_asm
#define mp_combine_shifted whit_mp_combine_shifted_asm
#endif

#endif
