/* SPDX-License-Identifier: MIT */
/* What p256-m's copy in Mbed TLS takes from there, so that it asks the program's random source as
 * p256-m itself does. Its own p256_generate_random has another name in these builds. */
#include "mbedtls/platform_util.h"
#include "psa/crypto.h"

int p256_generate_random(uint8_t *output, unsigned output_size);

psa_status_t psa_generate_random(uint8_t *output, size_t length)
{
    return p256_generate_random(output, (unsigned)length);
}

void mbedtls_platform_zeroize(void *buffer, size_t length)
{
    volatile uint8_t *byte = buffer;
    while (length-- > 0) {
        *byte++ = 0;
    }
}
