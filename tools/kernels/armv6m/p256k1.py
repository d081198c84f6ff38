# SPDX-License-Identifier: MIT
"""Field arithmetic modulo prime k256 for ARMv6-M, p = 2^256 - k, k = 2^32 + 977:
functions that take r, a and b in r0, r1 and r2 and keep r7 alone."""

from tools.kernels.armv6m.p256 import combine_high, combine_low, shift_right
from tools.kernels.armv6m.p25519 import join
from tools.kernels.armv6m.words import FRAME, LOWER, MIDDLE, UPPER, products_8, subroutines
from tools.kernels.assembly import Code


def field_mul() -> list[str]:
    """It squares where both factors are one array."""
    t = Code()
    t("push {r0, r1, r2, r7, lr}")
    products_8(t, False)
    t("3:")
    join(t)
    t("mov r12, r0", "mov lr, r1", f"str r2, [sp, #{UPPER}]", f"str r3, [sp, #{UPPER + 4}]")
    fold(t)
    t(f"add sp, #{FRAME + 12}", "pop {r7, pc}")
    subroutines(t, False)
    return t.lines


def factor(t: Code, register: str) -> None:
    t(f"movs {register}, #244", f"lsls {register}, {register}, #2", f"adds {register}, #1")


def times_977(t: Code, w: str, y: str, z: str) -> None:
    """Of a word, 977 times its lower half to w and 977 times the upper one to y and, as it adds to
    the former, z. r6 is 977."""
    t(f"lsrs {y}, {w}, #16", f"uxth {w}, {w}", f"muls {y}, r6", f"muls {w}, r6")
    t(f"lsls {z}, {y}, #16", f"lsrs {y}, {y}, #16")


def fold(t: Code) -> None:
    """Words 0 to 7 with 977 times words 8 to 15, which are in r8 to r12, lr and memory, and these a
    word higher. What is above 2^256 then, s + 2^32 c, is below 2^32 + 979. That times k, and k once
    more, carries if the sum was not below p, else k is subtracted again. r7 is 0, and the result's
    place above the frame."""
    high = [*(f"mov {{}}, r{i}" for i in range(8, 13)), "mov {}, lr"]
    high += [f"ldr {{}}, [sp, #{UPPER + 4 * i}]" for i in range(2)]
    factor(t, "r6")
    t(f"ldr r0, [sp, #{FRAME}]")
    carry, y = "r1", "r2"
    for i in range(8):
        w = "r4" if i % 2 else "r3"
        t(high[i].format(w))
        times_977(t, w, y, "r5")
        if i:
            t(f"adds {w}, {w}, {carry}")
        t(f"adds {w}, {w}, r5", f"adcs {y}, r7")
        if i:
            t(high[i - 1].format("r5"), f"adds {w}, {w}, r5", f"adcs {y}, r7")
        t(f"ldr r5, [sp, #{LOWER + 4 * i if i < 4 else MIDDLE + 4 * i - 16}]")
        t(f"adds {w}, {w}, r5", f"adcs {y}, r7")
        carry, y = y, carry
        if i % 2:
            t("stmia r0!, {r3, r4}")
    # c to r2.
    t(high[7].format("r3"), "movs r2, #0", f"adds r3, r3, {carry}", "adcs r2, r7", "mov r8, r3")
    times_977(t, "r3", "r4", "r5")
    t("adds r3, r3, r5", "adcs r4, r7", "mov r5, r2", "muls r5, r6", "adds r4, r4, r5")
    t("mov r5, r8", "adds r4, r4, r5", "adcs r2, r7")
    t("adds r3, r3, r6", "movs r5, #1", "adcs r4, r5", "adcs r2, r7", "subs r0, #32")
    words(t, "adds", "adcs", [("r3", "r4"), ("r2", "r7"), ("r7", "r7"), ("r7", "r7")])
    t("sbcs r2, r2", "ands r6, r2", "lsrs r2, r2, #31", "subs r0, #32")
    words(t, "subs", "sbcs", [("r6", "r2"), ("r7", "r7"), ("r7", "r7"), ("r7", "r7")])


def words(t: Code, first: str, rest: str, pairs: list[tuple[str, str]]) -> None:
    """The words at r0, which it passes, and those in registers, by way of r1 and r5."""
    for i, (a, b) in enumerate(pairs):
        t("ldr r1, [r0]", "ldr r5, [r0, #4]")
        t(f"{rest} r1, {a}" if i else f"{first} r1, r1, {a}", f"{rest} r5, {b}")
        t("stmia r0!, {r1, r5}")


def put_back(t: Code) -> None:
    """k less by the mask in r0, of words in r8 to r11 and r3 to r6, and store them."""
    t("pop {r2}")
    factor(t, "r1")
    t("ands r1, r0", "lsrs r0, r0, #31", "mov r7, r8", "subs r7, r7, r1", "stmia r2!, {r7}")
    t("mov r7, r9", "sbcs r7, r0", "stmia r2!, {r7}", "movs r1, #0")
    for word in ("r10", "r11"):
        t(f"mov r7, {word}", "sbcs r7, r1", "stmia r2!, {r7}")
    t(*(f"sbcs r{i}, r1" for i in range(3, 7)))
    t("stmia r2!, {r3, r4, r5, r6}", "pop {r7}", "bx lr")


def field_add() -> list[str]:
    """The sum and k more. Both carries wait for the upper half."""
    t = Code()
    combine_low(t, "adds", "adcs")
    t("sbcs r0, r0")
    factor(t, "r7")
    t("adds r3, r3, r7", "movs r7, #1", "adcs r4, r7", "movs r7, #0", "adcs r5, r7", "adcs r6, r7")
    t("adcs r7, r7")
    combine_high(t, "r0", "adcs")
    t("sbcs r0, r0", "lsrs r7, r7, #1")
    t(*(f"adcs r{i}, r7" for i in range(3, 7)), "adcs r0, r7")
    put_back(t)
    return t.lines


def field_half() -> list[str]:
    """A shift of what p makes even: less k and 2^256 more."""
    t = Code()
    t("push {r0, r7}", "ldmia r1!, {r3, r4, r5, r6}", "lsls r2, r3, #31", "asrs r2, r2, #31")
    factor(t, "r0")
    t("ands r0, r2", "lsrs r7, r2, #31", "subs r3, r3, r0", "sbcs r4, r7", "movs r7, #0")
    t("sbcs r5, r7", "sbcs r6, r7", "sbcs r0, r0")
    for i in range(4):
        t(f"mov r{8 + i}, r{3 + i}")
    t("ldmia r1!, {r3, r4, r5, r6}", "rsbs r0, r0, #0", "subs r3, r3, r0")
    t(*(f"sbcs r{i}, r7" for i in range(4, 7)), "sbcs r2, r7")
    # The lowest bit of r2 is bit 256.
    t("lsls r7, r2, #31", "lsls r2, r3, #31")
    shift_right(t, "r7")
    t("pop {r1}", "adds r1, #16", "stmia r1!, {r3, r4, r5, r6}")
    for i in range(4):
        t(f"mov r{3 + i}, r{8 + i}")
    shift_right(t, "r2")
    t("subs r1, #32", "stmia r1!, {r3, r4, r5, r6}", "pop {r7}", "bx lr")
    return t.lines
