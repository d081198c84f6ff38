# SPDX-License-Identifier: MIT
"""Field arithmetic modulo p = 2^448 - 2^224 - 1 for RV32IM: functions that take r, a and b in a0,
a1 and a2 and keep s0 alone. Numbers are fourteen limbs below p.

With f = 2^224, whose square counts f + 1, a product is by Karatsuba's method

    (a + a' f) (b + b' f) = (a b + a' b') + ((a + a') (b + b') - a b) f

[Ham15], three products of seven limbs, for which there is a subroutine. What a sum of halves
carries is not multiplied.

A sum that has 2^448 in it e times, or once more, is taken with e + 1 times 2^224 + 1: where it then
has 2^448 e + 1 times, it was not below (e + 1) p and is less that now; else one 2^224 + 1 goes back
by subtraction. No sum has to be folded twice.
"""

from tools.kernels.assembly import Values
from tools.kernels.rv32.columns import LEAF, SCRATCH, Columns, Step, double_top, square_column
from tools.kernels.rv32.linear import difference, each_limb, more

N = 14
HALF = N // 2
A24 = 39081

# The frame: the products of sums, of lower halves and of upper ones, what the carries of sums add
# to the upper half of the first, and what is kept.
SUMS, LOWER, UPPER = (4 * N * i for i in range(3))
CARRIED = 3 * 4 * N
KEPT = {name: CARRIED + 4 * (HALF + 1 + i) for i, name in enumerate(("$r", "ra", "s0"))}
FRAME = 224
# What 2^448 counts besides 1, in a sum of limb after limb.
UPPER_HALF = {HALF: "add $c, $c, $e"}


def begin(operands: tuple[str, ...]) -> Values:
    """The frame, and the operands in place of the first arguments."""
    pointers = {name: f"a{number}" for number, name in enumerate(operands, 1)}
    t = Values((*LEAF, "s0"), r="a0", **pointers)
    t(f"addi sp, sp, -{FRAME}")
    for name, slot in KEPT.items():
        t(f"sw {name}, {slot}(sp)")
    t.drop("r")
    return t


def sum_halves(t: Values, pointer: str, name: str) -> None:
    """The halves of a number, added to limbs of that name and a carry."""
    carry = f"{name}carry"
    for i in range(HALF):
        t.take(f"{name}{i}", "z")
        t(f"lw ${name}{i}, {4 * i}(${pointer})")
        t(f"lw $z, {4 * (i + HALF)}(${pointer})")
        add(t, f"{name}{i}", "z", carry)
        t.drop("z")


def add(t: Values, limb: str, word: str, carry: str) -> None:
    """Add a word and what is carried, 0 or 1, which is new with the first limb."""
    if carry not in t.held:
        t.take(carry)
        t(f"add ${limb}, ${limb}, ${word}")
        t(f"sltu ${carry}, ${limb}, ${word}")
        return
    t.take("x")
    t(f"add ${limb}, ${limb}, ${carry}")
    t(f"sltu ${carry}, ${limb}, ${carry}")
    t(f"add ${limb}, ${limb}, ${word}")
    t(f"sltu $x, ${limb}, ${word}")
    t(f"or ${carry}, ${carry}, $x")
    t.drop("x")


def field_mul() -> list[str]:
    t = begin(("p", "q"))
    sum_halves(t, "p", "a")
    sum_halves(t, "q", "b")
    # Where one sum carries, the other counts, and both count once.
    t.take("amask", "bmask")
    t("neg $amask, $acarry")
    t("neg $bmask, $bcarry")
    for i in range(HALF):
        t.take("y", "z")
        t(f"and $y, $amask, $b{i}")
        t(f"and $z, $bmask, $a{i}")
        add(t, "y", "z", "carry")
        t(f"sw $y, {CARRIED + 4 * i}(sp)")
        t.drop("y", "z")
    t("and $acarry, $acarry, $bcarry")
    t("add $carry, $carry, $acarry")
    t(f"sw $carry, {CARRIED + 4 * HALF}(sp)")
    t.drop("amask", "bmask", "acarry", "bcarry", "carry")
    return products(t, multiply_column, p="a", q="b")


