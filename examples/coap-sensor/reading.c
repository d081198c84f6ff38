/* SPDX-License-Identifier: MIT */
/* Readings as messages. Signatures are deterministic [RFC 6979]: the board has no entropy, and they
 * need none. The nonce comes from the key and the message alone, so that two readings, which differ
 * in their numbers, never share one. */
#include "reading.h"

#include <string.h>

#define PLAIN_BYTES 64

struct reading {
    uint32_t number;
    size_t lengths[READING_FORMS]; /* 0: the form is missing */
    uint8_t plain[PLAIN_BYTES];
#if SIGNED
    uint8_t jss[WHIT_JSS_BYTES(PLAIN_BYTES, SIGNATURE_BYTES)];
#endif
#if COMPLETE
    uint8_t cose[WHIT_COSE_BYTES(PLAIN_BYTES, 0, SIGNATURE_BYTES)];
#endif
};

/* One that clients get, and one that is made meanwhile. */
static struct reading readings[2];
static uint8_t published;
static bool waiting;
static uint32_t taken;

struct text {
    uint8_t *at;
    size_t room;
};

static void append(struct text *text, const char *more)
{
    for (; *more != '\0' && text->room > 0; text->room--) {
        *text->at++ = (uint8_t)*more++;
    }
}

static void append_number(struct text *text, int32_t number)
{
    char digits[12];
    size_t at = sizeof digits - 1;
    uint32_t left = number < 0 ? 0u - (uint32_t)number : (uint32_t)number;
    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (number < 0) {
        digits[--at] = '-';
    }
    append(text, digits + at);
}

/* {"chip_temp":34912,"measurement_id":1}: at most 60 bytes with any two numbers. */
static size_t write_plain(uint8_t plain[PLAIN_BYTES], int32_t millidegrees, uint32_t number)
{
    struct text text = {plain, PLAIN_BYTES};
    append(&text, "{\"chip_temp\":");
    append_number(&text, millidegrees);
    append(&text, ",\"measurement_id\":");
    append_number(&text, (int32_t)(number & 0x7fffffff));
    append(&text, "}");
    return PLAIN_BYTES - text.room;
}

#if SIGNED
#define ALGORITHM CURVE_PASTE(ALGORITHM_, CURVE_CAPITALS, )
#define ALGORITHM_SECP192R1 "ES192"
#define ALGORITHM_SECP224R1 "ES224"
#define ALGORITHM_SECP256R1 "ES256"
#define COSE_ALGORITHM CURVE_PASTE(COSE_ALGORITHM_, CURVE_CAPITALS, )
#define COSE_ALGORITHM_SECP192R1 WHIT_COSE_ES192
#define COSE_ALGORITHM_SECP224R1 WHIT_COSE_ES224
#define COSE_ALGORITHM_SECP256R1 WHIT_COSE_ES256

#if ENTROPY
/* This board has no source of entropy, and says so: its readings go unsigned. One that has draws
 * the nonce here, and its firmware holds no HMAC. */
static whit_status no_entropy(void *context, uint8_t *out, size_t length)
{
    (void)context;
    (void)out;
    (void)length;
    return WHIT_ERROR_RANDOM_FAILED;
}
#endif

bool reading_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                  size_t length)
{
#if ENTROPY
    const whit_random random = {no_entropy, NULL};
    uint8_t digest[WHIT_SHA256_BYTES];
    whit_hash_state state;
    whit_hash_init(&whit_sha256, &state);
    whit_hash_update(&whit_sha256, &state, message, length);
    whit_hash_final(&whit_sha256, &state, digest);
    return CURVE(sign_digest)(signature, private_key, digest, sizeof digest, &random) == WHIT_OK;
#else
    return CURVE(sign)(signature, private_key, message, length) == WHIT_OK;
#endif
}

static bool sign_jss(struct reading *reading)
{
    uint8_t signature[SIGNATURE_BYTES];
    size_t length;
    if (whit_jss_begin(reading->jss, sizeof reading->jss, &length, ALGORITHM, reading->plain,
                       reading->lengths[READING_PLAIN]) != WHIT_OK ||
        !reading_sign(signature, device_page.private_key, reading->jss, length) ||
        whit_jss_end(reading->jss, sizeof reading->jss, &length, signature, sizeof signature) !=
            WHIT_OK) {
        return false;
    }
    reading->lengths[READING_JSS] = length;
    return true;
}

#if COMPLETE
static uint8_t key_der[WHIT_KEY_DER_BYTES(PRIVATE_KEY_BYTES, PRIVATE_KEY_BYTES)];
static size_t key_der_length;

static bool sign_cose(struct reading *reading)
{
    const whit_cose cose = {.algorithm = COSE_ALGORITHM,
                            .payload = reading->plain,
                            .payload_length = reading->lengths[READING_PLAIN]};
    uint8_t signature[SIGNATURE_BYTES];
    size_t length;
    if (whit_cose_begin(&cose, reading->cose, sizeof reading->cose, &length) != WHIT_OK ||
        !reading_sign(signature, device_page.private_key, reading->cose, length) ||
        whit_cose_end(&cose, reading->cose, sizeof reading->cose, &length, signature,
                      sizeof signature) != WHIT_OK) {
        return false;
    }
    reading->lengths[READING_COSE] = length;
    return true;
}

const uint8_t *reading_public_key(size_t *length)
{
    *length = key_der_length;
    return key_der_length > 0 ? key_der : NULL;
}
#endif

#endif

bool reading_start(void)
{
#if COMPLETE
    uint8_t public_key[PUBLIC_KEY_BYTES];
    key_der_length = sizeof key_der;
    if (CURVE(public_key)(public_key, device_page.private_key) != WHIT_OK ||
        whit_key_public_to_der(&CURVE_OBJECT, &CURVE(oid), key_der, &key_der_length, public_key,
                               sizeof public_key) != WHIT_OK) {
        key_der_length = 0;
        return false;
    }
#endif
    return true;
}

bool reading_take(void)
{
    struct reading *next = &readings[published ^ 1];
    int32_t millidegrees;
    waiting = false;
    memset(next, 0, sizeof *next);
    if (!board_temperature(&millidegrees)) {
        return false;
    }
    next->number = ++taken;
    next->lengths[READING_PLAIN] = write_plain(next->plain, millidegrees, taken);
    waiting = true;
#if SIGNED
    /* Without a key a reading is there, and its signed forms are not. */
    if (!sign_jss(next)) {
        return false;
    }
#endif
#if COMPLETE
    if (key_der_length == 0 || !sign_cose(next)) {
        return false;
    }
#endif
    return true;
}

bool reading_is_waiting(void)
{
    return waiting;
}

void reading_publish(void)
{
    published ^= 1;
    waiting = false;
}

const uint8_t *reading_message(enum reading_form form, size_t *length, uint32_t *number)
{
    const struct reading *reading = &readings[published];
    *length = reading->lengths[form];
    *number = reading->number;
    if (*length == 0) {
        return NULL;
    }
#if SIGNED
    if (form == READING_JSS) {
        return reading->jss;
    }
#endif
#if COMPLETE
    if (form == READING_COSE) {
        return reading->cose;
    }
#endif
    return reading->plain;
}
