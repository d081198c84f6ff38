# SPDX-License-Identifier: MIT
"""Field arithmetic modulo p = 2^255 - 19 for ARMv6-M: functions that take r, a and b in r0, r1
and r2 and keep r7 alone. Numbers are eight limbs below 2 p = 2^256 - 38, so that two stand for each
element; only `canonical` decides for one.

What is above 2^255 counts 19 for each. Where a product is folded that is found first, from the
topmost words alone, and begins what is carried: one pass is enough, as what that carries to the
top is small and the topmost limb has but 31 bits by then.
"""

from tools.kernels.armv6m.p256 import LOWER_HALF, UPPER_HALF, aside, lower_half
from tools.kernels.armv6m.products import (
    FRAME,
    LOWER,
    MIDDLE,
    SIGN,
    UPPER,
    add_middle,
    products_8,
    subroutines,
)
from tools.kernels.armv6m.words import chain, low, read, rename, start, words
from tools.kernels.thumb import Thumb, listed


def field_mul() -> list[str]:
    """It squares where both factors are one array."""
    t = start(r="r0", a="r1", b="r2")
    t("push {$r, $a, $b, r7, lr}")
    products_8(t, False)
    t("3:")
    fold(join(t))
    t(f"add sp, #{FRAME + 12}", "pop {r7, pc}")
    subroutines(t, False)
    return t.lines


def join(t: Thumb) -> Thumb:
    """Karatsuba's sum: words 4 to 7 of the product to the frame's middle, 8 to 13 to r8 to r12 and
    lr, 14 to the frame, and in r3 word 15. r7 is 0. Words 4 to 7 of the lower product and 0 to 3 of
    the upper, k, are in both 4 to 7 and 8 to 11; c8 and c12 count what is carried out of these, and
    begin with what was out of k."""
    t = t.part()
    t4, t8, t12 = (words("t", 4, first) for first in (4, 8, 12))
    k = words("k", 4)
    read(t, words("l", 4, 4), low(0, 1, 2, 3), LOWER + 16)
    read(t, words("h", 4), low(4, 5, 6, 7), UPPER)
    chain(t, "adds", "adcs", words("l", 4, 4), words("h", 4))
    rename(t, words("l", 4, 4), t4)
    t.at("kc", "r4", "movs $kc, #0", "adcs $kc, $kc")
    t.move("kc", "r12")
    for i in range(4):
        t.at(k[i], f"r{8 + i}", f"mov ${k[i]}, ${t4[i]}")
    read(t, words("l", 4), low(4, 5, 6, 7), LOWER)
    add_twice(t, t4, words("l", 4), "c8", 0)
    t.move("c8", "lr")
    t.at("to", "r5", f"add $to, sp, #{MIDDLE}", f"stmia $to!, {listed(t4)}")
    for i in range(4):
        t.move(k[i], f"r{i}")
    rename(t, k, t8)
    read(t, words("h", 4, 4), low(4, 5, 6, 7), UPPER + 16)
    add_twice(t, t8, words("h", 4, 4), "c12", 16)
    # Of a product that is subtracted, the words above.
    t("adds $c12, $c12, $sign")
    t.move("c8", "r5")
    t("adds $t8, $t8, $c8", *(f"adcs ${word}, $zero" for word in (*t8[1:], "c12")))
    for i in range(4):
        t.move(t8[i], f"r{8 + i}")
    read(t, t12, low(0, 1, 2, 3), UPPER + 16)
    t("adds $t12, $t12, $c12", *(f"adcs ${word}, $zero" for word in t12[1:]))
    t.move("t12", "r12")
    t.move("t13", "lr")
    t(f"str $t14, [sp, #{UPPER}]")
    t.drop("t14", "c8", "c12")
    return t


