/* SPDX-License-Identifier: MIT */
/* One party of EDHOC, told what to do by lines of words, bytes in hexadecimal ("-" for none); of
 * each line the answer is a line: a status, and bytes. test_edhoc.py is at the other end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "edhoc.h"

#define WORDS 12
#define ROOM 2048
#define PEERS 4

typedef struct held {
    uint8_t bytes[ROOM];
    size_t length;
} held;

static const edhoc_suite *suites[2];
static held own[4];
static held others[PEERS][3];
static edhoc_credential peers[PEERS];
static edhoc_list list = {peers, 0};
static edhoc_identity identity;
static held ephemeral;
static edhoc_session session, saved;

static whit_status fill(void *context, uint8_t *out, size_t length)
{
    (void)context;
    if (length != ephemeral.length) {
        return WHIT_ERROR_RANDOM_FAILED;
    }
    memcpy(out, ephemeral.bytes, length);
    return WHIT_OK;
}

static whit_random source = {fill, NULL};
static edhoc_party party;

static edhoc_bytes take(held *into, const char *word)
{
    size_t length = strcmp(word, "-") == 0 ? 0 : strlen(word) / 2;
    for (size_t i = 0; i < length; i++) {
        unsigned byte = 0;
        if (sscanf(word + 2 * i, "%2x", &byte) != 1 || i == ROOM) {
            exit(2);
        }
        into->bytes[i] = (uint8_t)byte;
    }
    into->length = length;
    edhoc_bytes bytes = {into->bytes, length};
    return bytes;
}

static void answer(edhoc_status status, const uint8_t *bytes, size_t length)
{
    printf("%04x ", (unsigned)status);
    for (size_t i = 0; i < length; i++) {
        printf("%02x", bytes[i]);
    }
    printf("\n");
    (void)fflush(stdout);
}

static unsigned number(const char *word)
{
    return (unsigned)strtoul(word, NULL, 10);
}

/* A buffer of exactly this size, so that a sanitizer sees what goes beyond. */
static uint8_t *exactly(size_t length)
{
    uint8_t *bytes = malloc(length == 0 ? 1 : length);
    if (bytes == NULL) {
        exit(3);
    }
    memset(bytes, 0xaa, length);
    return bytes;
}

static edhoc_credential credential(held *into, char **words)
{
    edhoc_credential made;
    made.kind = strcmp(words[0], "static") == 0 ? EDHOC_STATIC_KEY : EDHOC_SIGNATURE_KEY;
    made.public_key = take(&into[0], words[1]);
    made.identifier = take(&into[1], words[2]);
    made.credential = take(&into[2], words[3]);
    return made;
}

static void write_message(unsigned which, size_t room)
{
    typedef edhoc_status (*writer)(edhoc_session *, uint8_t *, size_t, size_t *);
    static const writer writers[] = {edhoc_write_1, edhoc_write_2, edhoc_write_3, edhoc_write_4};
    uint8_t *out = exactly(room);
    size_t length = 0;
    edhoc_status status = writers[which - 1](&session, out, room, &length);
    answer(status, out, length);
    free(out);
}

/* The answer has what is left of the message: nothing after most errors. */
static void read_message(unsigned which, const char *word)
{
    typedef edhoc_status (*reader)(edhoc_session *, uint8_t *, size_t);
    static const reader readers[] = {edhoc_read_1, edhoc_read_2, edhoc_read_3, edhoc_read_4};
    held content;
    edhoc_bytes given = take(&content, word);
    uint8_t *message = exactly(given.length);
    memcpy(message, given.at, given.length);
    edhoc_status status = readers[which - 1](&session, message, given.length);
    answer(status, message, given.length);
    free(message);
}

static void read_error(const char *word)
{
    held content;
    edhoc_error error;
    edhoc_bytes given = take(&content, word);
    uint8_t *message = exactly(given.length);
    uint8_t found[2 + EDHOC_SUITES] = {0};
    size_t suite = 0xff;
    memcpy(message, given.at, given.length);
    edhoc_status status = edhoc_read_error(message, given.length, &error);
    if (status == EDHOC_OK && error.code == 2) {
        (void)edhoc_choose_suite(&party, &error, &suite);
        for (size_t i = 0; i < error.suite_count; i++) {
            found[2 + i] = (uint8_t)error.suites[i];
        }
    }
    found[0] = (uint8_t)error.code;
    found[1] = (uint8_t)suite;
    answer(status, found, status == EDHOC_OK ? 2 + error.suite_count : 0);
    free(message);
}

