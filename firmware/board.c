/* SPDX-License-Identifier: MIT */
/* The program of a measuring image on a board: runs what a debugger asks for.
 *
 * Fill harness_buffers and harness_pool, write an operation's number to
 * harness_mailbox.operation, let the core run until it reads zero again, then read
 * harness_mailbox.value and the outputs. The emulator does not need this: it stops at
 * harness_ready and calls the adapter itself. */
#include "adapter.h"
#include "harness.h"
#include "operations.h"

struct harness_mailbox {
    volatile uint32_t operation;
    volatile int32_t value;
};
struct harness_mailbox harness_mailbox;

int main(void)
{
    if (adapter_prepare != NULL) {
        (void)adapter_prepare();
    }
    for (;;) {
        uint32_t operation = harness_mailbox.operation;

        if (operation != 0) {
            harness_pool_position = 0;
            harness_draws = 0;
            harness_mailbox.value = harness_begin() != 0 ? 1 : harness_run(operation);
            if (harness_end() != 0) {
                harness_mailbox.value = 1;
            }
            harness_mailbox.operation = 0;
        }
    }
}
