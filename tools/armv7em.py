#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write the kernels of src/native/armv7em.

    tools/armv7em.py            write the files
    tools/armv7em.py --check    fail if one would change

Each kernel is a function of assembly alone. Names for values are in tools/thumb.py, which gives
them registers, and fails where there is none.
"""

import argparse
import functools
import re
import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from files import write
from thumb import ALL, LEAF, RegisterError, Thumb

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "src" / "native" / "armv7em"


def start_row(t: Thumb, s: str, fixed: list[str], first: int) -> None:
    """Columns from `first` on = s times the fixed limbs, where nothing has been yet."""
    t.take(f"t{first}", f"t{first + 1}")
    t(f"umull $t{first}, $t{first + 1}, ${s}, ${fixed[0]}")
    for i, f in enumerate(fixed[1:], first + 1):
        t.take(f"t{i + 1}")
        t(f"mov $t{i + 1}, #0")
        t(f"umaal $t{i}, $t{i + 1}, ${s}, ${f}")


def row(t: Thumb, s: str, fixed: list[str], first: int, extra: str) -> None:
    """Add s times the fixed limbs and the word `extra` at column `first`."""
    for i, f in enumerate(fixed, first):
        t(f"umaal $t{i}, ${extra}, ${s}, ${f}")
    t.rename(extra, f"t{first + len(fixed)}")


FIXED = ["f0", "f1", "f2", "f3"]


def load_fixed(t: Thumb, advance: bool) -> None:
    t.take(*FIXED)
    t(f"ldmia $a{'!' if advance else ''}, " + "{" + ", ".join(f"${f}" for f in FIXED) + "}")


def field_mul_secp256r1() -> list[str]:
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


def field_sqr_secp256r1() -> list[str]:
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
    """The square of the upper half; x is its top bit, which doubling moves out."""
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


NAMES = [f"t{i}" for i in range(8)]


def listed(names: list[str]) -> str:
    return "{" + ", ".join(f"${name}" for name in names) + "}"


def back(t: Thumb, mask: str, store: bool = True) -> None:
    """Add p by a mask, and store."""
    terms = [f"${mask}"] * 3 + ["#0"] * 3 + [f"${mask}, lsr #31", f"${mask}"]
    for i, (name, add) in enumerate(zip(NAMES, terms, strict=True)):
        op = "adds" if i == 0 else "adcs" if i < 7 else "adc"
        t(f"{op} ${name}, ${name}, {add}")
        if store:
            t(f"str ${name}, [$r, #{4 * i}]")


def combine(t: Thumb, b: str, first: str, rest: str) -> None:
    """Add or subtract what is at b, by way of x and y; b goes on to its end."""
    for i in range(0, 8, 2):
        t(f"ldmia ${b}!, {{$x, $y}}")
        t(f"{rest if i else first} $t{i}, $t{i}, $x")
        t(f"{rest} $t{i + 1}, $t{i + 1}, $y")


def less_p(t: Thumb) -> None:
    """Less p, as 2^256 - p more: what carries then is not below p, and the others get p back."""
    t("mov $x, #-1")
    t("adc $x, $x, #0")
    for i, term in enumerate(["#1", "#0", "#0", "#-1", "#-1", "#-1", "", "#0"]):
        op = "adcs" if i else "adds"
        t(f"sbcs $t{i}, $t{i}, #1" if i == 6 else f"{op} $t{i}, $t{i}, {term}")
    t("adc $x, $x, #0")
    back(t, "x")
    t("bx lr")


def field_add_secp256r1() -> list[str]:
    t = Thumb(LEAF, r="r0", a="r1", b="r2")
    t.take(*NAMES)
    t(f"ldmia $a, {listed(NAMES)}")
    t.rename("a", "x")
    t.take("y")
    combine(t, "b", "adds", "adcs")
    less_p(t)
    return t.lines


def field_sub_secp256r1() -> list[str]:
    t = Thumb(LEAF, r="r0", a="r1", b="r2")
    t.take(*NAMES)
    t(f"ldmia $a, {listed(NAMES)}")
    t.rename("a", "x")
    t.take("y")
    combine(t, "b", "subs", "sbcs")
    t("sbc $x, $x, $x")
    back(t, "x")
    t("bx lr")
    return t.lines


def field_sub_twice_secp256r1() -> list[str]:
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


def field_three_halves_secp256r1() -> list[str]:
    t = Thumb(LEAF, r="r0", a="r1")
    t.take(*NAMES, "x", "y")
    t(f"ldmia $a, {listed(NAMES)}")
    # Half, of what p makes even.
    t("sbfx $x, $t0, #0, #1")
    for i, term in enumerate(["$x"] * 3 + ["#0"] * 3 + ["$x, lsr #31", "$x"]):
        t(f"{'adcs' if i else 'adds'} $t{i}, $t{i}, {term}")
    for i in range(7, -1, -1):
        t(f"rrxs $t{i}, $t{i}")
    combine(t, "a", "adds", "adcs")
    less_p(t)
    return t.lines


def mp_lookup() -> list[str]:
    """Both counts share a register: its lower byte is zero at the wanted entry, and its upper half
    overflows after the last."""
    t = Thumb(ALL, x="r0", entry="r1", count="r2", stride="r3")
    sums = [f"s{i}" for i in range(8)]
    t("push {r0, r1, r4, r5, r6, r7, r8, r9, r10, r11, lr}")
    t.take(*sums, "y", "is")
    t("rsb $stride, $stride, #256")
    t("sub $count, $stride, $count, lsl #16")
    t("ldr $y, [sp, #44]")
    t("str $count, [sp, #-8]!")
    t("lsl $stride, $y, #2")
    t("sub $stride, $stride, #32")
    t("1:")
    for name in sums:
        t(f"mov ${name}, #0")
    t("2:")
    t("uxtb $is, $count")
    t("clz $is, $is")
    t("lsr $is, $is, #5")
    for i in range(0, 8, 2):
        t("ldrd $x, $y, [$entry], #8")
        t(f"mla $s{i}, $x, $is, $s{i}")
        t(f"mla $s{i + 1}, $y, $is, $s{i + 1}")
    t("add $entry, $entry, $stride")
    t("adds $count, $count, #0x10001")
    t("bcc 2b")
    t("ldr $x, [sp, #8]")
    t("stmia $x!, " + listed(sums))
    t("ldr $y, [sp, #52]")
    t("subs $y, $y, #8")
    t("beq 4f")
    t("ldr $entry, [sp, #12]")
    t("add $entry, $entry, #32")
    t("rsbs $is, $y, #8")
    t("bls 3f")
    t("sub $x, $x, $is, lsl #2")
    t("sub $entry, $entry, $is, lsl #2")
    t("mov $y, #8")
    t("3:")
    t("str $y, [sp, #52]")
    t("str $x, [sp, #8]")
    t("str $entry, [sp, #12]")
    t("ldr $count, [sp]")
    t("b 1b")
    t("4:")
    t("add sp, #16")
    t("pop {r4, r5, r6, r7, r8, r9, r10, r11, pc}")
    return t.lines


def field_negate_masked_secp256r1() -> list[str]:
    """The complement, and p + 1 more, by a mask that is taken away from zero."""
    t = Thumb(LEAF, r="r0", mask="r1")
    t.take(*NAMES, "x")
    t(f"ldmia $r, {listed(NAMES)}")
    t("orr $x, $t0, $t1")
    for i in range(2, 8):
        t(f"orr $x, $x, $t{i}")
    # The sign of x or -x: set unless x = 0.
    t.take("y")
    t("rsb $y, $x, #0")
    t("orr $x, $x, $y")
    t("and $mask, $mask, $x, asr #31")
    for i in range(8):
        t(f"eor $t{i}, $t{i}, $mask")
    for i, term in enumerate(["$mask, lsr #31", "#0", "#0", "$mask, lsr #31", "$mask"], 3):
        t(f"{'adcs' if i > 3 else 'adds'} $t{i}, $t{i}, {term}")
    t(f"stmia $r, {listed(NAMES)}")
    t("bx lr")
    return t.lines


def mp_double_mod() -> list[str]:
    """Doubled, less m, and m by a mask: one loop each, whose ends leave the carry alone."""
    t = Thumb((*ALL[:6], "r12", "lr"), r="r0", m="r1", bit="r2", n="r3")
    t("push {r0, r1, r3, r4, r5, lr}")
    t.take("x", "y", "mask")
    t("lsrs $bit, $bit, #1")
    for label, op in ((1, "adcs"), (2, "sbcs"), (3, "adcs")):
        if label == 2:
            t("mov $mask, #0")
            t("adc $mask, $mask, #0")
        if label == 3:
            # The carry of the double less the borrow: 0 or -1.
            t("sbc $mask, $mask, #0")
            t("ldr $m, [sp, #4]")
        if label > 1:
            t("ldr $r, [sp]")
            t("ldr $n, [sp, #8]")
            t("cmp $n, #0" if label == 2 else "cmn $n, #0")
        t(f"{label}:")
        t("ldr $x, [$r]")
        if label > 1:
            t("ldr $y, [$m], #4")
        if label == 3:
            t("and $y, $y, $mask")
        t(f"{op} $x, $x, {'$x' if label == 1 else '$y'}")
        t("str $x, [$r], #4")
        t("sub $n, $n, #1")
        t("teq $n, #0")
        t(f"bne {label}b")
    t("pop {r0, r1, r3, r4, r5, pc}")
    return t.lines


def division_step(t: Thumb) -> None:
    """One step: multipliers 1, 0 or -1 of the masks `odd` and `swap`."""
    t("sbfx $odd, $g, #0, #1")
    t("bic $swap, $odd, $delta, asr #31")
    t("eor $delta, $delta, $swap")
    t("add $delta, $delta, #1")
    t("orr $odd, $swap, $odd, lsr #31")
    for x, y in (("f", "g"), ("u", "q"), ("v", "r")):
        t(f"mla ${y}, $odd, ${x}, ${y}")
        t(f"mls ${x}, $swap, ${y}, ${x}")
    t("lsr $g, $g, #1")
    t("lsl $u, $u, #1")
    t("lsl $v, $v, #1")


def mp_find_steps() -> list[str]:
    t = Thumb((*ALL[:9], "r12", "lr"), t="r0", delta="r1", f="r2", g="r3")
    t("push {r4, r5, r6, r7, r8, lr}")
    t.take("u", "v", "q", "r", "odd", "swap", "count")
    t("mov $u, #-1")
    t("mov $v, #0")
    t("mov $q, #0")
    t("mov $r, #-1")
    t("mov $count, #16")
    t("b 2f")
    t("1:")
    division_step(t)
    t("2:")
    division_step(t)
    t("subs $count, $count, #1")
    t("bne 1b")
    t("stmia $t, {$u, $v, $q, $r}")
    t("mov r0, $delta")
    t("pop {r4, r5, r6, r7, r8, pc}")
    return t.lines


def mp_combine(shift: bool) -> list[str]:
    """Signs of factors go to their numbers as complements, whose ones the carries begin with."""
    t = Thumb(ALL, r="r0", a="r1", b="r2", t="r3")
    t("push {r4, r5, r6, r7, r8, r9, r10, r11, lr}")
    t.take("s", "u", "m", "c", "d", "x", "y", "i", "j", "left")
    t("ldrd $s, $u, [$t]")
    t.rename("t", "k")
    t("ldr $left, [sp, #36]")
    for factor, mask, carry in (("s", "m", "c"), ("u", "k", "d")):
        t(f"asr ${mask}, ${factor}, #31")
        t(f"eor ${factor}, ${factor}, ${mask}")
        t(f"sub ${factor}, ${factor}, ${mask}")
        t(f"and ${carry}, ${factor}, ${mask}")

    def limb(x: str) -> None:
        t("ldr $i, [$a], #4")
        t("ldr $j, [$b], #4")
        t(f"mov ${x}, #0")
        t("eor $i, $i, $m")
        t("eor $j, $j, $k")
        t(f"umaal ${x}, $c, $i, $s")
        t(f"umaal ${x}, $d, $j, $u")

    if shift:
        limb("y")
        t("sub $left, $left, #1")
    t("1:")
    limb("x")
    if shift:
        t("lsr $y, $y, #31")
        t("orr $y, $y, $x, lsl #1")
        t("str $y, [$r], #4")
        t("mov $y, $x")
    else:
        t("str $x, [$r], #4")
    t("subs $left, $left, #1")
    t("bne 1b")
    if shift:
        t("asr $y, $y, #31")
        t("str $y, [$r]")
    t("pop {r4, r5, r6, r7, r8, r9, r10, r11, pc}")
    return t.lines


KEEP = "r4, r5, r6, r7, r8, r9, r10, r11"


def mp_mul(n: int) -> list[str]:
    """Four limbs of a at a time, or what is left, times the limbs of b one after the other. What
    stands in a column already comes in as the carry that its row begins with."""
    t = Thumb(ALL, r="r0", a="r1", b="r2")
    t(f"push {{{KEEP}, lr}}")
    for i in range(0, n, 4):
        fixed = FIXED[: min(4, n - i)]
        t.take(*fixed)
        t(f"ldmia $a!, {listed(fixed)}" if len(fixed) > 1 else "ldr $f0, [$a], #4")
        t.take("s")
        for j in range(n):
            t(f"ldr $s, [$b, #{4 * j}]")
            column = i + j
            if j == 0 and i == 0:
                start_row(t, "s", fixed, column)
            elif j == 0:
                t.take(f"t{column}")
                t(f"ldr $t{column}, [$r, #{4 * column}]")
                for k, f in enumerate(fixed, column):
                    t.take(f"t{k + 1}")
                    t(f"mov $t{k + 1}, #0")
                    t(f"umaal $t{k}, $t{k + 1}, $s, ${f}")
            else:
                t.take("c")
                t(f"ldr $c, [$r, #{4 * column}]" if i else "mov $c, #0")
                row(t, "s", fixed, column, "c")
            t(f"str $t{column}, [$r, #{4 * column}]")
            t.drop(f"t{column}")
        for k in range(i + n, i + n + len(fixed)):
            t(f"str $t{k}, [$r, #{4 * k}]")
            t.drop(f"t{k}")
        t.drop("s", *fixed)
    t(f"pop {{{KEEP}, pc}}")
    return t.lines


XS, YS = ["x0", "x1", "x2", "x3"], ["y0", "y1", "y2", "y3"]


def passing(
    t: Thumb, first: str, second: str, start: list[str], each: Callable[[str, str], list[str]]
) -> None:
    """A loop over single limbs until a multiple of four is left, and one over fours. The ends
    of the loops leave the carry flag alone. Results go to r, which may be `first`."""
    t(f"push {{{KEEP}, lr}}")
    t.take(*XS, *YS, "left")
    t("and $left, $n, #3")
    t("lsr $n, $n, #2")
    for line in start:
        t(line)
    load = f"[${first}]" if first == "r" else f"[${first}], #4"
    t("1:")
    t("teq $left, #0")
    t("beq 2f")
    t(f"ldr $x0, {load}")
    t(f"ldr $y0, [${second}], #4")
    for line in each("$x0", "$y0"):
        t(line)
    t("str $x0, [$r], #4")
    t("sub $left, $left, #1")
    t("b 1b")
    t("2:")
    t("teq $n, #0")
    t("beq 3f")
    t(f"ldmia ${first}{'' if first == 'r' else '!'}, {listed(XS)}")
    t(f"ldmia ${second}!, {listed(YS)}")
    for x, y in zip(XS, YS, strict=True):
        for line in each(f"${x}", f"${y}"):
            t(line)
    t(f"stmia $r!, {listed(XS)}")
    t("sub $n, $n, #1")
    t("b 2b")
    t("3:")


def mp_add() -> list[str]:
    t = Thumb(ALL, r="r0", a="r1", b="r2", n="r3")
    passing(t, "a", "b", ["cmn $n, #0"], lambda x, y: [f"adcs {x}, {x}, {y}"])
    t("mov r0, #0")
    t("adc r0, r0, r0")
    t(f"pop {{{KEEP}, pc}}")
    return t.lines


def mp_sub() -> list[str]:
    t = Thumb(ALL, r="r0", a="r1", b="r2", n="r3")
    passing(t, "a", "b", ["cmp $n, #0"], lambda x, y: [f"sbcs {x}, {x}, {y}"])
    t("sbc r0, r0, r0")
    t("rsb r0, r0, #0")
    t(f"pop {{{KEEP}, pc}}")
    return t.lines


def mp_add_masked() -> list[str]:
    t = Thumb(ALL, r="r0", a="r1", mask="r2", n="r3")
    each = ["and {y}, {y}, $mask", "adcs {x}, {x}, {y}"]
    passing(t, "r", "a", ["cmn $n, #0"], lambda x, y: [line.format(x=x, y=y) for line in each])
    t("mov r0, #0")
    t("adc r0, r0, r0")
    t(f"pop {{{KEEP}, pc}}")
    return t.lines


def mp_select() -> list[str]:
    t = Thumb(ALL, r="r0", a="r1", mask="r2", n="r3")
    each = ["eor {y}, {y}, {x}", "and {y}, {y}, $mask", "eor {x}, {x}, {y}"]
    passing(t, "r", "a", [], lambda x, y: [line.format(x=x, y=y) for line in each])
    t(f"pop {{{KEEP}, pc}}")
    return t.lines


def mp_mul_add_limb() -> list[str]:
    t = Thumb(ALL, r="r0", a="r1", b="r2", n="r3", c="lr")
    passing(t, "r", "a", ["mov $c, #0"], lambda x, y: [f"umaal {x}, $c, {y}, $b"])
    t("mov r0, $c")
    t(f"pop {{{KEEP}, pc}}")
    return t.lines


@dataclass(frozen=True)
class Kernel:
    """A kernel and what its file says of it. `arguments` is a prototype; those of field
    arithmetic have none that C could call."""

    name: str
    lines: Callable[[], list[str]]
    what: str
    inputs: tuple[str, ...]
    result: str = "void"
    arguments: str = "void"
    guard: str = "WHIT_ARMV7EM_LARGE"


def field(name: str, lines: Callable[[], list[str]], what: str, *inputs: str) -> Kernel:
    what = f"{what}, p the prime of secp256r1; limbs below p in and out."
    guard = "WHIT_ARMV7EM" if name in ("mul", "add", "sub") else "WHIT_ARMV7EM_LARGE"
    return Kernel(f"field_{name}_secp256r1", lines, what, inputs, guard=guard)


# The limbs of fields of 160, 192, 224, 256, 320, 384, 512 and 521 bits.
MULTIPLICATIONS = (5, 6, 7, 8, 10, 12, 16, 17)

KERNELS = (
    field("mul", field_mul_secp256r1, "r = a b / 2^256 mod p", "r", "a", "b"),
    field("sqr", field_sqr_secp256r1, "r = a^2 / 2^256 mod p", "r", "a"),
    field("add", field_add_secp256r1, "r = a + b mod p", "r", "a", "b"),
    field("sub", field_sub_secp256r1, "r = a - b mod p", "r", "a", "b"),
    field("sub_twice", field_sub_twice_secp256r1, "r = a - 2 b mod p", "r", "a", "b"),
    field("three_halves", field_three_halves_secp256r1, "r = 3/2 a mod p", "r", "a"),
    field(
        "negate_masked",
        field_negate_masked_secp256r1,
        "r = -r mod p where mask is all ones, unchanged where it is zero",
        "r",
        "mask",
    ),
    Kernel(
        "mp_double_mod",
        mp_double_mod,
        "r = 2 r + bit, less m if that is not below m.",
        ("r", "m", "bit", "n"),
        "void",
        "limb *r, const limb *m, limb bit, size_t n",
    ),
    Kernel(
        "mp_lookup",
        mp_lookup,
        "r = table[index] for n >= 8 limbs, at most 255 entries, as the sum of all times 1 or 0, "
        "eight limbs at a time. Where n is no multiple of eight the last eight overlap others.",
        ("r", "table", "entries", "index", "[sp] = n"),
        "void",
        "limb *r, const limb *table, size_t entries, limb index, size_t n",
    ),
    Kernel(
        "mp_find_steps",
        mp_find_steps,
        "31 division steps from the lowest limbs of f and g on: their negative matrix, row by row, "
        "to t; returns delta - 1/2 after them.",
        ("t", "delta - 1/2", "f", "g"),
        "limb",
        "limb *t, limb delta, limb f, limb g",
    ),
    Kernel(
        "mp_combine",
        lambda: mp_combine(False),
        "r = t[0] a + t[1] b modulo 2^(32 n), two's complements all. r may be a or b.",
        ("r", "a", "b", "t", "[sp] = n"),
        "void",
        "limb *r, const limb *a, const limb *b, const limb *t, size_t n",
    ),
    Kernel(
        "mp_combine_shifted",
        lambda: mp_combine(True),
        "r = (t[0] a + t[1] b) / 2^31 for a sum below 2^(32 n - 1) in size, two's complements all, "
        "n >= 2. r may be a or b.",
        ("r", "a", "b", "t", "[sp] = n"),
        "void",
        "limb *r, const limb *a, const limb *b, const limb *t, size_t n",
    ),
    *(
        Kernel(
            f"mp_mul_{n}",
            functools.partial(mp_mul, n),
            f"r = a b for numbers of {n} limbs; r overlaps neither.",
            ("r", "a", "b"),
            "void",
            "limb *r, const limb *a, const limb *b",
        )
        for n in MULTIPLICATIONS
    ),
    Kernel(
        "mp_mul_add_limb",
        mp_mul_add_limb,
        "r += a b for a limb b; returns the limb that is carried out.",
        ("r", "a", "b", "n"),
        "limb",
        "limb *r, const limb *a, limb b, size_t n",
    ),
    *(
        Kernel(
            name,
            lines,
            what,
            ("r", "a", second, "n"),
            "void" if name == "mp_select" else "limb",
            f"limb *r, const limb *a, {'limb mask' if second == 'mask' else 'const limb *b'}, "
            "size_t n",
        )
        for name, lines, what, second in (
            ("mp_add", mp_add, "r = a + b; returns the carry.", "b"),
            ("mp_sub", mp_sub, "r = a - b; returns the borrow.", "b"),
            ("mp_add_masked", mp_add_masked, "r += a & mask; returns the carry.", "mask"),
            ("mp_select", mp_select, "r = a where mask is all ones.", "mask"),
        )
    ),
)

KEPT = {"r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11"}


def stack_bytes(lines: list[str]) -> int:
    """What the prologue takes."""
    total = 0
    for line in lines:
        if line.startswith("push"):
            total += 4 * (line.count(",") + 1)
        elif line.startswith("sub sp"):
            total += int(line.split("#")[1])
        elif line.endswith("]!") and "[sp, #-" in line:
            total += int(line.split("#-")[1].rstrip("]!"))
    return total


def pushed(lines: list[str]) -> set[str]:
    """The registers that the prologue saves."""
    found: set[str] = set()
    for line in lines:
        if line.startswith("push"):
            found |= set(re.findall(r"r\d+", line))
    return found & KEPT


def comment(text: str, width: int = 97) -> list[str]:
    """A comment of several sentences."""
    lines = textwrap.wrap(text, width, initial_indent="/* ", subsequent_indent=" * ")
    return [*lines[:-1], lines[-1] + " */"]


def text(kernel: Kernel) -> str:
    """The file of a kernel."""
    lines = kernel.lines()
    used = set(re.findall(r"\b(?:r\d+|lr)\b", " ".join(lines)))
    left = [register for register in ALL if register in used and register not in pushed(lines)]
    if kernel.arguments != "void" and KEPT.intersection(left):
        raise RegisterError(f"{kernel.name} loses registers that C keeps")
    lost = ", ".join(left)
    inputs = ", ".join(
        name if "=" in name else f"r{number} = {name}" for number, name in enumerate(kernel.inputs)
    )
    about = f"{kernel.what} In: {inputs}. Stack: {stack_bytes(lines)} bytes. "
    about += f"Not kept: {lost} and the flags."
    return "\n".join(
        [
            "/* SPDX-License-Identifier: MIT */",
            "/* Generated by tools/armv7em.py. Do not edit. */",
            '#include "native/api.h"',
            "",
            f"#if {kernel.guard}",
            "",
            *comment(about),
            f"ARMV7EM_NAKED {kernel.result} whit_{kernel.name}_asm({parameters(kernel.arguments)})",
            "{",
            "    __asm__(",
            *(f'        "{line}\\n"' for line in lines),
            "    );",
            "}",
            "",
            "#endif",
            "",
        ]
    )


def parameters(arguments: str) -> str:
    """Parameters that only the assembly uses."""
    if arguments == "void":
        return arguments
    return ", ".join(f"ARMV7EM_UNUSED {argument}" for argument in arguments.split(", "))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="fail if a file would change")
    arguments = parser.parse_args()
    stale = []
    for kernel in KERNELS:
        path = FOLDER / f"{kernel.name}.c"
        content = text(kernel)
        if not arguments.check:
            write(path, content)
        elif not path.exists() or path.read_text() != content:
            stale.append(str(path.relative_to(ROOT)))
    if stale:
        print(f"armv7em: out of date: {', '.join(stale)}", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
