# SPDX-License-Identifier: MIT
"""Multiplication modulo p = 2^255 - 19 for ARMv7E-M: functions that take r, a and b in r0, r1 and
r2 and keep r7 alone; tools/armv7m_25519.py has the others.

Numbers are eight limbs below 2 p = 2^256 - 38, so that two stand for each element; only `canonical`
decides for one. What is above 2^255 counts 19 for each, or 38 for each 2^256. A multiplication
finds that first, from its topmost columns alone, and begins the others with it as what is carried
in: one pass over them is enough, as what they carry out at the top is less than 2^21 and the
topmost limb has but 31 bits by then.
"""

from armv7em_field import load_fixed, square_high
from armv7em_rows import FIXED, row, start_row
from armv7m_25519 import chain, fold_top, load_all
from armv7m_field import NAMES, combine
from thumb import ALL, LEAF, Thumb, listed


def finish(t: Thumb, frame: int) -> None:
    """From columns 0 to 7 at the bottom of the frame and 8 to 15 in registers: the latter count
    38."""
    t.take("x", "c", "t7")
    t("ldr $t7, [sp, #28]")
    t("mov $x, #38")
    t("mov $c, #0")
    t("umaal $t7, $c, $t15, $x")
    fold_top(t, "t7", "c", "t15")
    t.rename("t15", "r")
    t(f"ldr $r, [sp, #{frame}]")
    for part in (range(3), range(3, 7)):
        names = [f"t{i}" for i in part]
        t.take(*names)
        t("pop " + listed(names))
        for i in part:
            t(f"umaal $t{i}, $c, $t{i + 8}, $x")
            t(f"str $t{i}, [$r, #{4 * i}]")
            t.drop(f"t{i}", f"t{i + 8}")
    t("add $t7, $t7, $c")
    t("str $t7, [$r, #28]")
    t(f"add sp, #{frame - 24}")
    t("pop {r7, pc}")


def load_two(t: Thumb, number: str, first: int) -> None:
    """s0 and s1 = two limbs, one cycle sooner than apart."""
    t.take("s0", "s1")
    t(f"ldr $s0, [${number}, #{4 * first}]")
    t(f"ldr $s1, [${number}, #{4 * first + 4}]")


def field_mul() -> list[str]:
    t = Thumb(ALL, a="r1", b="r2")
    t("push {r0, r7, lr}")
    t("sub sp, #36")
    load_fixed(t, True)
    # Columns 0 to 11 of the product with the lower half of a.
    for j in range(0, 8, 2):
        load_two(t, "b", j)
        for k, s in ((j, "s0"), (j + 1, "s1")):
            if k == 0:
                start_row(t, s, FIXED, 0)
            else:
                t.take("c")
                t("mov $c, #0")
                row(t, s, FIXED, k, "c")
            t.drop(s)
            if k <= 4:
                t(f"str $t{k}, [sp, #{4 * k}]")
                t.drop(f"t{k}")
    t.drop(*FIXED)
    t("str $t11, [sp, #32]")
    t.drop("t11")
    for i in (8, 9, 10):
        t.rename(f"t{i}", f"u{i}")
    load_fixed(t, False)
    t.drop("a")
    t.take("s0", "t4")
    t("ldr $t4, [sp, #16]")
    for k in range(4):
        t(f"ldr $s0, [$b, #{4 * k}]")
        t.take("c")
        t("mov $c, #0")
        row(t, "s0", FIXED, k + 4, "c")
        t(f"str $t{k + 4}, [sp, #{4 * (k + 4)}]")
        t.drop(f"t{k + 4}")
    t.drop("s0")
    load_two(t, "b", 4)
    row(t, "s0", FIXED, 8, "u8")
    row(t, "s1", FIXED, 9, "u9")
    t.drop("s1")
    t.take("u11")
    t("ldr $u11, [sp, #32]")
    t("ldr $s0, [$b, #24]")
    t("ldr $b, [$b, #28]")
    row(t, "s0", FIXED, 10, "u10")
    row(t, "b", FIXED, 11, "u11")
    t.drop("s0", "b", *FIXED)
    finish(t, 36)
    return t.lines


def field_sqr() -> list[str]:
    t = Thumb(ALL, a="r1")
    t("push {r0, r7, lr}")
    t("sub sp, #32")
    load_fixed(t, True)
    square_low(t)
    t.take("c")
    t("mov $x, #0")
    t("adc $x, $x, $x")
    t("mov $c, #0")
    row(t, "x", FIXED, 8, "c")
    t.drop(*FIXED)
    t.take("g0", "g1", "g2", "g3")
    t("ldmia $a, {$g0, $g1, $g2, $g3}")
    t.drop("a")
    square_high(t, 0)
    finish(t, 32)
    return t.lines


