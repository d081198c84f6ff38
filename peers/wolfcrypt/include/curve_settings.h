/* SPDX-License-Identifier: MIT */
/* What wolfCrypt must be told to have one curve and, as far as it can, no other: its
 * number there, the bits of its integers (twice the field's: with fewer, signing fails),
 * and which tables hold it. X25519, X448, Ed25519 and Ed448 have code of their own and no
 * number; beside a curve for signatures stands the one for key agreement. */
#ifndef WHIT_PEER_CURVE_SETTINGS_H
#define WHIT_PEER_CURVE_SETTINGS_H

#if defined(WHIT_PEER_secp112r1)
#define PEER_CURVE ECC_SECP112R1
#define PEER_INT_BITS 256
#define HAVE_ECC112
#define NO_ECC256
#elif defined(WHIT_PEER_secp112r2)
#define PEER_CURVE ECC_SECP112R2
#define PEER_INT_BITS 256
#define HAVE_ECC112
#define NO_ECC256
#define NO_ECC_SECP
#define WOLFSSL_CUSTOM_CURVES
#define HAVE_ECC_SECPR2
#define HAVE_ECC_KOBLITZ
#define PEER_COFACTOR
#elif defined(WHIT_PEER_secp128r1)
#define PEER_CURVE ECC_SECP128R1
#define PEER_INT_BITS 256
#define HAVE_ECC128
#define NO_ECC256
#elif defined(WHIT_PEER_secp128r2)
#define PEER_CURVE ECC_SECP128R2
#define PEER_INT_BITS 256
#define HAVE_ECC128
#define NO_ECC256
#define NO_ECC_SECP
#define WOLFSSL_CUSTOM_CURVES
#define HAVE_ECC_SECPR2
#define HAVE_ECC_KOBLITZ
#define PEER_COFACTOR
#elif defined(WHIT_PEER_secp160k1)
#define PEER_CURVE ECC_SECP160K1
#define PEER_INT_BITS 320
#define HAVE_ECC160
#define NO_ECC256
#define NO_ECC_SECP
#define WOLFSSL_CUSTOM_CURVES
#define HAVE_ECC_KOBLITZ
#elif defined(WHIT_PEER_secp160r1)
#define PEER_CURVE ECC_SECP160R1
#define PEER_INT_BITS 320
#define HAVE_ECC160
#define NO_ECC256
#elif defined(WHIT_PEER_secp160r2)
#define PEER_CURVE ECC_SECP160R2
#define PEER_INT_BITS 320
#define HAVE_ECC160
#define NO_ECC256
#define NO_ECC_SECP
#define WOLFSSL_CUSTOM_CURVES
#define HAVE_ECC_SECPR2
#elif defined(WHIT_PEER_secp192k1)
#define PEER_CURVE ECC_SECP192K1
#define PEER_INT_BITS 384
#define HAVE_ECC192
#define NO_ECC256
#define NO_ECC_SECP
#define WOLFSSL_CUSTOM_CURVES
#define HAVE_ECC_KOBLITZ
#elif defined(WHIT_PEER_secp192r1)
#define PEER_CURVE ECC_SECP192R1
#define PEER_INT_BITS 384
#define HAVE_ECC192
#define NO_ECC256
#elif defined(WHIT_PEER_prime192v2)
#define PEER_CURVE ECC_PRIME192V2
#define PEER_INT_BITS 384
#define HAVE_ECC192
#define NO_ECC256
#define NO_ECC_SECP
#define WOLFSSL_CUSTOM_CURVES
#define HAVE_ECC_SECPR2
#elif defined(WHIT_PEER_prime192v3)
#define PEER_CURVE ECC_PRIME192V3
#define PEER_INT_BITS 384
#define HAVE_ECC192
#define NO_ECC256
#define NO_ECC_SECP
#define WOLFSSL_CUSTOM_CURVES
#define HAVE_ECC_SECPR3
#elif defined(WHIT_PEER_prime239v1)
#define PEER_CURVE ECC_PRIME239V1
#define PEER_INT_BITS 512
#define HAVE_ECC239
#define NO_ECC256
#elif defined(WHIT_PEER_prime239v2)
#define PEER_CURVE ECC_PRIME239V2
#define PEER_INT_BITS 512
#define HAVE_ECC239
#define NO_ECC256
#define NO_ECC_SECP
#define WOLFSSL_CUSTOM_CURVES
#define HAVE_ECC_SECPR2
#elif defined(WHIT_PEER_prime239v3)
#define PEER_CURVE ECC_PRIME239V3
#define PEER_INT_BITS 512
#define HAVE_ECC239
#define NO_ECC256
#define NO_ECC_SECP
#define WOLFSSL_CUSTOM_CURVES
#define HAVE_ECC_SECPR3
#elif defined(WHIT_PEER_secp224k1)
#define PEER_CURVE ECC_SECP224K1
#define PEER_INT_BITS 448
#define HAVE_ECC224
#define NO_ECC256
#define NO_ECC_SECP
#define WOLFSSL_CUSTOM_CURVES
#define HAVE_ECC_KOBLITZ
#elif defined(WHIT_PEER_secp224r1)
#define PEER_CURVE ECC_SECP224R1
#define PEER_INT_BITS 448
#define HAVE_ECC224
#define NO_ECC256
#elif defined(WHIT_PEER_secp256k1)
#define PEER_CURVE ECC_SECP256K1
#define PEER_INT_BITS 512
#define NO_ECC_SECP
#define WOLFSSL_CUSTOM_CURVES
#define HAVE_ECC_KOBLITZ
#elif defined(WHIT_PEER_secp256r1)
#define PEER_CURVE ECC_SECP256R1
#define PEER_INT_BITS 512
#elif defined(WHIT_PEER_secp384r1)
#define PEER_CURVE ECC_SECP384R1
#define PEER_INT_BITS 768
#define HAVE_ECC384
#define NO_ECC256
#define WOLFSSL_SP_NO_256
#define WOLFSSL_SP_384
#elif defined(WHIT_PEER_secp521r1)
#define PEER_CURVE ECC_SECP521R1
#define PEER_INT_BITS 1088
#define HAVE_ECC521
#define NO_ECC256
#define WOLFSSL_SP_NO_256
#define WOLFSSL_SP_521
#elif defined(WHIT_PEER_brainpoolP160r1)
#define PEER_CURVE ECC_BRAINPOOLP160R1
#define PEER_INT_BITS 320
#define HAVE_ECC160
#define NO_ECC256
#define NO_ECC_SECP
#define WOLFSSL_CUSTOM_CURVES
#define HAVE_ECC_BRAINPOOL
#elif defined(WHIT_PEER_brainpoolP192r1)
#define PEER_CURVE ECC_BRAINPOOLP192R1
#define PEER_INT_BITS 384
#define HAVE_ECC192
#define NO_ECC256
#define NO_ECC_SECP
#define WOLFSSL_CUSTOM_CURVES
#define HAVE_ECC_BRAINPOOL
#elif defined(WHIT_PEER_brainpoolP224r1)
#define PEER_CURVE ECC_BRAINPOOLP224R1
#define PEER_INT_BITS 448
#define HAVE_ECC224
#define NO_ECC256
#define NO_ECC_SECP
#define WOLFSSL_CUSTOM_CURVES
#define HAVE_ECC_BRAINPOOL
#elif defined(WHIT_PEER_brainpoolP256r1)
#define PEER_CURVE ECC_BRAINPOOLP256R1
#define PEER_INT_BITS 512
#define NO_ECC_SECP
#define WOLFSSL_CUSTOM_CURVES
#define HAVE_ECC_BRAINPOOL
#elif defined(WHIT_PEER_brainpoolP320r1)
#define PEER_CURVE ECC_BRAINPOOLP320R1
#define PEER_INT_BITS 640
#define HAVE_ECC320
#define NO_ECC256
#define NO_ECC_SECP
#define WOLFSSL_CUSTOM_CURVES
#define HAVE_ECC_BRAINPOOL
#elif defined(WHIT_PEER_brainpoolP384r1)
#define PEER_CURVE ECC_BRAINPOOLP384R1
#define PEER_INT_BITS 768
#define HAVE_ECC384
#define NO_ECC256
#define NO_ECC_SECP
#define WOLFSSL_CUSTOM_CURVES
#define HAVE_ECC_BRAINPOOL
#elif defined(WHIT_PEER_brainpoolP512r1)
#define PEER_CURVE ECC_BRAINPOOLP512R1
#define PEER_INT_BITS 1024
#define HAVE_ECC512
#define NO_ECC256
#define NO_ECC_SECP
#define WOLFSSL_CUSTOM_CURVES
#define HAVE_ECC_BRAINPOOL
#elif defined(WHIT_PEER_curve25519)
#define HAVE_CURVE25519
#elif defined(WHIT_PEER_ed25519)
#define HAVE_CURVE25519
#define HAVE_ED25519
#define WOLFSSL_SHA512
#elif defined(WHIT_PEER_curve448)
#define PEER_448
#define HAVE_CURVE448
#elif defined(WHIT_PEER_ed448)
#define PEER_448
#define HAVE_CURVE448
#define HAVE_ED448
#define WOLFSSL_SHA3
#define WOLFSSL_SHA512
#define WOLFSSL_SHAKE256
#else
#error "the build defines WHIT_PEER_<curve>"
#endif

#endif
