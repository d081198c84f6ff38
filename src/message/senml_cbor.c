/* SPDX-License-Identifier: MIT */
/* Sensor Measurement Lists in CBOR [RFC 8428, 6]. */
#include "message/cbor.h"
#include "message/senml.h"

/* Labels, in the order in which deterministic CBOR has them. */
#define SENML_NAME 0
#define SENML_UNIT 1
#define SENML_VALUE 2
#define SENML_TEXT_VALUE 3
#define SENML_BOOLEAN_VALUE 4
#define SENML_TIME 6
#define SENML_DATA_VALUE 8
#define SENML_BASE_NAME (-2)
#define SENML_BASE_TIME (-3)
#define SENML_BASE_UNIT (-4)

#define SENML_DECIMAL_FRACTION 4 /* a tag [RFC 8949, 3.4.4] */

static void senml_cbor_string(text_out *out, int label, const char *text)
{
    if (text != NULL) {
        cbor_put_integer(out, label);
        cbor_put_string(out, text);
    }
}

static void senml_cbor_number(text_out *out, int label, const whit_decimal *number)
{
    cbor_put_integer(out, label);
    if (number->exponent != 0) {
        cbor_put_head(out, CBOR_TAG, SENML_DECIMAL_FRACTION);
        cbor_put_head(out, CBOR_ARRAY, 2);
        cbor_put_integer(out, number->exponent);
    }
    cbor_put_integer(out, number->mantissa);
}

static void senml_cbor_time(text_out *out, int label, const whit_decimal *time)
{
    if (time->mantissa != 0) {
        senml_cbor_number(out, label, time);
    }
}

static void senml_cbor_record(text_out *out, const whit_senml_record *record)
{
    unsigned count = 1U + (record->base_name != NULL) + (record->base_unit != NULL) +
                     (record->name != NULL) + (record->unit != NULL) +
                     (record->base_time.mantissa != 0) + (record->time.mantissa != 0);
    cbor_put_head(out, CBOR_MAP, count);
    senml_cbor_string(out, SENML_NAME, record->name);
    senml_cbor_string(out, SENML_UNIT, record->unit);
    if (record->kind == WHIT_SENML_NUMBER) {
        senml_cbor_number(out, SENML_VALUE, &record->value);
    } else if (record->kind == WHIT_SENML_TEXT) {
        senml_cbor_string(out, SENML_TEXT_VALUE, record->text);
    } else if (record->kind == WHIT_SENML_BOOLEAN) {
        cbor_put_integer(out, SENML_BOOLEAN_VALUE);
        text_put_byte(out, record->data_length == 1 ? CBOR_TRUE : CBOR_FALSE);
    }
    senml_cbor_time(out, SENML_TIME, &record->time);
    if (record->kind == WHIT_SENML_DATA) {
        cbor_put_integer(out, SENML_DATA_VALUE);
        cbor_put_head(out, CBOR_BYTES, record->data_length);
        text_put(out, record->data, record->data_length);
    }
    senml_cbor_string(out, SENML_BASE_NAME, record->base_name);
    senml_cbor_time(out, SENML_BASE_TIME, &record->base_time);
    senml_cbor_string(out, SENML_BASE_UNIT, record->base_unit);
}

whit_status whit_senml_cbor(uint8_t *pack, size_t capacity, size_t *pack_length,
                            const whit_senml_record *records, size_t count)
{
    if (pack == NULL || pack_length == NULL || records == NULL || count == 0) {
        return WHIT_ERROR_ARGUMENT;
    }
    whit_status status = senml_check(records, count, pack, capacity);
    if (status != WHIT_OK && status != WHIT_ERROR_MESSAGE_TEXT) {
        return status;
    }
    text_out out = {pack, capacity, 0, 0};
    cbor_put_head(&out, CBOR_ARRAY, count);
    for (size_t i = 0; status == WHIT_OK && i < count; i++) {
        senml_cbor_record(&out, &records[i]);
    }
    return text_end(&out, pack_length, status);
}
