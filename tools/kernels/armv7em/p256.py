# SPDX-License-Identifier: MIT
"""Field arithmetic of p256 for ARMv7E-M: functions that know the prime
p = 2^256 - 2^224 + 2^192 + 2^96 - 1, take r, a and b in r0, r1 and r2, and keep r7 alone.

Numbers are eight limbs below p. Products are reduced in Montgomery's way. Since p = -1 modulo
2^96, the limbs q(j) of the multiple of p that is added are what columns 0 to 7 sum up to, and add

    q(j) to column j + 3, and to column j + 6, and q(j) (2^32 - 1) to column j + 7.

UMAAL adds two words to a product. One is the column, the other begins as a word that has to be
added anyway, so that most of the first sums in the lower columns cost nothing. In the upper
columns three carries go side by side: the flag, that of the second sums in `low`, that of the third
in `high`. With the flag goes 2^256 - p, so that the result is below 2^256, without a carry, where p
has to be added back.
"""

from tools.kernels.armv7em.rows import FIXED, row, start_row
from tools.kernels.armv7m.p256 import NAMES, back, combine, halve, less_p
from tools.kernels.thumb import ALL, LEAF, Thumb, listed


def load_fixed(t: Thumb, advance: bool) -> None:
    t.take(*FIXED)
    t(f"ldmia $a{'!' if advance else ''}, " + "{" + ", ".join(f"${f}" for f in FIXED) + "}")


def field_mul_p256() -> list[str]:
    t = Thumb(ALL, a="r1", b="r2")
    t("push {r0, r7, lr}")
    t("sub sp, #48")
    load_fixed(t, True)
    # Columns 0 to 11 of the product with the lower half of a.
    t.take("s")
    t("ldr $s, [$b]")
    start_row(t, "s", FIXED, 0)
    for j in range(8):
        if j > 0:
            t(f"ldr $s, [$b, #{4 * j}]")
            extra = f"t{j - 3}" if 3 <= j < 7 else "c"
            if extra == "c":
                t.take("c")
                t("ldr $c, [sp, #4]" if j == 7 else "mov $c, #0")
            row(t, "s", FIXED, j, extra)
        if j <= 4:
            t(f"str $t{j}, [sp, #{4 * j}]")
        if j == 4:
            t.drop("t4")
    t.drop("s", *FIXED)
    t("str $t11, [sp, #44]")
    for i in (8, 9, 10):
        t.rename(f"t{i}", f"u{i}")
    t.drop("t11")
    load_fixed(t, False)
    t.drop("a")
    t.take("s", "t4")
    t("ldr $t4, [sp, #16]")
    for k in range(8):
        t(f"ldr $s, [$b, #{4 * k}]")
        if k < 4 or k == 7:
            t.take("c")
            t(
                ["mov $c, #0", "mov $c, #0", "ldr $c, [sp]", "ldr $c, [sp, #16]"][k]
                if k < 4
                else "ldr $c, [sp, #44]"
            )
            extra = "c"
        else:
            extra = f"u{k + 4}"
        row(t, "s", FIXED, k + 4, extra)
        if k < 3 or k == 6:
            t(f"str $t{k + 4}, [sp, #{4 * (k + 4)}]")
            t.drop(f"t{k + 4}")
    t.drop("s", "b", *FIXED)
    finish_mul(t)
    return t.lines


def finish_mul(t: Thumb) -> None:
    """The reduction once q0 to q6 are in the frame, column 7 is, but for q0's share, in t7 and
    column 10 in the frame."""
    t.take("ones", "high", "one", "low", "x")
    t("ldr $x, [sp]")
    t("mvn $ones, #0")
    t("mov $high, #0")
    t("umaal $t7, $high, $x, $ones")
    t("mov $one, #1")
    t("subs $low, $one, $one")
    t.take("y")
    t("ldr $x, [sp, #4]")
    t("ldr $y, [sp, #20]")
    t("adcs $t8, $t8, $y")
    t("umaal $t8, $high, $x, $ones")
    t("ldr $x, [sp, #8]")
    t("ldr $y, [sp, #24]")
    t("umaal $t8, $low, $x, $one")
    t("adcs $t9, $t9, $y")
    t("umaal $t9, $high, $x, $ones")
    t.drop("y")
    t.take("t10")
    t("ldr $x, [sp, #12]")
    t("ldr $t10, [sp, #40]")
    t("umaal $t9, $low, $x, $one")
    t("adcs $t10, $t10, $t7")
    t("umaal $t10, $high, $x, $ones")
    t("ldr $x, [sp, #16]")
    t("umaal $t10, $low, $x, $one")
    finish(t, "t7", 48)


