/* SPDX-License-Identifier: MIT */
/* Keys of X25519, X448, Ed25519 and Ed448 in DER, as X.509, TLS and OpenSSL exchange them:
 *
 *     public    SubjectPublicKeyInfo                    [RFC 8410, 4]
 *     private   PrivateKeyInfo, "PKCS #8", version 1    [RFC 8410, 7; RFC 5958, 2]
 *
 * A key is a string of bytes; RFC 8037 calls a pair of them an octet key pair. The private key of
 * Ed25519 or Ed448 is the seed here, as in RFC 8032: whit_ed25519_key_pair makes of it the longer
 * private key that signing takes.
 *
 * These functions handle encodings and nothing else. What is read is DER in the strict sense:
 * shortest lengths, nothing missing, nothing trailing. Parameters are refused, and in PKCS #8
 * attributes, version 2 with its public key, and encryption. Time depends on lengths and public
 * data, never on the private key's value. Outputs may not overlap inputs. After
 * WHIT_ERROR_ARGUMENT, WHIT_ERROR_OVERLAP and the errors of lengths nothing was written; after
 * every other error the output is zero. */
#ifndef WHIT_OKP_DER_H
#define WHIT_OKP_DER_H

#include <stddef.h>
#include <stdint.h>
#include <whit/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a key is for. Its fields are private. */
typedef struct whit_okp {
    uint8_t key_bytes;
    uint8_t name;
} whit_okp;

extern const whit_okp whit_okp_x25519;
extern const whit_okp whit_okp_x448;
extern const whit_okp whit_okp_ed25519;
extern const whit_okp whit_okp_ed448;

/* The bytes of a key of n bytes in DER. */
#define WHIT_OKP_PUBLIC_DER_BYTES(n) ((n) + 12)
#define WHIT_OKP_PKCS8_BYTES(n) ((n) + 16)

/* Write a key. *der_length holds the capacity of `der` on entry, and the encoding's length on
 * return. The key has 32, 56 or 57 bytes. A private key's encoding is as secret as the key.
 *
 * Both return WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OUTPUT_LENGTH; WHIT_ERROR_OVERLAP; the first
 * WHIT_ERROR_PUBLIC_KEY_LENGTH, the second WHIT_ERROR_PRIVATE_KEY_LENGTH. [RFC 8410, 4 and 7] */
whit_status whit_okp_public_to_der(const whit_okp *type, uint8_t *der, size_t *der_length,
                                   const uint8_t *public_key, size_t public_key_length);
whit_status whit_okp_private_to_pkcs8(const whit_okp *type, uint8_t *der, size_t *der_length,
                                      const uint8_t *private_key, size_t private_key_length);

/* Read a key of exactly the bytes that its type has.
 *
 * Both return WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OUTPUT_LENGTH where the length is another;
 * WHIT_ERROR_OVERLAP; WHIT_ERROR_KEY_ENCODING; WHIT_ERROR_KEY_CURVE for a key of another type of
 * the four.
 * [RFC 8410, 4 and 7] */
whit_status whit_okp_public_from_der(const whit_okp *type, uint8_t *public_key,
                                     size_t public_key_length, const uint8_t *der,
                                     size_t der_length);
whit_status whit_okp_private_from_pkcs8(const whit_okp *type, uint8_t *private_key,
                                        size_t private_key_length, const uint8_t *der,
                                        size_t der_length);

#ifdef __cplusplus
}
#endif

#endif
