# SPDX-License-Identifier: MIT
"""The field arithmetic of ARMv6-M that knows prime p256,
p = 2^256 - 2^224 + 2^192 + 2^96 - 1."""

from collections.abc import Callable

from tools.kernels.armv6m.words import (
    FRAME,
    MIDDLE,
    UPPER,
    add_four,
    products_8,
    subroutines,
    words_4_to_7,
    words_8_to_11,
)
from tools.kernels.assembly import Code


def field_mul_p256(small: bool) -> list[str]:
    """Where both factors are one array, their difference is squared: not if that is to be small."""
    t = Code()
    t("push {r0, r1, r2, r7, lr}")
    products_8(t, small)
    t("3:")
    join_8(t)
    subroutines(t, small)
    return t.lines


def join_8(t: Code) -> None:
    """Karatsuba's sum and the reduction. With the product's words t, q is what clears the lower
    half when q p is added, and

        t + q p = t + (q - q / 2^32 + q / 2^64 + q / 2^160 + q) 2^256

    is its upper half. p less it is subtracted and put back by a mask."""
    words_4_to_7(t)
    t("mov r8, r4")
    # q: words 0 to 2, q3 = t3 + q0, q4 = t4 + q1, q5 = t5 + q2, q6 = t6 + q3 + q0 and
    # q7 = t7 + q4 + q1 - q0. What these carry to word 8 is r6 + 1.
    t("mov r4, sp", "ldmia r4, {r4, r5, r6, r7}")
    t("adds r7, r7, r4", "adcs r0, r5", "adcs r1, r6", "adcs r2, r7", "adcs r3, r0")
    t("mov r9, r6", "mov r10, r7", "sbcs r6, r6", "movs r7, #0")
    t("adds r2, r2, r4", "adcs r3, r5", "adcs r6, r7")
    t("subs r3, r3, r4", "sbcs r6, r7")
    # With 1, the lowest word of -p.
    t("mov r4, r8", "adds r4, r4, r6", "adds r4, #2", "mov r8, r4")
    t("mov r11, r1", "mov r12, r2", "mov lr, r3")
    q = ["[sp, #0]", "[sp, #4]", "r9", "r10", f"[sp, #{MIDDLE}]", "r11", "r12", "lr"]
    t(f"str r0, {q[4]}")
    words_8_to_11(t)
    for words in (q[:4], q[2:6], [*q[5:], "-1"]):
        add_four(t, "adds", "adcs", words)
        t("adcs r4, r7")
    add_four(t, "subs", "sbcs", q[1:5])
    t("sbcs r4, r7", "subs r4, #1")
    t("add r5, sp, #16", "stmia r5!, {r0, r1, r2, r3}")
    # Words 12 to 15.
    t(f"add r0, sp, #{UPPER + 16}", "ldmia r0, {r0, r1, r2, r3}")
    t("asrs r5, r4, #31", "adds r0, r0, r4", "adcs r1, r5", "adcs r2, r5", "adcs r3, r5")
    t("adcs r5, r7")
    add_four(t, "adds", "adcs", q[4:])
    t("adcs r5, r7")
    add_four(t, "subs", "sbcs", [*q[5:], "0"])
    t("sbcs r5, r7")
    add_four(t, "adds", "adcs", [*q[6:], "-1", "0"])
    t("sbcs r5, r7")
    # p back.
    t(f"ldr r4, [sp, #{FRAME}]", "lsrs r6, r5, #31", "mov r8, r6")
    for i, term in enumerate(("r5", "r5", "r5", "r7")):
        t(f"ldr r6, [sp, #{16 + 4 * i}]", f"{'adcs' if i else 'adds'} r6, {term}")
        t("stmia r4!, {r6}")
    # The last words: nothing, nothing, 1 or 0, the mask.
    t("adcs r0, r7", "adcs r1, r7", "mov r6, r8", "adcs r2, r6", "adcs r3, r5")
    t("stmia r4!, {r0, r1, r2, r3}", f"add sp, #{FRAME + 12}", "pop {r7, pc}")


def combine_low(t: Code, op: str, rest: str) -> None:
    """The lower half of a number at r1, to r3 to r6, with that of another at r2."""
    t("push {r0, r7}", "ldmia r1!, {r3, r4, r5, r6}")
    t("ldmia r2!, {r0, r7}", f"{op} r3, r3, r0", f"{rest} r4, r7")
    t("ldmia r2!, {r0, r7}", f"{rest} r5, r0", f"{rest} r6, r7")


