/* SPDX-License-Identifier: MIT */
/* Credentials, and how a party shows that it owns one. */
#include <string.h>
#include "session.h"

static const uint8_t HASH_HEAD[2] = {0x58, EDHOC_HASH_BYTES}; /* of a transcript hash in CBOR */
#define SIGNATURE_1 "Signature1"

static int is_same(edhoc_bytes first, edhoc_bytes second)
{
    return first.length == second.length && memcmp(first.at, second.at, first.length) == 0;
}

edhoc_status edhoc_find_listed(const void *list, edhoc_bytes identifier, edhoc_credential *found)
{
    const edhoc_list *known = list;
    for (size_t i = 0; i < known->count; i++) {
        if (is_same(known->credentials[i].identifier, identifier)) {
            *found = known->credentials[i];
            return EDHOC_OK;
        }
    }
    return EDHOC_ERROR_CREDENTIAL;
}

void edhoc_x5t(uint8_t identifier[EDHOC_X5T_BYTES], edhoc_bytes certificate)
{
    static const uint8_t before[6] = {0xa1, 0x18, 34, 0x82, 0x2e, 0x48};
    uint8_t digest[EDHOC_HASH_BYTES];
    schedule_hash(digest, certificate);
    memcpy(identifier, before, sizeof before);
    memcpy(identifier + sizeof before, digest, EDHOC_X5T_BYTES - sizeof before);
}

/* Whether an identifier is {4: kid}, and the kid. [RFC 9528, 3.5.3.2] */
static int is_kid(edhoc_bytes identifier, edhoc_bytes *kid)
{
    cbor_in in = {identifier.at, identifier.at + identifier.length};
    int32_t label = 0;
    uint32_t pairs = 0;
    return cbor_head(&in, CBOR_MAP, &pairs) == EDHOC_OK && pairs == 1 &&
           cbor_integer(&in, &label) == EDHOC_OK && label == 4 &&
           cbor_string(&in, CBOR_BYTES, kid) == EDHOC_OK && in.at == in.end;
}

void session_put_identifier(cbor_out *out, edhoc_bytes identifier)
{
    edhoc_bytes kid;
    if (is_kid(identifier, &kid)) {
        cbor_put_compact(out, kid);
    } else {
        cbor_put_raw(out, identifier);
    }
}

size_t session_proof_bytes(const edhoc_session *session, int is_responder)
{
    return session_is_static((edhoc_method)session->method, is_responder) ? EDHOC_MAC_BYTES
                                                                          : EDHOC_SIGNATURE_BYTES;
}

/* MAC_2 or MAC_3, with the length that the method gives it. */
static edhoc_status mac_of(const edhoc_session *session, const session_claim *claim, uint8_t *mac)
{
    uint8_t connection[EDHOC_CONNECTION_BYTES + 1];
    cbor_out encoded = {connection, sizeof connection, 0};
    if (claim->is_responder) {
        cbor_put_compact(&encoded,
                         session_bytes(session->of_responder.bytes, session->of_responder.length));
    }
    const edhoc_bytes parts[] = {
        {connection, encoded.length},  claim->credential->identifier,
        {HASH_HEAD, sizeof HASH_HEAD}, {session->transcript, EDHOC_HASH_BYTES},
        claim->credential->credential, claim->external,
    };
    int is_static = session_is_static((edhoc_method)session->method, claim->is_responder);
    memset(mac, 0, EDHOC_HASH_BYTES);
    return schedule_kdf(
        session->party, session->prk, claim->is_responder ? LABEL_MAC_2 : LABEL_MAC_3, parts,
        sizeof parts / sizeof parts[0], mac, is_static ? EDHOC_MAC_BYTES : EDHOC_HASH_BYTES);
}

/* What is signed: ["Signature1", << ID_CRED >>, << TH, CRED, ? EAD >>, MAC], in the workspace.
 * [RFC 9528, 5.3.2; RFC 9052, 4.4] */
static edhoc_status signed_of(const edhoc_session *session, const session_claim *claim,
                              const uint8_t *mac, edhoc_bytes *is_signed)
{
    const edhoc_credential *credential = claim->credential;
    size_t associated = sizeof HASH_HEAD + EDHOC_HASH_BYTES + credential->credential.length +
                        claim->external.length;
    cbor_out out = {session->party->workspace, session->party->workspace_bytes, 0};
    cbor_put_head(&out, CBOR_ARRAY, 4);
    cbor_put_head(&out, CBOR_TEXT, sizeof SIGNATURE_1 - 1);
    cbor_put_raw(&out, session_bytes((const uint8_t *)SIGNATURE_1, sizeof SIGNATURE_1 - 1));
    cbor_put_bytes(&out, credential->identifier);
    cbor_put_head(&out, CBOR_BYTES, (uint32_t)associated);
    cbor_put_bytes(&out, session_bytes(session->transcript, EDHOC_HASH_BYTES));
    cbor_put_raw(&out, credential->credential);
    cbor_put_raw(&out, claim->external);
    cbor_put_bytes(&out, session_bytes(mac, EDHOC_HASH_BYTES));
    *is_signed = session_bytes(out.at, out.length);
    return out.length > out.room ? EDHOC_ERROR_WORKSPACE : EDHOC_OK;
}

