/* SPDX-License-Identifier: MIT */
/* Sensor Measurement Lists in JSON [RFC 8428, 5]. */
#include "message/base64url.h"
#include "message/senml.h"

#define SENML_DIGITS 20      /* of a 64-bit number */
#define SENML_MOST_PLACES 20 /* after the point, before an exponent is shorter */

/* Divide by ten and return the remainder, in pieces of 16 bits: a division of 64 bits would cost a
 * small processor more flash than all of this file. */
static unsigned senml_divide(uint64_t *number)
{
    uint64_t quotient = 0;
    uint32_t rest = 0;
    for (int bits = 48; bits >= 0; bits -= 16) {
        rest = rest << 16 | (uint32_t)(*number >> bits & 0xffffU);
        quotient |= (uint64_t)(rest / 10) << bits;
        rest %= 10;
    }
    *number = quotient;
    return (unsigned)rest;
}

/* Write a decimal with so many places after the point. */
static void senml_put_digits(text_out *out, int64_t number, unsigned places)
{
    char digits[SENML_DIGITS];
    unsigned count = 0;
    uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[count++] = (char)('0' + senml_divide(&left));
    } while (left > 0);
    if (number < 0) {
        text_put_byte(out, '-');
    }
    /* From the left; in front of the digits stand zeros, the first of them before the point. */
    for (unsigned at = count > places ? count : places + 1; at > 0; at--) {
        if (at == places) {
            text_put_byte(out, '.');
        }
        text_put_byte(out, (uint8_t)(at > count ? '0' : digits[at - 1]));
    }
}

static void senml_put_number(text_out *out, const whit_decimal *number)
{
    int exponent = number->exponent;
    if (exponent <= 0 && exponent >= -SENML_MOST_PLACES) {
        senml_put_digits(out, number->mantissa, (unsigned)-exponent);
        return;
    }
    senml_put_digits(out, number->mantissa, 0);
    text_put_byte(out, 'e');
    senml_put_digits(out, exponent, 0);
}

static void senml_put_text(text_out *out, const char *text)
{
    static const char digits[] = "0123456789abcdef";
    text_put_byte(out, '"');
    for (; *text != 0; text++) {
        uint8_t c = (uint8_t)*text;
        if (c < 0x20) {
            text_put_string(out, "\\u00");
            text_put_byte(out, (uint8_t)digits[c >> 4]);
            text_put_byte(out, (uint8_t)digits[c & 15U]);
            continue;
        }
        if (c == '"' || c == '\\') {
            text_put_byte(out, '\\');
        }
        text_put_byte(out, c);
    }
    text_put_byte(out, '"');
}

/* Write the name of a member; a comma stands before it, but not before the first one. */
static void senml_put_name(text_out *out, const char *name)
{
    if (out->full || out->start[out->length - 1] != '{') {
        text_put_byte(out, ',');
    }
    text_put_byte(out, '"');
    text_put_string(out, name);
    text_put_string(out, "\":");
}

static void senml_put_string(text_out *out, const char *name, const char *text)
{
    if (text != NULL) {
        senml_put_name(out, name);
        senml_put_text(out, text);
    }
}

static void senml_put_time(text_out *out, const char *name, const whit_decimal *time)
{
    if (time->mantissa != 0) {
        senml_put_name(out, name);
        senml_put_number(out, time);
    }
}

static void senml_put_value(text_out *out, const whit_senml_record *record)
{
    switch (record->kind) {
    case WHIT_SENML_NUMBER:
        senml_put_name(out, "v");
        senml_put_number(out, &record->value);
        break;
    case WHIT_SENML_TEXT:
        senml_put_string(out, "vs", record->text);
        break;
    case WHIT_SENML_BOOLEAN:
        senml_put_name(out, "vb");
        text_put_string(out, record->data_length == 1 ? "true" : "false");
        break;
    case WHIT_SENML_DATA:
    default:
        senml_put_name(out, "vd");
        text_put_byte(out, '"');
        base64url_put(out, record->data, record->data_length);
        text_put_byte(out, '"');
    }
}

whit_status whit_senml_json(uint8_t *pack, size_t capacity, size_t *pack_length,
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
    for (size_t i = 0; status == WHIT_OK && i < count; i++) {
        const whit_senml_record *record = &records[i];
        text_put_string(&out, i == 0 ? "[{" : ",{");
        senml_put_string(&out, "bn", record->base_name);
        senml_put_time(&out, "bt", &record->base_time);
        senml_put_string(&out, "bu", record->base_unit);
        senml_put_string(&out, "n", record->name);
        senml_put_string(&out, "u", record->unit);
        senml_put_value(&out, record);
        senml_put_time(&out, "t", &record->time);
        text_put_byte(&out, '}');
    }
    text_put_byte(&out, ']');
    return text_end(&out, pack_length, status);
}
