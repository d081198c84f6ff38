/* SPDX-License-Identifier: MIT */
/* The kernels of ARMv7E-M. tools/armv7em.py writes them. */
#ifndef WHIT_NATIVE_ARMV7EM_META_H
#define WHIT_NATIVE_ARMV7EM_META_H

#include "native/armv7m/common.h"

#define ARMV7EM_NAKED ARMV7M_NAKED
#define ARMV7EM_UNUSED ARMV7M_UNUSED

/* What other kernels call, without the compiler's knowledge. */
#if WHIT_COMPACT_256 && !WHIT_LEAST
#define ARMV7EM_CALLED __attribute__((used))
#else
#define ARMV7EM_CALLED
#endif

ARMV7EM_NAKED ARMV7EM_CALLED void whit_field_mul_p256_asm(void);
#define FUSED_MUL(prime, r, a, b) ARMV7M_CALL(whit_field_mul_##prime##_asm, r, a, b)

ARMV7EM_NAKED void whit_field_mul_p25519_asm(void);

/* The same for other primes. */
#if WHIT_COMPACT_256 && !WHIT_LEAST
ARMV7EM_NAKED ARMV7EM_CALLED void whit_field_mul_k256_asm(void);
#endif
#define ARMV7EM_PRIME(prime)                               \
    ARMV7EM_NAKED void whit_field_mul_##prime##_asm(void); \
    ARMV7EM_NAKED void whit_field_add_##prime##_asm(void); \
    ARMV7EM_NAKED void whit_field_sub_##prime##_asm(void)
ARMV7EM_PRIME(p192);
ARMV7EM_PRIME(p224);
ARMV7EM_PRIME(k256);

#if !WHIT_ARMV7EM_LARGE
#define FUSED_SQR(prime, r, a) FUSED_MUL(prime, r, a, a)

#if WHIT_COMPACT_256
#define WHIT_COMPACT_RUN_256 1
#define WHIT_COMPACT_STACK_256 60 /* in limbs, with what calls it; see scheme/compact.inc */
#if WHIT_COMPACT_p256 && !WHIT_LEAST
#define WHIT_ARMV7EM_COMPACT 1
ARMV7EM_NAKED const uint16_t *whit_compact_run_asm(void *machine, const uint16_t *program);
#define compact_run_256 whit_compact_run_asm
#elif WHIT_COMPACT_k256 && !WHIT_LEAST
#define WHIT_ARMV7EM_COMPACT_K256 1
ARMV7EM_NAKED const uint16_t *whit_compact_run_k256_asm(void *machine, const uint16_t *program);
#define compact_run_256 whit_compact_run_k256_asm
#else
#undef WHIT_COMPACT_STACK_256
#define WHIT_COMPACT_STACK_256 52
#define WHIT_ARMV7EM_COMPACT_LEAST 1
#define WHIT_COMPACT_ANY_256 1
#define WHIT_COMPACT_COUNTS_256 1 /* multiplications modulo the prime among the borrows too */
ARMV7EM_NAKED const uint16_t *whit_compact_run_least_asm(void *machine, const uint16_t *program);
#define compact_run_256 whit_compact_run_least_asm
#endif
#endif
#else

ARMV7EM_NAKED void whit_field_sqr_p256_asm(void);
ARMV7EM_NAKED void whit_field_sub_twice_p256_asm(void);
ARMV7EM_NAKED void whit_field_three_halves_p256_asm(void);
#define FUSED_SQR(prime, r, a) ARMV7M_CALL(whit_field_sqr_##prime##_asm, r, a, a)
#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast
#define FUSED_SUB_TWICE(prime, r, a, b) ARMV7M_CALL(whit_field_sub_twice_##prime##_asm, r, a, b)
#define FUSED_THREE_HALVES(prime, r, a) ARMV7M_CALL(whit_field_three_halves_##prime##_asm, r, a, a)
#endif

#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast
#define FUSED_p25519_STEPS 1
#endif
ARMV7EM_NAKED void whit_field_sqr_p25519_asm(void);
ARMV7EM_NAKED void whit_field_lookup_prepared_p25519_asm(limb *r, const limb *table, limb index,
                                                         limb negative);
