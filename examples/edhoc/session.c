/* SPDX-License-Identifier: MIT */
#include "session.h"

#include <string.h>

int session_is_static(edhoc_method method, int is_responder)
{
    return ((unsigned)method & (is_responder ? 1u : 2u)) != 0;
}

int session_is_complete(const edhoc_party *party)
{
    return party != NULL && party->suites != NULL && party->suite_count >= 1 &&
           party->suite_count <= EDHOC_SUITES && party->identity != NULL &&
           party->identity->private_key != NULL && party->find != NULL && party->workspace != NULL;
}

edhoc_bytes session_bytes(const uint8_t *at, size_t length)
{
    edhoc_bytes bytes = {at, length};
    return bytes;
}

edhoc_status session_status(whit_status status)
{
    switch (status) {
    case WHIT_OK:
        return EDHOC_OK;
    case WHIT_ERROR_RANDOM_MISSING:
    case WHIT_ERROR_RANDOM_FAILED:
    case WHIT_ERROR_RANDOM_STUCK:
        return EDHOC_ERROR_RANDOM;
    case WHIT_ERROR_PUBLIC_KEY_LENGTH:
    case WHIT_ERROR_PUBLIC_KEY_PREFIX:
    case WHIT_ERROR_PUBLIC_KEY_RANGE:
    case WHIT_ERROR_PUBLIC_KEY_CURVE:
    case WHIT_ERROR_PUBLIC_KEY_INFINITY:
    case WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER:
        return EDHOC_ERROR_PUBLIC_KEY;
    default:
        return EDHOC_ERROR_PRIVATE_KEY;
    }
}

edhoc_status session_begin(edhoc_session *session, const edhoc_party *party, int state,
                           edhoc_bytes connection)
{
    int is_responder = state == STATE_RESPONDER;
    if (connection.length > EDHOC_CONNECTION_BYTES ||
        (connection.at == NULL && connection.length != 0)) {
        return EDHOC_ERROR_ARGUMENT;
    }
    edhoc_wipe(session, sizeof *session);
    session->party = party;
    session->state = (uint16_t)state;
    edhoc_connection *own = is_responder ? &session->of_responder : &session->of_initiator;
    own->length = (uint8_t)connection.length;
    if (connection.length != 0) {
        memcpy(own->bytes, connection.at, connection.length);
    }
    return EDHOC_OK;
}

edhoc_status session_settle(edhoc_session *session, edhoc_status status, uint8_t *message,
                            size_t length)
{
    edhoc_wipe(session->party->workspace, session->party->workspace_bytes);
    if (status != EDHOC_OK) {
        edhoc_wipe(message, length);
        edhoc_end(session);
    }
    return status;
}

edhoc_status session_connection(edhoc_connection *taken, edhoc_bytes received,
                                const edhoc_connection *own)
{
    if (received.length > EDHOC_CONNECTION_BYTES ||
        (received.length == own->length && memcmp(received.at, own->bytes, own->length) == 0)) {
        return EDHOC_ERROR_CONNECTION;
    }
    taken->length = (uint8_t)received.length;
    memcpy(taken->bytes, received.at, received.length);
    return EDHOC_OK;
}

edhoc_status session_mix(edhoc_session *session, int label, const uint8_t *private_key,
                         edhoc_bytes public_key)
{
    uint8_t secret[EDHOC_KEY_BYTES];
    uint8_t salt[EDHOC_HASH_BYTES];
    edhoc_status status = session_status(session->suite->agree(secret, private_key, public_key));
    if (status == EDHOC_OK) {
        if (label < 0) {
            memcpy(salt, session->transcript, sizeof salt);
        } else {
            status = schedule_key(session, (uint32_t)label, salt, sizeof salt);
        }
    }
    if (status == EDHOC_OK) {
        schedule_extract(session->prk, salt, secret);
    }
    edhoc_wipe(secret, sizeof secret);
    edhoc_wipe(salt, sizeof salt);
    return status;
}

edhoc_status session_content(uint8_t *message, size_t length, uint8_t **content,
                             size_t *content_length)
{
    cbor_in in = {message, message + length};
    edhoc_bytes found;
    int type = cbor_next(&in);
    if (type == CBOR_UNSIGNED || type == CBOR_NEGATIVE) {
        return EDHOC_ERROR_PEER;
    }
    edhoc_status status = cbor_string(&in, CBOR_BYTES, &found);
    if (status != EDHOC_OK) {
        return status;
    }
    *content = message + (found.at - message);
    *content_length = found.length;
    return in.at != in.end         ? EDHOC_ERROR_TRAILING
           : found.length > 0xffff ? EDHOC_ERROR_ENCODING /* more than CCM encrypts */
                                   : EDHOC_OK;
}

