/* SPDX-License-Identifier: MIT */
/* Prime fields of one size: a template without include guard.
 *
 * Before including it define WHIT_FIELD_SIZE, the bits that an element has room for. FIELD(x)
 * is then the name of x at that size. Elements are arrays of FIELD_LIMBS limbs, x R mod m, always
 * below m: in Montgomery form, R = 2^(FIELD_LIMBS w), or plain, R = 1, as the reduction is. The
 * same code serves the coordinates' field and the integers modulo the group's order. An output may
 * be an input. Constant time, but for what is said of exponents. */
#include "mp/mp.h"

#define FIELD(name) WHIT_JOIN4(whit_field_, WHIT_FIELD_SIZE, _, name)
#define FIELD_LIMBS LIMBS(WHIT_FIELD_SIZE)

/* An odd prime modulus m. */
typedef struct FIELD(modulus) {
    limb m[FIELD_LIMBS];
    ROM_MEMBER(limb, r2, FIELD_LIMBS); /* R^2 mod m */
    limb n0;                           /* -1/m mod 2^w */
    limb constant;                     /* of the reduction; Montgomery's is n0 */
    uint16_t bits;                     /* 2^(bits - 1) < m < 2^bits */
    reduction *reduce;                 /* the reduction that knows this modulus best */
} FIELD(modulus);

/* For any modulus; where there are kernels that know theirs, the choice stands before them. */
#if WHIT_FUSED
#define FIELD_ANY(name) FIELD(name##_any)
/* With a frame of their own, where what they leave of secrets is overwritten with the rest. */
#define FIELD_APART WHIT_INTERNAL WHIT_NOINLINE
#else
#define FIELD_ANY(name) FIELD(name)
#define FIELD_APART WHIT_INTERNAL
#endif
FIELD_APART void FIELD_ANY(add)(limb *r, const limb *a, const limb *b, const FIELD(modulus) *f);
FIELD_APART void FIELD_ANY(sub)(limb *r, const limb *a, const limb *b, const FIELD(modulus) *f);
FIELD_APART void FIELD_ANY(mul)(limb *r, const limb *a, const limb *b, const FIELD(modulus) *f);
FIELD_APART void FIELD_ANY(sqr)(limb *r, const limb *a, const FIELD(modulus) *f);

#if WHIT_FUSED

/* FIELD_TRY(f, FUSED_MUL, r, a, b) takes the kernel for the prime that those of elements of this
 * size are for, besides that of secp256r1, if that is f, and is followed by what else there is to
 * do. FIELD_LATE does the same where the compiler does not see which f it is. Where kernels are for
 * any f there is no choice; FIELD_TRY_LINEAR is for what they are for then where elements are
 * short and not scalars alone; FIELD_TRY_HALVING for what only Weierstrass curves call. */
#undef FIELD_TRY
#undef FIELD_TRY_LINEAR
#undef FIELD_TRY_HALVING
#undef FIELD_LATE
#define FIELD_TRY_LINEAR FIELD_TRY
#define FIELD_TRY_HALVING FIELD_TRY_LINEAR
#if WHIT_FIELD_SIZE == 192 && WHIT_HAS_PRIME_192
#define FIELD_TRY(f, ...) FUSED_TRY(f, secp192r1, __VA_ARGS__)
#define FIELD_LATE(f, ...) FUSED_LATE(f, secp192r1, __VA_ARGS__)
#elif WHIT_FIELD_SIZE == 224 && WHIT_HAS_PRIME_224
#define FIELD_TRY(f, ...) FUSED_TRY(f, secp224r1, __VA_ARGS__)
#define FIELD_LATE(f, ...) FUSED_LATE(f, secp224r1, __VA_ARGS__)
#elif WHIT_FIELD_SIZE == 256 && WHIT_HAS_PRIME_256
#define FIELD_TRY(f, ...) FUSED_TRY(f, secp256k1, __VA_ARGS__)
#define FIELD_LATE(f, ...) FUSED_LATE(f, secp256k1, __VA_ARGS__)
#elif WHIT_FIELD_SIZE == 384 && WHIT_HAS_PRIME_384
#define FIELD_TRY(f, ...) FUSED_TRY(f, secp384r1, __VA_ARGS__)
#define FIELD_LATE(f, ...) FUSED_LATE(f, secp384r1, __VA_ARGS__)
#elif WHIT_FIELD_SIZE == 448 && WHIT_HAS_PRIME_448
#define FIELD_TRY(f, ...) FUSED_TRY(f, curve448, __VA_ARGS__)
#define FIELD_LATE(f, ...) FUSED_LATE(f, curve448, __VA_ARGS__)
#elif WHIT_FIELD_SIZE == 528 && WHIT_HAS_PRIME_528
#define FIELD_TRY(f, ...) FUSED_TRY(f, secp521r1, __VA_ARGS__)
#define FIELD_LATE(f, ...) FUSED_LATE(f, secp521r1, __VA_ARGS__)
#elif WHIT_FIELD_SIZE == 160 && WHIT_FUSED_ANY_160
#define FIELD_TRY(f, ...) FUSED_ANY(f, 5, __VA_ARGS__)
#elif WHIT_FIELD_SIZE == 192 && WHIT_FUSED_ANY_192
#define FIELD_TRY(f, ...) FUSED_ANY(f, 6, __VA_ARGS__)
#elif WHIT_FIELD_SIZE == 224 && WHIT_FUSED_ANY_224
#define FIELD_TRY(f, ...) FUSED_ANY(f, 7, __VA_ARGS__)
#elif (WHIT_FIELD_SIZE == 240 && WHIT_FUSED_ANY_240) || \
    (WHIT_FIELD_SIZE == 256 && WHIT_FUSED_ANY_256)
