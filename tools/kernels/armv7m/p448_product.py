# SPDX-License-Identifier: MIT
"""The multiplication modulo p = 2^448 - 2^224 - 1 for ARMv7-M, by Karatsuba's method: of products
of halves, seven words each, from halves of words or, `wide`, by UMULL."""

from tools.kernels.armv7m.p448 import BYTES, HALF
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
from tools.kernels.thumb import ALL, Thumb, listed

# The frame, under {r0, r1, r2, r7, lr}: the product of the lower halves, that of the upper halves,
# that of the differences, and a mask: whether to subtract it.
LOWER, HIGHER, MIDDLE, SIGN = 0, 2 * BYTES, 4 * BYTES, 6 * BYTES
FRAME = SIGN + 4
STACK = 20 + FRAME + 12
PRODUCT, SQUARE, DIFFERENCE = 4, 5, 6


def multiply(wide: bool) -> list[str]:
    """Where both factors are one array, the difference is squared."""
    t = Thumb(ALL, r="r0", a="r1", b="r2", sign="r3")
    t("push {$r, $a, $b, r7, lr}")
    t(f"sub sp, #{FRAME}")
    # The differences go to where the lower product will be.
    t("mov $r, sp")
    call(t, DIFFERENCE)
    t(f"ldrd $a, $b, [sp, #{FRAME + 4}]")
    t("cmp $a, $b")
    t("beq 2f")
    t(f"str $sign, [sp, #{SIGN}]")
    t("mov $a, $b")
    t(f"add $r, sp, #{BYTES}")
    call(t, DIFFERENCE)
    # Of one sign: that of one difference and of the other's reverse is not.
    t.at("x", "r2", f"ldr $x, [sp, #{SIGN}]", "eor $sign, $sign, $x")
    t("mvn $sign, $sign")
    t(f"str $sign, [sp, #{SIGN}]")
    t.at("b", "r2")
    call(t, PRODUCT, f"add $r, sp, #{MIDDLE}", "mov $a, sp", f"add $b, sp, #{BYTES}")
    call(t, PRODUCT, "mov $r, sp", f"ldrd $a, $b, [sp, #{FRAME + 4}]")
    more = (f"add $a, $a, #{BYTES}", f"add $b, $b, #{BYTES}")
    call(t, PRODUCT, f"add $r, sp, #{HIGHER}", f"ldrd $a, $b, [sp, #{FRAME + 4}]", *more)
    t("b 3f")
    t("2:")
    t("mov $sign, #-1")
    t(f"str $sign, [sp, #{SIGN}]")
    call(t, SQUARE, f"add $r, sp, #{MIDDLE}", "mov $a, sp")
    call(t, SQUARE, "mov $r, sp", f"ldr $a, [sp, #{FRAME + 4}]")
    call(t, SQUARE, f"add $r, sp, #{HIGHER}", f"ldr $a, [sp, #{FRAME + 4}]", more[0])
    t = t.part(a="r1", b="r2")
    t("3:")
    join(t)
    t(f"{DIFFERENCE}:")
    difference(t)
    t(f"{PRODUCT}:")
    product(t, wide)
    t(f"{SQUARE}:")
    square(t, wide)
    return t.lines


def call(t: Thumb, label: int, *operands: str) -> None:
    for line in operands:
        t(line)
    t(f"bl {label}f")


def difference(t: Thumb) -> None:
    """Subroutine: to r0 the absolute value of seven words at r1 less the seven above them, and to
    r3 whether that took a negation: a mask. Keeps r2."""
    t = t.part(r="r0", a="r1", b="r2")
    low = words("l", HALF)
    t.take("sign")
    t.take(*low)
    t(f"ldm $a!, {listed(low)}")
    for first in range(0, HALF, 2):
        high = words("h", min(2, HALF - first))
        t.take(*high)
        t(f"ldm $a!, {listed(high)}")
        for i, name in enumerate(high, first):
            t(f"{'sbcs' if i else 'subs'} $l{i}, $l{i}, ${name}")
        t.drop(*high)
    t("sbc $sign, $sign, $sign")
    for name in low:
        t(f"eor ${name}, ${name}, $sign")
    chain(t, "subs", "sbcs", low, ["sign"] * HALF)
    t(f"stm $r, {listed(low)}")
    t("bx lr")


def product(t: Thumb, wide: bool) -> None:
    """Subroutine: fourteen words to r0, of seven at r1 times seven at r2, two of the former at a
    time and the last alone. Loses all registers."""
    t = t.part(r="r0", a="r1", b="r2")
    t("push {r0, r1, lr}")
    zeros = words("z", HALF)
    t.take(*zeros)
    for i, name in enumerate(zeros):
        t(f"mov ${name}, #0" if i == 0 else f"mov ${name}, $z0")
    t(f"stm $r, {listed(zeros)}")
    t.drop(*zeros)
    t("1:")
    load_pair(t, wide, "a")
    multiply_row(t, wide, range(HALF), 0, True)
    t.drop(*PAIR[: 2 if wide else 4])
    t.held["a"] = "r1"
    t.take("start")
    t("ldrd $start, $a, [sp]")
    t("adds $r, $r, #8")
    t("adds $a, $a, #8")
    t("str $a, [sp, #4]")
    t("subs $start, $r, $start")
    t(f"cmp $start, #{4 * (HALF - 1)}")
    t("bne 1b")
    t.drop("start")
    load_word(t, wide, "a", 0)
    for j in range(HALF):
        load_factor(t, wide, f"[$b, #{4 * j}]", f"[$b, #{4 * j + 2}]")
        t.take("t")
        t(f"ldr $t, [$r, #{4 * j}]")
        single_step(t, wide, j > 0)
        t(f"str $x, [$r, #{4 * j}]")
        t.drop("x")
    t(f"str $c0, [$r, #{BYTES}]")
    t("add sp, #8")
    t("pop {pc}")


