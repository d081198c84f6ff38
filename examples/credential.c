/* SPDX-License-Identifier: MIT */
/* An anonymous credential on secp256r1: an issuer certifies a holder's name and age group, and the
 * holder shows that it has a credential of this age group without saying which. Three parties in
 * one program; what goes from one to another is an array.
 *
 *     make amalgamation
 *     cc -Iinclude -DWHIT_ARITHMETIC=1 -c build/amalgamation/whit.c ports/posix/random.c
 *     cc -Iinclude examples/credential.c whit.o random.o
 */
#include <whit/hash.h>
#include <whit/macwbb.h>
#include <whit/posix.h>
#include <whit/secp256r1.h>

#include <stdio.h>
#include <string.h>

#define COUNT 2        /* attributes: the name, the age group */
#define DISCLOSED 0x2u /* the second */
#define SCALAR WHIT_SECP256R1_SCALAR_BYTES
#define COMPRESSED WHIT_SECP256R1_COMPRESSED_KEY_BYTES
#define POINT WHIT_SECP256R1_PUBLIC_KEY_BYTES

/* A text as an attribute: its digest modulo the order. */
static whit_status attribute_of(uint8_t *attribute, const char *text)
{
    uint8_t digest[WHIT_SHA512_BYTES];
    whit_hash_state state;
    whit_secp256r1_scalar m;
    whit_hash_init(&whit_sha512, &state);
    whit_hash_update(&whit_sha512, &state, (const uint8_t *)text, strlen(text));
    whit_hash_final(&whit_sha512, &state, digest);
    whit_status status = whit_secp256r1_scalar_reduce(&m, digest, sizeof digest);
    return status == WHIT_OK ? whit_secp256r1_scalar_write(attribute, &m) : status;
}

int main(void)
{
    uint8_t key[WHIT_MACWBB_KEY_BYTES(SCALAR, COUNT)];
    uint8_t parameters[WHIT_MACWBB_PARAMETERS_BYTES(COMPRESSED, COUNT)];
    uint8_t credential[WHIT_MACWBB_CREDENTIAL_BYTES(POINT, COUNT)];
    uint8_t proof[WHIT_SECP256R1_MACWBB_PROOF_BYTES];
    uint8_t attributes[COUNT * SCALAR];
    uint8_t known[COUNT * SCALAR] = {0};
    uint8_t nonce[16];
    uint8_t showing[WHIT_MACWBB_SHOWING_BYTES(COMPRESSED, SCALAR, COUNT - 1)];
    const whit_random *random = &whit_random_posix;

    /* The issuer, once; its parameters are public, its key is the verifiers' too. */
    if (whit_secp256r1_macwbb_keygen(key, sizeof key, parameters, sizeof parameters, random) !=
        WHIT_OK) {
        return 1;
    }

    /* The issuer certifies, and the holder checks what it got. */
    if (attribute_of(attributes, "name: Sam") != WHIT_OK ||
        attribute_of(attributes + SCALAR, "age: 18 or more") != WHIT_OK ||
        whit_secp256r1_macwbb_issue(credential, sizeof credential, proof, key, sizeof key,
                                    parameters, sizeof parameters, attributes, sizeof attributes,
                                    random) != WHIT_OK ||
        whit_secp256r1_macwbb_accept(credential, sizeof credential, proof, parameters,
                                     sizeof parameters, attributes, sizeof attributes) != WHIT_OK) {
        return 2;
    }

    /* The verifier's nonce, fresh each time, and the holder's showing for it. */
    if (random->fill(random->context, nonce, sizeof nonce) != WHIT_OK ||
        whit_secp256r1_macwbb_show(showing, sizeof showing, credential, sizeof credential,
                                   parameters, sizeof parameters, attributes, sizeof attributes,
                                   DISCLOSED, nonce, sizeof nonce, random) != WHIT_OK) {
        return 3;
    }

    /* The verifier knows the key and the disclosed attribute; the name stays the holder's. */
    if (attribute_of(known + SCALAR, "age: 18 or more") != WHIT_OK ||
        whit_secp256r1_macwbb_verify_show(showing, sizeof showing, key, sizeof key, parameters,
                                          sizeof parameters, known, sizeof known, DISCLOSED, nonce,
                                          sizeof nonce) != WHIT_OK) {
        return 4;
    }
    nonce[0] ^= 1;
    if (whit_secp256r1_macwbb_verify_show(showing, sizeof showing, key, sizeof key, parameters,
                                          sizeof parameters, known, sizeof known, DISCLOSED, nonce,
                                          sizeof nonce) != WHIT_ERROR_PROOF) {
        return 5;
    }
    whit_wipe(key, sizeof key);
    printf("a holder of age is there, and nobody knows who; for another nonce it is refused\n");
    return 0;
}
