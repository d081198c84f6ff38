/* SPDX-License-Identifier: MIT */
/* A DTLS client and a server over UDP on the loopback interface.
 *
 *   dtls key                                 print a new private key and its public key
 *   dtls server PORT KEY PEER [SECONDS]      answer one client with readings until it leaves
 *   dtls client PORT KEY PEER [SECONDS]      ask for a reading
 *
 * KEY is a file that `dtls key` printed; of PEER the public key is read. */
#include "party.h"

#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <crypto.h>
#include <dtls_time.h>

#define DEFAULT_SECONDS 10
#define DATAGRAM_BYTES 1500
#define PRIVATE_DIGITS (2 * PARTY_KEY_BYTES)
#define PUBLIC_DIGITS (4 * PARTY_KEY_BYTES)

static const char question[] = "reading?";
static int link_socket = -1;

static int fail(const char *what, const char *which)
{
    fprintf(stderr, "dtls: %s: %s\n", which, what);
    return EXIT_FAILURE;
}

static bool send_over_udp(struct party *party, const session_t *session, const uint8_t *datagram,
                          size_t length)
{
    (void)party;
    return sendto(link_socket, datagram, length, 0, &session->addr.sa, session->size) ==
           (ssize_t)length;
}

static void print_hex(const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        printf("%02x", bytes[i]);
    }
}

static int print_new_key(void)
{
    uint8_t private_key[PARTY_KEY_BYTES];
    uint8_t public_key[2 * PARTY_KEY_BYTES];
    dtls_ecdsa_generate_key(private_key, public_key, public_key + PARTY_KEY_BYTES, PARTY_KEY_BYTES);
    print_hex(private_key, sizeof private_key);
    putchar(' ');
    print_hex(public_key, sizeof public_key);
    putchar('\n');
    return EXIT_SUCCESS;
}

static bool parse_hex(uint8_t *bytes, const char *text, size_t digits)
{
    if (strspn(text, "0123456789abcdefABCDEF") != digits) {
        return false;
    }
    for (size_t i = 0; i < digits / 2; i++) {
        const char pair[3] = {text[2 * i], text[2 * i + 1], 0};
        bytes[i] = (uint8_t)strtoul(pair, NULL, 16);
    }
    return true;
}

/* `private_key` may be NULL: then it is left out. */
static bool read_key(const char *name, uint8_t *private_key, uint8_t *public_key)
{
    char line[PRIVATE_DIGITS + 1 + PUBLIC_DIGITS + 2] = "";
    FILE *file = fopen(name, "r");
    if (file == NULL) {
        return false;
    }
    const bool is_read = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    const char *space = strchr(line, ' ');
    if (!is_read || space == NULL || !parse_hex(public_key, space + 1, PUBLIC_DIGITS)) {
        return false;
    }
    return private_key == NULL || parse_hex(private_key, line, PRIVATE_DIGITS);
}

static bool open_link(bool is_server, unsigned port, session_t *session)
{
    dtls_session_init(session);
    session->size = sizeof session->addr.sin;
    session->addr.sin.sin_family = AF_INET;
    session->addr.sin.sin_port = htons((uint16_t)port);
    session->addr.sin.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    link_socket = socket(AF_INET, SOCK_DGRAM, 0);
    return link_socket >= 0 &&
           (!is_server || bind(link_socket, &session->addr.sa, session->size) == 0);
}

/* Let the party have a datagram, or send again what was lost; wait for a short while at most. */
static void turn(struct party *party, session_t *session)
{
    uint8_t datagram[DATAGRAM_BYTES];
    struct pollfd waits = {.fd = link_socket, .events = POLLIN};
    clock_time_t next = 0;
    if (poll(&waits, 1, 50) > 0) {
        session->size = sizeof session->addr;
        const ssize_t length = recvfrom(link_socket, datagram, sizeof datagram, 0,
                                        &session->addr.sa, &session->size);
        if (length > 0) {
            party_receive(party, session, datagram, (size_t)length);
        }
    }
    dtls_check_retransmit(party->context, &next);
}

