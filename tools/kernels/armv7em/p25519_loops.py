# SPDX-License-Identifier: MIT
"""Field arithmetic modulo p = 2^255 - 19 for ARMv7E-M in little code: loops over eight limbs, on
numbers below 2 p. Functions that take r, a and b in r0, r1 and r2 and keep r7 alone; two of them
end in the third, add_word."""

from tools.kernels.thumb import ALL, LEAF, Thumb, listed

# The limbs of b that a row multiplies, and the sums above the column that it is at.
FIXED, FIXED_IN = [f"f{i}" for i in range(4)], [f"r{i}" for i in range(8, 12)]
SUMS, SUMS_IN = [f"t{i}" for i in range(4)], [f"r{i}" for i in range(3, 7)]


def mul() -> list[str]:
    """Two rows of four limbs of b, and the upper half of what they add up to 38 times. What that
    carries counts 38-fold again, and 2^255 19-fold: what add_word adds to the rest."""
    t = Thumb(ALL, r="r0", a="r1", b="r2")
    t("push {r0, r7, lr}")
    t("sub sp, #64")
    t.hold(SUMS, SUMS_IN)
    for name in SUMS:
        t(f"movs ${name}, #0")
    t("mov $r, sp")
    for _ in range(2):
        t(f"stmia $r!, {listed(SUMS)}")
    t("mov $r, sp")
    t.hold(FIXED, FIXED_IN)
    t.hold(("y", "x", "end"), ("r7", "r12", "lr"))
    t("1:")
    t(f"ldmia $b!, {listed(FIXED)}")
    for name in SUMS:
        t(f"movs ${name}, #0")
    t("add $end, $a, #32")
    t("2:")
    t("ldr $x, [$a], #4")
    t("ldr $y, [$r]")
    t("umaal $y, $t0, $x, $f0")
    for i in range(1, 4):
        t(f"umaal $t{i - 1}, $t{i}, $x, $f{i}")
    t("stmia $r!, {$y}")
    t("cmp $a, $end")
    t("bne 2b")
    t(f"stmia $r!, {listed(SUMS)}")
    t("subs $r, #32")
    t("subs $a, #32")
    t("add $y, sp, #32")
    t("cmp $r, $y")
    t("bne 1b")
    t.drop("a", "b", "x", "y", "end", *SUMS, *FIXED)
    t.rename("r", "upper")
    t.hold(("r", "k", "c", "x", "y", "t"), [f"r{i}" for i in range(1, 7)])
    t("mov $t, sp")
    t("ldr $r, [sp, #64]")
    t("movs $k, #38")
    t("movs $c, #0")
    t("3:")
    t("ldmia $upper!, {$x}")
    t("ldmia $t!, {$y}")
    t("umaal $y, $c, $x, $k")
    t("stmia $r!, {$y}")
    t("add $x, sp, #32")
    t("cmp $t, $x")
    t("bne 3b")
    t("lsls $c, $c, #1")
    t("add $c, $c, $y, lsr #31")
    t("bic $y, $y, #0x80000000")
    t("str $y, [$r, #-4]")
    t("movs $k, #19")
    t("muls $k, $c")
    t("subs $r, #32")
    t.move("r", "r0")
    t("add sp, #68")
    t("pop {r7, lr}")
    return t.lines


def total() -> list[str]:
    """Exactly modulo 2 p = 2^256 - 38: a + b + 38, or a and the complement of b and 1, and 38
    less again unless that reaches 2^256."""
    t = Thumb(LEAF, r="r0", a="r1", b="r2", c="r3")
    t.take("x0", "x1", "y0", "y1", "flip", "one", "end")
    t("sbfx $flip, $c, #0, #1")
    t("mov $one, #1")
    t("add $end, $a, #32")
    t("1:")
    t("ldmia $a!, {$x0, $x1}")
    t("ldmia $b!, {$y0, $y1}")
    for i in range(2):
        t(f"eor $y{i}, $y{i}, $flip")
        t(f"umaal $y{i}, $c, $x{i}, $one")
    t("stmia $r!, {$y0, $y1}")
    t("cmp $a, $end")
    t("bne 1b")
    t("subs $c, $c, #1")
    t("movs $b, #38")
    t("muls $b, $c")
    t("subs $r, #32")
    t("mov $a, $r")
    return t.lines


def add_word() -> list[str]:
    t = Thumb(LEAF, r="r0", a="r1", w="r2")
    t.take("x0", "x1", "sign", "end")
    t("asrs $sign, $w, #31")
    t("add $end, $a, #32")
    t("cmn $a, #0")
    t("1:")
    t("ldmia $a!, {$x0, $x1}")
    t("adcs $x0, $w")
    t("mov $w, $sign")
    t("adcs $x1, $w")
    t("stmia $r!, {$x0, $x1}")
    t("teq $a, $end")
    t("bne 1b")
    t("bx lr")
    return t.lines
