/* SPDX-License-Identifier: MIT */
/* The pairing of the one curve of a build, for the emulator to call: numbers are big-endian and as
 * long as an element of the prime's field has room for. */
#include "whit.c"

#define BYTES (FIELD_LIMBS * LIMB_BYTES)
#define MOST_PAIRS 2

volatile uint8_t numbers[FULL_LIMBS / FIELD_LIMBS + MOST_PAIRS * 2 * (TWIST_DEGREE + 1)][BYTES];
volatile uint8_t scalar[SCALAR_LIMBS * LIMB_BYTES];

static void read_number(limb *r, size_t at)
{
    limb plain[FIELD_LIMBS];
    mp_from_bytes(plain, FIELD_LIMBS, (const uint8_t *)numbers[at], BYTES);
    field_encode(r, plain, PAIRING_MODULUS);
}

static void write_numbers(const limb *a, size_t from, size_t count)
{
    limb plain[FIELD_LIMBS];
    for (size_t i = 0; i < count; i++) {
        field_decode(plain, a + i * FIELD_LIMBS, PAIRING_MODULUS);
        mp_to_bytes((uint8_t *)numbers[from + i], BYTES, plain);
    }
}

/* Pairs of x, y and a point of the second group become the product, coefficients of w^j in a row.
 */
int pairing_of_numbers(int count);
int pairing_of_numbers(int count)
{
    static pairing_pair pairs[MOST_PAIRS];
    static limb f[FULL_LIMBS];
    size_t at = 0;
    for (int i = 0; i < count; i++) {
        read_number(pairs[i].x, at++);
        read_number(pairs[i].y, at++);
        for (size_t j = 0; j < 2 * TWIST_DEGREE; j++) {
            read_number((limb *)&pairs[i].second + j * FIELD_LIMBS, at++);
        }
    }
    pairing_miller_vartime(f, pairs, (size_t)count);
    pairing_final_vartime(f);
    for (size_t j = 0; j < FULL_DEGREE; j++) {
        write_numbers(f + FULL_AT(j), j * TWIST_DEGREE, TWIST_DEGREE);
    }
    return twist_is_in_group_vartime(&pairs[0].second);
}

/* The base point times the scalar. */
int multiple_of_base(void);
int multiple_of_base(void)
{
    static twist_point point;
    twist_affine q;
    limb k[SCALAR_LIMBS];
    mp_from_bytes(k, SCALAR_LIMBS, (const uint8_t *)scalar, sizeof scalar);
    twist_multiply_base(&point, k);
    twist_to_affine(&q, &point);
    write_numbers((const limb *)&q, 0, 2 * TWIST_DEGREE);
    return 0;
}

/* The point that comes first in the numbers, times the scalar. */
int multiple_of_point(void);
int multiple_of_point(void)
{
    static twist_point point;
    twist_affine q;
    limb k[SCALAR_LIMBS];
    for (size_t j = 0; j < 2 * TWIST_DEGREE; j++) {
        read_number((limb *)&q + j * FIELD_LIMBS, j);
    }
    mp_from_bytes(k, SCALAR_LIMBS, (const uint8_t *)scalar, sizeof scalar);
    twist_multiply(&point, k, &q);
    twist_to_affine(&q, &point);
    write_numbers((const limb *)&q, 0, 2 * TWIST_DEGREE);
    return 0;
}

int main(void)
{
    return pairing_of_numbers(1) + multiple_of_base() + multiple_of_point();
}
