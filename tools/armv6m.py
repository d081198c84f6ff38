#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write the kernels of src/native/armv6m.

    tools/armv6m.py            write the files
    tools/armv6m.py --check    fail if one would change

Each kernel is a function of assembly alone, for a processor with eight registers that compute,
some more that keep, and a multiplication of 32 by 32 bits into 32.
"""

import sys
from collections.abc import Callable

from kernels import Kernel, Set, run
from thumb import ALL


class Code:
    """Lines of assembly."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __call__(self, *lines: str) -> None:
        self.lines.extend(lines)

    def chain(self, first: str, rest: str, pairs: list[tuple[str, str]]) -> None:
        """A carry chain: the first instruction starts it."""
        for i, (a, b) in enumerate(pairs):
            self(f"{rest if i else first} {a}, {b}")


def low(*numbers: int) -> list[str]:
    return [f"r{number}" for number in numbers]


def listed(registers: list[str]) -> str:
    return "{" + ", ".join(registers) + "}"


SAVE = ("push {r4, r5, r6, r7, lr}", "mov r4, r8", "mov r5, r9", "mov r6, r10", "mov r7, r11")
SAVE += ("push {r4, r5, r6, r7}",)
RESTORE = ("pop {r4, r5, r6, r7}", "mov r8, r4", "mov r9, r5", "mov r10, r6", "mov r11, r7")
RESTORE += ("pop {r4, r5, r6, r7, pc}",)


def mul_1(t: Code, a: str, b: str, x: str, y: str, z: str) -> None:
    """b = the low word of a b, a = the high one."""
    t(f"uxth {x}, {a}", f"lsrs {a}, {a}, #16", f"lsrs {y}, {b}, #16", f"uxth {b}, {b}")
    t(f"mov {z}, {b}", f"muls {b}, {x}", f"muls {z}, {a}", f"muls {a}, {y}", f"muls {y}, {x}")
    for middle in (z, y):
        t(f"lsls {x}, {middle}, #16", f"lsrs {middle}, {middle}, #16")
        t(f"adds {b}, {b}, {x}", f"adcs {a}, {middle}")


def sqr_1(t: Code, a: str, low_word: str, x: str, y: str) -> None:
    """The square of a: the low word, and a becomes the high one."""
    t(f"uxth {low_word}, {a}", f"lsrs {a}, {a}, #16", f"mov {x}, {low_word}")
    t(f"muls {x}, {a}", f"muls {low_word}, {low_word}", f"muls {a}, {a}")
    t(f"lsls {y}, {x}, #17", f"lsrs {x}, {x}, #15")
    t(f"adds {low_word}, {low_word}, {y}", f"adcs {a}, {x}")


def absolute(t: Code, words: list[str], less: list[str], mask: str) -> None:
    """words = |words - less|; the mask is set where that took a negation."""
    t.chain("subs", "sbcs", list(zip(words, less, strict=True)))
    t(f"sbcs {mask}, {mask}")
    for word in words:
        t(f"eors {word}, {mask}")
    t.chain("subs", "sbcs", [(word, mask) for word in words])


