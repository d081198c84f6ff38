/* SPDX-License-Identifier: MIT */
/* X25519 and X448 of any keys, beside OpenSSL. */
#include "oracle.h"

#include <whit/x25519.h>
#include <whit/x448.h>

enum { MOST = 56 };

typedef struct kind {
    size_t bytes;
    int id;
    whit_status (*agree)(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key,
                         size_t public_key_length);
    whit_status (*public_key)(uint8_t *public_key, const uint8_t *private_key);
} kind;

static const kind kinds[] = {{32, EVP_PKEY_X25519, whit_x25519_ecdh, whit_x25519_public_key},
                             {56, EVP_PKEY_X448, whit_x448_ecdh, whit_x448_public_key}};

/* Returns whether there is a secret. */
static int expected(const kind *of, uint8_t *secret, uint8_t *own, const uint8_t *private_key,
                    const uint8_t *public_key)
{
    size_t bytes = of->bytes;
    EVP_PKEY *mine = EVP_PKEY_new_raw_private_key(of->id, NULL, private_key, bytes);
    EVP_PKEY *theirs = EVP_PKEY_new_raw_public_key(of->id, NULL, public_key, bytes);
    MUST(mine != NULL && theirs != NULL);
    MUST(EVP_PKEY_get_raw_public_key(mine, own, &bytes));
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(mine, NULL);
    MUST(context != NULL && EVP_PKEY_derive_init(context) == 1);
    int some = EVP_PKEY_derive_set_peer(context, theirs) == 1 &&
               EVP_PKEY_derive(context, secret, &bytes) == 1;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(theirs);
    EVP_PKEY_free(mine);
    return some;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    const kind *of = &kinds[byte(&in) % COUNT_OF(kinds)];
    uint8_t private_key[MOST], public_key[MOST], secret[MOST], own[MOST], wanted[MOST];
    filled(&in, private_key, of->bytes);
    filled(&in, public_key, of->bytes);
    int some = expected(of, wanted, own, private_key, public_key);
    whit_status status = of->agree(secret, private_key, public_key, of->bytes);
    if (some) {
        OK(status);
        MUST(memcmp(secret, wanted, of->bytes) == 0);
    } else {
        MUST(status == WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER && is_zero(secret, of->bytes));
    }
    OK(of->public_key(secret, private_key));
    MUST(memcmp(secret, own, of->bytes) == 0);
    MUST(of->agree(secret, private_key, public_key, of->bytes - 1) == WHIT_ERROR_PUBLIC_KEY_LENGTH);
    MUST(is_zero(secret, of->bytes));
    MUST(of->agree(private_key, private_key, public_key, of->bytes) == WHIT_ERROR_OVERLAP);
    return 0;
}
