# SPDX-License-Identifier: MIT
"""Multiplication modulo p = 2^255 - 19 for ARMv7E-M: functions that take r, a and b in r0, r1 and
r2 and keep r7 alone; tools/kernels/armv7m/p25519.py has the others.

Numbers are eight limbs below 2 p = 2^256 - 38, so that two stand for each element; only `canonical`
decides for one. What is above 2^255 counts 19 for each, or 38 for each 2^256. A multiplication
finds that first, from its topmost columns alone, and begins the others with it as what is carried
in: one pass over them is enough, as what they carry out at the top is less than 2^21 and the
topmost limb has but 31 bits by then.
"""

from tools.kernels.armv7em.p256 import load_fixed
from tools.kernels.armv7em.rows import FIXED, row
from tools.kernels.armv7m.p256 import NAMES, combine
from tools.kernels.armv7m.p25519 import chain, fold_top, load_all
from tools.kernels.thumb import ALL, LEAF, Thumb, listed


def finish(t: Thumb, first: int) -> None:
    """From columns 8 to 15 in registers, which count 38, and those below: the frame is the pointer
    to the result and columns 0 on, of which `first` come with the pointer; the others up to 7 are
    in registers. The pointer and columns come in order, each pop after the columns before."""
    t.take("x", "c")
    t("mov $x, #38")
    t("mov $c, #0")
    t("umaal $t7, $c, $t15, $x")
    fold_top(t, "t7", "c", "t15")
    t.drop("t15")
    ready = ["r"]
    for i in range(7):
        if f"t{i}" not in t.held:
            kept = next(k for k in range(i, 8) if f"t{k}" in t.held)
            ready += [f"t{k}" for k in range(i, min(kept, i + (4 if i else first)))]
            t.take(*ready)
            t("pop " + listed(ready))
            ready = []
        t(f"umaal $t{i}, $c, $t{i + 8}, $x")
        t(f"str $t{i}, [$r, #{4 * i}]")
        t.drop(f"t{i}", f"t{i + 8}")
    t("add $t7, $t7, $c")
    t("str $t7, [$r, #28]")
    t("pop {r7, pc}")


def load_two(t: Thumb, number: str, first: int) -> None:
    """s0 and s1 = two limbs, one cycle sooner than apart."""
    t.take("s0", "s1")
    t(f"ldr $s0, [${number}, #{4 * first}]")
    t(f"ldr $s1, [${number}, #{4 * first + 4}]")


def corner(t: Thumb) -> None:
    """Columns 0 to 7 of the lower half of a times that of b. Products that nothing is added to
    take the place of zeros to begin rows with."""
    load_two(t, "b", 0)
    t.take("t0", "t1", "u1", "t2")
    t("umull $t0, $t1, $s0, $f0")
    t("str $t0, [sp, #4]")
    t.drop("t0")
    t("umull $u1, $t2, $s0, $f1")
    t("umaal $t1, $u1, $s1, $f0")
    t("str $t1, [sp, #8]")
    t.drop("t1")
    t.take("u2", "t3")
    t("umull $u2, $t3, $s0, $f2")
    t("umaal $t2, $u1, $s1, $f1")
    t.take("u3", "t4")
    t("umull $u3, $t4, $s0, $f3")
    t("umaal $t3, $u1, $s1, $f2")
    t("umaal $t4, $u1, $s1, $f3")
    t.rename("u1", "t5")
    t.drop("s0", "s1")
    load_two(t, "b", 2)
    t("umaal $t2, $u2, $s0, $f0")
    t("str $t2, [sp, #12]")
    t.drop("t2")
    t("umaal $t3, $u3, $s0, $f1")
    t("umaal $t3, $u2, $s1, $f0")
    t("str $t3, [sp, #16]")
    t.drop("t3")
    for i, one, other in ((4, 2, 1), (5, 3, 2)):
        t(f"umaal $t{i}, $u3, $s0, $f{one}")
        t(f"umaal $t{i}, $u2, $s1, $f{other}")
    t("umaal $u3, $u2, $s1, $f3")
    t.rename("u3", "t6")
    t.rename("u2", "t7")
    t.drop("s0", "s1")


def field_mul() -> list[str]:
    t = Thumb(ALL, a="r1", b="r2")
    t("push {r7, lr}")
    t.part(r="r0")("str $r, [sp, #-32]!")
    load_fixed(t, True)
    # Columns 0 to 11 of the product with the lower half of a.
    corner(t)
    for j in (4, 6):
        load_two(t, "b", j)
        for k, s in ((j, "s0"), (j + 1, "s1")):
            t.take("c")
            t("mov $c, #0")
            row(t, s, FIXED, k, "c")
            t.drop(s)
            if k == 4:
                t("str $t4, [sp, #20]")
                t.drop("t4")
    t.drop(*FIXED)
    t("str $t11, [sp, #-4]!")
    t.drop("t11")
    for i in (8, 9, 10):
        t.rename(f"t{i}", f"u{i}")
    load_fixed(t, False)
    t.drop("a")
    t.take("s0", "t4")
    t("ldr $t4, [sp, #24]")
    for k in range(4):
        t(f"ldr $s0, [$b, #{4 * k}]")
        t.take("c")
        t("mov $c, #0")
        row(t, "s0", FIXED, k + 4, "c")
        if k < 3:
            t(f"str $t{k + 4}, [sp, #{4 * (k + 6)}]")
            t.drop(f"t{k + 4}")
    for k in range(4, 7):
        t(f"ldr $s0, [$b, #{4 * k}]")
        row(t, "s0", FIXED, k + 4, f"u{k + 4}")
    t.drop("s0")
    t.take("u11")
    t("ldr $u11, [sp], #4")
    t("ldr $b, [$b, #28]")
    row(t, "b", FIXED, 11, "u11")
    t.drop("b", *FIXED)
    finish(t, 3)
    return t.lines


