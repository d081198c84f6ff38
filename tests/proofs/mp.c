/* SPDX-License-Identifier: MIT */
/* Numbers of MOST bytes at most: comparisons, and what reads them from bytes and writes them. */
#include "proofs.h"

#include "mp/mp.h"

#define LIMBS_AT_MOST (MOST / LIMB_BYTES)

static limb *any_number(size_t n)
{
    return (limb *)(void *)any_bytes(n * LIMB_BYTES);
}

static size_t any_limbs(void)
{
    size_t n = any_length(LIMBS_AT_MOST);
    ASSUME(n > 0);
    return n;
}

void prove_from_bytes(void)
{
    size_t n = any_limbs();
    size_t length = any_length(n * LIMB_BYTES);
    mp_from_bytes(any_number(n), n, any_bytes(length), length);
    REACHED(length == MOST);
}

void prove_to_bytes(void)
{
    size_t n = any_limbs();
    size_t length = any_length(n * LIMB_BYTES);
    mp_to_bytes(any_bytes(length), length, any_number(n));
    REACHED(length == MOST);
}

void prove_copy(void)
{
    size_t n = any_limbs();
    mp_copy(any_number(n), any_number(n), n);
    REACHED(n == LIMBS_AT_MOST);
}

void prove_shift(void)
{
    size_t n = any_limbs();
    unsigned bits = (unsigned)any_length(LIMB_BITS - 1);
    ASSUME(bits > 0);
    mp_shift_right(any_number(n), any_number(n), bits, n);
    (void)mp_bit(any_number(n), nondet_size(), n);
    REACHED(n == LIMBS_AT_MOST);
}

/* What they say is proved of shorter numbers, by mp_masks. */
void prove_masks(void)
{
    size_t n = any_limbs();
    const limb *a = any_number(n);
    limb zero = mp_mask_zero(a, n);
    limb less = mp_mask_less(a, any_number(n), n);
    PROVE((zero == 0 || zero == LIMB_MAX) && (less == 0 || less == LIMB_MAX));
    REACHED(n == LIMBS_AT_MOST);
}