#define FIELD_TRY(f, ...) FUSED_ANY(f, 8, __VA_ARGS__)
#elif WHIT_FIELD_SIZE == 320 && WHIT_FUSED_ANY_320
#define FIELD_TRY(f, ...) FUSED_ANY(f, 10, __VA_ARGS__)
#elif WHIT_FIELD_SIZE == 384 && WHIT_FUSED_ANY_384
#define FIELD_TRY(f, ...) FUSED_ANY(f, 12, __VA_ARGS__)
#elif WHIT_FIELD_SIZE == 512 && WHIT_FUSED_ANY_512
#define FIELD_TRY(f, ...) FUSED_ANY(f, 16, __VA_ARGS__)
#else
#define FIELD_TRY(f, ...)
#endif
#ifndef FIELD_LATE
#define FIELD_LATE FIELD_TRY
#endif
#if (WHIT_FIELD_SIZE > 256 && !WHIT_JOIN(WHIT_HAS_PRIME_, WHIT_FIELD_SIZE)) || \
    (WHIT_FIELD_SIZE == 256 && WHIT_FUSED_SCALARS_256)
#undef FIELD_TRY_LINEAR
#define FIELD_TRY_LINEAR(f, ...)
#endif
#if WHIT_FIELD_SIZE == 448
#undef FIELD_TRY_HALVING
#define FIELD_TRY_HALVING(f, ...)
#endif
#define FUSED_TRY(f, curve, statement, ...) \
    if (FUSED_KNOWS(f, curve)) {            \
        statement(curve, __VA_ARGS__);      \
    } else
#define FUSED_LATE(f, curve, statement, ...) \
    if (FUSED_IS_##curve(f)) {               \
        statement(curve, __VA_ARGS__);       \
    } else
#define FUSED_ANY(f, n, statement, ...)     \
    if (1) {                                \
        ANY_##statement(n, f, __VA_ARGS__); \
    } else

/* Whether there was a kernel for it, that of secp256r1 aside. */
WHIT_INLINE int FIELD(mul_late)(limb *r, const limb *a, const limb *b, const FIELD(modulus) *f)
{
    (void)r;
    (void)a;
    (void)b;
    (void)f;
    FIELD_LATE(f, FUSED_MUL, r, a, b) return 0;
    return 1;
}

WHIT_INLINE void FIELD(add)(limb *r, const limb *a, const limb *b, const FIELD(modulus) *f)
{
    if (FUSED_KNOWS(f, secp256r1)) {
        FUSED_ADD(secp256r1, r, a, b);
    } else {
        FIELD_TRY_LINEAR(f, FUSED_ADD, r, a, b)
        FIELD_ANY(add)(r, a, b, f);
    }
}

WHIT_INLINE void FIELD(sub)(limb *r, const limb *a, const limb *b, const FIELD(modulus) *f)
{
    if (FUSED_KNOWS(f, secp256r1)) {
        FUSED_SUB(secp256r1, r, a, b);
    } else {
        FIELD_TRY_LINEAR(f, FUSED_SUB, r, a, b)
        FIELD_ANY(sub)(r, a, b, f);
    }
}

