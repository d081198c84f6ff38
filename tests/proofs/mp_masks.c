/* SPDX-License-Identifier: MIT */
/* Comparisons of numbers, against the limb that decides them. */
#include "proofs.h"

#include "mp/mp.h"

#define LIMBS_AT_MOST (MOST / LIMB_BYTES)

static size_t any_limbs(void)
{
    size_t n = any_length(LIMBS_AT_MOST);
    ASSUME(n > 0);
    return n;
}

void prove_less(void)
{
    limb a[LIMBS_AT_MOST];
    limb b[LIMBS_AT_MOST];
    size_t n = any_limbs();
    limb mask = mp_mask_less(a, b, n);
    limb expected = 0;
    for (size_t i = 0; i < n; i++) {
        expected = a[i] == b[i] ? expected : a[i] < b[i] ? LIMB_MAX : 0;
    }
    PROVE(mask == expected);
    REACHED(n == LIMBS_AT_MOST && mask != 0);
    REACHED(mask == 0);
}

void prove_zero(void)
{
    limb a[LIMBS_AT_MOST];
    size_t n = any_limbs();
    limb mask = mp_mask_zero(a, n);
    int any = 0;
    for (size_t i = 0; i < n; i++) {
        any |= a[i] != 0;
    }
    PROVE(mask == (any ? 0 : LIMB_MAX));
    REACHED(n == LIMBS_AT_MOST && mask != 0);
    REACHED(mask == 0);
}
