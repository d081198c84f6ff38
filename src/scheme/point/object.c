/* SPDX-License-Identifier: MIT */
#include "scheme/point/object.h"

#if WHIT_ARITHMETIC

WHIT_INTERNAL whit_status object_check(const whit_curve *curve, const void *out, const void *a,
                                       const void *b)
{
    if (curve == NULL || out == NULL || a == NULL || b == NULL) {
        return WHIT_ERROR_ARGUMENT;
    }
    int same = object_curve(a) == curve && object_curve(b) == curve;
    return same ? WHIT_OK : WHIT_ERROR_MIXED;
}

WHIT_INTERNAL whit_status object_begin(const whit_curve *curve, void *r, size_t bytes,
                                       const void *a, const void *b)
{
    whit_status status = object_check(curve, r, a, b);
    if (status == WHIT_ERROR_MIXED) {
        base_wipe(r, bytes);
    }
    return status;
}

WHIT_INTERNAL whit_status object_end(const whit_curve *curve, void *r, size_t bytes,
                                     whit_status status)
{
    (void)sizeof(char[sizeof(whit_scalar) <= OBJECT_HEAD ? 1 : -1]);
    *(const whit_curve **)r = curve;
    if (status != WHIT_OK) {
        base_wipe(r, bytes);
    }
    return status;
}

WHIT_INTERNAL void object_choose(limb *r, const limb *a, const limb *b, unsigned choice, size_t n)
{
    const limb mask = base_mask((limb)(choice & 1));
    for (size_t i = 0; i < n; i++) {
        r[i] = a[i] ^ ((a[i] ^ b[i]) & mask);
    }
}

#endif
