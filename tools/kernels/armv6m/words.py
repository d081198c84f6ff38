# SPDX-License-Identifier: MIT
"""Assembly for ARMv6-M, and products of one, two, four and eight words by Karatsuba's method."""

from tools.kernels.assembly import Code

# Every register that C keeps.
SAVE = (
    *("push {r4, r5, r6, r7, lr}", "mov r4, r8", "mov r5, r9", "mov r6, r10", "mov r7, r11"),
    "push {r4, r5, r6, r7}",
)
RESTORE = (
    *("pop {r4, r5, r6, r7}", "mov r8, r4", "mov r9, r5", "mov r10, r6", "mov r11, r7"),
    "pop {r4, r5, r6, r7, pc}",
)


def low(*numbers: int) -> list[str]:
    return [f"r{number}" for number in numbers]


def absolute(t: Code, words: list[str], less: list[str], mask: str) -> None:
    """words = |words - less|; the mask is set where that took a negation."""
    t.chain("subs", "sbcs", list(zip(words, less, strict=True)))
    t(f"sbcs {mask}, {mask}")
    for word in words:
        t(f"eors {word}, {mask}")
    t.chain("subs", "sbcs", [(word, mask) for word in words])


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
