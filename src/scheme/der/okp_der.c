/* SPDX-License-Identifier: MIT */
/* Keys that are strings of bytes, in DER [RFC 8410]. All lengths fit a byte, so that there is one
 * encoding of each length, and what is read may be compared with what would be written. */
#include "base/base.h"
#include "scheme/der/der_codec.h"
#include <whit/okp_der.h>

/* The last byte of 1.3.101.x. */
const whit_okp whit_okp_x25519 = {32, 110};
const whit_okp whit_okp_x448 = {56, 111};
const whit_okp whit_okp_ed25519 = {32, 112};
const whit_okp whit_okp_ed448 = {57, 113};

#define OKP_PUBLIC_HEADER WHIT_OKP_PUBLIC_DER_BYTES(0)
#define OKP_PRIVATE_HEADER WHIT_OKP_PKCS8_BYTES(0)

/* The algorithm: a sequence of a name. */
static uint8_t *okp_put_algorithm(uint8_t *at, const whit_okp *type)
{
    *at++ = DER_SEQUENCE;
    *at++ = 5;
    *at++ = DER_OBJECT_IDENTIFIER;
    *at++ = 3;
    *at++ = 0x2b;
    *at++ = 0x65;
    *at++ = type->name;
    return at;
}

/* The header of a public key: SEQUENCE { algorithm, BIT STRING with no unused bits }. */
static void okp_public_header(uint8_t *at, const whit_okp *type)
{
    *at++ = DER_SEQUENCE;
    *at++ = (uint8_t)(OKP_PUBLIC_HEADER - 2 + type->key_bytes);
    at = okp_put_algorithm(at, type);
    *at++ = DER_BIT_STRING;
    *at++ = (uint8_t)(type->key_bytes + 1);
    *at = 0;
}

/* The header of a private key: SEQUENCE { INTEGER 0, algorithm, OCTET STRING of an OCTET STRING
 * }. */
static void okp_private_header(uint8_t *at, const whit_okp *type)
{
    *at++ = DER_SEQUENCE;
    *at++ = (uint8_t)(OKP_PRIVATE_HEADER - 2 + type->key_bytes);
    *at++ = DER_INTEGER;
    *at++ = 1;
    *at++ = 0;
    at = okp_put_algorithm(at, type);
    *at++ = DER_OCTET_STRING;
    *at++ = (uint8_t)(type->key_bytes + 2);
    *at++ = DER_OCTET_STRING;
    *at = type->key_bytes;
}

typedef void okp_header(uint8_t *at, const whit_okp *type);

static whit_status okp_write(const whit_okp *type, uint8_t *der, size_t *der_length,
                             const uint8_t *key, size_t key_length, size_t header_length,
                             okp_header *header, whit_status wrong_length)
{
    if (type == NULL || der == NULL || der_length == NULL || key == NULL) {
        return WHIT_ERROR_ARGUMENT;
    }
    if (key_length != type->key_bytes) {
        return wrong_length;
    }
    if (*der_length < header_length + key_length) {
        return WHIT_ERROR_OUTPUT_LENGTH;
    }
    if (base_overlap(der, *der_length, key, key_length)) {
        return WHIT_ERROR_OVERLAP;
    }
    header(der, type);
    base_copy(der + header_length, key, key_length);
    *der_length = header_length + key_length;
    return WHIT_OK;
}

/* The error for bytes that are no key of a type: WHIT_ERROR_KEY_CURVE for a key of another type,
 * else WHIT_ERROR_KEY_ENCODING. */
static whit_status okp_difference(const uint8_t *der, size_t der_length, size_t header_length,
                                  okp_header *header)
{
    static const whit_okp *const types[] = {&whit_okp_x25519, &whit_okp_x448, &whit_okp_ed25519,
                                            &whit_okp_ed448};
    uint8_t expected[OKP_PRIVATE_HEADER];
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        header(expected, types[i]);
        if (der_length == header_length + types[i]->key_bytes &&
            base_same(der, expected, header_length)) {
            return WHIT_ERROR_KEY_CURVE;
        }
    }
    return WHIT_ERROR_KEY_ENCODING;
}

static whit_status okp_read(const whit_okp *type, uint8_t *key, size_t key_length,
                            const uint8_t *der, size_t der_length, size_t header_length,
                            okp_header *header)
{
    uint8_t expected[OKP_PRIVATE_HEADER];
    if (type == NULL || key == NULL || der == NULL) {
        return WHIT_ERROR_ARGUMENT;
    }
    if (key_length != type->key_bytes) {
        return WHIT_ERROR_OUTPUT_LENGTH;
    }
    if (base_overlap(key, key_length, der, der_length)) {
        return WHIT_ERROR_OVERLAP;
    }
    header(expected, type);
    if (der_length != header_length + key_length || !base_same(der, expected, header_length)) {
        base_wipe(key, key_length);
        return okp_difference(der, der_length, header_length, header);
    }
    base_copy(key, der + header_length, key_length);
    return WHIT_OK;
}

whit_status whit_okp_public_to_der(const whit_okp *type, uint8_t *der, size_t *der_length,
                                   const uint8_t *public_key, size_t public_key_length)
{
    return okp_write(type, der, der_length, public_key, public_key_length, OKP_PUBLIC_HEADER,
                     okp_public_header, WHIT_ERROR_PUBLIC_KEY_LENGTH);
}

whit_status whit_okp_private_to_pkcs8(const whit_okp *type, uint8_t *der, size_t *der_length,
                                      const uint8_t *private_key, size_t private_key_length)
{
    return okp_write(type, der, der_length, private_key, private_key_length, OKP_PRIVATE_HEADER,
                     okp_private_header, WHIT_ERROR_PRIVATE_KEY_LENGTH);
}

whit_status whit_okp_public_from_der(const whit_okp *type, uint8_t *public_key,
                                     size_t public_key_length, const uint8_t *der,
                                     size_t der_length)
{
    return okp_read(type, public_key, public_key_length, der, der_length, OKP_PUBLIC_HEADER,
                    okp_public_header);
}

whit_status whit_okp_private_from_pkcs8(const whit_okp *type, uint8_t *private_key,
                                        size_t private_key_length, const uint8_t *der,
                                        size_t der_length)
{
    return okp_read(type, private_key, private_key_length, der, der_length, OKP_PRIVATE_HEADER,
                    okp_private_header);
}