def square_low(t: Thumb) -> None:
    """Rows 0 to 7 of the square with its lower half: limb k of the number times the limbs above
    it of twice the number, which begin with that of k + 1 less the bit from below. The carry flag
    doubles; at the end it is the bit that goes out at the top."""
    t.take("t0", "t1", "s", "t2", "t3")
    t("umull $t0, $t1, $f0, $f0")
    t("str $t0, [sp]")
    t.drop("t0")
    t("adds $s, $f1, $f1")
    t("mov $t2, #0")
    t("mov $t3, #0")
    t("umaal $t1, $t2, $f0, $s")
    t("umaal $t2, $t3, $f1, $f1")
    t("str $t1, [sp, #4]")
    t.drop("t1")
    t.take("t4", "t5")
    t("adcs $s, $f2, $f2")
    t("mov $t4, #0")
    t("mov $t5, #0")
    t("umaal $t2, $t4, $f0, $s")
    t("bic $s, $s, #1")
    t("umaal $t3, $t4, $f1, $s")
    t("umaal $t4, $t5, $f2, $f2")
    t("str $t2, [sp, #8]")
    t.drop("t2")
    t.take("t6", "t7")
    t("adcs $s, $f3, $f3")
    t("mov $t6, #0")
    t("mov $t7, #0")
    t("umaal $t3, $t6, $f0, $s")
    t("umaal $t4, $t6, $f1, $s")
    t("bic $s, $s, #1")
    t("umaal $t5, $t6, $f2, $s")
    t("umaal $t6, $t7, $f3, $f3")
    t("str $t3, [sp, #12]")
    t.drop("t3", "s")
    for j in range(4, 8):
        if j % 2 == 0:
            t.take("x", "y")
            t(f"ldrd $x, $y, [$a, #{4 * (j - 4)}]")
        s = "y" if j % 2 else "x"
        t.take("c")
        t(f"adcs ${s}, ${s}, ${s}")
        t("mov $c, #0")
        if j == 4:
            for i in range(3):
                t(f"umaal $t{i + 4}, $c, ${s}, $f{i}")
            t(f"bic ${s}, ${s}, #1")
            t(f"umaal $t7, $c, ${s}, $f3")
            t.rename("c", "t8")
        else:
            row(t, s, FIXED, j, "c")
        t(f"str $t{j}, [sp, #{4 * j}]")
        t.drop(f"t{j}")
        if j % 2:
            t.drop("y")
            if j < 7:
                t.drop("x")


def field_add() -> list[str]:
    """What is above 2^255 in the topmost limbs counts first, so that one pass is enough."""
    t = Thumb(LEAF, r="r0", a="r1", b="r2")
    t.take("top", "c", "one")
    t("ldr $top, [$a, #28]")
    t("ldr $c, [$b, #28]")
    t("adds $top, $top, $c")
    t("mov $c, #0")
    t("adc $c, $c, $c")
    fold_top(t, "top", "c", "one")
    t("mov $one, #1")
    for first in (0, 3, 6):
        group = range(first, min(first + 3, 7))
        xs, ys = [f"x{i}" for i in group], [f"y{i}" for i in group]
        t.take(*xs, *ys)
        for number, names in (("a", xs), ("b", ys)):
            if names[1:]:
                t(f"ldmia ${number}!, {listed(names)}")
            else:
                t(f"ldr ${names[0]}, [${number}]")
        for i in group:
            t(f"umaal $x{i}, $c, $y{i}, $one")
            t(f"str $x{i}, [$r, #{4 * i}]")
        t.drop(*xs, *ys)
    t("add $top, $top, $c")
    t("str $top, [$r, #28]")
    t("bx lr")
    return t.lines


def field_select_two() -> list[str]:
    """By what a subtraction that carries or does not leaves for SEL."""
    t = Thumb(LEAF, r="r0", a="r1", bit="r2")
    t("rsb $bit, $bit, #0")
    t("uadd8 $bit, $bit, $bit")
    t.drop("bit")
    rs, xs = [f"r{i}" for i in range(5)], [f"x{i}" for i in range(5)]
    for count in (5, 5, 5, 1):
        t.take(*rs[:count], *xs[:count])
        if count > 1:
            t(f"ldmia $r, {listed(rs[:count])}")
            t(f"ldmia $a!, {listed(xs[:count])}")
        else:
            t("ldr $r0, [$r]")
            t("ldr $x0, [$a]")
        for r, x in zip(rs[:count], xs[:count], strict=True):
            t(f"sel ${r}, ${x}, ${r}")
        t(f"stmia $r!, {listed(rs[:count])}" if count > 1 else "str $r0, [$r]")
        t.drop(*rs[:count], *xs[:count])
    t("bx lr")
    return t.lines


def field_sub_mul_small() -> list[str]:
    """A borrow counts 38, as in a subtraction alone. 121665 = 2^16 + 56129."""
    t = Thumb(ALL, r="r0", a="r1", b="r2", d="r3")
    t("push {r7, lr}")
    load_all(t)
    t.take("x", "y")
    combine(t, "b", "subs", "sbcs")
    t("sbc $x, $x, $x")
    t("and $x, $x, #38")
    chain(t, "subs", "$x")
    t(f"stmia $d, {listed(NAMES)}")
    t.drop("x", "y", "b", "d")
    t.rename("a", "b")
    t.take("k", "c", "top")
    t("movw $k, #56129")
    t("movt $k, #1")
    t("ldr $top, [$b, #28]")
    t("mov $c, #0")
    t("umaal $top, $c, $t7, $k")
    fold_top(t, "top", "c", "t7")
    t.drop("t7")
    for i in range(0, 6, 2):
        load_two(t, "b", i)
        for j in range(2):
            t(f"umaal $s{j}, $c, $t{i + j}, $k")
            t(f"str $s{j}, [$r, #{4 * (i + j)}]")
        t.drop("s0", "s1")
    t("ldr $b, [$b, #24]")
    t("umaal $b, $c, $t6, $k")
    t("add $top, $top, $c")
    t("str $b, [$r, #24]")
    t("str $top, [$r, #28]")
    t("pop {r7, pc}")
    return t.lines
