/* SPDX-License-Identifier: MIT */
/* A program written for micro-ecc's interface of 2013. */
#include "ecc.h"

#include <stdio.h>
#include <string.h>

static uint32_t state = 1;

static void choose(uint32_t number[NUM_ECC_DIGITS])
{
    for (unsigned i = 0; i < NUM_ECC_DIGITS; i++) {
        state = state * 1664525u + 1013904223u;
        number[i] = state ^ state >> 15;
    }
    number[NUM_ECC_DIGITS - 1] >>= 1;
}

int main(void)
{
    EccPoint my_point, your_point;
    uint32_t my_key[NUM_ECC_DIGITS], your_key[NUM_ECC_DIGITS];
    uint32_t my_secret[NUM_ECC_DIGITS], your_secret[NUM_ECC_DIGITS];
    uint32_t number[NUM_ECC_DIGITS], hash[NUM_ECC_DIGITS];
    uint32_t r[NUM_ECC_DIGITS], s[NUM_ECC_DIGITS];
    uint8_t bytes[NUM_ECC_DIGITS * 4];
    int good = 1;

    choose(number);
    good &= ecc_make_key(&my_point, my_key, number);
    /* The number and the key may be one array. */
    choose(your_key);
    good &= ecc_make_key(&your_point, your_key, your_key);
    good &= ecc_valid_public_key(&my_point) && ecc_valid_public_key(&your_point);
    good &= ecdh_shared_secret(my_secret, &your_point, my_key);
    good &= ecdh_shared_secret(your_secret, &my_point, your_key, NULL);
    good &= memcmp(my_secret, your_secret, sizeof my_secret) == 0;

    ecc_native2bytes(bytes, my_secret);
    ecc_bytes2native(hash, bytes);
    good &= memcmp(hash, my_secret, sizeof hash) == 0;
    choose(number);
    good &= ecdsa_sign(r, s, my_key, number, hash);
    good &= ecdsa_verify(&my_point, hash, r, s);
    good &= !ecdsa_verify(&your_point, hash, r, s);
    printf("%s\n", good ? "good" : "bad");
    return !good;
}
