/* SPDX-License-Identifier: MIT */
/* What functions on integers share: whit/integer.h.
 *
 * An integer x is kept in Montgomery form, x R mod m with R = 2^(n w) for a modulus of n limbs. */
#ifndef WHIT_SCHEME_INTEGER_INTEGER_WORK_H
#define WHIT_SCHEME_INTEGER_INTEGER_WORK_H

#include "mp/mp.h"
#include <whit/integer.h>

#define integer_begin whit_integer_begin
#define integer_begin_from whit_integer_begin_from
#define integer_begin_of whit_integer_begin_of
#define integer_decode whit_integer_decode
#define integer_end whit_integer_end
#define integer_multiply whit_integer_multiply
#define integer_square whit_integer_square
#define integer_sum whit_integer_sum
#define integer_use whit_integer_use

#if WHIT_ARITHMETIC

typedef struct integer_modulus {
    whit_modulus head;
    limb n0;        /* -1/m mod 2^w */
    limb numbers[]; /* m, R^2 mod m */
} integer_modulus;

/* A modulus in use, and what there is to work in: a product of 2 n limbs, and n limbs behind it. */
typedef struct integer_work {
    const limb *m;
    const limb *r2;
    limb n0;
    size_t n;
    size_t bytes; /* in m */
    limb *product;
    limb *extra;
} integer_work;

WHIT_INLINE limb *integer_limbs(whit_integer *a)
{
    return (limb *)(void *)(a + 1);
}

WHIT_INLINE const limb *integer_value(const whit_integer *a)
{
    return (const limb *)(const void *)(a + 1);
}

/* Use a modulus that was set, and room. */
WHIT_INTERNAL void integer_use(integer_work *w, const integer_modulus *m, limb *room);

/* Begin an operation that sets r. */
WHIT_INTERNAL whit_status integer_begin(integer_work *w, whit_integer *r, const whit_modulus *m,
                                        void *room);

/* Begin one that takes a and b, the same where there is one operand; what it gives goes to `out`.
 */
WHIT_INTERNAL whit_status integer_begin_of(integer_work *w, const void *out, const whit_integer *a,
                                           const whit_integer *b, const whit_modulus *m,
                                           void *room);

/* Begin one that sets r to what comes of a and b. */
WHIT_INTERNAL whit_status integer_begin_from(integer_work *w, whit_integer *r,
                                             const whit_integer *a, const whit_integer *b,
                                             const whit_modulus *m, void *room);

/* End it: wipe `used` limbs of room and, if it failed, r. */
WHIT_INTERNAL whit_status integer_end(whit_integer *r, const whit_modulus *m, const integer_work *w,
                                      size_t used, whit_status status);

/* r = a b / R mod m, and a^2 / R; r may be an input, or w->extra. */
WHIT_INTERNAL void integer_multiply(limb *r, const limb *a, const limb *b, const integer_work *w);
WHIT_INTERNAL void integer_square(limb *r, const limb *a, const integer_work *w);

/* r = a / R mod m, the plain number. */
WHIT_INTERNAL void integer_decode(limb *r, const limb *a, const integer_work *w);

/* r = a + b mod m. */
WHIT_INTERNAL void integer_sum(limb *r, const limb *a, const limb *b, const integer_work *w);

#endif

#endif
