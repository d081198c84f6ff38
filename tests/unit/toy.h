/* SPDX-License-Identifier: MIT */
/* Toy curves: small enough to try everything, with affine arithmetic on small integers to
 * compare with, which shares nothing with the library. */
#ifndef TOY_H
#define TOY_H

#include <stdint.h>
#include <whit/curve.h>
#include <whit/random.h>

/* Bytes that every encoding of a toy fits. */
#define TOY_BYTES 16

/* A point of a toy; infinity has x < 0. */
typedef struct toy_point {
    int32_t x, y;
} toy_point;

/* A curve y^2 = x^3 + a x + b over the integers modulo p, with a point G of prime order n, and
 * h n points. name begins with "toy_". */
typedef struct toy {
    const char *name;
    const whit_curve *curve;
    const whit_base *base;
    int64_t p, a, b, n, h;
    toy_point g;
    unsigned o, f; /* bytes of the order and of the field */
} toy;

#define TOY(name, p, a, b, n, h, gx, gy) \
    extern const whit_curve whit_##name; \
    extern const whit_base whit_##name##_base;
#include "toys.h"
#undef TOY

enum {
#define TOY(name, p, a, b, n, h, gx, gy) INDEX_##name,
#include "toys.h"
#undef TOY
    TOYS
};
extern const toy toys[TOYS];

/* A case for each toy, TEST(<toy>_<what>), that calls check(toy); and their entries. */
#define TOY_CASE(name, what, check) \
    TEST(name##_##what)             \
    {                               \
        check(&toys[INDEX_##name]); \
    }

/* After toy_tabulate(t): multiple[k] = k G for 0 <= k < n; every[0], every[1] ... are the
 * h n - 1 finite points. */
#define TOY_MOST_POINTS 66600
extern toy_point toy_multiple[TOY_MOST_POINTS];
extern toy_point toy_every[TOY_MOST_POINTS];
void toy_tabulate(const toy *t);

/* The k in 0 ... n - 1 with k G = P, or -1. */
int64_t toy_log(const toy *t, toy_point p);

/* A y with y^2 = v modulo p, 0 <= v < p, or -1. */
int64_t toy_root(int64_t v);

int64_t toy_mod(int64_t x, int64_t m);
int64_t toy_inverse(int64_t x, int64_t m);

/* x^3 + a x + b. */
int64_t toy_right_side(const toy *t, int64_t x);

toy_point toy_add(const toy *t, toy_point u, toy_point v);
toy_point toy_multiply(const toy *t, int64_t k, toy_point u);

/* How far to step in a loop of `turns` turns so that it takes about `most`, or a share of that
 * where -DTOY_THINNING says so; odd. */
#ifndef TOY_THINNING
#define TOY_THINNING 1
#endif
int64_t toy_stride(int64_t turns, int64_t most);

/* Big-endian bytes, and the encoding 04 || x || y. */
void toy_put(uint8_t *out, int64_t value, size_t length);
void toy_put_point(const toy *t, uint8_t *out, toy_point point);

/* o bytes whose leftmost bits are those of value, as a digest or a random source gives a
 * scalar. */
void toy_put_leftmost(const toy *t, uint8_t *out, int64_t value);

/* A source that yields the leftmost bits of one number, once. */
typedef struct toy_nonce {
    const toy *toy;
    int64_t value;
    int used;
} toy_nonce;
whit_status toy_nonce_fill(void *context, uint8_t *out, size_t length);

#endif
