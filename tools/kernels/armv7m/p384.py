# SPDX-License-Identifier: MIT
"""The multiplication modulo prime p384, p = B^12 - B^4 - B^3 + B - 1 for B = 2^32, for ARMv7-M, by
Karatsuba's method: of halves of six words. What adds and subtracts is in linear.py. Columns are
those of the product."""

from tools.kernels.armv7m import karatsuba
from tools.kernels.armv7m.linear import P384, add_back
from tools.kernels.armv7m.words import chain, words
from tools.kernels.thumb import Thumb, listed

N = 12
HALF = N // 2
FRAME = karatsuba.Frame(HALF, first_row=True)
BYTES = FRAME.bytes
# Where columns 12 to 23 come to, what is carried to column 12 and to column 18 besides, and four
# words that have to wait.
UPPER, CARRIES, WAITING = FRAME.higher, FRAME.middle, 0


def field_mul(wide: bool) -> list[str]:
    return karatsuba.multiply(FRAME, wide, finish)


def finish(t: Thumb) -> None:
    t = t.part()
    join(t)
    find_multiple(t)
    add_multiple(t)
    FRAME.leave(t)


def join(t: Thumb) -> None:
    """Karatsuba's sum of the products l + l' B^6 of the lower halves, h + h' B^6 of the upper ones
    and d + d' B^6 of the differences: with e = l' + h, the columns from 6 on are e + l + d, those
    from 12 on e + h' + d'. A negative product is the complement of its words, and 1 - B^12 more.
    Columns 0 to 11 come to t0 to t11."""
    e, m = words("e", HALF), words("m", HALF)
    t.take("place", "c", *e, *m)
    t(f"add $place, sp, #{BYTES}")
    t("mov $c, #0")
    t(f"ldm $place!, {listed(e)}")
    t(f"ldm $place!, {listed(m)}")
    chain(t, "adds", "adcs", e, m)
    t("adc $c, $c, #0")
    t(f"ldm $place, {listed(m)}")
    t(f"sub $place, $place, #{2 * BYTES}")
    chain(t, "adds", "adcs", m, e)
    t(f"stm $place, {listed(e)}")
    t.drop(*e)
    t.take("top", "sign")
    t("adc $top, $c, #0")
    t(f"ldr $sign, [sp, #{FRAME.sign}]")
    t(f"add $place, sp, #{FRAME.middle + BYTES}")
    add_difference(t, m, "adds")
    t("adc $top, $top, $sign")
    t(f"add $place, sp, #{UPPER}")
    t.take("low")
    t(f"add $low, sp, #{BYTES}")
    t(f"stm $place, {listed(m)}")
    t.drop(*m)
    columns = words("t", N)
    t.take(*columns[HALF:])
    t(f"ldm $low, {listed(columns[HALF:])}")
    t.drop("low")
    t(f"add $place, sp, #{FRAME.middle}")
    # The 1, as a carry.
    t("cmn $sign, #1")
    add_difference(t, columns[HALF:], "adcs")
    t.drop("sign", "place")
    t("adc $c, $c, #0")
    t(f"str $top, [sp, #{CARRIES + 4}]")
    t.drop("top")
    t.take(*columns[:HALF])
    t(f"ldm sp, {listed(columns[:HALF])}")
    chain(t, "adds", "adcs", columns[HALF:], columns[:HALF])
    t("adc $c, $c, #0")
    t(f"str $c, [sp, #{CARRIES}]")
    t.drop("c")


def add_difference(t: Thumb, names: list[str], first: str) -> None:
    """Half of the product of differences, at `place`, which goes on."""
    for group in (range(4), range(4, HALF)):
        terms = [f"d{i}" for i in group]
        t.take(*terms)
        t(f"ldm $place!, {listed(terms)}")
        for i, term in zip(group, terms, strict=True):
            t(f"eor ${term}, ${term}, $sign")
            t(f"{'adcs' if i else first} ${names[i]}, ${names[i]}, ${term}")
        t.drop(*terms)


