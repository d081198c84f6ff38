# SPDX-License-Identifier: MIT
"""Products of eight words for ARMv6-M, by Karatsuba's method: a frame with products of halves, and
their sum. Of numbers a and b, l is the product of the lower halves, h that of the upper ones and m
that of the differences d and e, with a sign; t is the whole."""

from tools.kernels.armv6m.words import absolute, chain, low, mul_4, read, rename, sqr_4, words
from tools.kernels.thumb import Thumb, listed

# The frame of the multiplication, under {r0, r1, r2, r7, lr}: the product of the lower halves, that
# of the upper halves, that of the differences, and whether to subtract it: a mask.
LOWER, UPPER, MIDDLE, SIGN, FRAME = 0, 32, 64, 96, 100


def products_8(t: Thumb, small: bool) -> None:
    """The frame, and in it what join_8 needs, of numbers at a and b in r1 and r2."""
    t = t.part(r="r0", a="r1", b="r2")
    t(f"sub sp, #{FRAME}")
    if not small:
        t("cmp $a, $b", "beq 2f")
    # The differences of halves, to where the lower product will be.
    t.move("b", "r8")
    difference_8(t)
    t.move("s", "r9")
    t.move("b", "r2")
    t.at(words("b", 4), low(4, 5, 6, 7), f"ldmia $b!, {listed(words('b', 4))}")
    t.at(words("b", 4, 4), low(0, 1, 2, 3), f"ldmia $b, {listed(words('b', 4, 4))}")
    absolute(t, words("b", 4, 4), words("b", 4), words("e", 4), "x", "r4")
    t.at("to", "r5", "add $to, sp, #16")
    t(f"stmia $to!, {listed(words('e', 4))}")
    t.move("s", "r5")
    t("eors $x, $s")
    t.rename("x", "sign")
    t(f"str $sign, [sp, #{SIGN}]")
    call(t, MIDDLE, "mov $a, sp", "add $b, sp, #16")
    call(t, LOWER, *factors("ab"))
    call(t, UPPER, *factors("ab"), "adds $a, #16", "adds $b, #16")
    if not small:
        t("b 3f", "2:")
        square_8(t)


def difference_8(t: Thumb) -> None:
    """The size of the difference of a number's halves, d, to the frame, and its mask s to r0."""
    t.at(words("a", 4), low(3, 4, 5, 6), f"ldmia $a!, {listed(words('a', 4))}")
    t.at(words("a", 4, 4), low(0, 1, 2, 7), f"ldmia $a, {listed(words('a', 4, 4))}")
    absolute(t, words("a", 4), words("a", 4, 4), words("d", 4), "s", "r0")
    t.at("to", "r1", "mov $to, sp", f"stmia $to!, {listed(words('d', 4))}")


def factors(names: str, frame: int = FRAME) -> list[str]:
    """What gets pointers to them from above the frame."""
    return [f"ldr ${name}, [sp, #{frame + 4 + 4 * i}]" for i, name in enumerate(names)]


def call(t: Thumb, to: int, *operands: str) -> None:
    """A product, or without b a square, to this place of the frame."""
    t = t.part(r="r0", a="r1", b="r2")
    t(f"add $r, sp, #{to}" if to else "mov $r, sp", *operands)
    t("bl 4f" if any("$b" in operand for operand in operands) else "bl 5f")


def square_8(t: Thumb) -> None:
    """The three products of a square; that of the differences is subtracted."""
    t = t.part(r="r0", a="r1")
    difference_8(t)
    t.at("sign", "r0", "movs $sign, #0", "mvns $sign, $sign", f"str $sign, [sp, #{SIGN}]")
    call(t, MIDDLE, "mov $a, sp")
    call(t, LOWER, *factors("a"))
    call(t, UPPER, *factors("a"), "adds $a, #16")


def subroutines(t: Thumb, small: bool) -> None:
    t("4:")
    mul_4(t, apart=small)
    if not small:
        t("5:")
        sqr_4(t)


def in_frame(name: str, place: int, count: int = 4, first: int = 0) -> dict[str, str]:
    """Where words are, by their names."""
    return {f"{name}{first + i}": f"[sp, #{place + 4 * i}]" for i in range(count)}


