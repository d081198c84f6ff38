# SPDX-License-Identifier: MIT
"""The machine of src/group/compact.inc for ARMv6-M where it knows prime p256 or of
k256: what compact.py has for any modulus, with products by Karatsuba's method, as
compact_product.py has them, and tasks."""

from collections.abc import Callable
from dataclasses import dataclass

from tools.bytecode.places import places
from tools.kernels.armv6m.compact import constant, difference, exchange, fetch
from tools.kernels.armv6m.compact_product import RESULT, product
from tools.kernels.armv6m.tasks import (
    digit,
    digits,
    enter,
    invert,
    ladder,
    load_borrows,
    tasks,
)
from tools.kernels.armv6m.words import low, start, words
from tools.kernels.thumb import Thumb, listed


def subtract(t: Thumb) -> None:
    """a - b, where r12 is what is above a, and the modulus back where that borrows, two limbs a
    turn. Keeps r7 and r9 to r11; r8 is the borrow, as a mask."""
    t = t.part(r="r0", a="r1", b="r2", m="r3", above="r12")
    t("5:")
    t.move("m", "r8")
    difference(t)
    t("add $mask, $above")
    t.move("m", "r1")
    t.at("borrow", "r8", "mov $borrow, $mask")
    t("subs $r, #32")
    for i in range(0, 8, 2):
        v, w = words("v", 2, i), words("w", 2, i)
        t.at(v, "r2 r3", f"ldr ${v[0]}, [$r]", f"ldr ${v[1]}, [$r, #4]")
        t.at(w, "r4 r6", f"ldmia $m!, {listed(w)}", *(f"ands ${word}, $mask" for word in w))
        t(f"adcs ${v[0]}, ${w[0]}" if i else f"adds ${v[0]}, ${v[0]}, ${w[0]}")
        t(f"adcs ${v[1]}, ${w[1]}", f"stmia $r!, {listed(v)}")
        t.drop(*v, *w)
    t("bx lr")


@dataclass(frozen=True)
class Prime:
    """One that has a reduction of its own: `mark`, the offset of a limb that is all ones in it and
    not in the order; `reduce`, which leaves a result below twice the prime in the upper half of the
    product at sp, and what it carries in r4; `subroutines`; `a_zero`, whether its
    curve has a = 0."""

    mark: int
    reduce: Callable[[Thumb], None]
    subroutines: Callable[[Thumb], None]
    a_zero: bool


def multiply(t: Thumb, prime: Prime) -> None:
    """The multiplication: r is what is left of the upper half of t = a b, by Montgomery's method or
    as the prime has it. With the constant behind other moduli, their inverse modulo 2^256, it is
    less that of q m, for the lower half q of its product with that of t, which q m has as its lower
    half; one frame lies on the other so that each product takes its factor from where the last one
    left it. On the stack: two times eight limbs more, t, r, the modulus, the program."""
    t = t.part(r="r0", m="r3", program="r7")
    t("6:", "push {$r, $m, $program}", "sub sp, #64", "bl 20f")
    t = t.part()
    t.at("m", "r2", "ldr $m, [sp, #68]")
    t.at("limb", "r4", f"ldr $limb, [$m{f', #{prime.mark}' if prime.mark else ''}]")
    t("adds $limb, #1", "beq 7f")
    t.at("a", "r1", "mov $a, sp")
    t("adds $m, #32")
    t.rename("m", "b")
    t("sub sp, #32", "bl 20f", "mov $a, sp", "ldr $b, [sp, #100]", "sub sp, #32", "bl 20f")
    t.at("x", "r4", "movs $x, #0")
    t("add $b, sp, #32", "8:")
    t.at("above", "r12", "mov $above, $x")
    t("add $a, sp, #96")
    t.at("r", "r0", "ldr $r, [sp, #128]")
    t.at("m", "r3", "ldr $m, [sp, #132]", "bl 5f", "add sp, #136")
    t.at("program", "r7", "pop {$program}", "b 1b")
    t("7:")
    prime.reduce(t)
    t.at("b", "r2", "ldr $b, [sp, #68]", "sub sp, #64", "b 8b")


