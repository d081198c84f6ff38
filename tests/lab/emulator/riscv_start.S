/* SPDX-License-Identifier: MIT */
/* The least start-up: copies .data, clears .bss, reaches harness_ready. */
    .section .reset, "ax"
    .global reset, harness_ready
    .type reset, @function
reset:
    la sp, stack_top
    la a0, data_image
    la a1, data_start
    la a2, data_end
1:  bgeu a1, a2, 2f
    lw a3, (a0)
    sw a3, (a1)
    addi a0, a0, 4
    addi a1, a1, 4
    j 1b
2:  la a1, bss_start
    la a2, bss_end
3:  bgeu a1, a2, 4f
    sw zero, (a1)
    addi a1, a1, 4
    j 3b
4:  call harness_ready
    .size reset, . - reset
    .type harness_ready, @function
harness_ready:
    j harness_ready
    .size harness_ready, . - harness_ready
