# SPDX-License-Identifier: MIT
"""Sums of long numbers for ARMv7E-M in little code: a loop over pairs of limbs, before which, with
`rest`, a limb that is left over goes by itself. The carry stays in its flag."""

from collections.abc import Callable

from tools.kernels.thumb import ALL, Thumb, listed

X, Y = ("x0", "x1"), ("y0", "y1")
CARRY = ("movs $r, #0", "adcs $r, $r")
BORROW = ("sbcs $r, $r", "negs $r, $r")


def run(
    first: str,
    second: str,
    limbs: Callable[[Thumb, int], None],
    answer: tuple[str, str],
    rest: bool,
) -> list[str]:
    """`first` sets the carry, `limbs` takes so many limbs from a and from the `second` number, or
    masks them, and leaves what goes to r in x."""
    t = Thumb(ALL, r="r0", a="r1", **{second: "r2"}, end="r3")
    t.hold((*X, *Y), ("r4", "r5", "r6", "r12"))
    t("push {r4, r5, r6, lr}")
    t(first)
    if rest:
        t("tst $end, #1")
    t("add $end, $a, $end, lsl #2")
    if rest:
        t("beq 1f")
        limbs(t, 1)
        t("stmia $r!, {$x0}")
        t("teq $a, $end")
        t("beq 2f")
    t("1:")
    limbs(t, 2)
    t(f"stmia $r!, {listed(X)}")
    t("teq $a, $end")
    t("bne 1b")
    if rest:
        t("2:")
    t(*answer)
    t("pop {r4, r5, r6, pc}")
    return t.lines


def combined(operation: str) -> Callable[[Thumb, int], None]:
    def limbs(t: Thumb, count: int) -> None:
        t(f"ldmia $a!, {listed(X[:count])}")
        t(f"ldmia $b!, {listed(Y[:count])}")
        for x, y in zip(X[:count], Y, strict=False):
            t(f"{operation} ${x}, ${x}, ${y}")

    return limbs


def masked(t: Thumb, count: int) -> None:
    t(f"ldmia $a!, {listed(Y[:count])}")
    t(f"ldmia $r, {listed(X)}" if count == 2 else "ldr $x0, [$r]")
    for x, y in zip(X[:count], Y, strict=False):
        t(f"and ${y}, ${y}, $mask")
        t(f"adcs ${x}, ${x}, ${y}")


def mp_add(rest: bool) -> list[str]:
    return run("cmn $r, #0", "b", combined("adcs"), CARRY, rest)


def mp_sub(rest: bool) -> list[str]:
    return run("cmp $r, $r", "b", combined("sbcs"), BORROW, rest)


def mp_add_masked(rest: bool) -> list[str]:
    return run("cmn $r, #0", "mask", masked, CARRY, rest)