def mul_2(t: Code, a: list[str], b: list[str], free: list[str]) -> list[str]:
    """The product of two words and two, by Karatsuba's method: a0 b1 + a1 b0 is
    a0 b0 + a1 b1 + (a0 - a1) (b1 - b0). r8, r9 and r10 keep what waits. Returns where it is."""
    a0, a1 = a
    b0, b1 = b
    x, y, z, v = free
    for difference, plus, minus, mask in ((x, a0, a1, z), (y, b1, b0, v)):
        t(f"subs {difference}, {plus}, {minus}", f"sbcs {mask}, {mask}")
        t(f"eors {difference}, {mask}", f"subs {difference}, {difference}, {mask}")
    t(f"eors {z}, {v}", f"mov r8, {z}", f"mov r9, {x}", f"mov r10, {y}")
    mul_1(t, a0, b0, x, y, z)
    mul_1(t, a1, b1, x, y, z)
    t(f"movs {v}, #0")
    t(f"adds {a0}, {a0}, {b1}", f"adcs {a1}, {v}")
    t(f"adds {b1}, {a0}, {b0}", f"adcs {a0}, {a1}", f"adcs {a1}, {v}")
    t(f"mov {x}, r9", f"mov r9, {b0}", f"mov {y}, r10")
    mul_1(t, x, y, z, v, b0)
    t(f"mov {z}, r8", f"eors {y}, {z}", f"eors {x}, {z}", f"lsrs {v}, {z}, #1")
    t(f"adcs {b1}, {y}", f"adcs {a0}, {x}", f"adcs {a1}, {z}")
    t(f"mov {b0}, r9")
    return [b0, b1, a0, a1]


def sqr_2(t: Code, a: list[str], free: list[str]) -> list[str]:
    """The square of two words: 2 a0 a1 is a0^2 + a1^2 - (a0 - a1)^2."""
    a0, a1 = a
    p, q, d, x, y, z = free
    t(f"subs {d}, {a0}, {a1}", f"sbcs {x}, {x}", f"eors {d}, {x}", f"subs {d}, {d}, {x}")
    sqr_1(t, a0, p, x, y)
    sqr_1(t, a1, q, x, y)
    t(f"movs {z}, #0")
    t(f"adds {a0}, {a0}, {q}", f"adcs {a1}, {z}")
    t(f"adds {q}, {a0}, {p}", f"adcs {a0}, {a1}", f"adcs {a1}, {z}")
    sqr_1(t, d, x, y, z)
    t(f"movs {z}, #0", f"subs {q}, {q}, {x}", f"sbcs {a0}, {d}", f"sbcs {a1}, {z}")
    return [p, q, a0, a1]


def join_4(t: Code) -> None:
    """Words 2 to 7 of l + (l + h) 2^64 + h 2^128, less the middle product: h is in r4 to r7, l
    where r12 points. They come to r0 to r3, r6 and r7; r4 is 0."""
    t("mov r0, r12", "ldmia r0, {r0, r1, r2, r3}")
    t("adds r2, r2, r4", "adcs r3, r5", "movs r4, #0", "adcs r6, r4", "adcs r7, r4")
    t("adds r0, r0, r2", "adcs r1, r3", "adcs r2, r6", "adcs r3, r7")
    t("adcs r6, r4", "adcs r7, r4")


def store_4(t: Code) -> None:
    t("mov r4, r12", "adds r4, #8", "stmia r4!, {r0, r1, r2, r3, r6, r7}")


def mul_4(t: Code, apart: bool) -> None:
    """Subroutine: eight words to r0, of four at r1 times four at r2. Loses all registers but lr.
    The products of two words are written out or, `apart`, a subroutine."""

    def product() -> None:
        if apart:
            t("bl 6f")
        else:
            mul_2(t, low(6, 7), low(4, 5), low(0, 1, 2, 3))

    t("mov r12, r0", "push {r1, r2, lr}" if apart else "push {r1, r2}")
    t("ldmia r1!, {r4, r5, r6, r7}")
    absolute(t, low(4, 5), low(6, 7), "r3")
    t("ldmia r2!, {r0, r1, r6, r7}")
    absolute(t, low(6, 7), low(0, 1), "r2")
    t("eors r3, r2", "mov r11, r3")
    product()
    t("mov r0, r11")
    for word in low(4, 5, 6, 7):
        t(f"eors {word}, r0")
    t("push {r4, r5, r6, r7}")
    t("ldr r0, [sp, #16]", "ldr r1, [sp, #20]", "ldmia r0!, {r6, r7}", "ldmia r1!, {r4, r5}")
    product()
    t("mov r2, r12", "stmia r2!, {r4, r5, r6, r7}")
    t("ldr r0, [sp, #16]", "ldr r1, [sp, #20]")
    t("ldr r6, [r0, #8]", "ldr r7, [r0, #12]", "ldr r4, [r1, #8]", "ldr r5, [r1, #12]")
    product()
    join_4(t)
    t("mov r5, r11", "lsrs r5, r5, #1")
    t("pop {r4, r5}", "adcs r0, r4", "adcs r1, r5")
    t("pop {r4, r5}", "adcs r2, r4", "adcs r3, r5")
    t("mov r5, r11", "adcs r6, r5", "adcs r7, r5")
    store_4(t)
    t("add sp, #8", "pop {pc}" if apart else "bx lr")
    if apart:
        t("6:")
        mul_2(t, low(6, 7), low(4, 5), low(0, 1, 2, 3))
        t("bx lr")


