/* SPDX-License-Identifier: MIT */
/* The one interface between the harness and a library.
 *
 * A library implements in peers/<name>/adapter.c the functions its peer.toml lists
 * under `operations`; an image calls only those it was built for, and the linker drops
 * the rest. So that every library does equal work:
 *
 *   - integers are big-endian and as long as the field's prime or the order; a public
 *     key is x || y (no prefix), a signature r || s, a digest that of the curve's hash;
 *   - on curve25519 keys are as in RFC 7748, on other curves of its kind as in Whit's header of
 *     the curve, for example include/whit/m221.h; on ed25519 public keys and signatures are as
 *     in RFC 8032, and a private key is its seed and then the public key, so that signing
 *     need not compute that one again; on hydrogen25519 they are libhydrogen's, as long as these;
 *   - BLS signatures are points x || y of the curve, their public keys points of the pairing's
 *     second group, whose coordinates are numbers of the prime's field, the real part first, as
 *     lab/towers.py has them; messages are hashed to the curve as peer.toml says;
 *   - public keys that come from outside are validated before they are used;
 *   - random bytes come from harness_random and nowhere else;
 *   - each function returns 0 when the library succeeded or accepted, 1 otherwise.
 *
 * An image is for one curve. The build defines its name, WHIT_LAB_CURVE, the bytes of
 * its field, order, hash and keys, WHIT_LAB_ECDSA, which is 0 where it has no ECDSA,
 * WHIT_LAB_EDDSA, which is 1 where signatures are EdDSA's or libhydrogen's, of a message,
 * WHIT_LAB_AGREEMENT, which is 1 on curves of X25519's kind without a standard,
 * WHIT_LAB_BLS, which is 1 in an image for BLS signatures and for nothing else, with
 * WHIT_LAB_BLS_TAG, the tag of peer.toml, and WHIT_LAB_FIELD_BITS, the bits of the prime,
 * WHIT_LAB_SIGN_HEDGED, WHIT_LAB_SIGN_CHECKED, WHIT_LAB_VERIFY_MESSAGE_HARDENED,
 * WHIT_LAB_ARITHMETIC, WHIT_LAB_SHOW, WHIT_LAB_HASH_TO_CURVE and WHIT_LAB_BLS_PREPARED in images
 * for these, and WHIT_LAB_BATCH, which in an image for batches and aggregates is how many
 * signatures one has. */
#ifndef WHIT_LAB_ADAPTER_H
#define WHIT_LAB_ADAPTER_H

#include <stddef.h>
#include <stdint.h>

#if !defined(WHIT_LAB_FIELD_BYTES) || !defined(WHIT_LAB_ORDER_BYTES) ||        \
    !defined(WHIT_LAB_DIGEST_BYTES) || !defined(WHIT_LAB_PRIVATE_KEY_BYTES) || \
    !defined(WHIT_LAB_PUBLIC_KEY_BYTES) || !defined(WHIT_LAB_EDDSA)
#error "the build defines the sizes of the image's curve"
#endif

#define ADAPTER_PRIVATE_KEY_BYTES WHIT_LAB_PRIVATE_KEY_BYTES
#define ADAPTER_PUBLIC_KEY_BYTES WHIT_LAB_PUBLIC_KEY_BYTES
#define ADAPTER_COMPRESSED_BYTES (1 + WHIT_LAB_FIELD_BYTES)
#define ADAPTER_SECRET_BYTES WHIT_LAB_FIELD_BYTES
#define ADAPTER_DIGEST_BYTES WHIT_LAB_DIGEST_BYTES
#if WHIT_LAB_BLS
#define ADAPTER_SIGNATURE_BYTES (2 * WHIT_LAB_FIELD_BYTES)
#else
#define ADAPTER_SIGNATURE_BYTES (2 * WHIT_LAB_ORDER_BYTES)
#endif

/* A name of the image's curve: ADAPTER_CURVE(whit_, _keygen) is whit_secp256r1_keygen. */
#define ADAPTER_CURVE(before, after) ADAPTER_PASTE(before, WHIT_LAB_CURVE, after)
#define ADAPTER_PASTE(before, curve, after) ADAPTER_PASTE_EXPANDED(before, curve, after)
#define ADAPTER_PASTE_EXPANDED(before, curve, after) before##curve##after

/* Set the library up, as a program does once after start-up: its cycles are no
 * operation's, its stack and memory are. Only for libraries that need it. */
__attribute__((weak)) int adapter_prepare(void);

/* Make a key pair. */
int adapter_keygen(uint8_t *private_key, uint8_t *public_key);

/* The x-coordinate of private_key times public_key. Where signatures are EdDSA's: X25519,
 * with the keys of curve25519. */
int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key);

#if WHIT_LAB_EDDSA
/* EdDSA of a message. */
int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                 size_t length);

/* The same, made twice and verified before it is put out. */
int adapter_sign_checked(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                         size_t length);

/* EdDSA verification of a message's signature. */
int adapter_verify(const uint8_t *public_key, const uint8_t *message, size_t length,
                   const uint8_t *signature);

#if WHIT_LAB_BATCH
/* The same of WHIT_LAB_BATCH signatures at once: keys, messages and signatures one after the
 * other, and of each as many bytes; `length` is that of all messages together. */
int adapter_verify_batch(const uint8_t *public_keys, const uint8_t *messages, size_t length,
                         const uint8_t *signatures);
