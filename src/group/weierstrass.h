/* SPDX-License-Identifier: MIT */
/* Short Weierstrass curves y^2 = x^3 + a x + b over one size of field and order: a template
 * without include guard.
 *
 * Before including it declare the fields of WHIT_FIELD_SIZE and WHIT_SCALAR_SIZE bits, and
 * define WHIT_SIZE, the tag of the pair. instance/names.h has the names of that size. Scalars
 * are plain numbers of SCALAR_LIMBS limbs; coordinates are field elements. The base point's
 * order is prime; the curve may have more points. */
#include "group/comb.h"
#include "group/curve.h"
#include <whit/status.h>

#define SCALAR_LIMBS LIMBS(WHIT_SCALAR_SIZE)

typedef struct weierstrass_affine {
    limb x[FIELD_LIMBS];
    limb y[FIELD_LIMBS];
} weierstrass_affine;

/* Jacobian coordinates: (x / z^2, y / z^3), infinity for z = 0. */
typedef struct weierstrass_point {
    limb x[FIELD_LIMBS];
    limb y[FIELD_LIMBS];
    limb z[FIELD_LIMBS];
} weierstrass_point;

/* Limbs of a point when it is moved as a whole. */
#define AFFINE_LIMBS (2 * FIELD_LIMBS)
#define POINT_LIMBS (3 * FIELD_LIMBS)

/* Limbs of a half of a scalar, and of a factor: multiples of 64 bits at every limb width. */
#define HALF_LIMBS LIMBS((WHIT_SCALAR_SIZE / 2 + 71) / 64 * 64)
#define FACTOR_LIMBS LIMBS((WHIT_SCALAR_SIZE / 2 + 135) / 64 * 64)

#if WHIT_ENDOMORPHISMS_OF_SIZE

struct weierstrass_domain;

/* phi(x, y) = (beta x, y) = lambda (x, y) on the points of order n of y^2 = x^3 + b. How a
 * scalar becomes halves below 2^bits stands in group/weierstrass_endomorphism.inc. Where a build
 * has one curve of this size and sees its objects, it is named by WHIT_ONLY_ENDOMORPHISM; else
 * domains point to it, and it to the functions that use it. */
typedef struct weierstrass_endomorphism {
    ROM_MEMBER(limb, beta, FIELD_LIMBS);
    ROM_MEMBER(limb, factors, 2 * FACTOR_LIMBS);
    ROM_MEMBER(limb, basis, 4 * HALF_LIMBS);
    uint16_t shift; /* a multiple of 64 */
    uint16_t bits;
#if !WHIT_ENDOMORPHISM_ALONE
    const limb *multiples;
    void (*multiply)(weierstrass_point *p, limb *k, const struct weierstrass_domain *d);
    void (*multiply_two_vartime)(weierstrass_point *r, const limb *u, const limb *v,
                                 const weierstrass_affine *q, const struct weierstrass_domain *d);
#endif
} weierstrass_endomorphism;

#endif

/* The domain parameters. cofactor is NULL for 1. p - 1 = q 2^two_adicity with q odd, and root has
 * the order 2^two_adicity; NULL where that is 2. A member is left out if all curves of this size in
 * the build have NULL for it. clearing brings points that messages are hashed to into the base
 * point's group: its multiple, or the opposite of that. twice is the doubling that suits a. If the
 * arithmetic of a curve is that of its twist, a, b and g are of the twist, and twist has the
 * factors of ENCODE and DECODE; else it is NULL. */
typedef struct weierstrass_domain {
    field_modulus p;
    scalar_modulus n;
    ROM_MEMBER(limb, one, FIELD_LIMBS);
    ROM_MEMBER(limb, a, FIELD_LIMBS);
    ROM_MEMBER(limb, b, FIELD_LIMBS);
    ROM_MEMBER(weierstrass_affine, g, 1);
#if WHIT_COFACTORS_OF_SIZE
    const limb *cofactor;
    uint16_t cofactor_bits;
#endif
#if WHIT_ROOTS_OF_SIZE
    const limb *root;
    uint8_t two_adicity;
#endif
#if WHIT_TWISTS_OF_SIZE
    const limb *twist; /* in program memory */
#endif
#if WHIT_HASH_TO_CURVE && WHIT_COFACTORS_OF_SIZE
    const uint8_t *clearing; /* as MP_TURNS reads it, or NULL */
    uint8_t clearing_negative;
#endif
#if WHIT_ENDOMORPHISMS_OF_SIZE && !WHIT_ENDOMORPHISM_ALONE
    const weierstrass_endomorphism *endomorphism; /* or NULL */
#endif
    void (*twice)(weierstrass_point *p, const struct weierstrass_domain *d);
} weierstrass_domain;

