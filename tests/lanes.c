/* SPDX-License-Identifier: MIT */
/* Arithmetic modulo p256 in eight lanes as functions on memory, for tests/test_lanes.py. */
#include "native/x86_64/lanes_p256.h"

#define EACH 0xff

typedef whit_lanes_words words;

/* What each is carried: the functions that it is made of return limbs that are not. */
LANES_TARGET void lanes_test_times(words *r, const words *a, const words *b)
{
    lanes_store(r, EACH, lanes_carried(lanes_p256_times(lanes_load(a), lanes_load(b))));
}

LANES_TARGET void lanes_test_times_two(words *r, const words *a, const words *b, const words *c,
                                       const words *d)
{
    lanes_number sum = lanes_p256_times_two(lanes_load(a), lanes_load(b), lanes_load(c),
                                            lanes_load(d));
    lanes_store(r, EACH, lanes_carried(sum));
}

LANES_TARGET void lanes_test_square(words *r, const words *a)
{
    lanes_store(r, EACH, lanes_carried(lanes_p256_square(lanes_load(a))));
}

LANES_TARGET void lanes_test_carried(words *r, const words *a)
{
    lanes_store(r, EACH, lanes_carried(lanes_load(a)));
}

LANES_TARGET void lanes_test_folded(words *r, const words *a)
{
    lanes_store(r, EACH, lanes_p256_folded(lanes_load(a)));
}

/* a - b in the lanes of a mask and a + b in the others, and seven times p. */
LANES_TARGET void lanes_test_difference(words *r, const words *a, const words *b, unsigned mask)
{
    lanes_number minus = lanes_opposite(lanes_load(b), (__mmask8)mask);
    lanes_number sum = lanes_sum(lanes_difference(lanes_load(a), lanes_small(0)), minus);
    lanes_store(r, EACH, lanes_carried(lanes_p256_plus(sum, 7)));
}

LANES_TARGET unsigned lanes_test_are_zero(const words *a)
{
    return lanes_p256_are_zero(lanes_load(a));
}

LANES_TARGET void lanes_test_gather(words *x, words *y, const limb *const rows[WHIT_LANES])
{
    lanes_number of_x, of_y;
    lanes_p256_gather(&of_x, &of_y, rows);
    lanes_store(x, EACH, of_x);
    lanes_store(y, EACH, of_y);
}
