/* SPDX-License-Identifier: MIT */
/* Which kernels a build takes, by the compiler's own macros. An instruction set with kernels
 * has a folder here whose meta.h defines the names of api.h that it replaces; for all others
 * the portable twins of native/c serve. Define WHIT_PORTABLE to have these everywhere. */
#ifndef WHIT_NATIVE_META_H
#define WHIT_NATIVE_META_H

#include "base/base.h"
#include "curve/sizes.h"

#if !defined(WHIT_PORTABLE) && defined(__GNUC__) && !defined(__PIC__) && WHIT_LIMB_BITS == 32

/* Cortex-M4, M7 and M33 with the DSP extension, whose UMAAL takes one cycle for any operands. */
#if defined(__thumb2__) && defined(__ARM_FEATURE_DSP) && defined(__ARM_ARCH_PROFILE) && \
    __ARM_ARCH_PROFILE == 'M'
#include "native/armv7em/meta.h"
#endif

/* Cortex-M0, M0+ and M23. */
#if defined(__ARM_ARCH_6M__) || defined(__ARM_ARCH_8M_BASE__)
#include "native/armv6m/meta.h"
#endif

/* RV32 with the M extension and all 32 registers. */
#if defined(__riscv) && __riscv_xlen == 32 && defined(__riscv_mul) && !defined(__riscv_32e)
#include "native/rv32/meta.h"
#endif

#endif

#ifndef WHIT_ARMV7EM
#define WHIT_ARMV7EM 0
#endif

#ifndef WHIT_ARMV7EM_LARGE
#define WHIT_ARMV7EM_LARGE 0
#endif

#ifndef WHIT_ARMV7EM_COMPACT
#define WHIT_ARMV7EM_COMPACT 0
#endif

#ifndef WHIT_ARMV6M
#define WHIT_ARMV6M 0
#endif

#ifndef WHIT_ARMV6M_LARGE
#define WHIT_ARMV6M_LARGE 0
#endif

#ifndef WHIT_ARMV6M_SMALL
#define WHIT_ARMV6M_SMALL 0
#endif

#ifndef WHIT_ARMV6M_COMPACT
#define WHIT_ARMV6M_COMPACT 0
#endif

/* WHIT_FUSED_LATE: 1 where what the compiler does not see chooses the multiplication that knows its
 * prime when it runs, so that no other reduction needs to know it. */
#ifndef WHIT_FUSED_LATE
#define WHIT_FUSED_LATE 0
#endif

/* WHIT_ROWS_APART: 1 where a row of a multiplication is a kernel, mp_mul_add_limb, that is better
 * called than written out. */
#ifndef WHIT_ROWS_APART
#define WHIT_ROWS_APART 0
#endif

#ifndef WHIT_RV32
#define WHIT_RV32 0
#endif

/* WHIT_FUSED: 1 where there is field arithmetic that knows its prime, WHIT_HALVING: 1 where that
 * is more than the four operations; see api.h. */
#ifndef WHIT_FUSED
#define WHIT_FUSED 0
#endif
#ifndef WHIT_HALVING
#define WHIT_HALVING 0
#endif
#ifndef WHIT_FUSED_OFTEN
#define WHIT_FUSED_OFTEN 0
#endif

/* WHIT_FUSED_MOSTLY: 1 where hardly anything but those kernels reduces modulo the prime of
 * secp256r1: where they are chosen late, and where the compiler sees the only modulus of its size;
 * but for profile small, which inverts by multiplications. */
#if WHIT_FUSED_LATE ||                                                                   \
    (WHIT_FUSED && WHIT_PROFILE_RANK > WHIT_PROFILE_RANK_small && WHIT_HAS(secp256r1) && \
     WHIT_USES_SIZE_256 == 1 && defined(WHIT_AMALGAMATION))
#define WHIT_FUSED_MOSTLY 1
#else
#define WHIT_FUSED_MOSTLY 0
#endif

/* WHIT_KERNEL_LIMBS: how much deeper kernels reach down the stack than C does, in limbs. */
#ifndef WHIT_KERNEL_LIMBS
#define WHIT_KERNEL_LIMBS 0
#endif

/* WHIT_QUICK_INVERSION: 1 where it pays to invert for the sake of a window table. */
#ifndef WHIT_QUICK_INVERSION
#define WHIT_QUICK_INVERSION 0
#endif

#endif
