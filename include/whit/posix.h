/* SPDX-License-Identifier: MIT */
/* A random source for POSIX hosts; its code is ports/posix/random.c. */
#ifndef WHIT_POSIX_H
#define WHIT_POSIX_H

#include <whit/random.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of the operating system's generator, read from /dev/urandom. Fails with
 * WHIT_ERROR_RANDOM_FAILED when it cannot be opened or read. */
extern const whit_random whit_random_posix;

#ifdef __cplusplus
}
#endif

#endif
