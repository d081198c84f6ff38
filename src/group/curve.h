/* SPDX-License-Identifier: MIT */
/* What a curve object and its base-point table hold, whatever the size. */
#ifndef WHIT_GROUP_CURVE_H
#define WHIT_GROUP_CURVE_H

#include "base/base.h"
#include "group/scrub.h"
#include <whit/curve.h>

/* domain points to the weierstrass_domain of the curve's size. The sizes that the object names
 * are public and decide which instance of the templates serves it. */
struct whit_curve {
    uint32_t size; /* the tag of its instance, WHIT_SIZE */
    uint16_t security_bits;
    uint8_t field_bytes;
    uint8_t order_bytes;
    const void *domain;
};

/* The content of the DER encoding of an object identifier: no tag, no length. */
struct whit_oid {
    uint8_t length;
    uint8_t bytes[11];
};

/* A comb for the base point G: `blocks` tables of 2^(teeth - 1) affine points. Entry e of table
 * b is the sum over teeth t of s(t) 2^((b teeth + t) spacing) G, where s is +1 for the last
 * tooth and for the others +1 or -1 as bit t of e is set or clear. In profile small there is
 * no comb, `table` is NULL and the point is multiplied like any other. */
struct whit_base {
    uint8_t teeth;
    uint8_t blocks;
    uint16_t spacing;
    const limb *table;
};

#if WHIT_HASH_TO_CURVE

/* The simplified map of Shallue, van de Woestijne and Ulas [RFC 9380, 6.6.2]: onto the curve itself
 * or, with an isogeny of odd degree, onto one from which that leads to it [RFC 9380, 6.6.3]. The
 * constants are field elements in program memory: Z and a square root of -Z. For an isogeny a and b
 * of its curve follow, and three polynomials by the coefficients of x, the highest first:
 * group/weierstrass_map.inc has what they are. */
struct whit_map {
    uint8_t element_bytes; /* of which an element of the field is made [RFC 9380, 5.1, L] */
    uint8_t degree;        /* of the isogeny; 1 for none */
    const limb *constants;
};
enum { MAP_Z, MAP_ROOT, MAP_A, MAP_B, MAP_POLYNOMIALS };

#endif

#endif