def add_twice(t: Thumb, some: list[str], others: list[str], count: str, place: int) -> None:
    """Add words in r4 to r7, and words of the product of the differences with its sign; r4 counts
    what is carried, with kc. The sign's mask comes to r5, and 0 to r7."""
    chain(t, "adds", "adcs", some, others)
    t.at("zero", "r7", "movs $zero, #0")
    t.at(count, "r4", f"mov ${count}, $kc", f"adcs ${count}, $zero")
    t.at("sign", "r5", f"ldr $sign, [sp, #{SIGN}]")
    if place == 0:
        t.at("bit", "r6", "lsrs $bit, $sign, #1")
    add_middle(t, "adds" if place else "adcs", some, place)
    t(f"adcs ${count}, $zero")


def times(t: Thumb, word: str, at: str, up: str) -> None:
    """Of a word, a small factor times its lower half to lo, in its place, and times the upper one
    to hi and, as it adds to the former, up."""
    t.at("hi", at, f"lsrs $hi, ${word}, #16")
    t(f"uxth ${word}, ${word}", "muls $hi, $factor", f"muls ${word}, $factor")
    t.rename(word, "lo")
    t.at("up", up, "lsls $up, $hi, #16", "lsrs $hi, $hi, #16")


def high_word(t: Thumb, number: int, register: str, last: bool) -> str:
    """A word that join left, by what name it is in a register: w where it is not gone after it."""
    word = f"t{number}"
    if word not in t.held:
        t.at(word, register, f"ldr ${word}, [sp, #{UPPER + 4 * (number - 14)}]")
    elif last:
        t.move(word, register)
    else:
        t.at("w", register, f"mov $w, ${word}")
        return "w"
    return word


def low_word(t: Thumb, number: int) -> None:
    """A word of the lower half, added to lo and hi by way of r5."""
    place = LOWER + 4 * number if number < 4 else MIDDLE + 4 * number - 16
    t.at(f"t{number}", "r5", f"ldr $t{number}, [sp, #{place}]")
    t(f"adds $lo, $lo, $t{number}", "adcs $hi, $zero")
    t.drop(f"t{number}")


def keep_word(t: Thumb, i: int) -> None:
    """A word of the result is found, which goes out with another; hi is what is carried."""
    t.rename("lo", f"v{i}")
    if "c" in t.held:
        t.drop("c")
    t.rename("hi", "c")
    if i % 2:
        t(f"stmia $r!, {{$v{i - 1}, $v{i}}}")
        t.drop(f"v{i - 1}", f"v{i}")


def fold(t: Thumb) -> None:
    """Words 0 to 7 and 38 times words 8 to 15. Half of a word times 38 has room for what is carried
    to it."""
    top = f"[sp, #{MIDDLE + 12}]"
    t.at("factor", "r6", "movs $factor, #38")
    times(t, "t15", "r1", "r0")
    t("adds $lo, $lo, $up", "adcs $hi, $zero")
    t.at("t7", "r0", f"ldr $t7, {top}")
    t("adds $lo, $lo, $t7", "adcs $hi, $zero")
    t.rename("lo", "top")
    t("lsls $top, $top, #1", "adcs $hi, $hi", "lsrs $top, $top, #1", f"str $top, {top}")
    t.drop("top")
    t.at("x", "r0", "movs $x, #19", "muls $hi, $x")
    t.rename("hi", "c")
    t.at("r", "r0", f"ldr $r, [sp, #{FRAME}]")
    for i in range(7):
        word = high_word(t, 8 + i, "r4" if i % 2 else "r3", last=True)
        times(t, word, "r1" if i % 2 else "r2", "r5")
        t("adds $lo, $lo, $c", "adds $lo, $lo, $up", "adcs $hi, $zero")
        low_word(t, i)
        keep_word(t, i)
    t.at("top", "r4", f"ldr $top, {top}", "adds $top, $top, $c", "stmia $r!, {$v6, $top}")


