/* SPDX-License-Identifier: MIT */
#include "party.h"

#include <string.h>

#include <alert.h>
#include <dtls_debug.h>

static int send_datagram(dtls_context_t *context, session_t *session, uint8 *datagram,
                         size_t length)
{
    struct party *party = dtls_get_app_data(context);
    return party->send(party, session, datagram, length) ? (int)length : -1;
}

static int read_data(dtls_context_t *context, session_t *session, uint8 *content, size_t length)
{
    struct party *party = dtls_get_app_data(context);
    (void)session;
    if (length <= sizeof party->received) {
        memcpy(party->received, content, length);
        party->received_length = length;
    }
    return 0;
}

static int note_event(dtls_context_t *context, session_t *session, dtls_alert_level_t level,
                      unsigned short code)
{
    struct party *party = dtls_get_app_data(context);
    (void)session;
    if (level == 0 && code == DTLS_EVENT_CONNECTED) {
        party->state = PARTY_CONNECTED;
    } else if (level == DTLS_ALERT_LEVEL_FATAL) {
        party->state = PARTY_FAILED;
        party->received_alert = code;
    } else if (level == DTLS_ALERT_LEVEL_WARNING && code == DTLS_ALERT_CLOSE_NOTIFY) {
        party->state = PARTY_CLOSED;
    }
    return 0;
}

static void choose_suites(dtls_context_t *context, session_t *session,
                          dtls_user_parameters_t *parameters)
{
    (void)context;
    (void)session;
    parameters->cipher_suites[0] = TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8;
    parameters->cipher_suites[1] = TLS_NULL_WITH_NULL_NULL;
    parameters->force_extended_master_secret = 1;
}

static int bring_key(dtls_context_t *context, const session_t *session,
                     const dtls_ecdsa_key_t **key)
{
    struct party *party = dtls_get_app_data(context);
    (void)session;
    *key = &party->key;
    return 0;
}

static int check_peer(dtls_context_t *context, const session_t *session, const unsigned char *x,
                      const unsigned char *y, size_t size)
{
    const struct party *party = dtls_get_app_data(context);
    (void)session;
    if (size != PARTY_KEY_BYTES || memcmp(x, party->peer_key, size) != 0 ||
        memcmp(y, party->peer_key + size, size) != 0) {
        return dtls_alert_fatal_create(DTLS_ALERT_BAD_CERTIFICATE);
    }
    return 0;
}

static dtls_handler_t handler = {
    .write = send_datagram,
    .read = read_data,
    .event = note_event,
    .get_user_parameters = choose_suites,
    .get_ecdsa_key = bring_key,
    .verify_ecdsa_key = check_peer,
};

bool party_open(struct party *party)
{
    party->state = PARTY_WAITS;
    party->sent_alert = party->received_alert = PARTY_NO_ALERT;
    party->received_length = 0;
    party->key.curve = DTLS_ECDH_CURVE_SECP256R1;
    party->key.priv_key = party->private_key;
    party->key.pub_key_x = party->public_key;
    party->key.pub_key_y = party->public_key + PARTY_KEY_BYTES;
    dtls_init();
    dtls_set_log_level(DTLS_LOG_EMERG);
    party->context = dtls_new_context(party);
    if (party->context == NULL) {
        return false;
    }
    dtls_set_handler(party->context, &handler);
    return true;
}

bool party_connect(struct party *party, session_t *session)
{
    return dtls_connect(party->context, session) >= 0;
}

void party_receive(struct party *party, session_t *session, uint8_t *datagram, size_t length)
{
    const int error = dtls_handle_message(party->context, session, datagram, (int)length);
    /* tinydtls has sent the alert that the number is made of. */
    if (error < 0 && -error >> 8 == DTLS_ALERT_LEVEL_FATAL) {
        party->state = PARTY_FAILED;
        party->sent_alert = -error & 0xff;
    }
}

bool party_write(struct party *party, session_t *session, const void *content, size_t length)
{
    uint8_t copy[PARTY_RECEIVED_BYTES];
    if (party->state != PARTY_CONNECTED || length > sizeof copy) {
        return false;
    }
    memcpy(copy, content, length); /* tinydtls takes no constant */
    return dtls_write(party->context, session, copy, length) > 0;
}

void party_close(struct party *party)
{
    dtls_free_context(party->context);
    party->context = NULL;
}
