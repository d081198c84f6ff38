/* SPDX-License-Identifier: MIT */
#ifndef EDHOC_WIPE_H
#define EDHOC_WIPE_H

#include <stddef.h>

/* Zero memory that held a secret, also where a compiler sees that nobody reads it again. */
void edhoc_wipe(void *memory, size_t length);

#endif
