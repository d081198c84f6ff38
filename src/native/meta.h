/* SPDX-License-Identifier: MIT */
/* Chooses the instruction set of a build by the compiler's own macros. Each one with kernels has a
 * folder in generated/native, where tools/plan writes two headers: plan.h says what a build takes
 * in its profile and for its curves' primes, kernels.h has the kernels as functions. All others,
 * and builds with WHIT_PORTABLE=1, take the portable implementations of native/c. */
#ifndef WHIT_NATIVE_META_H
#define WHIT_NATIVE_META_H

#include "base/base.h"
#include "generated/curve/primes.h"
#include "generated/curve/sizes.h"

typedef void native_kernel(void); /* a multiplication that point formulas get as an argument */

/* AVR with MUL, and with jumps that reach all of its program memory; clang knows no functions of
 * assembly alone there. */
#if !WHIT_PORTABLE && defined(__GNUC__) && !defined(__clang__) && defined(__AVR_HAVE_MUL__) && \
    defined(__AVR_HAVE_JMP_CALL__) && WHIT_LIMB_BITS == 8
#include "generated/native/avr/plan.h"
#include "generated/native/avr/kernels.h"
/* Cortex-M4, M7 and M33 with the DSP extension, whose UMAAL takes one cycle for any operands. */
#elif !WHIT_PORTABLE && defined(__GNUC__) && !defined(__PIC__) && WHIT_LIMB_BITS == 32 && \
    defined(__thumb2__) && defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M' &&    \
    (defined(__ARM_FEATURE_DSP) || defined(__ARM_ARCH_7M__))
#if defined(__ARM_FEATURE_DSP)
#include "generated/native/armv7em/plan.h"
#include "generated/native/armv7em/kernels.h"
#else
#include "generated/native/armv7m/plan.h"
#include "generated/native/armv7m/kernels.h"
#endif
/* Cortex-M0, M0+ and M23. */
#elif !WHIT_PORTABLE && defined(__GNUC__) && !defined(__PIC__) && WHIT_LIMB_BITS == 32 && \
    (defined(__ARM_ARCH_6M__) || defined(__ARM_ARCH_8M_BASE__))
#include "generated/native/armv6m/plan.h"
#include "generated/native/armv6m/kernels.h"
/* RV32 with the M extension and all 32 registers. */
#elif !WHIT_PORTABLE && defined(__GNUC__) && !defined(__PIC__) && WHIT_LIMB_BITS == 32 && \
    defined(__riscv) && __riscv_xlen == 32 && defined(__riscv_mul) && !defined(__riscv_32e)
#include "generated/native/rv32/plan.h"
#include "generated/native/rv32/kernels.h"
/* x86-64, where functions of assembly alone are to be had and follow the System V calling
 * convention. */
#elif !WHIT_PORTABLE && defined(__x86_64__) && defined(__LP64__) && !defined(_WIN32) &&   \
    !defined(__CYGWIN__) && !defined(__INTEL_COMPILER) && WHIT_LIMB_BITS == 64 &&         \
    WHIT_WIDE_MULTIPLY && (defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 8)) && \
    (!defined(__SSP_ALL__) || defined(WHIT_STACK_PROTECTOR_OPTIONAL)) &&                  \
    !defined(WHIT_MEMORY_SANITIZER)
#include "generated/native/x86_64/plan.h"
#include "generated/native/x86_64/kernels.h"
#else
#include "generated/native/c/plan.h"
#endif

#endif