def finish(t: Thumb, q7: str, frame: int) -> None:
    """Columns 11 to 15, and p back if that is negative."""
    for j in (11, 12, 13):
        t(f"adcs $t{j}, $t{j}, $ones")
        t(f"umaal $t{j}, $high, $x, $ones")
        if j < 13:
            t(f"ldr $x, [sp, #{4 * (j - 6)}]")
            t(f"umaal $t{j}, $low, $x, $one")
    if q7 not in t.held:
        t.take(q7)
        t(f"ldr ${q7}, [sp, #28]")
    t(f"umaal $t13, $low, ${q7}, $one")
    t(f"umaal $t14, $high, ${q7}, $ones")
    t("sub $low, $low, #2")
    t("adcs $t14, $t14, $low")
    t("adcs $t15, $t15, $high")
    t("sbc $low, $low, $low")
    t.drop("x", q7, "one", "ones", "high")
    t.take("r")
    t(f"ldr $r, [sp, #{frame}]")
    for i, add in enumerate(["$low"] * 3 + ["#0"] * 3 + ["$low, lsr #31", "$low"]):
        op = "adds" if i == 0 else "adcs" if i < 7 else "adc"
        t(f"{op} $t{i + 8}, $t{i + 8}, {add}")
        t(f"str $t{i + 8}, [$r, #{4 * i}]")
    t(f"add sp, #{frame + 4}")
    t("pop {r7, pc}")


def field_sqr_p256() -> list[str]:
    t = Thumb(ALL, a="r1")
    t("push {r0, r7, lr}")
    t("sub sp, #32")
    load_fixed(t, True)
    square_low(t)
    # B's columns 6 and 7 by the carry flag, which then waits for column 8.
    t.take("q0", "q1")
    t("mov $x, #0")
    t("adc $x, $x, $x")
    t("ldr $q0, [sp]")
    t("ldr $q1, [sp, #4]")
    t("adds $t6, $t6, $q0")
    t("str $t6, [sp, #24]")
    t.drop("t6")
    t("adcs $t7, $t7, $q1")
    t.drop("q1")
    t.take("ones", "high")
    t("mvn $ones, #0")
    t("mov $high, #0")
    t("umaal $t7, $high, $q0, $ones")
    t("str $t7, [sp, #28]")
    t.drop("t7", "q0", "ones")
    row(t, "x", FIXED, 8, "high")
    t.drop(*FIXED)
    t.take("g0", "g1", "g2", "g3")
    t("ldmia $a, {$g0, $g1, $g2, $g3}")
    t.drop("a")
    square_high(t)
    t.take("low", "high", "one", "ones")
    t("mov $low, #0")
    t("mov $high, #0")
    t("mov $one, #1")
    t("mvn $ones, #0")
    t.take("x", "y")
    t("ldr $x, [sp, #4]")
    t("ldr $y, [sp, #20]")
    for j in (8, 9, 10):
        t(f"adcs $t{j}, $t{j}, $y")
        t(f"umaal $t{j}, $high, $x, $ones")
        t(f"ldr $x, [sp, #{4 * (j - 6)}]")
        if j < 10:
            t(f"ldr $y, [sp, #{4 * (j - 2)}]")
        t(f"umaal $t{j}, $low, $x, $one")
    t.rename("y", "q7")
    finish(t, "q7", 32)
    return t.lines


