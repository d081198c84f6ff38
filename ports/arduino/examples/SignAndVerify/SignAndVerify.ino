// SPDX-License-Identifier: MIT
// Sign a reading with ECDSA on secp256r1, and verify the signature.
#include <whit.h>

// For show: whit_secp256r1_keygen makes keys, from a random source.
static const uint8_t private_key[WHIT_SECP256R1_PRIVATE_KEY_BYTES] = {1, 2, 3};
static const uint8_t reading[] = {'2', '1', '.', '5'};
static uint8_t public_key[WHIT_SECP256R1_PUBLIC_KEY_BYTES];
static uint8_t signature[WHIT_SECP256R1_SIGNATURE_BYTES];

enum { RUNNING, VERIFIED, FAILED };
uint8_t state = RUNNING;

static bool sign_and_verify()
{
    return whit_secp256r1_public_key(public_key, private_key) == WHIT_OK &&
           whit_secp256r1_sign(signature, private_key, reading, sizeof reading) == WHIT_OK &&
           whit_secp256r1_verify(public_key, sizeof public_key, reading, sizeof reading, signature,
                                 sizeof signature) == WHIT_OK;
}

void setup()
{
    Serial.begin(9600);
    state = sign_and_verify() ? VERIFIED : FAILED;
    Serial.println(state == VERIFIED ? "verified" : "failed");
}

void loop()
{
}
