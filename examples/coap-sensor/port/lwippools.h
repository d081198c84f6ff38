/* SPDX-License-Identifier: MIT */
/* How much of each libcoap has, in place of its own list, which is for clients too. Pools hold what
 * a server with a few clients needs; when one is empty, a request is dropped or refused, and the
 * client asks again. lwIP includes this many times.
 *
 * There are fewer sessions than libcoap's hash tables take in one bucket (10), so that no table
 * grows; and fewer observers than sessions, so that some are left to others. */
#include <coap3/coap_internal.h>

LWIP_MEMPOOL(COAP_CONTEXT, 1, sizeof(coap_context_t), "COAP_CONTEXT")
LWIP_MEMPOOL(COAP_ENDPOINT, 1, sizeof(coap_endpoint_t), "COAP_ENDPOINT")
LWIP_MEMPOOL(COAP_RESOURCE, 4, sizeof(coap_resource_t), "COAP_RESOURCE")
LWIP_MEMPOOL(COAP_RESOURCEATTR, 8, sizeof(coap_attr_t), "COAP_RESOURCEATTR")
LWIP_MEMPOOL(COAP_SESSION, 8, sizeof(coap_session_t), "COAP_SESSION")
LWIP_MEMPOOL(COAP_subscription, 4, sizeof(coap_subscription_t), "COAP_subscription")
/* One more of keys and digests than of observers, for the one that is tried. */
LWIP_MEMPOOL(COAP_CACHE_KEY, 5, sizeof(coap_cache_key_t), "COAP_CACHE_KEY")
LWIP_MEMPOOL(COAP_DIGEST, 1, 64, "COAP_DIGEST")
/* Messages that wait for an acknowledgement, one or more of each observer. */
LWIP_MEMPOOL(COAP_NODE, 8, sizeof(coap_queue_t), "COAP_NODE")
LWIP_MEMPOOL(COAP_PDU, 16, sizeof(coap_pdu_t), "COAP_PDU")
/* Path and query of a request; the list of resources for discovery is one too. */
LWIP_MEMPOOL(COAP_STRING, 6, sizeof(coap_string_t) + MEMP_LEN_COAPSTRING, "COAP_STRING")
/* Hash tables of sessions and of resources: a head and its buckets each. */
LWIP_MEMPOOL(COAP_TABLE, 4, HASH_INITIAL_NUM_BUCKETS * sizeof(UT_hash_bucket), "COAP_TABLE")

/* Not used: the server cuts blocks by itself, and keeps no state of them. */
LWIP_MEMPOOL(COAP_CACHE_ENTRY, 1, sizeof(coap_cache_entry_t), "COAP_CACHE_ENTRY")
LWIP_MEMPOOL(COAP_OPTLIST, 1, sizeof(coap_optlist_t) + MEMP_LEN_COAPOPTLIST, "COAP_OPTLIST")
LWIP_MEMPOOL(COAP_PDU_BUF, 1, 4, "COAP_PDU_BUF")
LWIP_MEMPOOL(COAP_LG_XMIT, 1, sizeof(coap_lg_xmit_t), "COAP_LG_XMIT")
LWIP_MEMPOOL(COAP_LG_SRCV, 1, sizeof(coap_lg_srcv_t), "COAP_LG_SRCV")
