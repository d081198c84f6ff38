# SPDX-License-Identifier: MIT
"""Sums of columns for RV32IM: what multiplications of RISC-V share.

There is no carry flag: a carry is the sum compared with what was added. A column is three words,
`c0` to `c2`, and goes on with the next as c1 and c2, of which c2 counts carries and is small. So
words that are added first carry into a small c1, which cannot overflow; nor can the upper word of
a product, with the carry out of its lower word.
"""

import re
from collections.abc import Callable

from tools.kernels.assembly import Line, RegisterError, Values, rewritten

# What a function may use besides its arguments, those first that compressed loads and stores can
# name. All but the first two it has to keep are spare: s0 is the frame pointer of a compiler that
# keeps one, and kernels without a caller in C save it and the return address alone.
SAVED = tuple(f"s{number}" for number in range(12))
ALL = (
    *("a0", "a1", "a2", "a3", "a4", "a5", "s0", "s1", "a6", "a7"),
    *(f"t{number}" for number in range(7)),
    *SAVED[2:],
    "ra",
)
LEAF = tuple(register for register in ALL if register not in ("s0", "ra"))
# What a function may use without keeping it.
SCRATCH = tuple(register for register in LEAF if register not in SAVED)
REGISTER = re.compile(r"\b(?:[ast]\d+|ra)\b")


class Columns:
    """A sum that goes up from column to column. Words that are known to be zero have no
    register."""

    def __init__(self, t: Values) -> None:
        self.t = t
        self.words = 0  # how many of c0, c1, c2 there are

    def carry(self, of: str, added: str, spare: str) -> None:
        """The carry out of the sum `of`, to which `added` was added, goes to c1."""
        if self.words == 1:
            self.t.take("c1")
            self.t(f"sltu $c1, ${of}, ${added}")
            self.words = 2
        else:
            self.t(f"sltu ${spare}, ${of}, ${added}")
            self.t(f"add $c1, $c1, ${spare}")

    def word(self, name: str) -> None:
        """Add a word, before any product."""
        self.t.take("lo")
        self.t(f"add $c0, $c0, ${name}")
        self.carry("c0", name, "lo")
        self.t.drop("lo")

    def temporary(self, text: str) -> None:
        """Add what an instruction brings to $lo, before any product."""
        self.t.take("lo")
        self.t(text)
        self.t("add $c0, $c0, $lo")
        self.carry("c0", "lo", "lo")
        self.t.drop("lo")

    def product(self, x: str, y: str) -> None:
        """Add x y."""
        t = self.t
        t.take("lo", "hi")
        t(f"mul $lo, ${x}, ${y}")
        t(f"mulhu $hi, ${x}, ${y}")
        if self.words == 0:
            t.rename("lo", "c0")
            t.rename("hi", "c1")
            self.words = 2
            return
        t("add $c0, $c0, $lo")
        t("sltu $lo, $c0, $lo")
        t("add $hi, $hi, $lo")
        if self.words == 1:
            t.rename("hi", "c1")
        else:
            t("add $c1, $c1, $hi")
            t("sltu $hi, $c1, $hi")
            if self.words == 2:
                t.rename("hi", "c2")
            else:
                t("add $c2, $c2, $hi")
                t.drop("hi")
        self.words = min(self.words + 1, 3)
        t.drop("lo")

    def clear(self, x: str, y: str) -> None:
        """Add x y, which makes the lowest word zero, and go on above it."""
        t = self.t
        t.take("hi")
        t("snez $c0, $c0")
        t(f"mulhu $hi, ${x}, ${y}")
        t("add $hi, $hi, $c0")
        t.drop("c0")
        if self.words == 1:
            t.rename("hi", "c0")
            return
        t("add $c1, $c1, $hi")
        t("sltu $hi, $c1, $hi")
        if self.words == 3:
            t("add $hi, $hi, $c2")
            t.drop("c2")
        t.rename("c1", "c0")
        t.rename("hi", "c1")
        self.words = 2

    def next(self, name: str) -> None:
        """The column's lowest word gets a name, and the sum goes on above it."""
        self.t.rename("c0", name)
        for i in range(1, self.words):
            self.t.rename(f"c{i}", f"c{i - 1}")
        self.words -= 1


# What is done in a column of a product.
Step = Callable[[Values, Columns, int], None]


