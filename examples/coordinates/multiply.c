/* SPDX-License-Identifier: MIT */
/* Multiples of a point by doublings and additions, whatever the coordinates. */
#include "curve.h"

/* The most bits that an addition takes. 1: an addition for every bit that is set. */
#ifndef WINDOW
#define WINDOW 1
#endif
#define MULTIPLES (1u << (WINDOW - 1))

void point_double(curve *c, point *r, const point *a)
{
    if (a->infinite) {
        *r = *a;
    } else {
        /* No point of this curve has y = 0: its order is odd. */
        point_double_finite(c, r, a);
    }
}

void point_add(curve *c, point *r, const point *a, const point *b)
{
    if (a->infinite) {
        *r = *b;
    } else if (b->infinite) {
        *r = *a;
    } else {
        switch (point_add_finite(c, r, a, b)) {
        case POINTS_EQUAL:
            point_double_finite(c, r, a);
            break;
        case POINTS_OPPOSITE:
            r->infinite = 1;
            break;
        default:
            break;
        }
    }
}

static unsigned bit(const uint8_t *k, int i)
{
    return k[COORDINATES_BYTES - 1 - i / 8] >> (i % 8) & 1u;
}

/* The table holds a, 3 a, 5 a and so on. A window ends in bits that are set, so that its value is
 * odd; zeros between windows take doublings alone. */
void point_multiply(curve *c, point *r, const uint8_t *k, const point *a)
{
    point table[MULTIPLES], twice, sum = *a;
    int i = 8 * COORDINATES_BYTES - 1;
    table[0] = *a;
    if (MULTIPLES > 1) {
        point_double(c, &twice, a);
    }
    for (unsigned entry = 1; entry < MULTIPLES; entry++) {
        point_add(c, &table[entry], &table[entry - 1], &twice);
    }
    sum.infinite = 1;
    while (i >= 0) {
        if (bit(k, i) == 0) {
            point_double(c, &sum, &sum);
            i--;
            continue;
        }
        int last = i >= WINDOW ? i - WINDOW + 1 : 0;
        while (bit(k, last) == 0) {
            last++;
        }
        unsigned value = 0;
        for (; i >= last; i--) {
            point_double(c, &sum, &sum);
            value = value << 1 | bit(k, i);
        }
        point_add(c, &sum, &sum, &table[value >> 1]);
    }
    *r = sum;
}
