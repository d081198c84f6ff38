# SPDX-License-Identifier: MIT
"""Field arithmetic modulo p = 2^255 - 19 for ARMv6-M: functions that take r, a and b in r0, r1
and r2 and keep r7 alone. Numbers are eight limbs below 2 p = 2^256 - 38, so that two stand for each
element; only `canonical` decides for one.

What is above 2^255 counts 19 for each. Where a product is folded that is found first, from the
topmost words alone, and begins what is carried: one pass is enough, as what that carries to the
top is small and the topmost limb has but 31 bits by then.
"""

from tools.kernels.armv6m.words import (
    FRAME,
    LOWER,
    MIDDLE,
    SIGN,
    UPPER,
    products_8,
    subroutines,
)
from tools.kernels.assembly import Code


def field_mul() -> list[str]:
    """It squares where both factors are one array."""
    t = Code()
    t("push {r0, r1, r2, r7, lr}")
    products_8(t, False)
    t("3:")
    join(t)
    t("mov r12, r0", "mov lr, r1", f"str r2, [sp, #{UPPER}]", "movs r6, #38")
    fold(t)
    t(f"add sp, #{FRAME + 12}", "pop {r7, pc}")
    subroutines(t, False)
    return t.lines


def join(t: Code) -> None:
    """Karatsuba's sum: words 4 to 7 of the product to the frame's middle, 8 to 11 to r8 to r11 and
    12 to 15 to r0 to r3. r7 is 0. Words 4 to 7 of the lower product and 0 to 3 of the upper are in
    both of the former; r12 and lr count what is carried out of these."""
    t("add r0, sp, #16", "ldmia r0, {r0, r1, r2, r3}", f"add r4, sp, #{UPPER}")
    t("ldmia r4, {r4, r5, r6, r7}")
    t.chain("adds", "adcs", [(f"r{i}", f"r{4 + i}") for i in range(4)])
    t("movs r4, #0", "adcs r4, r4", "mov r12, r4")
    for i in range(4):
        t(f"mov r{8 + i}, r{i}")
    t("mov r4, sp", "ldmia r4, {r4, r5, r6, r7}")
    add_middle(t, 0)
    t("mov lr, r4", f"add r5, sp, #{MIDDLE}", "stmia r5!, {r0, r1, r2, r3}")
    for i in range(4):
        t(f"mov r{i}, r{8 + i}")
    t(f"add r4, sp, #{UPPER + 16}", "ldmia r4, {r4, r5, r6, r7}")
    add_middle(t, 16)
    # Of a product that is subtracted, the words above.
    t("adds r4, r4, r5", "mov r5, lr", "adds r0, r0, r5")
    t("adcs r1, r7", "adcs r2, r7", "adcs r3, r7", "adcs r4, r7")
    for i in range(4):
        t(f"mov r{8 + i}, r{i}")
    t(f"add r0, sp, #{UPPER + 16}", "ldmia r0, {r0, r1, r2, r3}")
    t("adds r0, r0, r4", "adcs r1, r7", "adcs r2, r7", "adcs r3, r7")


def add_middle(t: Code, place: int) -> None:
    """Add r4 to r7, and words of the product of the differences with its sign, to r0 to r3; r4
    counts what is carried, with r12. r5 is the sign's mask and r7 0."""
    t.chain("adds", "adcs", [(f"r{i}", f"r{4 + i}") for i in range(4)])
    t("movs r7, #0", "mov r4, r12", "adcs r4, r7", f"ldr r5, [sp, #{SIGN}]")
    if place == 0:
        t("lsrs r6, r5, #1")
    for i in range(4):
        t(f"ldr r6, [sp, #{MIDDLE + place + 4 * i}]", "eors r6, r5")
        t(f"{'adcs' if i or place == 0 else 'adds'} r{i}, r6")
    t("adcs r4, r7")


def times_38(t: Code, w: str, y: str, z: str) -> None:
    """Of a word, 38 times its lower half to w and 38 times the upper one to y and, as it adds to
    the former, z. r6 is 38."""
    t(f"lsrs {y}, {w}, #16", f"uxth {w}, {w}", f"muls {y}, r6", f"muls {w}, r6")
    t(f"lsls {z}, {y}, #16", f"lsrs {y}, {y}, #16")


