/* SPDX-License-Identifier: MIT */
/* Stands for the product. */
#include "board.h"

int main(void)
{
    board_print("application: running\n");
    return 0;
}