#define FUSED_p25519_LOOKUP 1
#define FUSED_LOOKUP_PREPARED(prime, r, table, index, negative) \
    whit_field_lookup_prepared_##prime##_asm(r, table, index, negative)
/* For the ladder. */
#define FUSED_p25519_LADDER 1
ARMV7EM_NAKED void whit_field_select_two_p25519_asm(void);
ARMV7EM_NAKED void whit_field_sub_scale_p25519_asm(void);
#define FUSED_SELECT_TWO(prime, r, a, bit)                                                      \
    do {                                                                                        \
        register limb *armv7m_r __asm__("r0") = (r);                                            \
        register const limb *armv7m_a __asm__("r1") = (a);                                      \
        register limb armv7m_bit __asm__("r2") = (bit);                                         \
        __asm__ volatile("bl %c3"                                                               \
                         : "+r"(armv7m_r), "+r"(armv7m_a), "+r"(armv7m_bit)                     \
                         : "i"(whit_field_select_two_##prime##_asm)                             \
                         : "r3", "r4", "r5", "r6", "r8", "r9", "r10", "r11", "r12", "lr", "cc", \
                           "memory");                                                           \
    } while (0)
ARMV7EM_NAKED void whit_field_sub_add_p25519_asm(void);
#define ARMV7EM_CALL_OF_FOUR(kernel, r, a, b, d)                                              \
    do {                                                                                      \
        register limb *armv7em_r __asm__("r0") = (r);                                         \
        register const limb *armv7em_a __asm__("r1") = (a);                                   \
        register const limb *armv7em_b __asm__("r2") = (b);                                   \
        register limb *armv7em_d __asm__("r3") = (d);                                         \
        __asm__ volatile("bl %c4"                                                             \
                         : "+r"(armv7em_r), "+r"(armv7em_a), "+r"(armv7em_b), "+r"(armv7em_d) \
                         : "i"(kernel)                                                        \
                         : "r4", "r5", "r6", "r8", "r9", "r10", "r11", "r12", "lr", "cc",     \
                           "memory");                                                         \
    } while (0)
#define FUSED_SUB_SCALE(prime, r, a, b, d) \
    ARMV7EM_CALL_OF_FOUR(whit_field_sub_scale_##prime##_asm, r, a, b, d)
#define FUSED_p25519_SUB_ADD 1
#define FUSED_SUB_ADD(prime, r, a, b, d) \
    ARMV7EM_CALL_OF_FOUR(whit_field_sub_add_##prime##_asm, r, a, b, d)

ARMV7EM_PRIME(p384);
ARMV7EM_PRIME(p521);
ARMV7EM_NAKED void whit_field_finish_p384_asm(void);
ARMV7EM_NAKED void whit_field_finish_p521_asm(void);
#define ARMV7EM_PRIME_LARGE(prime)                                  \
    ARMV7EM_NAKED void whit_field_sqr_##prime##_asm(void);          \
    ARMV7EM_NAKED void whit_field_sub_twice_##prime##_asm(void);    \
    ARMV7EM_NAKED void whit_field_three_halves_##prime##_asm(void); \
    ARMV7EM_NAKED void whit_field_negate_masked_##prime##_asm(void)
ARMV7EM_PRIME_LARGE(p192);
ARMV7EM_PRIME_LARGE(p224);
ARMV7EM_PRIME_LARGE(k256);
ARMV7EM_PRIME_LARGE(p384);
ARMV7EM_PRIME_LARGE(p521);
/* Those of 2^448 - 2^224 - 1 are for curves that halve nothing. */
ARMV7EM_NAKED void whit_field_mul_p448_asm(void);
ARMV7EM_NAKED void whit_field_sqr_p448_asm(void);
#define FUSED_OTHER_THREE_HALVES(prime, r, a) \
    ARMV7M_CALL(whit_field_three_halves_##prime##_asm, r, a, a)
#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast
#define FUSED_OTHER_SUB_TWICE(prime, r, a, b) \
    ARMV7M_CALL(whit_field_sub_twice_##prime##_asm, r, a, b)
#else
#define FUSED_OTHER_SUB_TWICE(prime, r, a, b) \
    do {                                      \
        limb once[FIELD_LIMBS];               \
        FUSED_SUB(prime, once, a, b);         \
        FUSED_SUB(prime, r, once, b);         \
    } while (0)
#endif

/* The same for any modulus f of 5 to 16 limbs that is reduced in Montgomery's way; for few limbs
 * all of it, for more the multiplications. */
#define ARMV7EM_CALL_ANY(kernel, r, a, b, f)                                                  \
    do {                                                                                      \
        register limb *armv7em_r __asm__("r0") = (r);                                         \
        register const limb *armv7em_a __asm__("r1") = (a);                                   \
        register const limb *armv7em_b __asm__("r2") = (b);                                   \
        register const limb *armv7em_m __asm__("r3") = (f)->m;                                \
        __asm__ volatile("bl %c4"                                                             \
                         : "+r"(armv7em_r), "+r"(armv7em_a), "+r"(armv7em_b), "+r"(armv7em_m) \
                         : "i"(kernel)                                                        \
                         : "r4", "r5", "r6", "r8", "r9", "r10", "r11", "r12", "lr", "cc",     \
                           "memory");                                                         \
    } while (0)
#define ARMV7EM_ANY(n)                                     \
    ARMV7EM_NAKED void whit_field_mul_any_##n##_asm(void); \
    ARMV7EM_NAKED void whit_field_sqr_any_##n##_asm(void); \
    ARMV7EM_NAKED void whit_field_finish_any_##n##_asm(void)
#define ARMV7EM_ANY_SHORT(n)                                        \
    ARMV7EM_ANY(n);                                                 \
    ARMV7EM_NAKED void whit_field_add_any_##n##_asm(void);          \
    ARMV7EM_NAKED void whit_field_sub_any_##n##_asm(void);          \
    ARMV7EM_NAKED void whit_field_half_any_##n##_asm(void);         \
    ARMV7EM_NAKED void whit_field_sub_twice_any_##n##_asm(void);    \
    ARMV7EM_NAKED void whit_field_three_halves_any_##n##_asm(void); \
    ARMV7EM_NAKED void whit_field_negate_masked_any_##n##_asm(void)
ARMV7EM_ANY_SHORT(5);
ARMV7EM_ANY_SHORT(6);
ARMV7EM_ANY_SHORT(7);
ARMV7EM_ANY_SHORT(8);
ARMV7EM_ANY(10);
ARMV7EM_ANY(12);
ARMV7EM_ANY(16);
#define ANY_FUSED_MUL(n, f, r, a, b) ARMV7EM_CALL_ANY(whit_field_mul_any_##n##_asm, r, a, b, f)
#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast
#define ANY_FUSED_SQR(n, f, r, a) ARMV7EM_CALL_ANY(whit_field_sqr_any_##n##_asm, r, a, a, f)
#else
#define ANY_FUSED_SQR(n, f, r, a) ANY_FUSED_MUL(n, f, r, a, a)
#endif
#define ANY_FUSED_ADD(n, f, r, a, b) ARMV7EM_CALL_ANY(whit_field_add_any_##n##_asm, r, a, b, f)
#define ANY_FUSED_SUB(n, f, r, a, b) ARMV7EM_CALL_ANY(whit_field_sub_any_##n##_asm, r, a, b, f)
#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast
#define ANY_FUSED_OTHER_SUB_TWICE(n, f, r, a, b) \
    ARMV7EM_CALL_ANY(whit_field_sub_twice_any_##n##_asm, r, a, b, f)
#define ANY_FUSED_OTHER_THREE_HALVES(n, f, r, a) \
    ARMV7EM_CALL_ANY(whit_field_three_halves_any_##n##_asm, r, a, a, f)
#else
#define ANY_FUSED_OTHER_SUB_TWICE(n, f, r, a, b) \
    do {                                         \
        limb once[n];                            \
        ANY_FUSED_SUB(n, f, once, a, b);         \
        ANY_FUSED_SUB(n, f, r, once, b);         \
    } while (0)
#define ANY_FUSED_OTHER_THREE_HALVES(n, f, r, a)                        \
    do {                                                                \
        limb half[n];                                                   \
        ARMV7EM_CALL_ANY(whit_field_half_any_##n##_asm, half, a, a, f); \
        ANY_FUSED_ADD(n, f, r, half, a);                                \
    } while (0)
#endif
#define ANY_FUSED_NEGATE_MASKED(n, f, r, mask)                                                  \
    do {                                                                                        \
        register limb *armv7em_r __asm__("r0") = (r);                                           \
        register limb armv7em_mask __asm__("r1") = (mask);                                      \
        register const limb *armv7em_m __asm__("r3") = (f)->m;                                  \
        __asm__ volatile("bl %c3"                                                               \
                         : "+r"(armv7em_r), "+r"(armv7em_mask), "+r"(armv7em_m)                 \
                         : "i"(whit_field_negate_masked_any_##n##_asm)                          \
                         : "r2", "r4", "r5", "r6", "r8", "r9", "r10", "r11", "r12", "lr", "cc", \
                           "memory");                                                           \
    } while (0)

/* Unrolled multiplications: those that a program's curves name are linked. */
ARMV7EM_NAKED void whit_mp_mul_5_asm(limb *r, const limb *a, const limb *b);
ARMV7EM_NAKED void whit_mp_mul_6_asm(limb *r, const limb *a, const limb *b);
ARMV7EM_NAKED void whit_mp_mul_7_asm(limb *r, const limb *a, const limb *b);
ARMV7EM_NAKED void whit_mp_mul_8_asm(limb *r, const limb *a, const limb *b);
ARMV7EM_NAKED void whit_mp_mul_10_asm(limb *r, const limb *a, const limb *b);
ARMV7EM_NAKED void whit_mp_mul_12_asm(limb *r, const limb *a, const limb *b);
ARMV7EM_NAKED void whit_mp_mul_14_asm(limb *r, const limb *a, const limb *b);
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
     : (n) == 14 ? whit_mp_mul_14_asm((r), (a), (b)) \
     : (n) == 16 ? whit_mp_mul_16_asm((r), (a), (b)) \
     : (n) == 17 ? whit_mp_mul_17_asm((r), (a), (b)) \
                 : whit_mp_mul_c((r), (a), (b), (n)))
#define ARMV7EM_MULTIPLIES(n) \
    (((n) >= 5 && (n) <= 8) || (n) == 10 || (n) == 12 || (n) == 14 || (n) == 16 || (n) == 17)
#else
#define ARMV7EM_MUL_LONG(r, a, b, n) \
    ((n) == 14 ? whit_mp_mul_14_asm((r), (a), (b)) : whit_mp_mul_c((r), (a), (b), (n)))
#define ARMV7EM_MULTIPLIES(n) (((n) >= 5 && (n) <= 8) || (n) == 14)
#endif

/* Points, of which a table has 4, 8 or 16: affine ones of 192, 224, 256, 384 and 521 bits. */
#define ARMV7EM_LOOKUP(n)                                                                    \
    ARMV7EM_NAKED void whit_mp_lookup_##n##_asm(limb * r, const limb *table, size_t entries, \
                                                limb index)
ARMV7EM_LOOKUP(12);
ARMV7EM_LOOKUP(14);
ARMV7EM_LOOKUP(16);
ARMV7EM_LOOKUP(24);
ARMV7EM_LOOKUP(34);
#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast
#define ARMV7EM_LOOKUP_OTHER(r, table, entries, index, n)                  \
    ((n) == 12   ? whit_mp_lookup_12_asm((r), (table), (entries), (index)) \
     : (n) == 14 ? whit_mp_lookup_14_asm((r), (table), (entries), (index)) \
     : (n) == 34 ? whit_mp_lookup_34_asm((r), (table), (entries), (index)) \
                 : ARMV7M_LOOKUP(r, table, entries, index, n))
#else
#define ARMV7EM_LOOKUP_OTHER ARMV7M_LOOKUP
#endif
#define mp_lookup(r, table, entries, index, n)                             \
    ((n) == 16   ? whit_mp_lookup_16_asm((r), (table), (entries), (index)) \
     : (n) == 24 ? whit_mp_lookup_24_asm((r), (table), (entries), (index)) \
                 : ARMV7EM_LOOKUP_OTHER(r, table, entries, index, n))

ARMV7EM_NAKED void whit_mp_divide_asm(limb *r, const limb *a, const limb *m, limb n0, size_t n);
#define mp_divide whit_mp_divide_asm

ARMV7EM_NAKED limb whit_mp_mul_add_limb_asm(limb *r, const limb *a, limb b, size_t n);
#define mp_mul_add_limb whit_mp_mul_add_limb_asm

#endif

#endif
