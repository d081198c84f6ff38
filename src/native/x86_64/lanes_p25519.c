/* SPDX-License-Identifier: MIT */
/* Eight points at a time: native/x86_64/lanes.h over 2^255 - 19. Coordinates are folded. */
#include "native/x86_64/lanes_p25519.h"

#if WHIT_HAS_LANES(p25519)

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

/* r^2 = u / v as field_25519_root finds it. */
LANES_TARGET static void lanes_p25519_root(lanes_number r[2], whit_points_p25519_found found[2],
                                           const lanes_number u[2], const lanes_number v[2],
                                           const limb *root)
{
    const lanes_number of_minus_1[2] = {lanes_p25519_each(root), lanes_p25519_each(root)};
    lanes_number cube[2], t[2];
    lanes_p25519_squares(t, v, 1);
    lanes_p25519_products(cube, t, v);
    lanes_p25519_products(cube, cube, u);
    lanes_p25519_squares(t, t, 1);
    lanes_p25519_products(t, t, cube);
    lanes_p25519_power(r, t);
    lanes_p25519_products(r, r, cube);
    lanes_p25519_squares(t, r, 1);
    lanes_p25519_products(t, t, v);
    lanes_p25519_products(cube, r, of_minus_1);
    for (unsigned i = 0; i < 2; i++) {
        const lanes_number less = lanes_p25519_folded(lanes_p25519_minus(t[i], u[i]));
        const lanes_number more = lanes_p25519_folded(lanes_sum(t[i], u[i]));
        const __mmask8 right = lanes_p25519_are_zero(lanes_p25519_canonical(less));
        const __mmask8 missing = lanes_p25519_are_zero(lanes_p25519_canonical(more));
        found[i].roots = (unsigned)(right | missing);
#define STEP(k) r[i].v[k] = _mm512_mask_mov_epi64(r[i].v[k], missing, cube[i].v[k]);
        LANES_EACH(STEP)
#undef STEP
    }
}

