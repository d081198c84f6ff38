# SPDX-License-Identifier: MIT
"""Sums and differences of numbers in RV32IM, limb after limb: what fields of several primes share."""

from collections.abc import Callable

from tools.kernels.assembly import Values


def each_limb(
    t: Values, n: int, word: Callable[[str], None], first: dict[int, str] | None = None
) -> None:
    """Each limb of a to v and that of b to w, to do something with; what is to be done `first`
    at some."""
    t.take("w")
    for i in range(n):
        limb = f"v{i}"
        if first and i in first:
            t(first[i])
        if limb not in t.held:
            t.take(limb)
        t(f"lw ${limb}, {4 * i}($a)")
        t(f"lw $w, {4 * i}($b)")
        word(limb)
    t.drop("a", "b", "w")


def more(t: Values, limb: str, carry: str, *words: str) -> None:
    """Add words; count what that carries."""
    t.take("x")
    for word in words:
        t(f"add ${limb}, ${limb}, ${word}")
        t(f"sltu $x, ${limb}, ${word}")
        t(f"add ${carry}, ${carry}, $x")
    t.drop("x")


def difference(t: Values, n: int) -> None:
    """v = a - b; what is borrowed, 0 or 1, is in `c`."""
    t.take("x", "y")
    t("li $c, 0")

    def word(limb: str) -> None:
        t(f"sltu $x, ${limb}, $w")
        t(f"sub ${limb}, ${limb}, $w")
        t(f"sltu $y, ${limb}, $c")
        t(f"sub ${limb}, ${limb}, $c")
        t("or $c, $x, $y")

    each_limb(t, n, word)
    t.drop("x", "y")
