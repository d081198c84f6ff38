/* SPDX-License-Identifier: MIT */
/* Messages of any bytes: what is taken apart can be put together again, and gives the same parts.
 * For libFuzzer; tests/test_fuzzing.py builds and runs it. */
#include <whit/cose.h>
#include <whit/jss.h>
#include <whit/jws.h>
#include <whit/senml.h>

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST(condition)       \
    do {                      \
        if (!(condition)) {   \
            __builtin_trap(); \
        }                     \
    } while (0)
#define OK(call) MUST((call) == WHIT_OK)

enum { SIGNATURE = 64, ROOM = 2048 };

/* A copy in memory of exactly this length, so that the sanitizer sees what is read behind it. */
static uint8_t *copied(const uint8_t *bytes, size_t length)
{
    uint8_t *copy = malloc(length > 0 ? length : 1);
    MUST(copy != NULL);
    if (length > 0) {
        memcpy(copy, bytes, length);
    }
    return copy;
}

static void jss(const uint8_t *message, size_t length)
{
    uint8_t signature[SIGNATURE], again[SIGNATURE];
    uint8_t *signed_bytes = malloc(length + 1), *payload = malloc(length + 1);
    uint8_t *other = malloc(length + ROOM), *in_place = copied(message, length);
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
        OK(whit_jss_begin(other, length + ROOM, &other_length, "ES256", payload, payload_length));
        OK(whit_jss_end(other, length + ROOM, &other_length, signature, SIGNATURE));
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

static void jws(const uint8_t *message, size_t length)
{
    uint8_t signature[SIGNATURE], again[SIGNATURE];
    uint8_t *payload = malloc(length + 1), *other = malloc(2 * length + ROOM);
    uint8_t *third = malloc(2 * length + ROOM);
    size_t signed_length, payload_length, other_length, third_length;
    MUST(payload != NULL && other != NULL && third != NULL);
    if (whit_jws_open("EdDSA", message, length, &signed_length, payload, length, &payload_length,
                      signature, SIGNATURE) == WHIT_OK) {
        MUST(signed_length < length && message[signed_length] == '.');
        OK(whit_jws_begin(other, 2 * length + ROOM, &other_length, "EdDSA", payload,
                          payload_length));
        OK(whit_jws_end(other, 2 * length + ROOM, &other_length, signature, SIGNATURE));
        OK(whit_jws_open("EdDSA", other, other_length, &signed_length, third, other_length,
                         &third_length, again, SIGNATURE));
        MUST(third_length == payload_length && memcmp(third, payload, third_length) == 0);
        MUST(memcmp(again, signature, SIGNATURE) == 0);
    }
    free(payload);
    free(other);
    free(third);
}

static void cose(const uint8_t *message, size_t length, uint8_t flags)
{
    uint8_t signature[SIGNATURE], again[SIGNATURE];
    uint8_t *signed_bytes = malloc(length + ROOM), *other = malloc(length + ROOM);
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
        OK(whit_cose_end(&found, other, length + ROOM, &other_length, signature, SIGNATURE));
        MUST(other_length <= length || found.key_id != NULL);
        OK(whit_cose_open(&second, other, other_length, signed_bytes, length + ROOM, &again_length,
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
    if (size == 0) {
        return 0;
    }
    uint8_t what = data[0];
    uint8_t *message = copied(data + 1, size - 1);
    /* By a character that such a message may have in front, so that mutations stay of one kind. */
    if (what == 'j') {
        jss(message, size - 1);
    } else if (what == 'w') {
        jws(message, size - 1);
    } else if (what == 's') {
        senml(message, size - 1);
    } else {
        cose(message, size - 1, what);
    }
    free(message);
    return 0;
}
