/* SPDX-License-Identifier: MIT */
/* Messages 1 and 3 read, 2 and 4 written. */
#include <string.h>
#include "session.h"

edhoc_status edhoc_respond(edhoc_session *session, const edhoc_party *party, edhoc_bytes connection)
{
    if (session == NULL || !session_is_complete(party) || party->methods == 0 ||
        party->methods >> (EDHOC_STATICS + 1) != 0) {
        return EDHOC_ERROR_ARGUMENT;
    }
    int is_static = party->identity->shown.kind == EDHOC_STATIC_KEY;
    for (unsigned method = 0; method <= EDHOC_STATICS; method++) {
        if ((party->methods >> method & 1) != 0 &&
            session_is_static((edhoc_method)method, 1) != is_static) {
            return EDHOC_ERROR_ARGUMENT;
        }
    }
    return session_begin(session, party, STATE_RESPONDER, connection);
}

static const edhoc_suite *suite_of(const edhoc_party *party, int32_t number)
{
    for (size_t i = 0; i < party->suite_count; i++) {
        if (party->suites[i]->number == number) {
            return party->suites[i];
        }
    }
    return NULL;
}

/* SUITES_I: the last is selected, and none of those before may be one that the responder has.
 * [RFC 9528, 5.2.3] */
static edhoc_status read_suites(edhoc_session *session, cbor_in *in)
{
    uint32_t count = 1;
    int32_t number = 0;
    edhoc_status status = EDHOC_OK;
    int has_better = 0;
    if (cbor_next(in) == CBOR_ARRAY) {
        status = cbor_head(in, CBOR_ARRAY, &count);
        if (status == EDHOC_OK && count < 2) {
            status = EDHOC_ERROR_ENCODING;
        }
    }
    while (status == EDHOC_OK && count-- != 0) {
        status = cbor_integer(in, &number);
        if (count != 0 && suite_of(session->party, number) != NULL) {
            has_better = 1;
        }
    }
    if (status == EDHOC_OK) {
        session->suite = suite_of(session->party, number);
        if (session->suite == NULL || has_better) {
            status = EDHOC_ERROR_SUITE;
        }
    }
    return status;
}

static edhoc_status read_first(edhoc_session *session, const uint8_t *message, size_t length)
{
    cbor_in in = {message, message + length};
    int32_t method = 0;
    edhoc_bytes key;
    edhoc_bytes connection;
    edhoc_bytes external;
    edhoc_status status = cbor_integer(&in, &method);
    if (status == EDHOC_OK &&
        (method < 0 || method > EDHOC_STATICS || (session->party->methods >> method & 1) == 0)) {
        status = EDHOC_ERROR_METHOD;
    }
    if (status == EDHOC_OK) {
        session->method = (uint8_t)method;
        status = read_suites(session, &in);
    }
    if (status == EDHOC_OK) {
        status = cbor_string(&in, CBOR_BYTES, &key);
    }
    if (status == EDHOC_OK && key.length != EDHOC_KEY_BYTES) {
        status = EDHOC_ERROR_PUBLIC_KEY;
    }
    if (status == EDHOC_OK) {
        memcpy(session->peer_key, key.at, EDHOC_KEY_BYTES);
        status = cbor_compact(&in, &connection);
    }
    if (status == EDHOC_OK) {
        status = session_connection(&session->of_initiator, connection, &session->of_responder);
    }
    if (status == EDHOC_OK) {
        status = session_skip_external(&in, &external);
    }
    return status;
}

edhoc_status edhoc_read_1(edhoc_session *session, uint8_t *message, size_t length)
{
    if (session == NULL || message == NULL) {
        return EDHOC_ERROR_ARGUMENT;
    }
    if (session->state != STATE_RESPONDER) {
        return EDHOC_ERROR_ORDER;
    }
    edhoc_status status = read_first(session, message, length);
    if (status == EDHOC_OK) {
        status = session_status(session->suite->make(session->private_key, session->public_key,
                                                     session->party->random));
    }
    if (status == EDHOC_OK) {
        schedule_hash(session->transcript, session_bytes(message, length));
        schedule_second(session->transcript, session->public_key);
        status = session_mix(session, -1, session->private_key,
                             session_bytes(session->peer_key, EDHOC_KEY_BYTES));
    }
    if (status == EDHOC_OK) {
        session->state = STATE_READ_1;
    }
    return session_settle(session, status, message, 0);
}

static void put_plaintext(cbor_out *out, const edhoc_session *session, const uint8_t *proof)
{
    cbor_put_compact(out, session_bytes(session->of_responder.bytes, session->of_responder.length));
    session_put_identifier(out, session->party->identity->shown.identifier);
    cbor_put_bytes(out, session_bytes(proof, session_proof_bytes(session, 1)));
}