def sqr_4(t: Code) -> None:
    """Subroutine: eight words to r0, the square of four at r1. Loses all registers but lr."""
    t("mov r12, r0", "ldmia r1!, {r4, r5, r6, r7}")
    for i in range(4):
        t(f"mov r{8 + i}, r{4 + i}")
    absolute(t, low(4, 5), low(6, 7), "r3")
    sqr_2(t, low(4, 5), low(2, 3, 0, 1, 6, 7))
    t("push {r2, r3, r4, r5}")
    t("mov r4, r8", "mov r5, r9")
    sqr_2(t, low(4, 5), low(2, 3, 0, 1, 6, 7))
    t("mov r0, r12", "stmia r0!, {r2, r3, r4, r5}")
    t("mov r6, r10", "mov r7, r11")
    sqr_2(t, low(6, 7), low(4, 5, 0, 1, 2, 3))
    join_4(t)
    t("pop {r4, r5}", "subs r0, r0, r4", "sbcs r1, r5")
    t("pop {r4, r5}", "sbcs r2, r4", "sbcs r3, r5", "movs r4, #0", "sbcs r6, r4", "sbcs r7, r4")
    store_4(t)
    t("bx lr")


# The frame of the multiplication, under {r0, r1, r2, r7, lr}: the product of the lower halves, that
# of the upper halves, that of the differences, and whether to subtract it: a mask.
LOWER, UPPER, MIDDLE, SIGN, FRAME = 0, 32, 64, 96, 100


def field_mul_secp256r1(small: bool) -> list[str]:
    """Where both factors are one array, their difference is squared: not if that is to be small."""
    t = Code()
    t("push {r0, r1, r2, r7, lr}")
    products_8(t, small)
    t("3:")
    join_8(t)
    subroutines(t, small)
    return t.lines


def mp_mul_8() -> list[str]:
    t = Code()
    t(*SAVE, "push {r0, r1, r2}")
    products_8(t, False)
    t("3:")
    join_product(t)
    subroutines(t, False)
    return t.lines


def products_8(t: Code, small: bool) -> None:
    """The frame, and in it what join_8 needs."""
    t(f"sub sp, #{FRAME}")
    if not small:
        t("cmp r1, r2", "beq 2f")
    # The differences of halves, to where the lower product will be.
    t("mov r8, r2", "ldmia r1!, {r3, r4, r5, r6}", "ldmia r1, {r0, r1, r2, r7}")
    absolute(t, low(3, 4, 5, 6), low(0, 1, 2, 7), "r0")
    t("mov r1, sp", "stmia r1!, {r3, r4, r5, r6}", "mov r9, r0", "mov r2, r8")
    t("ldmia r2!, {r4, r5, r6, r7}", "ldmia r2, {r0, r1, r2, r3}")
    absolute(t, low(0, 1, 2, 3), low(4, 5, 6, 7), "r4")
    t("add r5, sp, #16", "stmia r5!, {r0, r1, r2, r3}")
    t("mov r5, r9", "eors r4, r5", f"str r4, [sp, #{SIGN}]")
    t(f"add r0, sp, #{MIDDLE}", "mov r1, sp", "add r2, sp, #16", "bl 4f")
    t("mov r0, sp", f"ldr r1, [sp, #{FRAME + 4}]", f"ldr r2, [sp, #{FRAME + 8}]", "bl 4f")
    t(f"add r0, sp, #{UPPER}", f"ldr r1, [sp, #{FRAME + 4}]", f"ldr r2, [sp, #{FRAME + 8}]")
    t("adds r1, #16", "adds r2, #16", "bl 4f")
    if not small:
        t("b 3f", "2:")
        square_8(t)


