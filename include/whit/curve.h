/* SPDX-License-Identifier: MIT */
/* Curves as objects. */
#ifndef WHIT_CURVE_H
#define WHIT_CURVE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The domain parameters of one curve. Objects are constant and live in flash. */
typedef struct whit_curve whit_curve;

/* The multiples of a curve's base point that key generation and signing use. It is an object of its
 * own so that a program that only verifies, or only derives shared secrets, does not carry it. */
typedef struct whit_base whit_base;

/* How field elements become points of a curve that messages are hashed to: whit/hash_to_curve.h. */
typedef struct whit_map whit_map;

/* The object identifier that names a curve in keys and certificates. */
typedef struct whit_oid whit_oid;

/* Bytes in a private key and in each half of a signature: the order's length. */
size_t whit_curve_order_bytes(const whit_curve *curve);

/* Bytes in a coordinate and in a shared secret: the field's length. An
 * uncompressed public key has 1 + 2 of these, a compressed one 1 + 1. */
size_t whit_curve_field_bytes(const whit_curve *curve);

/* The curve's security in bits: an attacker needs about two to this many steps. NIST asks for 112
 * [SP 800-131A rev. 2]; a library built with WHIT_MINIMUM_SECURITY=112 has no weaker curve. */
unsigned whit_curve_security_bits(const whit_curve *curve);

#ifdef __cplusplus
}
#endif

#endif
