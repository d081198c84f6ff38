/* SPDX-License-Identifier: MIT */
/* What initiator and responder share. */
#ifndef EDHOC_SESSION_H
#define EDHOC_SESSION_H

#include "aead.h"
#include "cbor.h"
#include "schedule.h"
#include "suite.h"
#include "wipe.h"

/* What a session has done. Words as far apart as statuses are. */
enum {
    STATE_INITIATOR = 0x7591, /* nothing yet */
    STATE_WROTE_1 = 0x0537,
    STATE_READ_2 = 0x0a6e,
    STATE_WROTE_3 = 0x11eb,
    STATE_READ_4 = 0x14dc,
    STATE_RESPONDER = 0x1b85, /* nothing yet */
    STATE_READ_1 = 0x23d6,
    STATE_WROTE_2 = 0x26e1,
    STATE_READ_3 = 0x29b8,
    STATE_WROTE_4 = 0x4dc2
};

/* Whether a method has this party authenticate by a static key. */
int session_is_static(edhoc_method method, int is_responder);

/* Whether a party has what its sessions take. */
int session_is_complete(const edhoc_party *party);

edhoc_bytes session_bytes(const uint8_t *at, size_t length);

/* What a status of Whit says here: of keys and of random sources. */
edhoc_status session_status(whit_status status);

/* Fill a session with zeros and begin it in a state, or EDHOC_ERROR_ARGUMENT. */
edhoc_status session_begin(edhoc_session *session, const edhoc_party *party, int state,
                           edhoc_bytes connection);

/* The end of every call that computes: a session that failed ends, and its message is wiped. */
edhoc_status session_settle(edhoc_session *session, edhoc_status status, uint8_t *message,
                            size_t length);

/* Take a connection identifier that was received, unlike this one. */
edhoc_status session_connection(edhoc_connection *taken, edhoc_bytes received,
                                const edhoc_connection *own);

/* Mix the secret of a private and a public key into the session's key: PRK_2e if `label` is
 * negative, with the transcript hash as salt; else PRK_3e2m or PRK_4e3m, with the salt of that
 * label. */
edhoc_status session_mix(edhoc_session *session, int label, const uint8_t *private_key,
                         edhoc_bytes public_key);

/* How one party of a session shows that it owns its credential. */
typedef struct session_claim {
    const edhoc_credential *credential;
    edhoc_bytes external; /* EAD_x */
    int is_responder;
} session_claim;

/* ID_CRED_x as it stands in a plaintext: a map {4: kid} as the kid. */
void session_put_identifier(cbor_out *out, edhoc_bytes identifier);

/* Bytes of Signature_or_MAC_x. */
size_t session_proof_bytes(const edhoc_session *session, int is_responder);

/* Compute one's own Signature_or_MAC_x; check the peer's, which has the right length. */
edhoc_status session_prove(const edhoc_session *session, const session_claim *claim,
                           uint8_t *proof);
edhoc_status session_check(const edhoc_session *session, const session_claim *claim,
                           const uint8_t *proof);

/* A plaintext behind C_R, taken apart. */
typedef struct session_shown {
    edhoc_bytes identifier; /* a map, or a kid */
    int is_kid;
    edhoc_bytes proof;
    edhoc_bytes external;
} session_shown;

edhoc_status session_take_apart(cbor_in *in, size_t proof_bytes, session_shown *shown);

/* Pass over external authorization data up to the end of `in`. */
edhoc_status session_skip_external(cbor_in *in, edhoc_bytes *external);

/* Find the credential that the peer named and check that it may have it. */
edhoc_status session_find(edhoc_session *session, const session_shown *shown, int is_responder);

/* The content of a message that is one byte string. */
edhoc_status session_content(uint8_t *message, size_t length, uint8_t **content,
                             size_t *content_length);

/* Key, nonce and associated data of message 3 or 4, of the session as it is now. */
typedef struct session_cipher {
    uint8_t key[AEAD_KEY_BYTES];
    uint8_t nonce[AEAD_NONCE_BYTES];
    uint8_t associated[13 + EDHOC_HASH_BYTES];
} session_cipher;

edhoc_status session_cipher_of(const edhoc_session *session, uint32_t key_label,
                               uint32_t nonce_label, session_cipher *cipher);

/* Encrypt what stands behind the head of a message, and put the tag behind it; and back. */
void session_seal(const session_cipher *cipher, uint8_t *plaintext, size_t length);
edhoc_status session_open(const session_cipher *cipher, uint8_t *ciphertext, size_t *length);

/* TH_4, PRK_out and the end of the ephemeral key, when message 3 is written or read. */
edhoc_status session_finish(edhoc_session *session, edhoc_bytes plaintext, edhoc_bytes credential);

#endif
