/* SPDX-License-Identifier: MIT */
/* What a device needs of PSA for ECDSA and ECDH on secp256r1, its random source its own. */
#define MBEDTLS_PSA_CRYPTO_C
#define MBEDTLS_PSA_CRYPTO_CONFIG
#define MBEDTLS_PSA_CRYPTO_CONFIG_FILE "flash_psa.h"
#define MBEDTLS_PSA_CRYPTO_EXTERNAL_RNG
#define MBEDTLS_CIPHER_C
#define MBEDTLS_ECP_NIST_OPTIM
