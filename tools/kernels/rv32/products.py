# SPDX-License-Identifier: MIT
"""Products for RV32IM whose columns go to the frame, the lowest first."""

from tools.kernels.assembly import Values
from tools.kernels.rv32.columns import LEAF, Columns, double_top, square_column


def begin(frame: int, kept: dict[str, int], **pointers: str) -> Values:
    """A frame, and what of the pointers is kept in it until the end: where."""
    t = Values(LEAF, **pointers)
    t(f"addi sp, sp, -{frame}")
    for name, offset in kept.items():
        t(f"sw ${name}, {offset}(sp)")
        t.drop(name)
    return t


def add_column(t: Values, s: Columns, column: int) -> None:
    """What a column of the frame has, before any product."""
    if s.words:
        s.temporary(f"lw $lo, {4 * column}(sp)")
    else:
        t.take("c0")
        t(f"lw $c0, {4 * column}(sp)")
        s.words = 1


def store_column(t: Values, s: Columns, column: int) -> None:
    s.next("word")
    t(f"sw $word, {4 * column}(sp)")
    t.drop("word")


def store_last(t: Values, s: Columns, column: int) -> None:
    """What there is above it is zero."""
    t(f"sw $c0, {4 * column}(sp)")
    t.drop(*(f"c{i}" for i in range(s.words)))


def load(t: Values, name: str, i: int, pointer: str, limb: int) -> None:
    t.take(f"{name}{i}")
    t(f"lw ${name}{i}, {4 * limb}(${pointer})")


def product(t: Values, n: int, blocks: tuple[int, ...]) -> None:
    """A block of b at a time: its limbs are in registers, with those of a that a column needs. All
    blocks but the first add to what is there."""
    first = 0
    for block in blocks:
        s = Columns(t)
        for j in range(block):
            load(t, "b", j, "b", first + j)
        for column in range(n + block - 1):
            if first and column < n:
                add_column(t, s, first + column)
            if column < n:
                load(t, "a", column, "a", column)
            for i in range(max(0, column - block + 1), min(column, n - 1) + 1):
                s.product(f"a{i}", f"b{column - i}")
            if column >= block - 1:
                t.drop(f"a{column - block + 1}")
            store_column(t, s, first + column)
        store_last(t, s, first + n + block - 1)
        t.drop(*(f"b{j}" for j in range(block)))
        first += block


def square(t: Values, n: int) -> None:
    """The limbs of a are in registers from the first column that needs them to the last."""
    s = Columns(t)
    for column in range(2 * n - 1):
        if column < n:
            load(t, "a", column, "a", column)
        double_top(t, column, n)
        square_column(t, s, column, n)
        if column in range(2, 2 * n - 3, 2):
            t.drop(f"d{column // 2 + 1}")
        if column >= n:
            t.drop(f"a{column - n}")
        store_column(t, s, column)
    store_last(t, s, 2 * n - 1)
