/* SPDX-License-Identifier: MIT */
#include "contiki.h"

int main(void)
{
    for (struct process *const *each = autostart_processes; *each; each++) {
        (*each)->thread(0, (void *)0);
    }
    return 0;
}
