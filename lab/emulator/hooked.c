/* SPDX-License-Identifier: MIT */
#include "hooked.h"

#include <string.h>

int hooked_begin(secrets *s, const secrets_program *p, uc_cb_hookcode_t hook)
{
    void *callback; /* C99 has no cast from a function to an object pointer */
    memcpy(&callback, &hook, sizeof callback);
    if (!following_begin(s, p))
        return 0;
    /* What Unicorn has translated before calls no new hook. */
    if (uc_hook_add(p->core, &s->hook, UC_HOOK_CODE, callback, s, (uint64_t)1, (uint64_t)0) ==
            UC_ERR_OK &&
        uc_ctl_flush_tb(p->core) == UC_ERR_OK)
        return 1;
    secrets_close(s);
    return 0;
}

void hooked_end(secrets *s)
{
    if (s->hook != 0)
        uc_hook_del(s->program.core, s->hook);
}
