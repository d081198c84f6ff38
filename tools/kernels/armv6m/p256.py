# SPDX-License-Identifier: MIT
"""The field arithmetic of ARMv6-M that knows prime p256,
p = 2^256 - 2^224 + 2^192 + 2^96 - 1."""

import itertools
from collections.abc import Callable

from tools.kernels.armv6m.products import (
    FRAME,
    MIDDLE,
    UPPER,
    add_four,
    products_8,
    subroutines,
    words_4_to_7,
    words_8_to_11,
)
from tools.kernels.armv6m.words import low, read, rename, start, words
from tools.kernels.thumb import Thumb, listed

Q = words("q", 8)
LOWER_HALF, UPPER_HALF = words("v", 4), words("v", 4, 4)


def field_mul_p256(small: bool) -> list[str]:
    """Where both factors are one array, their difference is squared: not if that is to be small."""
    t = start(r="r0", a="r1", b="r2")
    t("push {$r, $a, $b, r7, lr}")
    products_8(t, small)
    t("3:")
    join_8(t)
    subroutines(t, small)
    return t.lines


def clear_lower(t: Thumb) -> dict[str, str]:
    """q: words 0 to 2 are t's, q3 = t3 + q0, q4 = t4 + q1, q5 = t5 + q2, q6 = t6 + q3 + q0 and
    q7 = t7 + q4 + q1 - q0. What these carry to word 8 is k + 1, for c8. Returns where those are
    that are in memory."""
    t.move("c8", "r8")
    t.at("from", "r4", "mov $from, sp")
    t.at([*Q[:3], "t3"], low(4, 5, 6, 7), f"ldmia $from, {listed([*Q[:3], 't3'])}")
    t("adds $t3, $t3, $q0", "adcs $t4, $q1", "adcs $t5, $q2")
    rename(t, words("t", 3, 3), words("q", 3, 3))
    t("adcs $t6, $q3", "adcs $t7, $q4")
    t.move("q2", "r9")
    t.move("q3", "r10")
    t.at("k", "r6", "sbcs $k, $k")
    t.at("zero", "r7", "movs $zero, #0")
    t("adds $t6, $t6, $q0", "adcs $t7, $q1", "adcs $k, $zero")
    t("subs $t7, $t7, $q0", "sbcs $k, $zero")
    rename(t, ["t6", "t7"], ["q6", "q7"])
    # With 1, the lowest word of -p.
    t.move("c8", "r4")
    t("adds $c8, $c8, $k", "adds $c8, #2")
    t.move("c8", "r8")
    t.move("q5", "r11")
    t.move("q6", "r12")
    t.move("q7", "lr")
    t(f"str $q4, [sp, #{MIDDLE}]")
    t.drop("q4", "q1", "k", "zero")
    return {"q0": "[sp, #0]", "q1": "[sp, #4]", "q4": f"[sp, #{MIDDLE}]"}