static int is_wiped(void)
{
    const uint8_t *bytes = (const uint8_t *)&session;
    for (size_t i = 0; i < sizeof session; i++) {
        if (bytes[i] != 0) {
            return 0;
        }
    }
    return 1;
}

static void obey(char **words, size_t count)
{
    static held scratch;
    static uint8_t out[EDHOC_EXPORT_BYTES];
    const char *what = words[0];
    size_t length = 0;
    if (strcmp(what, "identity") == 0) {
        identity.shown = credential(own, words + 1);
        identity.private_key = take(&own[3], words[5]).at;
        list.count = 0;
        answer(EDHOC_OK, NULL, 0);
    } else if (strcmp(what, "peer") == 0 && list.count < PEERS) {
        peers[list.count] = credential(others[list.count], words + 1);
        list.count++;
        answer(EDHOC_OK, NULL, 0);
    } else if (strcmp(what, "suites") == 0) {
        party.suite_count = count - 1;
        for (size_t i = 1; i < count && i < 3; i++) {
            suites[i - 1] = number(words[i]) == 0 ? &edhoc_suite_0 : &edhoc_suite_2;
        }
        answer(EDHOC_OK, NULL, 0);
    } else if (strcmp(what, "methods") == 0) {
        party.methods = number(words[1]);
        answer(EDHOC_OK, NULL, 0);
    } else if (strcmp(what, "key") == 0) {
        take(&ephemeral, words[1]);
        answer(EDHOC_OK, NULL, 0);
    } else if (strcmp(what, "workspace") == 0) {
        free(party.workspace);
        party.workspace_bytes = number(words[1]);
        party.workspace = exactly(party.workspace_bytes);
        answer(EDHOC_OK, NULL, 0);
    } else if (strcmp(what, "initiate") == 0) {
        answer(edhoc_initiate(&session, &party, (edhoc_method)number(words[1]), number(words[2]),
                              take(&scratch, words[3])),
               NULL, 0);
    } else if (strcmp(what, "respond") == 0) {
        answer(edhoc_respond(&session, &party, take(&scratch, words[1])), NULL, 0);
    } else if (strcmp(what, "write") == 0) {
        write_message(number(words[1]), number(words[2]));
    } else if (strcmp(what, "read") == 0) {
        read_message(number(words[1]), words[2]);
    } else if (strcmp(what, "save") == 0) {
        saved = session;
        answer(EDHOC_OK, NULL, 0);
    } else if (strcmp(what, "load") == 0) {
        session = saved;
        answer(EDHOC_OK, NULL, 0);
    } else if (strcmp(what, "export") == 0) {
        answer(edhoc_export(&session, number(words[1]), take(&scratch, words[2]), out,
                            number(words[3])),
               out, number(words[3]));
    } else if (strcmp(what, "update") == 0) {
        answer(edhoc_key_update(&session, take(&scratch, words[1])), NULL, 0);
    } else if (strcmp(what, "write-error") == 0) {
        edhoc_status status = (edhoc_status)strtoul(words[1], NULL, 16);
        status = edhoc_write_error(&party, status, words[2], out, number(words[3]), &length);
        answer(status, out, length);
    } else if (strcmp(what, "read-error") == 0) {
        read_error(words[1]);
    } else if (strcmp(what, "who") == 0) {
        const edhoc_credential *peer = edhoc_peer(&session);
        answer(peer == NULL ? EDHOC_ERROR_ORDER : EDHOC_OK,
               peer == NULL ? NULL : peer->identifier.at,
               peer == NULL ? 0 : peer->identifier.length);
    } else if (strcmp(what, "wiped") == 0) {
        answer(is_wiped() ? EDHOC_OK : EDHOC_ERROR_ORDER, NULL, 0);
    } else if (strcmp(what, "x5t") == 0) {
        edhoc_x5t(out, take(&scratch, words[1]));
        answer(EDHOC_OK, out, EDHOC_X5T_BYTES);
    } else if (strcmp(what, "end") == 0) {
        edhoc_end(&session);
        answer(EDHOC_OK, NULL, 0);
    } else {
        exit(4);
    }
}

int main(void)
{
    static char line[4 * ROOM];
    party.suites = suites;
    party.identity = &identity;
    party.find = edhoc_find_listed;
    party.find_context = &list;
    party.random = &source;
    while (fgets(line, sizeof line, stdin) != NULL) {
        char *words[WORDS] = {NULL};
        size_t count = 0;
        for (char *word = strtok(line, " \n"); word != NULL && count < WORDS;
             word = strtok(NULL, " \n")) {
            words[count++] = word;
        }
        if (count != 0) {
            obey(words, count);
        }
    }
    free(party.workspace);
    return 0;
}