/* x^2 = (1 - y^2) / (-1 - d y^2). */
LANES_TARGET WHIT_INTERNAL void whit_points_p25519_decode(whit_points_p25519 p[2],
                                                          whit_points_p25519_found found[2],
                                                          const limb *const rows[WHIT_LANES],
                                                          const limb *d, const limb *root)
{
    const lanes_number of_d[2] = {lanes_p25519_each(d), lanes_p25519_each(d)};
    const lanes_number one = lanes_small(1);
    const lanes_number none = lanes_small(0);
    lanes_number x[2], y[2], u[2], v[2];
    lanes_p25519_gather(&y[0], &y[1], rows, 0);
    lanes_p25519_squares(u, y, 1);
    lanes_p25519_products(v, u, of_d);
    for (unsigned i = 0; i < 2; i++) {
        u[i] = lanes_p25519_folded(lanes_p25519_minus(one, u[i]));
        v[i] = lanes_p25519_folded(lanes_p25519_minus(none, lanes_sum(v[i], one)));
    }
    lanes_p25519_root(x, found, u, v, root);
    for (unsigned i = 0; i < 2; i++) {
        x[i] = lanes_p25519_canonical(x[i]);
        found[i].zeros = lanes_p25519_are_zero(x[i]);
        const __mmask8 odd = _mm512_test_epi64_mask(x[i].v[0], lanes_word(1));
        const __mmask8 other = (__mmask8)(odd ^ found[i].odd);
        const lanes_number minus = lanes_opposite(x[i], (__mmask8)~other);
        x[i] = lanes_p25519_folded(lanes_p25519_minus(none, minus));
        lanes_store(&p[i].x, LANES_ALL, x[i]);
        lanes_store(&p[i].y, LANES_ALL, y[i]);
        lanes_store(&p[i].z, LANES_ALL, one);
    }
    lanes_p25519_products(v, x, y);
    lanes_store(&p[0].t, LANES_ALL, v[0]);
    lanes_store(&p[1].t, LANES_ALL, v[1]);
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

LANES_TARGET WHIT_INTERNAL void whit_points_p25519_begin(whit_points_p25519 *p)
{
    lanes_store(&p->x, LANES_ALL, lanes_small(0));
    lanes_store(&p->y, LANES_ALL, lanes_small(1));
    lanes_store(&p->z, LANES_ALL, lanes_small(1));
    lanes_store(&p->t, LANES_ALL, lanes_small(0));
}

/* The lanes of a mask get the other number. */
LANES_INLINE void lanes_p25519_exchange(lanes_number *a, lanes_number *b, __mmask8 mask)
{
    const lanes_number before = *a;
#define STEP(i)                                              \
    a->v[i] = _mm512_mask_mov_epi64(a->v[i], mask, b->v[i]); \
    b->v[i] = _mm512_mask_mov_epi64(b->v[i], mask, before.v[i]);
    LANES_EACH(STEP)
#undef STEP
}

/* add_a_minus_1 of formulas/edwards.txt, or with -Q: of that first and second change places, and
 * the product is the opposite. */
LANES_TARGET WHIT_INTERNAL void
whit_points_p25519_add(whit_points_p25519 *p, const limb *const q[WHIT_LANES], unsigned negative)
{
    const lanes_number x = lanes_load(&p->x);
    const lanes_number y = lanes_load(&p->y);
    lanes_number first, second, product, scale;
    lanes_p25519_gather(&first, &second, q, 0);
    lanes_p25519_exchange(&first, &second, (__mmask8)negative);
    const lanes_number u = lanes_p25519_folded(lanes_p25519_minus(y, x));
    const lanes_number aa = lanes_p25519_times(u, first);
    const lanes_number bb = lanes_p25519_times(lanes_carried(lanes_sum(y, x)), second);
    lanes_p25519_gather(&product, &scale, q, 8);
    lanes_number c = lanes_p25519_times(lanes_load(&p->t), product);
    const lanes_number dd = lanes_p25519_times(lanes_load(&p->z), scale);
    c = lanes_opposite(c, (__mmask8)negative);
    /* No limb of the sum of dd and c becomes negative either. */
    const lanes_number g = lanes_p25519_minus(lanes_sum(dd, c), lanes_small(0));
    lanes_p25519_finish(p, lanes_p25519_minus(bb, aa), lanes_p25519_minus(dd, c), g,
                        lanes_sum(bb, aa), 1);
}

/* Prepare P for additions. */
LANES_TARGET static WHIT_NOINLINE void
lanes_p25519_prepare(limb *const rows[WHIT_LANES], const whit_points_p25519 *p, const limb *d)
{
    const lanes_number x = lanes_load(&p->x);
    const lanes_number y = lanes_load(&p->y);
    const lanes_number z = lanes_load(&p->z);
    const lanes_number product = lanes_p25519_times(lanes_load(&p->t), lanes_p25519_each(d));
    lanes_scatter(rows, lanes_p25519_folded(lanes_p25519_minus(y, x)),
                  lanes_p25519_folded(lanes_sum(y, x)), 0);
    lanes_scatter(rows, lanes_p25519_folded(lanes_sum(product, product)),
                  lanes_p25519_folded(lanes_sum(z, z)), 8);
}

WHIT_INTERNAL void whit_points_p25519_set_multiples(limb *const tables[WHIT_LANES],
                                                    unsigned entries, const whit_points_p25519 *p,
                                                    const limb *d)
{
    limb twice[WHIT_LANES][16];
    limb *rows[WHIT_LANES];
    const limb *of_twice[WHIT_LANES];
    whit_points_p25519 sum = *p;
    for (unsigned i = 0; i < WHIT_LANES; i++) {
        of_twice[i] = rows[i] = twice[i];
    }
    whit_points_p25519_double(&sum, 1);
    lanes_p25519_prepare(rows, &sum, d);
    sum = *p;
    for (unsigned entry = 0; entry < entries; entry++) {
        for (unsigned i = 0; i < WHIT_LANES; i++) {
            rows[i] = tables[i] != NULL ? tables[i] + (size_t)16 * entry : NULL;
        }
        if (entry > 0) {
            whit_points_p25519_add(&sum, of_twice, 0);
        }
        lanes_p25519_prepare(rows, &sum, d);
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
