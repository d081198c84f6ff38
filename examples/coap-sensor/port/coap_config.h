/* SPDX-License-Identifier: MIT */
/* libcoap on lwIP: UDP, a server, no log. */
#ifndef COAP_CONFIG_H_
#define COAP_CONFIG_H_

#include <lwip/opt.h>
#include <lwip/debug.h>
#include <lwip/def.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define WITH_LWIP 1
#define COAP_CONSTRAINED_STACK 1
#define COAP_DISABLE_TCP 1
#define COAP_SERVER_SUPPORT 1
#define COAP_CLIENT_SUPPORT 0
#define WITHOUT_ASYNC 1

#define PACKAGE_NAME "libcoap"
#define PACKAGE_VERSION "4.3.1"
#define PACKAGE_STRING "libcoap 4.3.1"

#define HAVE_STRNLEN 1
#define HAVE_LIMITS_H 1

/* The longest strings and options; the pools are in lwippools.h. */
#define MEMP_LEN_COAPSTRING 320
#define MEMP_LEN_COAPOPTLIST 12

/* For a function that only prints, and is not linked. */
#define INET6_ADDRSTRLEN 46

/* libcoap logs what it drops; the device has nobody to tell. */
#define coap_log(level, ...) \
    do {                     \
    } while (0)
/* Its timer of repetitions prints without asking. */
#define printf(...) ((void)0)

/* libcoap takes its hash tables, and the digests of observed requests, from a heap. Both have pools
 * here (lwippools.h, network.c). */
void *network_allocate_table(size_t size);
void network_free_table(void *table);
void *network_allocate_digest(size_t size);
void network_free_digest(void *digest);
#define uthash_malloc(size) network_allocate_table(size)
#define uthash_free(table, size) network_free_table(table)
#define uthash_fatal(message) board_stop("libcoap: " message)

#endif
