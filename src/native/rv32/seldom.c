/* SPDX-License-Identifier: MIT */
/* Products for builds of one curve, over p256 or p25519, in little code. */
#include "native/api.h"

#if WHIT_RV32 && WHIT_PROFILE_RANK > WHIT_PROFILE_RANK_small

WHIT_INTERNAL void whit_mp_mul_rows(limb *r, const limb *a, const limb *b, size_t n)
{
    base_zero(r, n);
    for (size_t i = 0; i < n; i++) {
        r[n] = whit_mp_mul_add_limb_asm(r, a, *b++, n);
        r++;
    }
}

#endif