def clear_lower(t: Thumb) -> None:
    """The upper half of t + q p, p = p256."""
    t = t.part()
    t.at("to", "r6", "mov $to, sp", "bl 22f")
    zeros = words("zero", 4)
    t.at(zeros, low(0, 1, 2, 3), *(f"movs ${name}, #0" for name in zeros))
    t("bl 21f", "subs $to, #48", "bl 22f")
    t.at("above", "r4", "movs $above, #0", "adcs $above, $above")


def fold_upper(t: Thumb) -> None:
    """Subroutine: sixteen limbs at r0 modulo prime k256, where a limb above 2^256
    counts 977, and 1 in the limb above. The sums come to where the upper half was; what is above
    them then, s + d 2^32, is below 2^32 + 979, and counts as much: e. Between limbs c is what is
    carried and `before` the one before. Leaves what is carried in the end in r4."""
    t = t.part(to="r0")
    t("22:")
    t.at("factor", "r3", "movs $factor, #244", "lsls $factor, $factor, #2", "adds $factor, #1")
    t.at("c", "r1", "movs $c, #0")
    t.at("before", "r2", "movs $before, #0")
    t.at("count", "r7", "movs $count, #8", "2:")
    t.at("high", "r4", "ldr $high, [$to, #32]")
    t.at("lo", "r5", "uxth $lo, $high")
    t.at("hi", "r6", "lsrs $hi, $high, #16", "muls $lo, $factor", "muls $hi, $factor")
    t("adds $lo, $lo, $c")
    t.at("up", "r1", "lsls $up, $hi, #16", "lsrs $hi, $hi, #16", "adds $lo, $lo, $up")
    t.at("c", "r1", "movs $c, #0", "adcs $hi, $c", "adds $lo, $lo, $before", "adcs $hi, $c")
    t.at("low", "r2", "ldr $low, [$to]", "adds $lo, $lo, $low", "adcs $c, $hi")
    t("str $lo, [$to, #32]", "adds $to, #4")
    t.at("before", "r2", "mov $before, $high", "subs $count, #1", "bne 2b")
    t.at("d", "r4", "movs $d, #0", "adds $before, $before, $c", "adcs $d, $d")
    t.rename("before", "s")
    t.at("lo", "r5", "uxth $lo, $s")
    t.at("hi", "r6", "lsrs $hi, $s, #16", "muls $lo, $factor", "muls $hi, $factor")
    t.at("up", "r1", "lsls $up, $hi, #16", "lsrs $hi, $hi, #16", "adds $lo, $lo, $up")
    t.at("zero", "r1", "movs $zero, #0", "adcs $hi, $zero", "muls $factor, $d")
    t("adds $hi, $hi, $factor", "adds $hi, $hi, $s", "adcs $d, $zero")
    for old, new in (("lo", "e0"), ("hi", "e1"), ("d", "e2")):
        t.rename(old, new)
    nothing = ("zero", "zero")
    for i, (first, second) in enumerate((("e0", "e1"), ("e2", "zero"), nothing, nothing)):
        t.at("v w", "r2 r3", "ldr $v, [$to]", "ldr $w, [$to, #4]")
        t(f"adcs $v, ${first}" if i else f"adds $v, $v, ${first}", f"adcs $w, ${second}")
        t("stmia $to!, {$v, $w}")
    t.at("c", "r1", "adcs $c, $c")
    t.at("above", "r4", "mov $above, $c", "bx lr")


