/* SPDX-License-Identifier: MIT */
/* The part of flash.h that is PSA's. FLASH_SIGNS adds private keys, FLASH_WHIT and FLASH_P256M a
 * driver. */
#define PSA_WANT_ALG_SHA_256 1
#define PSA_WANT_ALG_ECDSA 1
#define PSA_WANT_ECC_SECP_R1_256 1
#define PSA_WANT_KEY_TYPE_ECC_PUBLIC_KEY 1
#if defined(FLASH_SIGNS)
#define PSA_WANT_ALG_ECDH 1
#define PSA_WANT_KEY_TYPE_ECC_KEY_PAIR_BASIC 1
#define PSA_WANT_KEY_TYPE_ECC_KEY_PAIR_IMPORT 1
#define PSA_WANT_KEY_TYPE_ECC_KEY_PAIR_EXPORT 1
#define PSA_WANT_KEY_TYPE_ECC_KEY_PAIR_GENERATE 1
#endif
#if defined(FLASH_WHIT)
#include "whit_psa_config.h"
#elif defined(FLASH_P256M)
#define MBEDTLS_PSA_P256M_DRIVER_ENABLED
#endif
