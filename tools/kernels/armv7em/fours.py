# SPDX-License-Identifier: MIT
"""Products and Montgomery's reduction for ARMv7E-M in one routine of little code, for numbers of at
least four limbs: four limbs are multiplied by all of a number, limb after limb in a loop. They are
those of the other factor, or of the multiple of the modulus that clears four columns.

t0 to t3 are what the columns from the one that is looked at on have yet to get. A multiplication
leaves the low limb of its sum where the column before was, so that they need not move.

With `rest`, what n leaves over of fours is a block whose other limbs are 0, and of which nothing is
stored above; without, n is a multiple of four."""

from tools.kernels.thumb import ALL, Thumb, listed

# On the stack: how many limbs come in fours yet, n; and where the caller put it, n0.
LEFT, N, N0 = "[sp]", "[sp, #4]", "[sp, #44]"
# The limbs that are fixed, and the sums, each with their registers.
FIXED, FIXED_IN = ("f0", "f1", "f2", "f3"), ("r8", "r9", "r10", "r11")
SUMS, SUMS_IN = ("t0", "t1", "t2", "t3"), ("r4", "r5", "r6", "r7")


def mp_multiply(rest: bool) -> list[str]:
    t = Thumb(ALL, r="r0", a="r1", b="r2", n="r3")
    t("push {r3, r4, r5, r6, r7, r8, r9, r10, r11, lr}")
    t("push {r3}")
    t("mov lr, $a")
    t.drop("a")
    t.hold(("a", "x"), ("lr", "r1"))
    t(f"ldr $x, {N0}")
    t("cbnz $x, 2f")
    if rest:
        t("1:")
        t("subs $n, $n, #1")
        t("str $x, [$r, $n, lsl #2]")
        t("bne 1b")
    else:
        clear(t)
    t.rename("n", "s")
    t("2:")
    t(f"ldr $s, {N0}")
    t("cbz $s, 3f")
    t.drop("x")
    find_multiple(t, rest)
    t("b 4f")
    t("3:")
    take_limbs(t, rest)
    t("4:")
    multiply_row(t, rest)
    # Up, or where the columns have been cleared.
    t(f"ldr $s, {N}")
    t("sub $b, $b, $s, lsl #2")
    t("sub $x, $r, $s, lsl #2")
    t(f"ldr $s, {N0}")
    t("cmp $s, #0")
    t("it ne")
    t("movne $r, $x")
    if rest:
        t(f"ldr $s, {LEFT}")
        t("str $t0, [$r]")
        for i, name in enumerate(SUMS[1:], 1):
            where(t, i, f"strhs ${name}, [$r, #{4 * i}]")
    else:
        t(f"stmia $r!, {listed(SUMS)}")
    t("add $r, $x, #16")
    t(f"ldr $s, {LEFT}")
    t("subs $s, $s, #4")
    t(f"str $s, {LEFT}")
    t("bhi 2b")
    t("add sp, #8")
    t("pop {r4, r5, r6, r7, r8, r9, r10, r11, pc}")
    return t.lines


def clear(t: Thumb) -> None:
    """n limbs at r. x is 0."""
    t.hold(SUMS, SUMS_IN)
    for name in SUMS:
        t(f"mov ${name}, $x")
    t("1:")
    t(f"stmia $r!, {listed(SUMS)}")
    t("subs $n, $n, #4")
    t("bne 1b")
    t(f"ldr $n, {N}")
    t("sub $r, $r, $n, lsl #2")
    t.drop(*SUMS)


def where(t: Thumb, i: int, instruction: str) -> None:
    """For limb i of the block, of whose limbs s says how many there are."""
    t(f"cmp $s, #{i + 1}")
    t(f"it {instruction.split()[0][-2:]}")
    t(instruction)


def find_multiple(t: Thumb, rest: bool) -> None:
    """The limbs of the multiple of m that clears the four columns at r; n0 is in s."""
    cs, ms = (tuple(f"{name}{i}" for i in range(4)) for name in "cm")
    t.hold(cs, SUMS_IN)
    t.hold(ms, ("r9", "r10", "r11", "r12"))
    t(f"ldmia $r, {listed(cs)}")
    t(f"ldmia $b, {listed(ms)}")
    t.hold(("q0", "carry"), ("r8", "r1"))
    for k, c in enumerate(cs):
        t(f"mul $q{k}, ${c}, $s")
        if k < 3:
            t("movs $carry, #0")
            for each, m in zip(cs[k:], ms, strict=False):
                t(f"umaal ${each}, $carry, $q{k}, ${m}")
            t.rename(c, f"q{k + 1}")
    t.drop(*ms, "carry", "c3")
    if rest:
        t(f"ldr $s, {LEFT}")
        for k in range(1, 4):
            where(t, k, f"movlo $q{k}, #0")
    t.rename("q0", "f0")
    t.hold(FIXED[1:], FIXED_IN[1:])
    for k in range(1, 4):
        t(f"mov $f{k}, $q{k}")
        t.drop(f"q{k}")
    t.drop(*FIXED)


def take_limbs(t: Thumb, rest: bool) -> None:
    """The next limbs of a."""
    t.hold(FIXED, FIXED_IN)
    if not rest:
        t(f"ldmia $a!, {listed(FIXED)}")
        return
    t(f"ldr $s, {LEFT}")
    t("ldr $f0, [$a], #4")
    for i in range(1, 4):
        t(f"mov $f{i}, #0")
        where(t, i, f"ldrhs $f{i}, [$a], #4")


def multiply_row(t: Thumb, rest: bool) -> None:
    """The columns at r += the fixed limbs times those at b, both of which are moved on; what stands
    above them stays in the sums."""
    t.hold((*SUMS, "x", "end"), (*SUMS_IN, "r1", "r12"))
    for name in SUMS:
        t(f"movs ${name}, #0")
    t(f"ldr $x, {N}")
    t("add $end, $b, $x, lsl #2")
    if rest:
        t("lsls $x, $x, #31")
        t("bne 6f")
    t("5:")
    for turn in range(2 if rest else 4):
        if rest and turn == 1:
            t("6:")
        t("ldr $s, [$b], #4")
        t("ldr $x, [$r]")
        t("umaal $x, $t0, $s, $f0")
        for i in range(1, 4):
            t(f"umaal $t{i - 1}, $t{i}, $s, $f{i}")
        t("str $x, [$r], #4")
    t("cmp $b, $end")
    t("bne 5b")
