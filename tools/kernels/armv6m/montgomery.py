# SPDX-License-Identifier: MIT
"""Field arithmetic modulo any odd number m of eight limbs for ARMv6-M: functions that take r, a and
b in r0, r1 and r2 and in r3 the modulus as field/field.h has it, its limbs first, and keep r7
alone. Numbers are below m."""

from tools.kernels.armv6m.p448 import pair
from tools.kernels.armv6m.products import (
    FRAME,
    LOWER,
    MIDDLE,
    SIGN,
    UPPER,
    products_8,
    subroutines,
    words_4_to_7,
    words_4_to_15,
)
from tools.kernels.armv6m.words import chain, low, mul_1, read, rename, start, words
from tools.kernels.thumb import Thumb, listed

N = 8
# The frame of the multiplication, under {r0, r1, r2, r3, r7, lr}. Its reduction has the product at
# its beginning, of which it clears four words at a time, and has the words q of the multiple of m
# that does so in their place; then a product of four words by four, and what is carried to the
# words that come next; and above, how many blocks are left.
PRODUCT, CARRY, LEFT = MIDDLE, SIGN, FRAME + 4
RESULT, MODULUS, SAVED = FRAME, FRAME + 12, 24
# Subroutines push as much as 24 bytes more.
STACK = SAVED + FRAME + 24


def mul() -> list[str]:
    """It squares where both factors are one array."""
    t = start(r="r0", a="r1", b="r2", m="r3")
    t("push {$r, $a, $b, $m, r7, lr}")
    products_8(t, False)
    t("3:")
    t = words_4_to_7(t)
    words_4_to_15(t, f"add $to, sp, #{UPPER}")
    read(t, words("t", 4, 4), low(0, 1, 2, 3), MIDDLE)
    t.at("to", "r5", f"add $to, sp, #{LOWER + 16}", f"stmia $to!, {listed(words('t', 4, 4))}")
    reduce(t.part())
    subroutines(t, False)
    return t.lines


def reduce(t: Thumb) -> None:
    """Two blocks of four words. The words above a block move down by as many."""
    t.at("c", "r0", "movs $c, #0", f"str $c, [sp, #{CARRY}]")
    t.at("left", "r0", f"movs $left, #{N // 4}", f"str $left, [sp, #{LEFT}]", "7:")
    clear_four(t.part())
    t.at("r", "r0", f"add $r, sp, #{PRODUCT}")
    t.at("a", "r1", "mov $a, sp")
    t.at("b", "r2", f"ldr $b, [sp, #{MODULUS}]", "adds $b, #16", "bl 4f")
    add_product(t.part())
    t.at("left", "r0", f"ldr $left, [sp, #{LEFT}]", "subs $left, #1", f"str $left, [sp, #{LEFT}]")
    # Farther than a condition reaches.
    t("beq 8f", "b 7b", "8:")
    t.at("r", "r0", f"ldr $r, [sp, #{RESULT}]")
    t.at("a", "r1", "mov $a, sp")
    t.at("b", "r2", f"ldr $b, [sp, #{MODULUS}]")
    pair(t, "subs", "sbcs", N)
    t.at("mask", "r2", f"ldr $mask, [sp, #{CARRY}]")
    t.at("zero", "r3", "movs $zero, #0", "sbcs $mask, $zero")
    t.at("m", "r1", f"ldr $m, [sp, #{MODULUS}]")
    put_back(t)
    t(f"add sp, #{FRAME + SAVED - 8}", "pop {r7, pc}")


def clear_four(t: Thumb) -> None:
    """By columns, whose sum is c: of the first four each finds a word of q that makes it zero. The
    next four are those of the product, and what all carry goes with what was carried before. r8 to
    r11 are words of m, r12 is -1/m."""
    lower = words("m", 4)
    t.at("from", "r0", f"ldr $from, [sp, #{MODULUS}]")
    t.at(lower, low(1, 2, 3, 4), f"ldmia $from!, {listed(lower)}")
    t.at("inverse", "r0", f"ldr $inverse, [$from, #{8 * N - 16}]")
    for i, name in enumerate((*lower, "inverse")):
        t.move(name, f"r{8 + i}")
    sums = ["r0", "r1", "r2"]
    t.at("c0 c1", sums[:2], "ldr $c0, [sp]", "movs $c1, #0")
    for column in range(7):
        t.at("c2", sums[(column + 2) % 3], "movs $c2, #0")
        terms = range(max(0, column - 3), min(column, 4))
        for i in terms:
            t.at("a", "r3", f"ldr $a, [sp, #{4 * i}]")
            add_to_column(t, column - i, first=i == terms[0])
        place = f"[sp, #{4 * column}]"
        if column < 4:
            t.at("a", "r3", "mov $a, $inverse", "muls $a, $c0", f"str $a, {place}")
            add_to_column(t, 0, first=not terms)
        else:
            t(f"str $c0, {place}")
        t.drop("c0")
        rename(t, ["c1", "c2"], ["c0", "c1"])
        t.at("x", "r3", f"ldr $x, [sp, #{4 * column + 4}]")
        t.at("zero", "r4", "movs $zero, #0")
        t("adds $c0, $c0, $x", "adcs $c1, $zero")
    t("str $c0, [sp, #28]")
    t.at("x", "r3", f"ldr $x, [sp, #{CARRY}]", "adds $x, $x, $c1", f"str $x, [sp, #{CARRY}]")


