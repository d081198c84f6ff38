/* SPDX-License-Identifier: MIT */
/* The pairing of one curve, and its second group: a template without include guard. Functions whose
 * names end in _vartime are for public data only.
 *
 * Before including it declare the field of WHIT_FIELD_SIZE bits and define
 *     WHIT_CURVE_NAME      the curve
 *     TWIST_DEGREE         e: the second group is over the field of p^e elements, the twist's
 *     FULL_DEGREE          d = 6 or 2: pairings are in the twist's field with w^d = xi, the full
 * one FULL_MULTIPLIES      0 if a point (x, y) of the twist is (x w^2, y w^3) on the curve, a twist
 *                          of type D; 1 if it is (x / w^2, y / w^3), of type M
 *     PAIRING_NEGATIVE     whether the family's parameter is negative
 *     PAIRING_LOOP_NEGATIVE  whether the length of the loop is
 *     PAIRING_LINES        of the loop and what comes after it
 *     PAIRING_ORDER_BITS   bits of the groups' order
 *     WHIT_SCALAR_SIZE     the bits that a scalar has room for
 *     PAIRING_PARTS        of a scalar, in the base m of pairing_multiple, where the power p of a
 *                          point of the second group is m times the point; 1 without such a base
 *     PAIRING_PART_BITS    bits of the longest of them; PAIRING_PART_SIZE has one to spare
 *     PAIRING_MULTIPLE_NEGATIVE  1 if the power p is -m times the point
 *     PAIRING_TWO_ADICITY  the s of p - 1 = 2^s q for an odd q, where e = 3
 *     TWIST_RESIDUE        e = 2 or 4: the real part of the residue with imaginary part 1 that has
 *                          the next root, xi or v^2; e = 3: j^3
 *     PAIRING_ELEMENT_BYTES  of so many uniform bytes a coordinate is made that messages are hashed
 *                          to, in both groups [RFC 9380, 5.1, L]
 * The generated file that instantiates it has the constants before the bodies, so that everything
 * about the curve is constant to the compiler: pairing_domain, pairing_loop and those that a family
 * reads.
 *
 * Elements of the twist's field are e field elements in a row: coordinates of 1; of 1 and i, i^2 =
 * -1; of 1, j and j^2; or of 1, i, v and v i. Elements of the full field are d of these, at
 * FULL_AT. An output may be an input unless said otherwise. */
#include "group/curve.h"

#define TWIST_LIMBS (TWIST_DEGREE * FIELD_LIMBS)
#define FULL_LIMBS (FULL_DEGREE * TWIST_LIMBS)
#define SCALAR_LIMBS LIMBS(WHIT_SCALAR_SIZE)
#define PAIRING_MODULUS (&pairing_domain.p)
#define PAIRING_SUM 3
#define PAIRING_LINE_LIMBS (2 * TWIST_LIMBS)

/* Where the coefficient of w^j stands: for d = 6 even powers come first, for they are a field. */
#define FULL_AT(j) (((j) % 2 * (FULL_DEGREE / 2) + (j) / 2) * TWIST_LIMBS)

/* The domain parameters. b3 is 3 b of the twist y^2 = x^3 + a x + b; both are read by the formulas
 * that need them. */
typedef struct pairing_parameters {
    field_modulus p;
    ROM_MEMBER(limb, one, FIELD_LIMBS);
    ROM_MEMBER(limb, a, TWIST_LIMBS);
    ROM_MEMBER(limb, b3, TWIST_LIMBS);
} pairing_parameters;

typedef struct twist_affine {
    limb x[TWIST_LIMBS];
    limb y[TWIST_LIMBS];
} twist_affine;

/* Homogeneous coordinates, (x / z, y / z); in Miller's loop for d = 2 Jacobian ones, (x / z^2, y /
 * z^3). */
typedef struct twist_point {
    limb x[TWIST_LIMBS];
    limb y[TWIST_LIMBS];
    limb z[TWIST_LIMBS];
} twist_point;

/* A factor of sums of products, and what these take of it besides: numbers as the file of the
 * twist's degree has them. */
#define TWIST_MORE (TWIST_DEGREE == 4 ? 5 : TWIST_DEGREE == 3 ? 2 : 1)
typedef struct twist_factor {
    const limb *plain;
    limb more[TWIST_MORE * FIELD_LIMBS];
} twist_factor;

typedef struct twist_term {
    const limb *a;
    const twist_factor *b;
} twist_term;

/* The line y Y + x X + c through points of the twist. */
typedef struct pairing_line {
    limb y[TWIST_LIMBS];
    limb x[TWIST_LIMBS];
    limb c[TWIST_LIMBS];
} pairing_line;

/* A pair of finite points of the groups of order r: the first group's (x, y), the second group's,
 * and room for its multiples. */
typedef struct pairing_pair {
    limb x[FIELD_LIMBS];
    limb y[FIELD_LIMBS];
    twist_affine second;
    twist_point multiple;
} pairing_pair;

