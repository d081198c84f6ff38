/* SPDX-License-Identifier: MIT */
/* What the API tests share: random sources that do as told, and every kind of bad key
 * with the status it deserves. */
#ifndef FIXTURES_H
#define FIXTURES_H

#include <whit/curve.h>
#include <whit/hash.h>
#include <whit/random.h>

#define ORDER_BYTES 32
#define FIELD_BYTES 32
#define PRIVATE_BYTES 32
#define PUBLIC_BYTES 65
#define COMPRESSED_BYTES 33
#define SECRET_BYTES 32
#define SIGNATURE_BYTES 64

/* What outputs hold before a call, to tell "not written" from "zero". */
#define UNTOUCHED 0xa5

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

void fill(void *buffer, size_t length);
void copy(uint8_t *to, const uint8_t *from, size_t length);

/* A random source that yields the given bytes and then fails, and counts the calls.
 * With `length` zero it fails at once; before it fails it writes, as a source that
 * breaks midway would. */
typedef struct given_random {
    const uint8_t *bytes;
    size_t length;
    size_t position;
    unsigned calls;
    size_t last_length;
} given_random;
whit_status given_fill(void *context, uint8_t *out, size_t length);

/* The same with as many bytes as a coordinate has and, for builds that randomise, as many more that
 * are an element of the field. It lasts until the next. */
const whit_random *drawn_from(const uint8_t *bytes);

/* A random source that yields one byte value forever. */
typedef struct constant_random {
    uint8_t value;
    unsigned calls;
} constant_random;
whit_status constant_fill(void *context, uint8_t *out, size_t length);

/* A random source that writes and then returns `result`. */
typedef struct failing_random {
    whit_status result;
} failing_random;
whit_status failing_fill(void *context, uint8_t *out, size_t length);

/* Sources of which nothing can be made: none, one without a function, one that fails, one of zeros;
 * and what is said of each. */
typedef struct bad_source {
    const whit_random *random;
    whit_status status;
} bad_source;

#define BAD_SOURCES 4
extern const bad_source bad_sources[BAD_SOURCES];

/* A bad input: `length` bytes, those of `base` and then zeros, the first one replaced
 * by `prefix` unless that is KEEP. */
#define KEEP (-1)
typedef struct bad_input {
    const char *name;
    const uint8_t *base;
    size_t base_length;
    size_t length;
    int prefix;
    whit_status status;
} bad_input;

/* The bytes of a bad input, in a buffer that the next call uses again. */
uint8_t *bad_bytes(const bad_input *input);

#define BAD_PRIVATE_KEYS 7
#define BAD_PUBLIC_KEYS 23
#define BAD_COMPRESSED_KEYS 15
extern const bad_input bad_private_keys[BAD_PRIVATE_KEYS];
extern const bad_input bad_public_keys[BAD_PUBLIC_KEYS];
extern const bad_input bad_compressed_keys[BAD_COMPRESSED_KEYS];

#endif
