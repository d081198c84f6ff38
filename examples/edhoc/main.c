/* SPDX-License-Identifier: MIT */
/* Run the key exchanges of RFC 9529 between two parties and print what they send. */
#include "board.h"
#include "trace.h"

/* Whether a step leaves a message that was just written. */
static int is_written(int step)
{
    return step >= TRACE_WRITE_1 && step <= TRACE_WRITE_4 && (step - TRACE_WRITE_1) % 2 == 0;
}

static int run(int number)
{
    static char name[] = "message 1  ";
    board_print(trace_name(number));
    board_print("\n");
    for (int step = 0; step < TRACE_STEPS; step++) {
        if (trace_step(number, step) != EDHOC_OK) {
            board_print("failed\n");
            return 0;
        }
        if (is_written(step)) {
            name[8] = (char)('1' + (step - TRACE_WRITE_1) / 2);
            board_print(name);
            board_print_bytes(trace_message, trace_length);
        }
    }
    board_print("secret     ");
    board_print_bytes(trace_master_secret, sizeof trace_master_secret);
    board_print("salt       ");
    board_print_bytes(trace_master_salt, sizeof trace_master_salt);
    return 1;
}

int main(void)
{
    int is_good = 1;
    for (int number = 0; number < trace_count(); number++) {
        is_good &= run(number);
    }
    board_print("done\n");
    return is_good ? 0 : 1;
}
