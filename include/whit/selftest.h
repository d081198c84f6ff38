/* SPDX-License-Identifier: MIT */
/* Self-tests, for programs that must show at start-up that their cryptography works, as
 * FIPS 140-3 asks: known answers, and the consistency of a key pair. Nothing runs by
 * itself: a program calls the tests of what it uses, links no others, and does not go
 * on when one returns anything but WHIT_OK.
 *
 * A curve's header declares its known answers, whit_<curve>_ecdh_answer and
 * whit_<curve>_ecdsa_answer, and functions with them filled in. The answers are
 * computed from curves/ by tools/known_answers.py, with arithmetic of its own.
 *
 * Every function returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_SELF_TEST when the
 * library gives another answer than the known one, an error included. o and f are the
 * bytes of the order and of a coordinate, as in key.h. [ISO/IEC 19790, 7.10; FIPS 140-3
 * IG, 10.3.A] */
#ifndef WHIT_SELFTEST_H
#define WHIT_SELFTEST_H

#include <stddef.h>
#include <stdint.h>
#include <whit/curve.h>
#include <whit/hash.h>
#include <whit/random.h>
#include <whit/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Known answer of a key agreement: a key pair, and the secret it shares with itself. */
typedef struct whit_ecdh_answer {
    const uint8_t *private_key; /* o bytes */
    const uint8_t *public_key;  /* 1 + 2 f bytes */
    const uint8_t *secret;      /* f bytes */
} whit_ecdh_answer;

/* Known answer of a signature. The nonce is that of RFC 6979, so that one answer serves
 * whether the nonce is derived or drawn. */
typedef struct whit_ecdsa_answer {
    const uint8_t *private_key; /* o bytes */
    const uint8_t *public_key;  /* 1 + 2 f bytes */
    const uint8_t *message;
    size_t message_length;
    const uint8_t *digest; /* of the message */
    size_t digest_length;
    const uint8_t *nonce;     /* o bytes of a random source that make the nonce */
    const uint8_t *signature; /* 2 o bytes */
} whit_ecdsa_answer;

/* Known answer of a hash: digest and HMAC of 200 bytes with the values 0 to 199; the key
 * of the HMAC is the first 32 of them. */
typedef struct whit_hash_answer {
    const uint8_t *digest;
    const uint8_t *mac;
} whit_hash_answer;

extern const whit_hash_answer whit_sha1_answer;
extern const whit_hash_answer whit_sha224_answer;
extern const whit_hash_answer whit_sha256_answer;
extern const whit_hash_answer whit_sha384_answer;
extern const whit_hash_answer whit_sha512_answer;
extern const whit_hash_answer whit_blake2s160_answer;
extern const whit_hash_answer whit_blake2s256_answer;

/* Agree on the known secret. Covers whit_ecdh. */
whit_status whit_selftest_ecdh(const whit_curve *curve, const whit_ecdh_answer *answer);

/* Make the known signature of the message. Covers whit_ecdsa_sign. */
whit_status whit_selftest_sign(const whit_curve *curve, const whit_base *base,
                               const whit_hash *hash, const whit_ecdsa_answer *answer);

/* Make the known signature of the digest with the known nonce. Covers
 * whit_ecdsa_sign_digest. */
whit_status whit_selftest_sign_digest(const whit_curve *curve, const whit_base *base,
                                      const whit_ecdsa_answer *answer);

/* Accept the known signature and refuse it with one bit changed. Cover whit_ecdsa_verify
 * and whit_ecdsa_verify_digest. */
whit_status whit_selftest_verify(const whit_curve *curve, const whit_hash *hash,
                                 const whit_ecdsa_answer *answer);
whit_status whit_selftest_verify_digest(const whit_curve *curve, const whit_ecdsa_answer *answer);

/* Check that a public key belongs to a private key by computing it again; for pairs that
 * were generated, read or received. Time does not depend on the private key, only on
 * whether it is valid. Returns also WHIT_ERROR_PRIVATE_KEY_LENGTH or _RANGE.
 * [SP 800-56A rev. 3, 5.6.2.1.4] */
whit_status whit_selftest_key_pair(const whit_curve *curve, const whit_base *base,
                                   const uint8_t *private_key, size_t private_key_length,
                                   const uint8_t *public_key, size_t public_key_length);

/* Check the same by signing with the one and verifying with the other, which FIPS 140-3
 * asks for pairs that sign. Returns what whit_selftest_key_pair returns. */
whit_status whit_selftest_signing_key_pair(const whit_curve *curve, const whit_base *base,
                                           const whit_hash *hash, const uint8_t *private_key,
                                           size_t private_key_length, const uint8_t *public_key,
                                           size_t public_key_length);

/* Hash and authenticate the known bytes. */
whit_status whit_selftest_hash(const whit_hash *hash, const whit_hash_answer *answer);

/* Draw twice 32 bytes and refuse a source that is stuck: the same bytes twice, or one
 * value throughout. A health test of the noise itself is the source's own business
 * [SP 800-90B, 4.4]. Returns also WHIT_ERROR_RANDOM_MISSING or _FAILED. */
whit_status whit_selftest_random(const whit_random *random);

#ifdef __cplusplus
}
#endif

#endif
