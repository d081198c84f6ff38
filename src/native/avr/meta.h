/* SPDX-License-Identifier: MIT */
/* The kernels of AVR with a multiplication, which takes two cycles for any operands.
 * tools/avr.py writes them. */
#ifndef WHIT_NATIVE_AVR_META_H
#define WHIT_NATIVE_AVR_META_H

#include "base/base.h"

/* A function of assembly alone. */
#define AVR_NAKED WHIT_INTERNAL __attribute__((naked, noinline))
#define AVR_UNUSED __attribute__((unused))

#define WHIT_AVR 1
#define WHIT_FUSED 1

AVR_NAKED void whit_mp_rows_asm(void);
AVR_NAKED void whit_mp_product_asm(void);
AVR_NAKED void whit_mp_square_asm(void);
AVR_NAKED void whit_field_reduce_secp256r1_asm(void);
AVR_NAKED void whit_mp_mul_asm(limb *r, const limb *a, const limb *b, size_t n);
AVR_NAKED void whit_mp_sqr_asm(limb *r, const limb *a, size_t n);
#define mp_mul(r, a, b, n) \
    ((n) % 8 == 0 ? whit_mp_mul_asm((r), (a), (b), (n)) : whit_mp_mul_c((r), (a), (b), (n)))
#define mp_sqr(r, a, n) \
    ((n) % 8 == 0 ? whit_mp_sqr_asm((r), (a), (n)) : whit_mp_sqr_c((r), (a), (n)))

AVR_NAKED void whit_field_mul_secp256r1_asm(limb *r, const limb *a, const limb *b);
AVR_NAKED void whit_field_sqr_secp256r1_asm(limb *r, const limb *a);
AVR_NAKED void whit_field_add_secp256r1_asm(limb *r, const limb *a, const limb *b);
AVR_NAKED void whit_field_sub_secp256r1_asm(limb *r, const limb *a, const limb *b);
#define FUSED_MUL(curve, r, a, b) whit_field_mul_##curve##_asm(r, a, b)
#define FUSED_SQR(curve, r, a) whit_field_sqr_##curve##_asm(r, a)
#define FUSED_ADD(curve, r, a, b) whit_field_add_##curve##_asm(r, a, b)
#define FUSED_SUB(curve, r, a, b) whit_field_sub_##curve##_asm(r, a, b)

AVR_NAKED uint16_t whit_mp_division_turn_asm(limb *f, const limb *m, limb n0, uint16_t delta,
                                             size_t n);
#define mp_division_turn whit_mp_division_turn_asm

#endif
