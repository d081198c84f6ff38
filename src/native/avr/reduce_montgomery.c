/* SPDX-License-Identifier: MIT */
/* Montgomery's reduction by blocks of eight bytes. */
#include "native/api.h"

#if WHIT_AVR && WHIT_FIELD_KERNELS

WHIT_INTERNAL void whit_reduce_montgomery_blocks(limb *r, limb *t, const limb *m, limb n0, size_t n)
{
    size_t i = 0;
    if (n % 2 == 0) {
        for (; i + 8 <= n; i += 8) {
            whit_mp_reduce_block_asm(t + i, m, n0, n);
        }
    }
    /* The rest as native/c/reduce.c does it, which says where carries wait. */
    for (; i < n; i++) {
        t[i] = mp_mul_add_limb(t + i, m, (limb)(1u * t[i] * n0), n);
    }
    limb carry = mp_add(t + n, t + n, t, n);
    mp_subtract_once(r, t + n, carry, m, n);
}

#endif
