/* SPDX-License-Identifier: MIT */
/* Reading JSON in place [RFC 8259]: one function checks a text, and the others walk through what it
 * found right, without further checks. */
#ifndef WHIT_MESSAGE_JSON_H
#define WHIT_MESSAGE_JSON_H

#include "message/text.h"

#define json_check whit_json_check
#define json_next whit_json_next
#define json_skip whit_json_skip
#define json_space whit_json_space
#define json_element whit_json_element
#define json_is whit_json_is
#define json_bare whit_json_bare

/* How deep arrays and objects may be nested. */
#define JSON_DEPTH 16

/* Check that a text is one object, in UTF-8 and with nothing before or behind it, whose objects
 * have no two members of one name. Returns WHIT_OK or what whit/jss.h says of such texts. */
WHIT_INTERNAL whit_status json_check(const uint8_t *text, size_t length);

/* A member of an object. */
typedef struct json_member {
    const uint8_t *name;  /* at its first quote */
    const uint8_t *value; /* at its first character */
    const uint8_t *end;   /* behind the value */
} json_member;

/* The next member, or element of an array, whose name is NULL: *at stands behind the opening
 * bracket or the end of the one before. Returns 0 behind the last one, with *at behind the closing
 * bracket. */
WHIT_INTERNAL int json_next(const uint8_t **at, json_member *member);

/* Where the next member or element begins, or the closing bracket stands: behind white space and a
 * comma. */
WHIT_INTERNAL const uint8_t *json_element(const uint8_t *at);

/* Behind the value at `at`; and behind white space. */
WHIT_INTERNAL const uint8_t *json_skip(const uint8_t *at);
WHIT_INTERNAL const uint8_t *json_space(const uint8_t *at);

/* Whether a string, at its first quote, is this one in ASCII, however it is spelled; and whether a
 * value is this string without escapes. */
WHIT_INTERNAL int json_is(const uint8_t *at, const char *string);
WHIT_INTERNAL int json_bare(const uint8_t *at, const char *string);

#endif
