/* SPDX-License-Identifier: MIT */
/* The runs of RFC 9529, step by step: both parties in one program, with the RFC's keys in place of
 * random ones, and every message compared with the RFC's. */
#ifndef EDHOC_TRACE_H
#define EDHOC_TRACE_H

#include "edhoc.h"

/* A party's key and credential, and a run. */
struct trace_party {
    edhoc_bytes private_key, public_key, identifier, credential;
};

struct trace {
    const char *name;
    int method;
    int suite;
    struct trace_party initiator, responder;
    edhoc_bytes x, y, c_i, c_r, message_1, message_2, message_3, message_4;
    edhoc_bytes master_secret, master_salt, update, updated_master_secret, updated_master_salt;
    edhoc_bytes refused_x, refused_c_i, refused_message_1, error;
};

/* Steps of a run, in their order. TRACE_REFUSED is a message 1 with a suite that the responder does
 * not have, its error message, and the initiator's next choice; a run without that passes it. */
enum {
    TRACE_REFUSED,
    TRACE_BEGIN,
    TRACE_WRITE_1,
    TRACE_READ_1,
    TRACE_WRITE_2,
    TRACE_READ_2,
    TRACE_WRITE_3,
    TRACE_READ_3,
    TRACE_WRITE_4,
    TRACE_READ_4,
    TRACE_EXPORT, /* OSCORE's secret and salt of both parties, and again after an update */
    TRACE_STEPS
};

/* What a step gives that succeeded, and is not what the RFC has. */
#define TRACE_DIFFERS ((edhoc_status)1)

int trace_count(void);
const char *trace_name(int run);

/* Do a step of a run. Returns EDHOC_OK, another edhoc_status, or TRACE_DIFFERS. */
edhoc_status trace_step(int run, int step);

/* The last message; the exported secret and salt. */
extern uint8_t trace_message[160];
extern size_t trace_length;
extern uint8_t trace_master_secret[16];
extern uint8_t trace_master_salt[8];

/* The parties and their sessions. */
extern edhoc_party trace_parties[2];
extern edhoc_session trace_sessions[2];
enum { TRACE_INITIATOR, TRACE_RESPONDER };

#endif
