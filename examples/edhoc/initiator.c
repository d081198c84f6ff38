/* SPDX-License-Identifier: MIT */
/* Messages 1 and 3 written, 2 and 4 read. */
#include <string.h>
#include "session.h"

edhoc_status edhoc_initiate(edhoc_session *session, const edhoc_party *party, edhoc_method method,
                            size_t suite_index, edhoc_bytes connection)
{
    if (session == NULL || !session_is_complete(party) || (unsigned)method > EDHOC_STATICS ||
        suite_index >= party->suite_count ||
        (party->identity->shown.kind == EDHOC_STATIC_KEY) != session_is_static(method, 0)) {
        return EDHOC_ERROR_ARGUMENT;
    }
    edhoc_status status = session_begin(session, party, STATE_INITIATOR, connection);
    if (status == EDHOC_OK) {
        session->suite = party->suites[suite_index];
        session->suite_index = (uint8_t)suite_index;
        session->method = (uint8_t)method;
    }
    return status;
}

/* SUITES_I: the suites that the initiator prefers, and last the one that it selects. [RFC 9528,
 * 5.2.2] */
static void put_suites(cbor_out *out, const edhoc_session *session)
{
    if (session->suite_index != 0) {
        cbor_put_head(out, CBOR_ARRAY, 1u + session->suite_index);
    }
    for (size_t i = 0; i <= session->suite_index; i++) {
        cbor_put_integer(out, session->party->suites[i]->number);
    }
}

edhoc_status edhoc_write_1(edhoc_session *session, uint8_t *out, size_t room, size_t *length)
{
    if (session == NULL || out == NULL || length == NULL) {
        return EDHOC_ERROR_ARGUMENT;
    }
    if (session->state != STATE_INITIATOR) {
        return EDHOC_ERROR_ORDER;
    }
    cbor_out message = {out, room, 0};
    cbor_put_integer(&message, session->method);
    put_suites(&message, session);
    cbor_put_head(&message, CBOR_BYTES, EDHOC_KEY_BYTES);
    size_t at = message.length;
    cbor_put_raw(&message, session_bytes(session->public_key, EDHOC_KEY_BYTES));
    cbor_put_compact(&message,
                     session_bytes(session->of_initiator.bytes, session->of_initiator.length));
    if (message.length > room) {
        return EDHOC_ERROR_OUTPUT;
    }
    edhoc_status status = session_status(
        session->suite->make(session->private_key, session->public_key, session->party->random));
    if (status == EDHOC_OK) {
        memcpy(out + at, session->public_key, EDHOC_KEY_BYTES);
        schedule_hash(session->transcript, session_bytes(out, message.length));
        session->state = STATE_WROTE_1;
        *length = message.length;
    }
    return session_settle(session, status, out, message.length);
}

/* Behind the head of message 2: G_Y, and PLAINTEXT_2 as it was encrypted. */
static edhoc_status read_second(edhoc_session *session, uint8_t *content, size_t length)
{
    if (length <= EDHOC_KEY_BYTES) {
        return EDHOC_ERROR_ENCODING;
    }
    uint8_t *plaintext = content + EDHOC_KEY_BYTES;
    size_t plaintext_length = length - EDHOC_KEY_BYTES;
    memcpy(session->peer_key, content, EDHOC_KEY_BYTES);
    schedule_second(session->transcript, session->peer_key);
    edhoc_status status = session_mix(session, -1, session->private_key,
                                      session_bytes(session->peer_key, EDHOC_KEY_BYTES));
    if (status != EDHOC_OK) {
        return status;
    }
    edhoc_bytes transcript = {session->transcript, EDHOC_HASH_BYTES};
    if (plaintext_length > EDHOC_EXPORT_BYTES) {
        return EDHOC_ERROR_ENCODING; /* more than HKDF gives key stream for */
    }
    status = schedule_kdf(session->party, session->prk, LABEL_KEYSTREAM_2, &transcript, 1,
                          plaintext, plaintext_length);
    if (status != EDHOC_OK) {
        return status;
    }

    cbor_in in = {plaintext, plaintext + plaintext_length};
    edhoc_bytes connection;
    session_shown shown;
    status = cbor_compact(&in, &connection);
    if (status == EDHOC_OK) {
        status = session_connection(&session->of_responder, connection, &session->of_initiator);
    }
    if (status == EDHOC_OK) {
        status = session_take_apart(&in, session_proof_bytes(session, 1), &shown);
    }
    if (status == EDHOC_OK) {
        status = session_find(session, &shown, 1);
    }
    if (status == EDHOC_OK && session_is_static((edhoc_method)session->method, 1)) {
        status = session_mix(session, LABEL_SALT_3E2M, session->private_key,
                             session->peer.public_key);
    }
    if (status == EDHOC_OK) {
        session_claim claim = {&session->peer, shown.external, 1};
        status = session_check(session, &claim, shown.proof.at);
    }
    if (status == EDHOC_OK) {
        schedule_next(session->transcript, session->transcript,
                      session_bytes(plaintext, plaintext_length), session->peer.credential);
        session->state = STATE_READ_2;
    }
    return status;
}