/* Lines of a point of the second group are a row of PAIRING_LINES_LIMBS limbs: the point, and of
 * each line of Miller's loop and of what comes after it, in their order, x and c, scaled so that
 * its y is 1, or xi for type M. */
#define PAIRING_LINES_LIMBS ((PAIRING_LINES + 1) * PAIRING_LINE_LIMBS)

/* A pair of which the second point's are known: for the first group's (X, Y), X / Y and 1 / Y; and
 * the line that comes next. */
typedef struct pairing_prepared {
    limb x[FIELD_LIMBS];
    limb y[FIELD_LIMBS];
    const limb *line;
} pairing_prepared;

/* What lines are made along: where the next one goes, a multiple of the point, whether all
 * multiples were finite, and the factor of lines. */
typedef struct pairing_walk {
    limb *line;
    twist_affine multiple;
    limb scale[TWIST_LIMBS];
    int finite;
} pairing_walk;

/* r = a, numbers of `limbs` limbs that are elements of the prime's field in a row. */
WHIT_INTERNAL void twist_copy(limb *r, const limb *a, size_t limbs);

/* The twist's field. scale multiplies by an element of the prime's field, mul_xi by xi; frobenius
 * is the power p. inverse is 0 for 0, and r is not a there. sum_products adds a b for
 * `count` terms, at most PAIRING_SUM and as many as TWIST_TERMS of the degree says, whose b are
 * of set_factor: they point to the number. sum_squares is a^2 + xi b^2 where TWIST_TERMS is 2 at
 * least. r is no operand of theirs. */
WHIT_INTERNAL void twist_add(limb *r, const limb *a, const limb *b);
WHIT_INTERNAL void twist_sub(limb *r, const limb *a, const limb *b);
WHIT_INTERNAL void twist_negate(limb *r, const limb *a);
WHIT_INTERNAL void twist_mul(limb *r, const limb *a, const limb *b);
WHIT_INTERNAL void twist_sqr(limb *r, const limb *a);
#if TWIST_DEGREE > 1
WHIT_INTERNAL void twist_set_factor(twist_factor *r, const limb *b);
WHIT_INTERNAL void twist_sum_products(limb *r, const twist_term *terms, size_t count);
WHIT_INTERNAL void twist_sum_squares(limb *r, const limb *a, const limb *b);
#endif
WHIT_INTERNAL void twist_scale(limb *r, const limb *a, const limb *factor);
WHIT_INTERNAL void twist_mul_xi(limb *r, const limb *a);
WHIT_INTERNAL void twist_inverse(limb *r, const limb *a);
WHIT_INTERNAL void twist_frobenius(limb *r, const limb *a);

/* The full field. A unitary element has the power p^(k/2) as its inverse, which conjugate takes; a
 * cyclotomic one, what the easy part of the final exponentiation makes, is unitary. r is not a in
 * inverse and power. */
WHIT_INTERNAL void full_set_one(limb *r);
WHIT_INTERNAL int full_is_one(const limb *a);
WHIT_INTERNAL void full_mul(limb *r, const limb *a, const limb *b);
WHIT_INTERNAL void full_sqr(limb *r, const limb *a);
WHIT_INTERNAL void full_inverse(limb *r, const limb *a);
WHIT_INTERNAL void full_conjugate(limb *r, const limb *a);
WHIT_INTERNAL void full_frobenius(limb *r, const limb *a, unsigned times);
WHIT_INTERNAL void full_sqr_cyclotomic(limb *r, const limb *a);

/* f = f l(P) w^i for the first group's P = (x, y) on the twist, and some i. */
WHIT_INTERNAL void full_mul_line(limb *f, const pairing_line *l, const limb *x, const limb *y);

/* The same by a line that was prepared, for X / Y and 1 / Y. */
WHIT_INTERNAL void full_mul_prepared(limb *f, const limb *line, const limb *x, const limb *y);

/* r = a^e, a cyclotomic, for a row of bytes as MP_TURNS reads it. */
WHIT_INTERNAL void full_power(limb *r, const limb *a, const uint8_t *exponent);

/* l = the line through P twice, or P and Q, and P = 2 P or P + Q, where P and the sum are finite
 * and P is not Q. Elsewhere the sum's z is 0, and so is that of each sum with it. pairing_is_at
 * tells whether P = Q; no where z = 0. */
WHIT_INTERNAL void pairing_double_step(pairing_line *l, twist_point *p);
WHIT_INTERNAL void pairing_add_step(pairing_line *l, twist_point *p, const twist_affine *q);
WHIT_INTERNAL int pairing_is_at(const twist_point *p, const twist_affine *q);

/* f = f l(P), l the line through the multiple twice, or it and Q, and the multiple is their sum. */
WHIT_INTERNAL void pairing_double_pair(limb *f, pairing_pair *pair);
WHIT_INTERNAL void pairing_add_pair(limb *f, pairing_pair *pair, const twist_affine *q);

/* The point of the second group whose coordinates have the power p on the curve: p Q. */
WHIT_INTERNAL void twist_endomorphism(twist_affine *r, const twist_affine *q);
#if TWIST_DEGREE > 1
WHIT_INTERNAL void twist_endomorphism_of_point(twist_point *p);
#endif

