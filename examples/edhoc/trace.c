/* SPDX-License-Identifier: MIT */
#include "trace.h"

#include <string.h>
#include "suite.h"
#include "traces.h"

/* Chapter 2 has the longest identifiers and credentials: 14 bytes and 243. */
#define WORKSPACE EDHOC_WORKSPACE_BYTES(14, 243, 0)

uint8_t trace_message[160];
size_t trace_length;
uint8_t trace_master_secret[16];
uint8_t trace_master_salt[8];
edhoc_party trace_parties[2];
edhoc_session trace_sessions[2];

static uint8_t workspaces[2][WORKSPACE];
static edhoc_identity identities[2];
static edhoc_list known[2]; /* what each knows of the other */
static uint8_t private_keys[2][WHIT_ED25519_PRIVATE_KEY_BYTES];
static edhoc_bytes ephemeral[2];
static whit_random sources[2];
static edhoc_suite suite_6; /* of which the initiator needs no more than a key to offer */
static const edhoc_suite *suites[2][2];
static size_t chosen;

/* A random source that is none: the RFC's key. */
static whit_status fill(void *context, uint8_t *out, size_t length)
{
    const edhoc_bytes *key = context;
    if (length != key->length) {
        return WHIT_ERROR_RANDOM_FAILED;
    }
    memcpy(out, key->at, length);
    return WHIT_OK;
}

int trace_count(void)
{
    return (int)(sizeof traces / sizeof traces[0]);
}

const char *trace_name(int run)
{
    return traces[run].name;
}

static void prepare_party(const struct trace *run, int side)
{
    const struct trace_party *of = side == TRACE_INITIATOR ? &run->initiator : &run->responder;
    edhoc_party *party = &trace_parties[side];
    edhoc_identity *identity = &identities[side];
    int is_static = run->method == EDHOC_STATICS;
    memcpy(private_keys[side], of->private_key.at, of->private_key.length);
    if (!is_static) { /* Ed25519's second half */
        memcpy(private_keys[side] + of->private_key.length, of->public_key.at,
               of->public_key.length);
    }
    identity->shown.identifier = of->identifier;
    identity->shown.credential = of->credential;
    identity->shown.public_key = of->public_key;
    identity->shown.kind = is_static ? EDHOC_STATIC_KEY : EDHOC_SIGNATURE_KEY;
    identity->private_key = private_keys[side];
    known[1 - side].credentials = &identity->shown;
    known[1 - side].count = 1;
    sources[side].fill = fill;
    sources[side].context = &ephemeral[side];
    party->suites = suites[side];
    party->methods = 1u << run->method;
    party->identity = identity;
    party->find = edhoc_find_listed;
    party->find_context = &known[side];
    party->random = &sources[side];
    party->workspace = workspaces[side];
    party->workspace_bytes = sizeof workspaces[side];
}

/* Both parties, with the suites that the RFC's have. */
static void prepare(const struct trace *run)
{
    const edhoc_suite *suite = run->suite == 0 ? &edhoc_suite_0 : &edhoc_suite_2;
    int is_refused = run->refused_message_1.length != 0;
    suite_6 = edhoc_suite_2;
    suite_6.number = 6;
    suites[TRACE_INITIATOR][0] = is_refused ? &suite_6 : suite;
    suites[TRACE_INITIATOR][1] = suite;
    suites[TRACE_RESPONDER][0] = suite;
    trace_parties[TRACE_INITIATOR].suite_count = is_refused ? 2 : 1;
    trace_parties[TRACE_RESPONDER].suite_count = 1;
    ephemeral[TRACE_INITIATOR] = run->x;
    ephemeral[TRACE_RESPONDER] = run->y;
    prepare_party(run, TRACE_INITIATOR);
    prepare_party(run, TRACE_RESPONDER);
}

static edhoc_status compared(edhoc_bytes expected, const uint8_t *found, size_t length)
{
    return expected.length == length && memcmp(expected.at, found, length) == 0 ? EDHOC_OK
                                                                                : TRACE_DIFFERS;
}

/* Both sessions begin anew. */
static edhoc_status begin(const struct trace *run, size_t suite_index, edhoc_bytes c_i)
{
    edhoc_status status = edhoc_initiate(&trace_sessions[TRACE_INITIATOR],
                                         &trace_parties[TRACE_INITIATOR], (edhoc_method)run->method,
                                         suite_index, c_i);
    if (status == EDHOC_OK) {
        status = edhoc_respond(&trace_sessions[TRACE_RESPONDER], &trace_parties[TRACE_RESPONDER],
                               run->c_r);
    }
    return status;
}