def find_multiple(t: Thumb) -> None:
    """The limbs of the multiple q of p that makes the lower half 0 when it is added,

        q(j) = t(j) - q(j - 3) - q(j - 4) + q(j - 1),

    which columns become, three at a time for each term. What the three sums carry is in the highest
    bits of `flags`, that of the last first: a sum that goes on finds its own third."""
    t.take("flags", "x")
    t("mov $flags, #-1")
    chain(t, "adds", "adcs", ["t1", "t2"], ["t0", "t1"])
    t("rrx $flags, $flags")
    for first in range(3, N, 3):
        for op, back in (("sbcs", 3), ("sbcs", 4), ("adcs", 1)):
            columns = [j for j in range(first, first + 3) if j >= back]
            starts = first == 3 and op == "sbcs"
            if not starts:
                t("lsrs $x, $flags, #30")
            terms = [f"t{j - back}" for j in columns]
            chain(t, "subs" if starts else op, op, [f"t{j}" for j in columns], terms)
            t("rrx $flags, $flags")


def add_multiple(t: Thumb) -> None:
    """The upper half of the sum, less p, which is negative where p has to come back:

        t + q B - q B^3 - q B^4 + q B^12 + B^12 (1 - B + B^3 + B^4 - B^12)

    from column 12 on, where the sums in B, B^3 and B^4 have few words left. What four columns carry
    to the next is a number with a sign."""
    low, middle, high = (words(name) for name in ("u", "v", "w"))
    q = words("t", N)
    for i in (4, 6):
        t(f"strd $t{i}, $t{i + 1}, [sp, #{WAITING + 4 * i - 16}]")
    t.drop(*q[4:8])
    load_pairs(t, low, UPPER)
    chain(t, "adds", "adcs", low, q[:4])
    t.drop(*q[:4])
    t.take("z")
    t("mov $z, #0")
    t("adc $z, $z, #0")
    t("lsrs $x, $flags, #30")
    chain(t, "sbcs", "sbcs", low, [*q[9:], "#0"])
    t("sbc $z, $z, #0")
    t("lsrs $x, $flags, #31")
    chain(t, "sbcs", "sbcs", low, q[8:])
    t("sbc $z, $z, #0")
    t("lsls $x, $flags, #1")
    chain(t, "adcs", "adcs", low, ["t11", "#-1", "#-1", "#0"])
    t("adc $z, $z, #1")
    t.drop("flags")
    t(f"ldr $x, [sp, #{CARRIES}]")
    t("add $x, $x, #1")
    chain(t, "adds", "adcs", low, ["x", "#0", "#0", "#0"])
    t("adc $z, $z, #0")
    load_pairs(t, middle, UPPER + 16)
    carry_on(t, middle)
    t(f"ldr $x, [sp, #{CARRIES + 4}]")
    chain(t, "adds", "adcs", middle[2:], ["x", "x, asr #31"])
    t("adc $z, $z, $x, asr #31")
    add_words(t, middle, WAITING)
    t("adc $z, $z, #0")
    for name, new in zip(q[8:], high, strict=True):
        t.rename(name, new)
    carry_on(t, high)
    add_words(t, high, UPPER + 32)
    t("sbc $z, $z, #0")
    result = [*low, *middle, *high]
    add_back(t, result, P384, "z")
    t.rename("z", "r")
    t(f"ldr $r, [sp, #{FRAME.size}]")
    for i, name in enumerate(result):
        t(f"str ${name}, [$r, #{4 * i}]")


def load_pairs(t: Thumb, names: list[str], place: int) -> None:
    """Words of the frame."""
    t.take(*names)
    for i in range(0, len(names), 2):
        t(f"ldrd ${names[i]}, ${names[i + 1]}, [sp, #{place + 4 * i}]")


def add_words(t: Thumb, names: list[str], place: int) -> None:
    """Words of the frame to these, by way of x."""
    for i, name in enumerate(names):
        t(f"ldr $x, [sp, #{place + 4 * i}]")
        t(f"{'adcs' if i else 'adds'} ${name}, ${name}, $x")


def carry_on(t: Thumb, names: list[str]) -> None:
    """z to four words, and z anew, by way of x."""
    chain(t, "adds", "adcs", names, ["z", *["z, asr #31"] * 3])
    t("mov $x, #0")
    t("adc $z, $x, $z, asr #31")
