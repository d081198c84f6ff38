/* SPDX-License-Identifier: MIT */
/* Montgomery curves y^2 = x^3 + A x^2 + x by their x-coordinates: a template without include
 * guard, for one curve each.
 *
 * Before including it declare the field of WHIT_FIELD_SIZE bits and define WHIT_CURVE_NAME, the
 * curve, and WHIT_PRIME_BITS. MONTGOMERY(x) is then the name of x on that curve. The generated file
 * that instantiates it defines MONTGOMERY(domain) before the bodies, so that everything about the
 * curve is constant to the compiler. */
#include "field/field_25519.h"

#undef COORDINATE_MODULUS
#define MONTGOMERY(name) WHIT_JOIN4(whit_montgomery_, WHIT_CURVE_NAME, _, name)
#define COORDINATE_MODULUS (&MONTGOMERY(domain).p)

/* two_torsion_bits: the cofactor is 2 to this power, at least 4. */
typedef struct MONTGOMERY(parameters) {
    FIELD(modulus) p;
    ROM_MEMBER(limb, a24, FIELD_LIMBS); /* (A - 2) / 4 */
    ROM_MEMBER(limb, u, FIELD_LIMBS);   /* of the base point, a plain number */
    uint8_t two_torsion_bits;
} MONTGOMERY(parameters);

/* r = x(k P) for x = x(P), both plain numbers below p, in constant time; 0 where k P is infinite.
 * k has FIELD_LIMBS limbs, of which the bits of p are read, and is even. For every x, whether it
 * belongs to the curve or to its twist. r may be x. */
WHIT_INTERNAL void MONTGOMERY(multiply)(limb *r, const limb *k, const limb *x);