def fold(t: Code) -> None:
    """Words 0 to 7 and 38 times words 8 to 15, which are in r8 to r12, lr, memory and r3. Half of a
    word times 38 has room for what is carried to it. r7 is 0, and the result's place above the
    frame."""
    top = f"[sp, #{MIDDLE + 12}]"
    times_38(t, "r3", "r1", "r0")
    t("adds r3, r3, r0", "adcs r1, r7", f"ldr r0, {top}", "adds r3, r3, r0", "adcs r1, r7")
    t("lsls r3, r3, #1", "adcs r1, r1", "lsrs r3, r3, #1", f"str r3, {top}")
    t("movs r0, #19", "muls r1, r0", f"ldr r0, [sp, #{FRAME}]")
    carry, y = "r1", "r2"
    high = ["r8", "r9", "r10", "r11", "r12", "lr"]
    for i in range(7):
        w = "r4" if i % 2 else "r3"
        t(f"mov {w}, {high[i]}" if i < 6 else f"ldr {w}, [sp, #{UPPER}]")
        times_38(t, w, y, "r5")
        t(f"adds {w}, {w}, {carry}", f"adds {w}, {w}, r5", f"adcs {y}, r7")
        t(f"ldr r5, [sp, #{LOWER + 4 * i if i < 4 else MIDDLE + 4 * i - 16}]")
        t(f"adds {w}, {w}, r5", f"adcs {y}, r7")
        carry, y = y, carry
        if i % 2:
            t("stmia r0!, {r3, r4}")
    t(f"ldr r4, {top}", f"adds r4, r4, {carry}", "stmia r0!, {r3, r4}")


def combine(t: Code, op: str, rest: str) -> None:
    """Eight words at r1 with those at r2: the lower half to r8 to r11, the upper one to r3 to r6.
    Keeps r7 on the stack and r0 in r12, and loses r0 to r2."""
    t("push {r7}", "mov r12, r0", "ldmia r1!, {r3, r4, r5, r6}")
    t("ldmia r2!, {r0, r7}", f"{op} r3, r3, r0", f"{rest} r4, r7")
    t("ldmia r2!, {r0, r7}", f"{rest} r5, r0", f"{rest} r6, r7")
    for i in range(4):
        t(f"mov r{8 + i}, r{3 + i}")
    t("ldmia r1!, {r3, r4, r5, r6}", "ldmia r2, {r0, r1, r2, r7}")
    t.chain(rest, rest, list(zip(("r3", "r4", "r5", "r6"), ("r0", "r1", "r2", "r7"), strict=True)))


def finish(t: Code, op: str, rest: str) -> None:
    """What combine left, with the word in r0 more or less, to where r12 points."""
    t("mov r2, r12", "mov r1, r8", f"{op} r1, r1, r0", "movs r0, #0")
    t("mov r7, r9", f"{rest} r7, r0")
    t("stmia r2!, {r1, r7}", "mov r1, r10", f"{rest} r1, r0", "mov r7, r11", f"{rest} r7, r0")
    t("stmia r2!, {r1, r7}", *(f"{rest} r{i}, r0" for i in range(3, 7)))


def leave(t: Code) -> None:
    t("stmia r2!, {r3, r4, r5, r6}", "pop {r7}", "bx lr")


def field_add() -> list[str]:
    t = Code()
    combine(t, "adds", "adcs")
    t("movs r0, #0", "adcs r0, r0", "lsls r6, r6, #1", "adcs r0, r0", "lsrs r6, r6, #1")
    t("movs r1, #19", "muls r0, r1")
    finish(t, "adds", "adcs")
    leave(t)
    return t.lines


def field_sub() -> list[str]:
    """A borrow counts 38, for which there is room: a - b + 2^256 is above that, as b < 2 p."""
    t = Code()
    combine(t, "subs", "sbcs")
    t("sbcs r0, r0", "movs r1, #38", "ands r0, r1")
    finish(t, "subs", "sbcs")
    leave(t)
    return t.lines


