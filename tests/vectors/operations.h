/* SPDX-License-Identifier: MIT */
/* One test vector and what the library makes of it. */
#ifndef VECTORS_OPERATIONS_H
#define VECTORS_OPERATIONS_H

#include <whit/hash.h>
#include <whit/status.h>

#include "curves.h"

#define FIELDS 4

/* As in record.py. */
enum operation {
    ECDH,
    ECDH_SPKI,
    VERIFY,
    VERIFY_DER,
    VERIFY_DER_LOW,
    SIGN_DIGEST,
    SIGN,
    PUBLIC_KEY,
    VALIDATE,
    DECOMPRESS,
    SPKI,
    OPERATIONS
};

enum expectation { VALID = 1, INVALID = 2, DIFFERENT = 3 };

typedef struct field {
    const uint8_t *bytes;
    size_t length;
} field;

/* The records of one curve and one source. */
typedef struct group {
    field curve_name;
    field source_name;
    const vectors_curve *curve;
    size_t coordinate; /* bytes */
    size_t scalar;
} group;

typedef struct record {
    unsigned operation;
    unsigned expected;
    unsigned group;
    uint32_t number;
    const whit_hash *hash;
    field fields[FIELDS];
} record;

/* What the library said: a status and, with WHIT_OK, whether the result is the one in
 * the record. */
typedef struct outcome {
    whit_status status;
    int same;
} outcome;

outcome operate(const group *g, const record *rec);

#endif
