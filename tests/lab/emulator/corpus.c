/* SPDX-License-Identifier: MIT */
/* Code of many shapes, for compilers to turn into many instructions. Runs on the host too. */
#include <stdint.h>

typedef struct {
    uint32_t words[5];
    uint16_t halves[3];
    int8_t bytes[7];
    unsigned low : 5, middle : 13, high : 9;
    signed sign : 6;
} record;

static uint32_t state;
static record table[4];
static uint64_t wide[6];

static uint32_t next(void)
{
    state = state * 1664525u + 1013904223u;
    return state;
}

__attribute__((noinline)) static uint32_t arithmetic(uint32_t a, uint32_t b)
{
    uint64_t product = (uint64_t)a * b;
    int64_t signed_product = (int64_t)(int32_t)a * (int32_t)b;
    uint64_t sum = product + ((uint64_t)b << 7) - a;
    uint64_t all = sum ^ (uint64_t)signed_product;
    all += (uint64_t)(a >> 3) * (b | 1u) + (uint32_t)all;
    all += (uint64_t)((int64_t)(int32_t)(a + 9) * (int32_t)(b - 3));
    return (uint32_t)(all >> 32) ^ (uint32_t)all;
}

__attribute__((noinline)) static uint32_t division(uint32_t a, uint32_t b)
{
    int32_t m = (int32_t)b >> 20;
    uint32_t q = a / (b | 1u), r = a % ((b >> 9) | 1u);
    int32_t s = (int32_t)(a >> 1) / (m == 0 ? 3 : m) + (int32_t)a % 1000;
    uint64_t t = wide[a & 3] / ((uint64_t)b + 1u);
    return q + 3 * r + (uint32_t)s + (uint32_t)t;
}

__attribute__((noinline)) static uint32_t shifts(uint32_t a, uint32_t b)
{
    unsigned n = b & 31u;
    uint32_t rotated = (a >> 7) | (a << 25), variable = (a >> n) | (a << ((32u - n) & 31u));
    uint32_t swapped = (a >> 24) | ((a >> 8) & 0xFF00u) | ((a << 8) & 0xFF0000u) | (a << 24);
    uint16_t half = (uint16_t)((uint16_t)(a >> 8) << 8 | (uint8_t)(a >> 3));
    int64_t long_shift = (int64_t)(wide[1] + a) >> n;
    uint32_t bit_count = a == 0 ? 32u : (uint32_t)__builtin_clz(a);
    return (rotated ^ variable) + (swapped & ~b) + half + (uint32_t)long_shift +
           (uint32_t)((int32_t)a >> 5) + bit_count + (a & ~(b << 3)) + (a | ~b) + (0u - a);
}

__attribute__((noinline)) static uint32_t fields(record *r, uint32_t a)
{
    r->low = a;
    r->middle = a >> 5;
    r->high = a >> 18;
    r->sign = (int32_t)a >> 26;
    r->halves[a & 1] = (uint16_t)a;
    r->bytes[a % 7] = (int8_t)(a >> 8);
    r->words[a % 5] ^= a;
    return r->low + r->middle * 3u + (uint32_t)r->sign + (uint32_t)r->bytes[(a >> 3) % 7] +
           (uint32_t)(int16_t)r->halves[2] + ((a >> 11) & 0x3Fu) + ((a << 7) & 0xFF0000u);
}

__attribute__((noinline)) static uint32_t choose(uint32_t a, uint32_t b)
{
    switch (a & 15u) {
    case 0:
        return b + 1;
    case 1:
        return b ^ 0x55AA55AAu;
    case 2:
        return b << 3;
    case 3:
        return b * 7u;
    case 4:
        return b < 1000 ? b : 1000;
    case 5:
        return (int32_t)b > 255 ? 255 : (int32_t)b < 0 ? 0 : b;
    case 6:
        return (int32_t)b > 32767 ? 32767u : b;
    case 7:
        return b == a ? a : b + a;
    case 8:
        return (b & 1) != 0 ? b >> 1 : b << 1;
    case 9:
        return b % 10u;
    case 10:
        return ~b;
    default:
        return a >= b ? a - b : b - a;
    }
}

__attribute__((noinline)) static uint32_t memory(uint8_t *to, const uint8_t *from, uint32_t n)
{
    uint32_t sum = 0, i;
    for (i = 0; i < n; i++) {
        to[i] = (uint8_t)(from[n - 1 - i] + i);
        sum = (sum << 1 | sum >> 31) + to[i];
    }
    for (i = 0; i + 2 <= n; i += 2)
        sum += (uint32_t)((const uint16_t *)(const void *)from)[i / 2];
    return sum;
}

__attribute__((noinline)) static uint32_t recursion(uint32_t n, uint32_t a, uint32_t b, uint32_t c,
                                                    uint32_t d, uint64_t e)
{
    volatile uint32_t local[6];
    local[n % 6] = a + d;
    if (n == 0)
        return a + b + c + (uint32_t)(e >> 5);
    return recursion(n - 1, b, c, local[n % 6], a, e * 3 + n) + local[n % 6];
}

typedef uint32_t binary(uint32_t, uint32_t);
static binary *const operations[] = {arithmetic, division, shifts, choose};

uint32_t corpus(uint32_t seed, uint32_t rounds);
uint32_t corpus(uint32_t seed, uint32_t rounds)
{
    uint32_t buffer[2][17], sum = 0, i;
    state = seed;
    for (i = 0; i < 4; i++)
        table[i] = (record){{0}, {0}, {0}, 0, 0, 0, 0};
    for (i = 0; i < 6; i++) {
        wide[i] = (uint64_t)next() << 32;
        wide[i] |= next();
    }
    for (i = 0; i < rounds; i++) {
        uint32_t a = next(), b = next(), j;
        record copy = table[a & 3];
        sum ^= operations[i & 3](a, b >> (a & 31));
        sum += fields(&copy, a) + choose(i, b);
        table[b & 3] = copy;
        for (j = 0; j < 17; j++)
            buffer[0][j] = next();
        sum += memory((uint8_t *)buffer[1], (const uint8_t *)buffer[0], 40 + (a & 15));
        sum -= recursion(i & 7, a, b, sum, i, wide[i % 6]);
        wide[i % 6] = wide[(i + 1) % 6] * 5 - sum;
    }
    return sum;
}
