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

#endif
