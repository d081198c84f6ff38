/* SPDX-License-Identifier: MIT */
/* Signatures in DER: what is accepted is what OpenSSL reads and would write the same, of two
 * numbers that are not negative and no longer than the order; and it is written again as it was. */
#include "oracle.h"

#include <whit/der.h>

/* Whether OpenSSL has it the same. */
static int expected(uint8_t *signature, size_t order_bytes, const uint8_t *der, size_t length)
{
    const uint8_t *at = der;
    uint8_t *again = NULL;
    ECDSA_SIG *read = d2i_ECDSA_SIG(NULL, &at, (long)length);
    int good = read != NULL && at == der + length;
    if (good) {
        int written = i2d_ECDSA_SIG(read, &again);
        const BIGNUM *r = ECDSA_SIG_get0_r(read), *s = ECDSA_SIG_get0_s(read);
        good = written == (int)length && memcmp(again, der, length) == 0 && !BN_is_negative(r) &&
               !BN_is_negative(s) && BN_bn2binpad(r, signature, (int)order_bytes) >= 0 &&
               BN_bn2binpad(s, signature + order_bytes, (int)order_bytes) >= 0;
        OPENSSL_free(again);
    }
    ECDSA_SIG_free(read);
    return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    const subject *of = chosen(byte(&in));
    size_t order_bytes = whit_curve_order_bytes(of->curve);
    uint8_t *der = copied(in.bytes, in.left), *signature = room(2 * order_bytes);
    uint8_t wanted[2 * MOST_FIELD_BYTES];
    int good = expected(wanted, order_bytes, der, in.left);
    whit_status status = whit_ecdsa_signature_from_der(of->curve, signature, 2 * order_bytes, der,
                                                       in.left);
    if (good) {
        size_t capacity = in.left, length = capacity;
        uint8_t *written = room(capacity);
        OK(status);
        MUST(memcmp(signature, wanted, 2 * order_bytes) == 0);
        OK(whit_ecdsa_signature_to_der(of->curve, written, &length, signature, 2 * order_bytes));
        MUST(length == in.left && memcmp(written, der, length) == 0);
        length = capacity - 1;
        memset(written, 0xa5, capacity);
        MUST(whit_ecdsa_signature_to_der(of->curve, written, &length, signature, 2 * order_bytes) ==
             WHIT_ERROR_OUTPUT_LENGTH);
        MUST(is_untouched(written, capacity));
        free(written);
    } else {
        MUST(status == WHIT_ERROR_SIGNATURE_ENCODING);
        MUST(is_zero(signature, 2 * order_bytes));
    }
    MUST(whit_ecdsa_signature_from_der(of->curve, signature, 2 * order_bytes - 1, der, in.left) ==
         WHIT_ERROR_OUTPUT_LENGTH);
    free(der);
    free(signature);
    return 0;
}
