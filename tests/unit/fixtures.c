/* SPDX-License-Identifier: MIT */
#include "fixtures.h"

#include "known_answers.h"

#define LONGEST 66

void fill(void *buffer, size_t length)
{
    uint8_t *byte = buffer;
    while (length-- > 0) {
        *byte++ = UNTOUCHED;
    }
}

void copy(uint8_t *to, const uint8_t *from, size_t length)
{
    while (length-- > 0) {
        *to++ = *from++;
    }
}

whit_status given_fill(void *context, uint8_t *out, size_t length)
{
    given_random *random = context;
    random->calls++;
    random->last_length = length;
    if (length > random->length - random->position) {
        fill(out, length);
        return WHIT_ERROR_RANDOM_FAILED;
    }
    copy(out, random->bytes + random->position, length);
    random->position += length;
    return WHIT_OK;
}

const whit_random *drawn_from(const uint8_t *bytes)
{
    static uint8_t drawn[2 * FIELD_BYTES];
    static given_random source;
    static const whit_random random = {given_fill, &source};
    const given_random fresh = {drawn, sizeof drawn, 0, 0, 0};
    copy(drawn, bytes, FIELD_BYTES);
    copy(drawn + FIELD_BYTES, ka_private_a, FIELD_BYTES);
    source = fresh;
    return &random;
}

whit_status constant_fill(void *context, uint8_t *out, size_t length)
{
    constant_random *random = context;
    random->calls++;
    while (length-- > 0) {
        *out++ = random->value;
    }
    return WHIT_OK;
}

whit_status failing_fill(void *context, uint8_t *out, size_t length)
{
    const failing_random *random = context;
    fill(out, length);
    return random->result;
}

static failing_random failing = {WHIT_ERROR_RANDOM_FAILED};
static constant_random repeating = {0, 0};
static const whit_random empty = {NULL, NULL};
static const whit_random fails = {failing_fill, &failing};
static const whit_random stuck = {constant_fill, &repeating};

const bad_source bad_sources[BAD_SOURCES] = {
    {NULL, WHIT_ERROR_RANDOM_MISSING},
    {&empty, WHIT_ERROR_RANDOM_MISSING},
    {&fails, WHIT_ERROR_RANDOM_FAILED},
    {&stuck, WHIT_ERROR_RANDOM_STUCK},
};

uint8_t *bad_bytes(const bad_input *input)
{
    static uint8_t bytes[LONGEST];
    for (size_t i = 0; i < LONGEST; i++) {
        bytes[i] = 0;
    }
    copy(bytes, input->base,
         input->length < input->base_length ? input->length : input->base_length);
    if (input->prefix != KEEP) {
        bytes[0] = (uint8_t)input->prefix;
    }
    return bytes;
}

static const uint8_t zeros[PUBLIC_BYTES] = {0};
static const uint8_t ones[PUBLIC_BYTES] = {
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
};

#define BASE(array) array, sizeof(array)

const bad_input bad_private_keys[BAD_PRIVATE_KEYS] = {
    {"empty private key", BASE(ka_private_a), 0, KEEP, WHIT_ERROR_PRIVATE_KEY_LENGTH},
    {"short private key", BASE(ka_private_a), 31, KEEP, WHIT_ERROR_PRIVATE_KEY_LENGTH},
    {"long private key", BASE(ka_private_a), 33, KEEP, WHIT_ERROR_PRIVATE_KEY_LENGTH},
    {"private key zero", BASE(zeros), 32, KEEP, WHIT_ERROR_PRIVATE_KEY_RANGE},
    {"private key n", BASE(ka_order), 32, KEEP, WHIT_ERROR_PRIVATE_KEY_RANGE},
    {"private key n + 1", BASE(ka_order_plus_1), 32, KEEP, WHIT_ERROR_PRIVATE_KEY_RANGE},
    {"private key all ones", BASE(ones), 32, KEEP, WHIT_ERROR_PRIVATE_KEY_RANGE},
};

