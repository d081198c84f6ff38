/* SPDX-License-Identifier: MIT */
/* Prime fields of one size: a template without include guard.
 *
 * Before including it define WHIT_FIELD_SIZE, the bits that an element has room for:
 * instance/names.h then makes field_mul the multiplication of that size. Elements are arrays of
 * FIELD_LIMBS limbs, x R mod m, always below m: in Montgomery form, R = 2^(FIELD_LIMBS w), or
 * plain, R = 1, as the reduction is. The same code serves the coordinates' field and the
 * integers modulo the group's order. An output may be an input. Constant time, but for what is
 * said of exponents. */
#include "mp/mp.h"

#define FIELD_LIMBS LIMBS(WHIT_FIELD_SIZE)

/* An odd prime modulus m. */
typedef struct field_modulus {
    limb m[FIELD_LIMBS];
    ROM_MEMBER(limb, r2, FIELD_LIMBS); /* R^2 mod m */
    limb n0;                           /* -1/m mod 2^w */
    limb constant;                     /* of the reduction; Montgomery's is n0 */
    uint16_t bits;                     /* 2^(bits - 1) < m < 2^bits */
    reduction *reduce;                 /* the reduction that knows this modulus best */
} field_modulus;

/* Arithmetic for any modulus. Where kernels know their modulus, the choice between them and
 * these comes first. */
#if WHIT_FIELD_KERNELS
#define WHIT_FIELD_ANY _any
/* With a frame of their own, where what they leave of secrets is overwritten with the rest. */
#define FIELD_APART WHIT_INTERNAL WHIT_NOINLINE
#else
#define WHIT_FIELD_ANY
#define FIELD_APART WHIT_INTERNAL
#endif
FIELD_APART void field_add_any(limb *r, const limb *a, const limb *b, const field_modulus *f);
FIELD_APART void field_sub_any(limb *r, const limb *a, const limb *b, const field_modulus *f);
FIELD_APART void field_mul_any(limb *r, const limb *a, const limb *b, const field_modulus *f);
FIELD_APART void field_sqr_any(limb *r, const limb *a, const field_modulus *f);
/* r = a[0] b[0] + a[1] b[1] + ... for the pairs a[0], b[0], a[1], b[1] ... of `terms`, of which
 * there are `count`: at least one, and at most field_most_terms. With one reduction, so that each
 * but the first costs half a multiplication [Lon23]. Operands may be up to m, as the complement of
 * 0 is; where they are not reduced, up to k m and l m, such a pair counts k l times. */
FIELD_APART void field_sum_products_any(limb *r, const limb *const *terms, size_t count,
                                        const field_modulus *f);
#if WHIT_HALVING
/* r = a - 2 b, r = 3/2 a; r = -r where mask is all ones, unchanged where it is zero. */
FIELD_APART void field_sub_twice_any(limb *r, const limb *a, const limb *b, const field_modulus *f);
FIELD_APART void field_three_halves_any(limb *r, const limb *a, const field_modulus *f);
FIELD_APART void field_negate_masked_any(limb *r, limb mask, const field_modulus *f);
#else
WHIT_INTERNAL void field_negate_masked(limb *r, limb mask, const field_modulus *f);
#endif

#include "generated/native/field.inc"

#if WHIT_FIELD_KERNELS

WHIT_INLINE void field_add(limb *r, const limb *a, const limb *b, const field_modulus *f)
{
    if (!field_kernel_add(r, a, b, f)) {
        field_add_any(r, a, b, f);
    }
}

WHIT_INLINE void field_sub(limb *r, const limb *a, const limb *b, const field_modulus *f)
{
    if (!field_kernel_sub(r, a, b, f)) {
        field_sub_any(r, a, b, f);
    }
}

WHIT_INLINE void field_mul(limb *r, const limb *a, const limb *b, const field_modulus *f)
{
    if (!field_kernel_mul(r, a, b, f)) {
        field_mul_any(r, a, b, f);
    }
}

