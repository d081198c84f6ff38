# SPDX-License-Identifier: MIT
"""Products for ARMv7-M of four words and four, and of eight and eight by Karatsuba's method, in the
ways of words.py."""

from tools.kernels.armv7m.words import (
    PAIR,
    add_middle,
    chain,
    load,
    load_factor,
    load_pair,
    multiply,
    multiply_row,
    multiply_step,
    store,
    words,
)
from tools.kernels.thumb import Thumb, listed


def mul_4(t: Thumb, wide: bool) -> None:
    """Subroutine: eight words to r0, of four at r1 times four at r2. Loses all registers."""
    t = t.part(r="r0", a="r1", b="r2")
    if wide:
        multiply_wide(t)
        return
    t("push {r1, lr}")
    for row in (0, 2):
        if row:
            t.take("a")
            t("ldr $a, [sp], #4")
        load_pair(t, False, "a", 4 * row)
        multiply_row(t, False, range(4), row, row > 0)
        t.drop(*PAIR)
    t("pop {pc}")


def mul_4_small(t: Thumb) -> None:
    """mul_4 with one row, which is called and then gone through. Keeps r2."""
    t = t.part(r="r0", a="r1", b="r2")
    t("push {$a, lr}")
    t.take(*words("z"))
    for name in words("z"):
        t(f"movs ${name}, #0")
    store(t, words("z"), "$r", 0)
    t("bl 6f")
    t("pop {$a}")
    t("adds $a, #8")
    t("adds $r, #8")
    t("b 7f")
    t("6:")
    t("push {lr}")
    t("7:")
    load_pair(t, False, "a")
    multiply_row(t, False, range(4), 0, True)
    t("pop {pc}")


def multiply_wide(t: Thumb) -> None:
    """The product of mul_4, by a loop over the words of b. What is carried, and is below a, comes
    in with the next, so that no carry leaves the highest word."""
    a, sums = words("a"), words("c")
    t.rename("a", "place")
    t.take(*a, *sums)
    t(f"ldm $place, {listed(a)}")
    t.rename("place", "x")
    t("add $x, $b, #16")
    t("push {$x, lr}")
    for name in sums:
        t(f"mov ${name}, #0")
    t.take("y", "h0", "h2")
    t("1:")
    t("ldr $y, [$b], #4")
    t("umull $x, $h0, $a0, $y")
    t("adds $c0, $c0, $x")
    t("str $c0, [$r], #4")
    t("umull $x, $c0, $a1, $y")
    t("adcs $c1, $c1, $x")
    t("umull $x, $h2, $a2, $y")
    t("adcs $c2, $c2, $x")
    t("umull $x, $y, $a3, $y")
    t("adcs $c3, $c3, $x")
    t("adc $y, $y, #0")
    t("mov $x, $c0")
    t("adds $c0, $c1, $h0")
    t("adcs $c1, $c2, $x")
    t("adcs $c2, $c3, $h2")
    t("adc $c3, $y, #0")
    t("ldr $x, [sp]")
    t("cmp $b, $x")
    t("bne 1b")
    t(f"stm $r, {listed(sums)}")
    t("pop {$x, pc}")


def square_word(t: Thumb, i: int) -> None:
    """Of the halves in p[i] and p[i + 1], to s[i] and s[i + 1] by way of y."""
    t(f"mul $y, $p{i}, $p{i + 1}")
    t(f"mul $s{i}, $p{i}, $p{i}")
    t(f"mul $s{i + 1}, $p{i + 1}, $p{i + 1}")
    t(f"adds $s{i}, $s{i}, $y, lsl #17")
    t(f"adc $s{i + 1}, $s{i + 1}, $y, lsr #15")


def square_pair(t: Thumb, keep: bool) -> None:
    """s0 to s3 = the square of two words in halves, which are lost unless they are to be kept."""
    t.take(*words("s"))
    for i in (0, 2):
        t.take("y")
        square_word(t, i)
        t.drop("y")
    t.take("y", "z")
    t("mul $z, $p1, $p3")
    t("mul $y, $p0, $p3")
    if keep:
        t.take("x", "v")
    else:
        t.rename("p0", "x")
        t.rename("p1", "v")
    t(f"mul $v, {'$p1' if keep else '$v'}, $p2")
    t(f"mul $x, {'$p0' if keep else '$x'}, $p2")
    add_middle(t, "x", "z", "y")
    add_middle(t, "x", "z", "v")
    for _ in range(2):
        chain(t, "adds", "adcs", ["s1", "s2"], ["x", "z"])
        t("adc $s3, $s3, #0")
    t.drop("x", "y", "z", "v")
    if not keep:
        t.drop("p2", "p3")


