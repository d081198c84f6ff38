/* SPDX-License-Identifier: MIT */
/* Mbed TLS with elliptic curves alone: key agreement and ECDSA on one curve. */
#ifndef WHIT_PEER_MBEDTLS_CONFIG_H
#define WHIT_PEER_MBEDTLS_CONFIG_H

#include "peer_curve.h"

#define MBEDTLS_HAVE_ASM
#define MBEDTLS_BIGNUM_C
#define MBEDTLS_ECP_C
#define MBEDTLS_ECDH_C
#define MBEDTLS_ECDSA_C
#define MBEDTLS_ASN1_PARSE_C
#define MBEDTLS_ASN1_WRITE_C
#define MBEDTLS_ECP_NIST_OPTIM

#ifdef PEER_SMALL
#define MBEDTLS_ECP_WINDOW_SIZE 2
#define MBEDTLS_ECP_FIXED_POINT_OPTIM 0
#endif

#endif
