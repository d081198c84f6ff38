/* SPDX-License-Identifier: MIT */
/* EDHOC, Ephemeral Diffie-Hellman over COSE: authenticated key exchange in three messages, or four,
 * with cipher suites 0 and 2. [RFC 9528]
 *
 * A session is one run, of an initiator or of a responder:
 *
 *     initiator                         responder
 *     edhoc_initiate                    edhoc_respond
 *     edhoc_write_1          ------->   edhoc_read_1
 *     edhoc_read_2           <-------   edhoc_write_2
 *     edhoc_write_3          ------->   edhoc_read_3
 *     edhoc_read_4           <-------   edhoc_write_4
 *     edhoc_export                      edhoc_export
 *     edhoc_end                         edhoc_end
 *
 * Message 4 may be left out, where the first message of the application that is protected by an
 * exported key confirms it to the initiator. No heap: the caller owns sessions, buffers and
 * credentials, and all that a session points to stays as it is until the session ends. Byte order:
 * that of CBOR, big-endian; X25519 and Ed25519 little-endian.
 *
 * EDHOC_ERROR_ARGUMENT, _ORDER and _OUTPUT leave a session as it was. After any other error it has
 * ended, its keys are wiped, and every call but edhoc_initiate and edhoc_respond returns
 * EDHOC_ERROR_ORDER. Time depends on lengths, credentials and messages, and on no private key and
 * no secret computed from one. */
#ifndef EDHOC_H
#define EDHOC_H

#include <stddef.h>
#include <stdint.h>
#include "whit.h"

/* Words of the code of whit_status: any two differ in at least five bits. */
typedef enum edhoc_status {
    EDHOC_OK = 0x7591,

    /* The caller's doing. */
    EDHOC_ERROR_ARGUMENT = 0x0537,    /* NULL, or a length or a method that is none */
    EDHOC_ERROR_ORDER = 0x0a6e,       /* a call that is not due, or of a session that has ended */
    EDHOC_ERROR_OUTPUT = 0x0f59,      /* an output buffer too short */
    EDHOC_ERROR_WORKSPACE = 0x11eb,   /* less than EDHOC_WORKSPACE_BYTES of what is to be hashed */
    EDHOC_ERROR_RANDOM = 0x47ac,      /* the random source is missing, failed or is stuck */
    EDHOC_ERROR_PRIVATE_KEY = 0x3d64, /* the identity's private key is none */

    /* What came from the peer. */
    EDHOC_ERROR_TRUNCATED = 0x14dc,  /* a message that ends too early */
    EDHOC_ERROR_TRAILING = 0x1b85,   /* bytes behind the end */
    EDHOC_ERROR_ENCODING = 0x1eb2,   /* not in the one form that RFC 9528 gives it */
    EDHOC_ERROR_METHOD = 0x23d6,     /* a method that the responder does not take */
    EDHOC_ERROR_SUITE = 0x26e1,      /* no suite, or not the best that both have */
    EDHOC_ERROR_CONNECTION = 0x29b8, /* a connection identifier too long, or one's own */
    EDHOC_ERROR_PUBLIC_KEY = 0x4dc2, /* not on the curve, of small order, or of another length */
    EDHOC_ERROR_EXTERNAL = 0x6e14,   /* critical external authorization data */
    EDHOC_ERROR_CREDENTIAL = 0x5370, /* unknown, of the other kind, or one's own */
    EDHOC_ERROR_MAC = 0x5647,        /* the MAC of a static key */
    EDHOC_ERROR_SIGNATURE = 0x3853,  /* the signature */
    EDHOC_ERROR_CIPHERTEXT = 0x2c8f, /* message 3 or 4 is not of this session */
    EDHOC_ERROR_PEER = 0x323d        /* the peer sent an error: edhoc_read_error reads it */
} edhoc_status;

#define EDHOC_KEY_BYTES 32       /* of ephemeral keys, in both suites */
#define EDHOC_HASH_BYTES 32      /* SHA-256 */
#define EDHOC_MAC_BYTES 8        /* of a static key */
#define EDHOC_SIGNATURE_BYTES 64 /* Ed25519 or ES256 */
#define EDHOC_CONNECTION_BYTES                                                                   \
    7                           /* the longest connection identifier: OSCORE's longest sender ID \
                                 */
#define EDHOC_EXPORT_BYTES 8160 /* the longest key that HKDF-SHA-256 gives */
#define EDHOC_SUITES 8          /* the most suites of a party, and in a peer's list */

/* Enough workspace for a session that sees credentials of at most so many bytes, with identifiers
 * ID_CRED_x and external authorization data of at most so many. An export takes as much for its
 * context in place of the credential. */
#define EDHOC_WORKSPACE_BYTES(identifier, credential, external) \
    (96u + (identifier) + (credential) + (external))

/* Bytes that the caller keeps. */
typedef struct edhoc_bytes {
    const uint8_t *at;
    size_t length;
} edhoc_bytes;

