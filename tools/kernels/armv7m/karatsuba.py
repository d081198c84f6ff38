# SPDX-License-Identifier: MIT
"""Multiplications of numbers in two halves for ARMv7-M, by Karatsuba's method: of products of
halves, six or seven words each, from halves of words or, `wide`, by UMULL. Functions that take r, a
and b in r0, r1 and r2, and keep r7 alone."""

from collections.abc import Callable
from dataclasses import dataclass

from tools.kernels.armv7m.products import square_pair, square_word
from tools.kernels.armv7m.words import (
    PAIR,
    chain,
    load,
    load_factor,
    load_pair,
    load_word,
    multiply_row,
    single_step,
    store,
    words,
)
from tools.kernels.thumb import ALL, Thumb, listed, load_several

PRODUCT, SQUARE, DIFFERENCE = 4, 5, 6
SAVED = 20
CALLED = 12  # what subroutines push


@dataclass(frozen=True)
class Frame:
    """Under {r0, r1, r2, r7, lr}: the product of the lower halves, that of the upper halves, that
    of the differences, and a mask: whether to subtract it. A half is so many words. `first_row`
    says that the first row of a product, where nothing has been yet, has code of its own; with
    `modulus` there is r3 among what is pushed."""

    half: int
    first_row: bool = False
    modulus: bool = False

    @property
    def bytes(self) -> int:
        return 4 * self.half

    @property
    def higher(self) -> int:
        return 2 * self.bytes

    @property
    def middle(self) -> int:
        return 4 * self.bytes

    @property
    def sign(self) -> int:
        return 6 * self.bytes

    @property
    def size(self) -> int:
        return self.sign + 4

    @property
    def stack(self) -> int:
        return SAVED + 4 * self.modulus + self.size + CALLED

    def leave(self, t: Thumb) -> None:
        """The function's end."""
        t(f"add sp, #{self.size + 12 + 4 * self.modulus}")
        t("pop {r7, pc}")


def multiply(frame: Frame, wide: bool, join: Callable[[Thumb], None]) -> list[str]:
    """Where both factors are one array, the difference is squared. `join` makes the result of what
    is in the frame then, and leaves."""
    t = Thumb(ALL, r="r0", a="r1", b="r2", sign="r3")
    t(f"push {{$r, $a, $b, {'r3, ' if frame.modulus else ''}r7, lr}}")
    t(f"sub sp, #{frame.size}")
    # The differences go to where the lower product will be.
    t("mov $r, sp")
    call(t, DIFFERENCE)
    operands = f"ldrd $a, $b, [sp, #{frame.size + 4}]"
    t(operands)
    t("cmp $a, $b")
    t("beq 2f")
    t(f"str $sign, [sp, #{frame.sign}]")
    t("mov $a, $b")
    t(f"add $r, sp, #{frame.bytes}")
    call(t, DIFFERENCE)
    # Of one sign: that of one difference and of the other's reverse is not.
    t.at("x", "r2", f"ldr $x, [sp, #{frame.sign}]", "eor $sign, $sign, $x")
    t("mvn $sign, $sign")
    t(f"str $sign, [sp, #{frame.sign}]")
    t.at("b", "r2")
    middle, higher = f"add $r, sp, #{frame.middle}", f"add $r, sp, #{frame.higher}"
    call(t, PRODUCT, middle, "mov $a, sp", f"add $b, sp, #{frame.bytes}")
    call(t, PRODUCT, "mov $r, sp", operands)
    more = (f"add $a, $a, #{frame.bytes}", f"add $b, $b, #{frame.bytes}")
    call(t, PRODUCT, higher, operands, *more)
    t("b 3f")
    t("2:")
    t("mov $sign, #-1")
    t(f"str $sign, [sp, #{frame.sign}]")
    operand = f"ldr $a, [sp, #{frame.size + 4}]"
    call(t, SQUARE, middle, "mov $a, sp")
    call(t, SQUARE, "mov $r, sp", operand)
    call(t, SQUARE, higher, operand, more[0])
    t = t.part(a="r1", b="r2")
    t("3:")
    join(t)
    t(f"{DIFFERENCE}:")
    difference(t, frame.half)
    t(f"{PRODUCT}:")
    product(t, frame, wide)
    t(f"{SQUARE}:")
    square(t, frame.half, wide)
    return t.lines


def call(t: Thumb, label: int, *operands: str) -> None:
    for line in operands:
        t(line)
    t(f"bl {label}f")


def difference(t: Thumb, n: int) -> None:
    """Subroutine: to r0 the absolute value of n words at r1 less the n above them, and to r3
    whether that took a negation: a mask. Keeps r2."""
    t = t.part(r="r0", a="r1", b="r2")
    low = words("l", n)
    t.take("sign")
    t.take(*low)
    t(f"ldm $a!, {listed(low)}")
    # Eight words and what points to them leave one register but the return address.
    step = 2 if n < 8 else 1
    for first in range(0, n, step):
        high = words("h", min(step, n - first))
        t.take(*high)
        t(load_several("a!", high))
        for i, name in enumerate(high, first):
            t(f"{'sbcs' if i else 'subs'} $l{i}, $l{i}, ${name}")
        t.drop(*high)
    t("sbc $sign, $sign, $sign")
    for name in low:
        t(f"eor ${name}, ${name}, $sign")
    chain(t, "subs", "sbcs", low, ["sign"] * n)
    t(f"stm $r, {listed(low)}")
    t("bx lr")


