/* SPDX-License-Identifier: MIT */
/* The kernels of ARMv7-M that multiply no limbs: those that ARMv7E-M takes too. */
#ifndef WHIT_NATIVE_ARMV7M_COMMON_H
#define WHIT_NATIVE_ARMV7M_COMMON_H

#include "base/base.h"

/* A function of assembly alone. */
#define ARMV7M_NAKED WHIT_INTERNAL __attribute__((naked, noinline))
#define ARMV7M_UNUSED __attribute__((unused))

/* Field arithmetic is called by the dozen from functions that keep everything in memory, so its
 * kernels save no registers, and the compiler is told. All but r7, which is the frame pointer of
 * a compiler that keeps one. */
#define ARMV7M_CALL(kernel, r, a, b)                                                            \
    do {                                                                                        \
        register limb *armv7m_r __asm__("r0") = (r);                                            \
        register const limb *armv7m_a __asm__("r1") = (a);                                      \
        register const limb *armv7m_b __asm__("r2") = (b);                                      \
        __asm__ volatile("bl %c3"                                                               \
                         : "+r"(armv7m_r), "+r"(armv7m_a), "+r"(armv7m_b)                       \
                         : "i"(kernel)                                                          \
                         : "r3", "r4", "r5", "r6", "r8", "r9", "r10", "r11", "r12", "lr", "cc", \
                           "memory");                                                           \
    } while (0)

#if WHIT_ARMV7M
ARMV7M_NAKED void whit_field_add_p256_asm(void);
ARMV7M_NAKED void whit_field_sub_p256_asm(void);
#define FUSED_ADD(prime, r, a, b) ARMV7M_CALL(whit_field_add_##prime##_asm, r, a, b)
#define FUSED_SUB(prime, r, a, b) ARMV7M_CALL(whit_field_sub_##prime##_asm, r, a, b)

/* Those of 2^255 - 19 work on numbers below twice the prime; see FUSED_p25519 in api.h. */
#if WHIT_PROFILE_RANK > WHIT_PROFILE_RANK_small
#define FUSED_p25519 1
ARMV7M_NAKED void whit_field_add_p25519_asm(void);
#endif
ARMV7M_NAKED void whit_field_sub_p25519_asm(void);
ARMV7M_NAKED void whit_field_canonical_p25519_asm(void);
#define FUSED_CANONICAL(prime, r, a) ARMV7M_CALL(whit_field_canonical_##prime##_asm, r, a, a)
#endif

#if WHIT_ARMV7M_LARGE

ARMV7M_NAKED void whit_field_half_p256_asm(void);
/* What there is no kernel for, or one that only profile fast takes. */
#if !defined(__ARM_FEATURE_DSP) || WHIT_PROFILE_RANK != WHIT_PROFILE_RANK_fast
#define FUSED_SUB_TWICE(prime, r, a, b) \
    do {                                \
        limb once[8];                   \
        FUSED_SUB(prime, once, a, b);   \
        FUSED_SUB(prime, r, once, b);   \
    } while (0)
