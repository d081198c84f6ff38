/* SPDX-License-Identifier: MIT */
/* The interface between Ethernet and lwIP. Its address is fixed: DHCP would be lwIP's, for 6 kB. */
#include "network.h"

#include <lwip/etharp.h>
#include <lwip/init.h>
#include <lwip/netif.h>
#include <lwip/timeouts.h>
#include <netif/ethernet.h>
#include <string.h>

/* The network that QEMU makes for a machine. */
#define ADDRESS PP_HTONL(LWIP_MAKEU32(10, 0, 2, 15))
#define NETMASK PP_HTONL(LWIP_MAKEU32(255, 255, 255, 0))
#define GATEWAY PP_HTONL(LWIP_MAKEU32(10, 0, 2, 2))

#define MTU 1500
#define FRAME_BYTES 1514
#define BURST 8 /* frames until timers have their turn */

static struct netif interface;

u32_t sys_now(void)
{
    return board_milliseconds();
}

static err_t send(struct netif *netif, struct pbuf *packet)
{
    static uint8_t frame[FRAME_BYTES];
    (void)netif;
    if (packet->tot_len < ETH_PAD_SIZE || packet->tot_len - ETH_PAD_SIZE > FRAME_BYTES) {
        return ERR_BUF;
    }
    const uint16_t length = (uint16_t)(packet->tot_len - ETH_PAD_SIZE);
    if (pbuf_copy_partial(packet, frame, length, ETH_PAD_SIZE) != length) {
        return ERR_BUF;
    }
    return board_ethernet_send(frame, length) ? ERR_OK : ERR_IF;
}

static void receive(void)
{
    const uint32_t length = board_ethernet_length();
    struct pbuf *packet = NULL;
    if (length <= FRAME_BYTES) {
        packet = pbuf_alloc(PBUF_RAW, (u16_t)(length + ETH_PAD_SIZE), PBUF_POOL);
    }
    /* A buffer of the pool holds a whole frame. */
    if (packet == NULL || packet->len != packet->tot_len) {
        board_ethernet_read(NULL, length);
        if (packet != NULL) {
            pbuf_free(packet);
        }
        return;
    }
    board_ethernet_read((uint8_t *)packet->payload + ETH_PAD_SIZE, length);
    if (interface.input(packet, &interface) != ERR_OK) {
        pbuf_free(packet);
    }
}

static err_t set_up(struct netif *netif)
{
    netif->name[0] = 'e';
    netif->name[1] = 'n';
    netif->output = etharp_output;
    netif->linkoutput = send;
    netif->mtu = MTU;
    netif->flags = NETIF_FLAG_BROADCAST | NETIF_FLAG_ETHARP | NETIF_FLAG_LINK_UP;
    return ERR_OK;
}

void network_start(const uint8_t mac[BOARD_MAC_BYTES])
{
    const ip4_addr_t address = {ADDRESS}, netmask = {NETMASK}, gateway = {GATEWAY};

    lwip_init();
    interface.hwaddr_len = BOARD_MAC_BYTES;
    memcpy(interface.hwaddr, mac, BOARD_MAC_BYTES);
    if (netif_add(&interface, &address, &netmask, &gateway, NULL, set_up, ethernet_input) == NULL) {
        board_stop("no interface");
    }
    netif_set_default(&interface);
    board_ethernet_start(mac);
    netif_set_up(&interface);
}

void network_poll(void)
{
    for (int left = BURST; left > 0 && board_ethernet_waiting(); left--) {
        receive();
    }
    sys_check_timeouts();
}
