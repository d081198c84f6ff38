/* SPDX-License-Identifier: MIT */
/* As much of Mbed TLS's header as p256-m.c needs; the function is in adapter.c. */
#ifndef MBEDTLS_PLATFORM_UTIL_H
#define MBEDTLS_PLATFORM_UTIL_H

#include <stddef.h>

void mbedtls_platform_zeroize(void *buffer, size_t length);

#endif
