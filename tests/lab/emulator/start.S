/* SPDX-License-Identifier: MIT */
/* The least start-up: copies .data, clears .bss, reaches harness_ready. */
    .syntax unified
    .thumb
    .section .vectors, "a"
    .word stack_top, reset

    .text
    .global reset, harness_ready
    .thumb_func
    .type reset, %function
reset:
    ldr r0, =data_image
    ldr r1, =data_start
    ldr r2, =data_end
1:  cmp r1, r2
    bhs 2f
    ldr r3, [r0]
    str r3, [r1]
    adds r0, #4
    adds r1, #4
    b 1b
2:  ldr r1, =bss_start
    ldr r2, =bss_end
    movs r3, #0
3:  cmp r1, r2
    bhs 4f
    str r3, [r1]
    adds r1, #4
    b 3b
4:  bl harness_ready
    .size reset, . - reset
    .thumb_func
    .type harness_ready, %function
harness_ready:
    b harness_ready
    .size harness_ready, . - harness_ready
    .ltorg
