# SPDX-License-Identifier: MIT
"""Field arithmetic modulo prime k256 for ARMv6-M, p = 2^256 - k, k = 2^32 + 977:
functions that take r, a and b in r0, r1 and r2 and keep r7 alone."""

from tools.kernels.armv6m.p256 import (
    LOWER_HALF,
    UPPER_HALF,
    aside,
    combine_high,
    combine_low,
    store_half,
)
from tools.kernels.armv6m.p25519 import high_word, join, keep_word, low_word, times
from tools.kernels.armv6m.products import FRAME, UPPER, products_8, subroutines
from tools.kernels.armv6m.words import low, rename, start
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


def factor(t: Thumb, name: str, register: str) -> None:
    t.at(name, register, f"movs ${name}, #244", f"lsls ${name}, ${name}, #2", f"adds ${name}, #1")


def fold(t: Thumb) -> None:
    """Words 0 to 7 with 977 times words 8 to 15, which are in r8 to r12, lr and memory, and these a
    word higher. What is above 2^256 then, s + 2^32 c, is below 2^32 + 979. That times k, and k once
    more, carries if the sum was not below p, else k is subtracted again. r7 is 0, and the result's
    place above the frame."""
    t(f"str $t15, [sp, #{UPPER + 4}]")
    t.drop("t15")
    factor(t, "factor", "r6")
    t.at("r", "r0", f"ldr $r, [sp, #{FRAME}]")
    for i in range(8):
        word = high_word(t, 8 + i, "r4" if i % 2 else "r3", last=False)
        times(t, word, "r1" if i % 2 else "r2", "r5")
        if i:
            t("adds $lo, $lo, $c")
        t("adds $lo, $lo, $up", "adcs $hi, $zero")
        if i:
            word = high_word(t, 7 + i, "r5", last=True)
            t(f"adds $lo, $lo, ${word}", "adcs $hi, $zero")
            t.drop(word)
        low_word(t, i)
        keep_word(t, i)
    fold_rest(t)


def fold_rest(t: Thumb) -> None:
    """That of s + 2^32 c, with word 15 in memory and what was carried to it in r1: what it counts
    is e."""
    t.rename("c", "carry")
    t.at("t15", "r3", f"ldr $t15, [sp, #{UPPER + 4}]")
    t.at("c", "r2", "movs $c, #0", "adds $t15, $t15, $carry", "adcs $c, $zero")
    t.rename("t15", "x")
    t.at("s", "r8", "mov $s, $x")
    times(t, "x", "r4", "r5")
    t("adds $lo, $lo, $up", "adcs $hi, $zero")
    t.at("x", "r5", "mov $x, $c", "muls $x, $factor", "adds $hi, $hi, $x")
    t.move("s", "r5")
    t("adds $hi, $hi, $s", "adcs $c, $zero")
    rename(t, ["lo", "hi", "c"], ["e0", "e1", "e2"])
    t("adds $e0, $e0, $factor")
    t.at("one", "r5", "movs $one, #1", "adcs $e1, $one", "adcs $e2, $zero")
    t("subs $r, #32")
    nothing = ("zero", "zero")
    pass_words(t, "adds", "adcs", [("e0", "e1"), ("e2", "zero"), nothing, nothing])
    t.at("mask", "r2", "sbcs $mask, $mask", "ands $factor, $mask")
    t.at("bit", "r2", "lsrs $bit, $mask, #31", "subs $r, #32")
    pass_words(t, "subs", "sbcs", [("factor", "bit"), nothing, nothing, nothing])


def pass_words(t: Thumb, first: str, rest: str, pairs: list[tuple[str, str]]) -> None:
    """The words at r, which it passes, and those in registers, by way of r1 and r5."""
    for i, (a, b) in enumerate(pairs):
        v, w = f"v{2 * i}", f"v{2 * i + 1}"
        t.at([v, w], "r1 r5", f"ldr ${v}, [$r]", f"ldr ${w}, [$r, #4]")
        t(f"{rest} ${v}, ${a}" if i else f"{first} ${v}, ${v}, ${a}", f"{rest} ${w}, ${b}")
        t(f"stmia $r!, {{${v}, ${w}}}")
        t.drop(v, w)


def put_back(t: Thumb) -> None:
    """k less by the mask in r0, of words in r8 to r11 and r3 to r6, and store them."""
    t.at("r", "r2", "pop {$r}")
    factor(t, "k0", "r1")
    t("ands $k0, $mask")
    t.at("k1", "r0", "lsrs $k1, $mask, #31")
    t.move("v0", "r7")
    t("subs $v0, $v0, $k0", "stmia $r!, {$v0}")
    t.move("v1", "r7")
    t("sbcs $v1, $k1", "stmia $r!, {$v1}")
    t.at("zero", "r1", "movs $zero, #0")
    for word in ("v2", "v3"):
        t.move(word, "r7")
        t(f"sbcs ${word}, $zero", f"stmia $r!, {{${word}}}")
    t(*(f"sbcs ${word}, $zero" for word in UPPER_HALF))
    t(f"stmia $r!, {listed(UPPER_HALF)}", "pop {r7}", "bx lr")


def field_add() -> list[str]:
    """The sum and k more. Both carries, c and d, wait for the upper half."""
    t = start(r="r0", a="r1", b="r2")
    combine_low(t, "adds", "adcs")
    t.at("c", "r0", "sbcs $c, $c")
    factor(t, "k0", "r7")
    t("adds $v0, $v0, $k0")
    t.at("k1", "r7", "movs $k1, #1", "adcs $v1, $k1")
    t.at("zero", "r7", "movs $zero, #0", "adcs $v2, $zero", "adcs $v3, $zero")
    t.at("d", "r7", "adcs $d, $d")
    combine_high(t, "c", "adcs")
    t.at("mask", "r0", "sbcs $mask, $mask")
    t.at("zero", "r7", "lsrs $zero, $d, #1")
    t(*(f"adcs ${word}, $zero" for word in (*UPPER_HALF, "mask")))
    put_back(t)
    return t.lines


def field_half() -> list[str]:
    """A shift of what p makes even: less k and 2^256 more."""
    t = start(r="r0", a="r1")
    t("push {$r, r7}")
    t.at(LOWER_HALF, low(3, 4, 5, 6), f"ldmia $a!, {listed(LOWER_HALF)}")
    t.at("mask", "r2", "lsls $mask, $v0, #31", "asrs $mask, $mask, #31")
    factor(t, "k0", "r0")
    t("ands $k0, $mask")
    t.at("k1", "r7", "lsrs $k1, $mask, #31", "subs $v0, $v0, $k0", "sbcs $v1, $k1")
    t.at("zero", "r7", "movs $zero, #0", "sbcs $v2, $zero", "sbcs $v3, $zero")
    t.at("c", "r0", "sbcs $c, $c")
    aside(t)
    t.at(UPPER_HALF, low(3, 4, 5, 6), f"ldmia $a!, {listed(UPPER_HALF)}")
    t("rsbs $c, $c, #0", "subs $v4, $v4, $c")
    t(*(f"sbcs ${word}, $zero" for word in (*UPPER_HALF[1:], "mask")))
    # The lowest bit of the mask is bit 256.
    t.at("top", "r7", "lsls $top, $mask, #31")
    store_half(t)
    return t.lines
