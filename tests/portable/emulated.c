/* SPDX-License-Identifier: MIT */
/* portable_run as a program that the lab's emulator calls. */
#include "../../firmware/harness.h"
#include "../unit/test.h"

unsigned portable_run(void);
int main(void);

void test_putc(char c)
{
    harness_putc(c);
}

int main(void)
{
    return portable_run() != 0;
}
