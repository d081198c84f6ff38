/* SPDX-License-Identifier: MIT */
/* The reading that clients get: taken and signed every 30 seconds, so that a request waits for no
 * signature. */
#ifndef READING_H
#define READING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device.h"

#ifndef READING_SECONDS
#define READING_SECONDS 30
#endif

/* The forms that a reading is kept in. */
enum reading_form {
    READING_PLAIN, /* a JSON object */
#if SIGNED
    READING_JSS, /* the same with its signature inside [doc/jss.md] */
#endif
#if COMPLETE
    READING_COSE, /* COSE_Sign1 with that object as its payload [RFC 9052, 4.2] */
#endif
    READING_FORMS
};

/* Compute the public key, where clients are told of it. False: the device has no valid key, and
 * nothing is signed; without COMPLETE only signing tells. */
bool reading_start(void);

/* Take a reading and sign it. It waits until reading_publish. False: there is no temperature, and
 * nothing waits; or no signature, and the reading waits without its signed forms. */
bool reading_take(void);

/* Is a reading taken that is not published? */
bool reading_is_waiting(void);

/* Let clients have the reading that was taken last. */
void reading_publish(void);

/* The published reading in a form, and its number; NULL if there is none. Valid until the next
 * reading_publish. */
const uint8_t *reading_message(enum reading_form form, size_t *length, uint32_t *number);

#if SIGNED
/* Sign the bytes of a message: `signature` has SIGNATURE_BYTES. False: the key is out of range, or
 * the random source failed. */
bool reading_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                  size_t length);
#endif

#if COMPLETE
/* The public key as DER, a SubjectPublicKeyInfo [RFC 5480, 2]; NULL if the device has no key. */
const uint8_t *reading_public_key(size_t *length);
#endif

#endif
