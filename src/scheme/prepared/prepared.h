/* SPDX-License-Identifier: MIT */
/* ECDSA with public keys that are prepared, on short Weierstrass curves: for gateways that verify
 * many signatures by the same keys, and for firmware that knows its signer. They need a library
 * built with WHIT_PREPARED=1, in profile balanced or fast: profile small has no table of the base
 * point.
 *
 *     static WHIT_SPACE(WHIT_PREPARED_BYTES(SECP256R1, 16)) sensor;
 *     status = whit_secp256r1_prepare_public_key(&sensor, sizeof sensor, public_key, 65);
 *     ...
 *     status = whit_secp256r1_verify_prepared(&sensor, sizeof sensor, message, message_length,
 *                                             signature, 64);
 *
 * A prepared key is a table of multiples of the public key, a comb [Ham12], in memory of the
 * caller's, whose size is the caller's choice: the more points, the fewer additions. Verification
 * accepts and refuses exactly what it does with the key itself. The table is neither secret nor
 * wiped. It may be copied to another place that is aligned as a uint64_t, and serves there. It
 * belongs to the build that made it: another limb width has another form of numbers.
 *
 * Everything here is public, and takes variable time. Who can write to a table can replace its key:
 * a table is to be kept as safe as the public key itself. */
#ifndef WHIT_PREPARED_H
#define WHIT_PREPARED_H

#include <stddef.h>
#include <stdint.h>
#include <whit/curve.h>
#include <whit/hash.h>
#include <whit/space.h>
#include <whit/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The bytes of a prepared key of so many points, at least 1, of a curve by the name that its macros
 * have: WHIT_PREPARED_BYTES(SECP256R1, 16) is 1,048. Of curves of 256 bits 16 points take 1 kB and
 * 64 points 4 kB. WHIT_PREPARED_BYTES_OF takes the bytes of a coordinate, for programs that
 * choose their curve when they run: whit_curve_field_bytes. */
#define WHIT_PREPARED_BYTES(CURVE, points) \
    WHIT_PREPARED_BYTES_OF(WHIT_##CURVE##_SHARED_SECRET_BYTES, points)
#define WHIT_PREPARED_BYTES_OF(field_bytes, points) \
    (24 + 2 * WHIT_NUMBER_BYTES(8 * (field_bytes)) * (points))

/* Prepare an uncompressed public key, which is validated as whit_key_validate_public does it. Of as
 * many points as `prepared_length` bytes have room for, the comb is taken that verifies in the
 * fewest products; some bytes may be left over. `prepared` is aligned as a uint64_t, as WHIT_SPACE
 * is, and may not overlap the key. For up to 64 points it takes less than two verifications, and
 * more stack than one. Variable time.
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT, for an address that is not aligned too;
 * WHIT_ERROR_OUTPUT_LENGTH where there is no room for one point; WHIT_ERROR_OVERLAP; and
 * with `prepared` zeroed what whit_key_validate_public returns. */
whit_status whit_ecdsa_prepare_public_key(const whit_curve *curve, const whit_base *base,
                                          void *prepared, size_t prepared_length,
                                          const uint8_t *public_key, size_t public_key_length);

/* Verify the signature of a message, or of its digest, with a prepared key in place of a public
 * key: whit_ecdsa_verify and whit_ecdsa_verify_digest say what is accepted. `prepared_length` is
 * that of the memory, which may be longer than it was when the key was prepared. Variable time.
 *
 * A table is checked by two sums over all of its bytes and over the curve's constants: one that was
 * not prepared or is for another curve, one that is cut off, and one in which a number has changed
 * or two have changed places is refused. It is no check against tables that somebody made
 * for it: a table with the right sums is used as it is. With one that is wrong and not told, a good
 * signature is refused, or one by the key that the table is for is accepted.
 *
 * Returns what whit_ecdsa_verify returns but for errors of the public key; WHIT_ERROR_MIXED for a
 * table that is refused. */
whit_status whit_ecdsa_verify_prepared(const whit_curve *curve, const whit_base *base,
                                       const whit_hash *hash, const void *prepared,
                                       size_t prepared_length, const uint8_t *message,
                                       size_t message_length, const uint8_t *signature,
                                       size_t signature_length);
whit_status whit_ecdsa_verify_digest_prepared(const whit_curve *curve, const whit_base *base,
                                              const void *prepared, size_t prepared_length,
                                              const uint8_t *digest, size_t digest_length,
                                              const uint8_t *signature, size_t signature_length);

/* A signature with its prepared key, which others may share, and its message, which may be NULL
 * when it has no bytes, or the digest of its message. */
typedef struct whit_ecdsa_signed {
    const void *prepared;
    size_t prepared_length;
    const uint8_t *message;
    size_t message_length;
    const uint8_t *signature;
    size_t signature_length;
} whit_ecdsa_signed;

/* Verify `count` signatures of messages, or of their digests, for gateways: each by itself, with
 * the answer that the functions above give. None is good or bad by what the others are, and what is
 * wrong with one says nothing of the next. They take less time together: groups of eight share an
 * inversion, and of secp256r1 on x86-64 with AVX-512 IFMA they go through the rest at once
 * (doc/prepared.md). Without a signature the answer is WHIT_OK.
 *
 * `statuses` is NULL or takes `count` statuses, each signature's own, and may overlap nothing that
 * is read. Variable time: all is public. Stack does not grow with the count: on curves of 256 bits
 * it is 1.5 kB deeper than above, and up to 6 kB where signatures go at once.
 *
 * Returns WHIT_OK when all are good; WHIT_ERROR_ARGUMENT and WHIT_ERROR_OVERLAP, and then writes no
 * statuses; else the status of the first that is not good, which may be WHIT_ERROR_ARGUMENT too. */
whit_status whit_ecdsa_verify_prepared_many(const whit_curve *curve, const whit_base *base,
                                            const whit_hash *hash, whit_status *statuses,
                                            const whit_ecdsa_signed *given, size_t count);
whit_status whit_ecdsa_verify_digest_prepared_many(const whit_curve *curve, const whit_base *base,
                                                   whit_status *statuses,
                                                   const whit_ecdsa_signed *given, size_t count);

#ifdef __cplusplus
}
#endif

#endif