def add_to_column(t: Thumb, j: int, first: bool) -> None:
    """The product of a and a word of m. Before the first of a column, c2 is 0."""
    t.at("b", "r4", f"mov $b, $m{j}")
    mul_1(t, "a", "b", ("lo", "hi"), low(5, 6, 7))
    t("adds $c0, $c0, $lo", "adcs $c1, $hi")
    t(*(("adcs $c2, $c2",) if first else ("movs $lo, #0", "adcs $c2, $lo")))
    t.drop("lo", "hi")


def add_product(t: Thumb) -> None:
    """q times the upper half of m, to words 4 to 11, which come to 0 to 7; with what was carried to
    words 8 to 11. Words 12 to 15 come to 8 to 11."""
    lower, upper = words("t", 4, 4), words("t", 4, 8)
    for some, registers, place in (
        (words("p", 4), low(0, 1, 2, 3), PRODUCT),
        (lower, low(4, 5, 6, 7), 16),
    ):
        read(t, some, registers, place)
    chain(t, "adds", "adcs", lower, words("p", 4))
    t.at("to", "r0", "mov $to, sp", f"stmia $to!, {listed(lower)}")
    read(t, words("p", 4, 4), low(0, 1, 2, 3), PRODUCT + 16)
    read(t, upper, low(4, 5, 6, 7), 32)
    chain(t, "adcs", "adcs", upper, words("p", 4, 4))
    t.at("over", "r0", "movs $over, #0", "adcs $over, $over")
    t.at("c", "r1", f"ldr $c, [sp, #{CARRY}]")
    t.at("zero", "r2", "movs $zero, #0", "adds $t8, $t8, $c")
    t(*(f"adcs ${word}, $zero" for word in (*upper[1:], "over")), f"str $over, [sp, #{CARRY}]")
    t.at("to", "r0", "add $to, sp, #16", f"stmia $to!, {listed(upper)}")
    t.at("from", "r1", "mov $from, $to", "adds $from, #16")
    rest = words("t", 4, 12)
    t.at(rest, low(4, 5, 6, 7), f"ldmia $from!, {listed(rest)}", f"stmia $to!, {listed(rest)}")


def put_back(t: Thumb) -> None:
    """m by a mask, in r2, to the eight words before r, by way of r3 to r6."""
    t(f"subs $r, #{4 * N}")
    for i in range(0, N, 2):
        v, w = words("v", 2, i), words("w", 2, i)
        t.at(v, "r3 r4", f"ldr ${v[0]}, [$r]", f"ldr ${v[1]}, [$r, #4]")
        t.at(w, "r5 r6", f"ldmia $m!, {listed(w)}", *(f"ands ${word}, $mask" for word in w))
        t(f"adcs ${v[0]}, ${w[0]}" if i else f"adds ${v[0]}, ${v[0]}, ${w[0]}")
        t(f"adcs ${v[1]}, ${w[1]}", f"stmia $r!, {listed(v)}")
        t.drop(*v, *w)


def begin(first: str, rest: str) -> Thumb:
    """A sum or a difference, to r; the modulus waits in r12."""
    t = start(r="r0", a="r1", b="r2", m="r3")
    t.move("m", "r12")
    pair(t, first, rest, N)
    t.drop("a", "b")
    return t


def end(t: Thumb) -> list[str]:
    t.move("m", "r1")
    put_back(t)
    t("bx lr")
    return t.lines


def sub() -> list[str]:
    t = begin("subs", "sbcs")
    t.at("mask", "r2", "sbcs $mask, $mask")
    return end(t)


def add() -> list[str]:
    """The sum less m, which goes back."""
    t = begin("adds", "adcs")
    t.at("over", "r2", "movs $over, #0", "adcs $over, $over")
    t.at("from", "r1", "mov $from, $m")
    t(f"subs $r, #{4 * N}")
    for i in range(0, N, 2):
        v, w = words("v", 2, i), words("w", 2, i)
        t.at(v, "r3 r4", f"ldr ${v[0]}, [$r]", f"ldr ${v[1]}, [$r, #4]")
        t.at(w, "r5 r6", f"ldmia $from!, {listed(w)}")
        t(f"sbcs ${v[0]}, ${w[0]}" if i else f"subs ${v[0]}, ${v[0]}, ${w[0]}")
        t(f"sbcs ${v[1]}, ${w[1]}", f"stmia $r!, {listed(v)}")
        t.drop(*v, *w)
    t.at("zero", "r3", "movs $zero, #0", "sbcs $over, $zero")
    t.rename("over", "mask")
    t.drop("from", "zero")
    return end(t)


def half() -> list[str]:
    """What m makes even, shifted from its highest word on."""
    t = start(r="r0", a="r1", m="r3")
    t.at("mask", "r2", "ldr $mask, [$a]", "lsls $mask, $mask, #31", "asrs $mask, $mask, #31")
    for i in range(0, N, 2):
        v = words("v", 2, i)
        t.at(v, "r4 r5", f"ldmia $a!, {listed(v)}")
        for j, word in enumerate(v, i):
            t.at("w", "r6", "ldmia $m!, {$w}", "ands $w, $mask")
            t(f"adcs ${word}, $w" if j else f"adds ${word}, ${word}, $w")
        t(f"stmia $r!, {listed(v)}")
        t.drop(*v)
    t.at("above", "r1", "sbcs $above, $above", "adds $above, #1", "lsls $above, $above, #31")
    t(f"subs $r, #{4 * N}")
    for i in reversed(range(N)):
        t.at("v", "r4", f"ldr $v, [$r, #{4 * i}]")
        t.at("next", "r2" if i % 2 else "r3", "lsls $next, $v, #31")
        t("lsrs $v, $v, #1", "orrs $v, $above", f"str $v, [$r, #{4 * i}]")
        t.drop("above", "v")
        t.rename("next", "above")
    t("bx lr")
    return t.lines
