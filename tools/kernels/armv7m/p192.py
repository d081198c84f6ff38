# SPDX-License-Identifier: MIT
"""Field arithmetic of p192 for ARMv7-M: functions that know the prime p = 2^192 - 2^64 - 1, take r,
a and b in r0, r1 and r2, and keep r7 alone. Numbers are six limbs below p."""

from tools.kernels.armv7m.words import PAIR, chain, load_pair, multiply_row, words
from tools.kernels.thumb import ALL, LEAF, Thumb, listed

N = 6
BYTES = 4 * N
NAMES = words("t", N)
STACK = 16 + 2 * BYTES
ZEROS = ["#0"] * N


def add_2_64_1(t: Thumb, names: list[str], carry: str) -> None:
    """Less p, as 2^64 + 1 more, to names and carry, of which only one can be: the sum of both is
    below 2 p + 2^64 + 1 < 2^193."""
    chain(t, "adds", "adcs", names, ["#1", "#0", "#1", "#0", "#0", "#0"])
    t(f"adc ${carry}, ${carry}, #0")


def take_2_64_1(t: Thumb, names: list[str], one: str) -> None:
    """2^64 + 1 less, where `one` is 1 and not 0."""
    chain(t, "subs", "sbcs", names, [one, "#0", one, "#0", "#0", "#0"])


def combine(t: Thumb, first: str, rest: str) -> None:
    """a and b to NAMES, and x and y in place of what pointed to them."""
    t.take(*NAMES)
    t(f"ldmia $a, {listed(NAMES)}")
    t.rename("a", "x")
    t.take("y")
    for i in range(0, N, 2):
        t("ldmia $b!, {$x, $y}")
        t(f"{rest if i else first} $t{i}, $t{i}, $x")
        t(f"{rest} $t{i + 1}, $t{i + 1}, $y")


def finish(t: Thumb) -> None:
    t(f"stmia $r, {listed(NAMES)}")
    t("bx lr")


def field_add() -> list[str]:
    t = Thumb(LEAF, r="r0", a="r1", b="r2")
    combine(t, "adds", "adcs")
    t("mov $x, #0")
    t("adc $x, $x, #0")
    add_2_64_1(t, NAMES, "x")
    t("rsb $x, $x, #1")
    take_2_64_1(t, NAMES, "x")
    finish(t)
    return t.lines


def field_sub() -> list[str]:
    """A borrow brings p back."""
    t = Thumb(LEAF, r="r0", a="r1", b="r2")
    combine(t, "subs", "sbcs")
    t("sbc $x, $x, $x")
    t("lsr $x, $x, #31")
    take_2_64_1(t, NAMES, "x")
    finish(t)
    return t.lines


def field_half() -> list[str]:
    """Half, of what p makes even."""
    t = Thumb(LEAF, r="r0", a="r1")
    t.take(*NAMES, "x")
    t(f"ldmia $a, {listed(NAMES)}")
    t("sbfx $x, $t0, #0, #1")
    for i, name in enumerate(NAMES):
        term = "$x, lsl #1" if i == 2 else "$x"
        t(f"{'adcs' if i else 'adds'} ${name}, ${name}, {term}")
    for name in reversed(NAMES):
        t(f"rrxs ${name}, ${name}")
    finish(t)
    return t.lines


def field_mul(wide: bool) -> list[str]:
    """The product, two limbs of a in a row, is in the frame under {r0, a, r7, lr}."""
    t = Thumb(ALL, r="r0", a="r1", b="r2")
    t("push {$r, $a, r7, lr}")
    t(f"sub sp, #{2 * BYTES}")
    t("mov $r, sp")
    for row in range(0, N, 2):
        if row:
            t.take("a")
            t(f"ldr $a, [sp, #{2 * BYTES + 4}]")
        load_pair(t, wide, "a", 4 * row)
        multiply_row(t, wide, range(N), row, row > 0)
        t.drop(*PAIR[: 2 if wide else 4])
    reduce(t)
    return t.lines


def reduce(t: Thumb) -> None:
    """From the product t at sp: the q that clears its lower half when q p is added is that half
    over 2^64 + 1. In pairs of limbs, q is t0, t1 - q0 and t2 - q1, less what each borrows. The
    upper half and q, less the last pair and what that borrowed, is the sum, below 2 p."""
    t = t.part()
    q, high = words("q", N), words("h", N)
    t.take(*q)
    t("mov $q0, sp")
    t(f"ldm $q0, {listed(q)}")
    chain(t, "subs", "sbcs", q[2:], q[:4])
    t.take("kept")
    t("mov $kept, #0")
    t("adc $kept, $kept, #0")
    t.take(*high)
    t(f"add $h0, sp, #{BYTES}")
    t(f"ldm $h0, {listed(high)}")
    chain(t, "adds", "adcs", high, q)
    t.rename("q0", "carry")
    t("mov $carry, #0")
    t("adc $carry, $carry, #0")
    t("cmp $kept, #1")
    chain(t, "sbcs", "sbcs", high, ["q4", "q5", *ZEROS[2:]])
    t("sbc $carry, $carry, #0")
    add_2_64_1(t, high, "carry")
    t("rsb $carry, $carry, #1")
    take_2_64_1(t, high, "carry")
    t.rename("q1", "r")
    t(f"ldr $r, [sp, #{2 * BYTES}]")
    t(f"stm $r, {listed(high)}")
    t(f"add sp, #{2 * BYTES + 8}")
    t("pop {r7, pc}")