def combine(t: Thumb, op: str, rest: str) -> None:
    """Eight words at a with those at b, v and w: the lower half to r8 to r11, the upper one to r3
    to r6. Keeps r7 on the stack and r in r12, and loses r0 to r2."""
    t("push {r7}")
    t.move("r", "r12")
    lower_half(t, op, rest)
    aside(t)
    t.at(UPPER_HALF, low(3, 4, 5, 6), f"ldmia $a!, {listed(UPPER_HALF)}")
    t.at(words("w", 4, 4), low(0, 1, 2, 7), f"ldmia $b, {listed(words('w', 4, 4))}")
    chain(t, rest, rest, UPPER_HALF, words("w", 4, 4))


def finish(t: Thumb, op: str, rest: str) -> None:
    """What combine left, with a word x in r0 more or less, to r."""
    t.move("r", "r2")
    t.move("v0", "r1")
    t(f"{op} $v0, $v0, $x")
    t.at("zero", "r0", "movs $zero, #0")
    t.move("v1", "r7")
    t(f"{rest} $v1, $zero", "stmia $r!, {$v0, $v1}")
    for word, register in (("v2", "r1"), ("v3", "r7")):
        t.move(word, register)
        t(f"{rest} ${word}, $zero")
    t("stmia $r!, {$v2, $v3}", *(f"{rest} ${word}, $zero" for word in UPPER_HALF))


def leave(t: Thumb) -> None:
    t(f"stmia $r!, {listed(UPPER_HALF)}", "pop {r7}", "bx lr")


def field_add() -> list[str]:
    t = start(r="r0", a="r1", b="r2")
    combine(t, "adds", "adcs")
    t.at("x", "r0", "movs $x, #0", "adcs $x, $x")
    t("lsls $v7, $v7, #1", "adcs $x, $x", "lsrs $v7, $v7, #1")
    t.at("factor", "r1", "movs $factor, #19", "muls $x, $factor")
    finish(t, "adds", "adcs")
    leave(t)
    return t.lines


def field_sub() -> list[str]:
    """A borrow counts 38, for which there is room: a - b + 2^256 is above that, as b < 2 p."""
    t = start(r="r0", a="r1", b="r2")
    combine(t, "subs", "sbcs")
    t.at("x", "r0", "sbcs $x, $x")
    t.at("factor", "r1", "movs $factor, #38", "ands $x, $factor")
    finish(t, "subs", "sbcs")
    leave(t)
    return t.lines


def field_canonical() -> list[str]:
    """Not below p is what reaches 2^255 by 19 more: u is that sum."""
    t = start(r="r0", a="r1")
    t("push {r7}")
    t.move("r", "r12")
    t.at(LOWER_HALF, low(3, 4, 5, 6), f"ldmia $a!, {listed(LOWER_HALF)}")
    t.at("zero", "r0", "movs $zero, #0")
    aside(t)
    t.at(words("u", 4), low(3, 4, 5, 6))
    t("adds $u0, #19", *(f"adcs $u{i}, $zero" for i in (1, 2, 3)))
    t.at(UPPER_HALF, low(3, 4, 5, 6), f"ldmia $a!, {listed(UPPER_HALF)}")
    for i in range(4, 8):
        t.at(f"u{i}", "r7", f"mov $u{i}, $v{i}", f"adcs $u{i}, $zero")
    t.at("mask", "r7", "asrs $mask, $u7, #31")
    t.at("x", "r0", "movs $x, #19", "ands $x, $mask")
    finish(t, "adds", "adcs")
    t("lsls $v7, $v7, #1", "lsrs $v7, $v7, #1")
    leave(t)
    return t.lines


