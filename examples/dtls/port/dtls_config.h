/* SPDX-License-Identifier: MIT */
/* What tinydtls is built with on a POSIX system. */
#ifndef DTLS_CONFIG_H
#define DTLS_CONFIG_H

#define DTLS_ECC 1
#define DTLS_PSK 1 /* libcoap asks for it; party.c names the one suite that it takes */

#define HAVE_ARPA_INET_H 1
#define HAVE_ASSERT_H 1
#define HAVE_GETRANDOM 1
#define HAVE_INET_NTOP 1
#define HAVE_INTTYPES_H 1
#define HAVE_NETINET_IN_H 1
#define HAVE_STDDEF_H 1
#define HAVE_STDINT_H 1
#define HAVE_STDLIB_H 1
#define HAVE_STRING_H 1
#define HAVE_SYS_SOCKET_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_TIME_H 1
#define HAVE_UNISTD_H 1
#define HAVE_VPRINTF 1

#define PACKAGE_NAME "tinydtls"
#define PACKAGE_VERSION "9d6cf54"
#define PACKAGE_STRING PACKAGE_NAME " " PACKAGE_VERSION

#define SHA2_USE_INTTYPES_H 1
#define WITH_SHA256 1

#endif
