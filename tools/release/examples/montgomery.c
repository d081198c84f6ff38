/* SPDX-License-Identifier: MIT */
/* A key agreement on @curve@. 0 when both sides hold the same secret. */
#include "whit.h"

#include <string.h>

/* `random` fills buffers from the board's generator; whit.h says what is asked of it. */
int example_@curve@(const whit_random *random);

int example_@curve@(const whit_random *random)
{
    uint8_t mine[@PREFIX@_PRIVATE_KEY_BYTES];
    uint8_t my_public_key[@PREFIX@_PUBLIC_KEY_BYTES];
    uint8_t theirs[@PREFIX@_PRIVATE_KEY_BYTES];
    uint8_t their_public_key[@PREFIX@_PUBLIC_KEY_BYTES];
    uint8_t my_secret[@PREFIX@_SHARED_SECRET_BYTES];
    uint8_t their_secret[@PREFIX@_SHARED_SECRET_BYTES];

    if (@prefix@_keygen(mine, my_public_key, random) != WHIT_OK ||
        @prefix@_keygen(theirs, their_public_key, random) != WHIT_OK) {
        return 1;
    }
    if (@prefix@_ecdh(my_secret, mine, their_public_key, sizeof their_public_key) != WHIT_OK ||
        @prefix@_ecdh(their_secret, theirs, my_public_key, sizeof my_public_key) != WHIT_OK) {
        return 2;
    }
    return memcmp(my_secret, their_secret, sizeof my_secret) == 0 ? 0 : 3;
}
