/* SPDX-License-Identifier: MIT */
/* Sensor Measurement Lists: packs of readings in JSON and in CBOR, as payloads of the messages of
 * jws.h and cose.h. Numbers are decimal, so that no floating point is needed.
 *
 *     static const whit_senml_record records[] = {
 *         {.base_name = "urn:dev:mac:0024befffe804ff1:", .name = "temperature", .unit = "Cel",
 *          .kind = WHIT_SENML_NUMBER, .value = {20953, -3}},
 *     };
 *     whit_senml_json(pack, sizeof pack, &length, records, 1);
 *
 * writes [{"bn":"urn:dev:mac:0024befffe804ff1:","n":"temperature","u":"Cel","v":20.953}].
 * Time depends on everything. [RFC 8428] */
#ifndef WHIT_SENML_H
#define WHIT_SENML_H

#include <stddef.h>
#include <stdint.h>
#include <whit/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* mantissa * 10^exponent */
typedef struct whit_decimal {
    int64_t mantissa;
    int8_t exponent;
} whit_decimal;

/* What the value of a record is. */
typedef enum whit_senml_kind {
    WHIT_SENML_NUMBER = 1, /* `value` */
    WHIT_SENML_TEXT,       /* `text`, UTF-8 */
    WHIT_SENML_BOOLEAN,    /* `data_length`: 0 is false, 1 true */
    WHIT_SENML_DATA        /* `data` */
} whit_senml_kind;

/* A record. Texts end with a zero, and are left out where they are NULL; times in seconds are left
 * out where they are zero, which is what they then mean. A base holds for this record and those
 * that follow it. Names, of a base name and a name together, begin with a letter or a digit and
 * have these and - : . / _ in them. */
typedef struct whit_senml_record {
    const char *base_name;  /* bn */
    whit_decimal base_time; /* bt */
    const char *base_unit;  /* bu */
    const char *name;       /* n */
    const char *unit;       /* u */
    whit_decimal time;      /* t */
    whit_senml_kind kind;
    whit_decimal value;  /* v */
    const char *text;    /* vs */
    const uint8_t *data; /* vd; may be NULL when its length is zero */
    size_t data_length;
} whit_senml_record;

/* Write a pack.
 *
 * pack                  output, `capacity` bytes, which may not overlap what the records point to
 * pack_length           output
 * records               `count` of them, at least one
 *
 * Numbers keep the decimal places that they have. In CBOR those with places are decimal fractions
 * (tag 4); in JSON those with a positive exponent are written as 5e3.
 *
 * Return WHIT_OK; WHIT_ERROR_ARGUMENT (also for a record whose kind is none, or whose text is NULL)
 * or WHIT_ERROR_OVERLAP with nothing written; and with the output and its length zeroed
 * WHIT_ERROR_OUTPUT_LENGTH; WHIT_ERROR_MESSAGE_TEXT: a name that is empty or has other characters,
 * or a text that is not UTF-8. [RFC 8428, 4 to 6] */
whit_status whit_senml_json(uint8_t *pack, size_t capacity, size_t *pack_length,
                            const whit_senml_record *records, size_t count);
whit_status whit_senml_cbor(uint8_t *pack, size_t capacity, size_t *pack_length,
                            const whit_senml_record *records, size_t count);

#ifdef __cplusplus
}
#endif

#endif
