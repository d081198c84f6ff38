# SPDX-License-Identifier: MIT
"""Field arithmetic of k256 for RV32IM: functions that know the prime p = 2^256 - 2^32 - 977, the
prime of secp256k1, take r, a and b in a0, a1 and a2, and keep s0 alone.

Numbers are eight limbs below p, and 2^256 counts c = 2^32 + 977: the upper half of a product
does, and then what that carries. All 16 limbs of a product are in registers.
"""

from tools.curves.primes import PRIMES
from tools.kernels.assembly import Values
from tools.kernels.rv32.columns import Columns, exchanged, mul_columns, sqr_columns
from tools.kernels.rv32.linear import Sums, more

N = 8
C = 977
SUMS = Sums(PRIMES["k256"], N)


def finish_column(_: Values, s: Columns, column: int) -> None:
    s.next(f"t{column}")


def field_mul() -> list[str]:
    return [*mul_columns(finish_column).lines, "j %0"]


def field_sqr() -> list[str]:
    return exchanged(mul_columns(finish_column), sqr_columns(finish_column))


def field_finish() -> list[str]:
    """With h for what the upper half carries above 2^256, which is 33 bits, that sum is below 2 p,
    and (h + 1) c in place of h c makes it carry if it is not below p; else c is too much."""
    t = mul_columns(finish_column)
    t.lines = []
    t.drop("c1")
    t.rename("c0", "t15")
    t.take("k")
    t(f"li $k, {C}")
    for i in range(N):
        high = f"t{i + N}"
        t.take(f"v{i}", "next")
        t(f"mul $v{i}, ${high}, $k")
        t(f"mulhu $next, ${high}, $k")
        words = ["c", f"t{i + N - 1}"] if i else []
        words.append(f"t{i}")
        more(t, f"v{i}", "next", *words)
        t.drop(*words)
        t.rename("next", "c")
    t.take("above", "low")
    t("add $c, $c, $t15")
    t("sltu $above, $c, $t15")
    t("addi $c, $c, 1")
    t("seqz $low, $c")
    t("add $above, $above, $low")
    t.drop("t15")
    t.rename("c", "h")
    # In `above` h has its highest bit, then what is to be added at limb 2.
    t.take("middle")
    t("mul $low, $h, $k")
    t("mulhu $middle, $h, $k")
    t("mul $k, $k, $above")
    t("add $middle, $middle, $k")
    more(t, "middle", "above", "h")
    t.drop("h", "k")
    t.take("c")
    t("add $v0, $v0, $low")
    t("sltu $c, $v0, $low")
    t("add $v1, $v1, $c")
    t("sltu $c, $v1, $c")
    more(t, "v1", "c", "middle")
    t("add $v2, $v2, $c")
    t("sltu $c, $v2, $c")
    more(t, "v2", "c", "above")
    t.drop("low", "middle", "above")
    for i in range(3, N):
        t(f"add $v{i}, $v{i}, $c")
        t(f"sltu $c, $v{i}, $c")
    t("xori $c, $c, 1")
    t.rename("c", "back")
    return store(t)


def field_back() -> list[str]:
    t = SUMS.operands()
    t.drop("a", "b")
    return store(t)


def store(t: Values) -> list[str]:
    """r = v, and p, which is c less, where `back` is 1."""
    t.take("c", "x")
    t("neg $c, $back")
    t(f"andi $c, $c, {C}")
    for i in range(N):
        less_c(t, i, f"v{i}")
        t(f"sw $v{i}, {4 * i}($r)")
    t("ret")
    return t.lines


def less_c(t: Values, i: int, limb: str) -> None:
    """Of limb i of a number, what is borrowed in c, and where `back` is 1 another at limb 1."""
    if i == 1:
        t("add $c, $c, $back")
    if i < N - 1:
        t(f"sltu $x, ${limb}, $c")
    t(f"sub ${limb}, ${limb}, $c")
    t.exchange("c", "x")


def field_negate_masked() -> list[str]:
    """The complement less c - 1."""
    return SUMS.negate_masked(f"andi $c, $mask, {C - 1}", less_c)