def field_canonical() -> list[str]:
    """Not below p is what reaches 2^255 by 19 more."""
    t = Code()
    t("push {r7}", "mov r12, r0", "ldmia r1!, {r3, r4, r5, r6}", "movs r0, #0")
    for i in range(4):
        t(f"mov r{8 + i}, r{3 + i}")
    t("adds r3, #19", *(f"adcs r{i}, r0" for i in range(4, 7)))
    t("ldmia r1!, {r3, r4, r5, r6}")
    for i in range(3, 7):
        t(f"mov r7, r{i}", "adcs r7, r0")
    t("asrs r7, r7, #31", "movs r0, #19", "ands r0, r7")
    finish(t, "adds", "adcs")
    t("lsls r6, r6, #1", "lsrs r6, r6, #1")
    leave(t)
    return t.lines


def field_mul_small() -> list[str]:
    """121665 = 2^16 + 56129. Half a word times 56129 has room for half a word, and for what is
    carried."""
    t = Code()
    t("push {r7}", "movs r7, #0xdb", "lsls r7, r7, #8", "adds r7, #0x41")

    def word(first: bool, addend: str) -> None:
        t("uxth r5, r3", "muls r5, r7", *(() if first else ("adds r5, r5, r6",)))
        t("uxth r6, r3", "lsrs r4, r3, #16", "mov r3, r4", "muls r3, r7", "adds r3, r3, r6")
        t("lsls r6, r3, #16", "lsrs r3, r3, #16", "adds r5, r5, r6", "adcs r4, r3")
        t(addend, "movs r6, #0", "adds r5, r5, r3", "adcs r6, r4")

    t("ldr r3, [r1, #28]")
    word(True, "ldr r3, [r2, #28]")
    t("lsls r5, r5, #1", "adcs r6, r6", "lsrs r5, r5, #1", "mov r8, r5", "movs r5, #19")
    t("muls r6, r5")
    for _ in range(7):
        t("ldmia r1!, {r3}")
        word(False, "ldmia r2!, {r3}")
        t("stmia r0!, {r5}")
    t("add r6, r8", "stmia r0!, {r6}", "pop {r7}", "bx lr")
    return t.lines


def field_select(pairs: int = 4) -> list[str]:
    t = Code()
    t("rsbs r2, r2, #0")
    for _ in range(pairs):
        t("ldmia r1!, {r5, r6}", "ldr r3, [r0]", "ldr r4, [r0, #4]")
        t("eors r5, r3", "eors r6, r4", "ands r5, r2", "ands r6, r2", "eors r3, r5", "eors r4, r6")
        t("stmia r0!, {r3, r4}")
    t("bx lr")
    return t.lines


def add_word(t: Code) -> None:
    """Eight words at r1 and a signed one in r2, to where r0 points; that one is carried on."""
    t("movs r6, #8", "2:", "ldmia r1!, {r4}", "asrs r3, r2, #31", "adds r4, r4, r2")
    t("movs r2, #0", "adcs r2, r3", "stmia r0!, {r4}", "subs r6, #1", "bne 2b", "bx lr")


def field_add_word() -> list[str]:
    t = Code()
    add_word(t)
    return t.lines


def field_sum() -> list[str]:
    """Exactly modulo 2 p = 2^256 - 38: a + b + 38, or a and the complement of b and 1, less 38
    again unless that reaches 2^256."""
    t = Code()
    t("lsls r6, r3, #31", "asrs r6, r6, #31", "mov r4, r0", "adds r4, #32", "mov r12, r4")
    t("1:", "ldmia r1!, {r4}", "ldmia r2!, {r5}", "eors r5, r6")
    t("adds r4, r4, r3", "movs r3, #0", "adcs r3, r3")
    t("adds r4, r4, r5", "movs r5, #0", "adcs r3, r5", "stmia r0!, {r4}", "cmp r0, r12", "bne 1b")
    t("subs r2, r3, #1", "movs r4, #38", "muls r2, r4", "subs r0, #32", "mov r1, r0")
    add_word(t)
    return t.lines
