/* SPDX-License-Identifier: MIT */
/* lwIP for one UDP port over IPv4 and Ethernet. All memory is in static pools: those of
 * lwippools.h, and MEM_SIZE bytes for the datagrams that are sent. */
#ifndef LWIPOPTS_H
#define LWIPOPTS_H

#define NO_SYS 1
#define LWIP_SOCKET 0
#define LWIP_NETCONN 0

#define LWIP_IPV4 1
#define LWIP_IPV6 0
#define LWIP_TCP 0
#define LWIP_UDP 1
#define LWIP_RAW 0
#define LWIP_ICMP 1
#define LWIP_ARP 1
#define IP_REASSEMBLY 0
#define IP_FRAG 0
#define LWIP_STATS 0
#define LWIP_NETIF_TX_SINGLE_PBUF 1

#define MEM_ALIGNMENT 4
#define MEM_SIZE 10240
#define MEMP_NUM_PBUF 4
#define MEMP_NUM_UDP_PCB 1
/* ARP's, and libcoap's for repetitions. */
#define MEMP_NUM_SYS_TIMEOUT 3
#define MEMP_USE_CUSTOM_POOLS 1

/* A frame is received into one buffer, which libcoap needs. */
#define PBUF_POOL_SIZE 4
#define PBUF_POOL_BUFSIZE 1536
#define ETH_PAD_SIZE 2

#endif