WHIT_INLINE void field_sqr(limb *r, const limb *a, const field_modulus *f)
{
    if (!field_kernel_sqr(r, a, f)) {
        field_sqr_any(r, a, f);
    }
}

WHIT_INLINE void field_sum_products(limb *r, const limb *const *terms, size_t count,
                                    const field_modulus *f)
{
    if (!field_kernel_sum_products(r, terms, count, f)) {
        field_sum_products_any(r, terms, count, f);
    }
}

#endif

/* How many products of numbers up to m a reduction takes at once: R / m as its highest limb tells
 * it, at least 1; no more than 128 are counted. */
WHIT_INLINE unsigned field_most_terms(const field_modulus *f)
{
    limb top = f->m[FIELD_LIMBS - 1];
    limb more = (limb)(top == LIMB_MAX ? 0 : (limb)(LIMB_MAX - top) / (limb)(top + 1u));
    return more < 127 ? (unsigned)more + 1u : 128u;
}

/* r = a, as a structure, which compilers copy without a loop. */
WHIT_INLINE void field_copy(limb *r, const limb *a)
{
    struct number {
        limb limbs[FIELD_LIMBS];
    };
    *(struct number *)r = *(const struct number *)a;
}

/* r = a + b and r = a - b, neither of which is reduced, where they are numbers of FIELD_LIMBS
 * limbs: operands of sums of products. */
WHIT_INLINE void field_add_unreduced(limb *r, const limb *a, const limb *b, const field_modulus *f)
{
    (void)f;
#if WHIT_FIELD_KERNELS
    if (field_kernel_add_unreduced(r, a, b, f)) {
        return;
    }
#endif
    mp_add(r, a, b, FIELD_LIMBS);
}

WHIT_INLINE void field_sub_unreduced(limb *r, const limb *a, const limb *b, const field_modulus *f)
{
    (void)f;
#if WHIT_FIELD_KERNELS
    if (field_kernel_sub_unreduced(r, a, b, f)) {
        return;
    }
#endif
    mp_sub(r, a, b, FIELD_LIMBS);
}

/* Whether the highest limb of m tells enough of it for kernels of the next two functions. */
#undef FIELD_IS_LONG
#define FIELD_IS_LONG(f) ((f)->m[FIELD_LIMBS - 1] >= 1u << (LIMB_BITS / 2 - 4))

/* r = 3 a + 2 b and r = 3 a - 2 b. */
WHIT_INLINE void field_three_and_two(limb *r, const limb *a, const limb *b, const field_modulus *f)
{
    limb sum[FIELD_LIMBS];
#if WHIT_FIELD_KERNELS
    if (FIELD_IS_LONG(f) && field_kernel_three_and_two(r, a, b, f)) {
        return;
    }
#endif
    field_add(sum, a, b, f);
    field_add(sum, sum, sum, f);
    field_add(r, sum, a, f);
}

WHIT_INLINE void field_three_less_two(limb *r, const limb *a, const limb *b, const field_modulus *f)
{
    limb difference[FIELD_LIMBS];
#if WHIT_FIELD_KERNELS
    if (FIELD_IS_LONG(f) && field_kernel_three_less_two(r, a, b, f)) {
        return;
    }
#endif
    field_sub(difference, a, b, f);
    field_add(difference, difference, difference, f);
    field_add(r, difference, a, f);
}

/* r = m - a for a up to m: -a as an operand of sums of products. */
WHIT_INLINE void field_complement(limb *r, const limb *a, const field_modulus *f)
{
    field_sub_unreduced(r, f->m, a, f);
}

#if WHIT_HALVING

WHIT_INLINE void field_sub_twice(limb *r, const limb *a, const limb *b, const field_modulus *f)
{
    if (!field_kernel_sub_twice(r, a, b, f)) {
        field_sub_twice_any(r, a, b, f);
    }
}

