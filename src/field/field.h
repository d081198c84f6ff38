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

/* For any modulus; where there are kernels that know theirs, the choice stands before them. */
#if WHIT_FUSED
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

#if WHIT_FUSED

/* FIELD_TRY(f, FUSED_MUL, r, a, b) takes the kernel that the plan has for elements of this size
 * besides those for p256: where it knows a prime, if that is f. What else there is to do follows.
 * FIELD_LATE does the same where the compiler does not see which f it is; FIELD_TRY_LINEAR is for
 * what multiplies nothing, FIELD_TRY_HALVING for what only Weierstrass curves call. */
#undef FIELD_TRY
#undef FIELD_TRY_LINEAR
#undef FIELD_TRY_HALVING
#undef FIELD_LATE
#if WHIT_JOIN(WHIT_KERNELS_, WHIT_FIELD_SIZE)
#define FIELD_TRY WHIT_JOIN(WHIT_MULTIPLY_, WHIT_FIELD_SIZE)
#define FIELD_LATE WHIT_JOIN(WHIT_MULTIPLY_LATE_, WHIT_FIELD_SIZE)
#define FIELD_TRY_LINEAR WHIT_JOIN(WHIT_ADD_, WHIT_FIELD_SIZE)
#define FIELD_TRY_HALVING WHIT_JOIN(WHIT_HALVE_, WHIT_FIELD_SIZE)
#else
#define FIELD_TRY(f, ...)
#define FIELD_LATE(f, ...)
#define FIELD_TRY_LINEAR(f, ...)
#define FIELD_TRY_HALVING(f, ...)
#endif
#define FUSED_TRY(f, prime, statement, ...) \
    if (FUSED_KNOWS(f, prime)) {            \
        statement(prime, __VA_ARGS__);      \
    } else
#define FUSED_LATE(f, prime, statement, ...) \
    if (FUSED_IS_##prime(f)) {               \
        statement(prime, __VA_ARGS__);       \
    } else
#define FUSED_ANY(f, n, statement, ...)     \
    if (1) {                                \
        ANY_##statement(n, f, __VA_ARGS__); \
    } else

/* Whether there was a kernel for it, that of p256 aside. */
WHIT_INLINE int field_mul_late(limb *r, const limb *a, const limb *b, const field_modulus *f)
{
    (void)r;
    (void)a;
    (void)b;
    (void)f;
    FIELD_LATE(f, FUSED_MUL, r, a, b) return 0;
    return 1;
}

WHIT_INLINE void field_add(limb *r, const limb *a, const limb *b, const field_modulus *f)
{
    if (FUSED_KNOWS(f, p256)) {
        FUSED_ADD(p256, r, a, b);
    } else {
        FIELD_TRY_LINEAR(f, FUSED_ADD, r, a, b)
        field_add_any(r, a, b, f);
    }
}

WHIT_INLINE void field_sub(limb *r, const limb *a, const limb *b, const field_modulus *f)
{
    if (FUSED_KNOWS(f, p256)) {
        FUSED_SUB(p256, r, a, b);
    } else {
        FIELD_TRY_LINEAR(f, FUSED_SUB, r, a, b)
        field_sub_any(r, a, b, f);
    }
}

WHIT_INLINE void field_mul(limb *r, const limb *a, const limb *b, const field_modulus *f)
{
    if (FUSED_KNOWS(f, p256)) {
        FUSED_MUL(p256, r, a, b);
    } else {
        FIELD_TRY(f, FUSED_MUL, r, a, b)
        field_mul_any(r, a, b, f);
    }
}

WHIT_INLINE void field_sqr(limb *r, const limb *a, const field_modulus *f)
{
    if (FUSED_KNOWS(f, p256)) {
        FUSED_SQR(p256, r, a);
    } else {
        FIELD_TRY(f, FUSED_SQR, r, a)
        field_sqr_any(r, a, f);
    }
}

#endif

/* field_public_mul and field_public_sqr do the same for what is public alone: their time may tell
 * operands. */
#undef WHIT_FIELD_PUBLIC
#if WHIT_FIELD_SIZE == 448 && FUSED_p448_PUBLIC
#define WHIT_FIELD_PUBLIC whit_public_

WHIT_INLINE void field_public_mul(limb *r, const limb *a, const limb *b, const field_modulus *f)
{
    FUSED_LATE(f, p448, FUSED_MUL_PUBLIC, r, a, b)
    field_mul(r, a, b, f);
}

WHIT_INLINE void field_public_sqr(limb *r, const limb *a, const field_modulus *f)
{
    field_public_mul(r, a, a, f);
}
#else
#define WHIT_FIELD_PUBLIC whit_field_
#endif

#if WHIT_HALVING

