/* SPDX-License-Identifier: MIT */
/* What may stand in Sensor Measurement Lists [RFC 8428, 4]. */
#include "message/senml.h"

static int senml_is_bad(const whit_senml_record *record)
{
    switch (record->kind) {
    case WHIT_SENML_NUMBER:
        return 0;
    case WHIT_SENML_TEXT:
        return record->text == NULL;
    case WHIT_SENML_BOOLEAN:
        return record->data_length > 1;
    case WHIT_SENML_DATA:
        return record->data == NULL && record->data_length > 0;
    default:
        return 1;
    }
}

static int senml_overlaps(const uint8_t *out, size_t capacity, const char *string)
{
    return string != NULL && base_overlap(out, capacity, string, text_length(string) + 1);
}

static int senml_record_overlaps(const uint8_t *out, size_t capacity,
                                 const whit_senml_record *record)
{
    int data = record->kind == WHIT_SENML_DATA &&
               base_overlap(out, capacity, record->data, record->data_length);
    return data || base_overlap(out, capacity, record, sizeof *record) ||
           senml_overlaps(out, capacity, record->base_name) ||
           senml_overlaps(out, capacity, record->base_unit) ||
           senml_overlaps(out, capacity, record->name) ||
           senml_overlaps(out, capacity, record->unit) ||
           (record->kind == WHIT_SENML_TEXT && senml_overlaps(out, capacity, record->text));
}

static int senml_is_letter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static int senml_is_name(const char *name)
{
    for (; *name != 0; name++) {
        if (!senml_is_letter(*name) && *name != '-' && *name != ':' && *name != '.' &&
            *name != '/' && *name != '_') {
            return 0;
        }
    }
    return 1;
}

static int senml_is_text(const char *text)
{
    return text == NULL || text_is_utf8((const uint8_t *)text, text_length(text));
}

WHIT_INTERNAL whit_status senml_check(const whit_senml_record *records, size_t count,
                                      const uint8_t *out, size_t capacity)
{
    for (size_t i = 0; i < count; i++) {
        if (senml_is_bad(&records[i])) {
            return WHIT_ERROR_ARGUMENT;
        }
        if (senml_record_overlaps(out, capacity, &records[i])) {
            return WHIT_ERROR_OVERLAP;
        }
    }
    const char *base = "";
    for (size_t i = 0; i < count; i++) {
        const whit_senml_record *record = &records[i];
        const char *name = record->name == NULL ? "" : record->name;
        base = record->base_name == NULL ? base : record->base_name;
        if (!senml_is_letter(*base != 0 ? *base : *name) || !senml_is_name(base) ||
            !senml_is_name(name) || !senml_is_text(record->base_unit) ||
            !senml_is_text(record->unit) ||
            (record->kind == WHIT_SENML_TEXT && !senml_is_text(record->text))) {
            return WHIT_ERROR_MESSAGE_TEXT;
        }
    }
    return WHIT_OK;
}
