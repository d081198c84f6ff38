# SPDX-License-Identifier: MIT
"""Field arithmetic of p256 for RV32IM: functions that know the prime
p = 2^256 - 2^224 + 2^192 + 2^96 - 1, take r, a and b in a0, a1 and a2, and keep s0 alone.

Numbers are eight limbs below p. Products are reduced in Montgomery's way. Since p = -1 modulo
2^96, the limbs q(j) of the multiple of p that is added are what columns 0 to 7 sum up to, and add

    q(j) to columns j + 3, j + 6 and j + 8, and -q(j) to column j + 7.

The complement of q(j) is -q(j) with 2^32 - 1 more: a one at column 7 makes up for all of them, but
for a one at column 15. All 16 limbs of the factors and the q(j) fit the 28 registers: factors are
loaded in the column that first needs them, and are gone after the last.

A limb of 29 bits would let column sums go without carries, at 4 instructions a product in place of
8, but with 81 products for 64, and shifts that the shape of this prime asks for throughout the
reduction: 620 cycles by count, against 660.
"""

from tools.kernels.assembly import RegisterError, Values
from tools.kernels.rv32.columns import (
    LEAF,
    SAVED,
    SCRATCH,
    Columns,
    exchanged,
    mul_columns,
    sqr_columns,
)

LIMBS = range(8)
V = [f"v{i}" for i in LIMBS]
W = [f"w{i}" for i in LIMBS]


def load(t: Values, names: list[str], pointer: str) -> None:
    """Eight limbs, the last of them in place of the pointer to them."""
    for i, name in enumerate(names[:-1]):
        t.take(name)
        t(f"lw ${name}, {4 * i}(${pointer})")
    t(f"lw ${pointer}, 28(${pointer})")
    t.rename(pointer, names[-1])


def store(t: Values) -> None:
    for i in LIMBS:
        t(f"sw $v{i}, {4 * i}($r)")


def reductions(_: Values, s: Columns, column: int) -> None:
    """The terms of the q(j) in a column."""
    for distance in (3, 6, 8):
        if 0 <= column - distance < 8:
            s.word(f"q{column - distance}")
    if 0 <= column - 7 < 8:
        s.temporary(f"not $lo, $q{column - 7}")


def finish_column(t: Values, s: Columns, column: int) -> None:
    """A limb of q or of the result is found; another is no longer needed."""
    if column == 5:
        # The one at column 7.
        t("addi $c2, $c2, 1")
    s.next(f"q{column}" if column < 8 else f"v{column - 8}")
    if column >= 8:
        t.drop(f"q{column - 8}")


def field_finish_p256() -> list[str]:
    """Column 15, and p less where the result is not below."""
    t = mul_columns(finish_column, reductions)
    t.lines = []
    s = Columns(t)
    s.words = 2
    s.word("q7")
    t.drop("q7")
    t.take("y")
    t("seqz $y, $c0")
    t("addi $c0, $c0, -1")
    t("sub $c1, $c1, $y")
    t.drop("y")
    t.rename("c0", "v7")
    t.rename("c1", "top")
    less_p(t, "top")
    store(t)
    t("ret")
    return t.lines


def field_mul_p256() -> list[str]:
    return [*mul_columns(finish_column, reductions).lines, "j %0"]


def field_sqr_p256() -> list[str]:
    return exchanged(mul_columns(finish_column, reductions), sqr_columns(finish_column, reductions))


def less_p(t: Values, top: str) -> None:
    """v less p where it is not below; `top` is its bit 256. The upper limbs of p being 1 and
    2^32 - 1, it is decided there, and by the carry of the others."""
    t.take("x", "y", "z")
    # 1 where the limbs below v6 do not reach p's.
    t("and $x, $v0, $v1")
    t("and $x, $x, $v2")
    t("sltiu $x, $x, -1")
    t("or $y, $v3, $v4")
    t("or $y, $y, $v5")
    t("sltu $x, $y, $x")
    # v6 > 0 if they do, v6 > 1 else; and the highest is all ones.
    t("sltu $x, $x, $v6")
    t("sltiu $y, $v7, -1")
    t("sltu $x, $y, $x")
    t(f"or $x, $x, ${top}")
    # Up by the bit at limb 0, down at 3 and 6, up at 7.
    for i in range(3):
        t(f"add $v{i}, $v{i}, ${'y' if i else 'x'}")
        t(f"sltu $y, $v{i}, ${'y' if i else 'x'}")
    t("sub $y, $x, $y")
    for i in range(3, 7):
        if i == 6:
            t("add $y, $y, $x")
        t(f"sltu $z, $v{i}, $y")
        t(f"sub $v{i}, $v{i}, $y")
        t.exchange("y", "z")
    t("add $v7, $v7, $x")
    t("sub $v7, $v7, $y")
    t.drop("x", "y", "z")


def back(t: Values, bit: str) -> None:
    """v and p times the bit."""
    t.take("y", "z")
    for i in range(3):
        t(f"sltu $z, $v{i}, ${'y' if i else bit}")
        t(f"sub $v{i}, $v{i}, ${'y' if i else bit}")
        t.exchange("y", "z")
    t(f"sub $y, ${bit}, $y")
    for i in range(3, 7):
        if i == 6:
            t(f"add $y, $y, ${bit}")
        t(f"add $v{i}, $v{i}, $y")
        t(f"sltu $y, $v{i}, $y")
    t(f"sub $y, ${bit}, $y")
    t("sub $v7, $v7, $y")
    t.drop("y", "z")


