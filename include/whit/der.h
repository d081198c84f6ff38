/* SPDX-License-Identifier: MIT */
/* ECDSA signatures in DER, as X.509, TLS and OpenSSL write them. With o =
 * whit_curve_order_bytes(curve), the other form is r || s, 2 o bytes, big-endian. */
#ifndef WHIT_DER_H
#define WHIT_DER_H

#include <stddef.h>
#include <stdint.h>
#include <whit/curve.h>
#include <whit/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A capacity that the DER of a signature never exceeds, for orders of at most 124 bytes: no curve
 * has a longer one. */
#define WHIT_SIGNATURE_DER_BYTES(order_bytes) (2 * (order_bytes) + 9)

/* Convert a signature to SEQUENCE { INTEGER r, INTEGER s }, and back.
 *
 * to_der: `der` receives the encoding and *der_length its length; *der_length
 * holds the capacity on entry, and WHIT_SIGNATURE_DER_BYTES(o) is always enough.
 * from_der: accepts the one DER encoding of two non-negative integers of at most o
 * bytes, and nothing else: no trailing bytes, no padding, no long form where the
 * short one serves.
 *
 * Buffers may not overlap. Time depends on public data. Both return WHIT_OK; and with
 * nothing written WHIT_ERROR_ARGUMENT, WHIT_ERROR_OUTPUT_LENGTH or WHIT_ERROR_OVERLAP.
 * to_der returns also WHIT_ERROR_SIGNATURE_LENGTH, from_der also
 * WHIT_ERROR_SIGNATURE_ENCODING; the output is then zero, and *der_length too.
 * [RFC 3279, 2.2.3; ITU-T X.690] */
whit_status whit_ecdsa_signature_to_der(const whit_curve *curve, uint8_t *der, size_t *der_length,
                                        const uint8_t *signature, size_t signature_length);
whit_status whit_ecdsa_signature_from_der(const whit_curve *curve, uint8_t *signature,
                                          size_t signature_length, const uint8_t *der,
                                          size_t der_length);

#ifdef __cplusplus
}
#endif

#endif