def square(t: Thumb, wide: bool) -> None:
    """Subroutine: fourteen words to r0, the square of seven at r1. Products with words of later
    pairs, to which the squares of pairs are added and they once more, as soon as they are complete.
    Loses all registers."""
    t = t.part(r="r0", b="r1")
    t("push {r0, lr}")
    t.take("c", "zero")
    t("movs $c, #0")
    t("movs $zero, #0")
    t("strd $c, $zero, [$r]")
    t(f"str $c, [$r, #{8 * HALF - 4}]")
    t.drop("zero")
    for i in range(0, HALF, 2):
        squares = words("s", 4 if i < HALF - 1 else 2)
        t.take("a")
        t("mov $a, $b")
        if len(squares) == 4:
            t("str $c, [sp]")
            t.drop("c")
            load_pair(t, wide, "a", 4 * i)
            multiply_row(t, wide, range(i + 2, HALF), i, i > 0)
        else:
            load_word(t, wide, "a", 4 * i)
        square_words(t, wide, squares)
        if len(squares) == 4:
            t.take("c")
            t("ldr $c, [sp]")
        chain(t, "adds", "adcs", squares, ["c", *["#0"] * (len(squares) - 1)])
        t("mov $c, #0")
        t("adc $c, $c, #0")
        crosses = words("x", len(squares))
        load(t, crosses, "$r", 8 * i)
        for _ in range(2):
            chain(t, "adds", "adcs", squares, crosses)
            t("adc $c, $c, #0")
        t.drop(*crosses)
        store(t, squares, "$r", 8 * i)
    t("pop {r1, pc}")


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


def sum_words(t: Thumb, place: int, sign: bool = False) -> None:
    """To seven words in registers seven of the frame, by a mask inverted or not."""
    for i in range(0, HALF, 2):
        names = words("y", min(2, HALF - i))
        t.take(*names)
        at = f"[sp, #{place + 4 * i}]"
        t(f"ldrd $y0, $y1, {at}" if len(names) == 2 else f"ldr $y0, {at}")
        for k, name in enumerate(names, i):
            if sign:
                t(f"eor ${name}, ${name}, $sign")
            t(f"{'adcs' if k else 'adds'} $s{k}, $s{k}, ${name}")
        t.drop(*names)


def join(t: Thumb) -> None:
    """Of the products l + l' 2^224 of the lower halves, h + h' 2^224 of the upper ones and
    d + d' 2^224 of the differences, with e = l + h and e' = l' + h': the lower half of the result
    is e + e' + h' + d', the upper one as much and e' + h + d. A negative product is the complement
    of its words and 1 - 2^448 = -2^224 more; times 2^224, that is -1 in either half. What is
    carried from the upper half counts 1 in either half as well. All this is taken with 2^224 + 1
    more. If 2^448 is then in it, that goes; else, that goes back."""
    t = t.part()
    sums = words("s", HALF)
    load(t, sums, "sp", LOWER + BYTES)
    t.take("c", "e")
    sum_words(t, HIGHER + BYTES)
    t("mov $e, #0")
    t("adc $e, $e, #0")
    t("mov $c, $e")
    keep(t, sums, LOWER + BYTES)
    t.take("sign")
    t(f"ldr $sign, [sp, #{SIGN}]")
    for place in (LOWER, HIGHER, HIGHER + BYTES, MIDDLE + BYTES):
        sum_words(t, place, place >= MIDDLE)
        t("adc $c, $c, #0")
    keep(t, sums, LOWER)
    t("add $e, $e, $c")
    for place in (LOWER + BYTES, HIGHER, MIDDLE):
        sum_words(t, place, place >= MIDDLE)
        t("adc $e, $e, #0")
    t("add $e, $e, $sign")
    t("add $e, $e, #1")
    t("add $c, $c, $e")
    t.drop("sign")
    pass_lower(t, "adds", "adcs", "e", "sp")
    t("adcs $s0, $s0, $c")
    for name in sums[1:]:
        t(f"adcs ${name}, ${name}, #0")
    # 1 where it does not carry.
    t("sbc $e, $e, $e")
    t("rsb $e, $e, #0")
    t.rename("c", "r")
    t(f"ldr $r, [sp, #{FRAME}]")
    pass_lower(t, "subs", "sbcs", "e", "$r")
    t("sbcs $s0, $s0, $e")
    for name in sums[1:]:
        t(f"sbcs ${name}, ${name}, #0")
    t(f"add $r, $r, #{BYTES}")
    t(f"stm $r, {listed(sums)}")
    t(f"add sp, #{FRAME + 12}")
    t("pop {r7, pc}")


def keep(t: Thumb, names: list[str], place: int) -> None:
    """Registers to the frame, which stay."""
    if place:
        t.take("place")
        t(f"add $place, sp, #{place}")
    t(f"stm {'$place' if place else 'sp'}, {listed(names)}")
    if place:
        t.drop("place")


def pass_lower(t: Thumb, first: str, rest: str, word: str, target: str) -> None:
    """The lower half, with a word added or subtracted, from the frame to a target."""
    for i in range(0, HALF, 2):
        names = words("y", min(2, HALF - i))
        t.take(*names)
        double = "d" if len(names) == 2 else ""
        t(f"ldr{double} {', '.join('$' + name for name in names)}, [sp, #{LOWER + 4 * i}]")
        for k, name in enumerate(names, i):
            t(f"{rest if k else first} ${name}, ${name}, {'#0' if k else '$' + word}")
        t(f"str{double} {', '.join('$' + name for name in names)}, [{target}, #{4 * i}]")
        t.drop(*names)