def add_limbs(t: Values) -> None:
    """v += w; the carry to `top`."""
    t("add $v0, $v0, $w0")
    t("sltu $top, $v0, $w0")
    for i in range(1, 8):
        t(f"add $v{i}, $v{i}, $w{i}")
        t.take("x")
        t(f"sltu $x, $v{i}, $w{i}")
        t(f"add $v{i}, $v{i}, $top")
        t(f"sltu $top, $v{i}, $top")
        t("or $top, $top, $x")
        t.drop("x")


def subtract_limbs(t: Values) -> None:
    """v -= w; the borrow to `top`."""
    t.take("x", "y")
    t("sltu $top, $v0, $w0")
    t("sub $v0, $v0, $w0")
    for i in range(1, 8):
        t(f"sltu $x, $v{i}, $w{i}")
        t(f"sub $v{i}, $v{i}, $w{i}")
        t(f"sltu $y, $v{i}, $top")
        t(f"sub $v{i}, $v{i}, $top")
        t("or $top, $x, $y")
    t.drop("x", "y")


def operands() -> Values:
    """v = a and w = b."""
    t = Values(LEAF, r="a0", a="a1", b="a2")
    load(t, V, "a")
    load(t, W, "b")
    return t


def field_add_p256() -> list[str]:
    return [*operands().lines, "j %0"]


def field_sum_p256() -> list[str]:
    """r = v + w mod p."""
    t = operands()
    t.lines = []
    t.take("top")
    add_limbs(t)
    t.drop(*W)
    less_p(t, "top")
    store(t)
    t("ret")
    return t.lines


def differences(count: int) -> Values:
    t = operands()
    t.take("count")
    t(f"li $count, {count}")
    return t


def field_sub_p256() -> list[str]:
    return [*differences(1).lines, "j %0"]


def field_sub_twice_p256() -> list[str]:
    return [*differences(2).lines, "j %0"]


def field_difference_p256() -> list[str]:
    """r = v - w mod p, `count` times."""
    t = differences(0)
    t.lines = []
    t("1:")
    t.take("top")
    subtract_limbs(t)
    back(t, "top")
    t("addi $count, $count, -1")
    t("bnez $count, 1b")
    store(t)
    t("ret")
    return t.lines


def field_three_halves_p256() -> list[str]:
    """a and half of it, which p makes even where its lowest bit is set: half without that bit, and
    (p + 1)/2."""
    t = Values(LEAF, r="a0", a="a1", b="a2")
    load(t, V, "a")
    for name in W[:-1]:
        t.take(name)
    t.rename("b", "w7")
    if t.held != operands().held:
        raise RegisterError("sums begin with other registers")
    t.take("x", "half")
    t("slli $half, $v0, 31")
    for i in range(7):
        t(f"srli $w{i}, $v{i}, 1")
        t(f"slli $x, $v{i + 1}, 31")
        t(f"or $w{i}, $w{i}, $x")
    t("srli $w7, $v7, 1")
    # Bit 31 up at limbs 2, 5 and 7, down at 6.
    t.take("y")
    for i in range(2, 6):
        if i == 5:
            t("add $x, $x, $half")
        t(f"add $w{i}, $w{i}, ${'x' if i > 2 else 'half'}")
        t(f"sltu $x, $w{i}, ${'x' if i > 2 else 'half'}")
    t("sub $x, $half, $x")
    t("sltu $y, $w6, $x")
    t("sub $w6, $w6, $x")
    t("sub $half, $half, $y")
    t("add $w7, $w7, $half")
    t("j %0")
    return t.lines


def field_negate_masked_p256() -> list[str]:
    """The complement and p + 1, unless r = 0."""
    t = Values(SCRATCH, r="a0", mask="a1")
    t.take(*V, "any")
    for i in LIMBS:
        t(f"lw $v{i}, {4 * i}($r)")
    t("or $any, $v0, $v1")
    for i in range(2, 8):
        t(f"or $any, $any, $v{i}")
    t("snez $any, $any")
    t.rename("any", "bit")
    t("and $bit, $bit, $mask")
    t("neg $mask, $bit")
    for i in LIMBS:
        t(f"xor $v{i}, $v{i}, $mask")
    t.drop("mask")
    t.take("x")
    for i in range(3, 7):
        if i == 6:
            t("add $x, $x, $bit")
        t(f"add $v{i}, $v{i}, ${'x' if i > 3 else 'bit'}")
        t(f"sltu $x, $v{i}, ${'x' if i > 3 else 'bit'}")
    t("add $v7, $v7, $x")
    t("sub $v7, $v7, $bit")
    store(t)
    t("ret")
    return t.lines


def field_saving_p256() -> list[str]:
    """Around a function."""
    kept = [*SAVED[1:], "ra"]
    t = Values(LEAF, function="t0")
    t("addi sp, sp, -48")
    t(*(f"sw {register}, {4 * i}(sp)" for i, register in enumerate(kept)))
    t("jalr $function")
    t(*(f"lw {register}, {4 * i}(sp)" for i, register in enumerate(kept)))
    t("addi sp, sp, 48", "ret")
    return t.lines


def saving() -> list[str]:
    t = Values(LEAF, function="t0")
    t("lla $function, %1", "j %0")
    return t.lines
