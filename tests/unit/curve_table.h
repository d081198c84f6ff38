/* SPDX-License-Identifier: MIT */
/* What the tests know of every curve of the library: curve_table.c, which tables.py writes. */
#ifndef CURVE_TABLE_H
#define CURVE_TABLE_H

#include <whit/curve.h>
#include <whit/hash.h>
#include <whit/status.h>

/* Bytes that every key and signature fits, with one more to see overruns: 1 + 2 192 and more. */
#define CURVE_BYTES 400

/* A signature, or what is none, of a digest. With a private key it is the one that `nonce`, o
 * bytes whose leftmost bits count, gives. recovery_id is -1 where none would fit. */
typedef struct signature_case {
    const char *name;
    whit_status status;
    const uint8_t *public_key;
    const uint8_t *digest;
    size_t digest_length;
    const uint8_t *signature;
    const uint8_t *private_key;
    const uint8_t *nonce;
    int recovery_id;
} signature_case;

typedef struct curve_case {
    const char *name;
    const whit_curve *curve;
    const whit_base *base;
    const whit_hash *hash;
    size_t field_bytes;
    size_t order_bytes;
    unsigned security_bits;
    int cofactor_is_one;
    int recoverable; /* a recovery id fits a byte */
    const uint8_t *prime;
    const uint8_t *order;
    const uint8_t *private_a;
    const uint8_t *private_b;
    const uint8_t *public_a;
    const uint8_t *public_b;
    const uint8_t *secret;          /* x(a B) */
    const uint8_t *secret_cofactor; /* x(h a B) */
    const uint8_t *x_without_point;
    const uint8_t *outside;        /* a point of neither order n nor one that divides h, or NULL */
    const uint8_t *secret_outside; /* x(h a times it) */
    const uint8_t *small;          /* a point whose order divides h, or NULL */
    const uint8_t *derived;        /* a's signature of "sample", the nonce that of RFC 6979 */
    const signature_case *signatures;
    size_t signature_count;
} curve_case;

extern const curve_case curve_cases[];
extern const size_t curve_case_count;

#endif
