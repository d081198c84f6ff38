/* SPDX-License-Identifier: MIT */
/* A CoAP server by libcoap over DTLS: coaps://127.0.0.1:PORT/temperature is a reading, for the one
 * client whose key it is given.
 *
 *   coap-server PORT KEY PEER
 *
 * KEY is a private key in PEM, "EC PRIVATE KEY" or "PRIVATE KEY" with its public key; PEER the
 * client's public key as a SubjectPublicKeyInfo in DER. It runs until it is told to end. */
#include <coap3/coap.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEY_BYTES 2048
#define POINT_BYTES 64
#define WAIT_MS 1000

static volatile sig_atomic_t is_over;
static uint8_t peer_key[KEY_BYTES];
static size_t peer_length;

static void end(int signal_number)
{
    (void)signal_number;
    is_over = 1;
}

static int fail(const char *what, const char *which)
{
    fprintf(stderr, "coap-server: %s: %s\n", which, what);
    return EXIT_FAILURE;
}

/* The length of what was read, which a zero ends; 0 for none, or too much. */
static size_t read_file(const char *name, uint8_t *content, size_t size)
{
    FILE *file = fopen(name, "rb");
    if (file == NULL) {
        return 0;
    }
    const size_t length = fread(content, 1, size - 1, file);
    const bool is_whole = feof(file) != 0;
    fclose(file);
    content[length] = 0;
    return is_whole ? length : 0;
}

/* libcoap gives the client's key with a header of its own; the point is at the end of both. */
static int check_client(const char *name, const uint8_t *key, size_t length,
                        coap_session_t *session, unsigned depth, int is_valid, void *argument)
{
    (void)name;
    (void)session;
    (void)depth;
    (void)is_valid;
    (void)argument;
    return length >= POINT_BYTES && memcmp(key + length - POINT_BYTES,
                                           peer_key + peer_length - POINT_BYTES, POINT_BYTES) == 0;
}

static void get_reading(coap_resource_t *resource, coap_session_t *session,
                        const coap_pdu_t *request, const coap_string_t *query, coap_pdu_t *response)
{
    static unsigned number;
    char reading[40];
    uint8_t format[4];
    (void)resource;
    (void)session;
    (void)request;
    (void)query;
    const int length = snprintf(reading, sizeof reading, "{\"measurement_id\":%u}", ++number);
    const unsigned format_length = coap_encode_var_safe(format, sizeof format,
                                                        COAP_MEDIATYPE_APPLICATION_JSON);
    coap_pdu_set_code(response, COAP_RESPONSE_CODE(205));
    if (coap_add_option(response, COAP_OPTION_CONTENT_FORMAT, format_length, format) == 0 ||
        coap_add_data(response, (size_t)length, (const uint8_t *)reading) == 0) {
        coap_pdu_set_code(response, COAP_RESPONSE_CODE(500));
    }
}

static int note_event(coap_session_t *session, coap_event_t event)
{
    (void)session;
    if (event == COAP_EVENT_DTLS_CONNECTED) {
        puts("connected");
    } else if (event == COAP_EVENT_DTLS_ERROR) {
        puts("failed");
    }
    fflush(stdout);
    return 0;
}

static bool prepare(coap_context_t *context, unsigned port, const uint8_t *key)
{
    coap_dtls_pki_t setup;
    coap_address_t address;
    memset(&setup, 0, sizeof setup);
    setup.version = COAP_DTLS_PKI_SETUP_VERSION;
    setup.is_rpk_not_cert = 1;
    setup.verify_peer_cert = 1;
    setup.validate_cn_call_back = check_client;
    setup.pki_key.key_type = COAP_PKI_KEY_PEM_BUF;
    setup.pki_key.key.pem_buf.private_key = setup.pki_key.key.pem_buf.public_cert = key;
    setup.pki_key.key.pem_buf.private_key_len = setup.pki_key.key.pem_buf.public_cert_len = strlen(
        (const char *)key);
    coap_address_init(&address);
    address.addr.sin.sin_family = AF_INET;
    address.addr.sin.sin_port = htons((uint16_t)port);
    address.addr.sin.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.size = sizeof address.addr.sin;
    coap_resource_t *resource = coap_resource_init(coap_make_str_const("temperature"), 0);
    if (resource == NULL) {
        return false;
    }
    coap_register_request_handler(resource, COAP_REQUEST_GET, get_reading);
    coap_add_resource(context, resource);
    coap_register_event_handler(context, note_event);
    return coap_context_set_pki(context, &setup) &&
           coap_new_endpoint(context, &address, COAP_PROTO_DTLS) != NULL;
}

int main(int count, char **words)
{
    static uint8_t key[KEY_BYTES];
    if (count != 4) {
        fputs("usage: coap-server PORT KEY PEER\n", stderr);
        return 2;
    }
    const unsigned long port = strtoul(words[1], NULL, 10);
    if (port == 0 || port > 65535) {
        return fail("is no port", words[1]);
    }
    if (read_file(words[2], key, sizeof key) == 0) {
        return fail("cannot be read", words[2]);
    }
    peer_length = read_file(words[3], peer_key, sizeof peer_key);
    if (peer_length < POINT_BYTES) {
        return fail("is no public key", words[3]);
    }
    signal(SIGTERM, end);
    signal(SIGINT, end);
    coap_startup();
    coap_set_log_level(LOG_EMERG);
    coap_context_t *context = coap_new_context(NULL);
    if (context == NULL || !prepare(context, (unsigned)port, key)) {
        coap_free_context(context);
        coap_cleanup();
        return fail("the key or the port cannot be used", "libcoap");
    }
    puts("ready");
    fflush(stdout);
    while (!is_over) {
        (void)coap_io_process(context, WAIT_MS);
    }
    coap_free_context(context);
    coap_cleanup();
    return EXIT_SUCCESS;
}
