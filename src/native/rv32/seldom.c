/* SPDX-License-Identifier: MIT */
/* Kernels for builds of one curve, over p256 or p25519, in little code. */
#include "native/api.h"

#if WHIT_RV32

WHIT_INTERNAL void whit_mp_mul_rows(limb *r, const limb *a, const limb *b, size_t n)
{
    base_zero(r, n);
    for (size_t i = 0; i < n; i++) {
        r[n] = whit_mp_mul_add_limb_asm(r, a, *b++, n);
        r++;
    }
}

WHIT_INTERNAL void whit_reduce_p256_mark(limb *r, limb *t, const limb *m, limb n0, size_t n)
{
    reduce_montgomery(r, t, m, n0, n);
}

#endif