def add_four(
    t: Thumb, op: str, rest: str, some: list[str], sources: list[str], memory: dict[str, str]
) -> None:
    """Words with one from each source, by way of r6: one that is in memory or in a register, or
    0 or -1."""
    for i, (word, source) in enumerate(zip(some, sources, strict=False)):
        if source in ("0", "-1"):
            inverse = {"adcs": "sbcs", "sbcs": "adcs"}[rest]
            t(f"{rest if source == '0' else inverse} ${word}, $zero")
            continue
        place = t.held.get(source)
        if place:
            t.move(source, "r6")
        else:
            t.at(source, "r6", f"ldr ${source}, {memory[source]}")
        t(f"{rest if i else op} ${word}, ${source}")
        t.drop(source)
        if place:
            t.at(source, place)


def add_middle(t: Thumb, first: str, some: list[str], place: int) -> None:
    """Words with those of the product of the differences, complemented by its sign."""
    for i, (word, (m, where)) in enumerate(
        zip(some, in_frame("m", MIDDLE + place, first=place // 4).items(), strict=True)
    ):
        t.at(m, "r6", f"ldr ${m}, {where}")
        t(f"eors ${m}, $sign", f"{'adcs' if i else first} ${word}, ${m}")
        t.drop(m)


def words_4_to_7(t: Thumb) -> Thumb:
    """The lower half of the three products' sum, on the lower product, to r0 to r3, which become t4
    to t7; c8 in r4 counts what is carried, and r7 is 0."""
    t = t.part()
    t4 = words("t", 4, 4)
    read(t, words("l", 4), low(0, 1, 2, 3), LOWER)
    read(t, words("h", 4), low(4, 5, 6, 7), UPPER)
    chain(t, "adds", "adcs", words("l", 4), words("h", 4))
    rename(t, words("l", 4), t4)
    t.at("c8", "r4", "movs $c8, #0", "adcs $c8, $c8")
    t.at("sign", "r5", f"ldr $sign, [sp, #{SIGN}]")
    t.at("bit", "r6", "lsrs $bit, $sign, #1")
    t.at("zero", "r7", "movs $zero, #0")
    add_middle(t, "adcs", t4, 0)
    t("adcs $c8, $zero")
    add_four(t, "adds", "adcs", t4, words("l", 4, 4), in_frame("l", LOWER + 16, first=4))
    t("adcs $c8, $zero")
    return t


def words_8_to_11(t: Thumb) -> None:
    """The upper half of that sum with the count in r8, on the upper product, to r0 to r3, which
    become t8 to t11; c12 in r4 counts again."""
    t8 = words("t", 4, 8)
    read(t, words("l", 4, 4), low(0, 1, 2, 3), LOWER + 16)
    read(t, words("h", 4, 4), low(4, 5, 6, 7), UPPER + 16)
    chain(t, "adds", "adcs", words("l", 4, 4), words("h", 4, 4))
    rename(t, words("l", 4, 4), t8)
    t.at("c12", "r4", "movs $c12, #0", "adcs $c12, $c12")
    t.at("sign", "r5", f"ldr $sign, [sp, #{SIGN}]")
    t.at("zero", "r7", "movs $zero, #0")
    add_middle(t, "adds", t8, 16)
    t("adcs $c12, $sign")
    t.move("c8", "r6")
    t("adds $t8, $t8, $c8", *(f"adcs ${x}, $zero" for x in (*t8[1:], "c12")))
    add_four(t, "adds", "adcs", t8, words("h", 4), in_frame("h", UPPER))
    t("adcs $c12, $zero")


def words_4_to_15(t: Thumb, *to: str) -> None:
    """All words but the first four: words 4 to 7 to the frame's middle, words 8 to 15 to where
    lines make `to` point, which passes them; on words 8 to 15 of the frame, too."""
    t4, t8, t12 = (words("t", 4, first) for first in (4, 8, 12))
    t.move("c8", "r8")
    t.at("to", "r5", f"add $to, sp, #{MIDDLE}", f"stmia $to!, {listed(t4)}")
    words_8_to_11(t)
    t.at("to", "r5", *to)
    t(f"stmia $to!, {listed(t8)}")
    read(t, t12, low(0, 1, 2, 3), UPPER + 16)
    t("adds $t12, $t12, $c12", *(f"adcs ${word}, $zero" for word in t12[1:]))
    t(f"stmia $to!, {listed(t12)}")