def sqr_4(t: Thumb, wide: bool) -> None:
    """Subroutine: eight words to r0, the square of four at r1. Loses all registers."""
    t = t.part(r="r0", a="r1")
    t("push {lr}")
    if wide:
        square_wide(t)
        t("pop {pc}")
        return
    t.take(*PAIR)
    for i, name in enumerate(PAIR):
        t(f"ldrh ${name}, [$a, #{2 * i}]")
    square_pair(t, True)
    store(t, words("s"), "$r", 0)
    # The product of the lower two words and the upper two, in m0, m1, c0 and c1.
    for j in range(2):
        load_factor(t, False, f"[$a, #{8 + 4 * j}]", f"[$a, #{10 + 4 * j}]")
        if j:
            last_product(t)
        else:
            multiply_step(t, False, False, False)
        t.rename("x", f"m{j}")
    product = ["m0", "m1", "c0", "c1"]
    chain(t, "adds", "adcs", product, product)
    t.take("top", "x", "y")
    t("mov $top, #0")
    t("ldrd $x, $y, [$r, #8]")
    t("adc $top, $top, #0")
    chain(t, "adds", "adcs", ["x", "y", "c0", "c1", "top"], ["m0", "m1", "#0", "#0", "#0"])
    t("strd $x, $y, [$r, #8]")
    t.drop("x", "y", "m0", "m1")
    load_pair(t, False, "a", 8)
    square_pair(t, False)
    chain(t, "adds", "adcs", words("s"), ["c0", "c1", "top", "#0"])
    store(t, words("s"), "$r", 16)
    t("pop {pc}")


def square_wide(t: Thumb) -> None:
    """Products of different words, twice, and the squares."""
    a, sums = words("a"), [f"c{i}" for i in range(1, 8)]
    t.rename("a", "place")
    t.take(*a)
    t(f"ldm $place, {listed(a)}")
    t.drop("place")
    t.take("x", *sums[:5])
    t("umull $c1, $c2, $a0, $a1")
    t("umull $x, $c3, $a0, $a2")
    t("adds $c2, $c2, $x")
    t("umull $x, $c4, $a0, $a3")
    t("adcs $c3, $c3, $x")
    t("adc $c4, $c4, #0")
    t("umull $x, $c5, $a1, $a2")
    t("adds $c3, $c3, $x")
    t("adcs $c4, $c4, $c5")
    t("umull $x, $c5, $a1, $a3")
    t("adc $c5, $c5, #0")
    t("adds $c4, $c4, $x")
    t.take("c6", "c7")
    t("umull $x, $c6, $a2, $a3")
    t("adcs $c5, $c5, $x")
    t("adc $c6, $c6, #0")
    t("mov $c7, #0")
    chain(t, "adds", "adcs", sums[:6], sums[:6])
    t("adc $c7, $c7, #0")
    for i in range(4):
        if i == 0:
            t("umull $a0, $x, $a0, $a0")
            t("adds $c1, $c1, $x")
        else:
            t(f"umull $x, $a{i}, $a{i}, $a{i}")
            chain(t, "adcs", "adcs", sums[2 * i - 1 : 2 * i + 1], ["x", f"a{i}"])
    t("str $a0, [$r], #4")
    t(f"stm $r, {listed(sums)}")


