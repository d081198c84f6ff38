/* SPDX-License-Identifier: MIT */
/* Transcript hashes and the key schedule, with SHA-256. [RFC 9528, 4] */
#ifndef EDHOC_SCHEDULE_H
#define EDHOC_SCHEDULE_H

#include "edhoc.h"

/* Labels of EDHOC_KDF. [RFC 9528, 4.1.2 and 4.1.3; H] */
enum {
    LABEL_KEYSTREAM_2 = 0,
    LABEL_SALT_3E2M = 1,
    LABEL_MAC_2 = 2,
    LABEL_K_3 = 3,
    LABEL_IV_3 = 4,
    LABEL_SALT_4E3M = 5,
    LABEL_MAC_3 = 6,
    LABEL_OUT = 7,
    LABEL_K_4 = 8,
    LABEL_IV_4 = 9,
    LABEL_EXPORTER = 10,
    LABEL_KEY_UPDATE = 11
};

/* Hash a whole message. */
void schedule_hash(uint8_t *digest, edhoc_bytes message);

/* TH_2 of a session that has both ephemeral keys and H(message_1), in place of the latter. */
void schedule_second(uint8_t *transcript, const uint8_t *responder_key);

/* TH_3 and TH_4: of the one before, a plaintext and the credential of who wrote it. `next` may be
 * `transcript`. */
void schedule_next(uint8_t *next, const uint8_t *transcript, edhoc_bytes plaintext,
                   edhoc_bytes credential);

/* HKDF-Extract: replace `prk` by the one of salt and secret, which may not be `prk`. */
void schedule_extract(uint8_t *prk, const uint8_t *salt, const uint8_t *secret);

/* EDHOC_KDF, added to `out` by exclusive or; the context is the parts in a row. Returns EDHOC_OK,
 * or EDHOC_ERROR_WORKSPACE with `out` as it was. */
edhoc_status schedule_kdf(const edhoc_party *party, const uint8_t *prk, uint32_t label,
                          const edhoc_bytes *parts, size_t count, uint8_t *out, size_t length);

/* The same of the transcript hash alone, into `out`. */
edhoc_status schedule_key(const edhoc_session *session, uint32_t label, uint8_t *out,
                          size_t length);

#endif