/* A cipher suite. Name the ones that a party has; what is not named is not linked. */
typedef struct edhoc_suite edhoc_suite;
extern const edhoc_suite edhoc_suite_0; /* X25519, EdDSA on Ed25519 */
extern const edhoc_suite edhoc_suite_2; /* P-256, ES256 */

/* How initiator and responder authenticate. [RFC 9528, 3.2] */
typedef enum edhoc_method {
    EDHOC_SIGNATURES = 0,
    EDHOC_SIGNATURE_STATIC = 1, /* the initiator signs */
    EDHOC_STATIC_SIGNATURE = 2, /* the responder signs */
    EDHOC_STATICS = 3
} edhoc_method;

typedef enum edhoc_kind { EDHOC_SIGNATURE_KEY, EDHOC_STATIC_KEY } edhoc_kind;

/* A credential, and the public key that is in it.
 *
 * identifier        ID_CRED_x: a CBOR map in its deterministic form
 * credential        CRED_x: one CBOR item. A certificate is in a byte string, with its head
 * kind              of the key
 * public_key        suite 0: 32 bytes. Suite 2: 65 bytes, uncompressed; a static key may be its
 *                   x-coordinate alone, 32 bytes
 *
 * Whether the credential is trusted, in date and issued by whom is the caller's to check. */
typedef struct edhoc_credential {
    edhoc_bytes identifier;
    edhoc_bytes credential;
    edhoc_kind kind;
    edhoc_bytes public_key;
} edhoc_credential;

/* A party's own credential, with the private key: 32 bytes, of Ed25519 the 64 of whit_ed25519. */
typedef struct edhoc_identity {
    edhoc_credential shown;
    const uint8_t *private_key;
} edhoc_identity;

/* What a party brings to its sessions; sessions that overlap in time have a workspace each.
 *
 * suites            the suites it has, the preferred one first
 * methods           those that a responder takes: 1u << EDHOC_STATICS and so on. The identity's
 *                   kind has to fit each
 * find              the trusted credential with an identifier, ID_CRED_x as a map; returns EDHOC_OK
 *                   or EDHOC_ERROR_CREDENTIAL
 * find_context      the caller's own
 * random            source of ephemeral keys
 * workspace         overwritten by every call, and wiped at its end */
typedef struct edhoc_party {
    const edhoc_suite *const *suites;
    size_t suite_count;
    unsigned methods;
    const edhoc_identity *identity;
    edhoc_status (*find)(const void *find_context, edhoc_bytes identifier, edhoc_credential *found);
    const void *find_context;
    const whit_random *random;
    uint8_t *workspace;
    size_t workspace_bytes;
} edhoc_party;

/* A `find` for parties that know their peers: find_context is one of these. */
typedef struct edhoc_list {
    const edhoc_credential *credentials;
    size_t count;
} edhoc_list;

edhoc_status edhoc_find_listed(const void *list, edhoc_bytes identifier, edhoc_credential *found);

/* A connection identifier, bytes of the party that chose it. */
typedef struct edhoc_connection {
    uint8_t bytes[EDHOC_CONNECTION_BYTES];
    uint8_t length;
} edhoc_connection;

/* A session. Its fields are private; those that edhoc_initiate and edhoc_respond do not set are
 * set by the messages. */
typedef struct edhoc_session {
    const edhoc_party *party;
    const edhoc_suite *suite;
    uint16_t state;
    uint8_t suite_index;
    uint8_t method;
    edhoc_connection of_initiator;
    edhoc_connection of_responder;
    edhoc_credential peer;
    uint8_t private_key[EDHOC_KEY_BYTES]; /* one's own ephemeral key */
    uint8_t public_key[EDHOC_KEY_BYTES];  /* as it is sent */
    uint8_t peer_key[EDHOC_KEY_BYTES];    /* the peer's ephemeral key, as it was received */
    uint8_t transcript[EDHOC_HASH_BYTES]; /* H(message_1), TH_2, TH_3, TH_4 */
    uint8_t prk[EDHOC_HASH_BYTES];        /* PRK_2e, PRK_3e2m, PRK_4e3m */
    uint8_t prk_out[EDHOC_HASH_BYTES];
} edhoc_session;

/* Begin a session. `suite_index` says which suite of the party the initiator proposes: 0, or what
 * edhoc_choose_suite found. `connection`, at most 7 bytes, is the identifier by which this party
 * wants to be addressed. Where both choose the same, edhoc_read_1 refuses it.
 *
 * Return EDHOC_OK; EDHOC_ERROR_ARGUMENT, also where a method is not that of the identity's key. */
edhoc_status edhoc_initiate(edhoc_session *session, const edhoc_party *party, edhoc_method method,
                            size_t suite_index, edhoc_bytes connection);
edhoc_status edhoc_respond(edhoc_session *session, const edhoc_party *party,
                           edhoc_bytes connection);

