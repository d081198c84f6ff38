# SPDX-License-Identifier: MIT
"""Multiplication modulo any odd number m of ten, twelve or sixteen limbs for ARMv7-M, by
Karatsuba's method and the reduction of montgomery.py: a function that takes r, a and b in r0, r1
and r2 and in r3 the modulus as field/field.h has it, its limbs first, and keeps r7 alone. Numbers
are below m."""

from collections.abc import Iterator

from tools.kernels.armv7m import karatsuba
from tools.kernels.armv7m.montgomery import reduce
from tools.kernels.armv7m.words import words
from tools.kernels.thumb import Thumb, listed, load_several

LENGTHS = (10, 12, 16)


def frame(n: int) -> karatsuba.Frame:
    return karatsuba.Frame(n // 2, modulus=True)


def mul(n: int, wide: bool) -> list[str]:
    """Where both factors are one array, their difference is squared."""

    def finish(t: Thumb) -> None:
        join(t, n)
        reduce(t, n, frame(n).size, wide)
        subtract_once(t, n)
        frame(n).leave(t)

    return karatsuba.multiply(frame(n), wide, finish)


def groups(count: int) -> Iterator[list[int]]:
    """Words, four at a time."""
    for first in range(0, count, 4):
        yield list(range(first, min(first + 4, count)))


def read(t: Thumb, name: str, some: list[int], pointer: str) -> list[str]:
    """New values, which the pointer goes past."""
    names = words(name, len(some))
    t.take(*names)
    t(load_several(f"{pointer}!", names))
    return names


def write(t: Thumb, names: list[str], pointer: str) -> None:
    t(f"stm ${pointer}!, {listed(names)}")
    t.drop(*names)


def add_words(t: Thumb, names: list[str], terms: list[str], carry: str) -> None:
    """With a carry that is bit 0 of a value between groups."""
    t(f"lsrs ${carry}, ${carry}, #1")
    for name, term in zip(names, terms, strict=True):
        t(f"adcs ${name}, ${name}, ${term}")
    t(f"mov ${carry}, #0", f"adc ${carry}, ${carry}, #0")
    t.drop(*terms)


def join(t: Thumb, n: int) -> None:
    """Karatsuba's sum in the frame. The products l of the lower halves and h of the upper ones lie
    where they count; half a number higher come l + h and d, that of the differences, by its sign:
    the complement of its words, 1 more, and 1 less above."""
    t = t.part()
    half, f = n // 2, frame(n)
    t.take("l", "h", "d", "sign", "c", "k")
    t("mov $l, sp", f"add $h, sp, #{f.higher}", f"add $d, sp, #{f.middle}")
    t(f"ldr $sign, [sp, #{f.sign}]", "mov $c, #0", "mov $k, $sign")
    for some in groups(n):
        sums = read(t, "x", some, "l")
        add_words(t, sums, read(t, "y", some, "h"), "c")
        terms = words("y", len(some))
        t.take(*terms)
        t(f"ldm $d, {listed(terms)}")
        for name in terms:
            t(f"eor ${name}, ${name}, $sign")
        add_words(t, sums, terms, "k")
        write(t, sums, "d")
    t("add $c, $c, $k", "add $c, $c, $sign", "mov $k, #0")
    t(f"add $l, sp, #{f.bytes}", f"add $d, sp, #{f.middle}")
    t.drop("h", "sign")
    for some in groups(n):
        terms = read(t, "y", some, "d")
        sums = words("x", len(some))
        t.take(*sums)
        t(f"ldm $l, {listed(sums)}")
        add_words(t, sums, terms, "k")
        write(t, sums, "l")
    t("add $c, $c, $k")
    t.drop("k", "d")
    top = words("x", half)
    t.take(*top)
    t(f"ldm $l, {listed(top)}")
    for i, name in enumerate(top):
        t(f"{'adcs' if i else 'adds'} ${name}, ${name}, {'#0' if i else '$c'}")
    write(t, top, "l")


def subtract_once(t: Thumb, n: int) -> None:
    """The sum of both halves, the upper one at r0, less m at r1, to the lower half; and to r, with
    m back by a mask."""
    t = t.part(h="r0", m="r1")
    t.take("l", "c", "borrow")
    t("mov $l, sp", "mov $c, #0", "mov $borrow, #0")
    for some in groups(n):
        sums = read(t, "x", some, "h")
        terms = words("y", len(some))
        t.take(*terms)
        t(f"ldm $l, {listed(terms)}")
        add_words(t, sums, terms, "c")
        terms = read(t, "y", some, "m")
        t("rsbs $borrow, $borrow, #0")
        for name, term in zip(sums, terms, strict=True):
            t(f"sbcs ${name}, ${name}, ${term}")
        t("sbc $borrow, $borrow, $borrow")
        t.drop(*terms)
        write(t, sums, "l")
    t("add $c, $c, $borrow")
    t.rename("c", "mask")
    t.rename("borrow", "k")
    t.rename("h", "r")
    t(f"ldr $r, [sp, #{frame(n).size}]", f"sub $m, $m, #{4 * n}", "mov $l, sp", "mov $k, #0")
    for some in groups(n):
        sums = read(t, "x", some, "l")
        terms = read(t, "y", some, "m")
        for name in terms:
            t(f"and ${name}, ${name}, $mask")
        add_words(t, sums, terms, "k")
        write(t, sums, "r")