/* The group law, for points of which no two differ by one of the order 2, infinity included: those
 * of the second group. */
WHIT_INTERNAL void twist_sum(twist_point *r, const twist_point *p, const twist_point *q);
WHIT_INTERNAL void twist_double(twist_point *p);

/* P = 2^turns P. */
WHIT_INTERNAL void twist_double_times_vartime(twist_point *p, unsigned turns);

/* From affine coordinates, and back for a finite point. Constant time. */
WHIT_INTERNAL void twist_set_point(twist_point *r, const twist_affine *q);
WHIT_INTERNAL void twist_to_affine(twist_affine *r, const twist_point *p);

/* r = k Q for Q of the second group, or its base point, and any k of SCALAR_LIMBS limbs up to the
 * order, in constant time. */
WHIT_INTERNAL void twist_multiply(twist_point *r, const limb *k, const twist_affine *q);
WHIT_INTERNAL void twist_multiply_base(twist_point *r, const limb *k);

/* r = the multiple of Q that such a row names. */
WHIT_INTERNAL void twist_multiply_vartime(twist_point *r, const twist_affine *q,
                                          const uint8_t *multiple);

/* Whether finite points are equal: no where one is infinite. */
WHIT_INTERNAL int twist_is_equal(const twist_point *p, const twist_point *q);

/* r = a square root of a; all ones if there is one, else zero. r is not a. */
WHIT_INTERNAL limb twist_square_root_vartime(limb *r, const limb *a);

/* Whether y, of plain coordinates, is larger than -y when the last coordinates are compared first.
 */
WHIT_INTERNAL int twist_is_larger(const limb *y);

/* The y, larger than -y or not, of a point of the twist by its x. Returns whether there is one. */
WHIT_INTERNAL int twist_lift_vartime(twist_affine *q, int larger);

/* Whether coordinates are those of a point of the twist; and whether that is of the second group.
 */
WHIT_INTERNAL int twist_is_on_curve(const twist_affine *q);
WHIT_INTERNAL int twist_is_in_group_vartime(const twist_affine *q);

#if WHIT_HASH_TO_CURVE

/* The point of the twist that an element is mapped to, in general outside of the second group. */
WHIT_INTERNAL void twist_map_vartime(twist_point *r, const limb *u);

/* r = a point of the second group: hash_to_curve [RFC 9380, 3] of TWIST_UNIFORM_BYTES uniform
 * bytes. Infinity for bytes that nobody knows. */
#define TWIST_UNIFORM_BYTES ((size_t)(2 * TWIST_DEGREE * PAIRING_ELEMENT_BYTES))
WHIT_INTERNAL void twist_hash_vartime(twist_point *r, const uint8_t *uniform);

#endif

/* f = the product of the Miller functions of some pairs; none for no pair, f = 1. The points of the
 * twist need not be of the second group: pairing_was_member tells of each pair afterwards, once,
 * whether it was, and if one was not f means nothing. The multiple is lost. */
WHIT_INTERNAL void pairing_miller_vartime(limb *f, pairing_pair *pairs, size_t count);
WHIT_INTERNAL int pairing_was_member(pairing_pair *pair);

/* r = the lines of a point of the twist. Returns whether it is of the second group; if not, lines
 * mean nothing. */
WHIT_INTERNAL int pairing_prepare_vartime(limb *r, const twist_affine *q);

/* A pair of lines and a point (x, y) of the first group. */
WHIT_INTERNAL void pairing_set_prepared(pairing_prepared *r, const limb *x, const limb *y,
                                        const limb *lines);

/* As pairing_miller_vartime, with `known` pairs whose lines are prepared beside `count` others. */
WHIT_INTERNAL void pairing_miller_prepared_vartime(limb *f, pairing_prepared *prepared,
                                                   size_t known, pairing_pair *pairs, size_t count);

/* f = f times the next line of each. */
WHIT_INTERNAL void pairing_take_all(limb *f, pairing_prepared *prepared, size_t known);

/* The next line: the tangent at the multiple, which is doubled; or through it and Q, which is
 * added. */
WHIT_INTERNAL void pairing_walk_double(pairing_walk *walk);
WHIT_INTERNAL void pairing_walk_add(pairing_walk *walk, const twist_affine *q);

/* f = f^(c (p^k - 1) / r), with the family's c, which r does not divide; 0 for f = 0. */
WHIT_INTERNAL void pairing_final_vartime(limb *f);

/* Of a family: what comes after the loop, of which walk_end makes the lines and then tells whether
 * Q is of the second group; and what after the easy part. What tells of a point is what the loop
 * and this leave as its multiple. */
WHIT_INTERNAL void pairing_after_loop(limb *f, pairing_pair *pairs, size_t count);
WHIT_INTERNAL void pairing_after_prepared(limb *f, pairing_prepared *prepared, size_t known);
WHIT_INTERNAL int pairing_walk_end(pairing_walk *walk, const twist_affine *q);
WHIT_INTERNAL void pairing_hard_part(limb *f);
