/* SPDX-License-Identifier: MIT */
/* Keys in DER, written; of curves and names of any size. */
#include "proofs.h"

#include "group/curve.h"
#include <whit/key_der.h>

typedef struct input {
    whit_curve curve;
    whit_oid oid;
    const uint8_t *private_key;
    size_t private_length;
    const uint8_t *public_key;
    size_t public_length;
    uint8_t *der;
    size_t capacity;
    size_t length;
} input;

/* Keys of any length, right or not, and an output that is perhaps too short. */
static input any_input(void)
{
    input in;
    ASSUME(in.curve.order_bytes > 0 && in.curve.field_bytes > 0);
    ASSUME(in.oid.length > 0 && in.oid.length <= sizeof in.oid.bytes);
    in.private_length = any_length(MOST);
    in.private_key = any_bytes(in.private_length);
    in.public_length = any_length(MOST);
    in.public_key = any_bytes(in.public_length);
    in.capacity = any_length(2 * MOST);
    in.der = any_bytes(in.capacity);
    in.length = in.capacity;
    watch(in.der, in.capacity);
    return in;
}

/* What holds of every writer: that WHIT_KEY_DER_BYTES is enough where the name of the curve is no
 * longer than any that there is. */
static void is_right(whit_status status, const input *in)
{
    size_t enough = WHIT_KEY_DER_BYTES((size_t)in->curve.order_bytes,
                                       (size_t)in->curve.field_bytes);
    int wipes = status != WHIT_OK && status != WHIT_ERROR_OUTPUT_LENGTH;
    PROVE(status != WHIT_ERROR_ARGUMENT && status != WHIT_ERROR_OVERLAP);
    PROVE(in->length <= in->capacity);
    PROVE(status != WHIT_OK || in->length <= enough);
    PROVE(status != WHIT_ERROR_OUTPUT_LENGTH ||
          (in->capacity < enough && in->length == in->capacity));
    PROVE(!wipes || (in->length == 0 && *watched == 0));
}

void prove_public(void)
{
    input in = any_input();
    whit_status status = whit_key_public_to_der(&in.curve, &in.oid, in.der, &in.length,
                                                in.public_key, in.public_length);
    is_right(status, &in);
    REACHED(status == WHIT_OK);
    REACHED(status == WHIT_ERROR_OUTPUT_LENGTH);
    REACHED(status == WHIT_ERROR_PUBLIC_KEY_PREFIX);
}

typedef whit_status writer(const whit_curve *curve, const whit_oid *oid, uint8_t *der,
                           size_t *der_length, const uint8_t *private_key,
                           size_t private_key_length, const uint8_t *public_key,
                           size_t public_key_length);

/* A private key, with its public key or alone. */
static void private_to(writer *write)
{
    input in = any_input();
    int is_alone = nondet_int() != 0;
    const uint8_t *public_key = is_alone ? NULL : in.public_key;
    size_t public_length = is_alone ? 0 : in.public_length;
    whit_status status = write(&in.curve, &in.oid, in.der, &in.length, in.private_key,
                               in.private_length, public_key, public_length);
    is_right(status, &in);
    REACHED(status == WHIT_OK && is_alone);
    REACHED(status == WHIT_OK && !is_alone);
    REACHED(status == WHIT_ERROR_OUTPUT_LENGTH);
    REACHED(status == WHIT_ERROR_PRIVATE_KEY_LENGTH);
}

void prove_private(void)
{
    private_to(whit_key_private_to_der);
}

void prove_pkcs8(void)
{
    private_to(whit_key_private_to_pkcs8);
}
