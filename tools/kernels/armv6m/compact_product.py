# SPDX-License-Identifier: MIT
"""Products of the machine of src/group/compact.inc for ARMv6-M: subroutines for eight words and
fewer, as products.py and words.py have them, in less flash."""

from tools.kernels.armv6m.words import (
    add_signed,
    chain,
    differences,
    join_words,
    load_upper,
    low,
    mul_2,
    rename,
    words,
)
from tools.kernels.thumb import ALL, Thumb, listed

# The frame of the product, under {r1, r2, lr} and the result: that of the differences, and whether
# to subtract it: a mask.
MIDDLE, SIGN, FRAME = 0, 32, 36
RESULT = FRAME + 12


def product(t: Thumb) -> None:
    """Subroutine: sixteen limbs to [sp], of eight at r1 times eight at r2, by Karatsuba's method.
    r1 may be the upper half of what is written."""
    t = t.part(a="r1", b="r2")
    t("20:", "push {$a, $b, lr}", f"sub sp, #{FRAME}")
    t.at("r", "r0", f"add $r, sp, #{RESULT}", "bl 23f")
    t = t.part(r="r0", mask="r7")
    t.at("s", "r8", "mov $s, $mask")
    t.at("a", "r1", f"ldr $a, [sp, #{FRAME + 4}]", "bl 23f")
    t.at("x", "r1", "mov $x, $s", "eors $mask, $x", "mvns $mask, $mask")
    t.rename("mask", "sign")
    t(f"str $sign, [sp, #{SIGN}]")
    t = t.part(r="r0", a="r1", b="r2")
    t("mov $r, sp", f"add $a, sp, #{RESULT}", f"add $b, sp, #{RESULT + 16}", "bl 24f")
    t(f"add $r, sp, #{RESULT}", f"ldr $a, [sp, #{FRAME}]", f"ldr $b, [sp, #{FRAME + 4}]")
    t("bl 24f", "adds $r, #32", "adds $a, #16", "adds $b, #16", "bl 24f")
    join(t)
    t(f"add sp, #{FRAME + 8}", "pop {pc}")
    halves(t)
    mul_4(t)


def join(t: Thumb) -> None:
    """The sum. That of the two middle quarters of the outer products, k, is part of each; what is
    carried out of it begins the counts c8 and c12."""
    t = t.part()
    k, t4, t8, t12 = (
        words(name, 4, first) for name, first in (("k", 0), *(("t", 4 * i) for i in (1, 2, 3)))
    )
    t.at("from", "r4", f"add $from, sp, #{RESULT + 16}")
    t.at(words("l", 4, 4), low(0, 1, 2, 3), f"ldmia $from!, {listed(words('l', 4, 4))}")
    t.at(words("h", 4), low(4, 5, 6, 7), f"ldmia $from, {listed(words('h', 4))}")
    chain(t, "adds", "adcs", words("l", 4, 4), words("h", 4))
    rename(t, words("l", 4, 4), k)
    t.at("to", "r6", f"add $to, sp, #{RESULT + 32}", f"stmia $to!, {listed(k)}")
    t.at("zero", "r7", "movs $zero, #0")
    t.at("c8", "r4", "movs $c8, #0", "adcs $c8, $c8")
    t.at("kc", "r8", "mov $kc, $c8")
    t.at("sign", "r5", f"ldr $sign, [sp, #{SIGN}]")
    t.at("bit", "r6", "lsrs $bit, $sign, #1")
    rename(t, k, t4)
    middle(t, t4, 0, "adcs")
    t("adcs $c8, $zero")
    outer(t, t4, words("l", 4), RESULT, "c8")
    t.at("to", "r6", f"add $to, sp, #{RESULT + 16}", f"stmia $to!, {listed(t4)}")
    t.at(k, low(0, 1, 2, 3), f"ldmia $to!, {listed(k)}")
    rename(t, k, t8)
    t("adds $t8, $t8, $c8", *(f"adcs ${word}, $zero" for word in t8[1:]))
    t.at("c12", "r4", "mov $c12, $kc", "adcs $c12, $zero")
    middle(t, t8, 16, "adds")
    t("adcs $c12, $sign")
    outer(t, t8, words("h", 4, 4), RESULT + 48, "c12")
    t.at("to", "r6", f"add $to, sp, #{RESULT + 32}", f"stmia $to!, {listed(t8)}")
    t.at(t12, low(0, 1, 2, 3), f"ldmia $to!, {listed(t12)}", "subs $to, #16")
    t.at("top", "r5", "asrs $top, $c12, #31")
    t("adds $t12, $t12, $c12", *(f"adcs ${word}, $top" for word in t12[1:]))
    t(f"stmia $to!, {listed(t12)}")