/* For ENCODE and DECODE: a coordinate as users have it, a plain number below p, becomes an element
 * of the field on the curve that is worked on, and back. With R and the Z that takes (x, y) to (x
 * Z^2, y Z^3) on the twist, that is one multiplication as any other encoding is: by R^2 Z^2 or R^2
 * Z^3 in place of R^2, and by 1 / Z^2 or 1 / Z^3 in place of 1. */
#define AXIS_X 0
#define AXIS_Y 1
#if WHIT_TWISTS_OF_SIZE
WHIT_INTERNAL void weierstrass_encode(limb *r, const limb *a, unsigned axis,
                                      const weierstrass_domain *d);
WHIT_INTERNAL void weierstrass_decode(limb *r, const limb *a, unsigned axis,
                                      const weierstrass_domain *d);
#endif

/* The formulas, in place on P; see formulas/jacobian.txt for what each needs. */
WHIT_INTERNAL void weierstrass_double_a_minus_3(weierstrass_point *p, const weierstrass_domain *d);
#if !WHIT_PUBLIC_FORMULAS
WHIT_INTERNAL void weierstrass_double_a_zero(weierstrass_point *p, const weierstrass_domain *d);
WHIT_INTERNAL void weierstrass_double_a_any(weierstrass_point *p, const weierstrass_domain *d);
#endif
WHIT_INTERNAL void weierstrass_add(weierstrass_point *p, const weierstrass_point *q,
                                   const weierstrass_domain *d);
WHIT_INTERNAL void weierstrass_add_affine(weierstrass_point *p, const weierstrass_affine *q,
                                          const weierstrass_domain *d);

/* P += Q for finite P and Q, equal and opposite ones included, in constant time. Q is lost. */
WHIT_INTERNAL void weierstrass_add_or_double(weierstrass_point *p, weierstrass_point *q,
                                             const weierstrass_domain *d);

/* P += Q for every P and every finite Q. Variable time: it reveals which case applied. */
WHIT_INTERNAL void weierstrass_add_vartime(weierstrass_point *p, const weierstrass_point *q,
                                           const weierstrass_domain *d);

/* Secret scalars meet coordinates that begin with a Z of the caller's where WHIT_RANDOMISE is set:
 * an element but zero in p->z, or r->z, when the functions below are called. One that is drawn anew
 * each time makes what they compute with unknown and another each time, and no result different
 * [Cor99, 5.3]. In other builds Z begins as one. */

/* P = k P for P of order n, given by its affine coordinates in p->x and p->y, and 0 < k < n; in
 * constant time. k has RECODED_LIMBS limbs, of which SCALAR_LIMBS are read, and is lost: it is
 * recoded in place, with one bit more than its bits, which the widest comb rounds up to a multiple
 * of twenty. */
#define RECODED_LIMBS LIMBS(WHIT_SCALAR_SIZE + 20)
WHIT_INTERNAL void weierstrass_multiply(weierstrass_point *p, limb *k, const weierstrass_domain *d);

/* r = k G for 0 < k < n, in constant time. r may not overlap k. */
WHIT_INTERNAL void weierstrass_multiply_base(weierstrass_point *r, const limb *k,
                                             const whit_base *base, const weierstrass_domain *d);

/* r = u G + v Q for Q finite of order n, 0 <= u, v < n; for public data only. */
WHIT_INTERNAL void weierstrass_multiply_two_vartime(weierstrass_point *r, const limb *u,
                                                    const limb *v, const weierstrass_affine *q,
                                                    const weierstrass_domain *d);

#if WHIT_PREPARED

/* The shape of the quickest comb of so many points of order n, at least one, for sums with
 * multiples of the base point. */
WHIT_INTERNAL void weierstrass_fit_comb(whit_base *comb, size_t points, const whit_base *base,
                                        const weierstrass_domain *d);

/* The table of a comb of Q, finite of order n, which is not in program memory; for public data
 * only. */
WHIT_INTERNAL void weierstrass_make_comb_vartime(limb *table, const whit_base *comb,
                                                 const weierstrass_affine *q,
                                                 const weierstrass_domain *d);

/* r = u G + v Q for such a comb of Q, 0 <= u, v < n; for public data only. */
WHIT_INTERNAL void weierstrass_multiply_combs_vartime(weierstrass_point *r, const limb *u,
                                                      const whit_base *base, const limb *v,
                                                      const whit_base *comb,
                                                      const weierstrass_domain *d);

/* Whether sums of this curve's points can be computed in lanes, WHIT_LANES at a time. */
#if WHIT_HAS_LANES(p256) && WHIT_FIELD_SIZE == 256
WHIT_INTERNAL int weierstrass_has_lanes(const weierstrass_domain *d);

