# SPDX-License-Identifier: MIT
"""The machine of src/group/compact.inc for ARMv6-M: programs of sixteen bits an operation, on
registers of eight limbs.

r7 is where the program goes on; on the stack are the machine's address and the borrows.
An operation begins with r, a and b in r0, r1 and r2, the modulus in r3.
"""


def operands() -> list[str]:
    return [
        *("1:", "ldrh r6, [r7]", "adds r7, #2", "ldr r5, [sp]", "ldmia r5!, {r3}", "adds r5, #28"),
        *("movs r4, #15", "lsls r4, r4, #5", "mov r0, r6", "ands r0, r4", "adds r0, r5"),
        *("lsrs r1, r6, #4", "ands r1, r4", "adds r1, r5", "lsls r2, r6, #5", "ands r2, r4"),
        # The constants are those from 13 on.
        *("subs r4, #64", "cmp r2, r4", "bhs 3f", "adds r2, r5", "4:"),
    ]


def constant() -> list[str]:
    return ["3:", "adds r2, r3", "subs r2, r2, r4", "subs r2, #32", "b 4b"]


def subtract() -> list[str]:
    """a - b, and the modulus back where that borrows, two limbs a turn; r10 ends that loop, and r6
    holds the carry between turns. Keeps r7, r9 and r11; r8 is the borrow, as a mask."""
    lines = ["5:", "mov r8, r3"]
    for i in range(4):
        lines += ["ldmia r1!, {r3, r4}", "ldmia r2!, {r5, r6}"]
        lines += ["sbcs r3, r5" if i else "subs r3, r3, r5", "sbcs r4, r6", "stmia r0!, {r3, r4}"]
    return [
        *(*lines, "sbcs r5, r5"),
        *("mov r1, r8", "mov r8, r5", "mov r10, r0", "subs r0, #32", "movs r6, #0"),
        *("2:", "lsrs r6, r6, #1", "ldr r2, [r0]", "ldr r3, [r0, #4]", "ldmia r1!, {r4, r6}"),
        *("ands r4, r5", "ands r6, r5", "adcs r2, r4", "adcs r3, r6", "stmia r0!, {r2, r3}"),
        *("movs r6, #0", "adcs r6, r6", "cmp r0, r10", "bne 2b", "bx lr"),
    ]


def compact_sub() -> list[str]:
    """The subtraction alone, which returns the borrow."""
    return [
        *("push {r4, r5, r6, lr}", "mov r4, r8", "mov r5, r10", "push {r4, r5}", "bl 5f"),
        *("mov r0, r8", "rsbs r0, r0, #0", "pop {r4, r5}", "mov r8, r4", "mov r10, r5"),
        *("pop {r4, r5, r6, pc}", *subtract()),
    ]


def exchange() -> list[str]:
    return [
        *("8:", "ldr r6, [sp]", "ldr r6, [r6, #4]", "movs r5, #8"),
        *("2:", "ldr r2, [r0]", "ldr r3, [r1]", "mov r4, r2", "eors r4, r3", "ands r4, r6"),
        *("eors r2, r4", "eors r3, r4", "stmia r0!, {r2}", "stmia r1!, {r3}", "subs r5, #1"),
        *("bne 2b", "b 1b"),
    ]


def multiply() -> list[str]:
    """Montgomery's multiplication, a limb of b at a time: a's row, and the modulus', which clears
    the lowest limb, and whose carry takes its place. These carries are added at the end, as the
    subtraction of what they leave of the modulus. r11 is where both rows begin, r10 keeps r7. On
    the stack: sixteen limbs, r, a, where b goes on, the modulus."""
    return [
        *("6:", "push {r0, r1, r2, r3}", "sub sp, #64", "mov r10, r7", "mov r0, sp", "mov r11, r0"),
        *("movs r4, #0", "movs r5, #0", "movs r6, #0", "movs r7, #0"),
        *("stmia r0!, {r4, r5, r6, r7}", "stmia r0!, {r4, r5, r6, r7}"),
        *("4:", "ldr r3, [sp, #72]", "ldmia r3!, {r2}", "str r3, [sp, #72]", "mov r0, r11"),
        *("ldr r1, [sp, #68]", "bl 7f", "str r2, [r0]", "mov r0, r11", "ldr r1, [sp, #76]"),
        *("ldr r2, [r1, #32]", "ldr r3, [r0]", "muls r2, r3", "bl 7f", "mov r0, r11"),
        *("stmia r0!, {r2}", "mov r11, r0", "add r1, sp, #32", "cmp r0, r1", "bne 4b"),
        *("mov r7, r10", "mov r0, sp", "mov r2, sp", "ldr r1, [sp, #76]", "mov r3, r1", "bl 5b"),
        *("mov r2, sp", "add r1, sp, #32", "ldr r0, [sp, #64]", "ldr r3, [sp, #76]", "bl 5b"),
        *("add sp, #80", "b 1b"),
    ]


def row() -> list[str]:
    """The number at r1 times r2, added to that at r0; the carry to r2. r8 and r9 are the factor in
    halves, r12 is where the number ends."""
    lines = ["7:", "mov r3, r1", "adds r3, #32", "mov r12, r3", "uxth r3, r2", "mov r8, r3"]
    lines += ["lsrs r2, r2, #16", "mov r9, r2", "movs r2, #0"]
    lines += ["2:", "ldmia r1!, {r4}", "uxth r5, r4", "lsrs r4, r4, #16", "mov r6, r8"]
    lines += ["mov r3, r6", "muls r3, r5", "muls r6, r4", "mov r7, r9", "muls r5, r7"]
    lines += ["muls r4, r7"]
    for middle in ("r6", "r5"):
        lines += [f"lsls r7, {middle}, #16", f"lsrs {middle}, {middle}, #16"]
        lines += ["adds r3, r3, r7", f"adcs r4, {middle}"]
    lines += ["ldr r7, [r0]", "adds r3, r3, r2", "movs r2, #0", "adcs r4, r2"]
    lines += ["adds r3, r3, r7", "adcs r2, r4", "stmia r0!, {r3}", "cmp r1, r12", "bne 2b"]
    return [*lines, "bx lr"]


def compact_run_least() -> list[str]:
    """All of it, where one multiplication serves every modulus."""
    saved = [f"mov r{4 + i}, r{8 + i}" for i in range(4)]
    restored = [f"mov r{8 + i}, r{1 + i}" for i in range(4)]
    return [
        *(
            "push {r4, r5, r6, r7, lr}",
            *saved,
            "push {r4, r5, r6, r7}",
            "mov r7, r1",
            "ldr r1, [r0, #8]",
            "push {r0, r1}",
        ),
        *operands(),
        # The flags tell two bits.
        *("lsls r6, r6, #17", "bcc 9f", "bmi 2f", "b 6f"),
        *constant(),
        *(
            "9:",
            "mov r5, r7",
            "pop {r0, r1}",
            "str r1, [r0, #8]",
            "mov r0, r5",
            "pop {r1, r2, r3, r4}",
        ),
        *(*restored, "pop {r4, r5, r6, r7, pc}"),
        *(
            "2:",
            "lsls r6, r6, #1",
            "bmi 8f",
            "bl 5f",
            "ldr r4, [sp, #4]",
            "adds r4, r4, r4",
            "mov r5, r8",
            "subs r4, r4, r5",
            "str r4, [sp, #4]",
            "b 1b",
        ),
        *subtract(),
        *exchange(),
        *multiply(),
        *row(),
    ]
