/* SPDX-License-Identifier: MIT */
/* What libcoap asks of a network, on lwIP's UDP. libcoap's own file for lwIP is not in its
 * releases; this one takes every datagram apart from lwIP's buffers before it is parsed, drops what
 * cannot be a message, and sends copies, so that a message can be sent again. */
#include <coap3/coap_internal.h>
#include <lwip/memp.h>
#include <lwip/udp.h>

#define HEADER_BYTES 4
/* Requests are small; a datagram that is longer than this is dropped. */
#define LARGEST_REQUEST 1152
/* Of messages that are sent, with their header: the list of resources is the longest. */
#define LARGEST_MESSAGE 384

void *network_allocate_table(size_t size)
{
    /* No table grows: see lwippools.h. */
    return size <= HASH_INITIAL_NUM_BUCKETS * sizeof(UT_hash_bucket) ? memp_malloc(MEMP_COAP_TABLE)
                                                                     : NULL;
}

void network_free_table(void *table)
{
    memp_free(MEMP_COAP_TABLE, table);
}

void *network_allocate_digest(size_t size)
{
    return size <= 64 ? memp_malloc(MEMP_COAP_DIGEST) : NULL;
}

void network_free_digest(void *digest)
{
    memp_free(MEMP_COAP_DIGEST, digest);
}

/* Refuse a confirmable message that is malformed [RFC 7252, 4.2]; one of another version, or that
 * asks for no acknowledgement, is ignored. */
static void refuse(coap_endpoint_t *endpoint, const coap_packet_t *packet, const uint8_t *header)
{
    const uint8_t confirmable = 0x4; /* version 1, type 0 */
    if (header[0] >> 4 != confirmable) {
        return;
    }
    struct pbuf *answer = pbuf_alloc(PBUF_TRANSPORT, HEADER_BYTES, PBUF_RAM);
    if (answer == NULL) {
        return;
    }
    const uint8_t reset[HEADER_BYTES] = {0x70, 0, header[2], header[3]};
    memcpy(answer->payload, reset, sizeof reset);
    (void)udp_sendto(endpoint->sock.pcb, answer, &packet->addr_info.remote.addr,
                     packet->addr_info.remote.port);
    pbuf_free(answer);
}

/* Parse a message and have libcoap answer it. `message` has one owner, this function. */
static void dispatch(coap_endpoint_t *endpoint, struct pbuf *message, coap_packet_t *packet)
{
    coap_tick_t now;
    uint8_t header[HEADER_BYTES];
    memcpy(header, message->payload, sizeof header);
    coap_pdu_t *pdu = coap_pdu_from_pbuf(message); /* frees the message, if it fails */
    if (pdu == NULL) {
        return;
    }
    if (coap_pdu_parse(endpoint->proto, message->payload, message->len, pdu)) {
        coap_ticks(&now);
        coap_session_t *session = coap_endpoint_get_session(endpoint, packet, now);
        if (session != NULL) {
            coap_dispatch(endpoint->context, session, pdu);
        }
    } else {
        refuse(endpoint, packet, header);
    }
    coap_delete_pdu(pdu);
}

static void receive(void *argument, struct udp_pcb *pcb, struct pbuf *datagram,
                    const ip_addr_t *address, u16_t port)
{
    coap_packet_t packet;
    struct pbuf *message = NULL;

    if (datagram->tot_len >= HEADER_BYTES && datagram->tot_len <= LARGEST_REQUEST) {
        message = pbuf_clone(PBUF_RAW, PBUF_RAM, datagram);
    }
    pbuf_free(datagram);
    if (message == NULL) {
        return;
    }
    memset(&packet, 0, sizeof packet);
    packet.pbuf = message;
    packet.addr_info.remote.port = port;
    packet.addr_info.remote.addr = *address;
    packet.addr_info.local.port = pcb->local_port;
    packet.addr_info.local.addr = *ip_current_dest_addr();
    packet.ifindex = netif_get_index(ip_current_netif());
    dispatch(argument, message, &packet);
}

coap_endpoint_t *coap_new_endpoint(coap_context_t *context, const coap_address_t *address,
                                   coap_proto_t proto)
{
    coap_endpoint_t *endpoint = coap_malloc_type(COAP_ENDPOINT, sizeof *endpoint);
    if (endpoint == NULL || proto != COAP_PROTO_UDP) {
        coap_free_type(COAP_ENDPOINT, endpoint);
        return NULL;
    }
    memset(endpoint, 0, sizeof *endpoint);
    endpoint->sock.pcb = udp_new_ip_type(IPADDR_TYPE_ANY);
    if (endpoint->sock.pcb == NULL ||
        udp_bind(endpoint->sock.pcb, &address->addr, address->port) != ERR_OK) {
        coap_free_endpoint(endpoint);
        return NULL;
    }
    endpoint->context = context;
    endpoint->proto = proto;
    endpoint->default_mtu = LARGEST_MESSAGE;
    endpoint->sock.endpoint = endpoint;
    udp_recv(endpoint->sock.pcb, receive, endpoint);
    LL_PREPEND(context->endpoint, endpoint);
    return endpoint;
}

void coap_free_endpoint(coap_endpoint_t *endpoint)
{
    if (endpoint->sock.pcb != NULL) {
        udp_remove(endpoint->sock.pcb);
    }
    coap_free_type(COAP_ENDPOINT, endpoint);
}

ssize_t coap_socket_send_pdu(coap_socket_t *sock, coap_session_t *session, coap_pdu_t *pdu)
{
    const u16_t length = (u16_t)(pdu->used_size + pdu->hdr_size);
    struct pbuf *copy = pbuf_alloc(PBUF_TRANSPORT, length, PBUF_RAM);
    if (copy == NULL) {
        return -1;
    }
    memcpy(copy->payload, pdu->token - pdu->hdr_size, length);
    const err_t status = udp_sendto(sock->pcb, copy, &session->addr_info.remote.addr,
                                    session->addr_info.remote.port);
    pbuf_free(copy);
    return status == ERR_OK ? length : -1;
}

/* libcoap sends through coap_socket_send_pdu. */
ssize_t coap_socket_send(coap_socket_t *sock, coap_session_t *session, const uint8_t *data,
                         size_t length)
{
    (void)sock;
    (void)session;
    (void)data;
    (void)length;
    return -1;
}

void coap_socket_close(coap_socket_t *sock)
{
    (void)sock;
}

void coap_packet_get_memmapped(coap_packet_t *packet, unsigned char **address, size_t *length)
{
    *address = packet->pbuf->payload;
    *length = packet->pbuf->tot_len;
}