edhoc_status edhoc_read_2(edhoc_session *session, uint8_t *message, size_t length)
{
    uint8_t *content = NULL;
    size_t content_length = 0;
    if (session == NULL || message == NULL) {
        return EDHOC_ERROR_ARGUMENT;
    }
    if (session->state != STATE_WROTE_1) {
        return EDHOC_ERROR_ORDER;
    }
    edhoc_status status = session_content(message, length, &content, &content_length);
    if (status == EDHOC_OK) {
        status = read_second(session, content, content_length);
    }
    /* An error message stays for edhoc_read_error. */
    return session_settle(session, status, message, status == EDHOC_ERROR_PEER ? 0 : length);
}

/* PLAINTEXT_3 into its place, which has the room. */
static edhoc_status put_third(edhoc_session *session, uint8_t *plaintext, size_t length)
{
    const edhoc_identity *identity = session->party->identity;
    uint8_t proof[EDHOC_SIGNATURE_BYTES];
    session_cipher cipher;
    edhoc_status status = session_cipher_of(session, LABEL_K_3, LABEL_IV_3, &cipher);
    if (status == EDHOC_OK && session_is_static((edhoc_method)session->method, 0)) {
        status = session_mix(session, LABEL_SALT_4E3M, identity->private_key,
                             session_bytes(session->peer_key, EDHOC_KEY_BYTES));
    }
    if (status == EDHOC_OK) {
        session_claim claim = {&identity->shown, {NULL, 0}, 0};
        status = session_prove(session, &claim, proof);
    }
    if (status == EDHOC_OK) {
        cbor_out out = {plaintext, length, 0};
        session_put_identifier(&out, identity->shown.identifier);
        cbor_put_bytes(&out, session_bytes(proof, session_proof_bytes(session, 0)));
        status = session_finish(session, session_bytes(plaintext, length),
                                identity->shown.credential);
    }
    if (status == EDHOC_OK) {
        session_seal(&cipher, plaintext, length);
        session->state = STATE_WROTE_3;
    }
    edhoc_wipe(proof, sizeof proof);
    edhoc_wipe(&cipher, sizeof cipher);
    return status;
}

edhoc_status edhoc_write_3(edhoc_session *session, uint8_t *out, size_t room, size_t *length)
{
    if (session == NULL || out == NULL || length == NULL) {
        return EDHOC_ERROR_ARGUMENT;
    }
    if (session->state != STATE_READ_2) {
        return EDHOC_ERROR_ORDER;
    }
    cbor_out plaintext = {NULL, 0, 0};
    session_put_identifier(&plaintext, session->party->identity->shown.identifier);
    size_t proof = session_proof_bytes(session, 0);
    cbor_put_head(&plaintext, CBOR_BYTES, (uint32_t)proof);
    plaintext.length += proof;

    cbor_out message = {out, room, 0};
    cbor_put_head(&message, CBOR_BYTES, (uint32_t)(plaintext.length + AEAD_TAG_BYTES));
    size_t head = message.length;
    size_t all = head + plaintext.length + AEAD_TAG_BYTES;
    if (all > room) {
        return EDHOC_ERROR_OUTPUT;
    }
    edhoc_status status = put_third(session, out + head, plaintext.length);
    if (status == EDHOC_OK) {
        *length = all;
    }
    return session_settle(session, status, out, all);
}

edhoc_status edhoc_read_4(edhoc_session *session, uint8_t *message, size_t length)
{
    uint8_t *content = NULL;
    size_t content_length = 0;
    session_cipher cipher;
    if (session == NULL || message == NULL) {
        return EDHOC_ERROR_ARGUMENT;
    }
    if (session->state != STATE_WROTE_3) {
        return EDHOC_ERROR_ORDER;
    }
    edhoc_status status = session_content(message, length, &content, &content_length);
    if (status == EDHOC_OK) {
        status = session_cipher_of(session, LABEL_K_4, LABEL_IV_4, &cipher);
        if (status == EDHOC_OK) {
            status = session_open(&cipher, content, &content_length);
        }
        edhoc_wipe(&cipher, sizeof cipher);
    }
    if (status == EDHOC_OK) {
        cbor_in in = {content, content + content_length};
        edhoc_bytes external;
        status = session_skip_external(&in, &external);
    }
    if (status == EDHOC_OK) {
        edhoc_wipe(session->prk, sizeof session->prk);
        session->state = STATE_READ_4;
    }
    return session_settle(session, status, message, status == EDHOC_ERROR_PEER ? 0 : length);
}
