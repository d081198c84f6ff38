/* SPDX-License-Identifier: MIT */
/* SenML records of any content: their packs are written in JSON and in CBOR, or refused. */
#include "fuzz.h"

#include <whit/senml.h>

/* Whatever a record holds, its pack is written or refused. */
static void senml(const uint8_t *data, size_t size)
{
    uint8_t pack[700];
    size_t length;
    char texts[3][40];
    memset(texts, 0, sizeof texts);
    for (size_t i = 0; i < 3; i++) {
        size_t some = size < 39 ? size : 39;
        if (some > 0) {
            memcpy(texts[i], data, some);
        }
        data += some;
        size -= some;
    }
    whit_senml_record record = {.base_name = texts[0],
                                .name = "a",
                                .unit = texts[1],
                                .kind = (whit_senml_kind)(texts[2][0] & 7),
                                .value = {0, (int8_t)texts[1][9]},
                                .text = texts[2],
                                .data = data,
                                .data_length = size};
    memcpy(&record.value.mantissa, texts[1], sizeof record.value.mantissa);
    whit_status json = whit_senml_json(pack, sizeof pack, &length, &record, 1);
    whit_status cbor = whit_senml_cbor(pack, sizeof pack, &length, &record, 1);
    MUST(json == cbor || json == WHIT_ERROR_OUTPUT_LENGTH);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    senml(data, size);
    return 0;
}
