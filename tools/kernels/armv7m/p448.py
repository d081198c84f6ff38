# SPDX-License-Identifier: MIT
"""Field arithmetic modulo p = 2^448 - 2^224 - 1 for ARMv7-M: functions that take r, a and b in r0,
r1 and r2, and keep r7 alone. Numbers are fourteen limbs below p; 2^448 counts 2^224 + 1. And the
reduction of a product, by the procedure call standard."""

from collections.abc import Callable

from tools.kernels.armv7m.words import words
from tools.kernels.thumb import ALL, KEEP, LEAF, Thumb, listed, load_several

N = 14
HALF = N // 2
BYTES = 4 * HALF
A24 = 39081
UPPER = words("a", HALF)


def store_less(t: Thumb, names: list[str], first: int) -> None:
    """Limbs of the result, from the first of these on, less 2^224 + 1 as often as `back` says."""
    for i, name in enumerate(names, first):
        back = "$back" if i % HALF == 0 else "#0"
        t(f"{'sbcs' if i else 'subs'} ${name}, ${name}, {back}")
        t(f"str ${name}, [$r, #{4 * i}]")


def end(t: Thumb, held: list[str]) -> list[str]:
    """Take back what is too much, from limbs at r and from the last ones in registers."""
    stored = N - len(held)
    for first in range(0, stored, 8):
        names = [f"y{i}" for i in range(min(8, stored - first))]
        t.take(*names)
        for i, name in enumerate(names, first):
            t(f"ldr ${name}, [$r, #{4 * i}]")
        store_less(t, names, first)
        t.drop(*names)
    store_less(t, held, stored)
    t("bx lr")
    return t.lines


def passing(t: Thumb, size: int, word: Callable[[int, str, str], list[str]]) -> list[str]:
    """What is done with each limb of a and that of b, in groups of a size, goes to r; the last
    group stays in registers."""
    for first in range(0, N, size):
        group = range(first, min(first + size, N))
        last = group[-1] == N - 1
        xs, ys = [f"x{i}" for i in group], [f"y{i}" for i in group]
        for number, names in (("a", xs), ("b", ys)):
            t.take(*names)
            t(f"ldmia ${number}{'' if last else '!'}, {listed(names)}")
        for i in group:
            for line in word(i, f"$x{i}", f"$y{i}"):
                t(line)
            if not last:
                t(f"str $x{i}, [$r, #{4 * i}]")
        t.drop(*ys, *([] if last else xs))
    t.drop("a", "b")
    return xs


def field_sub() -> list[str]:
    """A borrow goes back as 2^224 + 1."""
    t = Thumb(LEAF, r="r0", a="r1", b="r2")
    held = passing(t, 4, lambda i, x, y: [f"{'sbcs' if i else 'subs'} {x}, {x}, {y}"])
    t.take("back")
    t("sbc $back, $back, $back")
    t("rsb $back, $back, #0")
    return end(t, held)


def field_negate_masked() -> list[str]:
    """The complement less 2^224, if that is not of zero."""
    t = Thumb(LEAF, r="r0", mask="r1")
    limbs = [f"x{i}" for i in range(HALF)]
    t.take(*limbs, "any")
    for half in range(2):
        t(f"ldmia $r!, {listed(limbs)}")
        for i, name in enumerate(limbs):
            if half or i:
                t(f"orr $any, ${'any' if half or i > 1 else 'x0'}, ${name}")
    t("cmp $any, #1")
    t("sbc $any, $any, $any")
    t("bic $mask, $mask, $any")
    for half in range(2):
        if half:
            t(f"ldmdb $r, {listed(limbs)}")
        for i, name in enumerate(limbs):
            t(f"eor ${name}, ${name}, $mask")
            if not half:
                t(f"{'sbcs' if i else 'subs'} ${name}, ${name}, {'#0' if i else '$mask, lsr #31'}")
        t(f"stmdb $r!, {listed(limbs)}")
    t("bx lr")
    return t.lines


