/* SPDX-License-Identifier: MIT */
/* Secrets that are followed on Unicorn's cores. */
#ifndef LAB_HOOKED_H
#define LAB_HOOKED_H

#include <unicorn/unicorn.h>

#include "following.h"

/* Takes memory and adds the hook, which is called with s before each instruction. On failure
 * everything is closed, and 0 returned. */
int hooked_begin(secrets *s, const secrets_program *p, uc_cb_hookcode_t hook);

/* Removes it. */
void hooked_end(secrets *s);

#endif