def multiply_column(t: Values, s: Columns, column: int) -> None:
    for i in range(max(0, column - HALF + 1), min(column, HALF - 1) + 1):
        s.product(f"a{i}", f"b{column - i}")


def products(t: Values, column: Step, **factors: str) -> list[str]:
    """The three of them, and the subroutine, for fourteen limbs at `to`. Pointers to factors have
    limbs that sums are in, and halves come to."""
    t.take("to")
    t("mv $to, sp")
    t("jal 1f")
    for half, slot in enumerate((LOWER, UPPER)):
        for pointer, name in factors.items():
            for i in range(HALF):
                t(f"lw ${name}{i}, {4 * (i + HALF * half)}(${pointer})")
        t(f"addi $to, sp, {slot}")
        t("jal 1f")
    t("j %0")
    t("1:")
    s = Columns(t)
    for i in range(N - 1):
        column(t, s, i)
        s.next("word")
        t(f"sw $word, {4 * i}($to)")
        t.drop("word")
    t(f"sw $c0, {4 * (N - 1)}($to)")
    t("ret")
    return t.lines


def field_sqr() -> list[str]:
    t = begin(("p",))
    sum_halves(t, "p", "a")
    # Where the sum carries, it counts twice, and once above that.
    t.take("mask", "x", "y")
    t("neg $mask, $acarry")
    for i in range(HALF):
        t(f"slli $x, $a{i}, 1")
        if i:
            t(f"srli $y, $a{i - 1}, 31")
            t("or $x, $x, $y")
        t("and $x, $x, $mask")
        t(f"sw $x, {CARRIED + 4 * i}(sp)")
    t(f"srli $y, $a{HALF - 1}, 31")
    t("and $y, $y, $mask")
    t("add $y, $y, $acarry")
    t(f"sw $y, {CARRIED + 4 * HALF}(sp)")
    t.drop("mask", "x", "y", "acarry")
    return products(t, column_of_square, p="a")


def column_of_square(t: Values, s: Columns, column: int) -> None:
    double_top(t, column, HALF)
    square_column(t, s, column, HALF)


def field_finish() -> list[str]:
    """For the products s + u f of sums, l + l' f and h + h' f it is l + h + u - l' in the lower
    half and h' + s + u - l in the upper one, where u has what is above 2^224 too. That is not below
    -p, so p is added. A number is subtracted as its complement, which is 2^224 - 1 more: together
    the lower half wants 0 and two less in the upper one, that wants 1 and nothing above."""
    t = Values((*LEAF, "s0"))
    t.take("lc", "hc")
    t("li $lc, 0")
    t("li $hc, 1")
    for i in range(HALF):
        low, high = f"v{i}", f"v{i + HALF}"
        t.take(low, high, "u", "w", "l", "h")
        t(f"lw $u, {SUMS + 4 * (i + HALF)}(sp)")
        t(f"lw $w, {CARRIED + 4 * i}(sp)")
        t(f"lw $l, {LOWER + 4 * i}(sp)")
        t(f"lw $h, {UPPER + 4 * i}(sp)")
        add(t, "u", "w", "uc")
        t(f"lw $w, {LOWER + 4 * (i + HALF)}(sp)")
        t(f"lw ${high}, {SUMS + 4 * i}(sp)")
        t("not $w, $w")
        t(f"add ${low}, $l, $lc")
        t(f"sltu $lc, ${low}, $lc")
        more(t, low, "lc", "h", "u", "w")
        t(f"lw $h, {UPPER + 4 * (i + HALF)}(sp)")
        t("not $l, $l")
        t(f"add ${high}, ${high}, $hc")
        t(f"sltu $hc, ${high}, $hc")
        more(t, high, "hc", "h", "u", "l")
        t.drop("u", "w", "l", "h")
    t.take("x")
    t(f"lw $x, {CARRIED + 4 * HALF}(sp)")
    t("add $uc, $uc, $x")
    t.drop("x")
    # e + 1, and what else is at 2^224.
    t("add $hc, $hc, $uc")
    t("add $lc, $lc, $uc")
    t("addi $hc, $hc, 1")
    t("addi $lc, $lc, -2")
    t("add $lc, $lc, $hc")
    t.drop("uc")
    t.rename("hc", "c")
    for i in range(N):
        if i == HALF:
            t("add $c, $c, $lc")
        t(f"add $v{i}, $v{i}, $c")
        t(f"sltu $c, $v{i}, $c")
    t.drop("lc")
    t.take("r")
    t(f"lw $r, {KEPT['$r']}(sp)")
    t(f"lw ra, {KEPT['ra']}(sp)")
    t(f"lw s0, {KEPT['s0']}(sp)")
    t(f"addi sp, sp, {FRAME}")
    t("xori $c, $c, 1")
    t.rename("c", "back")
    store_less(t)
    return t.lines