def product(t: Thumb, frame: Frame, wide: bool) -> None:
    """Subroutine: 2 n words to r0, of the n of a half at r1 times n at r2, two of the former at a
    time and the last of an odd number alone. Loses all registers."""
    t = t.part(r="r0", a="r1", b="r2")
    n = frame.half
    t("push {r0, r1, lr}")
    if frame.first_row:
        row(t, n, wide, False)
        t("1:")
        next_row(t, "ldr $a, [sp, #4]")
        row(t, n, wide, True)
        t.take("start")
        t("ldr $start, [sp]")
        ends = 4 * (n - n % 2) - 8
    else:
        zeros = words("z", n)
        t.take(*zeros)
        for i, name in enumerate(zeros):
            t(f"mov ${name}, #0" if i == 0 else f"mov ${name}, $z0")
        t(f"stm $r, {listed(zeros)}")
        t.drop(*zeros)
        t("1:")
        row(t, n, wide, True)
        t.take("start")
        next_row(t, "ldrd $start, $a, [sp]")
        ends = 4 * (n - n % 2)
    t("subs $start, $r, $start")
    t(f"cmp $start, #{ends}")
    t("bne 1b")
    t.drop("start")
    if n % 2:
        last_row(t, n, wide)
    t("add sp, #8")
    t("pop {pc}")


def row(t: Thumb, n: int, wide: bool, above: bool) -> None:
    load_pair(t, wide, "a")
    multiply_row(t, wide, range(n), 0, above)
    t.drop(*PAIR[: 2 if wide else 4])
    t.held["a"] = "r1"


def next_row(t: Thumb, load: str) -> None:
    """To where the next two words are."""
    t(load)
    t("adds $r, $r, #8")
    t("adds $a, $a, #8")
    t("str $a, [sp, #4]")


def last_row(t: Thumb, n: int, wide: bool) -> None:
    load_word(t, wide, "a", 0)
    for j in range(n):
        load_factor(t, wide, f"[$b, #{4 * j}]", f"[$b, #{4 * j + 2}]")
        t.take("t")
        t(f"ldr $t, [$r, #{4 * j}]")
        single_step(t, wide, j > 0)
        t(f"str $x, [$r, #{4 * j}]")
        t.drop("x")
    t(f"str $c0, [$r, #{4 * n}]")


def square(t: Thumb, n: int, wide: bool) -> None:
    """Subroutine: 2 n words to r0, the square of n at r1. Products with words of later pairs, to
    which the squares of pairs are added and they once more, as soon as they are complete. What that
    carries to the next pair, at most 2, carries no further there: the lowest word of a square is 0,
    1 or 4 modulo 8. Loses all registers."""
    t = t.part(r="r0", b="r1")
    t("push {r0, lr}")
    crosses = range(2, 2 * n - 1 - (n + 1) % 2)
    for i in range(0, n, 2):
        first, last = i == 0, i + 2 >= n
        squares = words("s", 4 if i < n - 1 else 2)
        t.take("a")
        t("mov $a, $b")
        if not (first or last):
            t("str $c, [sp]")
            t.drop("c")
        (load_pair if len(squares) == 4 else load_word)(t, wide, "a", 4 * i)
        if not last:
            multiply_row(t, wide, range(i + 2, n), i, not first)
        square_words(t, wide, squares)
        if not last:
            t.take("c")
        if not first:
            if not last:
                t("ldr $c, [sp]")
            t("add $s0, $s0, $c")
        if not last:
            t("mov $c, #0")
        add_twice(t, squares, [k - 2 * i for k in crosses if 2 * i <= k < 2 * i + 4], i, last)
        store(t, squares, "$r", 8 * i)
    t("pop {r1, pc}")


def add_twice(t: Thumb, squares: list[str], places: list[int], i: int, last: bool) -> None:
    """The words of products in these places of four, and, but for the last pair, what that carries
    to c."""
    names = [f"x{place}" for place in places]
    load(t, names, "$r", 8 * i + 4 * places[0])
    sums = squares[places[0] :]
    for _ in range(2):
        chain(t, "adds", "adcs", sums, names + ["#0"] * (len(sums) - len(names)))
        if not last:
            t("adc $c, $c, #0")
    t.drop(*names)


def square_words(t: Thumb, wide: bool, squares: list[str]) -> None:
    """The square of two words, or of one, which are lost."""
    if wide:
        t.take(*squares)
        for i in range(len(squares) // 2):
            t(f"umull $s{2 * i}, $s{2 * i + 1}, $p{i}, $p{i}")
        if len(squares) == 2:
            t.drop("p0")
            return
        t("umull $p0, $p1, $p0, $p1")
        for _ in range(2):
            chain(t, "adds", "adcs", ["s1", "s2"], ["p0", "p1"])
            t("adc $s3, $s3, #0")
        t.drop("p0", "p1")
    elif len(squares) == 4:
        square_pair(t, False)
    else:
        t.take(*squares, "y")
        square_word(t, 0)
        t.drop("p0", "p1", "y")
