/* SPDX-License-Identifier: MIT */
#include "adapter.h"
#include "blst.h"
#include "harness.h"
#include <string.h>

#define FIELD WHIT_LAB_FIELD_BYTES
#define MATERIAL 32

static const byte tag[] = WHIT_LAB_BLS_TAG;

/* A coordinate of a public key has its real part last there. */
static void exchange(byte *out, const byte *in)
{
    int i;

    for (i = 0; i < 4; i++) {
        memcpy(out + i * FIELD, in + (i ^ 1) * FIELD, FIELD);
    }
}

int adapter_bls_keygen(uint8_t *private_key, uint8_t *public_key)
{
    byte material[MATERIAL];
    byte encoded[ADAPTER_PUBLIC_KEY_BYTES];
    blst_scalar scalar;
    blst_p2 point;

    if (harness_random(material, sizeof material) != 0) {
        return 1;
    }
    blst_keygen(&scalar, material, sizeof material, NULL, 0);
    blst_sk_to_pk_in_g2(&point, &scalar);
    blst_bendian_from_scalar(private_key, &scalar);
    blst_p2_serialize(encoded, &point);
    exchange(public_key, encoded);
    return 0;
}

int adapter_bls_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                     size_t length)
{
    blst_scalar scalar;
    blst_p1 point;

    blst_scalar_from_bendian(&scalar, private_key);
    if (!blst_sk_check(&scalar)) {
        return 1;
    }
    blst_hash_to_g1(&point, message, length, tag, sizeof tag - 1, NULL, 0);
    blst_sign_pk_in_g2(&point, &point, &scalar);
    blst_p1_serialize(signature, &point);
    return 0;
}

/* Both points are checked to be in their groups. */
int adapter_bls_verify(const uint8_t *public_key, const uint8_t *message, size_t length,
                       const uint8_t *signature)
{
    byte encoded[ADAPTER_PUBLIC_KEY_BYTES];
    blst_p1_affine point;
    blst_p2_affine key;

    exchange(encoded, public_key);
    if (blst_p2_deserialize(&key, encoded) != BLST_SUCCESS ||
        blst_p1_deserialize(&point, signature) != BLST_SUCCESS) {
        return 1;
    }
    return blst_core_verify_pk_in_g2(&key, &point, 1, message, length, tag, sizeof tag - 1, NULL,
                                     0) != BLST_SUCCESS;
}
