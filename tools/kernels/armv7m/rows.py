# SPDX-License-Identifier: MIT
"""Multi-precision kernels of ARMv7-M that multiply, by the procedure call standard: by halves of
words, since MUL and MLA take one time for all operands, or, `wide`, by UMULL."""

from tools.kernels.armv7m.products import (
    FRAME,
    join_8,
    products_8,
    products_8_small,
    squares_8,
    store_16,
    subroutines,
    subroutines_small,
)
from tools.kernels.armv7m.words import (
    PAIR,
    add_middle,
    load_factor,
    multiply_step,
)
from tools.kernels.thumb import ALL, KEEP, Thumb


def mp_mul(wide: bool) -> list[str]:
    """Two limbs of a at a time, of which the last is alone where n is odd, times those of b one
    after the other. In the frame: where b ends, the bytes of a number, how many limbs of a are
    left, and where they are."""
    t = Thumb(ALL, r="r0", a="r1", b="r2", n="r3")
    t(f"push {{{KEEP}, lr}}")
    t.take("x", "y")
    t("sub sp, #16")
    t("add $x, $b, $n, lsl #2")
    t("lsl $y, $n, #2")
    t("strd $x, $y, [sp]")
    t("mov $x, #0")
    t("1:")
    t("subs $y, $y, #4")
    t("str $x, [$r, $y]")
    t("bne 1b")
    t("2:")
    t("str $n, [sp, #8]")
    t.drop("x", "y")
    pair = PAIR[: 2 if wide else 4]
    t.take_high(*pair, "c0", "c1")
    for name in pair[len(pair) // 2 :]:
        t(f"mov ${name}, #0")
    t("mov $c0, #0")
    t("mov $c1, #0")
    t("cmp $n, #1")
    t("beq 3f")
    if wide:
        t("ldr $p1, [$a, #4]")
        t("3:")
        t("ldr $p0, [$a], #8")
    else:
        t("ldrh $p2, [$a, #4]")
        t("ldrh $p3, [$a, #6]")
        t("3:")
        t("ldrh $p0, [$a], #8")
        t("ldrh $p1, [$a, #-6]")
    t("str $a, [sp, #12]")
    t.drop("a", "n")
    t("4:")
    load_factor(t, wide, "[$b], #4", "[$b, #-2]")
    t.take("t")
    t("ldr $t, [$r]")
    multiply_step(t, wide, True, True)
    t("str $x, [$r], #4")
    t("ldr $x, [sp]")
    t("cmp $b, $x")
    t("bne 4b")
    t.drop("x", *pair)
    t.held.update(a="r1", n="r3")
    t.take("size")
    t("ldrd $size, $n, [sp, #4]")
    t("str $c0, [$r]")
    t("subs $n, $n, #2")
    t("blo 5f")
    t("str $c1, [$r, #4]")
    t("beq 5f")
    t("ldr $a, [sp, #12]")
    t("sub $b, $b, $size")
    t("sub $r, $r, $size")
    t("add $r, $r, #8")
    t("b 2b")
    t("5:")
    t("add sp, #16")
    t(f"pop {{{KEEP}, pc}}")
    return t.lines


def mp_mul_8(wide: bool, small: bool = False) -> list[str]:
    """Where both factors are one array, their difference is squared: not if that is to be small."""
    t = Thumb(ALL, a="r1", b="r2")
    t(f"push {{{KEEP}, lr}}")
    t("push {r0, r1, r2}")
    if small:
        products_8_small(t)
    else:
        products_8(t)
        squares_8(t)
    t = t.part()
    join_8(t)
    t.take("r")
    t(f"ldr $r, [sp, #{FRAME}]")
    store_16(t, "$r")
    t(f"add sp, #{FRAME + 12}")
    t(f"pop {{{KEEP}, pc}}")
    if small:
        subroutines_small(t)
    else:
        subroutines(t, wide)
    return t.lines


def mp_clear_limbs(wide: bool) -> list[str]:
    """Two rows at a time, the last alone where n is odd. The first limbs of a pair tell its q: what
    q0 m[0] carries is the upper word of that product, and 1 unless t[i] is zero. In the frame:
    where m ends, n0, the bytes of m, and how many limbs of t are left."""
    t = Thumb(ALL, r="r0", b="r1", n0="r2", n="r3")
    t(f"push {{{KEEP}, lr}}")
    t.take("x", "y")
    t("sub sp, #16")
    t("add $x, $b, $n, lsl #2")
    t("strd $x, $n0, [sp]")
    t("lsl $x, $n, #2")
    t("strd $x, $n, [sp, #8]")
    t.drop("x", "y")
    t("1:")
    # p: q0 and q1, of which the second is zero where it is not wanted.
    pair = PAIR[: 2 if wide else 4]
    t.take_high(*pair)
    t.take("t0", "q")
    t("ldr $t0, [$r]")
    t("mul $q, $t0, $n0")
    t.drop("n0")
    for name in pair[len(pair) // 2 :]:
        t(f"mov ${name}, #0")
    halve(t, wide, pair, "q", 0)
    t("cmp $n, #1")
    t("beq 2f")
    upper_word(t, wide)
    t.rename("n", "next")
    t.take("n0")
    t("ldr $next, [$r, #4]")
    t("ldr $t0, [$b, #4]")
    t("ldr $n0, [sp, #4]")
    t("add $w, $w, $next")
    t("mla $w, $q, $t0, $w")
    t("mul $q, $w, $n0")
    halve(t, wide, pair, "q", len(pair) // 2)
    t.drop("w", "next", "n0")
    t("2:")
    t.drop("t0", "q")
    t.take_high("c0", "c1")
    t("mov $c0, #0")
    t("mov $c1, #0")
    t("3:")
    load_factor(t, wide, "[$b], #4", "[$b, #-2]")
    t.take("t")
    t("ldr $t, [$r]")
    multiply_step(t, wide, True, True)
    t("str $x, [$r], #4")
    t("ldr $x, [sp]")
    t("cmp $b, $x")
    t("bne 3b")
    t.drop("x", *pair)
    t.held.update(n0="r2", n="r3")
    t.take("size")
    t("ldr $n0, [sp, #4]")
    t("ldrd $size, $n, [sp, #8]")
    t("sub $b, $b, $size")
    t("sub $r, $r, $size")
    t("str $c0, [$r], #4")
    t("subs $n, $n, #2")
    t("blo 4f")
    t("str $c1, [$r], #4")
    t("str $n, [sp, #12]")
    t("bne 1b")
    t("4:")
    t("add sp, #16")
    t(f"pop {{{KEEP}, pc}}")
    return t.lines


def halve(t: Thumb, wide: bool, pair: list[str], word: str, first: int) -> None:
    """A word, or its halves, to its place in a pair of words."""
    if wide:
        t(f"mov ${pair[first]}, ${word}")
    else:
        t(f"uxth ${pair[first]}, ${word}")
        t(f"lsr ${pair[first + 1]}, ${word}, #16")


def upper_word(t: Thumb, wide: bool) -> None:
    """w = the upper word of p's first word times m[0], and what that carries with t0."""
    t.take("w", "x")
    if wide:
        t("ldr $w, [$b]")
        t("umull $x, $w, $p0, $w")
    else:
        t.take("q0", "q1", "y")
        t("ldrh $q0, [$b]")
        t("ldrh $q1, [$b, #2]")
        t("mul $x, $p0, $q0")
        t("mul $w, $p1, $q1")
        t("mul $y, $p1, $q0")
        t("mul $q1, $p0, $q1")
        add_middle(t, "x", "w", "y")
        add_middle(t, "x", "w", "q1")
        t.drop("q0", "q1", "y")
    t("adds $x, $x, $t0")
    t("adc $w, $w, #0")
    t.drop("x")


def mp_mul_add_limb(wide: bool) -> list[str]:
    t = Thumb(ALL, r="r0", a="r1", b="r2", n="r3")
    saved = "r4, r5, r6" if wide else "r4, r5, r6, r7, r8, r9"
    t(f"push {{{saved}, lr}}")
    t.take("c", "x", "v", *(() if wide else ("b1", "y", "w")))
    multiply_add = multiply_add_wide if wide else multiply_add_halves
    if not wide:
        t("lsr $b1, $b, #16")
        t("uxth $b, $b")
    t("mov $c, #0")
    t("tst $n, #1")
    t("add $n, $a, $n, lsl #2")
    t("bne 2f")
    t("1:")
    multiply_add(t)
    t("2:")
    multiply_add(t)
    t("cmp $a, $n")
    t("bne 1b")
    t("mov r0, $c")
    t(f"pop {{{saved}, pc}}")
    return t.lines


def multiply_add_wide(t: Thumb) -> None:
    """A limb of r more by one of a times b, and c, the carry."""
    t("ldr $x, [$a], #4")
    t("ldr $v, [$r]")
    t("adds $v, $v, $c")
    t("umull $x, $c, $x, $b")
    t("adc $c, $c, #0")
    t("adds $v, $v, $x")
    t("adc $c, $c, #0")
    t("str $v, [$r], #4")


def multiply_add_halves(t: Thumb) -> None:
    """multiply_add_wide with b in halves b and b1."""
    t("ldr $x, [$a], #4")
    t("ldr $v, [$r]")
    t("lsr $y, $x, #16")
    t("uxth $x, $x")
    t("mul $w, $y, $b1")
    t("adds $v, $v, $c")
    t("mul $c, $x, $b")
    t("adc $w, $w, #0")
    t("adds $v, $v, $c")
    t("mul $y, $y, $b")
    t("adc $c, $w, #0")
    t("mul $x, $x, $b1")
    add_middle(t, "v", "c", "y")
    add_middle(t, "v", "c", "x")
    t("str $v, [$r], #4")


def mp_combine(shift: bool) -> list[str]:
    """The upper halves of factors are signed. Sums are taken modulo 2^64, where they fit as signed
    numbers: factors are at most 2^31 in size together, or 2^31 and 1."""
    t = Thumb(ALL, r="r0", a="r1", b="r2", t="r3")
    t("push {r4, r5, r6, r7, r8, r9, r10, r11, lr}")
    t.take("s0", "s1", "u0", "u1", "low", "high", "x", "y", "v")
    t("ldrd $s1, $u1, [$t]")
    t.rename("t", "last")
    t.drop("v")
    t.take("left")
    t("ldr $left, [sp, #36]")
    t("mov $low, #0")
    t("uxth $s0, $s1")
    t("uxth $u0, $u1")
    t("asr $s1, $s1, #16")
    t("asr $u1, $u1, #16")

    def limb() -> None:
        t("asr $high, $low, #31")
        for source, factor in (("a", "s"), ("b", "u")):
            t(f"ldr $x, [${source}], #4")
            t("lsr $y, $x, #16")
            t("uxth $x, $x")
            t(f"mla $high, $y, ${factor}1, $high")
            t(f"mul $y, $y, ${factor}0")
            add_middle(t, "low", "high", "y")
            t(f"mul $y, $x, ${factor}0")
            t(f"mul $x, $x, ${factor}1")
            t("adds $low, $low, $y")
            t("adc $high, $high, $x, asr #16")
            t("adds $low, $low, $x, lsl #16")
            t("adc $high, $high, #0")

    if shift:
        limb()
        t("mov $last, $low")
        t("mov $low, $high")
        t("sub $left, $left, #1")
    t("1:")
    limb()
    if shift:
        t("lsr $last, $last, #31")
        t("orr $last, $last, $low, lsl #1")
        t("str $last, [$r], #4")
        t("mov $last, $low")
    else:
        t("str $low, [$r], #4")
    t("mov $low, $high")
    t("subs $left, $left, #1")
    t("bne 1b")
    if shift:
        t("asr $last, $last, #31")
        t("str $last, [$r]")
    t("pop {r4, r5, r6, r7, r8, r9, r10, r11, pc}")
    return t.lines