edhoc_status session_cipher_of(const edhoc_session *session, uint32_t key_label,
                               uint32_t nonce_label, session_cipher *cipher)
{
    /* ["Encrypt0", h'', TH] [RFC 9528, 5.4.2; RFC 9052, 5.3] */
    static const uint8_t before[13] = {
        0x83, 0x68, 'E', 'n', 'c', 'r', 'y', 'p', 't', '0', 0x40, 0x58, EDHOC_HASH_BYTES};
    memcpy(cipher->associated, before, sizeof before);
    memcpy(cipher->associated + sizeof before, session->transcript, EDHOC_HASH_BYTES);
    edhoc_status status = schedule_key(session, key_label, cipher->key, sizeof cipher->key);
    if (status != EDHOC_OK) {
        return status;
    }
    return schedule_key(session, nonce_label, cipher->nonce, sizeof cipher->nonce);
}

void session_seal(const session_cipher *cipher, uint8_t *plaintext, size_t length)
{
    aead_seal(plaintext, length, plaintext + length, cipher->key, cipher->nonce,
              session_bytes(cipher->associated, sizeof cipher->associated));
}

edhoc_status session_open(const session_cipher *cipher, uint8_t *ciphertext, size_t *length)
{
    if (*length < AEAD_TAG_BYTES) {
        return EDHOC_ERROR_CIPHERTEXT;
    }
    *length -= AEAD_TAG_BYTES;
    return aead_open(ciphertext, *length, ciphertext + *length, cipher->key, cipher->nonce,
                     session_bytes(cipher->associated, sizeof cipher->associated))
               ? EDHOC_OK
               : EDHOC_ERROR_CIPHERTEXT;
}

edhoc_status session_finish(edhoc_session *session, edhoc_bytes plaintext, edhoc_bytes credential)
{
    schedule_next(session->transcript, session->transcript, plaintext, credential);
    edhoc_wipe(session->private_key, sizeof session->private_key);
    return schedule_key(session, LABEL_OUT, session->prk_out, sizeof session->prk_out);
}

const edhoc_credential *edhoc_peer(const edhoc_session *session)
{
    if (session == NULL) {
        return NULL;
    }
    switch (session->state) {
    case STATE_READ_2:
    case STATE_WROTE_3:
    case STATE_READ_4:
    case STATE_READ_3:
    case STATE_WROTE_4:
        return &session->peer;
    default:
        return NULL;
    }
}

void edhoc_end(edhoc_session *session)
{
    if (session != NULL) {
        edhoc_wipe(session, sizeof *session);
    }
}

/* Whether the session has a secret to export from. */
static int has_secret(const edhoc_session *session)
{
    return edhoc_peer(session) != NULL && session->state != STATE_READ_2;
}

edhoc_status edhoc_export(edhoc_session *session, uint32_t label, edhoc_bytes context, uint8_t *out,
                          size_t length)
{
    uint8_t exporter[EDHOC_HASH_BYTES] = {0};
    if (session == NULL || out == NULL || length > EDHOC_EXPORT_BYTES ||
        (context.at == NULL && context.length != 0)) {
        return EDHOC_ERROR_ARGUMENT;
    }
    memset(out, 0, length);
    if (!has_secret(session)) {
        return EDHOC_ERROR_ORDER;
    }
    edhoc_status status = schedule_kdf(session->party, session->prk_out, LABEL_EXPORTER, NULL, 0,
                                       exporter, sizeof exporter);
    if (status == EDHOC_OK) {
        status = schedule_kdf(session->party, exporter, label, &context, 1, out, length);
    }
    edhoc_wipe(exporter, sizeof exporter);
    return status;
}

edhoc_status edhoc_key_update(edhoc_session *session, edhoc_bytes context)
{
    uint8_t next[EDHOC_HASH_BYTES] = {0};
    if (session == NULL || (context.at == NULL && context.length != 0)) {
        return EDHOC_ERROR_ARGUMENT;
    }
    if (!has_secret(session)) {
        return EDHOC_ERROR_ORDER;
    }
    edhoc_status status = schedule_kdf(session->party, session->prk_out, LABEL_KEY_UPDATE, &context,
                                       1, next, sizeof next);
    if (status == EDHOC_OK) {
        memcpy(session->prk_out, next, sizeof next);
    }
    edhoc_wipe(next, sizeof next);
    return status;
}
