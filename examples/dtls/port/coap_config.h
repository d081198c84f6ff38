/* SPDX-License-Identifier: MIT */
/* What libcoap is built with on a POSIX system: a server over UDP and DTLS. */
#ifndef COAP_CONFIG_H_
#define COAP_CONFIG_H_

#define COAP_SERVER_SUPPORT 1
#define COAP_CLIENT_SUPPORT 0
#define COAP_DISABLE_TCP 1
#define HAVE_LIBTINYDTLS 1
#define WITHOUT_ASYNC 1

#define PACKAGE_NAME "libcoap"
#define PACKAGE_VERSION "4.3.1"
#define PACKAGE_STRING PACKAGE_NAME " " PACKAGE_VERSION
#define PACKAGE_BUGREPORT ""
#define PACKAGE_URL ""

/* An event that tinydtls no longer has, and libcoap 4.3.1 still names. */
#define DTLS_EVENT_RENEGOTIATE 0x01DF

#define HAVE_ARPA_INET_H 1
#define HAVE_ASSERT_H 1
#define HAVE_GETRANDOM 1
#define HAVE_IF_NAMETOINDEX 1
#define HAVE_INTTYPES_H 1
#define HAVE_LIMITS_H 1
#define HAVE_MALLOC 1
#define HAVE_NETDB_H 1
#define HAVE_NETINET_IN_H 1
#define HAVE_NET_IF_H 1
#define HAVE_STRNLEN 1
#define HAVE_STRUCT_CMSGHDR 1
#define HAVE_SYS_IOCTL_H 1
#define HAVE_SYS_SOCKET_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_TIME_H 1
#define HAVE_UNISTD_H 1

#endif