def square_8(t: Code) -> None:
    """The three products of a square; that of the differences is subtracted."""
    t("ldmia r1!, {r3, r4, r5, r6}", "ldmia r1, {r0, r1, r2, r7}")
    absolute(t, low(3, 4, 5, 6), low(0, 1, 2, 7), "r0")
    t("mov r1, sp", "stmia r1!, {r3, r4, r5, r6}")
    t("movs r0, #0", "mvns r0, r0", f"str r0, [sp, #{SIGN}]")
    t(f"add r0, sp, #{MIDDLE}", "mov r1, sp", "bl 5f")
    t("mov r0, sp", f"ldr r1, [sp, #{FRAME + 4}]", "bl 5f")
    t(f"add r0, sp, #{UPPER}", f"ldr r1, [sp, #{FRAME + 4}]", "adds r1, #16", "bl 5f")


def subroutines(t: Code, small: bool) -> None:
    t("4:")
    mul_4(t, apart=small)
    if not small:
        t("5:")
        sqr_4(t)


def add_four(t: Code, op: str, rest: str, sources: list[str]) -> None:
    """r0 to r3 with one word from each source, by way of r6."""
    for i, source in enumerate(sources):
        if source == "0" or source == "-1":
            inverse = {"adcs": "sbcs", "sbcs": "adcs"}[rest]
            t(f"{rest if source == '0' else inverse} r{i}, r7")
            continue
        t(f"ldr r6, {source}" if source.startswith("[") else f"mov r6, {source}")
        t(f"{rest if i else op} r{i}, r6")


def words_4_to_7(t: Code) -> None:
    """The lower half of the three products' sum, on the lower product, to r0 to r3; r4 counts what
    is carried, and r7 is 0."""
    t("mov r0, sp", "ldmia r0, {r0, r1, r2, r3}")
    t(f"add r4, sp, #{UPPER}", "ldmia r4, {r4, r5, r6, r7}")
    t.chain("adds", "adcs", [(f"r{i}", f"r{4 + i}") for i in range(4)])
    t("movs r4, #0", "adcs r4, r4", f"ldr r5, [sp, #{SIGN}]", "lsrs r6, r5, #1", "movs r7, #0")
    for i in range(4):
        t(f"ldr r6, [sp, #{MIDDLE + 4 * i}]", "eors r6, r5", f"adcs r{i}, r6")
    t("adcs r4, r7")
    add_four(t, "adds", "adcs", [f"[sp, #{LOWER + 16 + 4 * i}]" for i in range(4)])
    t("adcs r4, r7")


def words_8_to_11(t: Code) -> None:
    """The upper half of that sum with the count in r8, on the upper product; r4 counts again."""
    t("add r0, sp, #16", "ldmia r0, {r0, r1, r2, r3}")
    t(f"add r4, sp, #{UPPER + 16}", "ldmia r4, {r4, r5, r6, r7}")
    t.chain("adds", "adcs", [(f"r{i}", f"r{4 + i}") for i in range(4)])
    t("movs r4, #0", "adcs r4, r4", f"ldr r5, [sp, #{SIGN}]", "movs r7, #0")
    for i in range(4):
        t(f"ldr r6, [sp, #{MIDDLE + 16 + 4 * i}]", "eors r6, r5")
        t(f"{'adcs' if i else 'adds'} r{i}, r6")
    t("adcs r4, r5", "mov r6, r8", "adds r0, r0, r6")
    t("adcs r1, r7", "adcs r2, r7", "adcs r3, r7", "adcs r4, r7")
    add_four(t, "adds", "adcs", [f"[sp, #{UPPER + 4 * i}]" for i in range(4)])
    t("adcs r4, r7")


