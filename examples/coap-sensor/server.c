/* SPDX-License-Identifier: MIT */
/* Resources [RFC 7252], in blocks of 64 bytes at most [RFC 7959], which clients may observe [RFC
 * 7641]. A block is cut from the buffered reading whenever it is asked for: no state is kept for a
 * client, so that requests may be lost, repeated or out of order. */
#include "server.h"

#include "reading.h"

#include <coap3/coap_internal.h>

#define LARGEST_EXPONENT 2 /* blocks of 2^(2 + 4) = 64 bytes */
/* A reading is not exchanged for the next one while blocks are asked for, each within this time of
 * the one before. One mark serves all clients: where another's last block clears it, ETag tells. */
#define TRANSFER_MS 5000
#define JSON_FORMAT COAP_MEDIATYPE_APPLICATION_JSON
#define COSE_FORMAT 18  /* application/cose; cose-type="cose-sign1" [RFC 9052, 11.3] */
#define IDLE_SESSIONS 4 /* beside four that observe: MEMP_NUM_COAPSESSION */
#define KEY_SECONDS 3600
#define TAG_BYTES 4

static coap_context_t *context;
static coap_resource_t *observed[READING_FORMS];
static uint32_t published_at;
static uint32_t block_at;
static bool transferring;

/* A body to be sent whole or in blocks. */
struct body {
    const uint8_t *bytes; /* NULL: there is none */
    size_t length;
    uint32_t tag; /* tells it from others of its resource */
    uint32_t max_age;
    uint16_t format;
};

static bool add_number(coap_pdu_t *response, coap_option_num_t option, uint32_t number)
{
    uint8_t bytes[sizeof number];
    const unsigned length = coap_encode_var_safe(bytes, sizeof bytes, number);
    return coap_insert_option(response, option, length, bytes) != 0;
}

/* Whether the client takes this format; it takes all, if it names none. */
static bool is_accepted(const coap_pdu_t *request, uint16_t format)
{
    coap_opt_iterator_t iterator;
    const coap_opt_t *accept = coap_check_option(request, COAP_OPTION_ACCEPT, &iterator);
    return accept == NULL ||
           coap_decode_var_bytes(coap_opt_value(accept), coap_opt_length(accept)) == format;
}

/* Which block is asked for, in our size or the client's, if that is smaller. A body of one block
 * needs no option. False: the request is wrong. */
static bool choose_block(const coap_pdu_t *request, size_t length, coap_block_t *block,
                         bool *is_needed)
{
    coap_opt_iterator_t iterator;
    *block = (coap_block_t){0, 0, LARGEST_EXPONENT};
    *is_needed = length > 16u << LARGEST_EXPONENT;
    if (coap_check_option(request, COAP_OPTION_BLOCK2, &iterator) == NULL) {
        return true;
    }
    if (!coap_get_block(request, COAP_OPTION_BLOCK2, block)) {
        return false;
    }
    *is_needed = true;
    if (block->szx > LARGEST_EXPONENT) {
        block->num <<= block->szx - LARGEST_EXPONENT;
        block->szx = LARGEST_EXPONENT;
    }
    return block->num < length && (block->num << (block->szx + 4)) < length;
}

static void send_body(const coap_pdu_t *request, coap_pdu_t *response, const struct body *body)
{
    coap_block_t block;
    bool is_needed;
    if (!is_accepted(request, body->format)) {
        response->code = COAP_RESPONSE_CODE(406);
        return;
    }
    if (body->bytes == NULL) {
        response->code = COAP_RESPONSE_CODE(503);
        return;
    }
    if (!choose_block(request, body->length, &block, &is_needed)) {
        response->code = COAP_RESPONSE_CODE(400);
        return;
    }
    const size_t start = (size_t)block.num << (block.szx + 4);
    const size_t most = (size_t)16 << block.szx;
    const size_t length = body->length - start < most ? body->length - start : most;
    const bool is_last = start + length == body->length;
    const uint8_t tag[TAG_BYTES] = {(uint8_t)(body->tag >> 24), (uint8_t)(body->tag >> 16),
                                    (uint8_t)(body->tag >> 8), (uint8_t)body->tag};

    response->code = COAP_RESPONSE_CODE(205);
    bool fits = coap_insert_option(response, COAP_OPTION_ETAG, sizeof tag, tag) != 0 &&
                add_number(response, COAP_OPTION_CONTENT_FORMAT, body->format) &&
                add_number(response, COAP_OPTION_MAXAGE, body->max_age);
    if (is_needed) {
        fits = fits &&
               add_number(response, COAP_OPTION_BLOCK2,
                          block.num << 4 | (is_last ? 0u : 8u) | block.szx) &&
               add_number(response, COAP_OPTION_SIZE2, (uint32_t)body->length);
        transferring = !is_last;
        block_at = board_milliseconds();
    }
    if (!fits || !coap_add_data(response, length, body->bytes + start)) {
        response->code = COAP_RESPONSE_CODE(500);
    }
}

