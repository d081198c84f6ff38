# SPDX-License-Identifier: MIT
"""Multiplication and squaring modulo the primes p160, p192, p224, k256, p384 and
p521 for ARMv7E-M: functions that take r, a and b in r0, r1 and r2, and keep r7 alone. Numbers
are below p. Columns are those of their product, B is 2^32.

Reductions end with V - p for a sum V below 2 p, or with such a difference itself. Where that is
negative, p comes back by a mask.
"""

from collections.abc import Callable

from tools.kernels.armv7em.products import (
    frame_with,
    load_block,
    product,
    rows,
    square,
    square_rows,
    wide_product,
    wide_square,
)
from tools.kernels.armv7m.linear import P192, P224, P384, add_back
from tools.kernels.thumb import ALL, Thumb, listed

# The limbs that stay in registers at a time; see armv7em_products.py.
BLOCKS = {7: (4, 3), 8: (4, 4), 12: (6, 6), 17: (6, 6, 5)}


def frame(n: int, keep: int) -> int:
    """Bytes for the columns below `keep`, and for all that blocks but the last leave."""
    return 4 * max(keep, n + sum(BLOCKS[n][:-1]) + 1)


def begin(n: int, squares: bool, keep: int) -> Thumb:
    """The product or the square, whose columns below `keep` are in the frame."""
    t = Thumb(ALL, a="r1") if squares else Thumb(ALL, a="r1", b="r2")
    t("push {r0, r7, lr}")
    t(f"sub sp, #{frame(n, keep)}")
    if squares:
        square(t, n, BLOCKS[n], keep)
    else:
        product(t, n, BLOCKS[n], keep)
    return t


def begin_short(n: int, squares: bool) -> Thumb:
    """begin, with all of a in registers. The frame has the lower columns, then b."""
    t = Thumb(ALL, a="r1") if squares else Thumb(ALL, a="r1", b="r2")
    t("push {r0, r7, lr}")
    if squares:
        t(f"sub sp, #{8 * n}")
    else:
        frame_with(t, 8 * n, "b", n)
        t.drop("b")
    fixed = load_block(t, n, advance=False)
    t.drop("a")
    if squares:
        square_rows(t, n, 0, fixed, lambda j: "", n, full=True)
    else:
        rows(t, n, 0, fixed, lambda j: f"[sp, #{4 * (n + j)}]", n)
        t.drop(*fixed)
    return t


def load(t: Thumb, *columns: int) -> None:
    for i in columns:
        t.take(f"t{i}")
        t(f"ldr $t{i}, [sp, #{4 * i}]")


def leave(t: Thumb, size: int, names: list[str], words: int = 1) -> list[str]:
    """The result to r, which is above the frame, the first of some words."""
    t.take("r")
    t(f"ldr $r, [sp, #{size}]")
    for i, name in enumerate(names):
        t(f"str ${name}, [$r, #{4 * i}]")
    t(f"add sp, #{size + 4 * words}")
    t("pop {r7, pc}")
    return t.lines


def numbered(first: int, end: int) -> list[str]:
    return [f"t{i}" for i in range(first, end)]


def p160(squares: bool) -> list[str]:
    """B^5 = c = 2^31 + 1 modulo p, and a limb, the upper half times c and then what that has above
    column 4, which is below B - 1. With c once more, what does not carry has c too much."""
    t = begin_short(5, squares)
    load(t, *(j for j in range(10) if f"t{j}" not in t.held))
    t.take("c", "h")
    t("mov $c, #1")
    t("orr $c, $c, #0x80000000")
    t("mov $h, #0")
    for j in range(5):
        t(f"umaal $t{j}, $h, $t{j + 5}, $c")
    t.drop(*numbered(5, 10))
    t.take("x", "y")
    t("add $h, $h, #1")
    t("umull $x, $y, $h, $c")
    t("adds $t0, $t0, $x")
    t("adcs $t1, $t1, $y")
    for j in range(2, 5):
        t(f"adcs $t{j}, $t{j}, #0")
    t("sbc $x, $x, $x")
    t("and $c, $c, $x")
    t("subs $t0, $t0, $c")
    for j in range(1, 5):
        t(f"sbcs $t{j}, $t{j}, #0")
    t.drop("c", "h", "x", "y")
    return leave(t, 8 * 5, numbered(0, 5))