def join_product(t: Code) -> None:
    """Karatsuba's sum, to where the frame's end points."""
    words_4_to_7(t)
    t("mov r8, r4", f"add r5, sp, #{MIDDLE}", "stmia r5!, {r0, r1, r2, r3}")
    words_8_to_11(t)
    t(f"ldr r5, [sp, #{FRAME}]", "adds r5, #32", "stmia r5!, {r0, r1, r2, r3}")
    t(f"add r0, sp, #{UPPER + 16}", "ldmia r0, {r0, r1, r2, r3}")
    t("adds r0, r0, r4", "adcs r1, r7", "adcs r2, r7", "adcs r3, r7")
    t("stmia r5!, {r0, r1, r2, r3}", "subs r5, #64")
    for place in (LOWER, MIDDLE):
        t(f"add r0, sp, #{place}", "ldmia r0, {r0, r1, r2, r3}", "stmia r5!, {r0, r1, r2, r3}")
    t(f"add sp, #{FRAME + 12}", *RESTORE)


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


def field_add_secp256r1() -> list[str]:
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


def field_sub_secp256r1() -> list[str]:
    t = Code()
    combine_low(t, "subs", "sbcs")
    t("sbcs r7, r7")
    combine_high(t, "r7", "sbcs")
    t("sbcs r0, r0")
    put_back(t)
    return t.lines


def shift_right(t: Code, above: str) -> None:
    """r3 to r6 halved, with the lowest bit of what is above them in bit 31 of a register."""
    for x, y in (("r3", "r4"), ("r4", "r5"), ("r5", "r6")):
        t(f"lsls r0, {y}, #31", f"lsrs {x}, {x}, #1", f"orrs {x}, r0")
    t("lsrs r6, r6, #1", f"orrs r6, {above}")


def field_half_secp256r1() -> list[str]:
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


def mp_lookup() -> list[str]:
    """What a mask leaves is added up, since registers beyond the eighth add, but know no other
    operation. On the stack: index + 1, the bytes of an entry less the 32 that a turn reads, the
    table's end, the offset of these 32, r and the table."""
    t = Code()
    t(*SAVE)
    t("ldr r4, [sp, #36]", "lsls r4, r4, #2", "muls r2, r4", "adds r5, r2, r1", "subs r4, #32")
    t("adds r3, #1", "mov lr, r4", "movs r6, #0", "push {r0, r1}", "push {r3, r4, r5, r6}")
    t("1:", "ldr r1, [sp, #20]", "ldr r0, [sp, #12]", "adds r1, r1, r0", "ldr r0, [sp]")
    t("mov r12, r0", "movs r4, #0", "movs r5, #0", "movs r6, #0", "movs r7, #0")
    for i in range(4):
        t(f"mov r{8 + i}, r4")
    t("2:", "mov r0, r12", "subs r0, #1", "mov r12, r0", "rsbs r0, r0, #0", "sbcs r0, r0")
    for i in range(4, 12, 2):
        t("ldmia r1!, {r2, r3}", "bics r2, r0", "bics r3, r0")
        t(f"add r{i}, r2", f"add r{i + 1}, r3")
    t("add r1, lr", "ldr r2, [sp, #8]", "cmp r1, r2", "blo 2b")
    t("ldr r0, [sp, #16]", "ldr r1, [sp, #12]", "adds r0, r0, r1", "stmia r0!, {r4, r5, r6, r7}")
    for i in range(4):
        t(f"mov r{4 + i}, r{8 + i}")
    t("stmia r0!, {r4, r5, r6, r7}")
    # The last turn reads the last 32 bytes, whether or not others have been there.
    t("ldr r2, [sp, #4]", "cmp r1, r2", "beq 4f", "adds r1, #32", "cmp r1, r2", "bls 3f")
    t("mov r1, r2", "3:", "str r1, [sp, #12]", "b 1b", "4:", "add sp, #24")
    t(*RESTORE)
    return t.lines


