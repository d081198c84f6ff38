# SPDX-License-Identifier: MIT
"""Sums and differences of numbers in RV32IM, limb after limb, for fields of several primes."""

from collections.abc import Callable
from dataclasses import dataclass

from tools.kernels.assembly import Values, rewritten
from tools.kernels.rv32.columns import LEAF, REGISTER, SCRATCH

FULL = 0xFFFFFFFF


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


def moved(t: Values, end: Values) -> list[str]:
    """Lines that have no arguments, with the registers exchanged so that they end with values where
    another function has them."""
    new = {t.held[name]: register for name, register in end.held.items() if name in t.held}
    others = [register for register in LEAF if register not in new.values()]
    new |= dict(zip((each for each in LEAF if each not in new), others, strict=True))
    return [rewritten(line, REGISTER.sub(lambda m: new[m[0]], line)) for line in t.lines]


@dataclass(frozen=True)
class Sums:
    """Functions of a prime p just below 2^(32 n) that add up to v and go on in another, %0: that
    adds p where `back` is 1, and stores v to r."""

    p: int
    n: int

    def limbs(self, number: int) -> list[int]:
        return [number >> 32 * i & FULL for i in range(self.n)]

    def operands(self) -> Values:
        """Where sums are, and what tells that p goes back."""
        t = Values(LEAF, r="a0", a="a1", b="a2")
        t.take(*(f"v{i}" for i in range(self.n)), "back")
        return t

    def begin(self) -> tuple[Values, list[int]]:
        """-p, which a sum has from the start: a carry at limb 0, and what limbs have else. What is
        carried is told by `back` until the end."""
        t = self.operands()
        t.rename("back", "c")
        less = self.limbs(-self.p)
        t(f"li $c, {less[0]}")
        if FULL in less:
            t.take("full")
            t("li $full, -1")
        return t, [0, *less[1:]]

    def add(self) -> list[str]:
        t, less = self.begin()
        left = iter(less)

        def word(limb: str) -> None:
            self.add_words(t, limb, next(left), "w")

        each_limb(t, self.n, word)
        t("xori $c, $c, 1", "j %0")
        return t.lines

    def add_words(self, t: Values, limb: str, constant: int, *words: str) -> None:
        """Words, a constant of which there are few, and what is carried."""
        if constant == 1:
            t("addi $c, $c, 1")
        t(f"add ${limb}, ${limb}, $c")
        t(f"sltu $c, ${limb}, $c")
        more(t, limb, "c", *words, *(("full",) if constant == FULL else ()))

    def sub(self) -> list[str]:
        t = self.operands()
        t.rename("back", "c")
        difference(t, self.n)
        t("j %0")
        return t.lines

    def three_halves(self) -> list[str]:
        """a and half of it, which p makes even where its lowest bit is set: half without that bit,
        and (p + 1)/2."""
        t, less = self.begin()
        t.drop("b")
        t.take("half", "bit", "odd")
        t("lw $v0, 0($a)")
        t("andi $odd, $v0, 1")
        t("neg $odd, $odd")
        for i, constant in enumerate(self.limbs((self.p + 1) // 2)):
            if i < self.n - 1:
                t(f"lw $v{i + 1}, {4 * i + 4}($a)")
            t(f"srli $half, $v{i}, 1")
            if i < self.n - 1:
                t(f"slli $bit, $v{i + 1}, 31")
                t("or $half, $half, $bit")
            masked = self.masked(t, constant)
            self.add_words(t, f"v{i}", less[i], "half", *masked)
        t("xori $c, $c, 1", "j %0")
        return t.lines

    def masked(self, t: Values, constant: int) -> list[str]:
        """The name of a word that is the constant where `odd` is all ones, else 0."""
        if constant in (0, FULL):
            return ["odd"] if constant else []
        if constant == 1 << 31:
            t("slli $bit, $odd, 31")
        elif constant == FULL >> 1:
            t("srli $bit, $odd, 1")
        else:
            t(f"li $bit, {constant}", "and $bit, $bit, $odd")
        return ["bit"]

    def negate_masked(self, begin: str, add_p: Callable[[Values, int, str], None]) -> list[str]:
        """The complement and p + 1, unless that is of zero: `begin` is what c begins with, and
        `add_p` adds the rest to a limb where `back` is 1."""
        t = Values(SCRATCH, r="a0", mask="a1")
        t.take("c", "back", "v", "x")
        t("lw $back, 0($r)")
        for i in range(1, self.n):
            t(f"lw $x, {4 * i}($r)")
            t("or $back, $back, $x")
        t("snez $back, $back")
        t("and $back, $back, $mask")
        t("neg $mask, $back")
        t(begin)
        for i in range(self.n):
            t(f"lw $v, {4 * i}($r)")
            t("xor $v, $v, $mask")
            add_p(t, i, "v")
            t(f"sw $v, {4 * i}($r)")
        t("ret")
        return t.lines
