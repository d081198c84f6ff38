/* SPDX-License-Identifier: MIT */
#include "reference.h"

unsigned reference_add(uint8_t *r, const uint8_t *a, const uint8_t *b, size_t length)
{
    unsigned carry = 0;
    while (length-- > 0) {
        carry += (unsigned)a[length] + b[length];
        r[length] = (uint8_t)carry;
        carry >>= 8;
    }
    return carry;
}

unsigned reference_sub(uint8_t *r, const uint8_t *a, const uint8_t *b, size_t length)
{
    unsigned borrow = 0;
    while (length-- > 0) {
        unsigned difference = 256u + a[length] - b[length] - borrow;
        r[length] = (uint8_t)difference;
        borrow = 1 - (difference >> 8);
    }
    return borrow;
}

void reference_mul(uint8_t *r, const uint8_t *a, const uint8_t *b, size_t length)
{
    for (size_t i = 0; i < 2 * length; i++) {
        r[i] = 0;
    }
    for (size_t i = length; i-- > 0;) {
        unsigned carry = 0;
        for (size_t j = length; j-- > 0;) {
            carry += r[i + j + 1] + (unsigned)a[i] * b[j];
            r[i + j + 1] = (uint8_t)carry;
            carry >>= 8;
        }
        r[i] = (uint8_t)carry;
    }
}

void reference_mod(uint8_t *r, const uint8_t *a, size_t a_length, const uint8_t *m, size_t length)
{
    uint8_t less[REFERENCE_BYTES];
    for (size_t i = 0; i < length; i++) {
        r[i] = 0;
    }
    for (size_t bit = 0; bit < 8 * a_length; bit++) {
        unsigned carry = ((unsigned)a[bit / 8] >> (7 - bit % 8)) & 1;
        for (size_t i = length; i-- > 0;) {
            carry |= (unsigned)r[i] << 1;
            r[i] = (uint8_t)carry;
            carry >>= 8;
        }
        if (reference_sub(less, r, m, length) <= carry) {
            for (size_t i = 0; i < length; i++) {
                r[i] = less[i];
            }
        }
    }
}

uint32_t reference_random(uint32_t *state)
{
    uint32_t x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    *state = x;
    return x;
}

void reference_limbs(limb *r, size_t n, uint32_t *state)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t random = (uint64_t)reference_random(state) << 32;
        random |= reference_random(state);
        switch (reference_random(state) % 12) {
        case 0:
            random = 0;
            break;
        case 1:
            random = 1;
            break;
        case 2:
            random = UINT64_MAX;
            break;
        case 3:
            random = UINT64_MAX - 1;
            break;
        case 4:
            random = (uint64_t)1 << (LIMB_BITS - 1);
            break;
        case 5:
            random = ((uint64_t)1 << (LIMB_BITS - 1)) - 1;
            break;
        default:
            break;
        }
        r[i] = (limb)random;
    }
}