def last_product(t: Thumb) -> None:
    """As multiply_halves, where the halves of two words are needed no more."""
    t.take("x", "w", "y")
    t("mul $x, $p0, $q0")
    t("mul $w, $p1, $q1")
    t("mul $y, $p1, $q0")
    t("mul $p0, $p0, $q1")
    add_middle(t, "x", "w", "y")
    add_middle(t, "x", "w", "p0")
    t("mul $y, $p2, $q0")
    t("mul $p2, $p2, $q1")
    multiply(t, "q0", "p3", "q0")
    multiply(t, "q1", "p3", "q1")
    add_middle(t, "y", "q1", "q0")
    add_middle(t, "y", "q1", "p2")
    t("adds $w, $w, $y")
    t("adc $q1, $q1, #0")
    t("adds $x, $x, $c0")
    t("adcs $c0, $c1, $w")
    t("adc $c1, $q1, #0")
    t.drop("w", "y", "q0", "q1", *PAIR)


# The frame of the multiplication, under {r0, r1, r2, r7, lr}: the product of the lower halves, that
# of the upper halves, that of the differences, and whether to subtract it: a mask.
LOWER, UPPER, MIDDLE, SIGN, FRAME = 0, 32, 64, 96, 100


def difference(t: Thumb, base: str, swapped: bool, place: int, sign: str) -> None:
    """The absolute value of four words less the four above them, or the reverse, to the frame, and
    whether that took a negation."""
    low, high = words("l"), words("h")
    t.take(*low, *high)
    t(f"ldm ${base}!, {listed(low)}")
    t(f"ldm ${base}, {listed(high)}")
    plus, minus = (high, low) if swapped else (low, high)
    chain(t, "subs", "sbcs", plus, minus)
    t.drop(*minus)
    t.take(sign)
    t(f"sbc ${sign}, ${sign}, ${sign}")
    for name in plus:
        t(f"eor ${name}, ${name}, ${sign}")
    chain(t, "subs", "sbcs", plus, [sign] * 4)
    store(t, plus, "sp", place)


def products_8(t: Thumb) -> None:
    """The frame, and in it what the sum of the products needs, which goes on at 3; squares_8 has
    that of squares, and 4 and 5 are subroutines."""
    t(f"sub sp, #{FRAME}")
    # The differences go to where the lower product will be. That of a square is subtracted.
    difference(t, "a", False, 0, "s")
    t("sub $a, $a, #16")
    t("cmp $a, $b")
    t("beq 2f")
    difference(t, "b", True, 16, "u")
    t("eor $s, $s, $u")
    t(f"str $s, [sp, #{SIGN}]")
    call(t, "4f", MIDDLE, "mov $a, sp", "add $b, sp, #16")
    call(t, "4f", LOWER, f"ldrd $a, $b, [sp, #{FRAME + 4}]")
    more = ("add $a, $a, #16", "add $b, $b, #16")
    call(t, "4f", UPPER, f"ldrd $a, $b, [sp, #{FRAME + 4}]", *more)
    t("b 3f")


def squares_8(t: Thumb, square: str = "5f") -> None:
    """The rest of it, for a square, before or after the subroutines."""
    t("2:")
    t("mov $s, #-1")
    t(f"str $s, [sp, #{SIGN}]")
    call(t, square, MIDDLE, "mov $a, sp")
    call(t, square, LOWER, f"ldr $a, [sp, #{FRAME + 4}]")
    call(t, square, UPPER, f"ldr $a, [sp, #{FRAME + 4}]", "add $a, $a, #16")
    t("3:")


def products_8_small(t: Thumb) -> None:
    """products_8 without squares; 8 is a subroutine too. Both differences are those of lower halves
    less upper ones, so that their product is subtracted where it is not negative."""
    t(f"sub sp, #{FRAME}")
    t = t.part(r="r0", a="r1", b="r2", sign="r3")
    t("mov $r, sp")
    t("bl 8f")
    t.at("x", "r12", "mov $x, $sign")
    t("mov $a, $b")
    t("bl 8f")
    t("eor $sign, $sign, $x")
    t("mvns $sign, $sign")
    t(f"str $sign, [sp, #{SIGN}]")
    call(t, "4f", MIDDLE, "mov $a, sp", "add $b, sp, #16")
    call(t, "4f", LOWER, f"ldrd $a, $b, [sp, #{FRAME + 4}]")
    call(t, "4f", UPPER, f"ldr $a, [sp, #{FRAME + 4}]", "adds $a, #16", "adds $b, #16")


