/* SPDX-License-Identifier: MIT */
/* A program of someone who uses Whit: two parties agree on a key, and one signs. Exits with 0
 * when both hold the same secret, the signature verifies, and that of another message does not. */
#ifdef CONSUMER_DROP_IN
#define _POSIX_C_SOURCE 200809L
#include "whit.h"
#else
#include <whit/posix.h>
#include <whit/secp256r1.h>
#include <whit/version.h>
#endif

#include <stdio.h>
#include <string.h>

#ifdef CONSUMER_DROP_IN
/* The two files hold no random source; this is what a program then brings. */
static whit_status fill(void *context, uint8_t *out, size_t length)
{
    FILE *file = fopen(context, "rb");
    size_t count = file != NULL ? fread(out, 1, length, file) : 0;
    if (file != NULL) {
        (void)fclose(file);
    }
    return count == length ? WHIT_OK : WHIT_ERROR_RANDOM_FAILED;
}

static char device[] = "/dev/urandom";
static const whit_random source = {fill, device};
#else
#define source whit_random_posix
#endif

static int agree(uint8_t *private_key, uint8_t *public_key)
{
    uint8_t peer_private_key[WHIT_SECP256R1_PRIVATE_KEY_BYTES];
    uint8_t peer_public_key[WHIT_SECP256R1_PUBLIC_KEY_BYTES];
    uint8_t secret[WHIT_SECP256R1_SHARED_SECRET_BYTES];
    uint8_t peer_secret[WHIT_SECP256R1_SHARED_SECRET_BYTES];
    return whit_secp256r1_keygen(private_key, public_key, &source) == WHIT_OK &&
           whit_secp256r1_keygen(peer_private_key, peer_public_key, &source) == WHIT_OK &&
           whit_secp256r1_ecdh(secret, private_key, peer_public_key, sizeof peer_public_key) ==
               WHIT_OK &&
           whit_secp256r1_ecdh(peer_secret, peer_private_key, public_key,
                               WHIT_SECP256R1_PUBLIC_KEY_BYTES) == WHIT_OK &&
           memcmp(secret, peer_secret, sizeof secret) == 0;
}

static whit_status verify(const uint8_t *public_key, const char *text, const uint8_t *signature)
{
    return whit_secp256r1_verify(public_key, WHIT_SECP256R1_PUBLIC_KEY_BYTES, (const uint8_t *)text,
                                 strlen(text), signature, WHIT_SECP256R1_SIGNATURE_BYTES);
}

int main(void)
{
    static const char text[] = "21.5 degrees";
    uint8_t private_key[WHIT_SECP256R1_PRIVATE_KEY_BYTES];
    uint8_t public_key[WHIT_SECP256R1_PUBLIC_KEY_BYTES];
    uint8_t signature[WHIT_SECP256R1_SIGNATURE_BYTES];
    if (!agree(private_key, public_key)) {
        return 1;
    }
    if (whit_secp256r1_sign(signature, private_key, (const uint8_t *)text, strlen(text)) !=
        WHIT_OK) {
        return 2;
    }
    if (verify(public_key, text, signature) != WHIT_OK) {
        return 3;
    }
    if (verify(public_key, "25.1 degrees", signature) != WHIT_ERROR_SIGNATURE_INVALID) {
        return 4;
    }
    printf("Whit %s\n", WHIT_VERSION);
    return 0;
}
