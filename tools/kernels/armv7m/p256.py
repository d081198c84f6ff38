# SPDX-License-Identifier: MIT
"""Field arithmetic of p256 for ARMv7-M: functions that know the prime
p = 2^256 - 2^224 + 2^192 + 2^96 - 1, take r, a and b in r0, r1 and r2, and keep r7 alone. Numbers
are eight limbs below p."""

from tools.kernels.armv7m.products import (
    FRAME,
    MIDDLE,
    UPPER,
    join_8,
    products_8,
    squares_8,
    subroutines,
)
from tools.kernels.armv7m.words import chain, load
from tools.kernels.armv7m.words import words as numbered
from tools.kernels.thumb import ALL, LEAF, Thumb, listed

NAMES = [f"t{i}" for i in range(8)]


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


def field_add_p256() -> list[str]:
    t = Thumb(LEAF, r="r0", a="r1", b="r2")
    t.take(*NAMES)
    t(f"ldmia $a, {listed(NAMES)}")
    t.rename("a", "x")
    t.take("y")
    combine(t, "b", "adds", "adcs")
    less_p(t)
    return t.lines


def field_sub_p256() -> list[str]:
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


def halve(t: Thumb) -> None:
    """Half, of what p makes even; x is lost."""
    t("sbfx $x, $t0, #0, #1")
    for i, term in enumerate(["$x"] * 3 + ["#0"] * 3 + ["$x, lsr #31", "$x"]):
        t(f"{'adcs' if i else 'adds'} $t{i}, $t{i}, {term}")
    for i in range(7, -1, -1):
        t(f"rrxs $t{i}, $t{i}")


def field_half_p256() -> list[str]:
    t = Thumb(LEAF, r="r0", a="r1")
    t.take(*NAMES, "x")
    t(f"ldmia $a, {listed(NAMES)}")
    halve(t)
    t(f"stmia $r, {listed(NAMES)}")
    t("bx lr")
    return t.lines


def field_negate_masked_p256() -> list[str]:
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


def field_mul_p256(wide: bool) -> list[str]:
    """Where both factors are one array, their difference is squared. What it goes on in is at its
    end."""
    t = Thumb(ALL, a="r1", b="r2")
    t("push {r0, r1, r2, r7, lr}")
    products_8(t)
    subroutines(t, wide)
    squares_8(t, "5b")
    return t.lines


def field_join_p256() -> list[str]:
    t = Thumb(ALL)
    join_8(t)
    for i in range(4):
        t.rename(f"l{i}", f"q{i}")
        t.rename(f"m{i}", f"q{i + 4}")
    reduce_8(t, UPPER, MIDDLE, FRAME)
    t(f"add sp, #{FRAME + 12}")
    t("pop {r7, pc}")
    return t.lines


def reduce_p256() -> list[str]:
    """Needs neither the modulus nor n."""
    t = Thumb(ALL, t="r1")
    t("push {r0, r4, r5, r6, r7, r8, r9, r10, r11, lr}")
    t("add $t, $t, #32")
    t("ldm $t, {r4, r5, r6, r7, r8, r9, r10, r11}")
    t("push {r4, r5, r6, r7, r8, r9, r10, r11}")
    t("sub $t, $t, #32")
    t.take("eight")
    t("mov $eight, #0")
    low = numbered("q", 8)
    t.take(*low)
    t(f"ldm $t, {listed(low)}")
    t.drop("t")
    reduce_8(t, 0, None, 32)
    t("add sp, #36")
    t("pop {r4, r5, r6, r7, r8, r9, r10, r11, pc}")
    return t.lines


def reduce_8(t: Thumb, upper: int, carry: int | None, result: int) -> None:
    """From words 0 to 7 of a product in q0 to q7, a carry to word 8 in `eight`, the others at the
    frame's `upper`, and a carry to word 12, if any, at its `carry`, to where its `result` points:
    the q that clears the lower half when q p is added, and the upper half of that sum,

        t + q + q 2^160 + q 2^64 - q 2^32 (all of it times 2^256, of q 2^256 - q 2^224 + ...),

    less p, as 2^224 - 2^192 - 2^96 + 1 more; then p back by a mask."""
    q = numbered("q", 8)
    chain(t, "adds", "adcs", q[3:], q[:5])
    t("adc $eight, $eight, #0")
    chain(t, "adds", "adcs", q[6:], q[:2])
    t("adc $eight, $eight, #1")
    t("subs $q7, $q7, $q0")
    t("sbc $eight, $eight, #0")
    sums = numbered("s")
    load(t, sums, "sp", upper)
    t.take("twelve")
    t("mov $twelve, #0" if carry is None else f"ldr $twelve, [sp, #{carry}]")
    t("adds $s0, $s0, $eight")
    for i in (1, 2, 3):
        t(f"adcs $s{i}, $s{i}, $eight, asr #31")
    t("adc $twelve, $twelve, $eight, asr #31")
    t.drop("eight")
    for terms in (q[:4], q[2:6]):
        chain(t, "adds", "adcs", sums, terms)
        t("adc $twelve, $twelve, #0")
    chain(t, "adds", "adcs", sums, [*q[5:], "#-1"])
    t("sbc $twelve, $twelve, #0")
    chain(t, "subs", "sbcs", sums, q[1:5])
    t("sbc $twelve, $twelve, #0")
    t.take("place")
    t(f"add $place, sp, #{upper}" if upper else "mov $place, sp")
    t(f"stm $place!, {listed(sums)}")
    t.drop("q0", "q1", "q2", "q3")
    t(f"ldm $place, {listed(sums)}")
    t("adds $s0, $s0, $twelve")
    for i in (1, 2, 3):
        t(f"adcs $s{i}, $s{i}, $twelve, asr #31")
    t.take("mask")
    t("asr $mask, $twelve, #31")
    t("sbc $mask, $mask, #0")
    t.drop("twelve")
    chain(t, "adds", "adcs", sums, q[4:])
    t("adc $mask, $mask, #0")
    chain(t, "adds", "adcs", sums, [*q[6:], "#-1", "#0"])
    t("adc $mask, $mask, #0")
    chain(t, "subs", "sbcs", sums, [*q[5:], "#0"])
    t("sbc $mask, $mask, #0")
    t.drop(*q[4:])
    low = numbered("l")
    t.take(*low)
    t(f"ldmdb $place, {listed(low)}")
    t.drop("place")
    t.take("r", "one")
    t(f"ldr $r, [sp, #{result}]")
    t("lsr $one, $mask, #31")
    chain(t, "adds", "adcs", [*low, *sums], [*["mask"] * 3, *["#0"] * 3, "one", "mask"])
    t.drop("one", "mask")
    t(f"stm $r!, {listed(low)}")
    t(f"stm $r, {listed(sums)}")
