/* SPDX-License-Identifier: MIT */
/* Schnorr signatures on secp256r1 from points and scalars: e || s with e = H(R || P || m) mod n for
 * a nonce's R = k G, and s = k + e x.
 *
 *     make amalgamation
 *     cc -Iinclude -DWHIT_ARITHMETIC=1 -c build/amalgamation/whit.c ports/posix/random.c
 *     cc -Iinclude examples/arithmetic/schnorr.c whit.o random.o
 */
#include <whit/arithmetic.h>
#include <whit/hash.h>
#include <whit/posix.h>
#include <whit/secp256r1.h>

#include <stdio.h>
#include <string.h>

typedef whit_secp256r1_scalar scalar;
typedef whit_secp256r1_point point;

#define SCALAR_BYTES WHIT_SECP256R1_SCALAR_BYTES
#define POINT_BYTES WHIT_SECP256R1_COMPRESSED_KEY_BYTES

/* Give up what a function does where a call fails. */
#define TRY(call)                   \
    do {                            \
        whit_status tried = (call); \
        if (tried != WHIT_OK) {     \
            return tried;           \
        }                           \
    } while (0)

/* The challenge e = H(R || P || m) mod n. */
static whit_status challenge(scalar *e, const point *r, const point *public_key,
                             const uint8_t *message, size_t length)
{
    uint8_t encoded[POINT_BYTES], digest[WHIT_SHA512_BYTES];
    whit_hash_state state;
    whit_hash_init(&whit_sha512, &state);
    TRY(whit_secp256r1_point_encode(encoded, sizeof encoded, r));
    whit_hash_update(&whit_sha512, &state, encoded, sizeof encoded);
    TRY(whit_secp256r1_point_encode(encoded, sizeof encoded, public_key));
    whit_hash_update(&whit_sha512, &state, encoded, sizeof encoded);
    whit_hash_update(&whit_sha512, &state, message, length);
    whit_hash_final(&whit_sha512, &state, digest);
    return whit_secp256r1_scalar_reduce(e, digest, sizeof digest);
}

static whit_status sign(uint8_t *signature, const scalar *key, const point *public_key,
                        const uint8_t *message, size_t length)
{
    scalar k, e, s;
    point r;
    TRY(whit_secp256r1_scalar_random(&k, &whit_random_posix));
    TRY(whit_secp256r1_point_mul_base(&r, &k));
    TRY(challenge(&e, &r, public_key, message, length));
    TRY(whit_secp256r1_scalar_mul(&s, &e, key));
    TRY(whit_secp256r1_scalar_add(&s, &s, &k));
    whit_wipe(&k, sizeof k);
    TRY(whit_secp256r1_scalar_write(signature, &e));
    return whit_secp256r1_scalar_write(signature + SCALAR_BYTES, &s);
}

/* R = s G - e P, and the challenge that it gives is e. */
static whit_status verify(const uint8_t *signature, const point *public_key, const uint8_t *message,
                          size_t length)
{
    scalar e, s, negative, found;
    point r;
    int same;
    TRY(whit_secp256r1_scalar_read(&e, signature, SCALAR_BYTES));
    TRY(whit_secp256r1_scalar_read(&s, signature + SCALAR_BYTES, SCALAR_BYTES));
    TRY(whit_secp256r1_scalar_negate(&negative, &e));
    TRY(whit_secp256r1_point_mul_two_vartime(&r, &s, &negative, public_key));
    TRY(challenge(&found, &r, public_key, message, length));
    TRY(whit_secp256r1_scalar_equal(&same, &found, &e));
    return same ? WHIT_OK : WHIT_ERROR_SIGNATURE_INVALID;
}

int main(void)
{
    static const uint8_t message[] = "21.5 degrees";
    uint8_t signature[2 * SCALAR_BYTES];
    scalar key;
    point public_key;
    if (whit_secp256r1_scalar_random(&key, &whit_random_posix) != WHIT_OK ||
        whit_secp256r1_point_mul_base(&public_key, &key) != WHIT_OK ||
        sign(signature, &key, &public_key, message, sizeof message) != WHIT_OK) {
        return 1;
    }
    whit_wipe(&key, sizeof key);
    if (verify(signature, &public_key, message, sizeof message) != WHIT_OK) {
        return 2;
    }
    signature[sizeof signature - 1] ^= 1;
    if (verify(signature, &public_key, message, sizeof message) == WHIT_OK) {
        return 3;
    }
    printf("the signature is valid, and one bit of it makes it invalid\n");
    return 0;
}
