/* SPDX-License-Identifier: MIT */
/* Eight points at a time: native/x86_64/lanes.h over 2^255 - 19. Coordinates are folded. */
#include "native/x86_64/lanes_p25519.h"

#if WHIT_LANES_p25519

/* A point prepared for additions, as rows have it. */
typedef struct lanes_prepared {
    lanes_number first, second, product, scale;
} lanes_prepared;

/* The product of two numbers, folded. */
LANES_INLINE lanes_number lanes_p25519_product(lanes_number a, lanes_number b)
{
    return lanes_p25519_folded(lanes_p25519_times(a, b));
}

/* r = a^(2^times) of two numbers at once: while one waits for a product, the other goes on. */
LANES_TARGET static WHIT_NOINLINE void lanes_p25519_squares(lanes_number r[2],
                                                            const lanes_number a[2], size_t times)
{
    lanes_number first = a[0];
    lanes_number second = a[1];
    while (times-- > 0) {
        first = lanes_p25519_folded(lanes_p25519_square(first));
        second = lanes_p25519_folded(lanes_p25519_square(second));
    }
    r[0] = first;
    r[1] = second;
}

LANES_TARGET static WHIT_NOINLINE void
lanes_p25519_products(lanes_number r[2], const lanes_number a[2], const lanes_number b[2])
{
    const lanes_number first = lanes_p25519_product(a[0], b[0]);
    r[1] = lanes_p25519_product(a[1], b[1]);
    r[0] = first;
}

/* r = a^(2^252 - 3), as field_25519_power goes. */
LANES_TARGET static void lanes_p25519_power(lanes_number r[2], const lanes_number a[2])
{
    lanes_number x[2] = {a[0], a[1]};
    size_t k = 1;
    for (unsigned bits = 250u << 1 | 1; (bits & 0xff) != 0x80; bits <<= 1) {
        lanes_p25519_squares(r, x, k);
        lanes_p25519_products(x, r, x);
        k *= 2;
        if ((bits & 0x80) != 0) {
            lanes_p25519_squares(r, x, 1);
            lanes_p25519_products(x, r, a);
            k++;
        }
    }
    lanes_p25519_squares(r, x, 2);
    lanes_p25519_products(r, r, a);
}

/* r^2 = u / v as field_25519_root finds it; returns the lanes that have such an r. */
LANES_INLINE unsigned lanes_p25519_choose_root(lanes_number *r, lanes_number u, lanes_number v,
                                               lanes_number root)
{
    const lanes_number t = lanes_p25519_times(lanes_p25519_product(*r, *r), v);
    const lanes_number less = lanes_p25519_folded(lanes_p25519_minus(t, u));
    const lanes_number more = lanes_p25519_folded(lanes_sum(t, u));
    const __mmask8 found = lanes_p25519_are_zero(lanes_p25519_canonical(less));
    const __mmask8 missing = lanes_p25519_are_zero(lanes_p25519_canonical(more));
    const lanes_number other = lanes_p25519_product(*r, root);
#define STEP(i) r->v[i] = _mm512_mask_mov_epi64(r->v[i], missing, other.v[i]);
    LANES_EACH(STEP)
#undef STEP
    return (unsigned)(found | missing);
}