def middle(t: Thumb, some: list[str], offset: int, first: str) -> None:
    """Words with half of the product of the differences, or less it."""
    for i, word in enumerate(some):
        m = f"m{offset // 4 + i}"
        t.at(m, "r6", f"ldr ${m}, [sp, #{MIDDLE + offset + 4 * i}]", f"eors ${m}, $sign")
        t(f"adcs ${word}, ${m}" if i or first == "adcs" else f"{first} ${word}, ${word}, ${m}")
        t.drop(m)


def outer(t: Thumb, some: list[str], others: list[str], offset: int, count: str) -> None:
    """Words with an outer quarter; the carry is counted."""
    for i, (word, other) in enumerate(zip(some, others, strict=True)):
        t.at(other, "r6", f"ldr ${other}, [sp, #{offset + 4 * i}]")
        t(f"{'adcs' if i else 'adds'} ${word}, ${other}")
        t.drop(other)
    t(f"adcs ${count}, $zero")


def halves(t: Thumb) -> None:
    """Subroutine: the size of the difference of the halves of eight limbs at r1, to r0, which it
    passes; r7 is whether it is negative, a mask."""
    t = t.part(r="r0", a="r1")
    d = words("d", 4)
    t("23:")
    t.at(words("a", 4), low(2, 3, 4, 5), f"ldmia $a!, {listed(words('a', 4))}")
    t.at("a4 a5", "r6 r7", "ldmia $a!, {$a4, $a5}", "subs $a0, $a0, $a4", "sbcs $a1, $a5")
    t.at("a6 a7", "r6 r7", "ldmia $a!, {$a6, $a7}", "sbcs $a2, $a6", "sbcs $a3, $a7")
    rename(t, words("a", 4), d)
    t.at("mask", "r7", "sbcs $mask, $mask", *(f"eors ${word}, $mask" for word in d))
    chain(t, "subs", "sbcs", d, 4 * ["mask"])
    t(f"stmia $r!, {listed(d)}", "bx lr")


def mul_4(t: Thumb) -> None:
    """Subroutine: eight words to r0, of four at r1 times four at r2, which it keeps."""
    t = t.part(r="r0", a="r1", b="r2")

    def done(to: str) -> list[str]:
        """A product of two words is in r4 to r7, and the rest of the first eight is lost."""
        t.drop(*(name for name, register in t.held.items() if register in ALL[:8]))
        t.at(words(to, 4), low(4, 5, 6, 7))
        return words(to, 4)

    t("24:", "push {$r, $a, $b, lr}")
    differences(t, "r3")
    t.move("sign", "r11")
    t("bl 25f")
    m = done("m")
    t.at("x", "r0", "mov $x, $sign", *(f"eors ${word}, $x" for word in m))
    t(f"push {listed(m)}")
    t.at("a", "r0", "ldr $a, [sp, #20]")
    t.at("b", "r1", "ldr $b, [sp, #24]")
    t.at("a0 a1", "r6 r7", "ldmia $a!, {$a0, $a1}")
    t.at("b0 b1", "r4 r5", "ldmia $b!, {$b0, $b1}", "bl 25f")
    done("l")
    t.at("r", "r2", "ldr $r, [sp, #16]", f"stmia $r!, {listed(words('l', 4))}")
    load_upper(t, 20)
    t("bl 25f")
    done("h")
    t.at("from", "r0", "ldr $from, [sp, #16]")
    t.at(words("l", 4), low(0, 1, 2, 3), f"ldmia $from, {listed(words('l', 4))}")
    join_words(t)
    add_signed(t)
    t.at("to", "r4", "ldr $to, [sp]", "adds $to, #8")
    t(f"stmia $to!, {listed(words('p', 6, 2))}", "pop {r0, r1, r2, pc}", "25:")
    t = t.part(a0="r6", a1="r7", b0="r4", b1="r5")
    mul_2(t, ["a0", "a1"], ["b0", "b1"], words("p", 4))
    t("bx lr")