def clear_four(t: Thumb) -> None:
    """Subroutine: for four limbs t at r6, and more above them, add q p where that clears them, p
    prime p256. q is t but for q3 = t3 + q0; q p is q 2^96 + q 2^192 + (2^32 - 1) q
    2^224, less q. There is a carry to the thirteenth limb, to which r6 points."""
    t = t.part(to="r6")
    t("22:", "push {lr}")
    t.at(["q0", "q1", "q2", "t3"], low(0, 1, 2, 3), "ldmia $to!, {$q0, $q1, $q2, $t3}")
    t("adds $t3, $t3, $q0")
    t.rename("t3", "q3")
    # At 6; the carry, less 1, waits for 10.
    t("adds $to, #8", "bl 21f")
    t.at("c", "r7", "sbcs $c, $c")
    t.at("c10", "r8", "mov $c10, $c")
    # At 3.
    t("subs $to, #28", "adds $c, #0", "bl 21f", "sbcs $c, $c")
    t.at("zero", "r5", "movs $zero, #0")
    # At 7, u = (2^32 - 1) q, which has room for the carry, and leaves the flag that makes up for
    # less 1.
    t.at("u0", "r4", "rsbs $u0, $q0, #0")
    t("sbcs $q0, $q1", "sbcs $q1, $q2", "sbcs $q2, $q3", "sbcs $q3, $zero")
    for i in range(4):
        t.rename(f"q{i}", f"u{i + 1}")
    t.move("c10", "r5")
    t("adcs $u3, $c10", "adcs $u4, $c10", "rsbs $c, $c, #0")
    t.at("word", "r5", "ldr $word, [$to]", "adcs $word, $u0", "stmia $to!, {$word}", "bl 21f")
    t("pop {pc}")


def add_four(t: Thumb) -> None:
    """Subroutine: with the carry, r0 to r3 to the limbs at r6, which it passes."""
    t = t.part(x0="r0", x1="r1", x2="r2", x3="r3", to="r6")
    t("21:")
    for x, y in (("x0", "x1"), ("x2", "x3")):
        t.at("v w", "r4 r5", "ldr $v, [$to]", "ldr $w, [$to, #4]")
        t(f"adcs $v, ${x}", f"adcs $w, ${y}", "stmia $to!, {$v, $w}")
    t("bx lr")


# Registers and the frame of all, a multiplication modulo the order, a product, one of four limbs.
STACK = 36 + 52 + 140 + RESULT + 32


def of_k256(t: Thumb) -> None:
    t = t.part()
    t.at("to", "r0", "mov $to, sp", "bl 22f")


def of_p256(t: Thumb) -> None:
    clear_four(t)
    add_four(t)


PRIMES = {
    "p256": Prime(0, clear_lower, of_p256, False),
    "k256": Prime(8, of_k256, fold_upper, True),
}


def compact_perform(curve: str, lines: bool = False) -> list[str]:
    """All of it; `lines`: with the ladder of programs/lines.txt."""
    prime = PRIMES[curve]
    t = start(machine="r0", program="r1", code="r2", constants="r3")
    enter(t)
    t = fetch(t)
    # The flags tell two bits.
    t("lsls $op, $op, #17", "bcc 60f", "bpl 6f", "lsls $op, $op, #1", "bmi 8f")
    t.at("x", "r4", "movs $x, #0")
    t.at("above", "r12", "mov $above, $x", "bl 5f")
    t = t.part(borrow="r8")
    load_borrows(t)
    t("adds $borrows, $borrows, $borrows")
    t.at("x", "r6", "mov $x, $borrow", "subs $borrows, $borrows, $x")
    t("str $borrows, [$machine, #8]", "b 1b")
    constant(t)
    exchange(t)
    multiply(t, prime)
    tasks(t)
    at = places(prime.a_zero, lines)
    invert(t, at)
    (ladder if lines else digits)(t, at)
    digit(t)
    subtract(t)
    product(t)
    prime.subroutines(t)
    return t.lines


def compact_reverse() -> list[str]:
    t = start(out="r0", source="r1", length="r2")
    t("cmp $length, #32", "bls 1f", "movs $length, #32", "1:", "adds $source, $source, $length")
    t.at("end", "r3", "movs $end, #32", "adds $end, $end, $out")
    t.move("end", "r12")
    t.at("byte", "r3", "2:", "movs $byte, #0", "subs $length, #1", "bmi 3f", "subs $source, #1")
    t("ldrb $byte, [$source]", "3:", "strb $byte, [$out]", "adds $out, #1", "cmp $out, $end")
    t("bne 2b", "bx lr")
    return t.lines