def p192(squares: bool) -> list[str]:
    """p = B^6 - B^2 - 1 is -1 modulo B^2: the limbs of the multiple q of p that is added are
    q(j) = t(j) - q(j - 2), which column j becomes, up to column 5. From column 6 on

        V - p = t - q B^2 + q B^6 + B^6 (B^2 + 1 - B^6).

    Less B - 1 in each column from 8 on, the difference is B^8 - B^12 more; the sum begins with a
    carry, which is B^6."""
    t = begin_short(6, squares)
    load(t, *range(6))
    for j in range(2, 12):
        t(f"{'sbcs' if j > 2 else 'subs'} $t{j}, $t{j}, {f'$t{j - 2}' if j < 8 else '#-1'}")
    t.take("x")
    t("sbc $x, $x, $x")
    t("cmp $x, $x")
    for j in range(6):
        t(f"adcs $t{j + 6}, $t{j + 6}, $t{j}")
    t("adc $x, $x, #0")
    t.drop(*numbered(0, 6))
    add_back(t, numbered(6, 12), P192, "x")
    return leave(t, 8 * 6, numbered(6, 12))


def p224(squares: bool) -> list[str]:
    """p = B^7 - B^3 + 1 is 1 modulo B^3: with q(j) = t(j) + q(j - 3), which column j becomes, up
    to column 6, what comes is t - q p, between -p and p."""
    t = begin(7, squares, 7)
    load(t, *(j for j in range(3, 14) if f"t{j}" not in t.held))
    t.take("x")
    for j in range(3):
        t(f"ldr $x, [sp, #{4 * j}]")
        t(f"{'adcs' if j else 'adds'} $t{j + 3}, $t{j + 3}, $x")
    for j in range(6, 14):
        t(f"adcs $t{j}, $t{j}, {f'$t{j - 3}' if j < 10 else '#0'}")
    t("mov $x, #0")
    t("adc $x, $x, $x")
    t.take("y")
    for j in range(7):
        if j < 3:
            t(f"ldr $y, [sp, #{4 * j}]")
        t(f"{'sbcs' if j else 'subs'} $t{j + 7}, $t{j + 7}, ${'y' if j < 3 else f't{j}'}")
    t("sbc $x, $x, #0")
    t.drop("y", *numbered(3, 7))
    add_back(t, numbered(7, 14), P224, "x")
    return leave(t, frame(7, 7), numbered(7, 14))


def k256(squares: bool) -> list[str]:
    """B^8 = c = B + 977 modulo p: the upper half times c, and then times c what that has above
    column 7, h, below 2^34. With c once more, what does not carry is p too small, or c too much."""
    t = begin(8, squares, 8)
    load(t, *range(4))
    t.take("k", "h")
    t("movw $k, #977")
    t("mov $h, #0")
    for j in range(8):
        if j in (4, 5):
            load(t, *((4, 5, 6) if j == 4 else (7,)))
        t(f"umaal $t{j}, $h, $t{j + 8}, $k")
        if j:
            t(f"{'adcs' if j > 1 else 'adds'} $t{j}, $t{j}, $t{j + 7}")
            t.drop(f"t{j + 7}")
    t.take("x", "y", "z")
    t("adcs $h, $h, $t15")
    t("mov $z, #0")
    t("adc $z, $z, #0")
    t.drop("t15")
    # h + 1 in h and z, times c.
    t("adds $h, $h, #1")
    t("adc $z, $z, #0")
    t("umull $x, $y, $h, $k")
    t("mla $y, $z, $k, $y")
    t("adds $y, $y, $h")
    t("adc $z, $z, #0")
    t("adds $t0, $t0, $x")
    t("adcs $t1, $t1, $y")
    t("adcs $t2, $t2, $z")
    for j in range(3, 8):
        t(f"adcs $t{j}, $t{j}, #0")
    t("sbc $x, $x, $x")
    t("and $k, $k, $x")
    t("subs $t0, $t0, $k")
    t("sbcs $t1, $t1, $x, lsr #31")
    for j in range(2, 8):
        t(f"sbcs $t{j}, $t{j}, #0")
    t.drop("h", "k", "x", "y", "z")
    return leave(t, frame(8, 8), numbered(0, 8))


def multiply_apart(n: int, squares: bool, full: bool = True, carried: int = 0) -> list[str]:
    """All columns to the frame, for a reduction that both have in common. Some of the first are
    added to the next one too."""
    t = Thumb(ALL, a="r1") if squares else Thumb(ALL, a="r1", b="r2")
    t("push {r0, r1, r7, lr}")
    if squares:
        wide_square(t, n, BLOCKS[n], 12 * n, full, carried)
    else:
        wide_product(t, n, BLOCKS[n], 12 * n, carried)
    return t.lines


