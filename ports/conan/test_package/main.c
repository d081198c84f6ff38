/* SPDX-License-Identifier: MIT */
/* A signature by a fresh key. 0 where it verifies, and that of another message does not. */
#include <whit/posix.h>
#include <whit/secp256r1.h>

#include <stdio.h>

int main(void)
{
    static const uint8_t message[] = {'2', '1', '.', '5'};
    uint8_t private_key[WHIT_SECP256R1_PRIVATE_KEY_BYTES];
    uint8_t public_key[WHIT_SECP256R1_PUBLIC_KEY_BYTES];
    uint8_t signature[WHIT_SECP256R1_SIGNATURE_BYTES];

    if (whit_secp256r1_keygen(private_key, public_key, &whit_random_posix) != WHIT_OK ||
        whit_secp256r1_sign(signature, private_key, message, sizeof message) != WHIT_OK) {
        return 1;
    }
    if (whit_secp256r1_verify(public_key, sizeof public_key, message, sizeof message, signature,
                              sizeof signature) != WHIT_OK ||
        whit_secp256r1_verify(public_key, sizeof public_key, message, sizeof message - 1, signature,
                              sizeof signature) != WHIT_ERROR_SIGNATURE_INVALID) {
        return 2;
    }
    return puts("a signature was verified") < 0;
}