def join_8(t: Thumb) -> None:
    """Karatsuba's sum and the reduction. With the product's words t, q is what clears the lower
    half when q p is added, and

        t + q p = t + (q - q / 2^32 + q / 2^64 + q / 2^160 + q) 2^256

    is its upper half. p less it is subtracted and put back by a mask."""
    t = words_4_to_7(t)
    memory = clear_lower(t)
    words_8_to_11(t)
    t8, t12 = words("t", 4, 8), words("t", 4, 12)
    for some in (Q[:4], Q[2:6], [*Q[5:], "-1"]):
        add_four(t, "adds", "adcs", t8, some, memory)
        t("adcs $c12, $zero")
    add_four(t, "subs", "sbcs", t8, Q[1:5], memory)
    t("sbcs $c12, $zero", "subs $c12, #1")
    t.at("to", "r5", "add $to, sp, #16", f"stmia $to!, {listed(t8)}")
    t.drop(*t8)
    read(t, t12, low(0, 1, 2, 3), UPPER + 16)
    t.at("c16", "r5", "asrs $c16, $c12, #31")
    t("adds $t12, $t12, $c12", *(f"adcs ${word}, $c16" for word in t12[1:]), "adcs $c16, $zero")
    add_four(t, "adds", "adcs", t12, Q[4:], memory)
    t("adcs $c16, $zero")
    add_four(t, "subs", "sbcs", t12, [*Q[5:], "0"], memory)
    t("sbcs $c16, $zero")
    add_four(t, "adds", "adcs", t12, [*Q[6:], "-1", "0"], memory)
    t("sbcs $c16, $zero")
    # p back.
    t.rename("c16", "mask")
    t.at("r", "r4", f"ldr $r, [sp, #{FRAME}]")
    t.at("bit", "r6", "lsrs $bit, $mask, #31")
    t.move("bit", "r8")
    for i, term in enumerate(("mask", "mask", "mask", "zero")):
        word = f"t{8 + i}"
        t.at(word, "r6", f"ldr ${word}, [sp, #{16 + 4 * i}]")
        t(f"{'adcs' if i else 'adds'} ${word}, ${term}", f"stmia $r!, {{${word}}}")
    # The last words: nothing, nothing, 1 or 0, the mask.
    t("adcs $t12, $zero", "adcs $t13, $zero")
    t.move("bit", "r6")
    t("adcs $t14, $bit", "adcs $t15, $mask")
    t(f"stmia $r!, {listed(t12)}", f"add sp, #{FRAME + 12}", "pop {r7, pc}")


def combine_low(t: Thumb, op: str, rest: str) -> None:
    """The lower half of a number at a, to r3 to r6, with that of another at b: v and w."""
    t("push {$r, r7}")
    lower_half(t, op, rest)


def lower_half(t: Thumb, op: str, rest: str) -> None:
    """combine_low, with registers saved."""
    t.at(LOWER_HALF, low(3, 4, 5, 6), f"ldmia $a!, {listed(LOWER_HALF)}")
    t.at("w0 w1", "r0 r7", "ldmia $b!, {$w0, $w1}")
    t(f"{op} $v0, $v0, $w0", f"{rest} $v1, $w1")
    t.at("w2 w3", "r0 r7", "ldmia $b!, {$w2, $w3}")
    t(f"{rest} $v2, $w2", f"{rest} $v3, $w3")


def combine_high(t: Thumb, saved: str, rest: str) -> None:
    """The upper half, with a carry that was saved as itself less 1; the lower one goes aside."""
    aside(t)
    t.at(UPPER_HALF, low(3, 4, 5, 6), f"ldmia $a!, {listed(UPPER_HALF)}")
    t(f"rsbs ${saved}, ${saved}, #0")
    t.at("w4 w5", "r0 r1", "ldmia $b!, {$w4, $w5}")
    t(f"{rest} $v4, $w4", f"{rest} $v5, $w5")
    t.at("w6 w7", "r0 r1", "ldmia $b!, {$w6, $w7}")
    t(f"{rest} $v6, $w6", f"{rest} $v7, $w7")


def aside(t: Thumb) -> None:
    """The lower half to r8 to r11."""
    for i in range(4):
        t.move(f"v{i}", f"r{8 + i}")


def put_back(t: Thumb) -> None:
    """p by the mask in r0, to words in r8 to r11 and r3 to r6, and store them."""
    t.at("r", "r2", "pop {$r}")
    t.at("bit", "r1", "lsrs $bit, $mask, #31")
    t.move("bit", "r12")
    t.at("zero", "r1", "movs $zero, #0")
    for i, term in enumerate(("mask", "mask", "mask", "zero")):
        t.move(f"v{i}", "r7")
        t(f"{'adcs' if i else 'adds'} $v{i}, ${term}", f"stmia $r!, {{$v{i}}}")
    t("adcs $v4, $zero", "adcs $v5, $zero")
    t.move("bit", "r1")
    t("adcs $v6, $bit", "adcs $v7, $mask")
    t(f"stmia $r!, {listed(UPPER_HALF)}", "pop {r7}", "bx lr")


