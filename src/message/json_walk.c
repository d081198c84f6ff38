/* SPDX-License-Identifier: MIT */
/* Walking through JSON that json_check found right. */
#include "message/json.h"

WHIT_INTERNAL const uint8_t *json_space(const uint8_t *at)
{
    while (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r') {
        at++;
    }
    return at;
}

static const uint8_t *json_skip_string(const uint8_t *at)
{
    for (at++; *at != '"'; at++) {
        if (*at == '\\') {
            at++;
        }
    }
    return at + 1;
}

WHIT_INTERNAL const uint8_t *json_skip(const uint8_t *at)
{
    unsigned depth = 0;
    do {
        if (*at == '"') {
            at = json_skip_string(at);
            continue;
        }
        if (*at == '{' || *at == '[') {
            depth++;
        } else if (*at == '}' || *at == ']') {
            depth--;
        } else if (depth == 0) {
            /* A number or a word ends where something else begins, and something always does. */
            while (*at == '-' || *at == '+' || *at == '.' || (*at >= '0' && *at <= '9') ||
                   (*at >= 'A' && *at <= 'Z') || (*at >= 'a' && *at <= 'z')) {
                at++;
            }
            return at;
        }
        at++;
    } while (depth > 0);
    return at;
}

WHIT_INTERNAL const uint8_t *json_element(const uint8_t *at)
{
    at = json_space(at);
    return *at == ',' ? json_space(at + 1) : at;
}

WHIT_INTERNAL int json_next(const uint8_t **at, json_member *member)
{
    const uint8_t *next = json_element(*at);
    if (*next == '}' || *next == ']') {
        *at = next + 1;
        return 0;
    }
    member->name = NULL;
    member->value = next;
    if (*next == '"') {
        const uint8_t *behind = json_space(json_skip_string(next));
        if (*behind == ':') {
            member->name = next;
            member->value = json_space(behind + 1);
        }
    }
    member->end = json_skip(member->value);
    *at = member->end;
    return 1;
}

WHIT_INTERNAL int json_bare(const uint8_t *at, const char *string)
{
    return *at == '"' && text_same(at + 1, (size_t)(json_skip(at) - at) - 2, string);
}
