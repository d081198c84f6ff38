/* SPDX-License-Identifier: MIT */
/* AES-CCM-16-64-128: these two functions are all of AES that EDHOC takes. aead_bearssl.c has them
 * over BearSSL; a board with an AES of its own has them over that. [RFC 9053, 4.2; SP 800-38C] */
#ifndef EDHOC_AEAD_H
#define EDHOC_AEAD_H

#include "edhoc.h"

#define AEAD_KEY_BYTES 16
#define AEAD_NONCE_BYTES 13
#define AEAD_TAG_BYTES 8

/* Encrypt `length` bytes, fewer than 2^16, where they are. `tag` receives 8 bytes. Time may
 * depend on lengths alone. */
void aead_seal(uint8_t *data, size_t length, uint8_t *tag, const uint8_t *key, const uint8_t *nonce,
               edhoc_bytes associated);

/* Decrypt `length` bytes where they are. Returns 1, or 0 where the tag is not theirs: then they are
 * wiped. Time may depend on lengths and on the result alone. */
int aead_open(uint8_t *data, size_t length, const uint8_t *tag, const uint8_t *key,
              const uint8_t *nonce, edhoc_bytes associated);

#endif
