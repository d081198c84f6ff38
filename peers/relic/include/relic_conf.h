/* SPDX-License-Identifier: MIT */
/* RELIC for one prime: what its CMake files would write for the options in peer.toml, less
 * the modules that are not built. The build defines WSIZE, the bits of a digit, and
 * RELIC_<curve>. Names and numbers are RELIC's. */
#ifndef RLC_CONF_H
#define RLC_CONF_H

#include "relic_curve.h"

#define RLC_VERSION "0.6.0"
#ifndef RELIC_PAIRING
#define STRIP /* without the methods that are not chosen; signing takes one of them */
#endif
#define QUIET
#define STLIB
#define TESTS 0
#define BENCH 0
#define CORES 1

/* No ARCH: the compiler's builtin counts leading zeros, by an instruction where there is
 * one. RELIC's own code for Arm differs in this alone and does not build for Cortex-M0. */
#define AVR 1
#define MSP 2
#define ARM 3
#define X86 4
#define X64 5
#define ALIGN 1

#define WITH_BN
#define WITH_FP
#define WITH_EP
#define WITH_EC
#define WITH_MD
#define WITH_CP
#ifdef RELIC_PAIRING
#define WITH_FPX
#define WITH_EPX
#define WITH_PP
#define WITH_PC
#endif

/* Methods share names, and each name one number. */
#define BASIC 1
#define COMBA 2
#define QUICK 2
#define SLIDE 2
#define PROJC 2
#define COMBS 2
#define BARRT 2
#define BINAR 2
#define TRICK 2
#define LAZYR 2
#define SAFEP 2
#define INTEG 3
#define MONTY 3
#define JACOB 3
#define INTER 3
#define COMBD 3
#define LEHME 3
#define STRON 3
#define EXTND 3
#define MULTP 4
#define PMERS 4
#define EXGCD 4
#define LWNAF 4
#define JOINT 4
#define DIVST 5
#define LWREG 5
#define JMPDS 6
#define LOWER 8
#define LODAH 2
#define HALVE 3
#define RWNAF 5
#define ALMOS 3
#define ITOHT 5
#define BRUCH 6
#define CTAIA 7

#define EASY 1
#define GMP 2
#define GMP_SEC 3
#define ARITH EASY

#define SINGLE 0
#define CARRY 1
#define DOUBLE 2
#define BN_PRECI FP_PRIME
#define BN_MAGNI DOUBLE
#define BN_KARAT 0
#define BN_MUL COMBA
#define BN_SQR COMBA
#define BN_MOD MONTY
#define BN_MXP BASIC
#define BN_GCD BASIC
#define BN_GEN BASIC
#define BN_METHD "COMBA;COMBA;MONTY;BASIC;BASIC;BASIC"

#define FP_KARAT 0
#define FP_WIDTH 4
#define FP_ADD INTEG
#define FP_MUL COMBA
#define FP_SQR COMBA
#define FP_RDC MONTY
#define FP_INV LOWER
#define FP_SMB LOWER
#define FP_EXP SLIDE
#define FP_METHD "INTEG;COMBA;COMBA;MONTY;LOWER;LOWER;SLIDE"

#define FPX_QDR INTEG
#define FPX_CBC INTEG
#define FPX_RDC LAZYR
#define FPX_METHD "INTEG;INTEG;LAZYR"

#define FB_POLYN 283
#define FB_KARAT 0
#define FB_WIDTH 4
#define FB_MUL LODAH
#define FB_SQR QUICK
#define FB_RDC QUICK
#define FB_SRT QUICK
#define FB_TRC QUICK
#define FB_SLV QUICK
#define FB_INV EXGCD
#define FB_EXP SLIDE
#define FB_ITR QUICK

#define EP_MIXED
#define EP_PRECO
#define EP_DEPTH 4
#define EP_WIDTH 4
#define EP_ADD PROJC
#define EP_MUL LWNAF
#define EP_FIX COMBS
#define EP_SIM INTER
#define EP_METHD "PROJC;LWNAF;COMBS;INTER"

#define EB_DEPTH 4
#define EB_WIDTH 4
#define EB_ADD PROJC
#define EB_MUL LWNAF
#define EB_FIX COMBS
#define EB_SIM INTER

#define ED_DEPTH 4
#define ED_WIDTH 4
#define ED_ADD PROJC
#define ED_MUL LWNAF
#define ED_FIX COMBS
#define ED_SIM INTER

#define PRIME 1
#define CHAR2 2
#define EDDIE 3
#define EC_CUR PRIME
#define EC_METHD "PRIME"

#define TATEP 1
#define WEILP 2
#define OATEP 3
#define PP_EXT LAZYR
#define PP_MAP OATEP

#define SH224 2
#define SH256 3
#define SH384 4
#define SH512 5
#define B2S160 6
#define B2S256 7
#define MD_MAP SH256
#define MD_METHD "SH256"

#define PKCS1 2
#define PKCS2 3
#define CP_RSAPD PKCS2

#define AUTO 1
#define DYNAMIC 2
#define ALLOC AUTO

/* Random bytes come by a function that the adapter supplies. */
#define HASHD 1
#define RDRND 2
#define UDEV 3
#define CALL 4
#define WCGR 4
#define LIBC 1
#define RAND CALL

#define LINUX 1
#define FREEBSD 2
#define MACOSX 3
#define WINDOWS 4
#define DROID 5
#define DUINO 6
#define NETBSD 7
#define OPENMP 1
#define PTHREAD 2
#define HREAL 1
#define HPROC 2
#define HTHRD 3
#define POSIX 4
#define ANSI 5
#define CYCLE 6
#define PERF 7

#ifndef ASM
#include "relic_label.h"
void conf_print(void);
#endif

#endif