def field_select() -> list[str]:
    """By a multiple of the difference."""
    t = Thumb(LEAF, r="r0", a="r1", bit="r2")
    for first in range(0, N, 4):
        group = range(min(4, N - first))
        rs, xs = [f"r{i}" for i in group], [f"x{i}" for i in group]
        t.take(*rs, *xs)
        t(f"ldmia $r, {listed(rs)}")
        t(f"ldmia $a!, {listed(xs)}")
        for r, x in zip(rs, xs, strict=True):
            t(f"sub ${x}, ${x}, ${r}")
            t(f"mla ${r}, ${x}, $bit, ${r}")
        t(f"stmia $r!, {listed(rs)}")
        t.drop(*rs, *xs)
    t("bx lr")
    return t.lines


def field_add() -> list[str]:
    """With 2^224 + 1 more, which goes back unless that carries."""
    t = Thumb(LEAF, r="r0", a="r1", b="r2")
    t("cmp $r, $r")
    for size in (4, 3):
        xs, ys = words("x", size), words("y", size)
        t.take(*xs, *ys)
        t(f"ldmia $a!, {listed(xs)}")
        t(f"ldmia $b!, {listed(ys)}")
        for x, y in zip(xs, ys, strict=True):
            t(f"adcs ${x}, ${x}, ${y}")
        t(f"stmia $r!, {listed(xs)}")
        t.drop(*xs, *ys)
    t.take(*UPPER)
    t(f"ldmia $a, {listed(UPPER)}")
    t.drop("a")
    for first in (0, 3, 6):
        ys = words("y", min(3, HALF - first))
        t.take(*ys)
        t(f"ldmia $b!, {listed(ys)}")
        for x, y in zip(UPPER[first:], ys, strict=False):
            t(f"adcs ${x}, ${x}, ${y}")
        t.drop(*ys)
    t.drop("b")
    t.take("back")
    t("mov $back, #0")
    t("adc $back, $back, #0")
    for i, x in enumerate(UPPER):
        t(f"{'adcs' if i else 'adds'} ${x}, ${x}, #{0 if i else 1}")
    t("adc $back, $back, #0")
    t("rsb $back, $back, #1")
    t(f"sub $r, $r, #{BYTES}")
    for first in (0, 3, 6):
        xs = words("x", min(3, HALF - first))
        t.take(*xs)
        t(load_several("r", xs))
        for i, x in enumerate(xs, first):
            t(f"{'sbcs' if i else 'subs'} ${x}, ${x}, {'#0' if i else '$back'}")
        t(f"stmia $r!, {listed(xs)}")
        t.drop(*xs)
    for i, x in enumerate(UPPER):
        t(f"sbcs ${x}, ${x}, {'#0' if i else '$back'}")
    t(f"stmia $r, {listed(UPPER)}")
    t("bx lr")
    return t.lines


def field_mul_small() -> list[str]:
    """A factor times a, by halves of limbs, and b. The topmost limbs alone tell how often that has
    2^448 in it, e times or once more; with e + 1 times 2^224 + 1 it then has so e + 1 times, or one
    goes back. e + 1 in m, and in either half first in c."""
    t = Thumb(LEAF, r="r0", a="r1", b="r2")
    t.take("c", "m", "factor", "h", "x", "y")

    def multiply_add() -> None:
        for line in (
            "mul $h, $h, $factor",
            "mul $y, $y, $factor",
            "adds $x, $x, $c",
            "lsr $c, $h, #16",
            "adc $c, $c, #0",
            "adds $x, $x, $y",
            "adc $c, $c, #0",
            "adds $x, $x, $h, lsl #16",
            "adc $c, $c, #0",
        ):
            t(line)

    t(f"movw $factor, #{A24}")
    t("movs $c, #0")
    t(f"ldrh $y, [$a, #{4 * (N - 1)}]")
    t(f"ldrh $h, [$a, #{4 * N - 2}]")
    t(f"ldr $x, [$b, #{4 * (N - 1)}]")
    multiply_add()
    t("add $m, $c, #1")
    t("movs $c, #0")
    t.take("end", "all")
    t(f"add $all, $a, #{4 * N}")
    t("1:")
    t("add $c, $c, $m")
    t(f"add $end, $a, #{BYTES}")
    t("2:")
    t("ldrh $h, [$a, #2]")
    t("ldrh $y, [$a], #4")
    t("ldr $x, [$b], #4")
    multiply_add()
    t("str $x, [$r], #4")
    t("cmp $a, $end")
    t("bne 2b")
    t("cmp $a, $all")
    t("bne 1b")
    t("sub $m, $m, $c")
    t(f"sub $r, $r, #{4 * N}")
    t.drop("a", "b", "c", "factor", "h", "x", "y", "end", "all")
    t.rename("m", "back")
    return end(t, [])


