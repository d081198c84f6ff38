# SPDX-License-Identifier: MIT
"""Field arithmetic of p384 for RV32IM: functions that know the prime
p = 2^384 - 2^128 - 2^96 + 2^32 - 1, take r, a and b in a0, a1 and a2, and keep s0 alone.

Numbers are twelve limbs below p; B is 2^32. Products are reduced in Montgomery's way: the limbs
q(j) of the multiple of p that is added are what columns 0 to 11 sum up to, and add

    q(j) to columns j + 1 and j + 12, and -q(j) to columns j + 3 and j + 4.

The complement of q(j) is -q(j) with B - 1 more: ones at columns 3 and 4 make up for all of them,
but for ones at columns 15 and 16.

By Karatsuba's method a product of twelve limbs is 36 products of limbs less, of eight instructions
each, but more additions take as many.
"""

from tools.curves.primes import PRIMES
from tools.kernels.assembly import Values
from tools.kernels.rv32.columns import LEAF, Columns
from tools.kernels.rv32.linear import Sums, moved
from tools.kernels.rv32.products import add_column, begin, product, square

N = 12
SUMS = Sums(PRIMES["p384"], N)
# Columns of a product, and r.
FRAME = 112
KEPT = {"r": 8 * N}


def field_mul() -> list[str]:
    t = begin(FRAME, KEPT, r="a0", a="a1", b="a2")
    product(t, N, (N // 2, N // 2))
    t("j %0")
    return t.lines


def field_sqr() -> list[str]:
    t = begin(FRAME, KEPT, r="a0", a="a1")
    square(t, N)
    t("j %0")
    return t.lines


def field_finish() -> list[str]:
    """Less p from column 12 on, as ones at columns 12, 15 and 16, where the complements have two of
    them already, and ones less at columns 13 and 24. With that, up to column 15, the sum may be
    negative."""
    t = Values(LEAF)
    s = Columns(t)
    for column in range(2 * N):
        if column in (13, 14, 15):
            t.take("c1")
            t("srai $c1, $c0, 31")
            s.words = 2
        add_column(t, s, column)
        for distance in (1, 12):
            if 0 <= column - distance < N:
                s.word(f"q{column - distance}")
        for distance in (3, 4):
            if 0 <= column - distance < N:
                s.word(f"less{column - distance}")
        if 4 <= column < N + 4:
            t.drop(f"less{column - 4}")
        if column in (2, 3, 11):
            t("addi $c1, $c1, 1")
        if column == 12:
            t("addi $c1, $c1, -1")
        s.next(f"q{column}" if column < N else f"v{column - N}")
        if column < N:
            t.take(f"less{column}")
            t(f"not $less{column}, $q{column}")
        else:
            t.drop(f"q{column - N}")
    t("xori $c0, $c0, 1")
    t.rename("c0", "back")
    t.take("r")
    t(f"lw $r, {KEPT['r']}(sp)")
    t(f"addi sp, sp, {FRAME}")
    return [*moved(t, SUMS.operands()), "j %0"]


def field_back() -> list[str]:
    """r = v, and p where `back` is 1."""
    t = SUMS.operands()
    t.drop("a", "b")
    t.take("c", "x")
    for i in range(N):
        add_p(t, i, f"v{i}")
        t(f"sw $v{i}, {4 * i}($r)")
    t("ret")
    return t.lines


def add_p(t: Values, i: int, limb: str) -> None:
    """To limb i of a number, `back` times p and what is carried in c: less 1 at limbs 0, 3 and 4,
    where c is borrowed, and 1 more at limb 1."""
    if i == 0:
        t(f"sltu $c, ${limb}, $back")
        t(f"sub ${limb}, ${limb}, $back")
        t("sub $c, $back, $c")
    elif i < 3:
        t(f"add ${limb}, ${limb}, $c")
        t(f"sltu $c, ${limb}, $c")
    else:
        if i == 3:
            t("sub $c, $back, $c")
        if i == 4:
            t("add $c, $c, $back")
        if i < N - 1:
            t(f"sltu $x, ${limb}, $c")
        t(f"sub ${limb}, ${limb}, $c")
        t.exchange("c", "x")


def field_negate_masked() -> list[str]:
    """The one of p + 1 at limb 0 is what p has there less."""
    return SUMS.negate_masked("mv $c, $back", lambda t, i, limb: add_p(t, i, limb) if i else None)