static edhoc_status refused(const struct trace *run)
{
    static const char text[] = "refused";
    edhoc_session *initiator = &trace_sessions[TRACE_INITIATOR];
    edhoc_error error;
    prepare(run);
    chosen = 0;
    if (run->refused_message_1.length == 0) {
        return EDHOC_OK;
    }
    ephemeral[TRACE_INITIATOR] = run->refused_x;
    edhoc_status status = begin(run, 0, run->refused_c_i);
    if (status == EDHOC_OK) {
        status = edhoc_write_1(initiator, trace_message, sizeof trace_message, &trace_length);
    }
    if (status == EDHOC_OK) {
        status = compared(run->refused_message_1, trace_message, trace_length);
    }
    if (status == EDHOC_OK) {
        status = edhoc_read_1(&trace_sessions[TRACE_RESPONDER], trace_message, trace_length);
        status = status == EDHOC_ERROR_SUITE
                     ? edhoc_write_error(&trace_parties[TRACE_RESPONDER], EDHOC_ERROR_SUITE, text,
                                         trace_message, sizeof trace_message, &trace_length)
                     : TRACE_DIFFERS;
    }
    if (status == EDHOC_OK) {
        status = compared(run->error, trace_message, trace_length);
    }
    if (status == EDHOC_OK) {
        status = edhoc_read_2(initiator, trace_message, trace_length);
        status = status == EDHOC_ERROR_PEER ? edhoc_read_error(trace_message, trace_length, &error)
                                            : TRACE_DIFFERS;
    }
    return status == EDHOC_OK ? edhoc_choose_suite(&trace_parties[TRACE_INITIATOR], &error, &chosen)
                              : status;
}

/* OSCORE's secret and salt, which both parties have to have. [RFC 9528, A.1] */
static edhoc_status exported(edhoc_bytes secret, edhoc_bytes salt)
{
    static const edhoc_bytes nothing = {NULL, 0};
    edhoc_status status = EDHOC_OK;
    for (int side = 0; side < 2 && status == EDHOC_OK; side++) {
        edhoc_session *session = &trace_sessions[side];
        status = edhoc_export(session, 0, nothing, trace_master_secret, sizeof trace_master_secret);
        if (status == EDHOC_OK) {
            status = edhoc_export(session, 1, nothing, trace_master_salt, sizeof trace_master_salt);
        }
        if (status == EDHOC_OK) {
            status = compared(secret, trace_master_secret, sizeof trace_master_secret);
        }
        if (status == EDHOC_OK) {
            status = compared(salt, trace_master_salt, sizeof trace_master_salt);
        }
    }
    return status;
}

static edhoc_status export_and_update(const struct trace *run)
{
    uint8_t secret[sizeof trace_master_secret];
    uint8_t salt[sizeof trace_master_salt];
    edhoc_status status = exported(run->master_secret, run->master_salt);
    memcpy(secret, trace_master_secret, sizeof secret);
    memcpy(salt, trace_master_salt, sizeof salt);
    for (int side = 0; side < 2 && status == EDHOC_OK; side++) {
        status = edhoc_key_update(&trace_sessions[side], run->update);
    }
    if (status == EDHOC_OK) {
        status = exported(run->updated_master_secret, run->updated_master_salt);
    }
    memcpy(trace_master_secret, secret, sizeof secret);
    memcpy(trace_master_salt, salt, sizeof salt);
    return status;
}

edhoc_status trace_step(int number, int step)
{
    typedef edhoc_status (*writer)(edhoc_session *, uint8_t *, size_t, size_t *);
    typedef edhoc_status (*reader)(edhoc_session *, uint8_t *, size_t);
    static const writer writers[] = {edhoc_write_1, edhoc_write_2, edhoc_write_3, edhoc_write_4};
    static const reader readers[] = {edhoc_read_1, edhoc_read_2, edhoc_read_3, edhoc_read_4};
    const struct trace *run = &traces[number];
    const edhoc_bytes messages[] = {run->message_1, run->message_2, run->message_3, run->message_4};
    switch (step) {
    case TRACE_REFUSED:
        return refused(run);
    case TRACE_BEGIN:
        ephemeral[TRACE_INITIATOR] = run->x;
        return begin(run, chosen, run->c_i);
    case TRACE_EXPORT:
        return export_and_update(run);
    default:
        break;
    }
    /* Messages go there and back. */
    int message = (step - TRACE_WRITE_1) / 2;
    if ((step - TRACE_WRITE_1) % 2 == 0) {
        edhoc_status status = writers[message](&trace_sessions[message % 2], trace_message,
                                               sizeof trace_message, &trace_length);
        return status == EDHOC_OK ? compared(messages[message], trace_message, trace_length)
                                  : status;
    }
    return readers[message](&trace_sessions[1 - message % 2], trace_message, trace_length);
}
