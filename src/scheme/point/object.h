/* SPDX-License-Identifier: MIT */
/* Scalars and points as objects, whatever their size: whit/point.h. Each begins with its curve; its
 * limbs stand behind OBJECT_HEAD bytes. */
#ifndef WHIT_SCHEME_POINT_OBJECT_H
#define WHIT_SCHEME_POINT_OBJECT_H

#include "base/base.h"
#include <whit/point.h>

#define object_check whit_object_check
#define object_begin whit_object_begin
#define object_end whit_object_end
#define object_choose whit_object_choose

#define OBJECT_HEAD 8

#if WHIT_ARITHMETIC

WHIT_INLINE const whit_curve *object_curve(const void *object)
{
    return *(const whit_curve *const *)object;
}

/* Check the operands, of either kind, of a function that gives something at `out`; a is b where
 * there is one. Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_MIXED. */
WHIT_INTERNAL whit_status object_check(const whit_curve *curve, const void *out, const void *a,
                                       const void *b);

/* Check those of a function that gives an object r of so many bytes, which is zero if they are of
 * another curve. */
WHIT_INTERNAL whit_status object_begin(const whit_curve *curve, void *r, size_t bytes,
                                       const void *a, const void *b);

/* End it: r belongs to the curve or, unless the status is WHIT_OK, is zero. */
WHIT_INTERNAL whit_status object_end(const whit_curve *curve, void *r, size_t bytes,
                                     whit_status status);

/* r = a if choice is 0, b if it is 1, n limbs; r may be either. */
WHIT_INTERNAL void object_choose(limb *r, const limb *a, const limb *b, unsigned choice, size_t n);

#endif

#endif
