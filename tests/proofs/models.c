/* SPDX-License-Identifier: MIT */
/* Models of functions: each asks of its caller what the function needs, and may leave whatever the
 * function may leave. That the functions need no more and leave nothing else is proved in the
 * harnesses of base, of which base_copy is one. */
#include "models.h"

uint8_t *watched;
size_t watched_at;

size_t any_length(size_t most)
{
    size_t length = nondet_size();
    ASSUME(length <= most);
    return length;
}

uint8_t *any_bytes(size_t length)
{
    uint8_t *bytes = malloc(length);
    ASSUME(bytes != NULL);
    return bytes;
}

void watch(uint8_t *bytes, size_t length)
{
    size_t at = nondet_size();
    ASSUME(at < length);
    watched = bytes + at;
}

/* Whether the watched byte is among some. */
static int is_watched(const void *bytes, size_t length)
{
    return __CPROVER_same_object(watched, bytes) && watched != NULL &&
           __CPROVER_POINTER_OFFSET(watched) >= __CPROVER_POINTER_OFFSET(bytes) &&
           __CPROVER_POINTER_OFFSET(watched) - __CPROVER_POINTER_OFFSET(bytes) < length;
}

void model_base_copy(void *out, const void *in, size_t length)
{
    READABLE(in, length);
    WRITABLE(out, length);
    if (length > 0) {
        __CPROVER_havoc_slice(out, length);
    }
}

void model_base_wipe(void *object, size_t length)
{
    WRITABLE(object, length);
    if (length > 0) {
        int clears = is_watched(object, length);
        __CPROVER_havoc_slice(object, length);
        if (clears) {
            *watched = 0;
        }
    }
}

int model_base_same(const void *a, const void *b, size_t length)
{
    READABLE(a, length);
    READABLE(b, length);
    return nondet_int() != 0;
}

void model_mp_set_word(limb *r, limb word, size_t n)
{
    WRITABLE(r, n * LIMB_BYTES);
    PROVE(n > 0);
    (void)word;
    __CPROVER_havoc_slice(r, n * LIMB_BYTES);
}