def field_sqr() -> list[str]:
    """Each limb's square, and it times the limbs below of twice the number, which end with the bit
    that doubling moves out at the top: where that is set, the limb itself."""
    t = Thumb(ALL, a="r1")
    t("push {r7, lr}")
    t.part(r="r0")("str $r, [sp, #-28]!")
    load_fixed(t, True)
    square_low(t)
    t.take("g0", "g1", "g2", "g3")
    t("ldmia $a, {$g0, $g1, $g2, $g3}")
    t.drop("a")
    t("adcs $f3, $f3, $f3")
    for j in range(4, 8):
        t.take("c")
        t("mov $c, #0")
        row(t, f"g{j - 4}", FIXED, j, "c")
        if j < 6:
            t(f"str $t{j}, [sp, #{4 * j + 4}]")
            t.drop(f"t{j}")
    t.drop(*FIXED)
    square_high(t)
    finish(t, 2)
    return t.lines


def bit_out(t: Thumb, word: str, limb: str, below: str) -> None:
    """word = limb where doubling moves a bit out of the limb below it, or else 0; and doubles."""
    t.take(word)
    t(f"and ${word}, ${limb}, ${below}, asr #31")
    t(f"adcs ${below}, ${below}, ${below}")


def square_low(t: Thumb) -> None:
    """Columns 0 to 7 of the square of the lower half, whose limbs but the last are doubled."""
    t.take("t0", "t1")
    t("umull $t0, $t1, $f0, $f0")
    t("str $t0, [sp, #4]")
    t.drop("t0")
    t.take("u2")
    t("and $u2, $f1, $f0, asr #31")
    t("adds $f0, $f0, $f0")
    t.take("t2", "v2")
    t("mov $t2, #0")
    t("umaal $t1, $t2, $f0, $f1")
    t("str $t1, [sp, #8]")
    t.drop("t1")
    t("umaal $t2, $u2, $f1, $f1")
    t("mov $v2, #0")
    t("umaal $t2, $v2, $f0, $f2")
    t("str $t2, [sp, #12]")
    t.drop("t2")
    t.rename("u2", "t3")
    bit_out(t, "u4", "f2", "f1")
    t.take("t4")
    t("mov $t4, #0")
    t("umaal $t3, $t4, $f0, $f3")
    t("umaal $t3, $v2, $f1, $f2")
    t("str $t3, [sp, #16]")
    t.drop("t3")
    t("umaal $t4, $v2, $f2, $f2")
    t("umaal $t4, $u4, $f1, $f3")
    t.rename("v2", "t5")
    bit_out(t, "t7", "f3", "f2")
    t("umaal $t5, $u4, $f2, $f3")
    t("umaal $u4, $t7, $f3, $f3")
    t.rename("u4", "t6")


def square_high(t: Thumb) -> None:
    """Columns 8 to 15, to which the square of the upper half is added; the carry flag is the bit
    that goes out of the lower half."""
    t.take("u9")
    t("sbc $u9, $u9, $u9")
    t("bic $u9, $g0, $u9")
    t("umaal $t8, $u9, $g0, $g0")
    bit_out(t, "u10", "g1", "g0")
    t("umaal $t9, $u9, $g0, $g1")
    t("umaal $t10, $u9, $g1, $g1")
    t("umaal $t10, $u10, $g0, $g2")
    bit_out(t, "t13", "g2", "g1")
    t("umaal $t11, $u9, $g0, $g3")
    t("umaal $t11, $u10, $g1, $g2")
    t("umaal $u9, $u10, $g2, $g2")
    t("umaal $u9, $t13, $g1, $g3")
    t.rename("u9", "t12")
    bit_out(t, "t15", "g3", "g2")
    t("umaal $u10, $t13, $g2, $g3")
    t("umaal $t13, $t15, $g3, $g3")
    t.rename("t13", "t14")
    t.rename("u10", "t13")
    t.drop("g0", "g1", "g2", "g3")


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


def field_sub_add() -> list[str]:
    """The difference as `sub` has it and the sum as `add`, whose topmost limb comes first: each
    limb of both numbers is read once but for the topmost. Flags are the difference's alone."""
    t = Thumb(ALL, r="r0", a="r1", b="r2", d="r3")
    t("push {r3, r7, lr}")
    t.drop("d")
    load_all(t)
    t.drop("a")
    t.take("top", "c", "one", "spare")
    t("ldr $top, [$b, #28]")
    t("mov $c, #0")
    t("mov $one, #1")
    t("umaal $top, $c, $t7, $one")
    fold_top(t, "top", "c", "spare")
    t("str $top, [sp, #-4]!")
    t.drop("top", "spare")
    for i in range(8):
        t.take("y", "x")
        t(f"ldr $y, [$b, #{4 * i}]")
        t(f"{'sbcs' if i else 'subs'} $x, $t{i}, $y")
        if i < 7:
            t(f"umaal $y, $c, $t{i}, $one")
            t(f"str $y, [$r, #{4 * i}]")
        t.drop("y", f"t{i}")
        t.rename("x", f"t{i}")
    t.drop("b", "one")
    t.take("x", "top", "d")
    t("sbc $x, $x, $x")
    t("pop {$top, $d}")
    t("add $top, $top, $c")
    t("str $top, [$r, #28]")
    t("and $x, $x, #38")
    chain(t, "subs", "$x")
    for i, name in enumerate(NAMES):
        t(f"str ${name}, [$d, #{4 * i}]")
    t("pop {r7, pc}")
    return t.lines


def field_sub_scale() -> list[str]:
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
