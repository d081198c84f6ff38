/* SPDX-License-Identifier: MIT */
/* JWS of any bytes: what is taken apart can be put together again, and gives the same parts. */
#include "fuzz.h"

#include <whit/jws.h>

enum { SIGNATURE = 64, MORE = 2048 };

static void jws(const uint8_t *message, size_t length)
{
    uint8_t signature[SIGNATURE], again[SIGNATURE];
    uint8_t *payload = malloc(length + 1), *other = malloc(2 * length + MORE);
    uint8_t *third = malloc(2 * length + MORE);
    size_t signed_length, payload_length, other_length, third_length;
    MUST(payload != NULL && other != NULL && third != NULL);
    if (whit_jws_open("EdDSA", message, length, &signed_length, payload, length, &payload_length,
                      signature, SIGNATURE) == WHIT_OK) {
        MUST(signed_length < length && message[signed_length] == '.');
        OK(whit_jws_begin(other, 2 * length + MORE, &other_length, "EdDSA", payload,
                          payload_length));
        OK(whit_jws_end(other, 2 * length + MORE, &other_length, signature, SIGNATURE));
        OK(whit_jws_open("EdDSA", other, other_length, &signed_length, third, other_length,
                         &third_length, again, SIGNATURE));
        MUST(third_length == payload_length && memcmp(third, payload, third_length) == 0);
        MUST(memcmp(again, signature, SIGNATURE) == 0);
    }
    free(payload);
    free(other);
    free(third);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *message = copied(data, size);
    jws(message, size);
    free(message);
    return 0;
}