def field_mul_small() -> list[str]:
    """121665 = 2^16 + k, k = 56129. Half a word times k has room for half a word, and for what is
    carried. Halves of a word of a are al and ah."""
    t = start(r="r0", a="r1", b="r2")
    t("push {r7}")
    t.at("k", "r7", "movs $k, #0xdb", "lsls $k, $k, #8", "adds $k, #0x41")

    def word(first: bool, addend: str) -> None:
        t.at("lo", "r5", "uxth $lo, $ai", "muls $lo, $k")
        t(*(() if first else ("adds $lo, $lo, $c",)))
        t.at("al", "r6", "uxth $al, $ai")
        t.at("ah", "r4", "lsrs $ah, $ai, #16")
        t.at("i", "r3", "mov $i, $ah", "muls $i, $k", "adds $i, $i, $al")
        t.at("up", "r6", "lsls $up, $i, #16", "lsrs $i, $i, #16", "adds $lo, $lo, $up")
        t("adcs $ah, $i")
        t.rename("ah", "hi")
        t.at("bi", "r3", addend)
        t.at("c", "r6", "movs $c, #0", "adds $lo, $lo, $bi", "adcs $c, $hi")

    t.at("ai", "r3", "ldr $ai, [$a, #28]")
    word(True, "ldr $bi, [$b, #28]")
    t("lsls $lo, $lo, #1", "adcs $c, $c", "lsrs $lo, $lo, #1")
    t.at("top", "r8", "mov $top, $lo")
    t.at("x", "r5", "movs $x, #19", "muls $c, $x")
    for _ in range(7):
        t.at("ai", "r3", "ldmia $a!, {$ai}")
        word(False, "ldmia $b!, {$bi}")
        t("stmia $r!, {$lo}")
    t("add $c, $top")
    t.at("v7", t.held["c"])
    t("stmia $r!, {$v7}", "pop {r7}", "bx lr")
    return t.lines


def field_select(pairs: int = 4) -> list[str]:
    t = start(r="r0", a="r1", bit="r2")
    t.at("mask", "r2", "rsbs $mask, $bit, #0")
    for _ in range(pairs):
        t.at("x y", "r5 r6", "ldmia $a!, {$x, $y}")
        t.at("z w", "r3 r4", "ldr $z, [$r]", "ldr $w, [$r, #4]")
        t("eors $x, $z", "eors $y, $w", "ands $x, $mask", "ands $y, $mask")
        t("eors $z, $x", "eors $w, $y", "stmia $r!, {$z, $w}")
    t("bx lr")
    return t.lines


def add_word(t: Thumb) -> None:
    """Eight words at a and a signed one, w, to r; that one is carried on."""
    t = t.part(r="r0", a="r1", w="r2")
    t.at("count", "r6", "movs $count, #8", "2:")
    t.at("x", "r4", "ldmia $a!, {$x}")
    t.at("sign", "r3", "asrs $sign, $w, #31", "adds $x, $x, $w")
    t("movs $w, #0", "adcs $w, $sign", "stmia $r!, {$x}", "subs $count, #1", "bne 2b", "bx lr")


def field_add_word() -> list[str]:
    t = start()
    add_word(t)
    return t.lines


def field_sum() -> list[str]:
    """Exactly modulo 2 p = 2^256 - 38: a + b + 38, or a and the complement of b and 1, less 38
    again unless that reaches 2^256."""
    t = start(r="r0", a="r1", b="r2", mode="r3")
    t.at("mask", "r6", "lsls $mask, $mode, #31", "asrs $mask, $mask, #31")
    t.rename("mode", "c")
    t.at("end", "r4", "mov $end, $r", "adds $end, #32")
    t.move("end", "r12")
    t("1:")
    t.at("x", "r4", "ldmia $a!, {$x}")
    t.at("y", "r5", "ldmia $b!, {$y}")
    t("eors $y, $mask", "adds $x, $x, $c", "movs $c, #0", "adcs $c, $c", "adds $x, $x, $y")
    t.at("zero", "r5", "movs $zero, #0", "adcs $c, $zero")
    t("stmia $r!, {$x}", "cmp $r, $end", "bne 1b")
    t.at("w", "r2", "subs $w, $c, #1")
    t.at("factor", "r4", "movs $factor, #38", "muls $w, $factor")
    t("subs $r, #32", "mov $a, $r")
    add_word(t)
    return t.lines