/* Write a message to `out`, which has room for `room` bytes; `length` receives its length.
 *
 * Return EDHOC_OK; EDHOC_ERROR_ARGUMENT; EDHOC_ERROR_ORDER; EDHOC_ERROR_OUTPUT;
 * EDHOC_ERROR_WORKSPACE; EDHOC_ERROR_PRIVATE_KEY; EDHOC_ERROR_RANDOM of edhoc_write_1. [RFC
 * 9528, 5.2 to 5.5] */
edhoc_status edhoc_write_1(edhoc_session *session, uint8_t *out, size_t room, size_t *length);
edhoc_status edhoc_write_2(edhoc_session *session, uint8_t *out, size_t room, size_t *length);
edhoc_status edhoc_write_3(edhoc_session *session, uint8_t *out, size_t room, size_t *length);
edhoc_status edhoc_write_4(edhoc_session *session, uint8_t *out, size_t room, size_t *length);

/* Read a message. It is decrypted where it is, and after an error what was decrypted is wiped.
 * External authorization data that is not critical is authenticated and passed over.
 *
 * After edhoc_read_2 and edhoc_read_3 the peer has proved that it is edhoc_peer(session).
 *
 * Return EDHOC_OK, EDHOC_ERROR_ARGUMENT, EDHOC_ERROR_ORDER, EDHOC_ERROR_WORKSPACE, what says
 * that something came from the peer, and EDHOC_ERROR_RANDOM of edhoc_read_1, which makes the
 * responder's ephemeral key. [RFC 9528, 5.2.3, 5.3.3, 5.4.3 and 5.5.3] */
edhoc_status edhoc_read_1(edhoc_session *session, uint8_t *message, size_t length);
edhoc_status edhoc_read_2(edhoc_session *session, uint8_t *message, size_t length);
edhoc_status edhoc_read_3(edhoc_session *session, uint8_t *message, size_t length);
edhoc_status edhoc_read_4(edhoc_session *session, uint8_t *message, size_t length);

/* The authenticated peer, after edhoc_read_2 or edhoc_read_3; else NULL. */
const edhoc_credential *edhoc_peer(const edhoc_session *session);

/* Derive `length` bytes of key for a purpose, `label`, once edhoc_write_3 or edhoc_read_3 has
 * succeeded. OSCORE takes labels 0 (16 bytes of master secret) and 1 (8 bytes of master salt), both
 * without a context. The initiator waits for message 4, or for a message that is protected by a
 * key from here, before it relies on the responder to have it too. `out` is zero after an error,
 * except EDHOC_ERROR_ARGUMENT.
 *
 * Returns EDHOC_OK; EDHOC_ERROR_ARGUMENT; EDHOC_ERROR_ORDER; EDHOC_ERROR_WORKSPACE, after which
 * the session goes on. [RFC 9528, 4.2.1 and A.1] */
edhoc_status edhoc_export(edhoc_session *session, uint32_t label, edhoc_bytes context, uint8_t *out,
                          size_t length);

/* Replace the session's secret by one of both secret and context, which both parties know; keys
 * exported from then on are new. Returns what edhoc_export returns. [RFC 9528, H] */
edhoc_status edhoc_key_update(edhoc_session *session, edhoc_bytes context);

/* Wipe a session. NULL is passed over. */
void edhoc_end(edhoc_session *session);

/* An error message: for EDHOC_ERROR_SUITE one with the party's suites, for any other status one
 * with `text` in ASCII. Returns EDHOC_OK; EDHOC_ERROR_ARGUMENT; EDHOC_ERROR_OUTPUT. [RFC 9528, 6]
 */
edhoc_status edhoc_write_error(const edhoc_party *party, edhoc_status status, const char *text,
                               uint8_t *out, size_t room, size_t *length);

/* What an error message says: it is not authenticated, anybody may have sent it. */
typedef struct edhoc_error {
    int32_t code;                 /* 1: unspecified; 2: suite; 3: unknown credential */
    edhoc_bytes text;             /* of code 1, in the message */
    int32_t suites[EDHOC_SUITES]; /* of code 2 */
    size_t suite_count;
} edhoc_error;

/* Read an error message. Returns EDHOC_OK; EDHOC_ERROR_ARGUMENT; EDHOC_ERROR_TRUNCATED, _TRAILING
 * or _ENCODING. */
edhoc_status edhoc_read_error(const uint8_t *message, size_t length, edhoc_error *error);

/* The first suite of the party that the responder named in an error of code 2. The initiator
 * begins a new session with it: message 1 then lists the suites that it prefers too, by which the
 * responder sees an error that somebody else sent. Returns EDHOC_OK; EDHOC_ERROR_ARGUMENT;
 * EDHOC_ERROR_SUITE if there is none. [RFC 9528, 6.3] */
edhoc_status edhoc_choose_suite(const edhoc_party *party, const edhoc_error *error,
                                size_t *suite_index);

/* ID_CRED_x of a certificate by its hash: {34: [-15, SHA-256 cut to 8 bytes]}, for `certificate`
 * in DER. [RFC 9360, 2] */
#define EDHOC_X5T_BYTES 14
void edhoc_x5t(uint8_t identifier[EDHOC_X5T_BYTES], edhoc_bytes certificate);

#endif
