/* SPDX-License-Identifier: MIT */
/* Sign with what the build has taken, and verify with the library; and the other way round.
 *
 *     make run COORDINATES=homogeneous WINDOW=4
 */
#include "coordinates.h"

#include <whit/posix.h>
#include <whit/secp256r1.h>

#include <stdio.h>
#include <string.h>

static int failed(const char *what, whit_status status)
{
    (void)fprintf(stderr, "coordinates: %s: status %04x\n", what, (unsigned)status);
    return 1;
}

int main(void)
{
    uint8_t private_key[COORDINATES_BYTES], signature[2 * COORDINATES_BYTES];
    uint8_t digest[COORDINATES_BYTES] = "a digest of 32 bytes, as it were";
    uint8_t encoded[1 + 2 * COORDINATES_BYTES] = {4};
    uint8_t *public_key = encoded + 1;
    whit_status status = coordinates_keygen(private_key, public_key, &whit_random_posix);
    if (status != WHIT_OK) {
        return failed("no key pair", status);
    }
    status = coordinates_sign(signature, private_key, digest, &whit_random_posix);
    if (status != WHIT_OK) {
        return failed("no signature", status);
    }
    status = whit_secp256r1_verify_digest(encoded, sizeof encoded, digest, sizeof digest, signature,
                                          sizeof signature);
    if (status != WHIT_OK) {
        return failed("refused by the library", status);
    }
    status = whit_secp256r1_sign_digest(signature, private_key, digest, sizeof digest,
                                        &whit_random_posix);
    if (status == WHIT_OK) {
        status = coordinates_verify(public_key, digest, signature);
    }
    if (status != WHIT_OK) {
        return failed("the library's is refused", status);
    }
    digest[0] ^= 1;
    status = coordinates_verify(public_key, digest, signature);
    if (status != WHIT_ERROR_SIGNATURE_INVALID) {
        return failed("another digest is accepted", status);
    }
    (void)puts("signed and verified, both ways");
    return 0;
}
