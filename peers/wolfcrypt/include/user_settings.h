/* SPDX-License-Identifier: MIT */
/* wolfCrypt for one curve: elliptic curves over primes and nothing else. The build says
 * which arithmetic, WHIT_PEER_SP_C, _SP_CORTEX_M, _SP_THUMB or _GENERIC, whether it is to be
 * small, WHIT_PEER_SMALL, and which curve, WHIT_PEER_<curve>. */
#ifndef WHIT_PEER_USER_SETTINGS_H
#define WHIT_PEER_USER_SETTINGS_H

#define WOLFCRYPT_ONLY
#define SINGLE_THREADED
#define NO_FILESYSTEM
#define NO_ASN
#define NO_CERTS
#define NO_RSA
#define NO_DH
#define NO_DSA
#define NO_AES
#define NO_DES3
#define NO_RC4
#define NO_MD4
#define NO_MD5
#define NO_SHA
#define NO_HMAC
#define NO_PWDBASED
#define NO_ERROR_STRINGS
#define NO_DEV_RANDOM
#define NO_SIG_WRAPPER
#define WOLFSSL_GENERAL_ALIGNMENT 4
#define SIZEOF_LONG_LONG 8

/* What is large comes from the heap. */
#define WOLFSSL_SMALL_STACK
#define NO_WOLFSSL_MEMORY

/* All randomness from the harness; no generator of its own. */
#define WC_NO_HASHDRBG
#define CUSTOM_RAND_GENERATE_BLOCK peer_random
int peer_random(unsigned char *out, unsigned length);

#include "curve_settings.h"

#ifdef PEER_CURVE
#define HAVE_ECC
#define ECC_USER_CURVES
#define ECC_MIN_KEY_SZ 112
#define ECC_TIMING_RESISTANT
#define WOLFSSL_PUBLIC_MP

/* No hash is called, but ECDSA takes digests no longer than those of the hashes there are. */
#if PEER_INT_BITS > 512
#define WOLFSSL_SHA384
#define WOLFSSL_SHA512
#endif

/* Points of a curve without a cofactor are in its one group: as with every library, they
 * are checked to be on the curve. */
#ifndef PEER_COFACTOR
#define NO_ECC_CHECK_PUBKEY_ORDER
#endif

#ifdef WHIT_PEER_GENERIC
#define WOLFSSL_SP_MATH_ALL
#define SP_INT_BITS PEER_INT_BITS
#ifndef WHIT_PEER_SMALL
#define ECC_SHAMIR
#endif
#else
#define WOLFSSL_SP_MATH
#define WOLFSSL_HAVE_SP_ECC
#ifdef WHIT_PEER_SMALL
#define WOLFSSL_SP_SMALL
#endif
#endif
#define SP_WORD_SIZE 32

#ifdef WHIT_PEER_GENERIC_CORTEX_M
#define WOLFSSL_SP_ASM
#define WOLFSSL_SP_ARM_CORTEX_M
#endif
#ifdef WHIT_PEER_GENERIC_THUMB
#define WOLFSSL_SP_ASM
#define WOLFSSL_SP_ARM_THUMB
#endif
#ifdef WHIT_PEER_SP_CORTEX_M
#define WOLFSSL_SP_ASM
#define WOLFSSL_SP_ARM_CORTEX_M_ASM
#endif
#ifdef WHIT_PEER_SP_THUMB
#define WOLFSSL_SP_ASM
#define WOLFSSL_SP_ARM_THUMB_ASM
#endif

#else

/* Fields and hashes of their own, and no integers of any length. */
#define NO_BIG_INT
#ifdef WHIT_PEER_SMALL
#define CURVED25519_SMALL
#define CURVED448_SMALL
#define USE_SLOW_SHA512
#define WOLFSSL_SHA3_SMALL
#endif
#ifdef WHIT_PEER_UNBLINDED
#define NO_CURVE25519_BLINDING
#endif
#ifdef WHIT_PEER_GENERIC_CORTEX_M
#define WOLFSSL_ARMASM
#define WOLFSSL_ARMASM_THUMB2
#define WOLFSSL_ARMASM_INLINE
#define WOLFSSL_ARMASM_NO_NEON
#define WOLFSSL_ARMASM_NO_HW_CRYPTO
#endif

#endif

#endif
