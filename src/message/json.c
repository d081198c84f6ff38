/* SPDX-License-Identifier: MIT */
#include "message/json.h"

/* What is still to be checked, and the arrays and objects that are open. */
typedef struct json_in {
    const uint8_t *at;
    const uint8_t *end;
    unsigned depth;
    const uint8_t *open[JSON_DEPTH]; /* at their opening brackets */
} json_in;

static int json_is_space(uint8_t c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static int json_is_digit(uint8_t c)
{
    return c >= '0' && c <= '9';
}

/* The next character, or zero at the end, where no character of JSON is meant. */
static uint8_t json_peek(const json_in *in)
{
    return in->at == in->end ? 0 : *in->at;
}

static int json_take(json_in *in, uint8_t c)
{
    if (json_peek(in) != c || c == 0) {
        return 0;
    }
    in->at++;
    return 1;
}

static void json_take_space(json_in *in)
{
    while (json_is_space(json_peek(in))) {
        in->at++;
    }
}

static int json_take_digits(json_in *in)
{
    const uint8_t *start = in->at;
    while (json_is_digit(json_peek(in))) {
        in->at++;
    }
    return in->at != start;
}

static int json_take_number(json_in *in)
{
    (void)json_take(in, '-');
    if (!json_take(in, '0') && !json_take_digits(in)) {
        return 0;
    }
    if (json_take(in, '.') && !json_take_digits(in)) {
        return 0;
    }
    if (!json_take(in, 'e') && !json_take(in, 'E')) {
        return 1;
    }
    (void)(json_take(in, '+') || json_take(in, '-'));
    return json_take_digits(in);
}

static int json_take_word(json_in *in, const char *word)
{
    for (; *word != 0; word++) {
        if (!json_take(in, (uint8_t)*word)) {
            return 0;
        }
    }
    return 1;
}

/* The value of a hexadecimal digit; 16 where it is none. */
static unsigned json_digit(uint8_t c)
{
    if (json_is_digit(c)) {
        return (unsigned)c - '0';
    }
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? (unsigned)c - 'a' + 10 : 16;
}

/* Four hexadecimal digits; TEXT_NONE where they are none. */
static uint32_t json_digits(const uint8_t *at, const uint8_t *end)
{
    uint32_t unit = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned digit = at == end ? 16 : json_digit(*at++);
        if (digit == 16) {
            return TEXT_NONE;
        }
        unit = unit << 4 | digit;
    }
    return unit;
}

/* The character of an escape, *at behind its backslash; TEXT_NONE for one that is none, or half of
 * a surrogate pair. */
static uint32_t json_escape(const uint8_t **at, const uint8_t *end)
{
    static const char escapes[] = "\"\\/bfnrt";
    static const char meant[] = "\"\\/\b\f\n\r\t";
    uint8_t c = *at == end ? 0 : *(*at)++;
    for (unsigned i = 0; i < sizeof escapes - 1; i++) {
        if (c == (uint8_t)escapes[i]) {
            return (uint8_t)meant[i];
        }
    }
    uint32_t unit = c == 'u' ? json_digits(*at, end) : TEXT_NONE;
    if (unit == TEXT_NONE) {
        return TEXT_NONE;
    }
    *at += 4;
    if (unit < 0xd800UL || unit >= 0xe000UL) {
        return unit;
    }
    uint32_t low = TEXT_NONE;
    if (unit < 0xdc00UL && end - *at >= 6 && (*at)[0] == '\\' && (*at)[1] == 'u') {
        low = json_digits(*at + 2, end);
    }
    if (low < 0xdc00UL || low >= 0xe000UL) {
        return TEXT_NONE;
    }
    *at += 6;
    return (uint32_t)(0x10000UL + ((unit & 0x3ffUL) << 10) + (low & 0x3ffUL));
}

/* The next character of a string; TEXT_NONE for a bad one. */
static uint32_t json_character(const uint8_t **at, const uint8_t *end)
{
    if (**at == '\\') {
        ++*at;
        return json_escape(at, end);
    }
    return text_character(at, end);
}

static whit_status json_take_string(json_in *in)
{
    if (!json_take(in, '"')) {
        return WHIT_ERROR_MESSAGE_ENCODING;
    }
    while (!json_take(in, '"')) {
        /* At the end this is zero. */
        uint8_t first = json_peek(in);
        if (first < 0x20) {
            return WHIT_ERROR_MESSAGE_ENCODING;
        }
        if (json_character(&in->at, in->end) == TEXT_NONE) {
            return first == '\\' ? WHIT_ERROR_MESSAGE_ENCODING : WHIT_ERROR_MESSAGE_TEXT;
        }
    }
    return WHIT_OK;
}

