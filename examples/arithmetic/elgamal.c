/* SPDX-License-Identifier: MIT */
/* ElGamal encryption of points on secp256r1: (k G, M + k P) under a public key P. Ciphertexts add
 * up: here votes are encrypted, added without being read, and the sum alone is decrypted. A vote is
 * a small multiple of G, found again by trying.
 *
 * Encryption like this is malleable by design; voters of a real election prove what they encrypt.
 *
 *     make amalgamation
 *     cc -Iinclude -DWHIT_ARITHMETIC=1 -c build/amalgamation/whit.c ports/posix/random.c
 *     cc -Iinclude examples/arithmetic/elgamal.c whit.o random.o
 */
#include <whit/arithmetic.h>
#include <whit/posix.h>
#include <whit/secp256r1.h>

#include <stdio.h>

typedef whit_secp256r1_scalar scalar;
typedef whit_secp256r1_point point;

typedef struct ciphertext {
    point nonce;  /* k G */
    point masked; /* v G + k P */
} ciphertext;

static whit_status encrypt(ciphertext *c, uint32_t vote, const point *public_key)
{
    scalar k, v;
    point m;
    whit_status status = whit_secp256r1_scalar_random(&k, &whit_random_posix);
    if (status == WHIT_OK) {
        status = whit_secp256r1_point_mul_base(&c->nonce, &k);
    }
    if (status == WHIT_OK) {
        status = whit_secp256r1_point_mul(&c->masked, &k, public_key);
    }
    if (status == WHIT_OK) {
        status = whit_secp256r1_scalar_set_word(&v, vote);
    }
    if (status == WHIT_OK) {
        status = whit_secp256r1_point_mul_base(&m, &v);
    }
    if (status == WHIT_OK) {
        status = whit_secp256r1_point_add(&c->masked, &c->masked, &m);
    }
    whit_wipe(&k, sizeof k);
    return status;
}

static whit_status add(ciphertext *total, const ciphertext *c)
{
    whit_status status = whit_secp256r1_point_add(&total->nonce, &total->nonce, &c->nonce);
    if (status == WHIT_OK) {
        status = whit_secp256r1_point_add(&total->masked, &total->masked, &c->masked);
    }
    return status;
}

/* The sum of votes is the multiple of G that is left without the mask x (k G). */
static whit_status decrypt(uint32_t *votes, uint32_t most, const ciphertext *c, const scalar *key)
{
    point mask, left, base;
    int found = 0;
    whit_status status = whit_secp256r1_point_mul(&mask, key, &c->nonce);
    if (status == WHIT_OK) {
        status = whit_secp256r1_point_sub(&left, &c->masked, &mask);
    }
    if (status == WHIT_OK) {
        status = whit_secp256r1_point_set_base(&base);
    }
    for (*votes = 0; status == WHIT_OK && *votes <= most; ++*votes) {
        status = whit_secp256r1_point_is_identity(&found, &left);
        if (status != WHIT_OK || found) {
            return status;
        }
        status = whit_secp256r1_point_sub(&left, &left, &base);
    }
    return status == WHIT_OK ? WHIT_ERROR_INTEGER_RANGE : status;
}

int main(void)
{
    static const uint32_t votes[] = {1, 0, 1, 1, 0, 1, 1};
    enum { VOTERS = sizeof votes / sizeof votes[0] };
    scalar key;
    point public_key;
    ciphertext total, one;
    uint32_t sum;
    if (whit_secp256r1_scalar_random(&key, &whit_random_posix) != WHIT_OK ||
        whit_secp256r1_point_mul_base(&public_key, &key) != WHIT_OK ||
        encrypt(&total, 0, &public_key) != WHIT_OK) {
        return 1;
    }
    for (int i = 0; i < VOTERS; i++) {
        if (encrypt(&one, votes[i], &public_key) != WHIT_OK || add(&total, &one) != WHIT_OK) {
            return 2;
        }
    }
    if (decrypt(&sum, VOTERS, &total, &key) != WHIT_OK || sum != 5) {
        return 3;
    }
    printf("%u of %u voted for it\n", (unsigned)sum, (unsigned)VOTERS);
    return 0;
}
