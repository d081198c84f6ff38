/* SPDX-License-Identifier: MIT */
/* The unit tests as a program: no argument runs all, a name runs that case or
 * suite, --list prints the names. */
#include <stdio.h>
#include <string.h>

#include "test.h"

void test_putc(char c)
{
    putchar(c);
    if (c == '\n') {
        fflush(stdout); /* what a crash leaves must show where it happened */
    }
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        test_list();
        return 0;
    }
    if (argc > 2) {
        fprintf(stderr, "usage: %s [--list | case | suite]\n", argv[0]);
        return 2;
    }
    return test_run(argc == 2 ? argv[1] : NULL) == 0 ? 0 : 1;
}