/* Whether two strings, at their first quotes, are the same characters. */
static int json_same(const uint8_t *a, const uint8_t *b)
{
    const uint8_t *a_end = json_skip(a);
    const uint8_t *b_end = json_skip(b);
    a++;
    b++;
    while (*a != '"' && *b != '"') {
        if (json_character(&a, a_end) != json_character(&b, b_end)) {
            return 0;
        }
    }
    return *a == *b;
}

/* Take a member's name and the colon, if no member before has this name. */
static whit_status json_take_name(json_in *in)
{
    const uint8_t *name = in->at;
    whit_status status = json_take_string(in);
    json_take_space(in);
    if (status != WHIT_OK || !json_take(in, ':')) {
        return status == WHIT_OK ? WHIT_ERROR_MESSAGE_ENCODING : status;
    }
    const uint8_t *at = in->open[in->depth - 1] + 1;
    json_member member;
    while (json_element(at) != name) {
        (void)json_next(&at, &member);
        if (json_same(member.name, name)) {
            return WHIT_ERROR_MESSAGE_DUPLICATE;
        }
    }
    return WHIT_OK;
}

/* Take a value but for arrays and objects. */
static whit_status json_take_scalar(json_in *in)
{
    int right;
    switch (json_peek(in)) {
    case '"':
        return json_take_string(in);
    case 't':
        right = json_take_word(in, "true");
        break;
    case 'f':
        right = json_take_word(in, "false");
        break;
    case 'n':
        right = json_take_word(in, "null");
        break;
    default:
        right = json_take_number(in);
    }
    return right ? WHIT_OK : WHIT_ERROR_MESSAGE_ENCODING;
}

static int json_in_object(const json_in *in)
{
    return *in->open[in->depth - 1] == '{';
}

/* Close the innermost array or object, if its bracket is next. */
static int json_take_close(json_in *in)
{
    if (!json_take(in, json_in_object(in) ? '}' : ']')) {
        return 0;
    }
    in->depth--;
    return 1;
}

/* Take the beginning of a value, or all of it. *whole is 0 where an element has to follow. */
static whit_status json_take_value(json_in *in, int *whole)
{
    uint8_t c = json_peek(in);
    *whole = 1;
    if (c != '{' && c != '[') {
        return json_take_scalar(in);
    }
    if (in->depth == JSON_DEPTH) {
        return WHIT_ERROR_MESSAGE_DEPTH;
    }
    in->open[in->depth++] = in->at++;
    json_take_space(in);
    if (json_take_close(in)) {
        return WHIT_OK;
    }
    *whole = 0;
    return c == '{' ? json_take_name(in) : WHIT_OK;
}

/* Take what stands behind a value: brackets that close, or a comma, and the name behind it. */
static whit_status json_take_more(json_in *in)
{
    json_take_space(in);
    while (json_take_close(in)) {
        if (in->depth == 0) {
            return WHIT_OK;
        }
        json_take_space(in);
    }
    if (!json_take(in, ',')) {
        return WHIT_ERROR_MESSAGE_ENCODING;
    }
    json_take_space(in);
    return json_in_object(in) ? json_take_name(in) : WHIT_OK;
}

WHIT_INTERNAL whit_status json_check(const uint8_t *text, size_t length)
{
    json_in in = {text, text + length, 0, {NULL}};
    if (json_peek(&in) != '{') {
        return WHIT_ERROR_MESSAGE_ENCODING;
    }
    do {
        int whole;
        json_take_space(&in);
        whit_status status = json_take_value(&in, &whole);
        if (status == WHIT_OK && whole && in.depth > 0) {
            status = json_take_more(&in);
        }
        if (status != WHIT_OK) {
            return status;
        }
    } while (in.depth > 0);
    return in.at == in.end ? WHIT_OK : WHIT_ERROR_MESSAGE_TRAILING;
}

WHIT_INTERNAL int json_is(const uint8_t *at, const char *string)
{
    const uint8_t *end = json_skip(at);
    at++;
    while (*at != '"' && *string != 0) {
        if (json_character(&at, end) != (uint8_t)*string++) {
            return 0;
        }
    }
    return *at == '"' && *string == 0;
}