/* x^2 = (1 - y^2) / (-1 - d y^2). */
LANES_TARGET WHIT_INTERNAL void whit_points_p25519_decode(whit_points_p25519 p[2],
                                                          whit_points_p25519_found found[2],
                                                          const limb *const rows[WHIT_LANES],
                                                          const limb *d, const limb *root)
{
    const lanes_number one = lanes_small(1);
    const lanes_number none = lanes_small(0);
    lanes_number y[2], u[2], v[2], r[2], cube[2], seventh[2];
    lanes_p25519_gather(&y[0], &y[1], rows, 0);
    for (unsigned i = 0; i < 2; i++) {
        const lanes_number yy = lanes_p25519_product(y[i], y[i]);
        const lanes_number dyy = lanes_p25519_times(yy, lanes_p25519_each(d));
        u[i] = lanes_p25519_folded(lanes_p25519_minus(one, yy));
        v[i] = lanes_p25519_folded(lanes_p25519_minus(none, lanes_sum(dyy, one)));
        const lanes_number vv = lanes_p25519_product(v[i], v[i]);
        cube[i] = lanes_p25519_product(lanes_p25519_product(vv, v[i]), u[i]);
        seventh[i] = lanes_p25519_product(cube[i], lanes_p25519_product(vv, vv));
    }
    lanes_p25519_power(r, seventh);
    for (unsigned i = 0; i < 2; i++) {
        lanes_number x = lanes_p25519_product(r[i], cube[i]);
        found[i].roots = lanes_p25519_choose_root(&x, u[i], v[i], lanes_p25519_each(root));
        x = lanes_p25519_canonical(x);
        found[i].zeros = lanes_p25519_are_zero(x);
        const __mmask8 odd = _mm512_test_epi64_mask(x.v[0], lanes_word(1));
        const __mmask8 other = (__mmask8)(odd ^ found[i].odd);
        x = lanes_p25519_folded(lanes_p25519_minus(none, lanes_opposite(x, (__mmask8)~other)));
        lanes_store(&p[i].x, LANES_ALL, x);
        lanes_store(&p[i].y, LANES_ALL, y[i]);
        lanes_store(&p[i].z, LANES_ALL, one);
        lanes_store(&p[i].t, LANES_ALL, lanes_p25519_product(x, y[i]));
    }
}

/* X3 = e f, Y3 = g h, Z3 = f g, T3 = e h, for sums that are not folded. */
LANES_INLINE void lanes_p25519_finish(whit_points_p25519 *p, lanes_number e, lanes_number f,
                                      lanes_number g, lanes_number h, int whole)
{
    e = lanes_p25519_folded(e);
    f = lanes_p25519_folded(f);
    g = lanes_p25519_folded(g);
    h = lanes_p25519_folded(h);
    lanes_store(&p->x, LANES_ALL, lanes_p25519_product(e, f));
    lanes_store(&p->y, LANES_ALL, lanes_p25519_product(g, h));
    lanes_store(&p->z, LANES_ALL, lanes_p25519_product(f, g));
    if (whole) {
        lanes_store(&p->t, LANES_ALL, lanes_p25519_product(e, h));
    }
}

/* double_a_minus_1 of formulas/edwards.txt. */
LANES_TARGET WHIT_INTERNAL void whit_points_p25519_double(whit_points_p25519 *p, int whole)
{
    const lanes_number x = lanes_load(&p->x);
    const lanes_number y = lanes_load(&p->y);
    const lanes_number xx = lanes_p25519_square(x);
    const lanes_number yy = lanes_p25519_square(y);
    const lanes_number zz = lanes_p25519_square(lanes_load(&p->z));
    const lanes_number ss = lanes_p25519_square(lanes_carried(lanes_sum(x, y)));
    const lanes_number h = lanes_sum(xx, yy);
    const lanes_number c = lanes_sum(zz, zz);
    lanes_p25519_finish(p, lanes_p25519_minus(ss, h), lanes_p25519_minus(lanes_sum(c, xx), yy),
                        lanes_p25519_minus(yy, xx), h, whole);
}

/* add_a_minus_1 of formulas/edwards.txt, or with -Q, whose first and second change places and whose
 * product is the opposite. */
LANES_INLINE void lanes_p25519_add(whit_points_p25519 *p, const lanes_prepared *q,
                                   __mmask8 negative)
{
    const lanes_number x = lanes_load(&p->x);
    const lanes_number y = lanes_load(&p->y);
    lanes_number first = q->first;
    lanes_number second = q->second;
#define STEP(i)                                                                  \
    first.v[i] = _mm512_mask_mov_epi64(q->first.v[i], negative, q->second.v[i]); \
    second.v[i] = _mm512_mask_mov_epi64(q->second.v[i], negative, q->first.v[i]);
    LANES_EACH(STEP)
#undef STEP
    const lanes_number u = lanes_p25519_folded(lanes_p25519_minus(y, x));
    const lanes_number aa = lanes_p25519_times(u, first);
    const lanes_number bb = lanes_p25519_times(lanes_carried(lanes_sum(y, x)), second);
    lanes_number c = lanes_p25519_times(lanes_load(&p->t), q->product);
    const lanes_number dd = lanes_p25519_times(lanes_load(&p->z), q->scale);
    c = lanes_opposite(c, (__mmask8)~negative); /* -c */
    lanes_p25519_finish(p, lanes_p25519_minus(bb, aa),
                        lanes_p25519_minus(lanes_sum(dd, c), lanes_small(0)),
                        lanes_p25519_minus(dd, c), lanes_sum(bb, aa), 1);
}