def load_limb(t: Values, operand: str, i: int) -> None:
    """Limb i of a factor, the last in place of the pointer."""
    if i < 7:
        t.take(f"{operand}{i}")
        t(f"lw ${operand}{i}, {4 * i}(${operand})")
    else:
        t(f"lw ${operand}, 28(${operand})")
        t.rename(operand, f"{operand}7")


def mul_columns(end: Step, begin: Step | None = None) -> Values:
    """The columns of a product of eight limbs. The last limb of b is loaded once the first is
    used, so that 27 registers are enough."""
    t = Values((*LEAF, "s0"), r="a0", a="a1", b="a2")
    t("addi sp, sp, -16")
    t("sw $r, 0(sp)")
    t("sw s0, 4(sp)")
    t.drop("r")
    s = Columns(t)
    for column in range(15):
        if column < 8:
            load_limb(t, "a", column)
        if column < 7:
            load_limb(t, "b", column)
        if begin:
            begin(t, s, column)
        for i in range(min(column, 7), max(0, column - 7) - 1, -1):
            s.product(f"a{i}", f"b{column - i}")
            if column >= 7 and i == 7:
                t.drop(f"b{column - 7}")
            if column == i == 7:
                load_limb(t, "b", 7)
        if column >= 7:
            t.drop(f"a{column - 7}")
        end(t, s, column)
    for name, register in t.held.items():
        if register == "s0":
            t.take("x")
            t(f"mv $x, ${name}")
            t.drop(name)
            t.rename("x", name)
            break
    # Not where a squaring gets its operand.
    t.held["r"] = next(register for register in t.free() if register != "a1")
    t("lw $r, 0(sp)")
    t("lw s0, 4(sp)")
    t("addi sp, sp, 16")
    return t


def sqr_columns(end: Step, begin: Step | None = None) -> Values:
    """The columns of a square of eight limbs."""
    t = Values(LEAF, r="a0", a="a1")
    s = Columns(t)
    for column in range(15):
        if column < 8:
            load_limb(t, "a", column)
        double_top(t, column, 8)
        if begin:
            begin(t, s, column)
        square_column(t, s, column, 8)
        if column in range(2, 13, 2):
            t.drop(f"d{column // 2 + 1}")
        if column >= 8:
            t.drop(f"a{column - 8}")
        end(t, s, column)
    t.drop("mask", "a7")
    return t


def double_top(t: Values, column: int, n: int) -> None:
    """What a column is the first to need of 2 a: d(j), or the bit at the top as a mask."""
    if 2 <= column < n:
        t.take(f"d{column}", "x")
        t(f"slli $d{column}, $a{column}, 1")
        t(f"srli $x, $a{column - 1}, 31")
        t(f"or $d{column}, $d{column}, $x")
        t.drop("x")
    if column == n:
        t.take("mask")
        t(f"srai $mask, $a{n - 1}, 31")


def square_column(t: Values, s: Columns, column: int, n: int) -> None:
    """Row i is a(i)^2 and a(i) times twice the number above limb i: its lowest limb is that of
    a(i + 1) shifted, those above are the limbs d(j) of 2 a, and the bit at the top is a mask."""
    if column >= n:
        s.temporary(f"and $lo, $mask, $a{column - n}")
    for i in range(max(0, column - n + 1), column // 2 + 1):
        j = column - i
        if j == i:
            s.product(f"a{i}", f"a{i}")
        elif j == i + 1:
            t.take("x")
            t(f"slli $x, $a{j}, 1")
            s.product(f"a{i}", "x")
            t.drop("x")
        else:
            s.product(f"a{i}", f"d{j}")


def exchanged(mul: Values, sqr: Values) -> list[str]:
    """A squaring with the registers exchanged so that the columns end in those that a
    multiplication's do."""
    new = {register: mul.held[name] for name, register in sqr.held.items()}
    unused = [register for register in LEAF if register not in new.values()]
    others = [register for register in LEAF if register not in new]
    for register in sorted(others, key=lambda register: register not in unused):
        new[register] = register if register in unused else unused[0]
        unused.remove(new[register])
    moves = [
        Line(f"mv {new[old]}, {old}", f"{name}, {name}")
        for name, old in (("r", "a0"), ("a", "a1"))
        if new[old] != old
    ]
    if len(moves) == 2 and new["a0"] == "a1":
        raise RegisterError("the operands change places")
    return [
        *moves,
        *(rewritten(line, REGISTER.sub(lambda m: new[m[0]], line)) for line in sqr.lines),
        "j %0",
    ]
