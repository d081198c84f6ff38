/* SPDX-License-Identifier: MIT */
/* Included before each source of libcoap, for what its configuration cannot say. */
#ifndef QUIET_H
#define QUIET_H

#include <coap3/coap_internal.h>

/* Else libcoap prints what it sends, by a level that is chosen at run time. */
#define coap_get_log_level() (LOG_EMERG - 1)
#define coap_show_pdu(level, pdu) ((void)0)
#define coap_print_addr(address, text, length) ((size_t)0)

/* On lwIP libcoap has no heap, and stops where it asks for one. */
#define coap_malloc(size) network_allocate_digest(size)
#define coap_free(digest) network_free_digest(digest)

#endif
