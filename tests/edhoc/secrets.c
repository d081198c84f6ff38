/* SPDX-License-Identifier: MIT */
/* A responder whose keys are secrets of the lab: it reads message 1, and writes message 2 with a
 * MAC or a signature. test_core.py compares runs with different secrets. */
#include <string.h>
#include "board.h"
#include "edhoc.h"

/* Message 1 of RFC 9529, chapters 2 and 3, with the suite alone and the method to come. */
static const uint8_t messages[2][37] = {
    {0x00, 0x00, 0x58, 0x20, 0x31, 0xf8, 0x2c, 0x7b, 0x5b, 0x9c, 0xbb, 0xf0, 0xf1,
     0x94, 0xd9, 0x13, 0xcc, 0x12, 0xef, 0x15, 0x32, 0xd3, 0x28, 0xef, 0x32, 0x63,
     0x2a, 0x48, 0x81, 0xa1, 0xc0, 0x70, 0x1e, 0x23, 0x7f, 0x04, 0x2d},
    {0x00, 0x02, 0x58, 0x20, 0x8a, 0xf6, 0xf4, 0x30, 0xeb, 0xe1, 0x8d, 0x34, 0x18,
     0x40, 0x17, 0xa9, 0xa1, 0x1b, 0xf5, 0x11, 0xc8, 0xdf, 0xf8, 0xf8, 0x34, 0x73,
     0x0b, 0x96, 0xc1, 0xb7, 0xc8, 0xdb, 0xca, 0x2f, 0xc3, 0xb6, 0x37},
};

uint8_t static_key[WHIT_ED25519_PRIVATE_KEY_BYTES];
uint8_t ephemeral_key[EDHOC_KEY_BYTES];

static const uint8_t identifier[] = {0xa1, 0x04, 0x41, 0x32};
static const uint8_t credential[] = {0xa1, 0x08, 0xa1, 0x01, 0xa1, 0x01, 0x02};
static uint8_t workspace[EDHOC_WORKSPACE_BYTES(sizeof identifier, sizeof credential, 0)];
static edhoc_session session;
static edhoc_identity identity;
static const edhoc_list nobody = {NULL, 0};

static whit_status fill(void *context, uint8_t *out, size_t length)
{
    memcpy(out, context, length);
    return WHIT_OK;
}

static const whit_random source = {fill, ephemeral_key};

edhoc_status respond(int suite, int method);
edhoc_status respond(int suite, int method)
{
    const edhoc_suite *suites[1] = {suite == 0 ? &edhoc_suite_0 : &edhoc_suite_2};
    const edhoc_bytes connection = {identifier, 1};
    uint8_t message[160];
    size_t length = sizeof messages[0];
    edhoc_party party = {
        .suites = suites,
        .suite_count = 1,
        .methods = 1u << method,
        .identity = &identity,
        .find = edhoc_find_listed,
        .find_context = &nobody,
        .random = &source,
        .workspace = workspace,
        .workspace_bytes = sizeof workspace,
    };
    identity.shown.identifier.at = identifier;
    identity.shown.identifier.length = sizeof identifier;
    identity.shown.credential.at = credential;
    identity.shown.credential.length = sizeof credential;
    identity.shown.kind = method == EDHOC_STATICS ? EDHOC_STATIC_KEY : EDHOC_SIGNATURE_KEY;
    identity.private_key = static_key;
    memcpy(message, messages[suite == 0 ? 0 : 1], length);
    message[0] = (uint8_t)method;
    edhoc_status status = edhoc_respond(&session, &party, connection);
    if (status == EDHOC_OK) {
        status = edhoc_read_1(&session, message, length);
    }
    if (status == EDHOC_OK) {
        status = edhoc_write_2(&session, message, sizeof message, &length);
    }
    edhoc_end(&session);
    return status;
}

int main(void)
{
    return respond(0, EDHOC_STATICS) == EDHOC_OK ? 0 : 1;
}
