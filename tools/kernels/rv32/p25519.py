# SPDX-License-Identifier: MIT
"""Field arithmetic modulo p = 2^255 - 19 for RV32IM: functions that take r, a and b in a0, a1 and
a2 and keep s0 alone. Numbers are eight limbs below 2 p = 2^256 - 38, so that two stand for each
element; only `canonical` decides for one.

What is above 2^255 counts 19 for each. Where that is known from the topmost words alone, it begins
what is carried, and one pass is enough: what this carries to the top is small, and the topmost limb
has but 31 bits by then.
"""

from tools.kernels.assembly import Values
from tools.kernels.rv32.columns import LEAF, SCRATCH, Columns, exchanged, mul_columns, sqr_columns
from tools.kernels.rv32.p256 import LIMBS, V, operands, store, subtract_limbs


def keep_word(t: Values, s: Columns, column: int) -> None:
    """Nothing is carried out of the last word."""
    s.next(f"p{column}")
    if column == 14:
        t.rename("c0", "p15")
        if "c1" in t.held:
            t.drop("c1")


def columns() -> Values:
    """All columns of the product, in registers."""
    return mul_columns(keep_word)


def field_mul() -> list[str]:
    return [*columns().lines, "j %0"]


def field_sqr() -> list[str]:
    return exchanged(columns(), sqr_columns(keep_word))


def fold_top(t: Values, top: str, count: str, spare: str) -> None:
    """count = 19 (2 count + the top bit of `top`), which loses it."""
    t(f"srli ${spare}, ${top}, 31")
    t(f"add ${count}, ${count}, ${count}")
    t(f"add ${count}, ${count}, ${spare}")
    t(f"slli ${top}, ${top}, 1")
    t(f"srli ${top}, ${top}, 1")
    t(f"li ${spare}, 19")
    t(f"mul ${count}, ${count}, ${spare}")


def field_fold() -> list[str]:
    """What is above 2^256 counts 38 for each."""
    t = columns()
    t.lines = []
    t.take("k", "c", "x")
    t("li $k, 38")
    t("mulhu $c, $p15, $k")
    t("mul $p15, $p15, $k")
    t("add $p7, $p7, $p15")
    t("sltu $x, $p7, $p15")
    t("add $c, $c, $x")
    fold_top(t, "p7", "c", "x")
    t.rename("p15", "y")
    for i in range(7):
        t(f"mulhu $x, $p{i + 8}, $k")
        t(f"mul $p{i + 8}, $p{i + 8}, $k")
        t(f"add $p{i}, $p{i}, $c")
        t(f"sltu $c, $p{i}, $c")
        t("add $c, $c, $x")
        t(f"add $p{i}, $p{i}, $p{i + 8}")
        t(f"sltu $y, $p{i}, $p{i + 8}")
        t("add $c, $c, $y")
        t(f"sw $p{i}, {4 * i}($r)")
    t("add $p7, $p7, $c")
    t("sw $p7, 28($r)")
    t("ret")
    return t.lines


def field_add() -> list[str]:
    t = operands()
    t.take("c", "x")
    t("add $v7, $v7, $w7")
    t("sltu $c, $v7, $w7")
    fold_top(t, "v7", "c", "x")
    for i in range(7):
        t(f"add $v{i}, $v{i}, $c")
        t(f"sltu $c, $v{i}, $c")
        t(f"add $v{i}, $v{i}, $w{i}")
        t(f"sltu $x, $v{i}, $w{i}")
        t("add $c, $c, $x")
    t("add $v7, $v7, $c")
    store(t)
    t("ret")
    return t.lines


def less(t: Values, word: str) -> None:
    """v less a small word, which is lost."""
    t.take("x")
    t.rename(word, "y")
    for i in range(7):
        t(f"sltu $x, $v{i}, $y")
        t(f"sub $v{i}, $v{i}, $y")
        t.rename("x", "z")
        t.rename("y", "x")
        t.rename("z", "y")
    t("sub $v7, $v7, $y")
    t.drop("x", "y")


