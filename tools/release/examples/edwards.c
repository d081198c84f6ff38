/* SPDX-License-Identifier: MIT */
/* A signature on @curve@. 0 when all went well. */
#include "whit.h"

/* `random` fills buffers from the board's generator; whit.h says what is asked of it. */
int example_@curve@(const whit_random *random);

int example_@curve@(const whit_random *random)
{
    static const uint8_t message[] = {'2', '1', '.', '5'};
    uint8_t private_key[@PREFIX@_PRIVATE_KEY_BYTES];
    uint8_t public_key[@PREFIX@_PUBLIC_KEY_BYTES];
    uint8_t signature[@PREFIX@_SIGNATURE_BYTES];

    if (@prefix@_keygen(private_key, public_key, random) != WHIT_OK) {
        return 1;
    }
    if (@prefix@_sign(signature, private_key, message, sizeof message) != WHIT_OK ||
        @prefix@_verify(public_key, sizeof public_key, message, sizeof message, signature,
                        sizeof signature) != WHIT_OK) {
        return 2;
    }
    signature[0] ^= 1;
    return @prefix@_verify(public_key, sizeof public_key, message, sizeof message, signature,
                           sizeof signature) == WHIT_OK
               ? 3
               : 0;
}