const bad_input bad_public_keys[BAD_PUBLIC_KEYS] = {
    {"empty public key", BASE(ka_public_a), 0, KEEP, WHIT_ERROR_PUBLIC_KEY_LENGTH},
    {"public key of one byte", BASE(ka_public_a), 1, KEEP, WHIT_ERROR_PUBLIC_KEY_LENGTH},
    {"compressed public key", BASE(ka_compressed_a), 33, KEEP, WHIT_ERROR_PUBLIC_KEY_LENGTH},
    {"short public key", BASE(ka_public_a), 64, KEEP, WHIT_ERROR_PUBLIC_KEY_LENGTH},
    {"long public key", BASE(ka_public_a), 66, KEEP, WHIT_ERROR_PUBLIC_KEY_LENGTH},
    {"prefix 00", BASE(ka_public_a), 65, 0x00, WHIT_ERROR_PUBLIC_KEY_PREFIX},
    {"prefix 01", BASE(ka_public_a), 65, 0x01, WHIT_ERROR_PUBLIC_KEY_PREFIX},
    {"prefix 02", BASE(ka_public_a), 65, 0x02, WHIT_ERROR_PUBLIC_KEY_PREFIX},
    {"prefix 03", BASE(ka_public_a), 65, 0x03, WHIT_ERROR_PUBLIC_KEY_PREFIX},
    {"prefix 05", BASE(ka_public_a), 65, 0x05, WHIT_ERROR_PUBLIC_KEY_PREFIX},
    {"prefix 06 (hybrid)", BASE(ka_public_a), 65, 0x06, WHIT_ERROR_PUBLIC_KEY_PREFIX},
    {"prefix 07 (hybrid)", BASE(ka_public_a), 65, 0x07, WHIT_ERROR_PUBLIC_KEY_PREFIX},
    {"prefix ff", BASE(ka_public_a), 65, 0xff, WHIT_ERROR_PUBLIC_KEY_PREFIX},
    {"x = p", BASE(ka_x_is_prime), 65, KEEP, WHIT_ERROR_PUBLIC_KEY_RANGE},
    {"y = p", BASE(ka_y_is_prime), 65, KEEP, WHIT_ERROR_PUBLIC_KEY_RANGE},
    {"x not reduced", BASE(ka_unreduced_x), 65, KEEP, WHIT_ERROR_PUBLIC_KEY_RANGE},
    {"y not reduced", BASE(ka_unreduced_y), 65, KEEP, WHIT_ERROR_PUBLIC_KEY_RANGE},
    {"x and y all ones", BASE(ones), 65, 0x04, WHIT_ERROR_PUBLIC_KEY_RANGE},
    {"x = y = 0", BASE(ka_origin), 65, KEEP, WHIT_ERROR_PUBLIC_KEY_CURVE},
    {"on another curve", BASE(ka_other_curve), 65, KEEP, WHIT_ERROR_PUBLIC_KEY_CURVE},
    {"x and y swapped", BASE(ka_swapped), 65, KEEP, WHIT_ERROR_PUBLIC_KEY_CURVE},
    {"x on the twist", BASE(ka_twist), 65, KEEP, WHIT_ERROR_PUBLIC_KEY_CURVE},
    {"infinity", BASE(zeros), 1, KEEP, WHIT_ERROR_PUBLIC_KEY_INFINITY},
};

const bad_input bad_compressed_keys[BAD_COMPRESSED_KEYS] = {
    {"empty public key", BASE(ka_compressed_a), 0, KEEP, WHIT_ERROR_PUBLIC_KEY_LENGTH},
    {"public key of one byte", BASE(ka_compressed_a), 1, KEEP, WHIT_ERROR_PUBLIC_KEY_LENGTH},
    {"short public key", BASE(ka_compressed_a), 32, KEEP, WHIT_ERROR_PUBLIC_KEY_LENGTH},
    {"long public key", BASE(ka_compressed_a), 34, KEEP, WHIT_ERROR_PUBLIC_KEY_LENGTH},
    {"uncompressed public key", BASE(ka_public_a), 65, KEEP, WHIT_ERROR_PUBLIC_KEY_LENGTH},
    {"prefix 00", BASE(ka_compressed_a), 33, 0x00, WHIT_ERROR_PUBLIC_KEY_PREFIX},
    {"prefix 01", BASE(ka_compressed_a), 33, 0x01, WHIT_ERROR_PUBLIC_KEY_PREFIX},
    {"prefix 04", BASE(ka_compressed_a), 33, 0x04, WHIT_ERROR_PUBLIC_KEY_PREFIX},
    {"prefix 06", BASE(ka_compressed_a), 33, 0x06, WHIT_ERROR_PUBLIC_KEY_PREFIX},
    {"prefix 82", BASE(ka_compressed_a), 33, 0x82, WHIT_ERROR_PUBLIC_KEY_PREFIX},
    {"x = p", BASE(ka_prime_compressed), 33, KEEP, WHIT_ERROR_PUBLIC_KEY_RANGE},
    {"x not reduced", BASE(ka_unreduced_compressed), 33, KEEP, WHIT_ERROR_PUBLIC_KEY_RANGE},
    {"x all ones", BASE(ones), 33, 0x02, WHIT_ERROR_PUBLIC_KEY_RANGE},
    {"no point has this x", BASE(ka_no_point_compressed), 33, KEEP, WHIT_ERROR_PUBLIC_KEY_CURVE},
    {"infinity", BASE(zeros), 1, KEEP, WHIT_ERROR_PUBLIC_KEY_INFINITY},
};