def combine_high(t: Code, saved: str, rest: str) -> None:
    """The upper half, with a carry that was saved as itself less 1; the lower one goes aside."""
    for i in range(4):
        t(f"mov r{8 + i}, r{3 + i}")
    t("ldmia r1!, {r3, r4, r5, r6}", f"rsbs {saved}, {saved}, #0")
    t("ldmia r2!, {r0, r1}", f"{rest} r3, r0", f"{rest} r4, r1")
    t("ldmia r2!, {r0, r1}", f"{rest} r5, r0", f"{rest} r6, r1")


def put_back(t: Code) -> None:
    """p by the mask in r0, to words in r8 to r11 and r3 to r6, and store them."""
    t("pop {r2}", "lsrs r1, r0, #31", "mov r12, r1", "movs r1, #0")
    for i, term in enumerate(("r0", "r0", "r0", "r1")):
        t(f"mov r7, r{8 + i}", f"{'adcs' if i else 'adds'} r7, {term}", "stmia r2!, {r7}")
    t("adcs r3, r1", "adcs r4, r1", "mov r1, r12", "adcs r5, r1", "adcs r6, r0")
    t("stmia r2!, {r3, r4, r5, r6}", "pop {r7}", "bx lr")


def field_add_p256() -> list[str]:
    """Both carries, of the sum and of what p less makes of it, wait for the upper half."""
    t = Code()
    combine_low(t, "adds", "adcs")
    t("sbcs r0, r0", "movs r7, #0", "adds r3, #1", "adcs r4, r7", "adcs r5, r7", "sbcs r6, r7")
    t("sbcs r7, r7")
    combine_high(t, "r0", "adcs")
    t("sbcs r0, r0", "rsbs r7, r7, #0", "movs r7, #0", "movs r1, #1")
    t("sbcs r3, r7", "sbcs r4, r7", "sbcs r5, r1", "adcs r6, r7", "adcs r0, r7")
    put_back(t)
    return t.lines


def field_sub(add_back: Callable[[Code], None]) -> list[str]:
    """`add_back` adds p by the mask in r0, and stores."""
    t = Code()
    combine_low(t, "subs", "sbcs")
    t("sbcs r7, r7")
    combine_high(t, "r7", "sbcs")
    t("sbcs r0, r0")
    add_back(t)
    return t.lines


def field_sub_p256() -> list[str]:
    return field_sub(put_back)


def shift_right(t: Code, above: str) -> None:
    """r3 to r6 halved, with the lowest bit of what is above them in bit 31 of a register."""
    for x, y in (("r3", "r4"), ("r4", "r5"), ("r5", "r6")):
        t(f"lsls r0, {y}, #31", f"lsrs {x}, {x}, #1", f"orrs {x}, r0")
    t("lsrs r6, r6, #1", f"orrs r6, {above}")


def field_half_p256() -> list[str]:
    """A shift of what p makes even."""
    t = Code()
    t("push {r0, r7}", "ldmia r1!, {r3, r4, r5, r6}")
    t("lsls r2, r3, #31", "asrs r2, r2, #31", "movs r7, #0")
    t("adds r3, r3, r2", "adcs r4, r2", "adcs r5, r2", "adcs r6, r7", "sbcs r0, r0")
    for i in range(4):
        t(f"mov r{8 + i}, r{3 + i}")
    t("ldmia r1!, {r3, r4, r5, r6}", "lsrs r1, r2, #31", "rsbs r0, r0, #0")
    t("adcs r3, r7", "adcs r4, r7", "adcs r5, r1", "adcs r6, r2", "adcs r7, r7")
    t("lsls r7, r7, #31", "lsls r2, r3, #31")
    shift_right(t, "r7")
    t("pop {r1}", "adds r1, #16", "stmia r1!, {r3, r4, r5, r6}")
    for i in range(4):
        t(f"mov r{3 + i}, r{8 + i}")
    shift_right(t, "r2")
    t("subs r1, #32", "stmia r1!, {r3, r4, r5, r6}", "pop {r7}", "bx lr")
    return t.lines
