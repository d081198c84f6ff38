/* SPDX-License-Identifier: MIT */
/* Keys of X25519, X448, Ed25519 and Ed448 in DER: what is accepted is what OpenSSL reads and would
 * write the same. */
#include "oracle.h"

#include <whit/okp_der.h>

typedef struct kind {
    const whit_okp *type;
    size_t bytes;
    int id;
} kind;

static const kind kinds[] = {{&whit_okp_x25519, 32, EVP_PKEY_X25519},
                             {&whit_okp_x448, 56, EVP_PKEY_X448},
                             {&whit_okp_ed25519, 32, EVP_PKEY_ED25519},
                             {&whit_okp_ed448, 57, EVP_PKEY_ED448}};

enum { MOST = 57 };

/* The key that OpenSSL finds in it, if it would write it the same. */
static int expected_public(const kind *of, uint8_t *key, const uint8_t *der, size_t length)
{
    const uint8_t *at = der;
    uint8_t *again = NULL;
    size_t bytes = of->bytes;
    EVP_PKEY *read = d2i_PUBKEY(NULL, &at, (long)length);
    int good = read != NULL && at == der + length && EVP_PKEY_get_id(read) == of->id;
    good = good && EVP_PKEY_get_raw_public_key(read, key, &bytes) && bytes == of->bytes;
    if (good) {
        good = i2d_PUBKEY(read, &again) == (int)length && memcmp(again, der, length) == 0;
        OPENSSL_free(again);
    }
    EVP_PKEY_free(read);
    return good;
}

static int expected_private(const kind *of, uint8_t *key, const uint8_t *der, size_t length)
{
    const uint8_t *at = der;
    uint8_t *again = NULL;
    size_t bytes = of->bytes;
    PKCS8_PRIV_KEY_INFO *read = d2i_PKCS8_PRIV_KEY_INFO(NULL, &at, (long)length);
    EVP_PKEY *inner = read != NULL ? EVP_PKCS82PKEY(read) : NULL;
    int good = inner != NULL && at == der + length && EVP_PKEY_get_id(inner) == of->id &&
               EVP_PKEY_get_raw_private_key(inner, key, &bytes) && bytes == of->bytes;
    if (good) {
        PKCS8_PRIV_KEY_INFO *same = EVP_PKEY2PKCS8(inner);
        good = i2d_PKCS8_PRIV_KEY_INFO(same, &again) == (int)length &&
               memcmp(again, der, length) == 0;
        OPENSSL_free(again);
        PKCS8_PRIV_KEY_INFO_free(same);
    }
    EVP_PKEY_free(inner);
    PKCS8_PRIV_KEY_INFO_free(read);
    return good;
}

static void compare(whit_status status, int good, const uint8_t *found, const uint8_t *wanted,
                    size_t bytes)
{
    if (good) {
        OK(status);
        MUST(memcmp(found, wanted, bytes) == 0);
    } else {
        MUST(status == WHIT_ERROR_KEY_ENCODING || status == WHIT_ERROR_KEY_CURVE);
        MUST(is_zero(found, bytes));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    const kind *of = &kinds[byte(&in) % COUNT_OF(kinds)];
    size_t length = in.left, written;
    uint8_t *der = copied(in.bytes, length), *key = room(of->bytes), wanted[MOST];
    uint8_t again[WHIT_OKP_PKCS8_BYTES(MOST)];

    int good = expected_public(of, wanted, der, length);
    compare(whit_okp_public_from_der(of->type, key, of->bytes, der, length), good, key, wanted,
            of->bytes);
    if (good) {
        written = sizeof again;
        OK(whit_okp_public_to_der(of->type, again, &written, key, of->bytes));
        MUST(written == length && memcmp(again, der, length) == 0);
    }

    memset(key, 0xa5, of->bytes);
    good = expected_private(of, wanted, der, length);
    compare(whit_okp_private_from_pkcs8(of->type, key, of->bytes, der, length), good, key, wanted,
            of->bytes);
    if (good) {
        written = sizeof again;
        OK(whit_okp_private_to_pkcs8(of->type, again, &written, key, of->bytes));
        MUST(written == length && memcmp(again, der, length) == 0);
    }
    free(der);
    free(key);
    return 0;
}
