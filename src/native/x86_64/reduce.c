/* SPDX-License-Identifier: MIT */
/* Which reduction a length has. */
#include "native/api.h"

#if WHIT_X86_64 && WHIT_PROFILE_RANK > WHIT_PROFILE_RANK_small

WHIT_INTERNAL void whit_reduce_montgomery_by_length(limb *r, limb *t, const limb *m, limb n0,
                                                    size_t n)
{
    if (n == 4) {
        whit_reduce_montgomery_4_asm(r, t, m, n0);
    } else {
        whit_reduce_montgomery_c(r, t, m, n0, n);
    }
}

#endif
