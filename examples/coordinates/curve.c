/* SPDX-License-Identifier: MIT */
/* secp256r1 [SEC 2, 2.4.2], and the arithmetic of its coordinates. */
#include "curve.h"

static const uint8_t prime[COORDINATES_BYTES] = {
    0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
static const uint8_t order[COORDINATES_BYTES] = {
    0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51};
static const uint8_t b[COORDINATES_BYTES] = {
    0x5a, 0xc6, 0x35, 0xd8, 0xaa, 0x3a, 0x93, 0xe7, 0xb3, 0xeb, 0xbd, 0x55, 0x76, 0x98, 0x86, 0xbc,
    0x65, 0x1d, 0x06, 0xb0, 0xcc, 0x53, 0xb0, 0xf6, 0x3b, 0xce, 0x3c, 0x3e, 0x27, 0xd2, 0x60, 0x4b};
static const uint8_t base[2 * COORDINATES_BYTES] = {
    0x6b, 0x17, 0xd1, 0xf2, 0xe1, 0x2c, 0x42, 0x47, 0xf8, 0xbc, 0xe6, 0xe5, 0x63, 0xa4, 0x40, 0xf2,
    0x77, 0x03, 0x7d, 0x81, 0x2d, 0xeb, 0x33, 0xa0, 0xf4, 0xa1, 0x39, 0x45, 0xd8, 0x98, 0xc2, 0x96,
    0x4f, 0xe3, 0x42, 0xe2, 0xfe, 0x1a, 0x7f, 0x9b, 0x8e, 0xe7, 0xeb, 0x4a, 0x7c, 0x0f, 0x9e, 0x16,
    0x2b, 0xce, 0x33, 0x57, 0x6b, 0x31, 0x5e, 0xce, 0xcb, 0xb6, 0x40, 0x68, 0x37, 0xbf, 0x51, 0xf5};

void curve_begin(curve *c)
{
    c->status = number_set_modulus(&c->p, prime, sizeof prime);
    TRY(c, number_set_modulus(&c->n, order, sizeof order));
}

void curve_mul(curve *c, number_integer *r, const number_integer *a, const number_integer *b_)
{
    TRY(c, number_mul(r, a, b_, &c->p));
}

void curve_sqr(curve *c, number_integer *r, const number_integer *a)
{
    TRY(c, number_sqr(r, a, &c->p));
}

void curve_add(curve *c, number_integer *r, const number_integer *a, const number_integer *b_)
{
    TRY(c, number_add(r, a, b_, &c->p));
}

void curve_sub(curve *c, number_integer *r, const number_integer *a, const number_integer *b_)
{
    TRY(c, number_sub(r, a, b_, &c->p));
}

void curve_double(curve *c, number_integer *r, const number_integer *a)
{
    TRY(c, number_add(r, a, a, &c->p));
}

void curve_invert(curve *c, number_integer *r, const number_integer *a)
{
    TRY(c, number_inverse(r, a, &c->p));
}

int curve_is_zero(curve *c, const number_integer *a)
{
    int zero = 0;
    TRY(c, number_is_zero(&zero, a, &c->p));
    return zero;
}

static void read_point(curve *c, point *p, const uint8_t *bytes)
{
    TRY(c, number_read(&p->x, bytes, COORDINATES_BYTES, &c->p));
    TRY(c, number_read(&p->y, bytes + COORDINATES_BYTES, COORDINATES_BYTES, &c->p));
    TRY(c, number_set_word(&p->z, 1, &c->p));
    p->infinite = 0;
}

void curve_base(curve *c, point *p)
{
    read_point(c, p, base);
}

/* y^2 = (x^2 - 3) x + b. */
void curve_read(curve *c, point *p, const uint8_t *bytes)
{
    number_integer left, right, t;
    read_point(c, p, bytes);
    curve_sqr(c, &right, &p->x);
    TRY(c, number_set_word(&t, 3, &c->p));
    curve_sub(c, &right, &right, &t);
    curve_mul(c, &right, &right, &p->x);
    TRY(c, number_read(&t, b, sizeof b, &c->p));
    curve_add(c, &right, &right, &t);
    curve_sqr(c, &left, &p->y);
    curve_sub(c, &left, &left, &right);
    if (!curve_is_zero(c, &left)) {
        TRY(c, WHIT_ERROR_PUBLIC_KEY_CURVE);
    }
}
