# SPDX-License-Identifier: MIT
"""Sums of columns for RV32IM: what multiplications of RISC-V share.

There is no carry flag: a carry is the sum compared with what was added. A column is three words,
`c0` to `c2`, and goes on with the next as c1 and c2, of which c2 counts carries and is small. So
words that are added first carry into a small c1, which cannot overflow; nor can the upper word of
a product, with the carry out of its lower word.
"""

from thumb import Thumb

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


class Columns:
    """A sum that goes up from column to column. Words that are known to be zero have no
    register."""

    def __init__(self, t: Thumb) -> None:
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

    def next(self, name: str) -> None:
        """The column's lowest word gets a name, and the sum goes on above it."""
        self.t.rename("c0", name)
        for i in range(1, self.words):
            self.t.rename(f"c{i}", f"c{i - 1}")
        self.words -= 1
