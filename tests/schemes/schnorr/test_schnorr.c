/* SPDX-License-Identifier: MIT */
/* Sign and verify by the header of a curve. The exit status is 0, or the number of what failed. */
#ifdef DROP_IN
#include "whit.h"
#else
#include <whit/secp256r1.h>
#endif

#include <string.h>

static uint8_t next = 1;

static whit_status fill(void *context, uint8_t *out, size_t length)
{
    (void)context;
    for (size_t i = 0; i < length; i++) {
        out[i] = next++;
    }
    return WHIT_OK;
}

static const whit_random source = {fill, NULL};

/* One byte in `stride` of the signature is changed, each by itself. An emulator calls this. */
unsigned test_schnorr(unsigned stride);
int main(void);

unsigned test_schnorr(unsigned stride)
{
    static const uint8_t message[] = "a scheme is a folder";
    uint8_t private_key[WHIT_SECP256R1_PRIVATE_KEY_BYTES];
    uint8_t public_key[WHIT_SECP256R1_PUBLIC_KEY_BYTES];
    uint8_t signature[WHIT_SECP256R1_SCHNORR_SIGNATURE_BYTES];
    uint8_t again[WHIT_SECP256R1_SCHNORR_SIGNATURE_BYTES];
    if (whit_secp256r1_keygen(private_key, public_key, &source) != WHIT_OK) {
        return 1;
    }
    if (whit_secp256r1_schnorr_sign(signature, private_key, message, sizeof message, &source) !=
        WHIT_OK) {
        return 2;
    }
    if (whit_secp256r1_schnorr_verify(public_key, sizeof public_key, message, sizeof message,
                                      signature, sizeof signature) != WHIT_OK) {
        return 3;
    }
    if (whit_schnorr_verify(&whit_secp256r1, &whit_sha256, public_key, sizeof public_key, message,
                            sizeof message, signature, sizeof signature) != WHIT_OK) {
        return 4;
    }
    for (size_t i = 0; i < sizeof signature; i += stride) {
        memcpy(again, signature, sizeof again);
        again[i] ^= 1;
        if (whit_secp256r1_schnorr_verify(public_key, sizeof public_key, message, sizeof message,
                                          again, sizeof again) != WHIT_ERROR_SIGNATURE_INVALID) {
            return 5;
        }
    }
    if (whit_secp256r1_schnorr_verify(public_key, sizeof public_key, message, sizeof message - 1,
                                      signature,
                                      sizeof signature) != WHIT_ERROR_SIGNATURE_INVALID) {
        return 6;
    }
    return 0;
}

int main(void)
{
    return (int)test_schnorr(1);
}
