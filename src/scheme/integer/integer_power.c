/* SPDX-License-Identifier: MIT */
/* Powers of integers: whit/integer.h. */
#include "scheme/integer/integer_work.h"

#if WHIT_ARITHMETIC

/* `count` bits of an exponent, the lowest at `position` from the right; there are none above its
 * bytes. */
static limb integer_digit(const uint8_t *exponent, size_t length, size_t position, unsigned count)
{
    limb digit = 0;
    for (unsigned i = count; i-- > 0;) {
        size_t at = (position + i) / 8;
        uint8_t byte = at < length ? exponent[length - 1 - at] : 0;
        limb bit = (limb)((byte >> ((position + i) % 8)) & 1);
        digit = (limb)(digit << 1) | bit;
    }
    return digit;
}

/* Check the arguments of an exponentiation, and begin it. */
static whit_status integer_begin_power(integer_work *w, whit_integer *r, const whit_integer *a,
                                       const uint8_t *exponent, size_t length,
                                       const whit_modulus *m, void *room, unsigned window)
{
    if (exponent == NULL || window < 1 || window > 6) {
        return WHIT_ERROR_ARGUMENT;
    }
    whit_status status = integer_begin_from(w, r, a, a, m, room);
    if (status == WHIT_OK && base_overlap(r, sizeof *r + w->n * LIMB_BYTES, exponent, length)) {
        status = WHIT_ERROR_OVERLAP;
    }
    return status;
}

whit_status whit_integer_exp(whit_integer *r, const whit_integer *a, const uint8_t *exponent,
                             size_t length, const whit_modulus *m, void *room, unsigned window)
{
    integer_work w;
    whit_status status = integer_begin_power(&w, r, a, exponent, length, m, room, window);
    if (status != WHIT_OK) {
        return status;
    }
    const size_t entries = (size_t)1 << window;
    limb *table = w.extra + w.n;
    limb *power = integer_limbs(r);
    integer_decode(table, w.r2, &w);
    mp_copy(table + w.n, integer_value(a), w.n);
    for (size_t i = 2; i < entries; i++) {
        integer_multiply(table + i * w.n, table + (i - 1) * w.n, table + w.n, &w);
    }
    mp_copy(power, table, w.n);
    size_t position = (8 * length + window - 1) / window * window;
    for (int first = 1; position > 0; first = 0) {
        position -= window;
        for (unsigned i = first ? window : 0; i < window; i++) {
            integer_square(power, power, &w);
        }
        limb digit = integer_digit(exponent, length, position, window);
        mp_lookup(w.extra, table, entries, digit, w.n);
        if (first) {
            mp_copy(power, w.extra, w.n);
        } else {
            integer_multiply(power, power, w.extra, &w);
        }
    }
    return integer_end(r, m, &w, (3 + entries) * w.n, WHIT_OK);
}

/* Windows that begin and end with a one, and odd powers. */
whit_status whit_integer_exp_vartime(whit_integer *r, const whit_integer *a,
                                     const uint8_t *exponent, size_t length, const whit_modulus *m,
                                     void *room, unsigned window)
{
    integer_work w;
    whit_status status = integer_begin_power(&w, r, a, exponent, length, m, room, window);
    if (status != WHIT_OK) {
        return status;
    }
    size_t position = 8 * length;
    while (position > 0 && integer_digit(exponent, length, position - 1, 1) == 0) {
        position--;
    }
    /* Below some bits a table is more than it saves. */
    window = position < 32 ? 1 : window;
    const size_t entries = (size_t)1 << (window - 1);
    limb *table = w.extra + w.n;
    limb *power = integer_limbs(r);
    mp_copy(table, integer_value(a), w.n);
    if (entries > 1) {
        integer_square(w.extra, table, &w);
    }
    for (size_t i = 1; i < entries; i++) {
        integer_multiply(table + i * w.n, table + (i - 1) * w.n, w.extra, &w);
    }
    integer_decode(power, w.r2, &w);
    for (int first = 1; position > 0;) {
        if (integer_digit(exponent, length, position - 1, 1) == 0) {
            position--;
            integer_square(power, power, &w);
            continue;
        }
        unsigned count = position < window ? (unsigned)position : window;
        limb digit = integer_digit(exponent, length, position - count, count);
        for (; (digit & 1) == 0; digit >>= 1) {
            count--;
        }
        position -= count;
        const limb *entry = table + (size_t)(digit >> 1) * w.n;
        if (first) {
            mp_copy(power, entry, w.n);
            first = 0;
            continue;
        }
        while (count-- > 0) {
            integer_square(power, power, &w);
        }
        integer_multiply(power, power, entry, &w);
    }
    return integer_end(r, m, &w, (3 + entries) * w.n, WHIT_OK);
}

#endif