#endif
#else
/* ECDSA of a digest, the nonce drawn from harness_random. */
int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest);

/* ECDSA of a digest, the nonce of RFC 6979, made twice and verified before it is put out. */
int adapter_sign_checked(uint8_t *signature, const uint8_t *private_key, const uint8_t *public_key,
                         const uint8_t *digest);

/* ECDSA verification of a digest's signature. */
int adapter_verify(const uint8_t *public_key, const uint8_t *digest, const uint8_t *signature);
#endif

/* ECDSA of a message: the curve's hash, the nonce of RFC 6979. */
int adapter_sign_message(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                         size_t length);

/* The same, or EdDSA of a message, with bytes of harness_random mixed into the nonce: as many as
 * the digest has by RFC 6979, 3.6, or as a seed has. */
int adapter_sign_hedged(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                        size_t length);

/* Is this a point of the curve? */
int adapter_validate(const uint8_t *public_key);

/* From 02 or 03 || x to x || y; a result is on the curve. */
int adapter_decompress(uint8_t *public_key, const uint8_t *compressed);

/* As adapter_verify, by a function that is made to withstand faults. */
int adapter_verify_hardened(const uint8_t *public_key, const uint8_t *digest,
                            const uint8_t *signature);

/* The same of a message, which the function hashes. */
int adapter_verify_message_hardened(const uint8_t *public_key, const uint8_t *message,
                                    size_t length, const uint8_t *signature);

/* The digest of a message by the curve's hash. */
int adapter_hash(uint8_t *digest, const uint8_t *message, size_t length);

#ifdef WHIT_LAB_ARITHMETIC
/* Arithmetic that a library offers to those who build protocols, on numbers as it has them: the
 * harness calls adapter_operands before an operation and adapter_result after it, and measures
 * neither. With x and y the public key's coordinates, p the field's prime, whose bytes are
 * WHIT_LAB_PRIME, and k the private key: x + y, x y, x^k and 1 / x modulo p; the public key plus
 * the base point, and k times the public key, in any coordinates. The result is a number, or the
 * point's affine x. On integers, which are no curve, p is any odd number of that many bytes, and x,
 * y and k are below it. */
int adapter_operands(const uint8_t *private_key, const uint8_t *public_key);
int adapter_mod_add(void);
int adapter_mod_mul(void);
int adapter_mod_exp(void);
int adapter_mod_inv(void);
int adapter_mod_inv_vartime(void);
int adapter_point_add(void);
int adapter_point_mul(void);
int adapter_result(uint8_t *secret);
#endif

#ifdef WHIT_LAB_SHOW
/* Credentials by MACwBB with one attribute: the harness calls adapter_operands before, which is not
 * measured, and makes the credential. The issuer's key is the private key and the public key's y
 * modulo the order, the attribute its x. A showing, with the attribute hidden and the digest as the
 * nonce, is its point, compressed; its challenge and first response, where a signature stands; and
 * the second response, at the beginning of the message. */
int adapter_operands(const uint8_t *private_key, const uint8_t *public_key);
int adapter_show(uint8_t *compressed, uint8_t *signature, uint8_t *message, const uint8_t *digest);
int adapter_verify_show(const uint8_t *compressed, const uint8_t *signature, const uint8_t *message,
                        const uint8_t *digest);
#endif

#ifdef WHIT_LAB_HASH_TO_CURVE
/* Hash a message to a point by the suite of RFC 9380 for the curve that ends in _RO_, with this
 * tag. The point is encoded as a public key is. */
#define ADAPTER_HASH_TO_CURVE_TAG "WHIT-LAB-V01-hash_to_curve"
int adapter_hash_to_curve(uint8_t *public_key, const uint8_t *message, size_t length);
#endif

#if WHIT_LAB_BLS
/* Make a key pair, the public key in the second group. */
int adapter_bls_keygen(uint8_t *private_key, uint8_t *public_key);

/* The private key times what a message is hashed to. */
int adapter_bls_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                     size_t length);

/* Verification by pairings. */
int adapter_bls_verify(const uint8_t *public_key, const uint8_t *message, size_t length,
                       const uint8_t *signature);

#if WHIT_LAB_BATCH
/* Of WHIT_LAB_BATCH signatures: keys, messages and signatures one after the other, and of each as
 * many bytes; `length` is that of all messages together. First the sum of signatures, of which
 * `secret` gets the x; then verification of such a sum, of as many messages or of one; and of
 * signatures at once, by random weights. */
int adapter_bls_aggregate(uint8_t *secret, const uint8_t *signatures);
int adapter_bls_aggregate_verify(const uint8_t *public_keys, const uint8_t *messages, size_t length,
                                 const uint8_t *signature);
int adapter_bls_fast_aggregate_verify(const uint8_t *public_keys, const uint8_t *message,
                                      size_t length, const uint8_t *signature);
int adapter_bls_verify_batch(const uint8_t *public_keys, const uint8_t *messages, size_t length,
                             const uint8_t *signatures);
#endif

#ifdef WHIT_LAB_BLS_PREPARED
/* The harness calls adapter_operands before, which is not measured and prepares the key. */
int adapter_operands(const uint8_t *public_key);
int adapter_bls_verify_prepared(const uint8_t *message, size_t length, const uint8_t *signature);
#endif
#endif

#endif
