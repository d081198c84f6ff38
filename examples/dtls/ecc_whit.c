/* SPDX-License-Identifier: MIT */
/* The elliptic curve of tinydtls, secp256r1, by Whit. This file is linked in place of tinydtls'
 * ecc/ecc.c and has the functions that its crypto.c calls.
 *
 * ECDH is replaced one call higher: ecc_ecdh returns nothing, so a peer's point could not be
 * refused. crypto.c is compiled with -Ddtls_ecdh_pre_master_secret=replaced_pre_master_secret. If
 * that is forgotten, the linker finds two definitions of the function.
 *
 * Numbers are arrays of eight 32-bit words, least significant first, as in micro-ecc's first
 * interface (compat/ecc.h), which converts them and passes the caller's nonce on. Its parameters
 * are not const, but it writes to no input. */
#include "ecc.h"
#include "whit.h"

#include <string.h>
#include <tinydtls.h>

#include <crypto.h>
#include <ecc/ecc.h>

#define WORDS NUM_ECC_DIGITS
#define BYTES (4 * WORDS)

/* ecc_gen_pub_key passes these to ecc_ec_mult, which compares the address alone. */
const uint32_t ecc_g_point_x[WORDS] = {0};
const uint32_t ecc_g_point_y[WORDS] = {0};

static void wipe(uint32_t *words)
{
    volatile uint32_t *word = words;
    for (int i = 0; i < WORDS; i++) {
        word[i] = 0;
    }
}

static whit_status check_private_key(const uint32_t *key)
{
    uint32_t bytes[WORDS]; /* as bytes, the most significant first */
    ecc_native2bytes((uint8_t *)bytes, (uint32_t *)key);
    const whit_status status = whit_secp256r1_validate_private_key((const uint8_t *)bytes,
                                                                   sizeof bytes);
    wipe(bytes);
    return status;
}

/* 1 if a number is in [1, n - 1], else 0. tinydtls draws another then. */
int ecc_is_valid_key(const uint32_t *priv_key)
{
    return check_private_key(priv_key) == WHIT_OK;
}

/* The multiple of the base point, which is a public key. Other points are multiplied by
 * dtls_ecdh_pre_master_secret alone; here, as for a number that is no private key, the result is
 * zero, which is no point. */
void ecc_ec_mult(const uint32_t *px, const uint32_t *py, const uint32_t *secret, uint32_t *resultx,
                 uint32_t *resulty)
{
    EccPoint point;
    uint32_t key[WORDS];
    (void)py;
    memset(&point, 0, sizeof point);
    if (px == ecc_g_point_x) {
        (void)ecc_make_key(&point, key, (uint32_t *)secret);
        wipe(key);
    }
    memcpy(resultx, point.x, BYTES);
    memcpy(resulty, point.y, BYTES);
}

/* 0, or -1 to be called again with another nonce: so it ends for a key that is none too, with a
 * signature of zeros, which nobody accepts. */
int ecc_ecdsa_sign(const uint32_t *d, const uint32_t *e, const uint32_t *k, uint32_t *r,
                   uint32_t *s)
{
    if (ecdsa_sign(r, s, (uint32_t *)d, (uint32_t *)k, (uint32_t *)e)) {
        return 0;
    }
    return check_private_key(d) == WHIT_OK ? -1 : 0;
}

/* 0 if the signature holds under a valid public key, else -1. */
int ecc_ecdsa_validate(const uint32_t *x, const uint32_t *y, const uint32_t *e, const uint32_t *r,
                       const uint32_t *s)
{
    EccPoint key;
    memcpy(key.x, x, BYTES);
    memcpy(key.y, y, BYTES);
    return ecdsa_verify(&key, (uint32_t *)e, (uint32_t *)r, (uint32_t *)s) ? 0 : -1;
}

/* The number of bytes of the secret, or -1 for a point that is not on the curve, at which tinydtls
 * sends a fatal alert. */
int dtls_ecdh_pre_master_secret(unsigned char *priv_key, unsigned char *pub_key_x,
                                unsigned char *pub_key_y, size_t key_size, unsigned char *result,
                                size_t result_len)
{
    uint8_t point[1 + 2 * BYTES] = {4};
    if (key_size != BYTES || result_len < BYTES) {
        return -1;
    }
    memcpy(point + 1, pub_key_x, BYTES);
    memcpy(point + 1 + BYTES, pub_key_y, BYTES);
    if (whit_secp256r1_ecdh(result, priv_key, point, sizeof point) != WHIT_OK) {
        return -1;
    }
    return BYTES;
}
