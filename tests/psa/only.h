/* SPDX-License-Identifier: MIT */
/* The least configuration: what PSA needs, no elliptic curves but the driver's. The compiler's
 * options say what is wanted (-DPSA_WANT_...). */
#define MBEDTLS_PSA_CRYPTO_C
#define MBEDTLS_PSA_CRYPTO_CONFIG
#define MBEDTLS_PSA_CRYPTO_CONFIG_FILE "whit_psa_config.h"
#define MBEDTLS_CIPHER_C
#define MBEDTLS_AES_C
#define MBEDTLS_CTR_DRBG_C
#define MBEDTLS_ENTROPY_C
#define MBEDTLS_SHA256_C