static void send_reading(enum reading_form form, uint16_t format, const coap_pdu_t *request,
                         coap_pdu_t *response)
{
    const uint32_t age = (board_milliseconds() - published_at) / 1000;
    struct body body = {.format = format,
                        .max_age = age < READING_SECONDS ? READING_SECONDS - age : 0};
    body.bytes = reading_message(form, &body.length, &body.tag);
    send_body(request, response, &body);
}

static void get_plain(coap_resource_t *resource, coap_session_t *session, const coap_pdu_t *request,
                      const coap_string_t *query, coap_pdu_t *response)
{
    (void)resource;
    (void)session;
    (void)query;
    send_reading(READING_PLAIN, JSON_FORMAT, request, response);
}

#if SIGNED
static void get_jss(coap_resource_t *resource, coap_session_t *session, const coap_pdu_t *request,
                    const coap_string_t *query, coap_pdu_t *response)
{
    (void)resource;
    (void)session;
    (void)query;
    send_reading(READING_JSS, JSON_FORMAT, request, response);
}
#endif

#if COMPLETE
static void get_cose(coap_resource_t *resource, coap_session_t *session, const coap_pdu_t *request,
                     const coap_string_t *query, coap_pdu_t *response)
{
    (void)resource;
    (void)session;
    (void)query;
    send_reading(READING_COSE, COSE_FORMAT, request, response);
}

static void get_key(coap_resource_t *resource, coap_session_t *session, const coap_pdu_t *request,
                    const coap_string_t *query, coap_pdu_t *response)
{
    struct body body = {.format = COAP_MEDIATYPE_APPLICATION_OCTET_STREAM, .max_age = KEY_SECONDS};
    (void)resource;
    (void)session;
    (void)query;
    body.bytes = reading_public_key(&body.length);
    send_body(request, response, &body);
}
#endif

#define TEXT(name, content) \
    static coap_str_const_t name = {sizeof(content) - 1, (const uint8_t *)(content)}

TEXT(name_of_format, "ct");
TEXT(name_of_kind, "rt");

/* libcoap keeps these texts as they are, by the flags below; else each takes a string of the pool.
 */
static coap_resource_t *add(coap_str_const_t *path, coap_str_const_t *format,
                            coap_str_const_t *kind, coap_method_handler_t get)
{
    const int kept = COAP_ATTR_FLAGS_RELEASE_NAME | COAP_ATTR_FLAGS_RELEASE_VALUE;
    coap_resource_t *resource = coap_resource_init(path, COAP_RESOURCE_FLAGS_RELEASE_URI);
    if (resource == NULL || coap_add_attr(resource, &name_of_kind, kind, kept) == NULL ||
        coap_add_attr(resource, &name_of_format, format, kept) == NULL) {
        board_stop("no memory for a resource");
    }
    coap_register_request_handler(resource, COAP_REQUEST_GET, get);
    coap_add_resource(context, resource);
    return resource;
}

static void add_resources(void)
{
    TEXT(temperature, "temperature");
    TEXT(temperature_kind, "\"temperature\"");
    TEXT(json, "50");
    observed[READING_PLAIN] = add(&temperature, &json, &temperature_kind, get_plain);
#if SIGNED
    TEXT(jss, "temperature/jss");
    TEXT(jss_kind, "\"temperature jss\"");
    observed[READING_JSS] = add(&jss, &json, &jss_kind, get_jss);
#endif
#if COMPLETE
    TEXT(key, "key");
    TEXT(key_kind, "\"spki\"");
    TEXT(octets, "42");
    (void)add(&key, &octets, &key_kind, get_key);
    TEXT(cose, "temperature/cose");
    TEXT(cose_kind, "\"temperature cose\"");
    TEXT(cose_format, "18");
    observed[READING_COSE] = add(&cose, &cose_format, &cose_kind, get_cose);
#endif
    for (int form = 0; form < READING_FORMS; form++) {
        coap_resource_set_get_observable(observed[form], 1);
    }
}

void server_start(void)
{
    coap_address_t address;
    coap_address_init(&address);
    address.addr = *IP_ADDR_ANY;
    address.port = COAP_DEFAULT_PORT;
    context = coap_new_context(&address);
    if (context == NULL) {
        board_stop("no memory for the server");
    }
    coap_context_set_max_idle_sessions(context, IDLE_SESSIONS);
    add_resources();
}

bool server_is_transferring(uint32_t now)
{
    return transferring && now - block_at < TRANSFER_MS;
}

void server_notify(uint32_t now)
{
    published_at = now;
    for (int form = 0; form < READING_FORMS; form++) {
        coap_resource_notify_observers(observed[form], NULL);
    }
}

void server_poll(void)
{
    /* A notification begins no transfer before its observer asks for the next block: one that is
     * gone would hold every reading back. */
    const bool was_transferring = transferring;
    coap_check_notify(context);
    transferring = was_transferring;
}
