/* SPDX-License-Identifier: MIT */
/* What is made of the kernels for p = 2^255 - 19, where a build has them: powers by a chain of
 * multiplications for this prime. Elements are eight limbs below 2 p. Constant time. */
#ifndef WHIT_FIELD_FIELD_25519_H
#define WHIT_FIELD_FIELD_25519_H

#include "mp/mp.h"

#define field_25519_inverse whit_field_25519_inverse
#define field_25519_root whit_field_25519_root

/* The reduction that a modulus names. */
#if !FUSED_curve25519
#define reduce_curve25519 reduce_crandall
#else
#define reduce_curve25519 NULL

#define FIELD_25519_LIMBS 8

/* r = 1/a, and 0 for a = 0. r is not a. */
WHIT_INTERNAL void field_25519_inverse(limb *r, const limb *a);

/* r^2 = u / v, where root is one of -1. Returns all ones if there is such an r, else zero. r
 * is neither u nor v. */
WHIT_INTERNAL limb field_25519_root(limb *r, const limb *u, const limb *v, const limb *root);

#endif

#endif
