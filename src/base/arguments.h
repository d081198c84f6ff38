/* SPDX-License-Identifier: MIT */
/* How a call passes arguments of one word, for functions that must read their arguments twice. */
#ifndef WHIT_BASE_ARGUMENTS_H
#define WHIT_BASE_ARGUMENTS_H

#include "base/config.h"

/* How many arguments are passed in registers; 0 where this is not known. */
#if defined(__AVR__) && !defined(__AVR_TINY__)
#define WHIT_REGISTER_ARGUMENTS 9
#elif defined(__aarch64__) || defined(__powerpc__) || \
    (defined(__riscv) && !defined(__riscv_32e)) || (defined(__mips) && !defined(_ABIO32))
#define WHIT_REGISTER_ARGUMENTS 8
#elif (defined(__x86_64__) && !defined(_WIN64)) || defined(__riscv_32e) || defined(__xtensa__)
#define WHIT_REGISTER_ARGUMENTS 6
#elif defined(__s390x__)
#define WHIT_REGISTER_ARGUMENTS 5
#elif defined(__arm__) || defined(__x86_64__) || defined(__MSP430__) || defined(__mips)
#define WHIT_REGISTER_ARGUMENTS 4
#else
#define WHIT_REGISTER_ARGUMENTS 0
#endif

/* Qualifiers of parameters by position. An argument on the stack is volatile, so that each use
 * reads it again. An argument in a register is not: the compiler would store it once and read
 * that copy each time. The function itself stores such an argument twice before anything else,
 * so that both copies come from the register. */
#if WHIT_REGISTER_ARGUMENTS >= 4
#define WHIT_ARGUMENT_1_TO_4
#else
#define WHIT_ARGUMENT_1_TO_4 volatile
#endif
#if WHIT_REGISTER_ARGUMENTS >= 5
#define WHIT_ARGUMENT_5
#else
#define WHIT_ARGUMENT_5 volatile
#endif
#if WHIT_REGISTER_ARGUMENTS >= 6
#define WHIT_ARGUMENT_6
#else
#define WHIT_ARGUMENT_6 volatile
#endif
#if WHIT_REGISTER_ARGUMENTS >= 8
#define WHIT_ARGUMENT_7_TO_8
#else
#define WHIT_ARGUMENT_7_TO_8 volatile
#endif

#endif
