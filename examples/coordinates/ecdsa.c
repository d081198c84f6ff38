/* SPDX-License-Identifier: MIT */
/* Key generation and ECDSA [FIPS 186-5, A.2.2, 6.4.1 and 6.4.2]. */
#include "curve.h"

#include <string.h>

/* The scalar of a digest: as long as the order, so none of its bits is left out. */
static void read_digest(curve *c, number_integer *z, const uint8_t *digest)
{
    TRY(c, number_reduce(z, digest, COORDINATES_BYTES, &c->n));
}

/* x || y of a finite point. */
static void write_point(curve *c, uint8_t *bytes, const point *p)
{
    number_integer x, y;
    point_to_affine(c, &x, &y, p);
    TRY(c, number_write(bytes, COORDINATES_BYTES, &x, &c->p));
    TRY(c, number_write(bytes + COORDINATES_BYTES, COORDINATES_BYTES, &y, &c->p));
}

/* x of a finite point modulo the order. */
static void x_as_scalar(curve *c, number_integer *r, const point *p)
{
    uint8_t bytes[2 * COORDINATES_BYTES] = {0};
    write_point(c, bytes, p);
    read_digest(c, r, bytes);
}

/* k of 1 ... n - 1, as bytes too, and k G. */
static void draw(curve *c, number_integer *k, uint8_t *bytes, point *p, const whit_random *random)
{
    TRY(c, number_random(k, random, &c->n));
    TRY(c, number_write(bytes, COORDINATES_BYTES, k, &c->n));
    curve_base(c, p);
    if (c->status == WHIT_OK) {
        point_multiply(c, p, bytes, p);
    }
}

whit_status coordinates_keygen(uint8_t *private_key, uint8_t *public_key, const whit_random *random)
{
    curve c;
    number_integer d;
    point p;
    curve_begin(&c);
    draw(&c, &d, private_key, &p, random);
    write_point(&c, public_key, &p);
    whit_wipe(&d, sizeof d);
    if (c.status != WHIT_OK) {
        memset(private_key, 0, COORDINATES_BYTES);
        memset(public_key, 0, 2 * COORDINATES_BYTES);
    }
    return c.status;
}

/* s = (z + r d) / k; r or s is 0 with a chance of 2^-256, where another k is drawn. */
whit_status coordinates_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                             const whit_random *random)
{
    curve c;
    number_integer d, k, r, s;
    uint8_t bytes[COORDINATES_BYTES];
    point p;
    int zero = 1;
    curve_begin(&c);
    TRY(&c, number_read(&d, private_key, COORDINATES_BYTES, &c.n));
    while (zero && c.status == WHIT_OK) {
        int other = 0;
        draw(&c, &k, bytes, &p, random);
        x_as_scalar(&c, &r, &p);
        read_digest(&c, &s, digest);
        TRY(&c, number_inverse(&k, &k, &c.n));
        number_integer product;
        TRY(&c, number_mul(&product, &r, &d, &c.n));
        TRY(&c, number_add(&s, &s, &product, &c.n));
        TRY(&c, number_mul(&s, &s, &k, &c.n));
        TRY(&c, number_is_zero(&zero, &r, &c.n));
        TRY(&c, number_is_zero(&other, &s, &c.n));
        zero |= other;
        whit_wipe(&product, sizeof product);
    }
    TRY(&c, number_write(signature, COORDINATES_BYTES, &r, &c.n));
    TRY(&c, number_write(signature + COORDINATES_BYTES, COORDINATES_BYTES, &s, &c.n));
    whit_wipe(&d, sizeof d);
    whit_wipe(&k, sizeof k);
    whit_wipe(bytes, sizeof bytes);
    if (c.status != WHIT_OK) {
        memset(signature, 0, 2 * COORDINATES_BYTES);
    }
    return c.status;
}

/* sum += u a. */
static void add_multiple(curve *c, point *sum, const number_integer *u, const point *a)
{
    uint8_t bytes[COORDINATES_BYTES];
    point p;
    TRY(c, number_write(bytes, sizeof bytes, u, &c->n));
    if (c->status == WHIT_OK) {
        point_multiply(c, &p, bytes, a);
        point_add(c, sum, sum, &p);
    }
}

/* x(z / s G + r / s Q) = r modulo n. */
whit_status coordinates_verify(const uint8_t *public_key, const uint8_t *digest,
                               const uint8_t *signature)
{
    curve c;
    number_integer r, s, u, found;
    point sum, g, q;
    int bad = 1, zero = 0;
    curve_begin(&c);
    curve_read(&c, &q, public_key);
    if (c.status != WHIT_OK) {
        return c.status;
    }
    TRY(&c, number_read(&r, signature, COORDINATES_BYTES, &c.n));
    TRY(&c, number_read(&s, signature + COORDINATES_BYTES, COORDINATES_BYTES, &c.n));
    TRY(&c, number_is_zero(&zero, &r, &c.n));
    TRY(&c, number_inverse(&s, &s, &c.n));
    if (c.status != WHIT_OK || zero) {
        return WHIT_ERROR_SIGNATURE_RANGE;
    }
    curve_base(&c, &g);
    sum = g;
    sum.infinite = 1;
    read_digest(&c, &u, digest);
    TRY(&c, number_mul(&u, &u, &s, &c.n));
    add_multiple(&c, &sum, &u, &g);
    TRY(&c, number_mul(&u, &r, &s, &c.n));
    add_multiple(&c, &sum, &u, &q);
    if (c.status == WHIT_OK && !sum.infinite) {
        x_as_scalar(&c, &found, &sum);
        int same = 0;
        TRY(&c, number_equal(&same, &found, &r, &c.n));
        bad = !same;
    }
    return c.status == WHIT_OK && bad ? WHIT_ERROR_SIGNATURE_INVALID : c.status;
}