/* r = a - 2 b, r = 3/2 a. */
FIELD_APART void field_sub_twice_any(limb *r, const limb *a, const limb *b, const field_modulus *f);
FIELD_APART void field_three_halves_any(limb *r, const limb *a, const field_modulus *f);

WHIT_INLINE void field_sub_twice(limb *r, const limb *a, const limb *b, const field_modulus *f)
{
    if (FUSED_KNOWS(f, p256)) {
        FUSED_SUB_TWICE(p256, r, a, b);
    } else {
        FIELD_TRY_HALVING(f, FUSED_OTHER_SUB_TWICE, r, a, b)
        field_sub_twice_any(r, a, b, f);
    }
}

WHIT_INLINE void field_three_halves(limb *r, const limb *a, const field_modulus *f)
{
    if (FUSED_KNOWS(f, p256)) {
        FUSED_THREE_HALVES(p256, r, a);
    } else {
        FIELD_TRY_HALVING(f, FUSED_OTHER_THREE_HALVES, r, a)
        field_three_halves_any(r, a, f);
    }
}

#endif

/* r = -r where mask is all ones; unchanged where it is zero. */
#if WHIT_HALVING
FIELD_APART void field_negate_masked_any(limb *r, limb mask, const field_modulus *f);

WHIT_INLINE void field_negate_masked(limb *r, limb mask, const field_modulus *f)
{
    if (FUSED_KNOWS(f, p256)) {
        FUSED_NEGATE_MASKED(p256, r, mask);
    } else {
        FIELD_TRY_LINEAR(f, FUSED_NEGATE_MASKED, r, mask)
        field_negate_masked_any(r, mask, f);
    }
}
#else
WHIT_INTERNAL void field_negate_masked(limb *r, limb mask, const field_modulus *f);
#endif

/* The same for functions that do little else. */
#if WHIT_FUSED_OFTEN
#define WHIT_FORMULA_FIELD whit_often_
#define OFTEN_UNARY(name, any, statement)                                 \
    WHIT_INLINE void name(limb *r, const limb *a, const field_modulus *f) \
    {                                                                     \
        if (FUSED_KNOWS(f, p256)) {                                       \
            statement(p256, r, a);                                        \
        } else {                                                          \
            any(r, a, f);                                                 \
        }                                                                 \
    }
#define OFTEN_BINARY(name, any, statement)                                               \
    WHIT_INLINE void name(limb *r, const limb *a, const limb *b, const field_modulus *f) \
    {                                                                                    \
        if (FUSED_KNOWS(f, p256)) {                                                      \
            statement(p256, r, a, b);                                                    \
        } else {                                                                         \
            any(r, a, b, f);                                                             \
        }                                                                                \
    }
OFTEN_BINARY(formula_add, field_add_any, FUSED_OFTEN_ADD)
OFTEN_BINARY(formula_sub, field_sub_any, FUSED_OFTEN_SUB)
OFTEN_BINARY(formula_mul, field_mul_any, FUSED_OFTEN_MUL)
OFTEN_UNARY(formula_sqr, field_sqr_any, FUSED_OFTEN_SQR)
OFTEN_BINARY(formula_sub_twice, field_sub_twice_any, FUSED_SUB_TWICE)
OFTEN_UNARY(formula_three_halves, field_three_halves_any, FUSED_THREE_HALVES)
#elif WHIT_FUSED_PUBLIC
/* For point formulas, where f is the kernel that multiplies. */
#define WHIT_FORMULA_FIELD whit_often_
#define OFTEN_UNARY(name, statement)                               \
    WHIT_INLINE void name(limb *r, const limb *a, fused_kernel *f) \
    {                                                              \
        (void)f;                                                   \
        statement;                                                 \
    }
#define OFTEN_BINARY(name, statement)                                             \
    WHIT_INLINE void name(limb *r, const limb *a, const limb *b, fused_kernel *f) \
    {                                                                             \
        (void)f;                                                                  \
        statement;                                                                \
    }
OFTEN_BINARY(formula_add, FUSED_ADD(p256, r, a, b))
OFTEN_BINARY(formula_sub, FUSED_SUB(p256, r, a, b))
OFTEN_BINARY(formula_mul, FUSED_MUL_BY(f, r, a, b))
OFTEN_UNARY(formula_sqr, FUSED_MUL_BY(f, r, a, a))
OFTEN_BINARY(formula_sub_twice, FUSED_SUB_TWICE(p256, r, a, b))
OFTEN_UNARY(formula_three_halves, FUSED_THREE_HALVES(p256, r, a))
#else
#define WHIT_FORMULA_FIELD whit_field_
#endif

/* To this form from a number below m, and back. */
WHIT_INTERNAL void field_encode(limb *r, const limb *a, const field_modulus *f);
WHIT_INTERNAL void field_decode(limb *r, const limb *a, const field_modulus *f);

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