def store_less(t: Values) -> None:
    """v less 2^224 + 1 as often as `back` says, to r."""
    borrow, other = "back", "y"
    t.take("y", "z")
    for i in range(N):
        if i == HALF:
            t(f"add ${borrow}, ${borrow}, $back")
        if i < N - 1:
            t(f"sltu ${other}, $v{i}, ${borrow}")
        t(f"sub $v{i}, $v{i}, ${borrow}")
        t(f"sw $v{i}, {4 * i}($r)")
        borrow, other = other, "z" if other == "y" else "y"
    t("ret")


def field_add() -> list[str]:
    """e = 0."""
    t = Values(LEAF, r="a0", a="a1", b="a2")
    t.take("c", "e")
    t("li $c, 1")
    t("li $e, 1")

    def word(limb: str) -> None:
        t(f"add ${limb}, ${limb}, $c")
        t(f"sltu $c, ${limb}, $c")
        more(t, limb, "c", "w")

    each_limb(t, N, word, UPPER_HALF)
    t("xori $c, $c, 1")
    t.drop("e")
    t.rename("c", "back")
    store_less(t)
    return t.lines


def field_sub() -> list[str]:
    """A borrow goes back as 2^224 + 1."""
    t = Values(LEAF, r="a0", a="a1", b="a2")
    t.take("c")
    difference(t, N)
    t.rename("c", "back")
    store_less(t)
    return t.lines


def field_mul_small() -> list[str]:
    """A factor times a, and b. e + 1 in c and in e."""
    t = Values(LEAF, r="a0", a="a1", b="a2")
    t.take("factor", "c", "e", "x", "lo")
    t(f"li $factor, {A24}")
    t(f"lw $x, {4 * (N - 1)}($a)")
    t(f"lw $c, {4 * (N - 1)}($b)")
    t("mulhu $e, $x, $factor")
    t("mul $lo, $x, $factor")
    t("add $c, $c, $lo")
    t("sltu $c, $c, $lo")
    t("add $e, $e, $c")
    t("addi $e, $e, 1")
    t("mv $c, $e")
    t.drop("x")

    def word(limb: str) -> None:
        t(f"mul $lo, ${limb}, $factor")
        t(f"mulhu ${limb}, ${limb}, $factor")
        t("add $lo, $lo, $c")
        t("sltu $c, $lo, $c")
        t(f"add $c, $c, ${limb}")
        t(f"add ${limb}, $lo, $w")
        t(f"sltu $lo, ${limb}, $lo")
        t("add $c, $c, $lo")

    each_limb(t, N, word, UPPER_HALF)
    t("sub $e, $e, $c")
    t.drop("factor", "c", "lo")
    t.rename("e", "back")
    store_less(t)
    return t.lines


def field_negate_masked() -> list[str]:
    """The complement less 2^224, if that is not of zero."""
    t = Values(SCRATCH, r="a0", mask="a1")
    t.take("any", "x", "y")
    t("lw $any, 0($r)")
    for i in range(1, N):
        t(f"lw $x, {4 * i}($r)")
        t("or $any, $any, $x")
    t("snez $any, $any")
    t("neg $any, $any")
    t("and $mask, $mask, $any")
    t.rename("any", "less")
    t("andi $less, $mask, 1")
    for i in range(N):
        t(f"lw $x, {4 * i}($r)")
        t("xor $x, $x, $mask")
        if i >= HALF:
            t("sltu $y, $x, $less")
            t("sub $x, $x, $less")
            t("mv $less, $y")
        t(f"sw $x, {4 * i}($r)")
    t("ret")
    return t.lines
