/* SPDX-License-Identifier: MIT */
/* Two parties agree on a secret; one signs, the other verifies.
 *
 *     make amalgamation
 *     cc -Iinclude examples/exchange.c ports/posix/random.c build/amalgamation/whit.c -o exchange
 */
#include <whit/posix.h>
#include <whit/secp256r1.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect(whit_status status, const char *step)
{
    if (status != WHIT_OK) {
        fprintf(stderr, "%s failed with status 0x%04x\n", step, (unsigned)status);
        exit(EXIT_FAILURE);
    }
}

static void show(const char *name, const uint8_t *bytes, size_t length)
{
    printf("%-18s", name);
    while (length-- > 0) {
        printf("%02x", *bytes++);
    }
    printf("\n");
}

int main(void)
{
    uint8_t alice_key[WHIT_SECP256R1_PRIVATE_KEY_BYTES], bob_key[sizeof alice_key];
    uint8_t alice_public[WHIT_SECP256R1_PUBLIC_KEY_BYTES], bob_public[sizeof alice_public];
    uint8_t alice_secret[WHIT_SECP256R1_SHARED_SECRET_BYTES], bob_secret[sizeof alice_secret];
    uint8_t signature[WHIT_SECP256R1_SIGNATURE_BYTES];
    static const uint8_t message[] = "21.5 degrees";

    expect(whit_secp256r1_keygen(alice_key, alice_public, &whit_random_posix), "key generation");
    expect(whit_secp256r1_keygen(bob_key, bob_public, &whit_random_posix), "key generation");

    expect(whit_secp256r1_ecdh(alice_secret, alice_key, bob_public, sizeof bob_public), "ECDH");
    expect(whit_secp256r1_ecdh(bob_secret, bob_key, alice_public, sizeof alice_public), "ECDH");
    show("Alice's secret", alice_secret, sizeof alice_secret);
    show("Bob's secret", bob_secret, sizeof bob_secret);
    if (memcmp(alice_secret, bob_secret, sizeof alice_secret) != 0) {
        return EXIT_FAILURE;
    }

    expect(whit_secp256r1_sign(signature, alice_key, message, sizeof message), "signing");
    show("signature", signature, sizeof signature);
    expect(whit_secp256r1_verify(alice_public, sizeof alice_public, message, sizeof message,
                                 signature, sizeof signature),
           "verification");
    printf("the signature is valid\n");
    return EXIT_SUCCESS;
}
