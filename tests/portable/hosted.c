/* SPDX-License-Identifier: MIT */
/* portable_run as a program of an operating system. */
#include <stdio.h>

#include "../unit/test.h"

unsigned portable_run(void);

void test_putc(char c)
{
    putchar(c);
}

int main(void)
{
    return portable_run() == 0 ? 0 : 1;
}