WHIT_INLINE void FIELD(mul)(limb *r, const limb *a, const limb *b, const FIELD(modulus) *f)
{
    if (FUSED_KNOWS(f, secp256r1)) {
        FUSED_MUL(secp256r1, r, a, b);
    } else {
        FIELD_TRY(f, FUSED_MUL, r, a, b)
        FIELD_ANY(mul)(r, a, b, f);
    }
}

WHIT_INLINE void FIELD(sqr)(limb *r, const limb *a, const FIELD(modulus) *f)
{
    if (FUSED_KNOWS(f, secp256r1)) {
        FUSED_SQR(secp256r1, r, a);
    } else {
        FIELD_TRY(f, FUSED_SQR, r, a)
        FIELD_ANY(sqr)(r, a, f);
    }
}

#endif

/* FIELD_PUBLIC(mul) and FIELD_PUBLIC(sqr) do the same for what is public alone: their time may tell
 * operands. */
#undef FIELD_PUBLIC
#if WHIT_FIELD_SIZE == 448 && FUSED_curve448_PUBLIC
#define FIELD_PUBLIC(name) WHIT_JOIN4(whit_public_, WHIT_FIELD_SIZE, _, name)

WHIT_INLINE void FIELD_PUBLIC(mul)(limb *r, const limb *a, const limb *b, const FIELD(modulus) *f)
{
    FUSED_LATE(f, curve448, FUSED_MUL_PUBLIC, r, a, b)
    FIELD(mul)(r, a, b, f);
}

WHIT_INLINE void FIELD_PUBLIC(sqr)(limb *r, const limb *a, const FIELD(modulus) *f)
{
    FIELD_PUBLIC(mul)(r, a, a, f);
}
#else
#define FIELD_PUBLIC(name) FIELD(name)
#endif

#if WHIT_HALVING

/* r = a - 2 b, r = 3/2 a. */
FIELD_APART void FIELD_ANY(sub_twice)(limb *r, const limb *a, const limb *b,
                                      const FIELD(modulus) *f);
FIELD_APART void FIELD_ANY(three_halves)(limb *r, const limb *a, const FIELD(modulus) *f);

WHIT_INLINE void FIELD(sub_twice)(limb *r, const limb *a, const limb *b, const FIELD(modulus) *f)
{
    if (FUSED_KNOWS(f, secp256r1)) {
        FUSED_SUB_TWICE(secp256r1, r, a, b);
    } else {
        FIELD_TRY_HALVING(f, FUSED_OTHER_SUB_TWICE, r, a, b)
        FIELD_ANY(sub_twice)(r, a, b, f);
    }
}

WHIT_INLINE void FIELD(three_halves)(limb *r, const limb *a, const FIELD(modulus) *f)
{
    if (FUSED_KNOWS(f, secp256r1)) {
        FUSED_THREE_HALVES(secp256r1, r, a);
    } else {
        FIELD_TRY_HALVING(f, FUSED_OTHER_THREE_HALVES, r, a)
        FIELD_ANY(three_halves)(r, a, f);
    }
}

#endif

/* r = -r where mask is all ones; unchanged where it is zero. */
#if WHIT_HALVING
FIELD_APART void FIELD_ANY(negate_masked)(limb *r, limb mask, const FIELD(modulus) *f);

WHIT_INLINE void FIELD(negate_masked)(limb *r, limb mask, const FIELD(modulus) *f)
{
    if (FUSED_KNOWS(f, secp256r1)) {
        FUSED_NEGATE_MASKED(secp256r1, r, mask);
    } else {
        FIELD_TRY_LINEAR(f, FUSED_NEGATE_MASKED, r, mask)
        FIELD_ANY(negate_masked)(r, mask, f);
    }
}
#else
WHIT_INTERNAL void FIELD(negate_masked)(limb *r, limb mask, const FIELD(modulus) *f);
#endif

/* The same for functions that do little else. */
#if WHIT_FUSED_OFTEN
#define FIELD_OFTEN(name) WHIT_JOIN4(whit_often_, WHIT_FIELD_SIZE, _, name)
#define OFTEN_UNARY(name, statement)                                                     \
    WHIT_INLINE void FIELD_OFTEN(name)(limb * r, const limb *a, const FIELD(modulus) *f) \
    {                                                                                    \
        if (FUSED_KNOWS(f, secp256r1)) {                                                 \
            statement(secp256r1, r, a);                                                  \
        } else {                                                                         \
            FIELD_ANY(name)(r, a, f);                                                    \
        }                                                                                \
    }