#define FUSED_THREE_HALVES(prime, r, a)                         \
    do {                                                        \
        limb half[8];                                           \
        ARMV7M_CALL(whit_field_half_##prime##_asm, half, a, a); \
        FUSED_ADD(prime, r, half, a);                           \
    } while (0)
#endif

ARMV7M_NAKED void whit_field_negate_masked_p256_asm(void);
#define FUSED_NEGATE_MASKED(prime, r, mask)                                                     \
    do {                                                                                        \
        register limb *armv7m_r __asm__("r0") = (r);                                            \
        register limb armv7m_mask __asm__("r1") = (mask);                                       \
        __asm__ volatile("bl %c2"                                                               \
                         : "+r"(armv7m_r), "+r"(armv7m_mask)                                    \
                         : "i"(whit_field_negate_masked_##prime##_asm)                          \
                         : "r2", "r3", "r4", "r5", "r6", "r8", "r9", "r10", "r11", "r12", "lr", \
                           "cc", "memory");                                                     \
    } while (0)

#define FUSED_p25519_LARGE 1
ARMV7M_NAKED void whit_field_negate_masked_p25519_asm(void);
ARMV7M_NAKED void whit_field_select_p25519_asm(void);
#define FUSED_SELECT(prime, r, a, bit)                                                          \
    do {                                                                                        \
        register limb *armv7m_r __asm__("r0") = (r);                                            \
        register const limb *armv7m_a __asm__("r1") = (a);                                      \
        register limb armv7m_bit __asm__("r2") = (bit);                                         \
        __asm__ volatile("bl %c3"                                                               \
                         : "+r"(armv7m_r), "+r"(armv7m_a), "+r"(armv7m_bit)                     \
                         : "i"(whit_field_select_##prime##_asm)                                 \
                         : "r3", "r4", "r5", "r6", "r8", "r9", "r10", "r11", "r12", "lr", "cc", \
                           "memory");                                                           \
    } while (0)

#define FUSED_p448_LARGE 1
ARMV7M_NAKED void whit_field_add_p448_asm(void);
ARMV7M_NAKED void whit_field_sub_p448_asm(void);
ARMV7M_NAKED void whit_field_mul_small_p448_asm(void);
ARMV7M_NAKED void whit_field_negate_masked_p448_asm(void);
ARMV7M_NAKED void whit_field_select_p448_asm(void);
#define FUSED_MUL_SMALL(prime, r, a, b) ARMV7M_CALL(whit_field_mul_small_##prime##_asm, r, a, b)

ARMV7M_NAKED void whit_mp_lookup_asm(limb *r, const limb *table, size_t entries, limb index,
                                     size_t n);
#define ARMV7M_LOOKUP(r, table, entries, index, n)                        \
    ((n) >= 8 ? whit_mp_lookup_asm((r), (table), (entries), (index), (n)) \
              : whit_mp_lookup_c((r), (table), (entries), (index), (n)))
#ifndef __ARM_FEATURE_DSP
#define mp_lookup ARMV7M_LOOKUP
#endif

/* Passes over limbs, four at a time. Without the DSP extension, p256 has little use for them
 * beside the other kernels. */
ARMV7M_NAKED limb whit_mp_add_asm(limb *r, const limb *a, const limb *b, size_t n);
ARMV7M_NAKED limb whit_mp_sub_asm(limb *r, const limb *a, const limb *b, size_t n);
ARMV7M_NAKED limb whit_mp_add_masked_asm(limb *r, const limb *a, limb mask, size_t n);
ARMV7M_NAKED void whit_mp_select_asm(limb *r, const limb *a, limb mask, size_t n);
#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast && (defined(__ARM_FEATURE_DSP) || !WHIT_ALONE_p256)
#define mp_add whit_mp_add_asm
#define mp_sub whit_mp_sub_asm
#define mp_add_masked whit_mp_add_masked_asm
#define mp_select whit_mp_select_asm
#endif

ARMV7M_NAKED void whit_sha256_compress_asm(uint32_t *chain, const uint32_t *block,
                                           const uint32_t *constants);
ARMV7M_NAKED void whit_sha512_compress_asm(uint32_t *chain, const uint32_t *block,
                                           const uint32_t *constants);
#define native_sha256_compress whit_sha256_compress_asm
#define native_sha512_compress whit_sha512_compress_asm

ARMV7M_NAKED void whit_reduce_p448_asm(limb *r, limb *t, const limb *m, limb fold, size_t n);
#if !WHIT_MARK_P448
#define reduce_p448 whit_reduce_p448_asm
#endif

ARMV7M_NAKED limb whit_mp_mod_bits_asm(limb *r, const limb *m, const limb *a, size_t count,
                                       size_t n);

/* Inversion, of which the folder of the multiplication has the other part. In profile balanced it
 * is a large part beside the other kernels: of p256 and, with the DSP extension, of all. */
ARMV7M_NAKED limb whit_mp_find_steps_asm(limb *t, limb delta, limb f, limb g);
ARMV7M_NAKED void whit_mp_combine_asm(limb *r, const limb *a, const limb *b, const limb *t,
                                      size_t n);
ARMV7M_NAKED void whit_mp_combine_shifted_asm(limb *r, const limb *a, const limb *b, const limb *t,
                                              size_t n);
#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast || WHIT_USES_p256 || defined(__ARM_FEATURE_DSP)
#define mp_mod_bits whit_mp_mod_bits_asm
#define mp_find_steps whit_mp_find_steps_asm
#define mp_combine whit_mp_combine_asm
#define mp_combine_shifted whit_mp_combine_shifted_asm
#endif

#endif

#endif
