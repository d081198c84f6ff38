/* SPDX-License-Identifier: MIT */
/* Mbed TLS with elliptic curves alone: key agreement on one curve, and ECDSA where it has that. */
#ifndef WHIT_PEER_MBEDTLS_CONFIG_H
#define WHIT_PEER_MBEDTLS_CONFIG_H

#include "peer_curve.h"

#define MBEDTLS_HAVE_ASM
#define MBEDTLS_BIGNUM_C
#define MBEDTLS_ECP_C
#define MBEDTLS_ECDH_C
#define MBEDTLS_ECP_NIST_OPTIM

#ifndef PEER_MONTGOMERY
#define MBEDTLS_ECDSA_C
#define MBEDTLS_ASN1_PARSE_C
#define MBEDTLS_ASN1_WRITE_C
#endif

#ifdef PEER_WINDOW
#define MBEDTLS_ECP_WINDOW_SIZE PEER_WINDOW
#endif

#ifdef PEER_SMALL
#define MBEDTLS_ECP_WINDOW_SIZE 2
#define MBEDTLS_ECP_FIXED_POINT_OPTIM 0
#endif

#endif