def subroutines_small(t: Thumb) -> None:
    """Of products_8_small: 8 takes r1 to four words and the four above, and r0 to the absolute
    value of their difference, and r3 tells whether that took a negation."""
    t("8:")
    t = t.part(r="r0", a="r1", sign="r3")
    t.at(words("l"), "r4 r5 r6 r7", f"ldmia $a!, {listed(words('l'))}")
    t.at(words("h"), "r8 r9 r10 r11", f"ldmia $a, {listed(words('h'))}")
    chain(t, "subs", "sbcs", words("l"), words("h"))
    t("sbc $sign, $sign, $sign")
    for name in words("l"):
        t(f"eors ${name}, ${name}, $sign")
    chain(t, "subs", "sbcs", words("l"), ["sign"] * 4)
    t(f"stmia $r!, {listed(words('l'))}")
    t("bx lr")
    t("4:")
    mul_4_small(t)


def call(t: Thumb, label: str, result: int, *operands: str) -> None:
    t = t.part(r="r0", a="r1", b="r2")
    t(f"add $r, sp, #{result}" if result else "mov $r, sp")
    for line in operands:
        t(line)
    t(f"bl {label}")


def subroutines(t: Thumb, wide: bool) -> None:
    t("4:")
    mul_4(t, wide)
    t("5:")
    sqr_4(t, wide)


def join_8(t: Thumb) -> None:
    """Karatsuba's sum. Words 0 to 3 of the product come to l0 to l3, words 4 to 7 to m0 to m3,
    words 8 to 11 to the frame at UPPER; words 12 to 15 are there. What is carried to word 8 comes
    to `eight`, what is carried to word 12 to the frame at MIDDLE."""
    middle, low, high = words("m"), words("l"), words("h")
    both = words("y")
    # The upper words of the lower product and the lower ones of the upper come in twice.
    t.take(*both, *low, "place")
    t(f"add $place, sp, #{LOWER + 16}")
    t(f"ldm $place!, {listed(both)}")
    t(f"ldm $place!, {listed(low)}")
    chain(t, "adds", "adcs", both, low)
    t.drop(*low)
    t.take("eight", "twelve", "sign")
    t("mov $eight, #0")
    t(f"ldr $sign, [sp, #{SIGN}]")
    t("adc $eight, $eight, #0")
    t.take(*high)
    t(f"ldm $place, {listed(high)}")
    t.drop("place")
    chain(t, "adds", "adcs", high, both)
    t("adc $twelve, $eight, #0")
    # No room for four at once.
    t.take("x", "z")
    for i in range(0, 4, 2):
        t(f"ldrd $x, $z, [sp, #{MIDDLE + 16 + 4 * i}]")
        t("eor $x, $x, $sign")
        t("eor $z, $z, $sign")
        chain(t, "adcs" if i else "adds", "adcs", high[i : i + 2], ["x", "z"])
    t("adc $twelve, $twelve, $sign")
    t.drop("x", "z")
    store(t, high, "sp", UPPER)
    load(t, middle, "sp", MIDDLE)
    t(f"str $twelve, [sp, #{MIDDLE}]")
    t.drop("twelve")
    for name in middle:
        t(f"eor ${name}, ${name}, $sign")
    t("cmn $sign, #1")
    t.drop("sign")
    load(t, low, "sp", LOWER)
    chain(t, "adcs", "adcs", middle, low)
    t("adc $eight, $eight, #0")
    chain(t, "adds", "adcs", middle, both)
    t("adc $eight, $eight, #0")
    t.drop(*both)


def store_16(t: Thumb, to: str) -> None:
    """What join_8 leaves, to 16 words at a register: it may be the frame's."""
    store(t, words("l"), to, 0)
    store(t, words("m"), to, 16)
    t.take("twelve")
    t(f"ldr $twelve, [sp, #{MIDDLE}]")
    for carry, place in (("eight", 32), ("twelve", 48)):
        load(t, words("l"), "sp", UPPER + place - 32)
        t(f"adds $l0, $l0, ${carry}")
        for i in (1, 2, 3):
            t(f"adcs $l{i}, $l{i}, ${carry}, asr #31")
        if place == 32:
            t(f"adc $twelve, $twelve, ${carry}, asr #31")
        store(t, words("l"), to, place)
    t.drop("eight", "twelve")
