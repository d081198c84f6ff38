/* SPDX-License-Identifier: MIT */
/* ECDSA signatures in DER, read and written. No order of a curve has more bytes: from 125 on
 * WHIT_SIGNATURE_DER_BYTES would be too small. */
#include "proofs.h"

#include "group/curve.h"
#include <whit/der.h>

#define LONGEST_ORDER 124

static whit_curve any_curve(void)
{
    whit_curve curve;
    ASSUME(curve.order_bytes > 0 && curve.order_bytes <= LONGEST_ORDER);
    return curve;
}

void prove_signature_from_der(void)
{
    whit_curve curve = any_curve();
    size_t length = any_length(MOST);
    size_t capacity = any_length(2 * LONGEST_ORDER);
    uint8_t *der = any_bytes(length);
    uint8_t *signature = any_bytes(capacity);
    watch(signature, capacity);
    whit_status status = whit_ecdsa_signature_from_der(&curve, signature, capacity, der, length);
    PROVE(status != WHIT_ERROR_OVERLAP && status != WHIT_ERROR_ARGUMENT);
    PROVE(status != WHIT_OK || length <= WHIT_SIGNATURE_DER_BYTES(curve.order_bytes));
    PROVE(status != WHIT_ERROR_SIGNATURE_ENCODING || *watched == 0);
    REACHED(status == WHIT_OK);
    REACHED(status == WHIT_ERROR_SIGNATURE_ENCODING);
}

void prove_signature_to_der(void)
{
    whit_curve curve = any_curve();
    size_t length = any_length(MOST);
    size_t capacity = any_length(MOST);
    size_t written = capacity;
    const uint8_t *signature = any_bytes(length);
    uint8_t *der = any_bytes(capacity);
    watch(der, capacity);
    whit_status status = whit_ecdsa_signature_to_der(&curve, der, &written, signature, length);
    PROVE(status != WHIT_ERROR_OVERLAP && status != WHIT_ERROR_ARGUMENT);
    PROVE(written <= capacity);
    PROVE(status != WHIT_OK || written <= WHIT_SIGNATURE_DER_BYTES(curve.order_bytes));
    PROVE(status != WHIT_ERROR_OUTPUT_LENGTH ||
          (written == capacity && capacity < WHIT_SIGNATURE_DER_BYTES(curve.order_bytes)));
    PROVE(status != WHIT_ERROR_SIGNATURE_LENGTH || (written == 0 && *watched == 0));
    REACHED(status == WHIT_OK);
    REACHED(status == WHIT_ERROR_OUTPUT_LENGTH);
    REACHED(status == WHIT_ERROR_SIGNATURE_LENGTH);
}