def division_step(t: Code) -> None:
    """delta, f and g are in r1 to r3, the matrix in r8 to r11; r4 and r5 become multipliers 1, 0
    or -1 and 1 or 0."""
    t("lsls r4, r3, #31", "asrs r4, r4, #31", "mov r5, r4", "asrs r6, r1, #31", "bics r5, r6")
    t("eors r1, r5", "adds r1, #1", "lsrs r4, r4, #31", "orrs r4, r5", "lsrs r5, r5, #31")
    for x, y in (("r2", "r3"), ("r8", "r10"), ("r9", "r11")):
        t(f"mov r6, {x}", "muls r6, r4", f"add {y}, r6")
        t(f"mov r6, {y}", "muls r6, r5", f"add {x}, r6")
    t("lsrs r3, r3, #1", "add r8, r8", "add r9, r9")


def mp_find_steps() -> list[str]:
    t = Code()
    t(*SAVE)
    t("mov r12, r0", "movs r7, #0", "mov r9, r7", "mov r10, r7", "mvns r6, r7")
    t("mov r8, r6", "mov r11, r6", "movs r7, #16", "b 2f", "1:")
    division_step(t)
    t("2:")
    division_step(t)
    t("subs r7, #1", "bne 1b", "mov r0, r12")
    for i in range(4):
        t(f"mov r{4 + i}, r{8 + i}")
    t("stmia r0!, {r4, r5, r6, r7}", "mov r0, r1")
    t(*RESTORE)
    return t.lines


def multiply_add(t: Code, mask: str, low_half: str, high_half: str) -> None:
    """r2 and r3 more by the limb in r4, complemented by the mask, times a factor in halves."""
    t(f"ldr r7, {mask}", "eors r4, r7", "uxth r5, r4", "lsrs r4, r4, #16")
    t(f"mov r6, {low_half}", "mov r0, r6", "muls r0, r5", "muls r6, r4")
    t(f"mov r7, {high_half}", "muls r5, r7", "muls r4, r7")
    for middle in ("r6", "r5"):
        t(f"lsls r7, {middle}, #16", f"lsrs {middle}, {middle}, #16")
        t("adds r0, r0, r7", f"adcs r4, {middle}")
    t("adds r2, r2, r0", "adcs r3, r4")


