/* SPDX-License-Identifier: MIT */
/* Powers and square roots in a field, of any modulus: they keep to their operands. */
#include "proofs.h"

static limb *any_element(void)
{
    return (limb *)(void *)any_bytes(FIELD_LIMBS * LIMB_BYTES);
}

static const field_modulus *any_modulus(void)
{
    return (const field_modulus *)(const void *)any_bytes(sizeof(field_modulus));
}

void prove_power(void)
{
    field_power(any_element(), any_element(), any_element(), any_modulus());
    REACHED(1);
}

void prove_square_root(void)
{
    unsigned two_adicity = (unsigned)any_length(8 * MOST);
    ASSUME(two_adicity > 0);
    const limb *root = two_adicity > 1 ? any_element() : NULL;
    limb mask = field_square_root(any_element(), any_element(), two_adicity, root, any_element(),
                                  any_modulus());
    PROVE(mask == 0 || mask == LIMB_MAX);
    REACHED(mask == 0 && two_adicity == 1);
    REACHED(mask != 0 && two_adicity > 1);
}
