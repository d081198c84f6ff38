/* SPDX-License-Identifier: MIT */
/* Mbed TLS's default configuration with the driver before its own code, which is there too. */
#define MBEDTLS_PSA_CRYPTO_CONFIG
#define MBEDTLS_USE_PSA_CRYPTO
#define MBEDTLS_PSA_WHIT_DRIVER_ENABLED
#define PSA_WANT_ECC_BRAINPOOL_P_R1_160 1
#define PSA_WANT_ECC_BRAINPOOL_P_R1_192 1
#define PSA_WANT_ECC_BRAINPOOL_P_R1_224 1
#define PSA_WANT_ECC_BRAINPOOL_P_R1_320 1
#define PSA_WANT_ECC_TWISTED_EDWARDS_255 1
#define PSA_WANT_ALG_PURE_EDDSA 1
#define PSA_WANT_ALG_ED25519PH 1
