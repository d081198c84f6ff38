/* SPDX-License-Identifier: MIT */
/* The vector runner as a program of the host: its argument is the blob's file. */
#include <stdio.h>

#include "../unit/test.h"
#include "run_vectors.h"

#define LONGEST (64UL << 20)

void test_putc(char c)
{
    putchar(c);
}

int main(int argc, char **argv)
{
    static uint8_t blob[LONGEST];
    size_t length;
    FILE *file;
    if (argc != 2) {
        fprintf(stderr, "usage: %s blob\n", argv[0]);
        return 2;
    }
    file = fopen(argv[1], "rb");
    if (file == NULL) {
        fprintf(stderr, "%s: cannot open %s\n", argv[0], argv[1]);
        return 2;
    }
    length = fread(blob, 1, LONGEST, file);
    fclose(file);
    return vectors_run(blob, length, 1) == 0 ? 0 : 1;
}
