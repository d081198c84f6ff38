/* SPDX-License-Identifier: MIT */
/* Arithmetic modulo p = 2^255 - 19 over the kernels for this prime, where a build has them: powers
 * by a chain of multiplications. Elements are 256 bits below 2 p. Constant time. */
#ifndef WHIT_FIELD_FIELD_25519_H
#define WHIT_FIELD_FIELD_25519_H

#include "mp/mp.h"

#define field_25519_root whit_field_25519_root

/* The reduction that a modulus names. */
#if !WHIT_COORDINATES_p25519
#define reduce_p25519 reduce_crandall
#else
#define reduce_p25519 NULL

#define FIELD_25519_LIMBS LIMBS(256)

/* Two loops of which the rest can be made: r = a + w for a signed limb,
 * modulo 2^256; and r = a + b for a mode of 38, a - b for one of 1. Kernels may have the place of
 * each. */
WHIT_INTERNAL void whit_field_25519_add_word(limb *r, const limb *a, limb w);
WHIT_INTERNAL void whit_field_25519_sum(limb *r, const limb *a, const limb *b, limb mode);
WHIT_INTERNAL void whit_field_25519_canonical(limb *r, const limb *a);

#if WHIT_COORDINATES_p25519 == 1
#define field_p25519_canonical whit_field_25519_canonical
WHIT_INTERNAL void whit_field_25519_mul(limb *r, const limb *a, const limb *b);

WHIT_INLINE void field_p25519_add(limb *r, const limb *a, const limb *b)
{
    field_p25519_sum(r, a, b, 38);
}

WHIT_INLINE void field_p25519_sub(limb *r, const limb *a, const limb *b)
{
    field_p25519_sum(r, a, b, 1);
}
#endif

/* Profile small: programs for field_25519_run stand in place of calls. */
#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_small
#define FIELD_25519_PROGRAMS 1
#endif

#if FIELD_25519_PROGRAMS
#define field_25519_run whit_field_25519_run
#define field_25519_ones whit_field_25519_ones

/* A program is a list of operations on registers of one element each, two bytes for each; LAST is
 * added to the final one. */
#define FIELD_25519_SUB 0x00
#define FIELD_25519_ADD 0x10
#define FIELD_25519_MUL 0x20
#define FIELD_25519_LAST 0x80
#define FIELD_25519_DO(operation, r, a, b) (operation) | (r), (a) << 4 | (b)

/* Run a program, which is in program memory. */
WHIT_INTERNAL void field_25519_run(limb *registers, const uint8_t *program);

/* r = a^(2^bits - 1 - zeros) for zeros below 2^8. r is not a. */
WHIT_INTERNAL void field_25519_ones(limb *r, const limb *a, size_t bits, unsigned zeros);

#define field_25519_inverse(r, a) field_25519_ones(r, a, 255, 20)
#else
#define field_25519_inverse whit_field_25519_inverse

/* r = 1/a, and 0 for a = 0. r is not a. */
WHIT_INTERNAL void field_25519_inverse(limb *r, const limb *a);

/* r^2 = u / v, where root is one of -1. Returns all ones if there is such an r, else zero. r
 * is neither u nor v. */
WHIT_INTERNAL limb field_25519_root(limb *r, const limb *u, const limb *v, const limb *root);
#endif

#endif

#ifndef FIELD_25519_PROGRAMS
#define FIELD_25519_PROGRAMS 0
#endif

#endif
