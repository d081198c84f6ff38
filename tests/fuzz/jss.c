/* SPDX-License-Identifier: MIT */
/* JSON Sensor Signatures of any bytes: what is taken apart can be put together again, and gives the
 * same parts; in place too. */
#include "fuzz.h"

#include <whit/jss.h>

enum { SIGNATURE = 64, MORE = 2048 };

static void jss(const uint8_t *message, size_t length)
{
    uint8_t signature[SIGNATURE], again[SIGNATURE];
    uint8_t *signed_bytes = malloc(length + 1), *payload = malloc(length + 1);
    uint8_t *other = malloc(length + MORE), *in_place = copied(message, length);
    size_t signed_length, payload_length, other_length, again_length;
    MUST(signed_bytes != NULL && payload != NULL && other != NULL);
    whit_status status = whit_jss_open("ES256", message, length, signed_bytes, length,
                                       &signed_length, signature, SIGNATURE);
    MUST(whit_jss_open("ES256", in_place, length, in_place, length, &again_length, again,
                       SIGNATURE) == status);
    MUST(again_length == signed_length);
    if (status == WHIT_OK) {
        MUST(memcmp(in_place, signed_bytes, signed_length) == 0);
        OK(whit_jss_payload(payload, length, &payload_length, signed_bytes, signed_length));
        /* What was first or last, or how the header was spelled, is not known any more. */
        OK(whit_jss_begin(other, length + MORE, &other_length, "ES256", payload, payload_length));
        OK(whit_jss_end(other, length + MORE, &other_length, signature, SIGNATURE));
        OK(whit_jss_open("ES256", other, other_length, other, other_length, &again_length, again,
                         SIGNATURE));
        MUST(memcmp(again, signature, SIGNATURE) == 0);
        OK(whit_jss_payload(other, again_length, &other_length, other, again_length));
        MUST(other_length == payload_length && memcmp(other, payload, other_length) == 0);
    }
    free(signed_bytes);
    free(payload);
    free(other);
    free(in_place);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *message = copied(data, size);
    jss(message, size);
    free(message);
    return 0;
}
