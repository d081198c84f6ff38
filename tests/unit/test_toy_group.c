/* SPDX-License-Identifier: MIT */
/* Exhaustive tests on the toy curves of the least size: every pair of points through every
 * formula, every scalar through every way to multiply. */
#include "generated/instance/size_16.h"
#include "test.h"
#include "toy.h"

typedef weierstrass_domain domain;
typedef weierstrass_point point;
typedef weierstrass_affine affine;

/* Turns of a loop on a toy that is too large for all of them. */
#define MOST_TURNS 400000

/* NULL for a toy of another size. */
static const domain *domain_of(const toy *t)
{
    return t->curve->size == 16 ? (const domain *)t->curve->domain : NULL;
}

#define PRIME(d) (&(d)->p)
#if WHIT_TWISTS_OF_SIZE
#define ENCODE(r, a, axis, d) weierstrass_encode(r, a, axis, d)
#else
#define ENCODE(r, a, axis, d) ((void)(axis), field_encode(r, a, PRIME(d)))
#endif

static void set_plain(limb *r, int64_t value)
{
    for (unsigned i = 0; i < FIELD_LIMBS; i++) {
        r[i] = (limb)(value >> (i * LIMB_BITS % 64));
    }
}

static void encode(limb *r, int64_t value, const domain *d)
{
    set_plain(r, value);
    field_encode(r, r, PRIME(d));
}

static void set_affine(affine *r, toy_point from, const domain *d)
{
    set_plain(r->x, from.x);
    set_plain(r->y, from.y);
    ENCODE(r->x, r->x, AXIS_X, d);
    ENCODE(r->y, r->y, AXIS_Y, d);
}

/* (z^2 x, z^3 y, z); infinity is (1, 1, 0). */
static void set(point *r, toy_point from, int64_t z, const toy *t)
{
    const domain *d = domain_of(t);
    if (from.x < 0) {
        encode(r->x, 1, d);
        encode(r->y, 1, d);
        encode(r->z, 0, d);
        return;
    }
    set_plain(r->x, z * z % t->p * from.x % t->p);
    set_plain(r->y, z * z % t->p * z % t->p * from.y % t->p);
    ENCODE(r->x, r->x, AXIS_X, d);
    ENCODE(r->y, r->y, AXIS_Y, d);
    encode(r->z, z, d);
}

/* Whether a point has the given affine coordinates: X = x Z^2 and Y = y Z^3. */
static int is(const point *p, toy_point expected, const domain *d)
{
    affine want;
    limb power[FIELD_LIMBS];
    limb left[FIELD_LIMBS];
    limb infinite = mp_mask_zero(p->z, FIELD_LIMBS);
    if (expected.x < 0 || infinite != 0) {
        return expected.x < 0 && infinite != 0;
    }
    set_affine(&want, expected, d);
    field_sqr(power, p->z, &d->p);
    field_mul(left, want.x, power, &d->p);
    field_mul(power, power, p->z, &d->p);
    field_mul(power, want.y, power, &d->p);
    mp_sub(left, left, p->x, FIELD_LIMBS);
    mp_sub(power, power, p->y, FIELD_LIMBS);
    return (mp_mask_zero(left, FIELD_LIMBS) & mp_mask_zero(power, FIELD_LIMBS)) != 0;
}

/* A Z for the i-th try that is neither 0 nor, but for some, 1. */
static int64_t some_z(const toy *t, int64_t i)
{
    return 1 + i * 37 % (t->p - 1);
}

/* One pair through all formulas that take it; infinity among the first operands. */
static void check_pair(const toy *t, toy_point left, toy_point right, int64_t turn)
{
    const domain *d = domain_of(t);
    toy_point sum = toy_add(t, left, right);
    int special = left.x < 0 || left.x == right.x;
    point p, q, start;
    affine plain;
    set(&start, left, some_z(t, turn), t);
    set(&q, right, some_z(t, turn / 3), t);
    p = start;
    weierstrass_add_vartime(&p, &q, d);
    CHECK(is(&p, sum, d));
    if (!special) {
        p = start;
        weierstrass_add(&p, &q, d);
        CHECK(is(&p, sum, d));
        p = start;
        set_affine(&plain, right, d);
        weierstrass_add_affine(&p, &plain, d);
        CHECK(is(&p, sum, d));
    }
    if (left.x >= 0) {
        p = start;
        weierstrass_add_or_double(&p, &q, d);
        CHECK(is(&p, sum, d));
    }
}

static void check_addition(const toy *t)
{
    const domain *d = domain_of(t);
    int64_t points = t->h * t->n - 1;
    int64_t stride = toy_stride(points * points, MOST_TURNS);
    int64_t turn = 0;
    toy_tabulate(t);
    for (int64_t i = -1; i < points; i++) {
        toy_point left = i < 0 ? toy_multiple[0] : toy_every[i];
        for (int64_t j = (i + 1) % stride; j < points; j += stride) {
            test_note("points", (uint64_t)(i + 1) << 32 | (uint64_t)j);
            check_pair(t, left, toy_every[j], turn++);
        }
        for (int64_t j = i > 1 ? i - 1 : 0; j <= i + 1 && j < points; j++) {
            /* Itself and its opposite, which has the same x, whatever the stride. */
            test_note("points", (uint64_t)(i + 1) << 32 | (uint64_t)j);
            check_pair(t, left, toy_every[j], turn++);
        }
        for (int64_t z = 1; z < t->p; z += 1 + t->p / 8) {
            point p;
            affine back;
            set(&p, left, z, t);
            d->twice(&p, d);
            test_note("point", (uint64_t)(i + 1));
            CHECK(is(&p, toy_add(t, left, left), d));
            if (left.x >= 0) {
                set(&p, left, z, t);
                set_affine(&back, left, d);
                weierstrass_to_affine(&p, d);
                ENCODE(p.x, p.x, AXIS_X, d);
                ENCODE(p.y, p.y, AXIS_Y, d);
                CHECK_BYTES(p.x, back.x, sizeof back.x);
                CHECK_BYTES(p.y, back.y, sizeof back.y);
            }
        }
    }
}

