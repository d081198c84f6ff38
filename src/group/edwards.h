/* SPDX-License-Identifier: MIT */
/* Twisted Edwards curves a x^2 + y^2 = 1 + d x^2 y^2 with a square a, 1 or -1, and a d that is
 * no square: a template without include guard, for one curve each.
 *
 * Before including it declare the fields of WHIT_FIELD_SIZE and WHIT_SCALAR_SIZE bits and
 * define WHIT_CURVE_NAME, the curve, WHIT_PRIME_BITS, WHIT_EDWARDS_A, its a, and
 * WHIT_EDWARDS_SIGNS, 1 if there are signatures and 0 if keys are agreed upon. The generated
 * file that instantiates it defines edwards_domain, edwards_comb and, for signatures,
 * edwards_multiples before the bodies, so that everything about the curve is constant to the
 * compiler. Scalars are plain numbers of SCALAR_LIMBS limbs; coordinates are field elements.
 * The base point's order is an odd prime; the formulas hold for all points of the curve. */
#include <whit/status.h>
#include "field/field_25519.h"
#include "group/comb.h"
#include "group/scrub.h"

#undef COORDINATE_MODULUS
#define COORDINATE_MODULUS (&edwards_domain.p)
#define SCALAR_LIMBS LIMBS(WHIT_SCALAR_SIZE)

/* Extended coordinates: (x / z, y / z), and t = x y / z. */
typedef struct edwards_point {
    limb x[FIELD_LIMBS];
    limb y[FIELD_LIMBS];
    limb z[FIELD_LIMBS];
    limb t[FIELD_LIMBS];
} edwards_point;

/* A point prepared for additions: (y - x) / 2, (y + x) / 2 and d x y where a = -1; x, y and d x y
 * where a = 1. */
typedef struct edwards_affine {
    limb first[FIELD_LIMBS];
    limb second[FIELD_LIMBS];
    limb product[FIELD_LIMBS];
} edwards_affine;

/* The members of edwards_affine times a factor, for extended coordinates, and that factor: 2 z or
 * z. */
typedef struct edwards_prepared {
    limb first[FIELD_LIMBS];
    limb second[FIELD_LIMBS];
    limb product[FIELD_LIMBS];
    limb scale[FIELD_LIMBS];
} edwards_prepared;

#define PREPARED_AFFINE_LIMBS (3 * FIELD_LIMBS)

/* The domain parameters. p - 1 = q 2^two_adicity with q odd, and root has the order 2^two_adicity.
 * two_torsion_bits: the cofactor is 2 to this power. The base point's comb has `blocks` tables of
 * 2^(teeth - 1) points; entry e of table b is the sum over teeth t of
 * s(t) 2^((b teeth + t) spacing) B, where s is +1 for the last tooth and for the others +1 or -1
 * as bit t of e is set or clear. */
typedef struct edwards_parameters {
    field_modulus p;
    scalar_modulus n;
    ROM_MEMBER(limb, d, FIELD_LIMBS);
    ROM_MEMBER(limb, root, FIELD_LIMBS);
    uint8_t two_adicity;
    uint8_t two_torsion_bits;
    uint8_t teeth;
    uint8_t blocks;
    uint16_t spacing;
} edwards_parameters;

/* A term of a sum: odd multiples of a point, the scalar, and as the sum is computed the value of
 * the scalar's next window and the position above the window's lowest digit, 0 behind the last. */
#define EDWARDS_TERM_WINDOW 4
#define EDWARDS_TERM_ENTRIES (1u << (EDWARDS_TERM_WINDOW - 2))
typedef struct edwards_window {
    uint16_t above;
    int8_t value;
} edwards_window;
typedef struct edwards_term {
    edwards_prepared table[EDWARDS_TERM_ENTRIES];
    limb scalar[SCALAR_LIMBS];
    edwards_window next;
} edwards_term;

/* The formulas, in place on P; see formulas/edwards.txt. Only additions and affine coordinates ask
 * for t, which is lost where `whole` is 0. */
WHIT_INTERNAL void edwards_double(edwards_point *p, int whole);
WHIT_INTERNAL void edwards_add(edwards_point *p, const edwards_prepared *q, int whole);
WHIT_INTERNAL void edwards_add_affine(edwards_point *p, const edwards_affine *q, int whole);

/* r = k B for 0 <= k < n, in constant time. r may not overlap k. */
WHIT_INTERNAL void edwards_multiply_base(edwards_point *r, const limb *k);

#if WHIT_EDWARDS_SIGNS