#define OFTEN_BINARY(name, statement)                                          \
    WHIT_INLINE void FIELD_OFTEN(name)(limb * r, const limb *a, const limb *b, \
                                       const FIELD(modulus) *f)                \
    {                                                                          \
        if (FUSED_KNOWS(f, secp256r1)) {                                       \
            statement(secp256r1, r, a, b);                                     \
        } else {                                                               \
            FIELD_ANY(name)(r, a, b, f);                                       \
        }                                                                      \
    }
typedef FIELD(modulus) FIELD_OFTEN(modulus);
OFTEN_BINARY(add, FUSED_OFTEN_ADD)
OFTEN_BINARY(sub, FUSED_OFTEN_SUB)
OFTEN_BINARY(mul, FUSED_OFTEN_MUL)
OFTEN_UNARY(sqr, FUSED_OFTEN_SQR)
OFTEN_BINARY(sub_twice, FUSED_SUB_TWICE)
OFTEN_UNARY(three_halves, FUSED_THREE_HALVES)
#elif WHIT_FUSED_PUBLIC
/* For point formulas, where f is the kernel that multiplies. */
#define FIELD_OFTEN(name) WHIT_JOIN4(whit_often_, WHIT_FIELD_SIZE, _, name)
#define OFTEN_UNARY(name, statement)                                             \
    WHIT_INLINE void FIELD_OFTEN(name)(limb * r, const limb *a, fused_kernel *f) \
    {                                                                            \
        (void)f;                                                                 \
        statement;                                                               \
    }
#define OFTEN_BINARY(name, statement)                                                           \
    WHIT_INLINE void FIELD_OFTEN(name)(limb * r, const limb *a, const limb *b, fused_kernel *f) \
    {                                                                                           \
        (void)f;                                                                                \
        statement;                                                                              \
    }
OFTEN_BINARY(add, FUSED_ADD(secp256r1, r, a, b))
OFTEN_BINARY(sub, FUSED_SUB(secp256r1, r, a, b))
OFTEN_BINARY(mul, FUSED_MUL_BY(f, r, a, b))
OFTEN_UNARY(sqr, FUSED_MUL_BY(f, r, a, a))
OFTEN_BINARY(sub_twice, FUSED_SUB_TWICE(secp256r1, r, a, b))
OFTEN_UNARY(three_halves, FUSED_THREE_HALVES(secp256r1, r, a))
#endif

/* To this form from a number below m, and back. */
WHIT_INTERNAL void FIELD(encode)(limb *r, const limb *a, const FIELD(modulus) *f);
WHIT_INTERNAL void FIELD(decode)(limb *r, const limb *a, const FIELD(modulus) *f);

/* r = a^e, e > 0 of FIELD_LIMBS limbs. The exponent is public: it decides branches. r is not a. If
 * FIELD_PUBLIC multiplies otherwise there is no such function for secrets. */
WHIT_INTERNAL void FIELD_PUBLIC(power)(limb *r, const limb *a, const limb *e,
                                       const FIELD(modulus) *f);

/* r = 1/a, and 0 for a = 0. r is not a. */
WHIT_INTERNAL void FIELD(inverse)(limb *r, const limb *a, const FIELD(modulus) *f);

/* r = a square root of a, where m - 1 = q 2^two_adicity for an odd q > 1. root has the order
 * 2^two_adicity (the power q of a number that is no square) and is read only if two_adicity > 1;
 * one is 1, both times R. Returns all ones if there is a square root, else zero. r is
 * not a. For public data only. */
WHIT_INTERNAL limb FIELD(square_root)(limb *r, const limb *a, unsigned two_adicity,
                                      const limb *root, const limb *one, const FIELD(modulus) *f);

#if WHIT_STEPS

/* Inversion in parts: inverse_begin, inverse_step until it returns 1, inverse_end. */
typedef struct FIELD(inversion) {
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
} FIELD(inversion);
WHIT_INTERNAL void FIELD(inverse_begin)(FIELD(inversion) *w, const limb *a,
                                        const FIELD(modulus) *f);
WHIT_INTERNAL int FIELD(inverse_step)(FIELD(inversion) *w, const FIELD(modulus) *f);
WHIT_INTERNAL void FIELD(inverse_end)(limb *r, const FIELD(inversion) *w, const FIELD(modulus) *f);

#endif
