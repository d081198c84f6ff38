/* SPDX-License-Identifier: MIT */
#include "scheme/integer/integer_work.h"

#if WHIT_ARITHMETIC

WHIT_INTERNAL void integer_use(integer_work *w, const integer_modulus *m, limb *room)
{
    w->n = LIMBS((size_t)m->head.bits);
    w->bytes = (m->head.bits + 7u) / 8u;
    w->m = m->numbers;
    w->r2 = m->numbers + w->n;
    w->n0 = m->n0;
    w->product = room;
    w->extra = room + 2 * w->n;
}

WHIT_INTERNAL whit_status integer_begin(integer_work *w, whit_integer *r, const whit_modulus *m,
                                        void *room)
{
    if (r == NULL || m == NULL || room == NULL) {
        return WHIT_ERROR_ARGUMENT;
    }
    base_wipe(r, sizeof *r);
    if (m->bits == 0) {
        return WHIT_ERROR_MIXED;
    }
    integer_use(w, (const integer_modulus *)(const void *)m, (limb *)room);
    return WHIT_OK;
}

WHIT_INTERNAL whit_status integer_begin_of(integer_work *w, const void *out, const whit_integer *a,
                                           const whit_integer *b, const whit_modulus *m, void *room)
{
    if (out == NULL || a == NULL || b == NULL || m == NULL || room == NULL) {
        return WHIT_ERROR_ARGUMENT;
    }
    if (m->bits == 0 || a->tag != m->tag || b->tag != m->tag) {
        return WHIT_ERROR_MIXED;
    }
    integer_use(w, (const integer_modulus *)(const void *)m, (limb *)room);
    return WHIT_OK;
}

WHIT_INTERNAL whit_status integer_begin_from(integer_work *w, whit_integer *r,
                                             const whit_integer *a, const whit_integer *b,
                                             const whit_modulus *m, void *room)
{
    whit_status status = integer_begin_of(w, r, a, b, m, room);
    if (status == WHIT_ERROR_MIXED) {
        base_wipe(r, sizeof *r);
    }
    return status;
}

WHIT_INTERNAL whit_status integer_end(whit_integer *r, const whit_modulus *m, const integer_work *w,
                                      size_t used, whit_status status)
{
    base_wipe(w->product, used * LIMB_BYTES);
    if (status == WHIT_OK) {
        r->tag = m->tag;
    } else {
        base_wipe(r, sizeof *r + w->n * LIMB_BYTES);
    }
    return status;
}

WHIT_INTERNAL void integer_multiply(limb *r, const limb *a, const limb *b, const integer_work *w)
{
    mp_mul(w->product, a, b, w->n);
    reduce_montgomery(r, w->product, w->m, w->n0, w->n);
}

WHIT_INTERNAL void integer_square(limb *r, const limb *a, const integer_work *w)
{
    mp_sqr(w->product, a, w->n);
    reduce_montgomery(r, w->product, w->m, w->n0, w->n);
}

WHIT_INTERNAL void integer_decode(limb *r, const limb *a, const integer_work *w)
{
    mp_copy(w->product, a, w->n);
    base_zero(w->product + w->n, w->n);
    reduce_montgomery(r, w->product, w->m, w->n0, w->n);
}

WHIT_INTERNAL void integer_sum(limb *r, const limb *a, const limb *b, const integer_work *w)
{
    limb carry = mp_add(w->product, a, b, w->n);
    mp_subtract_once(r, w->product, carry, w->m, w->n);
}

#endif
