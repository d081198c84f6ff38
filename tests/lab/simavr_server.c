/* SPDX-License-Identifier: MIT */
/* simavr's GDB server for a part without a program, which a debugger loads: `server PART PORT`.
 * The program simavr listens on one port alone and wants a program first. */
#include <simavr/sim_avr.h>
#include <simavr/sim_gdb.h>
#include <stdlib.h>

int main(int count, char **arguments)
{
    avr_t *avr = count == 3 ? avr_make_mcu_by_name(arguments[1]) : NULL;
    int state = cpu_Stopped;

    if (avr == NULL || avr_init(avr) != 0) {
        return 1;
    }
    avr->frequency = 16000000;
    avr->gdb_port = atoi(arguments[2]);
    avr->state = cpu_Stopped;
    if (avr_gdb_init(avr) != 0) {
        return 1;
    }
    while (state != cpu_Done && state != cpu_Crashed) {
        state = avr_run(avr);
    }
    return 1;
}
