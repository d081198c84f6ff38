/* SPDX-License-Identifier: MIT */
/* Signatures with message recovery: what was signed is recovered, and nothing from what was
 * changed, cut off, lengthened or made up. */
#include "oracle.h"

#include <whit/ecpv.h>
#include <whit/key.h>

enum { MOST_PART = 90 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    uint8_t first = byte(&in), what = byte(&in);
    const subject *of = chosen(first);
    size_t o = whit_curve_order_bytes(of->curve),
           key_length = 1 + 2 * whit_curve_field_bytes(of->curve);
    uint8_t private_key[MOST_FIELD_BYTES], key[MOST_POINT_BYTES], parts[3][MOST_PART];
    size_t lengths[3];
    to_scalar(of, private_key, &first, 1);
    OK(whit_key_public(of->curve, of->base, key, key_length, private_key, o));
    for (int i = 0; i < 3; i++) {
        const uint8_t *given = taken(&in, MOST_PART, &lengths[i]);
        memset(parts[i], 0, MOST_PART);
        memcpy(parts[i], given, lengths[i]);
    }
    size_t length = o / 2 + lengths[0] + o;
    source from = {in, 10};
    const whit_random random = {source_fill, &from};
    uint8_t *signature = room(length), *recovered = room(lengths[0]);
    OK(whit_ecpv_sign(of->curve, of->base, of->hash, signature, length, private_key, o, parts[0],
                      lengths[0], parts[1], lengths[1], parts[2], lengths[2], &random));
    int changed = what % 8 == 1 && mutate(&in, signature, length, 3);
    changed |= what % 8 == 2 && mutate(&in, parts[1], lengths[1], 1);
    changed |= what % 8 == 3 && mutate(&in, parts[2], lengths[2], 1);
    changed |= what % 8 == 4 && mutate(&in, key, key_length, 1);
    if (what % 8 == 5) {
        filled(&in, signature, length);
        changed = 1;
    }
    whit_status status = whit_ecpv_recover(of->curve, of->hash, recovered, lengths[0], key,
                                           key_length, signature, length, parts[1], lengths[1],
                                           parts[2], lengths[2]);
    if (changed) {
        MUST(status != WHIT_OK && is_zero(recovered, lengths[0]));
    } else {
        OK(status);
        MUST(memcmp(recovered, parts[0], lengths[0]) == 0);
    }
    if (lengths[0] > 0) {
        uint8_t *shorter = copied(signature, length - 1);
        MUST(whit_ecpv_recover(of->curve, of->hash, recovered, lengths[0] - 1, key, key_length,
                               shorter, length - 1, parts[1], lengths[1], parts[2],
                               lengths[2]) != WHIT_OK);
        free(shorter);
    }
    free(signature);
    free(recovered);
    return 0;
}
