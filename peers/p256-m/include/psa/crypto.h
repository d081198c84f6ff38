/* SPDX-License-Identifier: MIT */
/* As much of the PSA header as p256-m.c needs; the function is in adapter.c. */
#ifndef PSA_CRYPTO_H
#define PSA_CRYPTO_H

#include <stddef.h>
#include <stdint.h>

typedef int32_t psa_status_t;

#define PSA_SUCCESS 0
#define PSA_ERROR_GENERIC_ERROR (-132)

psa_status_t psa_generate_random(uint8_t *output, size_t length);

#endif
