/* SPDX-License-Identifier: MIT */
/* MACwBB: anonymous credentials by an algebraic message authentication code. An issuer certifies
 * attributes; who holds the credential shows that it has one, discloses of the attributes what it
 * chooses, and nothing else: two showings have nothing in common. Who verifies has the issuer's
 * key. It takes no pairing. [CDDH19]
 *
 *     key            x0, x1, ... xn, and the issuer's parameters Xi = xi G
 *     credential     S = 1 / (x0 + m1 x1 + ... + mn xn) G for attributes mi, and Si = xi S
 *     proof          of issuance: the discrete logarithm of Si to S is that of Xi to G
 *     showing        r S, a challenge, a response for r and for each hidden attribute
 *
 * A protocol is: whit_macwbb_keygen once; whit_macwbb_issue by the issuer and whit_macwbb_accept by
 * the holder; then, each time, a nonce from the verifier, whit_macwbb_show and
 * whit_macwbb_verify_show. doc/macwbb.md has the bytes that are hashed, and what a protocol has to
 * see to: a nonce is fresh and taken once, or else showings can be replayed.
 *
 * Byte order: big-endian. In sizes, n is the number of attributes, h that of hidden ones, o
 * whit_curve_order_bytes(curve) and f whit_curve_field_bytes(curve); the header of a curve has
 * these functions with the curve, its base point's table and its hash filled in.
 *
 *     attributes     n o bytes, n of 1 to 32: numbers below the order
 *     key            (1 + n) o bytes
 *     parameters     (1 + n) (1 + f) bytes: compressed points
 *     credential     (1 + n) (1 + 2 f) bytes: S, S1, ... Sn, not compressed
 *     proof          2 o bytes
 *     showing        1 + f + (2 + h) o bytes
 *     disclosed      bit i - 1 is set if the attribute i is disclosed
 *
 * Keys, attributes, credentials and what is drawn are secret: time depends on lengths, on
 * `disclosed`, and on what is returned; on curves with a cofactor a holder's time may depend on the
 * points of its credential. Parameters, proofs, showings, nonces and disclosed attributes are
 * public. What a function computed with is wiped. After an error outputs are zero, unless it is
 * ARGUMENT, OVERLAP or one of lengths, which leave them as they are.
 *
 * Every function returns WHIT_OK; WHIT_ERROR_ARGUMENT for a NULL; WHIT_ERROR_OVERLAP;
 * WHIT_ERROR_OUTPUT_LENGTH; WHIT_ERROR_PRIVATE_KEY_LENGTH for a key, WHIT_ERROR_PUBLIC_KEY_LENGTH
 * for parameters and credentials and WHIT_ERROR_SIGNATURE_LENGTH for proofs and showings of another
 * length; WHIT_ERROR_ATTRIBUTES for none, too many or no whole number of attributes, or where
 * `disclosed` names one that is not there; WHIT_ERROR_PRIVATE_KEY_RANGE for a key with a number
 * that is zero or not below the order; WHIT_ERROR_INTEGER_RANGE for another number that is not
 * below it; WHIT_ERROR_PUBLIC_KEY_... as whit_point_decode; and what it names. */
#ifndef WHIT_MACWBB_H
#define WHIT_MACWBB_H

#include <stddef.h>
#include <stdint.h>
#include <whit/curve.h>
#include <whit/hash.h>
#include <whit/random.h>
#include <whit/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WHIT_MACWBB_MOST_ATTRIBUTES 32

/* The sizes above, for n or h attributes and the sizes of a curve: WHIT_<CURVE>_SCALAR_BYTES and
 * WHIT_<CURVE>_COMPRESSED_KEY_BYTES and _PUBLIC_KEY_BYTES. */
#define WHIT_MACWBB_KEY_BYTES(scalar, n) ((1 + (size_t)(n)) * (scalar))
#define WHIT_MACWBB_PARAMETERS_BYTES(compressed, n) ((1 + (size_t)(n)) * (compressed))
#define WHIT_MACWBB_CREDENTIAL_BYTES(point, n) ((1 + (size_t)(n)) * (point))
#define WHIT_MACWBB_SHOWING_BYTES(compressed, scalar, h) \
    ((compressed) + (2 + (size_t)(h)) * (scalar))

/* Make a key and the issuer's parameters; the length of the key says for how many attributes.
 * Returns also WHIT_ERROR_RANDOM_MISSING, _FAILED or _STUCK. */
whit_status whit_macwbb_keygen(const whit_curve *curve, const whit_base *base, uint8_t *key,
                               size_t key_length, uint8_t *parameters, size_t parameters_length,
                               const whit_random *random);

/* Issue a credential, and the proof of it. Returns also WHIT_ERROR_NOT_INVERTIBLE where
 * x0 + m1 x1 + ... + mn xn is zero, and WHIT_ERROR_RANDOM_... as above. */
whit_status whit_macwbb_issue(const whit_curve *curve, const whit_base *base, const whit_hash *hash,
                              uint8_t *credential, size_t credential_length, uint8_t *proof,
                              size_t proof_length, const uint8_t *key, size_t key_length,
                              const uint8_t *parameters, size_t parameters_length,
                              const uint8_t *attributes, size_t attributes_length,
                              const whit_random *random);

/* Check that a credential is of these attributes, by the issuer with these parameters, as every
 * holder should before it shows one. Returns also WHIT_ERROR_PROOF. */
whit_status whit_macwbb_accept(const whit_curve *curve, const whit_base *base,
                               const whit_hash *hash, const uint8_t *credential,
                               size_t credential_length, const uint8_t *proof, size_t proof_length,
                               const uint8_t *parameters, size_t parameters_length,
                               const uint8_t *attributes, size_t attributes_length);

/* Verify, with the key, the code itself: that (x0 + m1 x1 + ... + mn xn) S is G and that Si is xi
 * S. Returns also WHIT_ERROR_PROOF. */
whit_status whit_macwbb_verify(const whit_curve *curve, const uint8_t *credential,
                               size_t credential_length, const uint8_t *key, size_t key_length,
                               const uint8_t *attributes, size_t attributes_length);

/* Show a credential, to a verifier who gave this nonce. Returns also WHIT_ERROR_RANDOM_... */
whit_status whit_macwbb_show(const whit_curve *curve, const whit_base *base, const whit_hash *hash,
                             uint8_t *showing, size_t showing_length, const uint8_t *credential,
                             size_t credential_length, const uint8_t *parameters,
                             size_t parameters_length, const uint8_t *attributes,
                             size_t attributes_length, uint32_t disclosed, const uint8_t *nonce,
                             size_t nonce_length, const whit_random *random);

/* Verify, with the key, a showing for this nonce. Of `attributes` those that are disclosed are
 * read; what stands in place of the others has no meaning. Returns also WHIT_ERROR_PROOF. */
whit_status whit_macwbb_verify_show(const whit_curve *curve, const whit_base *base,
                                    const whit_hash *hash, const uint8_t *showing,
                                    size_t showing_length, const uint8_t *key, size_t key_length,
                                    const uint8_t *parameters, size_t parameters_length,
                                    const uint8_t *attributes, size_t attributes_length,
                                    uint32_t disclosed, const uint8_t *nonce, size_t nonce_length);

#ifdef __cplusplus
}
#endif

#endif
