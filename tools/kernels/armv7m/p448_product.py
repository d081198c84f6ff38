# SPDX-License-Identifier: MIT
"""The multiplication modulo p = 2^448 - 2^224 - 1 for ARMv7-M, by Karatsuba's method: of halves of
seven words."""

from tools.kernels.armv7m import karatsuba
from tools.kernels.armv7m.p448 import BYTES, HALF
from tools.kernels.armv7m.words import load, words
from tools.kernels.thumb import Thumb, listed

FRAME = karatsuba.Frame(HALF)
LOWER, HIGHER, MIDDLE = 0, FRAME.higher, FRAME.middle


def multiply(wide: bool) -> list[str]:
    return karatsuba.multiply(FRAME, wide, join)


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
    t(f"ldr $sign, [sp, #{FRAME.sign}]")
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
    t(f"ldr $r, [sp, #{FRAME.size}]")
    pass_lower(t, "subs", "sbcs", "e", "$r")
    t("sbcs $s0, $s0, $e")
    for name in sums[1:]:
        t(f"sbcs ${name}, ${name}, #0")
    t(f"add $r, $r, #{BYTES}")
    t(f"stm $r, {listed(sums)}")
    FRAME.leave(t)


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