static void serve(struct party *party, session_t *session, clock_time_t end)
{
    clock_time_t now;
    bool was_connected = false;
    unsigned number = 0;
    for (dtls_ticks(&now); now < end && party->state < PARTY_FAILED; dtls_ticks(&now)) {
        turn(party, session);
        if (party->state == PARTY_CONNECTED && !was_connected) {
            was_connected = true;
            puts("connected");
        }
        if (party->received_length > 0) {
            char answer[PARTY_RECEIVED_BYTES];
            printf("received %.*s\n", (int)party->received_length, (const char *)party->received);
            party->received_length = 0;
            const int length = snprintf(answer, sizeof answer, "{\"measurement_id\":%u}", ++number);
            (void)party_write(party, session, answer, (size_t)length);
        }
        fflush(stdout);
    }
}

static void ask(struct party *party, session_t *session, clock_time_t end)
{
    clock_time_t now;
    bool has_asked = false;
    for (dtls_ticks(&now); now < end && party->state < PARTY_FAILED; dtls_ticks(&now)) {
        turn(party, session);
        if (party->state == PARTY_CONNECTED && !has_asked) {
            puts("connected");
            has_asked = party_write(party, session, question, sizeof question - 1);
        }
        if (party->received_length > 0) {
            printf("received %.*s\n", (int)party->received_length, (const char *)party->received);
            return;
        }
    }
}

/* Say how it ended. */
static int conclude(const struct party *party)
{
    switch (party->state) {
    case PARTY_FAILED:
        if (party->sent_alert != PARTY_NO_ALERT) {
            printf("failed: sent alert %d\n", party->sent_alert);
        } else {
            printf("failed: received alert %d\n", party->received_alert);
        }
        return EXIT_FAILURE;
    case PARTY_WAITS:
        puts("failed: no session in time");
        return EXIT_FAILURE;
    default:
        puts("closed");
        return EXIT_SUCCESS;
    }
}

static int run(bool is_server, const char *port_text, const char *key, const char *peer,
               unsigned long seconds)
{
    static struct party party = {.send = send_over_udp};
    session_t session;
    clock_time_t now;
    const unsigned long port = strtoul(port_text, NULL, 10);
    if (port == 0 || port > 65535) {
        return fail("is no port", port_text);
    }
    if (!read_key(key, party.private_key, party.public_key)) {
        return fail("is no file with a private and a public key", key);
    }
    if (!read_key(peer, NULL, party.peer_key)) {
        return fail("is no file with a public key", peer);
    }
    if (!open_link(is_server, (unsigned)port, &session)) {
        return fail("cannot be used", port_text);
    }
    if (!party_open(&party)) {
        return fail("no memory", "tinydtls");
    }
    dtls_ticks(&now);
    const clock_time_t end = now + (clock_time_t)(seconds * DTLS_TICKS_PER_SECOND);
    if (is_server) {
        puts("ready");
        fflush(stdout);
        serve(&party, &session, end);
    } else if (party_connect(&party, &session)) {
        ask(&party, &session, end);
    }
    const int status = conclude(&party);
    party_close(&party);
    close(link_socket);
    return status;
}

int main(int count, char **words)
{
    if (count == 2 && strcmp(words[1], "key") == 0) {
        return print_new_key();
    }
    if (count >= 5 && count <= 6) {
        const bool is_server = strcmp(words[1], "server") == 0;
        const unsigned long seconds = count == 6 ? strtoul(words[5], NULL, 10) : DEFAULT_SECONDS;
        if (is_server || strcmp(words[1], "client") == 0) {
            return run(is_server, words[2], words[3], words[4], seconds);
        }
    }
    fputs("usage: dtls key | dtls server|client PORT KEY PEER [SECONDS]\n", stderr);
    return 2;
}