def mp_combine(shift: bool) -> list[str]:
    """Signs of factors go to their numbers as complements, whose ones the carry begins with. It
    stays below the sum of the factors' sizes. On the stack: masks, where a ends, the limb
    before, and how far its place is from a; r8 to r11 are the factors in halves, r12 and lr how
    far b and r are from a."""
    t = Code()
    t(*SAVE)
    t("ldr r4, [sp, #36]", "lsls r4, r4, #2", "adds r4, r4, r1", "sub sp, #20", "str r4, [sp, #8]")
    t("subs r2, r2, r1", "mov r12, r2", "subs r0, r0, r1", "mov lr, r0")
    if shift:
        t("subs r0, #4", "str r0, [sp, #16]")
    t("ldmia r3!, {r4, r5}", "movs r2, #0")
    for factor, place, halves in (("r4", 0, ("r8", "r9")), ("r5", 4, ("r10", "r11"))):
        t(f"asrs r6, {factor}, #31", f"str r6, [sp, #{place}]")
        t(f"eors {factor}, r6", f"subs {factor}, {factor}, r6")
        t(f"ands r6, {factor}", "adds r2, r2, r6")
        t(f"uxth r6, {factor}", f"mov {halves[0]}, r6")
        t(f"lsrs r6, {factor}, #16", f"mov {halves[1]}, r6")
    t("1:", "movs r3, #0", "ldr r4, [r1]")
    multiply_add(t, "[sp, #0]", "r8", "r9")
    t("mov r7, r12", "ldr r4, [r1, r7]")
    multiply_add(t, "[sp, #4]", "r10", "r11")
    if shift:
        # What the first limb leaves at r[0] the second replaces.
        t("ldr r7, [sp, #12]", "lsrs r7, r7, #31", "str r2, [sp, #12]", "lsls r2, r2, #1")
        t("orrs r2, r7", "mov r7, lr", "str r2, [r1, r7]", "ldr r7, [sp, #16]", "mov lr, r7")
    else:
        t("mov r7, lr", "str r2, [r1, r7]")
    t("mov r2, r3", "adds r1, #4", "ldr r7, [sp, #8]", "cmp r1, r7", "bne 1b")
    if shift:
        t("ldr r2, [sp, #12]", "asrs r2, r2, #31", "mov r7, lr", "str r2, [r1, r7]")
    t("add sp, #20")
    t(*RESTORE)
    return t.lines


def mp_mul_add_limb() -> list[str]:
    """r8 and r9 are the factor in halves, r2 carries, r12 is where a ends."""
    t = Code()
    t("push {r4, r5, r6, r7, lr}", "mov r6, r8", "mov r7, r9", "push {r6, r7}")
    t("lsls r3, r3, #2", "adds r3, r3, r1", "mov r12, r3")
    t("uxth r3, r2", "mov r8, r3", "lsrs r2, r2, #16", "mov r9, r2", "movs r2, #0")
    t("1:", "ldmia r1!, {r4}", "uxth r5, r4", "lsrs r4, r4, #16")
    t("mov r6, r8", "mov r3, r6", "muls r3, r5", "muls r6, r4")
    t("mov r7, r9", "muls r5, r7", "muls r4, r7")
    for middle in ("r6", "r5"):
        t(f"lsls r7, {middle}, #16", f"lsrs {middle}, {middle}, #16")
        t("adds r3, r3, r7", f"adcs r4, {middle}")
    t("ldr r7, [r0]", "adds r3, r3, r2", "movs r2, #0", "adcs r4, r2")
    t("adds r3, r3, r7", "adcs r2, r4", "stmia r0!, {r3}", "cmp r1, r12", "bne 1b")
    t("mov r0, r2", "pop {r6, r7}", "mov r8, r6", "mov r9, r7", "pop {r4, r5, r6, r7, pc}")
    return t.lines


def mp_double_mod() -> list[str]:
    """Doubled and less m, then m by a mask. A carry that waits for the next limb does so less 1:
    r2 has that of the double, r3 that of the difference."""
    t = Code()
    t("push {r0, r1, r4, r5, r6, r7, lr}", "lsls r7, r3, #2", "adds r7, r7, r0")
    t("subs r2, #1", "movs r3, #0")
    t("1:", "ldr r4, [r0]", "rsbs r2, r2, #0", "adcs r4, r4", "sbcs r2, r2")
    t("ldmia r1!, {r5}", "rsbs r3, r3, #0", "sbcs r4, r5", "sbcs r3, r3", "stmia r0!, {r4}")
    t("cmp r0, r7", "bne 1b")
    t("ands r2, r3", "ldr r0, [sp]", "ldr r1, [sp, #4]", "movs r3, #0", "mvns r3, r3")
    t("2:", "ldr r4, [r0]", "ldmia r1!, {r5}", "ands r5, r2")
    t("rsbs r3, r3, #0", "adcs r4, r5", "sbcs r3, r3", "stmia r0!, {r4}", "cmp r0, r7", "bne 2b")
    t("pop {r0, r1, r4, r5, r6, r7, pc}")
    return t.lines


