/* SPDX-License-Identifier: MIT */
/* Pedersen commitments on secp256r1: C = v G + r H hides a value v behind a random r, and binds who
 * made it to v. The sum of two commitments is one to the sum of their values: a meter can report
 * each reading as a commitment, and open the total alone.
 *
 * Nobody may know the multiple of G that H is. H comes from a hash, tried until it is a point.
 *
 *     make amalgamation
 *     cc -Iinclude -DWHIT_ARITHMETIC=1 -c build/amalgamation/whit.c ports/posix/random.c
 *     cc -Iinclude examples/arithmetic/pedersen.c whit.o random.o
 */
#include <whit/arithmetic.h>
#include <whit/hash.h>
#include <whit/posix.h>
#include <whit/secp256r1.h>

#include <stdio.h>

typedef whit_secp256r1_scalar scalar;
typedef whit_secp256r1_point point;

/* H: x is the hash of a label and a counter, until there is a point with it. */
static whit_status second_base(point *h)
{
    static const uint8_t label[] = "whit example: Pedersen commitments on secp256r1";
    whit_status status;
    uint8_t counter = 0;
    do {
        uint8_t encoded[1 + WHIT_SHA256_BYTES] = {2};
        whit_hash_state state;
        whit_hash_init(&whit_sha256, &state);
        whit_hash_update(&whit_sha256, &state, label, sizeof label);
        whit_hash_update(&whit_sha256, &state, &counter, 1);
        whit_hash_final(&whit_sha256, &state, encoded + 1);
        status = whit_secp256r1_point_decode(h, encoded, sizeof encoded);
    } while (status != WHIT_OK && ++counter != 0);
    return status;
}

/* C = v G + r H. */
static whit_status commit(point *c, uint32_t value, const scalar *r, const point *h)
{
    scalar v;
    point hidden;
    whit_status status = whit_secp256r1_scalar_set_word(&v, value);
    if (status == WHIT_OK) {
        status = whit_secp256r1_point_mul_base(c, &v);
    }
    if (status == WHIT_OK) {
        status = whit_secp256r1_point_mul(&hidden, r, h);
    }
    if (status == WHIT_OK) {
        status = whit_secp256r1_point_add(c, c, &hidden);
    }
    whit_wipe(&v, sizeof v);
    return status;
}

int main(void)
{
    static const uint32_t readings[2] = {215, 230};
    scalar r[2], sum;
    point h, commitments[2], total, opened;
    int same = 0;
    if (second_base(&h) != WHIT_OK) {
        return 1;
    }
    for (int i = 0; i < 2; i++) {
        if (whit_secp256r1_scalar_random(&r[i], &whit_random_posix) != WHIT_OK ||
            commit(&commitments[i], readings[i], &r[i], &h) != WHIT_OK) {
            return 2;
        }
    }
    /* Whoever has the commitments adds them; the meter opens the sum. */
    if (whit_secp256r1_point_add(&total, &commitments[0], &commitments[1]) != WHIT_OK ||
        whit_secp256r1_scalar_add(&sum, &r[0], &r[1]) != WHIT_OK ||
        commit(&opened, readings[0] + readings[1], &sum, &h) != WHIT_OK ||
        whit_secp256r1_point_equal(&same, &total, &opened) != WHIT_OK || !same) {
        return 3;
    }
    if (commit(&opened, readings[0] + readings[1] + 1, &sum, &h) != WHIT_OK ||
        whit_secp256r1_point_equal(&same, &total, &opened) != WHIT_OK || same) {
        return 4;
    }
    printf("the commitments add up to %u, and to nothing else\n",
           (unsigned)(readings[0] + readings[1]));
    return 0;
}