def field_add_p256() -> list[str]:
    """Both carries, of the sum and of what p less makes of it, wait for the upper half."""
    t = start(r="r0", a="r1", b="r2")
    combine_low(t, "adds", "adcs")
    t.at("c", "r0", "sbcs $c, $c")
    t.at("zero", "r7", "movs $zero, #0")
    t("adds $v0, #1", "adcs $v1, $zero", "adcs $v2, $zero", "sbcs $v3, $zero")
    t.at("d", "r7", "sbcs $d, $d")
    combine_high(t, "c", "adcs")
    t.at("mask", "r0", "sbcs $mask, $mask")
    t("rsbs $d, $d, #0")
    t.at("zero", "r7", "movs $zero, #0")
    t.at("one", "r1", "movs $one, #1")
    t("sbcs $v4, $zero", "sbcs $v5, $zero", "sbcs $v6, $one", "adcs $v7, $zero")
    t("adcs $mask, $zero")
    t.drop("zero")
    put_back(t)
    return t.lines


def field_sub(add_back: Callable[[Thumb], None]) -> list[str]:
    """`add_back` adds p by the mask in r0, and stores."""
    t = start(r="r0", a="r1", b="r2")
    combine_low(t, "subs", "sbcs")
    t.at("c", "r7", "sbcs $c, $c")
    combine_high(t, "c", "sbcs")
    t.at("mask", "r0", "sbcs $mask, $mask")
    add_back(t)
    return t.lines


def field_sub_p256() -> list[str]:
    return field_sub(put_back)


def shift_right(t: Thumb, some: list[str], above: str) -> None:
    """Four words halved, with the lowest bit of what is above them in bit 31 of a register."""
    for x, y in itertools.pairwise(some):
        t.at("bit", "r0", f"lsls $bit, ${y}, #31")
        t(f"lsrs ${x}, ${x}, #1", f"orrs ${x}, $bit")
    t(f"lsrs ${some[3]}, ${some[3]}, #1", f"orrs ${some[3]}, ${above}")


def store_half(t: Thumb) -> None:
    """Both halves shifted: bit 31 of `top` goes to the upper one, that of v4 to the lower one."""
    t.at("v4bit", "r2", "lsls $v4bit, $v4, #31")
    shift_right(t, UPPER_HALF, "top")
    t.at("r", "r1", "pop {$r}", "adds $r, #16", f"stmia $r!, {listed(UPPER_HALF)}")
    for i in range(4):
        t.move(f"v{i}", f"r{3 + i}")
    shift_right(t, LOWER_HALF, "v4bit")
    t("subs $r, #32", f"stmia $r!, {listed(LOWER_HALF)}", "pop {r7}", "bx lr")


def field_half_p256() -> list[str]:
    """A shift of what p makes even."""
    t = start(r="r0", a="r1")
    t("push {$r, r7}")
    t.at(LOWER_HALF, low(3, 4, 5, 6), f"ldmia $a!, {listed(LOWER_HALF)}")
    t.at("mask", "r2", "lsls $mask, $v0, #31", "asrs $mask, $mask, #31")
    t.at("zero", "r7", "movs $zero, #0")
    t("adds $v0, $v0, $mask", "adcs $v1, $mask", "adcs $v2, $mask", "adcs $v3, $zero")
    t.at("c", "r0", "sbcs $c, $c")
    aside(t)
    t.at(UPPER_HALF, low(3, 4, 5, 6), f"ldmia $a!, {listed(UPPER_HALF)}")
    t.at("one", "r1", "lsrs $one, $mask, #31")
    t("rsbs $c, $c, #0")
    t("adcs $v4, $zero", "adcs $v5, $zero", "adcs $v6, $one", "adcs $v7, $mask")
    t("adcs $zero, $zero")
    t.rename("zero", "top")
    t("lsls $top, $top, #31")
    store_half(t)
    return t.lines
