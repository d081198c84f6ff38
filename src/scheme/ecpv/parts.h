/* SPDX-License-Identifier: MIT */
/* What ECPV hashes, whatever the size: doc/ecpv.md. Each hash begins with a byte that says what it
 * is for and with the number of a block, four bytes, so that no two uses hash the same. */
#ifndef WHIT_SCHEME_ECPV_PARTS_H
#define WHIT_SCHEME_ECPV_PARTS_H

#include "base/base.h"
#include <whit/hash.h>

#define ecpv_begin_hash whit_ecpv_begin_hash
#define ecpv_hash_parts whit_ecpv_hash_parts
#define ecpv_mask whit_ecpv_mask

#define ECPV_NONCE 1
#define ECPV_MASK 2
#define ECPV_CHALLENGE 3

typedef struct ecpv_part {
    const uint8_t *bytes;
    size_t length;
} ecpv_part;

/* What is signed: the recoverable part, or that part as it is masked; the clear part; and the
 * identity. */
#define ECPV_PARTS 3

#if WHIT_ARITHMETIC

/* Whether a part is missing: only one of no bytes may be NULL. */
WHIT_INLINE int ecpv_missing(const uint8_t *bytes, size_t length)
{
    return bytes == NULL && length != 0;
}

WHIT_INTERNAL void ecpv_begin_hash(whit_hash_state *state, const whit_hash *hash, uint8_t use,
                                   uint32_t block);

/* Hash the parts, behind the lengths of all but the last: so no two messages are hashed alike. */
WHIT_INTERNAL void ecpv_hash_parts(whit_hash_state *state, const whit_hash *hash,
                                   const ecpv_part *parts);

/* Add the mask of an encoded point to the redundancy, in place, and give out = in + what follows of
 * the mask, `length` bytes. Time depends on lengths. */
WHIT_INTERNAL void ecpv_mask(const whit_hash *hash, const uint8_t *point, size_t point_length,
                             uint8_t *redundancy, size_t redundancy_length, uint8_t *out,
                             const uint8_t *in, size_t length);

#endif

#endif
