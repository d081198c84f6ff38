# SPDX-License-Identifier: MIT
"""The reduction modulo p = 2^448 - 2^224 - 1 for ARMv7-M, by the procedure call standard."""

from collections.abc import Callable

from armv7m_words import words
from thumb import ALL, KEEP, Thumb, listed

HALF = 28  # bytes of seven words
UPPER = words("a", 7)


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


def reduce_curve448() -> list[str]:
    """For halves l, l', h and h', s = h + h' goes to both l and l', and h' to l' once more. What
    that carries counts 1 in either half. Then, once, so does what is carried again, or would be if
    1 and 2^224 were added, since this is not below p."""
    t = Thumb(ALL, r="r0", t="r1")
    t(f"push {{{KEEP}, lr}}")
    t.take(*UPPER, "x", "y", "top", "middle")
    t(f"add $x, $t, #{2 * HALF}")
    t(f"ldm $x, {listed(UPPER)}")
    each(t, 3 * HALF, to_upper)
    t("mov $top, #0")
    t("adc $top, $top, #0")

    def to_lower(i: int, w: str) -> list[str]:
        return [f"{'adcs' if i else 'adds'} {w}, {w}, $a{i}", f"str {w}, [$t, #{4 * i}]"]

    each(t, 0, to_lower)
    t("adc $middle, $top, #0")
    for offset in (HALF, 3 * HALF):
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
    t(f"add $r, $r, #{HALF}")
    t(f"stm $r, {listed(UPPER)}")
    t(f"pop {{{KEEP}, pc}}")
    return t.lines
