/* SPDX-License-Identifier: MIT */
#include "toy.h"

#define MOST_P 66000

toy_point toy_multiple[TOY_MOST_POINTS];
toy_point toy_every[TOY_MOST_POINTS];
static int32_t log_of_x[MOST_P];
static int32_t roots[MOST_P];

static const toy_point infinity = {-1, 0};

const toy toys[TOYS] = {
#define BYTES(number) ((number) < 256 ? 1 : (number) < 65536 ? 2 : 3)
#define TOY(name, p, a, b, n, h, gx, gy) \
    {#name, &whit_##name, &whit_##name##_base, p, a, b, n, h, {gx, gy}, BYTES(n), BYTES(p)},
#include "toys.h"
#undef TOY
};

int64_t toy_mod(int64_t x, int64_t m)
{
    int64_t r = x % m;
    return r < 0 ? r + m : r;
}

int64_t toy_inverse(int64_t x, int64_t m)
{
    int64_t r = 1;
    x = toy_mod(x, m);
    for (int64_t e = m - 2; e > 0; e >>= 1) {
        r = (e & 1) != 0 ? r * x % m : r;
        x = x * x % m;
    }
    return r;
}

int64_t toy_right_side(const toy *t, int64_t x)
{
    return toy_mod((x * x % t->p + t->a) * x + t->b, t->p);
}

toy_point toy_add(const toy *t, toy_point u, toy_point v)
{
    int64_t above, below;
    if (u.x < 0 || v.x < 0) {
        return u.x < 0 ? v : u;
    }
    if (u.x != v.x) {
        above = v.y - u.y;
        below = v.x - u.x;
    } else if (u.y == v.y && u.y != 0) {
        above = 3 * (int64_t)u.x * u.x + t->a;
        below = 2 * u.y;
    } else {
        return infinity;
    }
    int64_t slope = toy_mod(toy_mod(above, t->p) * toy_inverse(below, t->p), t->p);
    int64_t x = toy_mod(slope * slope - u.x - v.x, t->p);
    toy_point r = {(int32_t)x, (int32_t)toy_mod(slope * (u.x - x) - u.y, t->p)};
    return r;
}

toy_point toy_multiply(const toy *t, int64_t k, toy_point u)
{
    toy_point r = infinity;
    for (; k > 0; k >>= 1) {
        r = (k & 1) != 0 ? toy_add(t, r, u) : r;
        u = toy_add(t, u, u);
    }
    return r;
}

void toy_tabulate(const toy *t)
{
    size_t count = 0;
    for (int64_t i = 0; i < t->p; i++) {
        log_of_x[i] = 0;
        roots[i] = -1;
    }
    for (int64_t y = t->p / 2; y >= 0; y--) {
        roots[y * y % t->p] = (int32_t)y;
    }
    toy_multiple[0] = infinity;
    for (int64_t k = 1; k < t->n; k++) {
        toy_multiple[k] = toy_add(t, toy_multiple[k - 1], t->g);
        log_of_x[toy_multiple[k].x] = (int32_t)k;
    }
    for (int64_t x = 0; x < t->p; x++) {
        int32_t y = roots[toy_right_side(t, x)];
        if (y >= 0) {
            toy_every[count].x = (int32_t)x;
            toy_every[count++].y = y;
        }
        if (y > 0) {
            toy_every[count].x = (int32_t)x;
            toy_every[count++].y = (int32_t)t->p - y;
        }
    }
}

int64_t toy_log(const toy *t, toy_point p)
{
    if (p.x < 0) {
        return 0;
    }
    int32_t k = log_of_x[p.x];
    if (k == 0) {
        return -1;
    }
    /* Opposite points have the same x. */
    return toy_multiple[k].y == p.y ? k : t->n - k;
}

int64_t toy_root(int64_t v)
{
    return roots[v];
}

int64_t toy_stride(int64_t turns, int64_t most)
{
    most /= TOY_THINNING;
    return turns <= most ? 1 : turns / most | 1;
}

void toy_put(uint8_t *out, int64_t value, size_t length)
{
    while (length-- > 0) {
        out[length] = (uint8_t)value;
        value >>= 8;
    }
}

void toy_put_point(const toy *t, uint8_t *out, toy_point point)
{
    out[0] = 4;
    toy_put(out + 1, point.x, t->f);
    toy_put(out + 1 + t->f, point.y, t->f);
}

void toy_put_leftmost(const toy *t, uint8_t *out, int64_t value)
{
    unsigned bits = 0;
    while (t->n >> bits != 0) {
        bits++;
    }
    toy_put(out, value << (8 * t->o - bits), t->o);
}

whit_status toy_nonce_fill(void *context, uint8_t *out, size_t length)
{
    toy_nonce *nonce = context;
    if (nonce->used || length != nonce->toy->o) {
        return WHIT_ERROR_RANDOM_FAILED;
    }
    nonce->used = 1;
    toy_put_leftmost(nonce->toy, out, nonce->value);
    return WHIT_OK;
}
