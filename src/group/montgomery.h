/* SPDX-License-Identifier: MIT */
/* Montgomery curves y^2 = x^3 + A x^2 + x by their x-coordinates: a template without include
 * guard, for one curve each.
 *
 * Before including it declare the field of WHIT_FIELD_SIZE bits and define WHIT_CURVE_NAME, the
 * curve, and WHIT_PRIME_BITS. The generated file that instantiates it defines montgomery_domain
 * before the bodies, so that everything about the curve is constant to the compiler. */
#include "field/field_25519.h"
#include "group/scrub.h"

#undef COORDINATE_MODULUS
#define COORDINATE_MODULUS (&montgomery_domain.p)

/* two_torsion_bits: the cofactor is 2 to this power, at least 4. */
typedef struct montgomery_parameters {
    field_modulus p;
    ROM_MEMBER(limb, a24, FIELD_LIMBS); /* (A - 2) / 4 */
    ROM_MEMBER(limb, u, FIELD_LIMBS);   /* of the base point, a plain number */
    uint8_t two_torsion_bits;
} montgomery_parameters;

/* r = x(k P) for x = x(P), both plain numbers below p, in constant time; 0 where k P is infinite.
 * k has FIELD_LIMBS limbs, of which the bits of p are read, and is even. For every x, whether it
 * belongs to the curve or to its twist. r may be x. */
WHIT_INTERNAL void montgomery_multiply(limb *r, const limb *k, const limb *x);

#if WHIT_MONTGOMERY_POINTS

/* Whether x, a plain number below p, belongs to a point of the curve, and whether the order of a
 * point with it divides the cofactor. For public data only, and for a prime without lazily reduced
 * kernels. */
WHIT_INTERNAL int montgomery_is_on_curve(const limb *x);
WHIT_INTERNAL int montgomery_has_small_order(const limb *x);

#endif