/* r = u B + v Q for any point Q, which r may be, 0 <= u, v < n; for public data only. */
WHIT_INTERNAL void edwards_multiply_two_vartime(edwards_point *r, const limb *u, const limb *v,
                                                const edwards_point *q);

#if WHIT_PREPARED

/* The shape of the quickest comb of so many points, at least one, for sums with multiples of B. */
WHIT_INTERNAL void edwards_fit_comb(whit_base *comb, size_t points);

/* The table of a comb of any point Q, which is not in program memory: an entry of edwards_affine
 * for -Q, and behind it those of the comb; for public data only. */
WHIT_INTERNAL void edwards_make_comb_vartime(limb *table, const whit_base *comb,
                                             const edwards_point *q);

/* r = u B + v Q for such a table of Q, 0 <= u, v < n; for public data only. */
WHIT_INTERNAL void edwards_multiply_combs_vartime(edwards_point *r, const limb *u, const limb *v,
                                                  const whit_base *comb);

#endif

/* The table of a term -P. P is lost. */
WHIT_INTERNAL void edwards_set_negative_term(edwards_term *term, edwards_point *p);

/* r = u B + the sum of `count` terms, for any points, u and scalars not negative and below n; for
 * public data only. */
WHIT_INTERNAL void edwards_sum_vartime(edwards_point *r, const limb *u, edwards_term *terms,
                                       size_t count);

#else

/* r = k P for 0 <= k < n and a P whose order divides n, in constant time. r may not overlap the
 * others. */
WHIT_INTERNAL void edwards_multiply(edwards_point *r, const limb *k, const edwards_point *p);

#endif

/* Bytes of an encoded point: y in little-endian order and, above it, one bit of x. */
#define EDWARDS_BYTES ((WHIT_PRIME_BITS + 8u) / 8)

/* Encode P in constant time. P is lost. */
WHIT_INTERNAL void edwards_encode(uint8_t *bytes, edwards_point *p);

#if WHIT_EDWARDS_SIGNS

/* The x-coordinate of P's image on the Montgomery curve, in constant time: on edwards25519
 * (1 + y) / (1 - y), on edwards448 y^2 / x^2 [RFC 7748, 4.1 and 4.2]; 0 where the denominator is,
 * which is so for points of small order alone. P is lost. */
WHIT_INTERNAL void edwards_encode_x(uint8_t *bytes, edwards_point *p);

#endif

/* y of an encoded point, a plain number, and the bit of x. Returns whether y is below p. */
WHIT_INTERNAL int edwards_read_y(limb *y, limb *sign, const uint8_t *bytes);

/* Decode a point of EDWARDS_BYTES bytes, canonical and on the curve; for public data only. Returns
 * WHIT_OK; WHIT_ERROR_PUBLIC_KEY_RANGE; WHIT_ERROR_PUBLIC_KEY_CURVE; by programs, which have the
 * multiples at hand, WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER. */
WHIT_INTERNAL whit_status edwards_decode(edwards_point *p, const uint8_t *bytes);

/* Whether many points of this curve can go through formulas in lanes, WHIT_LANES at a time. */
#undef EDWARDS_LANES
#define EDWARDS_LANES (WHIT_HAS_LANES(WHIT_PRIME_NAME) && WHIT_EDWARDS_SIGNS)
#if EDWARDS_LANES
WHIT_INTERNAL int edwards_has_lanes(void);

/* Two encoded points in each lane, both NULL where there are none. */
typedef struct edwards_pairs {
    const uint8_t *bytes[2][WHIT_LANES];
    whit_points_p25519 points[2];
} edwards_pairs;

/* Decode the points; returns the lanes, as bits, in which both are canonical and on the curve, and
 * the first one has no small order. For public data only. */
WHIT_INTERNAL unsigned edwards_decode_pairs(edwards_pairs *pairs);

/* The tables of two terms for each lane that has some, the opposites of its points, which are
 * lost. */
WHIT_INTERNAL void edwards_set_negative_pairs(edwards_term *const terms[WHIT_LANES],
                                              edwards_pairs *pairs);

/* The lanes in which the sum of u B and of terms has a small order, as bits; of `count` pairs of
 * terms the lanes get one after the other. If `together`, the sum is that of all lanes, and there
 * is but one bit. All u and scalars are not negative and below n; for public data only. */
WHIT_INTERNAL unsigned edwards_pairs_vanish_vartime(limb u[WHIT_LANES][SCALAR_LIMBS],
                                                    edwards_term *terms, size_t count,
                                                    int together);
#endif