edhoc_status session_prove(const edhoc_session *session, const session_claim *claim, uint8_t *proof)
{
    uint8_t mac[EDHOC_HASH_BYTES];
    edhoc_bytes message;
    edhoc_status status = mac_of(session, claim, mac);
    if (session_is_static((edhoc_method)session->method, claim->is_responder)) {
        memcpy(proof, mac, EDHOC_MAC_BYTES);
    } else {
        if (status == EDHOC_OK) {
            status = signed_of(session, claim, mac, &message);
        }
        if (status == EDHOC_OK) {
            const uint8_t *private_key = session->party->identity->private_key;
            status = session_status(session->suite->sign(proof, private_key, message));
        }
    }
    edhoc_wipe(mac, sizeof mac);
    return status;
}

edhoc_status session_check(const edhoc_session *session, const session_claim *claim,
                           const uint8_t *proof)
{
    uint8_t mac[EDHOC_HASH_BYTES];
    edhoc_bytes message;
    edhoc_status status = mac_of(session, claim, mac);
    if (status == EDHOC_OK &&
        session_is_static((edhoc_method)session->method, claim->is_responder)) {
        unsigned difference = 0;
        for (size_t i = 0; i < EDHOC_MAC_BYTES; i++) {
            difference |= (unsigned)(mac[i] ^ proof[i]);
        }
        status = difference == 0 ? EDHOC_OK : EDHOC_ERROR_MAC;
    } else if (status == EDHOC_OK) {
        status = signed_of(session, claim, mac, &message);
        if (status == EDHOC_OK &&
            session->suite->verify(claim->credential->public_key, message, proof) != WHIT_OK) {
            status = EDHOC_ERROR_SIGNATURE;
        }
    }
    edhoc_wipe(mac, sizeof mac);
    return status;
}

edhoc_status session_skip_external(cbor_in *in, edhoc_bytes *external)
{
    const uint8_t *start = in->at;
    while (in->at != in->end) {
        int32_t label = 0;
        edhoc_bytes value;
        edhoc_status status = cbor_integer(in, &label);
        if (status == EDHOC_OK && label < 0) {
            return EDHOC_ERROR_EXTERNAL;
        }
        if (status == EDHOC_OK && cbor_next(in) == CBOR_BYTES) {
            status = cbor_string(in, CBOR_BYTES, &value);
        }
        if (status != EDHOC_OK) {
            return status;
        }
    }
    *external = session_bytes(start, (size_t)(in->at - start));
    return EDHOC_OK;
}

edhoc_status session_take_apart(cbor_in *in, size_t proof_bytes, session_shown *shown)
{
    edhoc_bytes kid;
    edhoc_status status;
    shown->is_kid = cbor_next(in) != CBOR_MAP;
    if (shown->is_kid) {
        status = cbor_compact(in, &shown->identifier);
    } else {
        const uint8_t *start = in->at;
        status = cbor_skip(in);
        shown->identifier = session_bytes(start, (size_t)(in->at - start));
        if (status == EDHOC_OK && is_kid(shown->identifier, &kid)) {
            status = EDHOC_ERROR_ENCODING;
        }
    }
    if (status == EDHOC_OK) {
        status = cbor_string(in, CBOR_BYTES, &shown->proof);
    }
    if (status == EDHOC_OK && shown->proof.length != proof_bytes) {
        status = EDHOC_ERROR_ENCODING;
    }
    if (status == EDHOC_OK) {
        status = session_skip_external(in, &shown->external);
    }
    return status;
}

edhoc_status session_find(edhoc_session *session, const session_shown *shown, int is_responder)
{
    const edhoc_party *party = session->party;
    edhoc_bytes identifier = shown->identifier;
    edhoc_credential *found = &session->peer;
    if (shown->is_kid) {
        static const uint8_t before[2] = {0xa1, 4};
        cbor_out out = {party->workspace, party->workspace_bytes, 0};
        cbor_put_raw(&out, session_bytes(before, sizeof before));
        cbor_put_bytes(&out, identifier);
        if (out.length > out.room) {
            return EDHOC_ERROR_WORKSPACE;
        }
        identifier = session_bytes(out.at, out.length);
    }
    edhoc_kind kind = session_is_static((edhoc_method)session->method, is_responder)
                          ? EDHOC_STATIC_KEY
                          : EDHOC_SIGNATURE_KEY;
    /* One's own credential comes back from one's own message, reflected. */
    if (party->find(party->find_context, identifier, found) != EDHOC_OK ||
        !is_same(found->identifier, identifier) || found->kind != kind ||
        is_same(found->public_key, party->identity->shown.public_key)) {
        return EDHOC_ERROR_CREDENTIAL;
    }
    return EDHOC_OK;
}
