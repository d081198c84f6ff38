/* SPDX-License-Identifier: MIT */
/* A program written for micro-ecc: what it prints depends on no randomness, so that it prints the
 * same whichever library it was compiled with. */
#include "uECC.h"

#include <stdio.h>
#include <string.h>

static void print(const char *what, const uint8_t *bytes, size_t length)
{
    printf("%s", what);
    for (size_t i = 0; i < length; i++) {
        printf("%s%02x", i == 0 ? " " : "", bytes[i]);
    }
    printf("\n");
}

static uint32_t state;

/* Numbers that look random; the same from each start. */
static int fill(uint8_t *dest, unsigned size)
{
    while (size-- > 0) {
        state = state * 1664525u + 1013904223u;
        *dest++ = (uint8_t)(state >> 24);
    }
    return 1;
}

static int refuse(uint8_t *dest, unsigned size)
{
    (void)dest;
    (void)size;
    return 0;
}

/* A private key: below every order, and behind it the room that whole words need. */
static void choose_key(uint8_t *key, uECC_Curve curve, uint32_t seed)
{
    unsigned size = (unsigned)uECC_curve_private_key_size(curve);
    state = seed;
    fill(key, size);
    if (size == 21) {
        key[uECC_VLI_NATIVE_LITTLE_ENDIAN ? 20 : 0] = 0;
    }
    key[uECC_VLI_NATIVE_LITTLE_ENDIAN ? 19 : 1] &= 0x7f;
}

static void run(uECC_Curve curve)
{
    size_t public_size = (size_t)uECC_curve_public_key_size(curve);
    uint8_t mine[40] = {0};
    uint8_t yours[40] = {0};
    uint8_t my_point[80] = {0};
    uint8_t your_point[80] = {0};
    uint8_t secret[40] = {0};
    uint8_t digest[64];
    uint8_t signature[80] = {0};

    printf("sizes %d %d\n", uECC_curve_private_key_size(curve), (int)public_size);
    choose_key(mine, curve, 1);
    choose_key(yours, curve, 2);
    printf("public %d", uECC_compute_public_key(mine, my_point, curve));
    printf(" %d", uECC_compute_public_key(yours, your_point, curve));
    print("", my_point, public_size);
    printf("valid %d", uECC_valid_public_key(my_point, curve));
    my_point[3] ^= 1;
    printf(" %d\n", uECC_valid_public_key(my_point, curve));
    my_point[3] ^= 1;
#if !uECC_VLI_NATIVE_LITTLE_ENDIAN
    printf("secret %d", uECC_shared_secret(your_point, mine, secret, curve));
    print("", secret, public_size / 2);
    printf("secret %d", uECC_shared_secret(my_point, yours, secret, curve));
    print("", secret, public_size / 2);
#endif
#if uECC_SUPPORT_COMPRESSED_POINT
    uECC_compress(my_point, secret, curve);
    print("compressed", secret, 1 + public_size / 2);
    memset(your_point, 0, sizeof your_point);
    uECC_decompress(secret, your_point, curve);
    printf("decompressed %d\n", memcmp(my_point, your_point, public_size));
#endif
    for (unsigned size = 16; size <= 64; size += 16) {
        state = size;
        fill(digest, sizeof digest);
        uECC_set_rng(fill);
        printf("sign %d", uECC_sign(mine, digest, size, signature, curve));
        printf(" verify %d", uECC_verify(my_point, digest, size, signature, curve));
        digest[7] ^= 4;
        printf(" changed %d", uECC_verify(my_point, digest, size, signature, curve));
        digest[7] ^= 4;
        signature[9] ^= 4;
        printf(" changed %d\n", uECC_verify(my_point, digest, size, signature, curve));
    }
    uECC_set_rng(refuse);
    printf("refused %d", uECC_make_key(your_point, yours, curve));
    printf(" %d", uECC_sign(mine, digest, 32, signature, curve));
    uECC_set_rng(0);
    printf(" %d", uECC_make_key(your_point, yours, curve));
    printf(" %d\n", uECC_get_rng() == 0);
    memset(mine, 0, sizeof mine);
    printf("zero %d\n", uECC_compute_public_key(mine, my_point, curve));
    uECC_set_rng(fill);
    printf("made %d", uECC_make_key(my_point, mine, curve));
    printf(" %d", uECC_compute_public_key(mine, your_point, curve));
    printf(" %d\n", memcmp(my_point, your_point, public_size));
}

int main(void)
{
    run(uECC_secp160r1());
    run(uECC_secp192r1());
    run(uECC_secp224r1());
    run(uECC_secp256r1());
    run(uECC_secp256k1());
    return 0;
}
