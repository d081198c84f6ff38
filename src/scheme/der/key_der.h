/* SPDX-License-Identifier: MIT */
/* Keys in DER. These are read; the parts in brackets are not written:
 *
 *     SubjectPublicKeyInfo ::= SEQUENCE {            [RFC 5480, 2]
 *         algorithm   SEQUENCE { id-ecPublicKey, curve OBJECT IDENTIFIER },
 *         publicKey   BIT STRING }
 *     ECPrivateKey ::= SEQUENCE {                    [RFC 5915, 3]
 *         version     INTEGER 1,
 *         privateKey  OCTET STRING,
 *         parameters  [0] curve OBJECT IDENTIFIER OPTIONAL,
 *         publicKey   [1] BIT STRING OPTIONAL }
 *     PrivateKeyInfo ::= SEQUENCE {                  [RFC 5208, 5]
 *         version     INTEGER 0,
 *         algorithm   SEQUENCE { id-ecPublicKey, curve OBJECT IDENTIFIER },
 *         privateKey  OCTET STRING of an ECPrivateKey } */
#ifndef WHIT_SCHEME_DER_KEY_DER_H
#define WHIT_SCHEME_DER_KEY_DER_H

#include "base/base.h"
#include "group/curve.h"
#include "scheme/der/der_codec.h"
#include <whit/key_der.h>

/* id-ecPublicKey, 1.2.840.10045.2.1 */
static const uint8_t key_algorithm[] = {0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01};

/* Where the keys are. Both bounds of an absent public key are NULL. */
typedef struct key_parts {
    der_span private_key;
    der_span public_key;
} key_parts;

static const der_span key_absent = {NULL, NULL};

/* Whether a span is a point as whit/key.h has them. Says nothing of the coordinates. */
static inline whit_status key_point_status(const whit_curve *curve, const uint8_t *point,
                                           size_t length)
{
    size_t field_bytes = curve->field_bytes;
    if (length == 1 + 2 * field_bytes) {
        return point[0] == 4 ? WHIT_OK : WHIT_ERROR_PUBLIC_KEY_PREFIX;
    }
    if (length == 1 + field_bytes) {
        return (point[0] | 1) == 3 ? WHIT_OK : WHIT_ERROR_PUBLIC_KEY_PREFIX;
    }
    return WHIT_ERROR_PUBLIC_KEY_LENGTH;
}

#endif