static void set_scalar(limb *k, int64_t value, size_t limbs)
{
    for (size_t i = 0; i < limbs; i++) {
        k[i] = i * LIMB_BITS < 64 ? (limb)(value >> (i * LIMB_BITS % 64)) : 0;
    }
}

/* Every scalar times every point of order n, through windows; and times the base point, through
 * the comb. */
static void check_multiplication(const toy *t)
{
    const domain *d = domain_of(t);
    int64_t stride = toy_stride(t->n * t->n, MOST_TURNS);
    limb scalar[RECODED_LIMBS];
    toy_tabulate(t);
    for (int64_t k = 1; k < t->n; k++) {
        point r;
        set_scalar(scalar, k, RECODED_LIMBS);
        test_note("scalar", (uint64_t)k);
        encode(r.z, some_z(t, k), d); /* what coordinates begin with where it is read */
        weierstrass_multiply_base(&r, scalar, t->base, d);
        CHECK(is(&r, toy_multiple[k], d));
        for (int64_t j = 1 + k % stride; j < t->n; j += stride) {
            set_affine((affine *)&r, toy_multiple[j], d);
            set_scalar(scalar, k, RECODED_LIMBS);
            encode(r.z, some_z(t, k + j), d);
            test_note("scalar << 32 | multiple", (uint64_t)k << 32 | (uint64_t)j);
            weierstrass_multiply(&r, scalar, d);
            CHECK(is(&r, toy_multiple[j * k % t->n], d));
        }
    }
}

/* u G + v Q for every u and v, zero among them, and a few Q, small multiples of the base point
 * and their negatives among them. */
static void check_two_multiplications(const toy *t)
{
    const domain *d = domain_of(t);
    const int64_t logs[] = {1, 3, t->n / 2, t->n - 1};
    limb u_limbs[SCALAR_LIMBS], v_limbs[SCALAR_LIMBS];
    int64_t stride = toy_stride(t->n * t->n, MOST_TURNS / 4);
    toy_tabulate(t);
    for (unsigned i = 0; i < sizeof logs / sizeof *logs; i++) {
        affine q;
        set_affine(&q, toy_multiple[logs[i]], d);
        for (int64_t u = 0; u < t->n; u++) {
            set_scalar(u_limbs, u, SCALAR_LIMBS);
            for (int64_t v = u % stride; v < t->n; v += stride) {
                point r;
                set_scalar(v_limbs, v, SCALAR_LIMBS);
                test_note("Q << 40 | u << 20 | v",
                          (uint64_t)i << 40 | (uint64_t)u << 20 | (uint64_t)v);
                weierstrass_multiply_two_vartime(&r, u_limbs, v_limbs, &q, d);
                CHECK(is(&r, toy_multiple[(u + v * logs[i]) % t->n], d));
            }
        }
    }
}

/* Every point of the curve times scalars of any size, and whether it has the order n. */
static void check_any_point(const toy *t)
{
    static const int64_t scalars[] = {0, 1, 2, 3, 4, 5, 7, 8, 97, 255, 256, 511, 4096, 65535};
    const domain *d = domain_of(t);
    int64_t points = t->h * t->n - 1;
    toy_tabulate(t);
    for (int64_t i = 0; i < points; i += toy_stride(points, 4000)) {
        affine q;
        set_affine(&q, toy_every[i], d);
        test_note("point", (uint64_t)i);
        CHECK_EQ(weierstrass_has_order(q.x, q.y, d) != 0, toy_log(t, toy_every[i]) >= 0);
        for (unsigned j = 0; j < sizeof scalars / sizeof *scalars; j++) {
            point r;
            limb k[LIMBS(16)];
            mp_copy((limb *)&r, (const limb *)&q, AFFINE_LIMBS);
            set_scalar(k, scalars[j], LIMBS(16));
            weierstrass_multiply_vartime(&r, k, 16, d);
            CHECK(is(&r, toy_multiply(t, scalars[j], toy_every[i]), d));
        }
    }
}

static void each(void (*check)(const toy *t))
{
    unsigned checked = 0;
    for (unsigned i = 0; i < TOYS; i++) {
        if (domain_of(&toys[i]) != NULL) {
            check(&toys[i]);
            checked++;
        }
    }
    CHECK(checked > 0);
}

TEST(toy_every_pair_of_points_is_added)
{
    each(check_addition);
}
TEST(toy_every_scalar_multiplies)
{
    each(check_multiplication);
}
TEST(toy_every_two_scalars_multiply)
{
    each(check_two_multiplications);
}
TEST(toy_every_point_of_the_curve_multiplies)
{
    each(check_any_point);
}

TEST_SUITE(toy_group) = {
    CASE(toy_every_pair_of_points_is_added),
    CASE(toy_every_scalar_multiplies),
    CASE(toy_every_two_scalars_multiply),
    CASE(toy_every_point_of_the_curve_multiplies),
    END_OF_SUITE,
};