def square_low(t: Thumb) -> None:
    """Rows 0 to 7 of the square with its lower half: limb k of the number times the limbs above
    it of twice the number, which begin with that of k + 1 less the bit from below. The carry flag
    doubles; at the end it is the bit that goes out at the top."""
    t.take("t0", "t1", "s", "c", "t3")
    t("umull $t0, $t1, $f0, $f0")
    t("str $t0, [sp]")
    t("adds $s, $f1, $f1")
    t("mov $c, #0")
    t("mov $t3, #0")
    t("umaal $t1, $c, $f0, $s")
    t("umaal $c, $t3, $f1, $f1")
    t("str $t1, [sp, #4]")
    t.rename("c", "t2")
    t.take("c", "t5")
    t("adcs $s, $f2, $f2")
    t("mov $c, #0")
    t("mov $t5, #0")
    t("umaal $t2, $c, $f0, $s")
    t("bic $s, $s, #1")
    t("umaal $t3, $c, $f1, $s")
    t("umaal $c, $t5, $f2, $f2")
    t("str $t2, [sp, #8]")
    t.rename("c", "t4")
    t.take("t7")
    t("adcs $s, $f3, $f3")
    t("mov $t7, #0")
    t("umaal $t3, $t0, $f0, $s")
    t("umaal $t4, $t0, $f1, $s")
    t("bic $s, $s, #1")
    t("umaal $t5, $t0, $f2, $s")
    t("umaal $t0, $t7, $f3, $f3")
    t("str $t3, [sp, #12]")
    t.rename("t0", "t6")
    t.rename("s", "x")
    for j in range(4, 8):
        if j % 2 == 0:
            t.take("y")
            t(f"ldrd $x, $y, [$a, #{4 * (j - 4)}]")
        s = "y" if j % 2 else "x"
        t(f"adcs ${s}, ${s}, ${s}")
        if j == 4:
            for i in range(3):
                t(f"umaal $t{i + 4}, $t1, ${s}, $f{i}")
            t(f"bic ${s}, ${s}, #1")
            t(f"umaal $t7, $t1, ${s}, $f3")
            t("str $t4, [sp, #16]")
            t.rename("t1", "t8")
        else:
            row(t, s, FIXED, j, f"t{j - 3}")
        if j == 5:
            t("str $t5, [sp, #20]")
            t.drop("t5")
        if j % 2:
            t.drop("y")


def square_high(t: Thumb) -> None:
    """The square of the upper half, and a carry; x is its top bit, which doubling moves out."""
    t.take("h", "s", "k")
    t("mov $h, #1")
    t("umaal $t8, $h, $g0, $g0")
    t("lsl $s, $g1, #1")
    t("umaal $t9, $h, $g0, $s")
    t("umaal $t10, $h, $g1, $g1")
    t("mov $k, #0")
    t("lsl $s, $g2, #1")
    t("orr $s, $s, $g1, lsr #31")
    t("umaal $t10, $k, $g0, $s")
    t("bic $s, $s, #1")
    t("umaal $t11, $k, $g1, $s")
    t("umaal $t12, $k, $g2, $g2")
    t.rename("k", "t13")
    t("lsl $s, $g3, #1")
    t("orr $s, $s, $g2, lsr #31")
    t("umaal $t11, $h, $g0, $s")
    t("umaal $t12, $h, $g1, $s")
    t("bic $s, $s, #1")
    t("umaal $t13, $h, $g2, $s")
    t.take("t15")
    t("mov $t15, #0")
    t("umaal $h, $t15, $g3, $g3")
    t.rename("h", "t14")
    t("mov $s, #0")
    for i in range(3):
        t(f"umaal $t{12 + i}, $s, $g{i}, $x")
    t("add $t15, $t15, $s")
    t.drop("s", "x", "g0", "g1", "g2", "g3")


def field_sub_twice_p256() -> list[str]:
    t = Thumb(LEAF, r="r0", a="r1", b="r2")
    t.take(*NAMES)
    t(f"ldmia $a, {listed(NAMES)}")
    t.rename("a", "x")
    t.take("y")
    for turn in range(2):
        if turn:
            t("sub $b, $b, #32")
        combine(t, "b", "subs", "sbcs")
        t("sbc $x, $x, $x")
        back(t, "x", store=turn == 1)
    t("bx lr")
    return t.lines


def field_three_halves_p256() -> list[str]:
    t = Thumb(LEAF, r="r0", a="r1")
    t.take(*NAMES, "x", "y")
    t(f"ldmia $a, {listed(NAMES)}")
    halve(t)
    combine(t, "a", "adds", "adcs")
    less_p(t)
    return t.lines
