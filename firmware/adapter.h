/* SPDX-License-Identifier: MIT */
/* The one interface between the harness and a library.
 *
 * A library implements in peers/<name>/adapter.c the functions its peer.toml lists
 * under `operations`; an image calls only those it was built for, and the linker drops
 * the rest. So that every library does equal work:
 *
 *   - integers are big-endian; a public key is x || y (64 bytes, no prefix), a
 *     signature r || s (64 bytes), a digest 32 bytes;
 *   - public keys that come from outside are validated before they are used;
 *   - random bytes come from harness_random and nowhere else;
 *   - each function returns 0 when the library succeeded or accepted, 1 otherwise.
 *
 * Curve: secp256r1. */
#ifndef WHIT_LAB_ADAPTER_H
#define WHIT_LAB_ADAPTER_H

#include <stddef.h>
#include <stdint.h>

#define ADAPTER_PRIVATE_KEY_BYTES 32
#define ADAPTER_PUBLIC_KEY_BYTES 64
#define ADAPTER_COMPRESSED_BYTES 33
#define ADAPTER_SECRET_BYTES 32
#define ADAPTER_DIGEST_BYTES 32
#define ADAPTER_SIGNATURE_BYTES 64

/* Make a key pair. */
int adapter_keygen(uint8_t *private_key, uint8_t *public_key);

/* The x-coordinate of private_key times public_key. */
int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key);

/* ECDSA of a digest, the nonce drawn from harness_random. */
int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest);

/* ECDSA of a message: SHA-256, the nonce of RFC 6979. */
int adapter_sign_message(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                         size_t length);

/* ECDSA verification of a digest's signature. */
int adapter_verify(const uint8_t *public_key, const uint8_t *digest, const uint8_t *signature);

/* Is this a point of the curve? */
int adapter_validate(const uint8_t *public_key);

/* From 02 or 03 || x to x || y; a result is on the curve. */
int adapter_decompress(uint8_t *public_key, const uint8_t *compressed);

#endif