def more(t: Values, word: str) -> None:
    """v and a small word, which is lost."""
    for i in range(7):
        t(f"add $v{i}, $v{i}, ${word}")
        t(f"sltu ${word}, $v{i}, ${word}")
    t(f"add $v7, $v7, ${word}")
    t.drop(word)


def field_sub() -> list[str]:
    """A borrow counts 38, for which there is room: a - b + 2^256 is above that, as b < 2 p."""
    t = operands()
    t.take("top")
    subtract_limbs(t)
    t("neg $top, $top")
    t("andi $top, $top, 38")
    less(t, "top")
    store(t)
    t("ret")
    return t.lines


def load_all(t: Values, pointer: str) -> None:
    t.take(*V)
    for i in LIMBS:
        t(f"lw $v{i}, {4 * i}(${pointer})")


def field_canonical() -> list[str]:
    """Not below p is what reaches 2^255 by 19 more."""
    t = Values(LEAF, r="a0", a="a1")
    load_all(t, "a")
    t.drop("a")
    t.take("x", "y")
    t("li $x, 19")
    for i in range(7):
        t(f"add $y, $v{i}, $x")
        t("sltu $x, $y, $x")
    t("add $x, $x, $v7")
    t("srai $x, $x, 31")
    t("andi $x, $x, 19")
    more(t, "x")
    t("slli $v7, $v7, 1")
    t("srli $v7, $v7, 1")
    store(t)
    t("ret")
    return t.lines


def field_mul_small() -> list[str]:
    t = Values(LEAF, r="a0", a="a1", b="a2")
    t.take("k", "c", "x", "lo", "hi", "top")
    t("li $k, 121665")
    t("lw $x, 28($a)")
    t("lw $top, 28($b)")
    t("mulhu $c, $x, $k")
    t("mul $lo, $x, $k")
    t("add $top, $top, $lo")
    t("sltu $x, $top, $lo")
    t("add $c, $c, $x")
    fold_top(t, "top", "c", "x")
    for i in range(7):
        t(f"lw $x, {4 * i}($a)")
        t.take("s")
        t(f"lw $s, {4 * i}($b)")
        t("mulhu $hi, $x, $k")
        t("mul $lo, $x, $k")
        t("add $s, $s, $c")
        t("sltu $c, $s, $c")
        t("add $c, $c, $hi")
        t("add $s, $s, $lo")
        t("sltu $lo, $s, $lo")
        t("add $c, $c, $lo")
        t(f"sw $s, {4 * i}($r)")
        t.drop("s")
    t("add $top, $top, $c")
    t("sw $top, 28($r)")
    t("ret")
    return t.lines


def field_select(n: int = 8) -> list[str]:
    t = Values(LEAF, r="a0", a="a1", bit="a2")
    t("neg $bit, $bit")
    t.take("x", "y", "z", "w")
    for i in range(0, n, 2):
        t(f"lw $x, {4 * i}($a)")
        t(f"lw $y, {4 * i + 4}($a)")
        t(f"lw $z, {4 * i}($r)")
        t(f"lw $w, {4 * i + 4}($r)")
        for x, r, at in (("x", "z", i), ("y", "w", i + 1)):
            t(f"xor ${x}, ${x}, ${r}")
            t(f"and ${x}, ${x}, $bit")
            t(f"xor ${r}, ${r}, ${x}")
            t(f"sw ${r}, {4 * at}($r)")
    t("ret")
    return t.lines


def field_negate_masked() -> list[str]:
    """The complement and one more; a borrow, which is there unless r = 0, counts 38: 37 less, or
    nothing, is what that makes of the sum of all."""
    t = Values(SCRATCH, r="a0", mask="a1")
    load_all(t, "r")
    t.take("any")
    t("or $any, $v0, $v1")
    for i in range(2, 8):
        t(f"or $any, $any, $v{i}")
    t("snez $any, $any")
    t("neg $any, $any")
    t("and $mask, $mask, $any")
    t.drop("any")
    for i in LIMBS:
        t(f"xor $v{i}, $v{i}, $mask")
    t("andi $mask, $mask, 37")
    less(t, "mask")
    store(t)
    t("ret")
    return t.lines
