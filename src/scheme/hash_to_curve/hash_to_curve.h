/* SPDX-License-Identifier: MIT */
/* Messages hashed to points of a curve, for oblivious pseudorandom functions,
 * password-authenticated key exchange, verifiable random functions and the like. [RFC 9380]
 *
 *     static const uint8_t tag[] = "MyApp-V01-CS02-with-P256_XMD:SHA-256_SSWU_RO_";
 *     uint8_t point[WHIT_SECP256R1_POINT_BYTES];
 *     status = whit_secp256r1_hash_to_curve(point, message, message_length, tag, sizeof tag - 1);
 *
 * The curves are those with a suite in RFC 9380, 8: secp256r1, secp384r1, secp521r1, secp256k1 and
 * bls12_381, for its first group; and all others that have pairings, with suites whose names
 * follow the standard's pattern, such as BN254G1_XMD:SHA-256_SVDW_RO_. Of curves with a cofactor
 * points are in the base point's group. The headers of Edwards curves that are called after this
 * one have those of edwards25519, curve25519, edwards448 and curve448. The header of a curve has
 * both functions with its objects filled in, and the suites' names, which belong into the tag:
 * WHIT_<CURVE>_HASH_TO_CURVE and WHIT_<CURVE>_ENCODE_TO_CURVE. Programs that choose a curve at run
 * time call the functions below.
 *
 * The tag names protocol and suite [RFC 9380, 3.1]: two protocols have different ones. It has at
 * least 16 bytes where it can; one of more than 255 is hashed first, and one without bytes is
 * refused.
 *
 * A point is written uncompressed, as whit_point_decode, or a function that takes a public key,
 * reads it: 1 + 2 f bytes, big-endian, where f is whit_curve_field_bytes(curve). Messages are
 * secret: time depends on the curve and on lengths, and what was computed with is wiped. Inputs
 * may be NULL where they have no bytes. The output overlaps neither input; after an error it is
 * zero.
 *
 * Both functions return WHIT_OK; WHIT_ERROR_ARGUMENT for a NULL; WHIT_ERROR_OUTPUT_LENGTH;
 * WHIT_ERROR_OVERLAP; WHIT_ERROR_TAG_LENGTH for a tag without bytes; WHIT_ERROR_PUBLIC_KEY_INFINITY
 * for a message that is hashed to the point at infinity: nobody knows one. */
#ifndef WHIT_HASH_TO_CURVE_H
#define WHIT_HASH_TO_CURVE_H

#include <whit/curve.h>
#include <whit/expand_message.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Hash to a point that is uniform, as if drawn at random, for whoever does not know the message:
 * suites that end in _RO_. `map` and `hash` are those of the curve's suite, such as
 * whit_secp256r1_map and whit_sha256. [RFC 9380, 3, hash_to_curve] */
whit_status whit_hash_to_curve(const whit_curve *curve, const whit_map *map, const whit_hash *hash,
                               uint8_t *point, size_t point_length, const uint8_t *message,
                               size_t message_length, const uint8_t *tag, size_t tag_length);

/* The same in half of the time, to about half of the points, some of them twice as likely as
 * others: suites that end in _NU_, where the protocol asks for such a one. [RFC 9380, 3,
 * encode_to_curve] */
whit_status whit_encode_to_curve(const whit_curve *curve, const whit_map *map,
                                 const whit_hash *hash, uint8_t *point, size_t point_length,
                                 const uint8_t *message, size_t message_length, const uint8_t *tag,
                                 size_t tag_length);

#ifdef __cplusplus
}
#endif

#endif
