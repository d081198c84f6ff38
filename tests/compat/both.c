/* SPDX-License-Identifier: MIT */
/* micro-ecc and Whit in one program: one signs, the other verifies, and back. */
#include "uECC.h"
#include <whit/posix.h>
#include <whit/secp256r1.h>

#include <stdio.h>

int main(void)
{
    uint8_t private_key[32];
    uint8_t public_key[65] = {4};
    uint8_t digest[32] = {1, 2, 3};
    uint8_t signature[64];
    int good = uECC_make_key(public_key + 1, private_key, uECC_secp256r1());
    good &= uECC_sign(private_key, digest, 32, signature, uECC_secp256r1());
    good &= whit_secp256r1_verify_digest(public_key, 65, digest, 32, signature, 64) == WHIT_OK;
    good &= whit_secp256r1_keygen(private_key, public_key, &whit_random_posix) == WHIT_OK;
    good &= whit_secp256r1_sign_digest(signature, private_key, digest, 32, &whit_random_posix) ==
            WHIT_OK;
    good &= uECC_verify(public_key + 1, digest, 32, signature, uECC_secp256r1());
    printf("%s\n", good ? "good" : "bad");
    return !good;
}
