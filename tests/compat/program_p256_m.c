/* SPDX-License-Identifier: MIT */
/* A program written for p256-m. Its random source is none, so that it prints the same whichever
 * library it was compiled with. */
#include "p256-m.h"

#include <stdio.h>
#include <string.h>

static uint32_t state = 1;
static int broken;

int p256_generate_random(uint8_t *output, unsigned output_size)
{
    while (output_size-- > 0) {
        state = state * 1664525u + 1013904223u;
        *output++ = (uint8_t)(state >> 24);
    }
    return broken;
}

static void print(const char *what, int result, const uint8_t *bytes, size_t length)
{
    printf("%s %d", what, result);
    for (size_t i = 0; i < length; i++) {
        printf("%s%02x", i == 0 ? " " : "", bytes[i]);
    }
    printf("\n");
}

static void keys(uint8_t mine[32], uint8_t my_point[64])
{
    uint8_t yours[32], your_point[64], secret[32], again[64];
    int made = p256_gen_keypair(mine, my_point);
    print("made", made, mine, 32);
    made = p256_gen_keypair(yours, your_point);
    print("made", made, your_point, 64);
    printf("valid %d %d\n", p256_validate_privkey(mine), p256_validate_pubkey(my_point));
    made = p256_public_from_private(again, mine);
    printf("public %d %d\n", made, memcmp(again, my_point, sizeof again));
    made = p256_ecdh_shared_secret(secret, mine, your_point);
    print("secret", made, secret, sizeof secret);
    made = p256_ecdh_shared_secret(secret, yours, my_point);
    print("secret", made, secret, sizeof secret);
}

static void signatures(const uint8_t key[32], const uint8_t point[64])
{
    uint8_t digest[64], signature[64];
    for (size_t size = 0; size <= sizeof digest; size += 16) {
        (void)p256_generate_random(digest, sizeof digest);
        int made = p256_ecdsa_sign(signature, key, digest, size);
        print("signed", made, signature, sizeof signature);
        printf("verified %d", p256_ecdsa_verify(signature, point, digest, size));
        signature[9] ^= 4;
        printf(" changed %d", p256_ecdsa_verify(signature, point, digest, size));
        signature[9] ^= 4;
        digest[0] ^= 1;
        printf(" changed %d\n", p256_ecdsa_verify(signature, point, digest, size));
    }
}

static void refusals(const uint8_t key[32], const uint8_t point[64])
{
    uint8_t zero[64] = {0}, high[64], off[64], out[64], digest[32] = {1};
    memset(high, 0xff, sizeof high);
    memcpy(off, point, sizeof off);
    off[63] ^= 1;
    printf("private %d %d", p256_validate_privkey(zero), p256_validate_privkey(high));
    printf(" %d", p256_public_from_private(out, zero));
    printf(" %d", p256_ecdh_shared_secret(out, zero, point));
    printf(" %d\n", p256_ecdsa_sign(out, high, digest, sizeof digest));
    printf("public %d %d", p256_validate_pubkey(zero), p256_validate_pubkey(high));
    printf(" %d", p256_validate_pubkey(off));
    printf(" %d\n", p256_ecdh_shared_secret(out, key, off));
    printf("signature %d", p256_ecdsa_verify(zero, point, digest, sizeof digest));
    printf(" %d\n", p256_ecdsa_verify(high, point, digest, sizeof digest));
    broken = 1;
    printf("random %d", p256_gen_keypair(out, high));
    printf(" %d\n", p256_ecdsa_sign(out, key, digest, sizeof digest));
    broken = 0;
}

int main(void)
{
    uint8_t key[32], point[64];
    keys(key, point);
    signatures(key, point);
    refusals(key, point);
    return 0;
}