def finish_p384() -> list[str]:
    """p = B^12 - B^4 - B^3 + B - 1: the limbs of the multiple q of p that is added are

        q(j) = t(j) + q(j - 1) - s(j - 3),  s = q + q B,

    and the multiplication has added q(j - 1) up to column 3. From column 12 on

        V - p = t + q B - s B^3 + q B^12 + B^12 (1 - B + B^3 + B^4 - B^12)

    has what is left of the first sums, and q(j - 12). The flag is the borrow of s, a and c are the
    carries of q(j - 1) and of s itself, g that of q(j - 12). There B^12 is a carry at first, -B^13
    comes with s, and B^16 as what the flag lacks from a borrow. Up to column 15 the sum is not
    negative: s below B^13 is at most q(11) + 1 in columns 12 and 13."""
    t = Thumb(ALL)
    t.take("one", "a", "c")
    t("mov $one, #1")
    t("mov $a, #0")
    t("mov $c, #0")
    columns = numbered(0, 6)
    t.take(*columns)
    t(f"ldmia sp, {listed(columns)}")
    for j in range(3, 12):
        if j == 6:
            load(t, *range(6, 12))
        t(f"{'sbcs' if j > 3 else 'subs'} $t{j}, $t{j}, ${'s' if j > 3 else 't'}{j - 3}")
        if j > 3:
            t.drop(f"s{j - 3}")
            t(f"umaal $t{j}, $a, $t{j - 1}, $one")
        t(f"str $t{j}, [sp, #{4 * j}]")
        for i in range(1 if j == 3 else j, j + 1):
            if i == 10:
                t("add $c, $c, #1")
            t(f"umaal $t{i - 1}, $c, $t{i}, $one")
            t.rename(f"t{i - 1}", f"s{i}")
    t.rename("t11", "s12")
    t.take("g")
    t("mov $g, #1")
    for first, end in ((12, 14), (14, 16), (16, 20), (20, 22), (22, 23)):
        group = range(first, end)
        load(t, *group)
        t.take(*(f"q{j}" for j in group))
        for j in group:
            t(f"ldr $q{j}, [sp, #{4 * (j - 12)}]")
        for j in group:
            if j == 12:
                t("umaal $t12, $a, $s12, $one")
            if j == 15:
                # Once more, and back with the carry besides B^15.
                t("umaal $s12, $c, $one, $one")
                t("add $g, $g, #2")
            if j < 16:
                t(f"sbcs $t{j}, $t{j}, $s{j - 3}")
                t.drop(f"s{j - 3}")
            t(f"umaal $t{j}, $g, $q{j}, $one")
            t.drop(f"q{j}")
            if j == 12:
                t("add $g, $g, $a")
                t.drop("a")
            if j == 15:
                t("adc $g, $g, #0")
                t("sub $g, $g, $c")
                t.drop("c")
    t.drop("one")
    load(t, 23)
    t.take("x")
    t("ldr $x, [sp, #44]")
    t("adds $t23, $t23, $x")
    t("sbc $x, $x, $x")
    t("adds $t23, $t23, $g")
    t("adc $x, $x, #0")
    t.drop("g")
    add_back(t, numbered(12, 24), P384, "x")
    t.drop("x")
    return leave(t, 12 * 12, numbered(12, 24), 2)


def finish_p521() -> list[str]:
    """2^521 = 1 modulo p: what is above it is added, 23 bits to the left of where its words are,
    and one more. What does not reach 2^521 then is one too much."""
    t = Thumb(ALL)
    load(t, 16)
    t.rename("t16", "c")
    t("lsr $c, $c, #9")
    t("add $c, $c, #1")
    t.take("k")
    t("mov $k, #0x800000")
    # The others stay in registers.
    waiting = range(3, 8)
    first = 0
    while first < 16:
        group = range(first, min(first + 4, first + len(t.free()) // 2, 16))
        first = group.stop
        load(t, *group, *(j + 17 for j in group))
        for j in group:
            t(f"umaal $t{j}, $c, $t{j + 17}, $k")
            t.drop(f"t{j + 17}")
            if j in waiting:
                t(f"str $t{j}, [sp, #{4 * j}]")
                t.drop(f"t{j}")
    t.drop("k")
    load(t, 16)
    t("ubfx $t16, $t16, #0, #9")
    t("add $t16, $t16, $c")
    t("lsrs $c, $t16, #10")
    t.rename("c", "r")
    t(f"ldr $r, [sp, #{12 * 17}]")
    for j in range(17):
        if j in waiting and f"t{j}" not in t.held:
            load(t, *range(j, min(j + len(t.free()), waiting.stop)))
        t(f"sbcs $t{j}, $t{j}, #0")
        if j == 16:
            t("ubfx $t16, $t16, #0, #9")
        t(f"str $t{j}, [$r, #{4 * j}]")
        t.drop(f"t{j}")
    t(f"add sp, #{12 * 17 + 8}")
    t("pop {r7, pc}")
    return t.lines


MULTIPLICATIONS: dict[str, Callable[[bool], list[str]]] = {
    "p160": p160,
    "p192": p192,
    "p224": p224,
    "k256": k256,
    "p384": lambda squares: multiply_apart(12, squares, carried=3),
    "p521": lambda squares: multiply_apart(17, squares, full=False),
}
FINISHES = {"p384": finish_p384, "p521": finish_p521}
MONTGOMERY = {"p192", "p224", "p384"}
