/* SPDX-License-Identifier: MIT */
/* What the targets of libFuzzer share: a program of tests/fuzz/ reads any bytes, and traps where
 * the library breaks a law, or disagrees with OpenSSL. */
#ifndef WHIT_FUZZ_H
#define WHIT_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <whit/random.h>
#include <whit/status.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST(condition)       \
    do {                      \
        if (!(condition)) {   \
            __builtin_trap(); \
        }                     \
    } while (0)
#define OK(call) MUST((call) == WHIT_OK)
#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* What is left of the input. */
typedef struct input {
    const uint8_t *bytes;
    size_t left;
} input;

/* The next byte, zero where there is none. */
static inline uint8_t byte(input *in)
{
    if (in->left == 0) {
        return 0;
    }
    in->left--;
    return *in->bytes++;
}

/* The next bytes, at most `most` of them, how many the first one says. */
static inline const uint8_t *taken(input *in, size_t most, size_t *length)
{
    size_t wanted = byte(in) % (most + 1);
    *length = wanted < in->left ? wanted : in->left;
    const uint8_t *found = in->bytes;
    in->bytes += *length;
    in->left -= *length;
    return found;
}

/* The next bytes, and zeros where there are no more. */
static inline void filled(input *in, uint8_t *out, size_t length)
{
    size_t some = length < in->left ? length : in->left;
    memset(out, 0, length);
    if (some > 0) {
        memcpy(out, in->bytes, some);
    }
    in->bytes += some;
    in->left -= some;
}

/* A copy in memory of exactly this length, so that the sanitizer sees what is read behind it. */
static inline uint8_t *copied(const uint8_t *bytes, size_t length)
{
    uint8_t *copy = malloc(length > 0 ? length : 1);
    MUST(copy != NULL);
    if (length > 0) {
        memcpy(copy, bytes, length);
    }
    return copy;
}

/* A buffer of exactly this length, which holds no zeros. */
static inline uint8_t *room(size_t length)
{
    uint8_t *made = malloc(length > 0 ? length : 1);
    MUST(made != NULL);
    memset(made, 0xa5, length > 0 ? length : 1);
    return made;
}

static inline int is_filled_with(const uint8_t *bytes, uint8_t value, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] != value) {
            return 0;
        }
    }
    return 1;
}

#define is_zero(bytes, length) is_filled_with(bytes, 0, length)
#define is_untouched(bytes, length) is_filled_with(bytes, 0xa5, length)

/* Change some bytes in their place: a place and what is added to it, as long as the input has
 * them, and at most `most` times. Returns whether anything differs. */
static inline int mutate(input *in, uint8_t *bytes, size_t length, int most)
{
    uint8_t *before = copied(bytes, length);
    while (length > 0 && in->left >= 2 && most-- > 0) {
        size_t place = byte(in) % length;
        bytes[place] = (uint8_t)(bytes[place] + byte(in));
    }
    int changed = memcmp(before, bytes, length) != 0;
    free(before);
    return changed;
}

/* A source that gives what is left of the input over and over, then zeros, and fails after
 * `calls`. */
typedef struct source {
    input in;
    int calls;
} source;

static inline whit_status source_fill(void *context, uint8_t *out, size_t length)
{
    source *from = context;
    filled(&from->in, out, length);
    return from->calls-- > 0 ? WHIT_OK : WHIT_ERROR_RANDOM_FAILED;
}

#endif
