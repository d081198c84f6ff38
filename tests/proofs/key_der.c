/* SPDX-License-Identifier: MIT */
/* Keys in DER, read, and the curve that a key names; of curves and names of any size. */
#include "proofs.h"

#include "group/curve.h"
#include <whit/key_der.h>

typedef struct input {
    whit_curve curve;
    whit_oid oid;
    const uint8_t *der;
    size_t length;
} input;

static input any_input(void)
{
    input in;
    ASSUME(in.curve.order_bytes > 0 && in.curve.field_bytes > 0);
    ASSUME(in.oid.length > 0 && in.oid.length <= sizeof in.oid.bytes);
    in.length = any_length(MOST);
    in.der = any_bytes(in.length);
    return in;
}

/* Whether outputs have to be zero after a status. */
static int wipes(whit_status status)
{
    return status == WHIT_ERROR_KEY_ENCODING || status == WHIT_ERROR_KEY_CURVE;
}

static int is_right(whit_status status)
{
    return status == WHIT_OK || status == WHIT_ERROR_OUTPUT_LENGTH || wipes(status);
}

void prove_public(void)
{
    input in = any_input();
    size_t capacity = any_length(MOST);
    size_t length = capacity;
    uint8_t *key = any_bytes(capacity);
    watch(key, capacity);
    whit_status status = whit_key_public_from_der(&in.curve, &in.oid, key, &length, in.der,
                                                  in.length);
    PROVE(is_right(status) && length <= capacity);
    PROVE(!wipes(status) || (*watched == 0 && length == 0));
    PROVE(status != WHIT_OK || length <= 1 + 2 * (size_t)in.curve.field_bytes);
    REACHED(status == WHIT_OK);
    REACHED(wipes(status));
}

typedef whit_status reader(const whit_curve *curve, const whit_oid *oid, uint8_t *private_key,
                           size_t private_key_length, uint8_t *public_key,
                           size_t *public_key_length, const uint8_t *der, size_t der_length);

/* A private key, whose public key may be wanted or not. */
static void private_from(reader *read)
{
    input in = any_input();
    size_t private_length = any_length(MOST);
    size_t capacity = any_length(MOST);
    size_t length = capacity;
    uint8_t *private_key = any_bytes(private_length);
    uint8_t *public_key = nondet_int() != 0 ? any_bytes(capacity) : NULL;
    int of_private = public_key == NULL || nondet_int() != 0;
    watch(of_private ? private_key : public_key, of_private ? private_length : capacity);
    whit_status status = read(&in.curve, &in.oid, private_key, private_length, public_key, &length,
                              in.der, in.length);
    PROVE(is_right(status) && length <= capacity);
    PROVE(!wipes(status) || (*watched == 0 && (public_key == NULL || length == 0)));
    PROVE(status != WHIT_OK || private_length == in.curve.order_bytes);
    REACHED(status == WHIT_OK && public_key != NULL && length > 0);
    REACHED(status == WHIT_OK && public_key == NULL);
    REACHED(wipes(status));
}

void prove_private(void)
{
    private_from(whit_key_private_from_der);
}

void prove_pkcs8(void)
{
    private_from(whit_key_private_from_pkcs8);
}

void prove_is(void)
{
    input in = any_input();
    whit_status status = whit_key_der_is(&in.oid, in.der, in.length);
    PROVE(status == WHIT_OK || wipes(status));
    REACHED(status == WHIT_OK);
    REACHED(wipes(status));
}
