# SPDX-License-Identifier: MIT
"""Field arithmetic modulo any odd number m of eight limbs for ARMv7-M: functions that take r, a and
b in r0, r1 and r2 and in r3 the modulus as field/field.h has it, its limbs first, and keep r7
alone. Numbers are below m."""

from tools.kernels.armv7m.products import (
    FRAME,
    join_8,
    products_8,
    squares_8,
    store_16,
    subroutines,
)
from tools.kernels.armv7m.rows import halve, upper_word
from tools.kernels.armv7m.words import PAIR, load_factor, multiply_step, single_step, words
from tools.kernels.thumb import ALL, LEAF, Thumb, listed

N = 8
NAMES = words("t", N)
# Words of a row without a loop.
MOST = 8
ROW, FIRST, SECOND = 7, 8, 9
# What is pushed above the frame; subroutines push as much as 8 bytes more.
SAVED = 24
STACK = SAVED + FRAME + 8


def mul(wide: bool) -> list[str]:
    """Where both factors are one array, their difference is squared."""
    t = Thumb(ALL, a="r1", b="r2")
    t("push {r0, r1, r2, r3, r7, lr}")
    products_8(t)
    squares_8(t)
    t = t.part()
    join_8(t)
    store_16(t, "sp")
    reduce(t, N, FRAME, wide)
    subtract_once(t)
    subroutines(t, wide)
    return t.lines


def reduce(t: Thumb, n: int, frame: int, wide: bool) -> None:
    """The multiple of m that clears the lower half of the product is added in rows of two words.
    What these carry takes the place of the words that they clear, and is to come to the upper half,
    where r0 points; r1 points to m."""
    t = t.part(r="r0", b="r1")
    t("mov $r, sp", f"ldr $b, [sp, #{frame + 12}]")
    turn = max(k for k in range(1, MOST + 1) if n % k == 0)
    if turn < n:
        t.take("end")
        t(f"add $end, $b, #{4 * n}", f"str $end, [sp, #{frame - 4}]")
        t.drop("end")
    t(f"{ROW}:")
    clear_two(t, n, wide)
    if turn < n:
        t("mov $done, #0", f"b {SECOND}f", f"{FIRST}:")
        step(t, 0, wide)
        t(f"{SECOND}:")
    else:
        t.drop("done")
    for j in range(1, turn):
        step(t, j, wide)
    if turn < n:
        t.take("end")
        t(f"ldr $end, [sp, #{frame - 4}]")
        t(f"add $b, $b, #{4 * turn}", f"add $r, $r, #{4 * turn}", "cmp $b, $end", f"bne {FIRST}b")
        t.drop("end")
        t("str $done, [$r, #-4]", f"sub $r, $r, #{4 * n}", f"sub $b, $b, #{4 * n}")
    else:
        t(f"str $done, [$r, #{4 * n - 4}]")
    t("strd $c0, $c1, [$r], #8")
    t.drop("done", "c0", "c1")
    t.take("end")
    t(f"add $end, sp, #{4 * n}", "cmp $r, $end", f"bne {ROW}b")


def step(t: Thumb, j: int, wide: bool) -> None:
    """A word of m; the sum that the one before left is stored behind the loads."""
    load_factor(t, wide, f"[$b, #{4 * j}]", f"[$b, #{4 * j + 2}]")
    t.take("t")
    t(f"ldr $t, [$r, #{4 * j}]")
    if "done" in t.held:
        t(f"str $done, [$r, #{4 * j - 4}]")
        t.drop("done")
    multiply_step(t, wide, True, True)
    t.rename("x", "done")