def field(name: str, lines: Callable[[], list[str]], what: str, *inputs: str) -> Kernel:
    what = f"{what}, p the prime of secp256r1; limbs below p in and out."
    guard = {"mul": "LARGE", "half": "LARGE", "mul_small": "SMALL"}.get(name, "")
    # The multiplication's subroutines push as much as 24 or 28 bytes more.
    stack = {"mul": 20 + FRAME + 24, "mul_small": 20 + FRAME + 28}.get(name)
    return Kernel(f"field_{name}_secp256r1", lines, what, inputs, guard=guard, stack=stack)


KERNELS = (
    field("mul", lambda: field_mul_secp256r1(False), "r = a b / 2^256 mod p", "r", "a", "b"),
    field("mul_small", lambda: field_mul_secp256r1(True), "r = a b / 2^256 mod p", "r", "a", "b"),
    field("add", field_add_secp256r1, "r = a + b mod p", "r", "a", "b"),
    field("sub", field_sub_secp256r1, "r = a - b mod p", "r", "a", "b"),
    field("half", field_half_secp256r1, "r = a / 2 mod p", "r", "a"),
    Kernel(
        "mp_mul_8",
        mp_mul_8,
        "r = a b for numbers of 8 limbs; r overlaps neither. It squares where these are one array.",
        ("r", "a", "b"),
        "void",
        "limb *r, const limb *a, const limb *b",
        stack=36 + 12 + FRAME + 24,
    ),
    Kernel(
        "mp_mul_add_limb",
        mp_mul_add_limb,
        "r += a b for a limb b; returns the limb that is carried out.",
        ("r", "a", "b", "n"),
        "limb",
        "limb *r, const limb *a, limb b, size_t n",
        guard="",
    ),
    Kernel(
        "mp_double_mod",
        mp_double_mod,
        "r = 2 r + bit, less m if that is not below m.",
        ("r", "m", "bit", "n"),
        "void",
        "limb *r, const limb *m, limb bit, size_t n",
    ),
    Kernel(
        "mp_lookup",
        mp_lookup,
        "r = table[index] for n >= 8 limbs, as the sum of all, masked, eight limbs at a time. "
        "Where n is no multiple of eight the last eight overlap others.",
        ("r", "table", "entries", "index", "[sp] = n"),
        "void",
        "limb *r, const limb *table, size_t entries, limb index, size_t n",
    ),
    Kernel(
        "mp_find_steps",
        mp_find_steps,
        "31 division steps from the lowest limbs of f and g on: their negative matrix, row by row, "
        "to t; returns delta - 1/2 after them.",
        ("t", "delta - 1/2", "f", "g"),
        "limb",
        "limb *t, limb delta, limb f, limb g",
    ),
    Kernel(
        "mp_combine",
        lambda: mp_combine(False),
        "r = t[0] a + t[1] b modulo 2^(32 n), two's complements all, for factors whose sizes add "
        "up to less than 2^32. r may be a or b.",
        ("r", "a", "b", "t", "[sp] = n"),
        "void",
        "limb *r, const limb *a, const limb *b, const limb *t, size_t n",
    ),
    Kernel(
        "mp_combine_shifted",
        lambda: mp_combine(True),
        "r = (t[0] a + t[1] b) / 2^31 for a sum below 2^(32 n - 1) in size, two's complements all, "
        "n >= 2 and factors as above. r may be a or b.",
        ("r", "a", "b", "t", "[sp] = n"),
        "void",
        "limb *r, const limb *a, const limb *b, const limb *t, size_t n",
    ),
)


if __name__ == "__main__":
    # gcc puts assembly within C for Thumb-1 in the older syntax, whatever it writes itself.
    sys.exit(run(Set("armv6m", ALL, (".syntax unified",)), KERNELS, __doc__))
