# SPDX-License-Identifier: MIT
"""Field arithmetic modulo p = 2^448 - 2^224 - 1 for ARMv7E-M: functions that take r, a and b in r0,
r1 and r2, and keep r7 alone. Numbers are fourteen limbs below p.

2^448 counts 2^224 + 1. The topmost limbs alone tell how often a sum has 2^448 in it, e times or
once more. So it is taken with e + 1 times 2^224 + 1: where it then has 2^448 e + 1 times, it was
not below (e + 1) p and is less that now; else one 2^224 + 1 goes back by subtraction. No sum has to
be folded twice.
"""

from tools.kernels.armv7em.products import product, square
from tools.kernels.armv7m.p448 import A24, HALF, N, end, passing, store_less
from tools.kernels.thumb import ALL, LEAF, Thumb, listed

BLOCKS = (5, 5, 4)
FRAME = 4 * (N + sum(BLOCKS[:-1]) + 1)
KEPT = 3 * HALF  # the columns from there on stay in registers


def multiply(squares: bool) -> list[str]:
    t = Thumb(ALL, a="r1") if squares else Thumb(ALL, a="r1", b="r2")
    t("push {r0, r7, lr}")
    t(f"sub sp, #{FRAME}")
    if squares:
        square(t, N, BLOCKS, KEPT)
    else:
        product(t, N, BLOCKS, KEPT)
    finish(t)
    return t.lines


def finish(t: Thumb) -> None:
    """For halves l, l', h and h' of the product, with h' in registers, l + h + h' is the lower half
    and l' + h + 2 h' the upper one. `low` and the flag carry in the former, where the flag sums up
    h + h', `high` and `other` in the latter."""
    estimate = 4 * (KEPT - 1)
    t.take("l", "h", "low")
    t(f"ldr $l, [sp, #{4 * (N - 1)}]")
    t(f"ldr $h, [sp, #{estimate}]")
    t("mov $low, #2")
    t(f"umaal $l, $h, $t{2 * N - 1}, $low")
    t.take("high", "other", "one")
    t("add $low, $h, #1")
    t("add $high, $h, #1")
    t("mov $other, #0")
    t("mov $one, #1")
    saved = FRAME - 4
    t(f"str $low, [sp, #{saved}]")
    t.drop("l", "h")
    for i in range(HALF):
        t.take("l", "m", "h")
        for name, column in (("h", i + N), ("m", i + HALF), ("l", i)):
            t(f"ldr ${name}, [sp, #{4 * column}]")
        upper = f"$t{i + KEPT}"
        t(f"{'adcs' if i else 'adds'} $h, $h, {upper}")
        t("umaal $l, $low, $h, $one")
        t(f"umaal $m, $high, {upper}, $one")
        t("umaal $m, $other, $h, $one")
        t(f"str $l, [sp, #{4 * i}]")
        t.drop("l", "h", f"t{i + KEPT}")
        t.rename("m", f"n{i}")
    t("adc $low, $low, #0")
    t("adc $other, $other, $high")
    t.drop("high")
    t("adds $n0, $n0, $low")
    for i in range(1, HALF):
        t(f"adcs $n{i}, $n{i}, #0")
    t("adc $other, $other, #0")
    t.drop("low", "one")
    t.take("back", "r")
    t(f"ldr $back, [sp, #{saved}]")
    t(f"ldr $r, [sp, #{FRAME}]")
    t("sub $back, $back, $other")
    t.drop("other")
    lower = [f"l{i}" for i in range(HALF)]
    t.take(*lower[:5])
    t("pop " + listed(lower[:5]))
    store_less(t, lower[:5], 0)
    t.drop(*lower[:5])
    t.take(*lower[5:])
    for i in (5, 6):
        t(f"ldr $l{i}, [sp, #{4 * (i - 5)}]")
    store_less(t, lower[5:], 5)
    store_less(t, [f"n{i}" for i in range(HALF)], HALF)
    t(f"add sp, #{FRAME - 16}")
    t("pop {r7, pc}")


def field_add() -> list[str]:
    """e = 0."""
    t = Thumb(LEAF, r="r0", a="r1", b="r2")
    t.take("c", "one")
    t("mov $c, #1")
    t("mov $one, #1")

    def add(i: int, x: str, y: str) -> list[str]:
        return [*(["add $c, $c, #1"] if i == HALF else []), f"umaal {x}, $c, {y}, $one"]

    held = passing(t, 3, add)
    t("sub $one, $one, $c")
    t.rename("one", "back")
    t.drop("c")
    return end(t, held)


def field_mul_small() -> list[str]:
    """A factor times a, and b. e + 1 in c and in m."""
    t = Thumb(LEAF, r="r0", b="r1", a="r2")
    t.take("c", "m", "factor", "x")
    t(f"ldr $x, [$b, #{4 * (N - 1)}]")
    t(f"ldr $m, [$a, #{4 * (N - 1)}]")
    t(f"movw $factor, #{A24}")
    t("mov $c, #0")
    t("umaal $m, $c, $x, $factor")
    t.drop("x")
    t("add $c, $c, #1")
    t("mov $m, $c")

    def multiply_add(i: int, x: str, y: str) -> list[str]:
        return [*(["add $c, $c, $m"] if i == HALF else []), f"umaal {x}, $c, {y}, $factor"]

    held = passing(t, 3, multiply_add)
    t("sub $m, $m, $c")
    t.rename("m", "back")
    t.drop("c", "factor")
    return end(t, held)
