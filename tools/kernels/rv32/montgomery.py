# SPDX-License-Identifier: MIT
"""Field arithmetic modulo any odd number m of at most eight limbs for RV32IM: functions that take
r, a and b in a0, a1 and a2 and in a3 the modulus as field/field.h has it, its limbs first, and keep
s0 alone. Numbers are below m."""

from tools.kernels.assembly import Values
from tools.kernels.rv32.columns import LEAF, Columns
from tools.kernels.rv32.linear import difference, each_limb, more, moved
from tools.kernels.rv32.products import add_column, begin, load, product, square

# Of fields of 160, 192, 224 and 256 bits.
LENGTHS = (5, 6, 7, 8)


def frame(n: int) -> int:
    """Bytes for the columns of a product, r and m."""
    return -(-(8 * n + 8) // 16) * 16


def kept(n: int) -> dict[str, int]:
    return {"r": 8 * n, "m": 8 * n + 4}


def mul(n: int) -> list[str]:
    t = begin(frame(n), kept(n), r="a0", a="a1", b="a2", m="a3")
    product(t, n, (n,))
    t("j %0")
    return t.lines


def sqr(n: int) -> list[str]:
    t = begin(frame(n), kept(n), r="a0", a="a1", m="a3")
    square(t, n)
    t("j %0")
    return t.lines


def finish(n: int) -> list[str]:
    """To the product is added the multiple q m that makes its lower columns zero, and from the
    upper ones m is taken away, as the complement and a one at column n: what carries in the end is
    not below m."""
    t = Values(LEAF)
    t.take("m", "inverse")
    t(f"lw $m, {kept(n)['m']}(sp)")
    t(f"lw $inverse, {8 * n}($m)")
    s = Columns(t)
    for column in range(2 * n):
        if column < n:
            load(t, "m", column, "m", column)
        add_column(t, s, column)
        if column >= n:
            t(f"not $m{column - n}, $m{column - n}")
            s.word(f"m{column - n}")
            t.drop(f"m{column - n}")
        for i in range(max(0, column - n + 1), min(column, n)):
            s.product(f"q{i}", f"m{column - i}")
        if column < n:
            t.take(f"q{column}")
            t(f"mul $q{column}, $c0, $inverse")
            s.clear(f"q{column}", "m0")
            if column == n - 2:
                t("addi $c1, $c1, 1")
            if column == n - 1:
                t.drop("inverse", "m")
        else:
            s.next(f"v{column - n}")
            if column < 2 * n - 1:
                t.drop(f"q{column - n + 1}")
    t("addi $c0, $c0, -1")
    t.rename("c0", "mask")
    t.drop(*(f"c{i}" for i in range(1, s.words)))
    t.take("r", "m")
    for name, offset in kept(n).items():
        t(f"lw ${name}, {offset}(sp)")
    t(f"addi sp, sp, {frame(n)}")
    return [*moved(t, operands(n)), "j %0"]


def operands(n: int) -> Values:
    """Where sums are, and what tells that m goes back."""
    t = Values(LEAF, r="a0", a="a1", b="a2", m="a3")
    t.take(*(f"v{i}" for i in range(n)), "mask")
    return t


def back(n: int) -> list[str]:
    """r = v, and m where the mask is all ones."""
    t = operands(n)
    t.drop("a", "b")
    t.take("c", "w", "x")
    for i in range(n):
        t(f"lw $w, {4 * i}($m)")
        t("and $w, $w, $mask")
        t(f"add $v{i}, $v{i}, $w")
        t(f"sltu ${'x' if i else 'c'}, $v{i}, $w")
        if i:
            t(f"add $v{i}, $v{i}, $c")
            t(f"sltu $c, $v{i}, $c")
            t("or $c, $c, $x")
        t(f"sw $v{i}, {4 * i}($r)")
    t("ret")
    return t.lines


def add(n: int) -> list[str]:
    t = operands(n)
    t.rename("mask", "c")
    t.take("z")
    t("li $c, 1")
    limbs = iter(range(n))
    each_limb(t, n, lambda limb: add_less_m(t, next(limbs), limb, "w"))
    t("addi $c, $c, -1", "j %0")
    return t.lines


def add_less_m(t: Values, i: int, limb: str, word: str) -> None:
    """Add a word and what is carried to limb i, less m: its complement, and 1 carried at first."""
    t(f"lw $z, {4 * i}($m)")
    t(f"add ${limb}, ${limb}, $c")
    t(f"sltu $c, ${limb}, $c")
    t("not $z, $z")
    more(t, limb, "c", word, "z")


def three_halves(n: int) -> list[str]:
    """Half, of what m makes even, and the whole, less m."""
    t = operands(n)
    t.drop("b")
    t.rename("mask", "c")
    t.take("w", "z", "odd")
    for i in range(n):
        t(f"lw $v{i}, {4 * i}($a)")
        t(f"lw $z, {4 * i}($m)")
        if i == 0:
            t("andi $odd, $v0, 1")
            t("neg $odd, $odd")
            t("li $c, 0")
        t("and $z, $z, $odd")
        t(f"add $v{i}, $v{i}, $c")
        t(f"sltu $c, $v{i}, $c")
        more(t, f"v{i}", "c", "z")
    t.rename("c", "top")
    t.drop("odd")
    t.take("c")
    t("li $c, 1")
    for i in range(n):
        t(f"lw $w, {4 * i}($a)")
        t(f"slli $z, ${f'v{i + 1}' if i < n - 1 else 'top'}, 31")
        t(f"srli $v{i}, $v{i}, 1")
        t(f"or $v{i}, $v{i}, $z")
        add_less_m(t, i, f"v{i}", "w")
    t("addi $top, $c, -1", "j %0")
    return t.lines


def sub(n: int) -> list[str]:
    t = operands(n)
    t.rename("mask", "c")
    difference(t, n)
    t("neg $c, $c", "j %0")
    return t.lines
