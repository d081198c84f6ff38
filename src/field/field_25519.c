/* SPDX-License-Identifier: MIT */
#include "field/field_25519.h"

#if FUSED_curve25519

#ifdef FUSED_FOLD
WHIT_NOINLINE WHIT_INTERNAL void whit_field_25519_mul(limb *r, const limb *a, const limb *b)
{
    limb product[2 * FIELD_25519_LIMBS];
    mp_mul(product, a, b, FIELD_25519_LIMBS);
    FUSED_FOLD(curve25519, r, product);
}
#endif

/* r = a^(2^times). */
static WHIT_NOINLINE void field_25519_square(limb *r, const limb *a, size_t times)
{
    FUSED_SQR(curve25519, r, a);
    while (--times > 0) {
        FUSED_SQR(curve25519, r, r);
    }
}

/* r = a^(2^252 - 3). With x = a^(2^k - 1), x^(2^k) x has 2 k for k, and x^2 a has k + 1; k is, bit
 * by bit from the top, 250, whose power is raised to the fourth and multiplied with a. */
static WHIT_NOINLINE void field_25519_power(limb *r, const limb *a)
{
    limb x[FIELD_25519_LIMBS];
    size_t k = 1;
    mp_copy(x, a, FIELD_25519_LIMBS);
    for (unsigned bits = 250u << 1 | 1; (bits & 0xff) != 0x80; bits <<= 1) {
        field_25519_square(r, x, k);
        FUSED_MUL(curve25519, x, r, x);
        k *= 2;
        if ((bits & 0x80) != 0) {
            field_25519_square(r, x, 1);
            FUSED_MUL(curve25519, x, r, a);
            k++;
        }
    }
    field_25519_square(r, x, 2);
    FUSED_MUL(curve25519, r, r, a);
    base_wipe(x, sizeof x);
}

WHIT_INTERNAL void field_25519_inverse(limb *r, const limb *a)
{
    /* p - 2 = 8 (2^252 - 3) + 3. */
    limb cube[FIELD_25519_LIMBS];
    field_25519_power(r, a);
    field_25519_square(r, r, 3);
    field_25519_square(cube, a, 1);
    FUSED_MUL(curve25519, cube, cube, a);
    FUSED_MUL(curve25519, r, r, cube);
    base_wipe(cube, sizeof cube);
}

/* All ones where a = 0. */
static limb field_25519_zero(const limb *a)
{
    limb t[FIELD_25519_LIMBS];
    FUSED_CANONICAL(curve25519, t, a);
    return mp_mask_zero(t, FIELD_25519_LIMBS);
}

WHIT_INTERNAL limb field_25519_root(limb *r, const limb *u, const limb *v, const limb *root)
{
    /* For r = u v^3 (u v^7)^((p - 5) / 8) the fourth power of v r^2 / u is 1 if u / v is a square:
     * then v r^2 = u, or -u and the root of -1 is missing. */
    limb cube[FIELD_25519_LIMBS];
    limb t[FIELD_25519_LIMBS];
    FUSED_SQR(curve25519, cube, v);
    FUSED_MUL(curve25519, cube, cube, v);
    FUSED_MUL(curve25519, cube, cube, u);
    FUSED_SQR(curve25519, t, v);
    FUSED_SQR(curve25519, t, t);
    FUSED_MUL(curve25519, t, t, cube);
    field_25519_power(r, t);
    FUSED_MUL(curve25519, r, r, cube);
    FUSED_SQR(curve25519, t, r);
    FUSED_MUL(curve25519, t, t, v);
    FUSED_SUB(curve25519, cube, t, u);
    FUSED_ADD(curve25519, t, t, u);
    limb found = field_25519_zero(cube);
    limb missing = field_25519_zero(t);
    FUSED_MUL(curve25519, t, r, root);
    mp_select(r, t, missing, FIELD_25519_LIMBS);
    return found | missing;
}

#endif
