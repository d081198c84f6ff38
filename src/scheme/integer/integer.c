/* SPDX-License-Identifier: MIT */
/* Moduli, and integers from bytes and back: whit/integer.h. */
#include "scheme/integer/integer_work.h"

#if WHIT_ARITHMETIC

/* A random source that yields no usable value is given up after this many draws. Each draw of an
 * honest source is refused with a probability of at most one half. */
#define RANDOM_TRIES 64

/* -1/m mod 2^w [DK90]: m is its own inverse modulo 8, and each turn doubles the bits that are
 * right. */
static limb integer_negative_inverse(limb m)
{
    limb x = m;
    for (unsigned bits = 3; bits < LIMB_BITS; bits *= 2) {
        x = (limb)(1u * x * (limb)(2u - 1u * m * x));
    }
    return (limb)(0u - x);
}

/* R^2 mod m. 2^(bits - 1) is below m, and doubled until it is 2 R, the form of 2; squaring and
 * doubling make that the form of 2^(n w) = R, which is R^2. */
static void integer_find_r2(limb *r2, size_t bits, const integer_work *w)
{
    const size_t exponent = w->n * LIMB_BITS;
    size_t top = 0;
    mp_set_word(r2, 0, w->n);
    r2[(bits - 1) / LIMB_BITS] = (limb)((limb)1 << ((bits - 1) % LIMB_BITS));
    for (size_t i = bits - 1; i < exponent + 1; i++) {
        integer_sum(r2, r2, r2, w);
    }
    while (exponent >> (top + 1) != 0) {
        top++;
    }
    while (top-- > 0) {
        integer_square(r2, r2, w);
        if ((exponent >> top & 1) != 0) {
            integer_sum(r2, r2, r2, w);
        }
    }
}

/* What tells moduli apart: an FNV hash, and never 0. */
static uint32_t integer_tag(const limb *m, size_t n)
{
    uint32_t tag = 2166136261u;
    for (size_t i = 0; i < n; i++) {
        for (unsigned shift = 0; shift < LIMB_BITS; shift += 8) {
            tag = (tag ^ (uint8_t)(m[i] >> shift)) * 16777619u;
        }
    }
    return tag | 1;
}

whit_status whit_integer_set_modulus(whit_modulus *m, size_t most_bits, const uint8_t *bytes,
                                     size_t length, void *room)
{
    if (m == NULL || bytes == NULL || room == NULL) {
        return WHIT_ERROR_ARGUMENT;
    }
    base_wipe(m, sizeof *m);
    while (length > 0 && bytes[0] == 0) {
        bytes++;
        length--;
    }
    size_t bits = 8 * length;
    for (unsigned top = length > 0 ? bytes[0] : 0x80; top < 0x80; top <<= 1) {
        bits--;
    }
    const size_t longest = WHIT_LONGEST > 0 ? WHIT_LONGEST : LIMBS(WHIT_INTEGER_MOST_BITS);
    if (bits < WHIT_INTEGER_LEAST_BITS || bits > most_bits || LIMBS(bits) > longest ||
        bits > WHIT_INTEGER_MOST_BITS || (bytes[length - 1] & 1) == 0) {
        return WHIT_ERROR_MODULUS;
    }
    integer_modulus *whole = (integer_modulus *)(void *)m;
    integer_work w;
    m->bits = (uint16_t)bits;
    mp_from_bytes(whole->numbers, LIMBS(bits), bytes, length);
    whole->n0 = integer_negative_inverse(whole->numbers[0]);
    integer_use(&w, whole, (limb *)room);
    integer_find_r2(whole->numbers + w.n, bits, &w);
    m->tag = integer_tag(w.m, w.n);
    base_wipe(w.product, 2 * w.n * LIMB_BYTES);
    return WHIT_OK;
}

/* Read bytes into w->extra. Returns WHIT_OK or WHIT_ERROR_INTEGER_RANGE. */
static whit_status integer_take(const uint8_t *bytes, size_t length, const integer_work *w)
{
    limb above = 0;
    for (; length > w->bytes; length--) {
        above |= *bytes++;
    }
    mp_from_bytes(w->extra, w->n, bytes, length);
    limb good = mp_mask_less(w->extra, w->m, w->n) & base_mask_zero(above);
    return base_public(good) ? WHIT_OK : WHIT_ERROR_INTEGER_RANGE;
}

