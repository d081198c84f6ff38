/* SPDX-License-Identifier: MIT */
/* One side of a DTLS session by tinydtls: TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8 [RFC 7251] with raw
 * public keys [RFC 7250], both sides authenticated. The caller brings datagrams. */
#ifndef PARTY_H
#define PARTY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <tinydtls.h>

#include <dtls.h>

#define PARTY_KEY_BYTES 32
#define PARTY_RECEIVED_BYTES 64
#define PARTY_NO_ALERT (-1)

enum party_state {
    PARTY_WAITS,     /* no session yet */
    PARTY_CONNECTED, /* both sides are authenticated */
    PARTY_FAILED,    /* a fatal alert was sent or received */
    PARTY_CLOSED     /* the peer has said that it leaves */
};

struct party {
    dtls_context_t *context;
    enum party_state state;
    int sent_alert; /* fatal ones, by their numbers [RFC 5246, 7.2] */
    int received_alert;
    uint8_t received[PARTY_RECEIVED_BYTES]; /* application data */
    size_t received_length;                 /* the caller sets it to zero */

    uint8_t private_key[PARTY_KEY_BYTES];
    uint8_t public_key[2 * PARTY_KEY_BYTES];
    uint8_t peer_key[2 * PARTY_KEY_BYTES]; /* the one peer that is let in */
    dtls_ecdsa_key_t key;

    /* Sends a datagram; false if it cannot. */
    bool (*send)(struct party *party, const session_t *session, const uint8_t *datagram,
                 size_t length);
};

/* Make the context, of `private_key`, `public_key`, `peer_key` and `send`. False without memory. */
bool party_open(struct party *party);

/* Begin a handshake with a server; false if nothing could be sent. */
bool party_connect(struct party *party, session_t *session);

/* A datagram has come. */
void party_receive(struct party *party, session_t *session, uint8_t *datagram, size_t length);

/* Send application data; false if there is no session. */
bool party_write(struct party *party, session_t *session, const void *content, size_t length);

void party_close(struct party *party);

#endif
