/* SPDX-License-Identifier: MIT */
/* COSE_Sign1 of any bytes, attached or not, with the tag or not: what is taken apart can be put
 * together again, and gives the same parts. */
#include "fuzz.h"

#include <whit/cose.h>

enum { SIGNATURE = 64, MORE = 2048 };

static void cose(const uint8_t *message, size_t length, uint8_t flags)
{
    uint8_t signature[SIGNATURE], again[SIGNATURE];
    uint8_t *signed_bytes = malloc(length + MORE), *other = malloc(length + MORE);
    size_t signed_length, other_length, again_length;
    MUST(signed_bytes != NULL && other != NULL);
    whit_cose found = {.algorithm = WHIT_COSE_ES256,
                       .external = message,
                       .external_length = flags & 4 && length > 9 ? 9 : 0,
                       .detached = flags & 1,
                       .untagged = flags >> 1 & 1};
    if (whit_cose_open(&found, message, length, signed_bytes, length + 33, &signed_length,
                       signature, SIGNATURE) == WHIT_OK) {
        whit_cose second = found;
        second.key_id = NULL;
        second.key_id_length = 0;
        OK(whit_cose_end(&found, other, length + MORE, &other_length, signature, SIGNATURE));
        MUST(other_length <= length || found.key_id != NULL);
        OK(whit_cose_open(&second, other, other_length, signed_bytes, length + MORE, &again_length,
                          again, SIGNATURE));
        MUST(again_length <= signed_length && memcmp(again, signature, SIGNATURE) == 0);
        MUST(second.payload_length == found.payload_length);
        MUST(second.key_id_length == found.key_id_length);
        if (found.payload_length > 0) {
            MUST(memcmp(second.payload, found.payload, found.payload_length) == 0);
        }
    }
    free(signed_bytes);
    free(other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    uint8_t flags = byte(&in), *message = copied(in.bytes, in.left);
    cose(message, in.left, flags);
    free(message);
    return 0;
}