def each(t: Thumb, offset: int, word: Callable[[int, str], list[str]]) -> None:
    """What is done with each of seven words of t, by way of x and y. It leaves the carry alone."""
    for i in (0, 2, 4):
        t(f"ldrd $x, $y, [$t, #{offset + 4 * i}]")
        for line in (*word(i, "$x"), *word(i + 1, "$y")):
            t(line)
    t(f"ldr $x, [$t, #{offset + 24}]")
    for line in word(6, "$x"):
        t(line)


def to_upper(i: int, w: str) -> list[str]:
    return [f"{'adcs' if i else 'adds'} $a{i}, $a{i}, {w}"]


def carry_lower(word: str, target: str) -> Callable[[int, str], list[str]]:
    """Add a word to the lower half, and keep it, if at all, at a target."""

    def add(i: int, w: str) -> list[str]:
        lines = [f"adcs {w}, {w}, #0" if i else f"adds {w}, {w}, {word}"]
        return [*lines, f"str {w}, [{target}, #{4 * i}]"] if target else lines

    return add


def carry_upper(t: Thumb, word: str) -> None:
    """Add a word and the carry to the upper half."""
    for i, name in enumerate(UPPER):
        t(f"adcs ${name}, ${name}, {'#0' if i else word}")


def reduce_p448() -> list[str]:
    """For halves l, l', h and h', s = h + h' goes to both l and l', and h' to l' once more. What
    that carries counts 1 in either half. Then, once, so does what is carried again, or would be if
    1 and 2^224 were added, since this is not below p."""
    t = Thumb(ALL, r="r0", t="r1")
    t(f"push {{{KEEP}, lr}}")
    t.take(*UPPER, "x", "y", "top", "middle")
    t(f"add $x, $t, #{2 * BYTES}")
    t(f"ldm $x, {listed(UPPER)}")
    each(t, 3 * BYTES, to_upper)
    t("mov $top, #0")
    t("adc $top, $top, #0")

    def to_lower(i: int, w: str) -> list[str]:
        return [f"{'adcs' if i else 'adds'} {w}, {w}, $a{i}", f"str {w}, [$t, #{4 * i}]"]

    each(t, 0, to_lower)
    t("adc $middle, $top, #0")
    for offset in (BYTES, 3 * BYTES):
        each(t, offset, to_upper)
        t("adc $top, $top, #0")
    t("add $middle, $middle, $top")
    each(t, 0, carry_lower("$top", "$t"))
    carry_upper(t, "$middle")
    t("mov $top, #0")
    t("adc $top, $top, #0")
    each(t, 0, carry_lower("#1", ""))
    for i, name in enumerate(UPPER):
        t(f"adcs $x, ${name}, #{0 if i else 1}")
    t("adc $top, $top, #0")
    each(t, 0, carry_lower("$top", "$r"))
    carry_upper(t, "$top")
    t(f"add $r, $r, #{BYTES}")
    t(f"stm $r, {listed(UPPER)}")
    t(f"pop {{{KEEP}, pc}}")
    return t.lines
