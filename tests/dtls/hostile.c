/* SPDX-License-Identifier: MIT */
/* tinydtls' own elliptic curve in a peer whose ephemeral public keys are no points of the curve,
 * and who signs its messages all the same. ecc.c is compiled with -Decc_ec_mult=honest_multiple. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define WORDS 8

extern const uint32_t ecc_g_point_x[WORDS];
void honest_multiple(const uint32_t *px, const uint32_t *py, const uint32_t *secret,
                     uint32_t *resultx, uint32_t *resulty);
void ecc_ec_mult(const uint32_t *px, const uint32_t *py, const uint32_t *secret, uint32_t *resultx,
                 uint32_t *resulty);

void ecc_ec_mult(const uint32_t *px, const uint32_t *py, const uint32_t *secret, uint32_t *resultx,
                 uint32_t *resulty)
{
    const char *point = getenv("POINT");
    if (px != ecc_g_point_x && point != NULL && strcmp(point, "infinity") == 0) {
        /* Any multiple of the point at infinity. */
        memset(resultx, 0, 4 * WORDS);
        memset(resulty, 0, 4 * WORDS);
        return;
    }
    honest_multiple(px, py, secret, resultx, resulty);
    if (px != ecc_g_point_x || point == NULL) {
        return;
    }
    if (strcmp(point, "off the curve") == 0) {
        resulty[0] ^= 1;
    } else if (strcmp(point, "infinity") == 0) {
        memset(resultx, 0, 4 * WORDS);
        memset(resulty, 0, 4 * WORDS);
    } else if (strcmp(point, "not reduced") == 0) {
        memset(resultx, 0xff, 4 * WORDS);
    }
}
