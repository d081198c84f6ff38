/* SPDX-License-Identifier: MIT */
/* What lwIP asks of a compiler and a board. */
#ifndef ARCH_CC_H
#define ARCH_CC_H

#include <stdint.h>

#include "board.h"

/* Not secrets: identifiers and ports that shall differ from device to device. */
#define LWIP_RAND() board_arbitrary()

/* No text goes to the console but why the device stopped. */
#define LWIP_PLATFORM_DIAG(message)
#define LWIP_PLATFORM_ASSERT(message) board_stop(message)

/* Without an operating system there is one thread, and no interrupt handler calls lwIP. */
typedef uint32_t sys_prot_t;
#define SYS_ARCH_PROTECT(level) ((void)(level))
#define SYS_ARCH_UNPROTECT(level) ((void)(level))
#define SYS_ARCH_DECL_PROTECT(level) sys_prot_t level = 0

#endif
