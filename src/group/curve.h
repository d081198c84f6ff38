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

/* A map of field elements to points. The simplified map of Shallue, van de Woestijne and Ulas [RFC
 * 9380, 6.6.2] leads onto the curve itself or, with an isogeny of odd degree, onto one from which
 * that leads to it [RFC 9380, 6.6.3]. Its constants are field elements in program memory: Z and a
 * square root of -Z; for an isogeny a and b of its curve follow, and three polynomials by the
 * coefficients of x, the highest first: group/weierstrass_map.inc has what they are. The map of
 * Shallue and van de Woestijne [RFC 9380, 6.6.1], of the degree 0, has Z, g(Z), -Z / 2, a square
 * root of -g(Z) (3 Z^2 + 4 a) and -4 g(Z) / (3 Z^2 + 4 a), where g(x) = x^3 + a x + b. */
struct whit_map {
    uint8_t element_bytes; /* of which an element of the field is made [RFC 9380, 5.1, L] */
    uint8_t degree;        /* of the isogeny; 1 for none; 0 for the other map */
    const limb *constants;
};
enum { MAP_Z, MAP_ROOT, MAP_A, MAP_B, MAP_POLYNOMIALS };
enum { SVDW_Z, SVDW_AT_Z, SVDW_HALF, SVDW_ROOT, SVDW_RATIO };

#endif

#endif
