/* SPDX-License-Identifier: MIT */
/* The one interface between the harness and a library.
 *
 * A library implements in peers/<name>/adapter.c the functions its peer.toml lists
 * under `operations`; an image calls only those it was built for, and the linker drops
 * the rest. So that every library does equal work:
 *
 *   - integers are big-endian and as long as the field's prime or the order; a public
 *     key is x || y (no prefix), a signature r || s, a digest that of the curve's hash;
 *   - public keys that come from outside are validated before they are used;
 *   - random bytes come from harness_random and nowhere else;
 *   - each function returns 0 when the library succeeded or accepted, 1 otherwise.
 *
 * An image is for one curve. The build defines its name, WHIT_LAB_CURVE, the bytes of
 * its field, order and hash, and WHIT_LAB_ECDSA, which is 0 where it has no ECDSA. */
#ifndef WHIT_LAB_ADAPTER_H
#define WHIT_LAB_ADAPTER_H

#include <stddef.h>
#include <stdint.h>

#if !defined(WHIT_LAB_FIELD_BYTES) || !defined(WHIT_LAB_ORDER_BYTES) || \
    !defined(WHIT_LAB_DIGEST_BYTES)
#error "the build defines the sizes of the image's curve"
#endif

#define ADAPTER_PRIVATE_KEY_BYTES WHIT_LAB_ORDER_BYTES
#define ADAPTER_PUBLIC_KEY_BYTES (2 * WHIT_LAB_FIELD_BYTES)
#define ADAPTER_COMPRESSED_BYTES (1 + WHIT_LAB_FIELD_BYTES)
#define ADAPTER_SECRET_BYTES WHIT_LAB_FIELD_BYTES
#define ADAPTER_DIGEST_BYTES WHIT_LAB_DIGEST_BYTES
#define ADAPTER_SIGNATURE_BYTES (2 * WHIT_LAB_ORDER_BYTES)

/* A name of the image's curve: ADAPTER_CURVE(whit_, _keygen) is whit_secp256r1_keygen. */
#define ADAPTER_CURVE(before, after) ADAPTER_PASTE(before, WHIT_LAB_CURVE, after)
#define ADAPTER_PASTE(before, curve, after) ADAPTER_PASTE_EXPANDED(before, curve, after)
#define ADAPTER_PASTE_EXPANDED(before, curve, after) before##curve##after

/* Make a key pair. */
int adapter_keygen(uint8_t *private_key, uint8_t *public_key);

/* The x-coordinate of private_key times public_key. */
int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key);

/* ECDSA of a digest, the nonce drawn from harness_random. */
int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest);

/* ECDSA of a message: the curve's hash, the nonce of RFC 6979. */
int adapter_sign_message(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                         size_t length);

/* ECDSA verification of a digest's signature. */
int adapter_verify(const uint8_t *public_key, const uint8_t *digest, const uint8_t *signature);

/* Is this a point of the curve? */
int adapter_validate(const uint8_t *public_key);

/* From 02 or 03 || x to x || y; a result is on the curve. */
int adapter_decompress(uint8_t *public_key, const uint8_t *compressed);

#endif
