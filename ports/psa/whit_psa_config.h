/* SPDX-License-Identifier: MIT */
/* For Mbed TLS's configuration: what the driver has, so that Mbed TLS's own code for it is left
 * out. It is included at the end of the PSA configuration, or named by
 * MBEDTLS_PSA_CRYPTO_USER_CONFIG_FILE. What the configuration wants and the driver has not, such as
 * secp224k1, J-PAKE or keys derived from secrets, keeps the curves that it uses built in. */
#ifndef WHIT_PSA_CONFIG_H
#define WHIT_PSA_CONFIG_H

#define MBEDTLS_PSA_WHIT_DRIVER_ENABLED

#define MBEDTLS_PSA_ACCEL_ECC_SECP_R1_192
#define MBEDTLS_PSA_ACCEL_ECC_SECP_R1_224
#define MBEDTLS_PSA_ACCEL_ECC_SECP_R1_256
#define MBEDTLS_PSA_ACCEL_ECC_SECP_R1_384
#define MBEDTLS_PSA_ACCEL_ECC_SECP_R1_521
#define MBEDTLS_PSA_ACCEL_ECC_SECP_K1_192
#define MBEDTLS_PSA_ACCEL_ECC_SECP_K1_256
#define MBEDTLS_PSA_ACCEL_ECC_BRAINPOOL_P_R1_256
#define MBEDTLS_PSA_ACCEL_ECC_BRAINPOOL_P_R1_384
#define MBEDTLS_PSA_ACCEL_ECC_BRAINPOOL_P_R1_512
#define MBEDTLS_PSA_ACCEL_ECC_MONTGOMERY_255
#define MBEDTLS_PSA_ACCEL_ECC_MONTGOMERY_448

#define MBEDTLS_PSA_ACCEL_ALG_ECDH
#define MBEDTLS_PSA_ACCEL_ALG_ECDSA

/* Whit has SHA-1 and SHA-2. Where another hash is wanted, deterministic ECDSA with that one is Mbed
 * TLS's own, with all curves: leave those hashes out to leave that out. */
#if !defined(PSA_WANT_ALG_MD5) && !defined(MBEDTLS_MD5_C) && !defined(PSA_WANT_ALG_RIPEMD160) && \
    !defined(MBEDTLS_RIPEMD160_C) && !defined(PSA_WANT_ALG_SHA3_224) &&                          \
    !defined(PSA_WANT_ALG_SHA3_256) && !defined(PSA_WANT_ALG_SHA3_384) &&                        \
    !defined(PSA_WANT_ALG_SHA3_512) && !defined(MBEDTLS_SHA3_C)
#define MBEDTLS_PSA_ACCEL_ALG_DETERMINISTIC_ECDSA
#endif

#define MBEDTLS_PSA_ACCEL_KEY_TYPE_ECC_PUBLIC_KEY
#define MBEDTLS_PSA_ACCEL_KEY_TYPE_ECC_KEY_PAIR_BASIC
#define MBEDTLS_PSA_ACCEL_KEY_TYPE_ECC_KEY_PAIR_IMPORT
#define MBEDTLS_PSA_ACCEL_KEY_TYPE_ECC_KEY_PAIR_EXPORT
#define MBEDTLS_PSA_ACCEL_KEY_TYPE_ECC_KEY_PAIR_GENERATE

#endif