WHIT_INLINE void field_three_halves(limb *r, const limb *a, const field_modulus *f)
{
    if (!field_kernel_three_halves(r, a, f)) {
        field_three_halves_any(r, a, f);
    }
}

WHIT_INLINE void field_negate_masked(limb *r, limb mask, const field_modulus *f)
{
    if (!field_kernel_negate_masked(r, mask, f)) {
        field_negate_masked_any(r, mask, f);
    }
}

#endif

/* field_public_mul and field_public_sqr multiply and square public data only: their time may depend
 * on operands. */
#undef WHIT_FIELD_PUBLIC
#if WHIT_FIELD_SIZE == 448 && WHIT_PUBLIC_p448
#define WHIT_FIELD_PUBLIC whit_public_

WHIT_INLINE void field_public_mul(limb *r, const limb *a, const limb *b, const field_modulus *f)
{
    if (f->reduce == reduce_p448) {
        field_p448_public_mul(r, a, b);
    } else {
        field_mul(r, a, b, f);
    }
}

WHIT_INLINE void field_public_sqr(limb *r, const limb *a, const field_modulus *f)
{
    field_public_mul(r, a, a, f);
}
#else
#define WHIT_FIELD_PUBLIC whit_field_
#endif

/* To this form from a number below m, and back. */
WHIT_INTERNAL void field_encode(limb *r, const limb *a, const field_modulus *f);
WHIT_INTERNAL void field_decode(limb *r, const limb *a, const field_modulus *f);

#if WHIT_HASH_TO_CURVE

/* r = a big-endian number modulo m, in this form. Of `length` bytes the first half, rounded up,
 * is a number below m, and so is the second. */
WHIT_INTERNAL void field_read_long(limb *r, const uint8_t *bytes, size_t length,
                                   const field_modulus *f);

#endif

/* r = a^e, e > 0 of FIELD_LIMBS limbs. The exponent is public: it decides branches. r is not a. If
 * field_public_mul is not field_mul there is no such function for secrets. */
WHIT_INTERNAL void field_power(limb *r, const limb *a, const limb *e, const field_modulus *f);

/* r = 1/a, and 0 for a = 0. r is not a. */
WHIT_INTERNAL void field_inverse(limb *r, const limb *a, const field_modulus *f);

/* r = a square root of a, where m - 1 = q 2^two_adicity for an odd q > 1. root has the order
 * 2^two_adicity (the power q of a number that is no square) and is read only if two_adicity > 1;
 * one is 1, both times R. Returns all ones if there is a square root, else zero. r is
 * not a. For public data only. */
WHIT_INTERNAL limb field_square_root(limb *r, const limb *a, unsigned two_adicity, const limb *root,
                                     const limb *one, const field_modulus *f);

#if WHIT_STEPS

/* Inversion in parts: inverse_begin, inverse_step until it returns 1, inverse_end. */
typedef struct field_inversion {
#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_small
    limb a[FIELD_LIMBS];
    limb r[FIELD_LIMBS];
    limb e[FIELD_LIMBS]; /* the exponent m - 2 */
#else
    struct {
        limb f[MP_STEPS_LIMBS(FIELD_LIMBS)];
        limb g[MP_STEPS_LIMBS(FIELD_LIMBS)];
        limb d[MP_STEPS_LIMBS(FIELD_LIMBS)];
        limb e[MP_STEPS_LIMBS(FIELD_LIMBS)];
        limb room[MP_STEPS_ROOM(FIELD_LIMBS)];
    } w;
    mp_delta delta;
#endif
    uint16_t left; /* bits of the exponent, or turns of division steps */
} field_inversion;
WHIT_INTERNAL void field_inverse_begin(field_inversion *w, const limb *a, const field_modulus *f);
WHIT_INTERNAL int field_inverse_step(field_inversion *w, const field_modulus *f);
WHIT_INTERNAL void field_inverse_end(limb *r, const field_inversion *w, const field_modulus *f);

#endif
