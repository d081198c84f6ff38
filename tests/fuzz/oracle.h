/* SPDX-License-Identifier: MIT */
/* Curves that OpenSSL has too, and its side of what the targets compare. */
#ifndef WHIT_FUZZ_ORACLE_H
#define WHIT_FUZZ_ORACLE_H

/* Its functions for curves by their names are called deprecated, and nothing else is as direct. */
#define OPENSSL_SUPPRESS_DEPRECATED

#include "fuzz.h"

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/x509.h>
#include <whit/curve.h>
#include <whit/hash.h>
#include <whit/key_der.h>

#define MOST_FIELD_BYTES 66
#define MOST_POINT_BYTES (1 + 2 * MOST_FIELD_BYTES)

typedef struct subject {
    const whit_curve *curve;
    const whit_base *base;
    const whit_oid *oid;
    const whit_hash *hash;
    int nid;
} subject;

#define CURVES(SUBJECT)                                   \
    SUBJECT(secp256r1, NID_X9_62_prime256v1, sha256)      \
    SUBJECT(secp256k1, NID_secp256k1, sha256)             \
    SUBJECT(secp112r2, NID_secp112r2, sha256)             \
    SUBJECT(secp160r1, NID_secp160r1, sha1)               \
    SUBJECT(brainpoolP256r1, NID_brainpoolP256r1, sha256) \
    SUBJECT(secp384r1, NID_secp384r1, sha384)             \
    SUBJECT(secp521r1, NID_secp521r1, sha512)

#define SUBJECT(name, nid, hash)               \
    extern const whit_curve whit_##name;       \
    extern const whit_base whit_##name##_base; \
    extern const whit_oid whit_##name##_oid;
CURVES(SUBJECT)
#undef SUBJECT

/* The first byte of an input chooses; more of the bytes stand for secp256r1 than for others. */
static inline const subject *chosen(uint8_t by)
{
    static const subject subjects[] = {
#define SUBJECT(name, nid, hash) \
    {&whit_##name, &whit_##name##_base, &whit_##name##_oid, &whit_##hash, nid},
        CURVES(SUBJECT)
#undef SUBJECT
    };
    return &subjects[by / 16 % COUNT_OF(subjects)];
}

/* A group of OpenSSL, which lives as long as the program. */
static inline const EC_GROUP *group_of(const subject *of)
{
    static struct {
        int nid;
        EC_GROUP *group;
    } known[16];
    for (size_t i = 0;; i++) {
        MUST(i < COUNT_OF(known));
        if (known[i].nid == of->nid) {
            return known[i].group;
        }
        if (known[i].nid == 0) {
            known[i].nid = of->nid;
            known[i].group = EC_GROUP_new_by_curve_name(of->nid);
            MUST(known[i].group != NULL);
            return known[i].group;
        }
    }
}

/* A point that bytes encode, NULL where they encode none of the curve. The form 06 or 07, which
 * gives y twice, is none of Whit's. */
static inline EC_POINT *point_of(const subject *of, const uint8_t *bytes, size_t length)
{
    const EC_GROUP *group = group_of(of);
    EC_POINT *point = EC_POINT_new(group);
    MUST(point != NULL);
    if (length > 0 && (bytes[0] == 6 || bytes[0] == 7)) {
        length = 0;
    }
    if (EC_POINT_oct2point(group, point, bytes, length, NULL) != 1) {
        EC_POINT_free(point);
        return NULL;
    }
    return point;
}

/* A scalar in [1, order - 1] of any bytes, in o bytes. */
static inline void to_scalar(const subject *of, uint8_t *scalar, const uint8_t *bytes,
                             size_t length)
{
    BN_CTX *context = BN_CTX_new();
    BIGNUM *value = BN_bin2bn(bytes, (int)length, NULL);
    BIGNUM *less = BN_dup(EC_GROUP_get0_order(group_of(of)));
    MUST(context != NULL && value != NULL && less != NULL);
    MUST(BN_sub_word(less, 1) && BN_mod(value, value, less, context) && BN_add_word(value, 1));
    MUST(BN_bn2binpad(value, scalar, (int)whit_curve_order_bytes(of->curve)) >= 0);
    BN_free(value);
    BN_free(less);
    BN_CTX_free(context);
}

#endif