def clear_two(t: Thumb, n: int, wide: bool) -> None:
    """p: q0 and q1, which clear two words; c0 and c1 are what their product by m[0] carries."""
    pair = PAIR[: 2 if wide else 4]
    half = len(pair) // 2
    t.take_high(*pair)
    t.take("t0", "q", "x")
    t("ldr $t0, [$r]", f"ldr $x, [$b, #{8 * n}]", "mul $q, $t0, $x")
    t.drop("x")
    halve(t, wide, pair, "q", 0)
    upper_word(t, wide)
    t.take("t1", "m1", "n0")
    t("ldr $t1, [$r, #4]", "ldr $m1, [$b, #4]", f"ldr $n0, [$b, #{8 * n}]")
    t("add $t1, $t1, $w", "mla $t1, $q, $m1, $t1", "mul $q, $t1, $n0")
    t.drop("t1", "m1", "n0", "t0")
    halve(t, wide, pair, "q", half)
    t.drop("q")
    load_factor(t, wide, "[$b]", "[$b, #2]")
    # The second word alone, with what column 0 carries.
    swap(t, pair)
    t.rename("w", "t")
    single_step(t, wide, carries=False)
    swap(t, pair)
    t.rename("c0", "c1")
    t.rename("x", "c0")
    t.take("done")


def swap(t: Thumb, pair: list[str]) -> None:
    """The words of a pair under each other's names."""
    half = len(pair) // 2
    for name, other in zip(pair[:half], pair[half:], strict=True):
        t.exchange(name, other)


def subtract_once(t: Thumb) -> None:
    """The sum of both halves, less m, which goes back; and out of the frame."""
    t = t.part(r="r0", m="r1")
    t.take(*NAMES, "x")
    t(f"ldm $r, {listed(NAMES)}", "mov $r, sp")
    combine(t, "r", "adds", "adcs")
    less(t, "r")
    t(f"ldr $r, [sp, #{FRAME}]", f"stm $r, {listed(NAMES)}")
    t(f"add sp, #{FRAME + SAVED - 8}", "pop {r7, pc}")


def combine(t: Thumb, place: str, first: str, rest: str) -> None:
    """Add or subtract what is at a pointer, which goes on to its end."""
    for i, name in enumerate(NAMES):
        t(f"ldr $x, [${place}], #4", f"{rest if i else first} ${name}, ${name}, $x")


def less(t: Thumb, spare: str) -> None:
    """A sum and its carry, less m, and m back by a mask, with a register to spare."""
    t(f"mov ${spare}, #0", f"adc ${spare}, ${spare}, #0")
    combine(t, "m", "subs", "sbcs")
    t(f"sbc ${spare}, ${spare}, #0", f"sub $m, $m, #{4 * N}")
    back(t, spare)


def back(t: Thumb, mask: str) -> None:
    """m by a mask, which goes on to its end."""
    for i, name in enumerate(NAMES):
        t("ldr $x, [$m], #4", f"and $x, $x, ${mask}")
        t(f"{'adcs' if i else 'adds'} ${name}, ${name}, $x")


def begin(*saved: str, **arguments: str) -> Thumb:
    """With a number in registers and, where a pointer is saved, the return address too."""
    t = Thumb((*LEAF, *(("lr",) if saved else ())), a="r1", m="r3", **arguments)
    if saved:
        t(f"push {{{', '.join(saved)}, lr}}")
    t.take(*NAMES)
    t(f"ldm $a, {listed(NAMES)}")
    return t


def end(t: Thumb) -> list[str]:
    t(f"stm $r, {listed(NAMES)}", "bx lr")
    return t.lines


def add() -> list[str]:
    t = begin(r="r0", b="r2")
    t.rename("a", "x")
    combine(t, "b", "adds", "adcs")
    less(t, "b")
    return end(t)


def sub() -> list[str]:
    t = begin(r="r0", b="r2")
    t.rename("a", "x")
    combine(t, "b", "subs", "sbcs")
    t("sbc $b, $b, $b")
    back(t, "b")
    return end(t)


def three_halves() -> list[str]:
    """Half, of what m makes even, and the whole."""
    t = begin("r0")
    t.take("x", "mask")
    t("sbfx $mask, $t0, #0, #1")
    back(t, "mask")
    t(f"sub $m, $m, #{4 * N}")
    for name in reversed(NAMES):
        t(f"rrxs ${name}, ${name}")
    combine(t, "a", "adds", "adcs")
    less(t, "mask")
    t.take("r")
    t("ldr $r, [sp], #4", f"stm $r, {listed(NAMES)}", "pop {pc}")
    return t.lines
