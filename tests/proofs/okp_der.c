/* SPDX-License-Identifier: MIT */
/* Keys of X25519, X448, Ed25519 and Ed448 in DER, read and written. */
#include "proofs.h"

#include <whit/okp_der.h>

static const whit_okp *any_type(void)
{
    switch (nondet_int()) {
    case 0:
        return &whit_okp_x25519;
    case 1:
        return &whit_okp_x448;
    case 2:
        return &whit_okp_ed25519;
    default:
        return &whit_okp_ed448;
    }
}

void prove_read(void)
{
    const whit_okp *type = any_type();
    size_t length = any_length(MOST);
    size_t capacity = any_length(MOST);
    const uint8_t *der = any_bytes(length);
    uint8_t *key = any_bytes(capacity);
    watch(key, capacity);
    whit_status status = nondet_int() != 0
                             ? whit_okp_public_from_der(type, key, capacity, der, length)
                             : whit_okp_private_from_pkcs8(type, key, capacity, der, length);
    PROVE(status == WHIT_OK || status == WHIT_ERROR_OUTPUT_LENGTH || *watched == 0);
    REACHED(status == WHIT_OK);
    REACHED(status == WHIT_ERROR_KEY_CURVE);
    REACHED(status == WHIT_ERROR_KEY_ENCODING);
}

void prove_write(void)
{
    const whit_okp *type = any_type();
    size_t length = any_length(MOST);
    size_t capacity = any_length(MOST);
    const uint8_t *key = any_bytes(length);
    uint8_t *der = any_bytes(capacity);
    size_t written = capacity;
    whit_status status = nondet_int() != 0
                             ? whit_okp_public_to_der(type, der, &written, key, length)
                             : whit_okp_private_to_pkcs8(type, der, &written, key, length);
    PROVE(written <= capacity && (status == WHIT_OK || written == capacity));
    REACHED(status == WHIT_OK);
    REACHED(status == WHIT_ERROR_OUTPUT_LENGTH);
}
