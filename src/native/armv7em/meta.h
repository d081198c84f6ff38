/* SPDX-License-Identifier: MIT */
/* The kernels of ARMv7E-M. tools/armv7em.py writes them. */
#ifndef WHIT_NATIVE_ARMV7EM_META_H
#define WHIT_NATIVE_ARMV7EM_META_H

#include "native/armv7m/common.h"

#define ARMV7EM_NAKED ARMV7M_NAKED
#define ARMV7EM_UNUSED ARMV7M_UNUSED
#define WHIT_ARMV7EM 1
#define WHIT_ARMV7EM_LARGE WHIT_ARMV7M_LARGE
#if !WHIT_ARMV7EM_LARGE
#define WHIT_KERNEL_LIMBS 4
#endif

ARMV7EM_NAKED void whit_field_mul_secp256r1_asm(void);
#define FUSED_MUL(curve, r, a, b) ARMV7M_CALL(whit_field_mul_##curve##_asm, r, a, b)

#if !WHIT_ARMV7EM_LARGE
#define FUSED_SQR(curve, r, a) FUSED_MUL(curve, r, a, a)
#else

ARMV7EM_NAKED void whit_field_sqr_secp256r1_asm(void);
ARMV7EM_NAKED void whit_field_sub_twice_secp256r1_asm(void);
ARMV7EM_NAKED void whit_field_three_halves_secp256r1_asm(void);
#define FUSED_SQR(curve, r, a) ARMV7M_CALL(whit_field_sqr_##curve##_asm, r, a, a)
#define FUSED_SUB_TWICE(curve, r, a, b) ARMV7M_CALL(whit_field_sub_twice_##curve##_asm, r, a, b)
#define FUSED_THREE_HALVES(curve, r, a) ARMV7M_CALL(whit_field_three_halves_##curve##_asm, r, a, a)

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

/* Affine points of 256 bits, of which a table has eight or sixteen. */
ARMV7EM_NAKED void whit_mp_lookup_16_asm(limb *r, const limb *table, size_t entries, limb index);
#define mp_lookup(r, table, entries, index, n)                           \
    ((n) == 16 ? whit_mp_lookup_16_asm((r), (table), (entries), (index)) \
               : ARMV7M_LOOKUP(r, table, entries, index, n))

ARMV7EM_NAKED limb whit_mp_mul_add_limb_asm(limb *r, const limb *a, limb b, size_t n);
#define mp_mul_add_limb whit_mp_mul_add_limb_asm

#endif

#endif
