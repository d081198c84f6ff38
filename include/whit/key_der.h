/* SPDX-License-Identifier: MIT */
/* Keys in DER, as X.509, TLS and OpenSSL exchange them:
 *
 *     public    SubjectPublicKeyInfo                       [RFC 5480, 2]
 *     private   ECPrivateKey, "SEC 1"                      [SEC 1, C.4; RFC 5915, 3]
 *               PrivateKeyInfo, "PKCS #8", version 1       [RFC 5208, 5; RFC 5958, 2]
 *
 * With f = whit_curve_field_bytes(curve) and o = whit_curve_order_bytes(curve), a
 * private key has o bytes, a public key 1 + 2 f (04 || x || y) or, compressed, 1 + f.
 *
 * These functions handle encodings and nothing else. They do not check that a private key is in
 * range, that a public key is on its curve, or that the two belong together. Every function that
 * uses a key validates it; whit_key_validate_private and whit_key_validate_public do nothing else;
 * whit_key_decompress takes the compressed form.
 *
 * What is read is DER in the strict sense: shortest lengths, nothing missing, nothing
 * trailing. Curves are named: explicit parameters are refused. So are attributes,
 * version 2 and encryption in PKCS #8, hybrid points and the point at infinity.
 *
 * `oid` names the curve, such as &whit_secp256r1_oid; it has to be that of `curve`.
 * Time depends on lengths and public data, never on the private key's value. Outputs
 * may overlap neither inputs nor each other. After WHIT_ERROR_ARGUMENT,
 * WHIT_ERROR_OVERLAP and WHIT_ERROR_OUTPUT_LENGTH nothing was written; after every
 * other error the outputs are zero, and the lengths written through pointers too. */
#ifndef WHIT_KEY_DER_H
#define WHIT_KEY_DER_H

#include <stddef.h>
#include <stdint.h>
#include <whit/curve.h>
#include <whit/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A capacity that is enough for a key in DER, in any of these forms. */
#define WHIT_KEY_DER_BYTES(order_bytes, field_bytes) ((order_bytes) + 2 * (field_bytes) + 55)

/* Write a SubjectPublicKeyInfo.
 *
 * der                   output
 * der_length            its capacity on entry, the encoding's length on return
 * public_key            1 + 2 f or 1 + f bytes; written as it is
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OUTPUT_LENGTH;
 * WHIT_ERROR_OVERLAP; WHIT_ERROR_PUBLIC_KEY_LENGTH or _PREFIX. [RFC 5480, 2] */
whit_status whit_key_public_to_der(const whit_curve *curve, const whit_oid *oid, uint8_t *der,
                                   size_t *der_length, const uint8_t *public_key,
                                   size_t public_key_length);

/* Read a SubjectPublicKeyInfo.
 *
 * public_key            output: the key as it is there, compressed or not
 * public_key_length     its capacity on entry, the key's length on return; 1 + 2 f is
 *                       always enough
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OUTPUT_LENGTH;
 * WHIT_ERROR_OVERLAP; WHIT_ERROR_KEY_ENCODING; WHIT_ERROR_KEY_CURVE.
 * [RFC 5480, 2] */
whit_status whit_key_public_from_der(const whit_curve *curve, const whit_oid *oid,
                                     uint8_t *public_key, size_t *public_key_length,
                                     const uint8_t *der, size_t der_length);

/* Write an ECPrivateKey with the curve's name, or a PrivateKeyInfo, which has the name
 * outside of the ECPrivateKey in it.
 *
 * der                   output; as secret as the private key
 * der_length            its capacity on entry, the encoding's length on return
 * private_key           o bytes
 * public_key            1 + 2 f or 1 + f bytes, written as it is; NULL, with a length
 *                       of zero, leaves it out
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OUTPUT_LENGTH;
 * WHIT_ERROR_OVERLAP; WHIT_ERROR_PRIVATE_KEY_LENGTH; WHIT_ERROR_PUBLIC_KEY_LENGTH or
 * _PREFIX. [RFC 5915, 3; RFC 5208, 5] */
whit_status whit_key_private_to_der(const whit_curve *curve, const whit_oid *oid, uint8_t *der,
                                    size_t *der_length, const uint8_t *private_key,
                                    size_t private_key_length, const uint8_t *public_key,
                                    size_t public_key_length);
whit_status whit_key_private_to_pkcs8(const whit_curve *curve, const whit_oid *oid, uint8_t *der,
                                      size_t *der_length, const uint8_t *private_key,
                                      size_t private_key_length, const uint8_t *public_key,
                                      size_t public_key_length);

/* Read an ECPrivateKey or a PrivateKeyInfo. The ECPrivateKey may lack the curve's name,
 * and then counts as one on `curve`; PrivateKeyInfo may have it twice.
 *
 * private_key           output, o bytes
 * public_key            output: the public key as it is there, compressed or not; NULL
 *                       when it is not wanted, and it is then only checked
 * public_key_length     its capacity on entry, the key's length on return, zero when
 *                       there is none; 1 + 2 f is always enough
 *
 * Returns WHIT_OK; WHIT_ERROR_ARGUMENT; WHIT_ERROR_OUTPUT_LENGTH;
 * WHIT_ERROR_OVERLAP; WHIT_ERROR_KEY_ENCODING; WHIT_ERROR_KEY_CURVE.
 * [RFC 5915, 3; RFC 5208, 5] */
whit_status whit_key_private_from_der(const whit_curve *curve, const whit_oid *oid,
                                      uint8_t *private_key, size_t private_key_length,
                                      uint8_t *public_key, size_t *public_key_length,
                                      const uint8_t *der, size_t der_length);
whit_status whit_key_private_from_pkcs8(const whit_curve *curve, const whit_oid *oid,
                                        uint8_t *private_key, size_t private_key_length,
                                        uint8_t *public_key, size_t *public_key_length,
                                        const uint8_t *der, size_t der_length);

/* Whether a key in DER, in any of the three forms, names the curve of `oid`: for programs that take
 * keys on several curves. Reads only as far as the name.
 *
 * Returns WHIT_OK when it does; WHIT_ERROR_KEY_CURVE when it names another or none, or
 * is of another algorithm; WHIT_ERROR_ARGUMENT; WHIT_ERROR_KEY_ENCODING. */
whit_status whit_key_der_is(const whit_oid *oid, const uint8_t *der, size_t der_length);

#ifdef __cplusplus
}
#endif

#endif
