/* SPDX-License-Identifier: MIT */
/* Arithmetic modulo 2^255 - 19 in eight lanes as functions on memory, for
 * tests/test_lanes_p25519.py; and the portable arithmetic that it is compared with. */
#include "native/x86_64/lanes_p25519.h"

#include "field/field_25519.h"

typedef whit_lanes_words words;

/* Not folded: limbs as they come. */
LANES_TARGET void lanes_test_times(words *r, const words *a, const words *b)
{
    lanes_store(r, LANES_ALL, lanes_p25519_times(lanes_load(a), lanes_load(b)));
}

LANES_TARGET void lanes_test_square(words *r, const words *a)
{
    lanes_store(r, LANES_ALL, lanes_p25519_square(lanes_load(a)));
}

LANES_TARGET void lanes_test_minus(words *r, const words *a, const words *b)
{
    lanes_store(r, LANES_ALL, lanes_p25519_minus(lanes_load(a), lanes_load(b)));
}

LANES_TARGET void lanes_test_folded(words *r, const words *a)
{
    lanes_store(r, LANES_ALL, lanes_p25519_folded(lanes_load(a)));
}

LANES_TARGET void lanes_test_canonical(words *r, const words *a)
{
    lanes_store(r, LANES_ALL, lanes_p25519_canonical(lanes_load(a)));
}

LANES_TARGET unsigned lanes_test_are_zero(const words *a)
{
    return lanes_p25519_are_zero(lanes_load(a));
}

LANES_TARGET void lanes_test_gather(words *x, words *y, const limb *const rows[WHIT_LANES],
                                    unsigned place)
{
    lanes_number of_x, of_y;
    lanes_p25519_gather(&of_x, &of_y, rows, place);
    lanes_store(x, LANES_ALL, of_x);
    lanes_store(y, LANES_ALL, of_y);
}

LANES_TARGET void lanes_test_scatter(limb *const rows[WHIT_LANES], const words *x, const words *y,
                                     unsigned place)
{
    lanes_scatter(rows, lanes_load(x), lanes_load(y), place);
}

LANES_TARGET void lanes_test_each(words *r, const limb *a)
{
    lanes_store(r, LANES_ALL, lanes_p25519_each(a));
}

/* What a build without lanes has. */
void portable_mul(limb *r, const limb *a, const limb *b)
{
    field_p25519_mul(r, a, b);
    field_p25519_canonical(r, r);
}

void portable_sqr(limb *r, const limb *a)
{
    field_p25519_sqr(r, a);
    field_p25519_canonical(r, r);
}

void portable_sub(limb *r, const limb *a, const limb *b)
{
    field_p25519_sub(r, a, b);
    field_p25519_canonical(r, r);
}