LANES_INLINE lanes_prepared lanes_p25519_prepare(const whit_points_p25519 *p, lanes_number d)
{
    const lanes_number x = lanes_load(&p->x);
    const lanes_number y = lanes_load(&p->y);
    const lanes_number z = lanes_load(&p->z);
    const lanes_number product = lanes_p25519_times(lanes_load(&p->t), d);
    const lanes_prepared q = {
        lanes_p25519_folded(lanes_p25519_minus(y, x)),
        lanes_p25519_folded(lanes_sum(y, x)),
        lanes_p25519_folded(lanes_sum(product, product)),
        lanes_p25519_folded(lanes_sum(z, z)),
    };
    return q;
}

LANES_TARGET WHIT_INTERNAL void whit_points_p25519_begin(whit_points_p25519 *p)
{
    lanes_store(&p->x, LANES_ALL, lanes_small(0));
    lanes_store(&p->y, LANES_ALL, lanes_small(1));
    lanes_store(&p->z, LANES_ALL, lanes_small(1));
    lanes_store(&p->t, LANES_ALL, lanes_small(0));
}

LANES_TARGET WHIT_INTERNAL void
whit_points_p25519_add(whit_points_p25519 *p, const limb *const q[WHIT_LANES], unsigned negative)
{
    lanes_prepared prepared;
    lanes_p25519_gather(&prepared.first, &prepared.second, q, 0);
    lanes_p25519_gather(&prepared.product, &prepared.scale, q, 8);
    lanes_p25519_add(p, &prepared, (__mmask8)negative);
}

LANES_TARGET WHIT_INTERNAL void whit_points_p25519_set_multiples(limb *const tables[WHIT_LANES],
                                                                 unsigned entries,
                                                                 const whit_points_p25519 *p,
                                                                 const limb *d)
{
    const lanes_number of_d = lanes_p25519_each(d);
    whit_points_p25519 sum = *p;
    whit_points_p25519_double(&sum, 1);
    const lanes_prepared twice = lanes_p25519_prepare(&sum, of_d);
    limb *rows[WHIT_LANES];
    for (unsigned i = 0; i < WHIT_LANES; i++) {
        rows[i] = tables[i];
    }
    sum = *p;
    for (unsigned entry = 0; entry < entries; entry++) {
        if (entry > 0) {
            lanes_p25519_add(&sum, &twice, 0);
        }
        const lanes_prepared q = lanes_p25519_prepare(&sum, of_d);
        lanes_scatter(rows, q.first, q.second, 0);
        lanes_scatter(rows, q.product, q.scale, 8);
        for (unsigned i = 0; i < WHIT_LANES; i++) {
            if (rows[i] != NULL) {
                rows[i] += 16;
            }
        }
    }
}

LANES_TARGET WHIT_INTERNAL void whit_points_p25519_negate(whit_points_p25519 *p)
{
    const lanes_number none = lanes_small(0);
    const lanes_number x = lanes_p25519_minus(none, lanes_load(&p->x));
    const lanes_number t = lanes_p25519_minus(none, lanes_load(&p->t));
    lanes_store(&p->x, LANES_ALL, lanes_p25519_folded(x));
    lanes_store(&p->t, LANES_ALL, lanes_p25519_folded(t));
}

LANES_TARGET WHIT_INTERNAL unsigned whit_points_p25519_have_x_zero(const whit_points_p25519 *p)
{
    return lanes_p25519_are_zero(lanes_p25519_canonical(lanes_load(&p->x)));
}

LANES_TARGET WHIT_INTERNAL void whit_points_p25519_put(limb *const rows[WHIT_LANES],
                                                       const whit_points_p25519 *p)
{
    lanes_scatter(rows, lanes_load(&p->x), lanes_load(&p->y), 0);
    lanes_scatter(rows, lanes_load(&p->z), lanes_load(&p->t), 8);
}

#endif
