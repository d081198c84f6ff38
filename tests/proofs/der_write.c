/* SPDX-License-Identifier: MIT */
/* ECDSA signatures in DER, written. No order has more than 80 bytes. */
#include "proofs.h"

#include "group/curve.h"
#include <whit/der.h>

#define LONGEST_ORDER 80

static whit_curve any_curve(void)
{
    whit_curve curve;
    ASSUME(curve.order_bytes > 0 && curve.order_bytes <= LONGEST_ORDER);
    return curve;
}

void prove_signature_to_der(void)
{
    whit_curve curve = any_curve();
    size_t length = any_length(2 * LONGEST_ORDER);
    size_t capacity = any_length(MOST);
    uint8_t *signature = any_bytes(length);
    uint8_t *der = any_bytes(capacity);
    size_t written = capacity;
    watch(der, capacity);
    whit_status status = whit_ecdsa_signature_to_der(&curve, der, &written, signature, length);
    PROVE(status != WHIT_ERROR_OVERLAP && status != WHIT_ERROR_ARGUMENT);
    PROVE(written <= capacity);
    PROVE(status != WHIT_OK || written <= WHIT_SIGNATURE_DER_BYTES(curve.order_bytes));
    PROVE(status != WHIT_ERROR_SIGNATURE_LENGTH || (*watched == 0 && written == 0));
    PROVE(status != WHIT_ERROR_OUTPUT_LENGTH ||
          capacity < WHIT_SIGNATURE_DER_BYTES(curve.order_bytes));
    REACHED(status == WHIT_OK);
    REACHED(status == WHIT_ERROR_OUTPUT_LENGTH);
}