whit_status whit_integer_read(whit_integer *r, const uint8_t *bytes, size_t length,
                              const whit_modulus *m, void *room)
{
    integer_work w;
    whit_status status = bytes == NULL ? WHIT_ERROR_ARGUMENT : integer_begin(&w, r, m, room);
    if (status != WHIT_OK) {
        return status;
    }
    status = integer_take(bytes, length, &w);
    if (status == WHIT_OK) {
        integer_multiply(integer_limbs(r), w.extra, w.r2, &w);
    }
    return integer_end(r, m, &w, 3 * w.n, status);
}

whit_status whit_integer_reduce(whit_integer *r, const uint8_t *bytes, size_t length,
                                const whit_modulus *m, void *room)
{
    integer_work w;
    whit_status status = bytes == NULL ? WHIT_ERROR_ARGUMENT : integer_begin(&w, r, m, room);
    if (status != WHIT_OK) {
        return status;
    }
    const size_t part = w.n * LIMB_BYTES;
    limb *sum = integer_limbs(r);
    if (base_overlap(r, sizeof *r + part, bytes, length)) {
        return WHIT_ERROR_OVERLAP;
    }
    /* Parts of n limbs from the left: the sum times R, and the next. A product by R^2 is below
     * m R, as reductions ask, for any part. */
    mp_set_word(sum, 0, w.n);
    for (size_t next = length % part; length > 0; next = part) {
        if (next > 0) {
            mp_from_bytes(w.extra, w.n, bytes, next);
            integer_multiply(sum, sum, w.r2, &w);
            integer_multiply(w.extra, w.extra, w.r2, &w);
            integer_sum(sum, sum, w.extra, &w);
        }
        bytes += next;
        length -= next;
    }
    return integer_end(r, m, &w, 3 * w.n, WHIT_OK);
}

whit_status whit_integer_set_word(whit_integer *r, uint32_t word, const whit_modulus *m, void *room)
{
    uint8_t bytes[4];
    for (unsigned i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(word >> (24 - 8 * i));
    }
    return whit_integer_read(r, bytes, sizeof bytes, m, room);
}

whit_status whit_integer_write(uint8_t *bytes, size_t length, const whit_integer *a,
                               const whit_modulus *m, void *room)
{
    integer_work w;
    whit_status status = integer_begin_of(&w, bytes, a, a, m, room);
    if (status != WHIT_OK) {
        return status;
    }
    if (length < w.bytes) {
        return WHIT_ERROR_OUTPUT_LENGTH;
    }
    integer_decode(w.extra, integer_value(a), &w);
    base_wipe(bytes, length - w.bytes);
    mp_to_bytes(bytes + (length - w.bytes), w.bytes, w.extra);
    base_wipe(w.product, 3 * w.n * LIMB_BYTES);
    return WHIT_OK;
}

/* One draw of as many bits as m has, in r. Returns also WHIT_ERROR_RANDOM_STUCK for a number that
 * is no use. */
static whit_status integer_draw(limb *r, const whit_random *random, unsigned bits,
                                const integer_work *w)
{
    uint8_t *bytes = (uint8_t *)w->product;
    if (random->fill(random->context, bytes, w->bytes) != WHIT_OK) {
        return WHIT_ERROR_RANDOM_FAILED;
    }
    bytes[0] = (uint8_t)(bytes[0] & (0xff >> (8 * w->bytes - bits)));
    mp_from_bytes(r, w->n, bytes, w->bytes);
    limb good = mp_mask_less(r, w->m, w->n) & (limb)~mp_mask_zero(r, w->n);
    return base_public(good) ? WHIT_OK : WHIT_ERROR_RANDOM_STUCK;
}

whit_status whit_integer_random(whit_integer *r, const whit_random *random, const whit_modulus *m,
                                void *room)
{
    integer_work w;
    whit_status status = integer_begin(&w, r, m, room);
    if (status != WHIT_OK) {
        return status;
    }
    status = random == NULL || random->fill == NULL ? WHIT_ERROR_RANDOM_MISSING
                                                    : WHIT_ERROR_RANDOM_STUCK;
    /* A uniform x R is that of a uniform x. */
    for (unsigned i = 0; i < RANDOM_TRIES && status == WHIT_ERROR_RANDOM_STUCK; i++) {
        status = integer_draw(integer_limbs(r), random, m->bits, &w);
    }
    return integer_end(r, m, &w, 2 * w.n, status);
}

#endif