/* u G + v Q in a lane, and an x-coordinate, a plain number below p, which has the room of two. */
typedef struct weierstrass_lane {
    whit_base comb; /* of Q */
    limb u[SCALAR_LIMBS];
    limb v[SCALAR_LIMBS];
    limb x[AFFINE_LIMBS];
} weierstrass_lane;

/* The sums, 1 to WHIT_LANES, that are finite and have the x-coordinate given, as bits. It does not
 * tell of those of `unknown`, which may be infinity too. For public data only. */
WHIT_INTERNAL unsigned weierstrass_lanes_have_x_vartime(unsigned *unknown,
                                                        const weierstrass_lane *lanes, size_t count,
                                                        const whit_base *base,
                                                        const weierstrass_domain *d);
#endif

#endif

#if WHIT_ENDOMORPHISMS_OF_SIZE && !WHIT_ENDOMORPHISM_ALONE
/* The two by the endomorphism, where the curve has one, and without it. */
WHIT_INTERNAL void weierstrass_multiply_halves(weierstrass_point *p, limb *k,
                                               const weierstrass_domain *d);
WHIT_INTERNAL void weierstrass_multiply_whole(weierstrass_point *p, limb *k,
                                              const weierstrass_domain *d);
WHIT_INTERNAL void weierstrass_multiply_two_vartime_halves(weierstrass_point *r, const limb *u,
                                                           const limb *v,
                                                           const weierstrass_affine *q,
                                                           const weierstrass_domain *d);
WHIT_INTERNAL void weierstrass_multiply_two_vartime_whole(weierstrass_point *r, const limb *u,
                                                          const limb *v,
                                                          const weierstrass_affine *q,
                                                          const weierstrass_domain *d);
#endif

/* P = e P for any finite P, given by its affine coordinates in p->x and p->y, and an e of `bits`
 * bits; for public data only. */
WHIT_INTERNAL void weierstrass_multiply_vartime(weierstrass_point *p, const limb *e, size_t bits,
                                                const weierstrass_domain *d);

/* The affine coordinates of a finite point as plain numbers in p->x and p->y, in constant time. */
WHIT_INTERNAL void weierstrass_to_affine(weierstrass_point *p, const weierstrass_domain *d);

/* r = x^3 + a x + b. r is not x. */
WHIT_INTERNAL void weierstrass_right_side(limb *r, const limb *x, const weierstrass_domain *d);

/* r = a square root of a in the field of the coordinates. Returns all ones if there is one, else
 * zero. r is not a; variable time. */
WHIT_INTERNAL limb weierstrass_square_root(limb *r, const limb *a, const weierstrass_domain *d);

/* y of the point with the given x, both in the field's own form, whose plain value has the
 * given parity, 0 or 1. Returns whether there is one; variable time. */
WHIT_INTERNAL int weierstrass_lift(limb *y, const limb *x, limb parity,
                                   const weierstrass_domain *d);

/* Whether a point of the curve has the order n; variable time. */
WHIT_INTERNAL int weierstrass_has_order(const limb *x, const limb *y, const weierstrass_domain *d);

#if WHIT_HASH_TO_CURVE

/* The point of the curve that a field element is mapped to, in constant time. For a curve with a
 * map, which then is no twist. It is finite but for few elements of a curve with a cofactor. */
WHIT_INTERNAL void weierstrass_map(weierstrass_point *p, const limb *u, const whit_map *map,
                                   const weierstrass_domain *d);

/* P = the sum of what `count` elements are mapped to, 1 or 2, times the number that brings it into
 * the group of the base point: hash_to_curve and encode_to_curve [RFC 9380, 3] of count *
 * map->element_bytes uniform bytes, in constant time. Infinity for bytes that nobody knows. */
WHIT_INTERNAL void weierstrass_hash(weierstrass_point *p, const uint8_t *uniform, size_t count,
                                    const whit_map *map, const weierstrass_domain *d);

#endif

/* Read an uncompressed point and check it: the length, the prefix, both coordinates below the
 * prime, on the curve. Returns WHIT_OK or WHIT_ERROR_PUBLIC_KEY_...; variable time. */
WHIT_INTERNAL whit_status weierstrass_read_on_curve(limb *x, limb *y, const uint8_t *bytes,
                                                    size_t length, const weierstrass_domain *d);

/* weierstrass_read_on_curve, and check the order of the point. */
WHIT_INTERNAL whit_status weierstrass_read(limb *x, limb *y, const uint8_t *bytes, size_t length,
                                           const weierstrass_domain *d);

/* Read a compressed point; the order is not checked. */
WHIT_INTERNAL whit_status weierstrass_read_compressed(limb *x, limb *y, const uint8_t *bytes,
                                                      size_t length, const weierstrass_domain *d);
