/* SPDX-License-Identifier: MIT */
/* The function by which MCUboot's image_ed25519.c verifies, over Whit: in place of ext/fiat or
 * src/ed25519_psa.c. doc/mcuboot.md says how it is used. */
#include "whit.h"

int ED25519_verify(const uint8_t *message, size_t message_len, const uint8_t signature[64],
                   const uint8_t public_key[32]);

/* Returns 1 if the signature is that of the message under the key, else 0. */
int ED25519_verify(const uint8_t *message, size_t message_len, const uint8_t signature[64],
                   const uint8_t public_key[32])
{
    return whit_ed25519_verify(public_key, 32, message, message_len, signature, 64) == WHIT_OK;
}