/* G_Y and CIPHERTEXT_2 into their place, which has the room. */
static edhoc_status put_second(edhoc_session *session, uint8_t *content, size_t length)
{
    const edhoc_identity *identity = session->party->identity;
    uint8_t *plaintext = content + EDHOC_KEY_BYTES;
    uint8_t proof[EDHOC_SIGNATURE_BYTES] = {0};
    uint8_t first_prk[EDHOC_HASH_BYTES];  /* PRK_2e, for the key stream */
    uint8_t transcript[EDHOC_HASH_BYTES]; /* TH_2 */
    edhoc_status status = EDHOC_OK;
    memcpy(first_prk, session->prk, sizeof first_prk);
    memcpy(transcript, session->transcript, sizeof transcript);
    if (session_is_static((edhoc_method)session->method, 1)) {
        status = session_mix(session, LABEL_SALT_3E2M, identity->private_key,
                             session_bytes(session->peer_key, EDHOC_KEY_BYTES));
    }
    if (status == EDHOC_OK) {
        session_claim claim = {&identity->shown, {NULL, 0}, 1};
        status = session_prove(session, &claim, proof);
    }
    if (status == EDHOC_OK) {
        cbor_out out = {plaintext, length - EDHOC_KEY_BYTES, 0};
        memcpy(content, session->public_key, EDHOC_KEY_BYTES);
        put_plaintext(&out, session, proof);
        schedule_next(session->transcript, session->transcript,
                      session_bytes(plaintext, out.length), identity->shown.credential);
        edhoc_bytes context = {transcript, sizeof transcript};
        status = schedule_kdf(session->party, first_prk, LABEL_KEYSTREAM_2, &context, 1, plaintext,
                              out.length);
    }
    if (status == EDHOC_OK) {
        session->state = STATE_WROTE_2;
    }
    edhoc_wipe(first_prk, sizeof first_prk);
    edhoc_wipe(proof, sizeof proof);
    return status;
}

edhoc_status edhoc_write_2(edhoc_session *session, uint8_t *out, size_t room, size_t *length)
{
    static const uint8_t no_proof[EDHOC_SIGNATURE_BYTES];
    if (session == NULL || out == NULL || length == NULL) {
        return EDHOC_ERROR_ARGUMENT;
    }
    if (session->state != STATE_READ_1) {
        return EDHOC_ERROR_ORDER;
    }
    cbor_out plaintext = {NULL, 0, 0};
    put_plaintext(&plaintext, session, no_proof);
    size_t content = EDHOC_KEY_BYTES + plaintext.length;
    cbor_out message = {out, room, 0};
    cbor_put_head(&message, CBOR_BYTES, (uint32_t)content);
    size_t all = message.length + content;
    if (all > room) {
        return EDHOC_ERROR_OUTPUT;
    }
    edhoc_status status = put_second(session, out + message.length, content);
    if (status == EDHOC_OK) {
        *length = all;
    }
    return session_settle(session, status, out, all);
}

static edhoc_status read_third(edhoc_session *session, uint8_t *plaintext, size_t length)
{
    session_shown shown;
    session_cipher cipher;
    edhoc_status status = session_cipher_of(session, LABEL_K_3, LABEL_IV_3, &cipher);
    if (status == EDHOC_OK) {
        status = session_open(&cipher, plaintext, &length);
    }
    edhoc_wipe(&cipher, sizeof cipher);
    if (status == EDHOC_OK) {
        cbor_in in = {plaintext, plaintext + length};
        status = session_take_apart(&in, session_proof_bytes(session, 0), &shown);
    }
    if (status == EDHOC_OK) {
        status = session_find(session, &shown, 0);
    }
    if (status == EDHOC_OK && session_is_static((edhoc_method)session->method, 0)) {
        status = session_mix(session, LABEL_SALT_4E3M, session->private_key,
                             session->peer.public_key);
    }
    if (status == EDHOC_OK) {
        session_claim claim = {&session->peer, shown.external, 0};
        status = session_check(session, &claim, shown.proof.at);
    }
    if (status == EDHOC_OK) {
        status = session_finish(session, session_bytes(plaintext, length),
                                session->peer.credential);
    }
    if (status == EDHOC_OK) {
        session->state = STATE_READ_3;
    }
    return status;
}

edhoc_status edhoc_read_3(edhoc_session *session, uint8_t *message, size_t length)
{
    uint8_t *content = NULL;
    size_t content_length = 0;
    if (session == NULL || message == NULL) {
        return EDHOC_ERROR_ARGUMENT;
    }
    if (session->state != STATE_WROTE_2) {
        return EDHOC_ERROR_ORDER;
    }
    edhoc_status status = session_content(message, length, &content, &content_length);
    if (status == EDHOC_OK) {
        status = read_third(session, content, content_length);
    }
    return session_settle(session, status, message, status == EDHOC_ERROR_PEER ? 0 : length);
}

edhoc_status edhoc_write_4(edhoc_session *session, uint8_t *out, size_t room, size_t *length)
{
    session_cipher cipher;
    if (session == NULL || out == NULL || length == NULL) {
        return EDHOC_ERROR_ARGUMENT;
    }
    if (session->state != STATE_READ_3) {
        return EDHOC_ERROR_ORDER;
    }
    if (room < 1 + AEAD_TAG_BYTES) {
        return EDHOC_ERROR_OUTPUT;
    }
    edhoc_status status = session_cipher_of(session, LABEL_K_4, LABEL_IV_4, &cipher);
    if (status == EDHOC_OK) {
        out[0] = CBOR_BYTES << 5 | AEAD_TAG_BYTES;
        session_seal(&cipher, out + 1, 0);
        edhoc_wipe(session->prk, sizeof session->prk);
        session->state = STATE_WROTE_4;
        *length = 1 + AEAD_TAG_BYTES;
    }
    edhoc_wipe(&cipher, sizeof cipher);
    return session_settle(session, status, out, 1 + AEAD_TAG_BYTES);
}
