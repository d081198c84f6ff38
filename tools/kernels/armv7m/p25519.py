# SPDX-License-Identifier: MIT
"""Field arithmetic modulo p = 2^255 - 19 for ARMv7-M: functions that take r, a and b in r0, r1
and r2 and keep r7 alone. Numbers are eight limbs below 2 p = 2^256 - 38, so that two stand for each
element; only `canonical` decides for one."""

from tools.kernels.armv7m.p256 import NAMES, combine
from tools.kernels.thumb import LEAF, Thumb, listed


def fold_top(t: Thumb, top: str, count: str, spare: str) -> None:
    """count = 19 (2 count + the top bit of `top`), which loses it."""
    t(f"lsls ${top}, ${top}, #1")
    t(f"adc ${count}, ${count}, ${count}")
    t(f"lsr ${top}, ${top}, #1")
    t(f"add ${spare}, ${count}, ${count}, lsl #1")
    t(f"add ${count}, ${spare}, ${count}, lsl #4")


def load_all(t: Thumb, number: str = "a") -> None:
    t.take(*NAMES)
    t(f"ldmia ${number}, {listed(NAMES)}")


def store_all(t: Thumb) -> None:
    for i, name in enumerate(NAMES):
        t(f"str ${name}, [$r, #{4 * i}]")
    t("bx lr")


def chain(t: Thumb, op: str, word: str) -> None:
    """Add or subtract a word, and what is carried on from it."""
    rest = {"adds": "adcs", "subs": "sbcs"}[op]
    for i, name in enumerate(NAMES):
        t(f"{rest} ${name}, ${name}, #0" if i else f"{op} ${name}, ${name}, {word}")


def field_add() -> list[str]:
    t = Thumb(LEAF, r="r0", a="r1", b="r2")
    load_all(t)
    t.rename("a", "x")
    t.take("y")
    combine(t, "b", "adds", "adcs")
    t("mov $x, #0")
    t("adc $x, $x, $x")
    fold_top(t, "t7", "x", "y")
    chain(t, "adds", "$x")
    store_all(t)
    return t.lines


def field_sub() -> list[str]:
    """A borrow counts 38, for which there is room: a - b + 2^256 is above that, as b < 2 p."""
    t = Thumb(LEAF, r="r0", a="r1", b="r2")
    load_all(t)
    t.rename("a", "x")
    t.take("y")
    combine(t, "b", "subs", "sbcs")
    t("sbc $x, $x, $x")
    t("and $x, $x, #38")
    chain(t, "subs", "$x")
    store_all(t)
    return t.lines


def field_canonical() -> list[str]:
    """Not below p is what reaches 2^255 by 19 more."""
    t = Thumb(LEAF, r="r0", a="r1")
    load_all(t)
    t.rename("a", "x")
    for i, name in enumerate(NAMES):
        t(f"{'adcs' if i else 'adds'} $x, ${name}, {'#0' if i else '#19'}")
    t("asr $x, $x, #31")
    t("and $x, $x, #19")
    chain(t, "adds", "$x")
    t("bic $t7, $t7, #0x80000000")
    store_all(t)
    return t.lines


def field_negate_masked() -> list[str]:
    """The complement and one more; a borrow, which is there unless r = 0, counts 38."""
    t = Thumb(LEAF, r="r0", mask="r1")
    load_all(t, "r")
    t.take("x")
    for name in NAMES:
        t(f"eor ${name}, ${name}, $mask")
    chain(t, "adds", "$mask, lsr #31")
    t("sbc $x, $x, $x")
    t("and $x, $x, $mask")
    t("and $x, $x, #38")
    chain(t, "subs", "$x")
    store_all(t)
    return t.lines


def field_select() -> list[str]:
    """By a multiple of the difference."""
    t = Thumb(LEAF, r="r0", a="r1", bit="r2")
    rs, xs = [f"r{i}" for i in range(4)], [f"x{i}" for i in range(4)]
    t.take(*rs, *xs)
    for half in range(2):
        t(f"ldmia $r, {listed(rs)}")
        t(f"ldmia $a{'' if half else '!'}, {listed(xs)}")
        for r, x in zip(rs, xs, strict=True):
            t(f"sub ${x}, ${x}, ${r}")
            t(f"mla ${r}, ${x}, $bit, ${r}")
        t(f"stmia $r{'' if half else '!'}, {listed(rs)}")
    t("bx lr")
    return t.lines


def times_38(t: Thumb) -> None:
    """w = the lower word of 38 w, and h = the upper, by halves; y is lost."""
    t("lsr $h, $w, #16")
    t("uxth $y, $w")
    t("mul $h, $h, $k")
    t("mul $y, $y, $k")
    t("mul $w, $w, $k")
    t("add $h, $h, $y, lsr #16")
    t("lsr $h, $h, #16")


def field_fold() -> list[str]:
    """What is above 2^255 counts 19 for each. It is found first, from the topmost words alone, and
    goes into the lowest: what is carried to the topmost is then less than 2^8, and that has 31
    bits."""
    t = Thumb(LEAF, r="r0", t="r1")
    t.take("w", "h", "y", "k", "c", "top")
    t("mov $k, #38")
    t("ldr $w, [$t, #60]")
    times_38(t)
    t("ldr $top, [$t, #28]")
    t("adds $top, $top, $w")
    t("adc $c, $h, #0")
    fold_top(t, "top", "c", "y")
    for i in range(7):
        t(f"ldr $w, [$t, #{4 * i + 32}]")
        times_38(t)
        t(f"ldr $y, [$t, #{4 * i}]")
        t("adds $w, $w, $c")
        t("adc $h, $h, #0")
        t("adds $w, $w, $y")
        t("adc $c, $h, #0")
        t(f"str $w, [$r, #{4 * i}]")
    t("add $top, $top, $c")
    t("str $top, [$r, #28]")
    t("bx lr")
    return t.lines
