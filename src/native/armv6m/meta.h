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

/* Field arithmetic is called by the dozen from functions that keep everything in memory, so its
 * kernels save no registers, and the compiler is told. All but r7, which is the frame pointer of
 * a compiler that keeps one. */
#define ARMV6M_CALL(kernel, r, a, b)                                                          \
    do {                                                                                      \
        register limb *armv6m_r __asm__("r0") = (r);                                          \
        register const limb *armv6m_a __asm__("r1") = (a);                                    \
        register const limb *armv6m_b __asm__("r2") = (b);                                    \
        __asm__ volatile("bl %c3"                                                             \
                         : "+r"(armv6m_r), "+r"(armv6m_a), "+r"(armv6m_b)                     \
                         : "i"(kernel)                                                        \
                         : "r3", "r4", "r5", "r6", "r8", "r9", "r10", "r11", "r12", "lr",     \
                           "cc", "memory");                                                   \
    } while (0)

/* The multiplication squares where both factors are one array. */
ARMV6M_NAKED void whit_field_mul_secp256r1_asm(void);
ARMV6M_NAKED void whit_field_add_secp256r1_asm(void);
ARMV6M_NAKED void whit_field_sub_secp256r1_asm(void);
#define FUSED_MUL(curve, r, a, b) ARMV6M_CALL(whit_field_mul_##curve##_asm, r, a, b)
#define FUSED_SQR(curve, r, a) FUSED_MUL(curve, r, a, a)
#define FUSED_ADD(curve, r, a, b) ARMV6M_CALL(whit_field_add_##curve##_asm, r, a, b)
#define FUSED_SUB(curve, r, a, b) ARMV6M_CALL(whit_field_sub_##curve##_asm, r, a, b)

#endif
