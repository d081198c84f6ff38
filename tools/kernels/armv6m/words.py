# SPDX-License-Identifier: MIT
"""Assembly for ARMv6-M, and products of one, two and four words by Karatsuba's method.

Registers are given out by hand, as most instructions know the first eight alone: at() says which
values are in them from there on.
"""

from tools.kernels.thumb import ALL, Thumb, listed

# Every register that C keeps.
SAVE = (
    *("push {r4, r5, r6, r7, lr}", "mov r4, r8", "mov r5, r9", "mov r6, r10", "mov r7, r11"),
    "push {r4, r5, r6, r7}",
)
RESTORE = (
    *("pop {r4, r5, r6, r7}", "mov r8, r4", "mov r9, r5", "mov r10, r6", "mov r11, r7"),
    "pop {r4, r5, r6, r7, pc}",
)


def low(*numbers: int) -> list[str]:
    return [f"r{number}" for number in numbers]


def words(name: str, count: int, first: int = 0) -> list[str]:
    """The names of a number's words."""
    return [f"{name}{number}" for number in range(first, first + count)]


def start(**arguments: str) -> Thumb:
    """A function in the making."""
    return Thumb(ALL, **arguments)


def chain(t: Thumb, first: str, rest: str, some: list[str], others: list[str]) -> None:
    """Words with others, each by its name, and one operation with a carry from the second on."""
    t.chain(first, rest, [(f"${x}", f"${y}") for x, y in zip(some, others, strict=True)])


def rename(t: Thumb, some: list[str], others: list[str]) -> None:
    for old, new in zip(some, others, strict=True):
        if old != new:
            t.rename(old, new)


def read(t: Thumb, names: list[str], registers: list[str], place: int) -> None:
    """Words of the frame."""
    source = registers[0]
    t.at("from", source, f"add $from, sp, #{place}" if place else "mov $from, sp")
    t.at(names, registers, f"ldmia $from, {listed(names)}")


def absolute(t: Thumb, some: list[str], less: list[str], to: list[str], mask: str, at: str) -> None:
    """to = |some - less|, in place; the mask, at that register, is set where that took a
    negation."""
    chain(t, "subs", "sbcs", some, less)
    rename(t, some, to)
    t.at(mask, at, f"sbcs ${mask}, ${mask}")
    t(*(f"eors ${word}, ${mask}" for word in to))
    chain(t, "subs", "sbcs", to, len(to) * [mask])


def mul_1(t: Thumb, a: str, b: str, to: tuple[str, str], free: list[str]) -> None:
    """The low word of a b in place of b, and the high one in place of a. Halves of words are al,
    ah, bl and bh; i and j are the products in the middle."""
    x, y, z = free
    t.at("al", x, f"uxth $al, ${a}")
    t.at("ah", t.held[a], f"lsrs $ah, ${a}, #16")
    t.at("bh", y, f"lsrs $bh, ${b}, #16")
    t.at("bl", t.held[b], f"uxth $bl, ${b}")
    t.at("i", z, "mov $i, $bl")
    t("muls $bl, $al", "muls $i, $ah", "muls $ah, $bh", "muls $bh, $al")
    t.rename("bl", to[0])
    t.rename("ah", to[1])
    t.rename("bh", "j")
    for middle in ("i", "j"):
        t.at("up", x, f"lsls $up, ${middle}, #16")
        t(f"lsrs ${middle}, ${middle}, #16")
        t(f"adds ${to[0]}, ${to[0]}, $up", f"adcs ${to[1]}, ${middle}")
    t.drop("up", "i", "j")


def mul_halves(t: Thumb, a: str, halves: tuple[str, str], at: str) -> None:
    """The product of a word in r4 and one that high registers keep in halves: lo to a register and
    hi to r4. r5 to r7 are lost."""
    t.at("al", "r5", f"uxth $al, ${a}")
    t.at("ah", "r4", f"lsrs $ah, ${a}, #16")
    t.at("i", "r6", f"mov $i, ${halves[0]}")
    t.at("lo", at, "mov $lo, $i", "muls $lo, $al", "muls $i, $ah")
    t.at("x", "r7", f"mov $x, ${halves[1]}", "muls $al, $x", "muls $ah, $x")
    t.rename("al", "j")
    t.rename("ah", "hi")
    for middle in ("i", "j"):
        t.at("up", "r7", f"lsls $up, ${middle}, #16")
        t(f"lsrs ${middle}, ${middle}, #16", "adds $lo, $lo, $up", f"adcs $hi, ${middle}")
    t.drop("i", "j", "up")


def add_row(t: Thumb) -> None:
    """A product in lo and hi, and what is carried, added to the word at r, which is passed; c is
    carried on."""
    t.at("word", "r7", "ldr $word, [$r]")
    t("adds $lo, $lo, $c", "movs $c, #0", "adcs $hi, $c")
    t("adds $lo, $lo, $word", "adcs $c, $hi", "stmia $r!, {$lo}")
    t.drop("lo", "hi", "word")


def sqr_1(t: Thumb, a: str, to: tuple[str, str], at: str, free: list[str]) -> None:
    """The square of a: its low word to a register, the high one in place of a. Halves of a are al
    and ah."""
    x, y = free
    t.at("al", at, f"uxth $al, ${a}")
    t.at("ah", t.held[a], f"lsrs $ah, ${a}, #16")
    t.at("i", x, "mov $i, $al")
    t("muls $i, $ah", "muls $al, $al", "muls $ah, $ah")
    t.rename("al", to[0])
    t.rename("ah", to[1])
    t.at("up", y, "lsls $up, $i, #17")
    t("lsrs $i, $i, #15")
    t(f"adds ${to[0]}, ${to[0]}, $up", f"adcs ${to[1]}, $i")
    t.drop("up", "i")


def mul_2(t: Thumb, a: list[str], b: list[str], to: list[str]) -> None:
    """The product of two words in r6 and r7 and two in r4 and r5, to r4 to r7, by Karatsuba's
    method: a0 b1 + a1 b0 is a0 b0 + a1 b1 + (a0 - a1) (b1 - b0), where u = a0 b0, v = a1 b1, and
    w = f g with f = |a0 - a1| and g = |b1 - b0|, whose sign is the mask s. r8, r9 and r10 keep what
    waits; r0 to r3 are lost."""
    a0, a1 = a
    b0, b1 = b
    x, y, z, v = low(0, 1, 2, 3)
    for difference, plus, minus, mask, (at, mask_at) in (
        ("f", a0, a1, "s", (x, z)),
        ("g", b1, b0, "n", (y, v)),
    ):
        t.at(difference, at, f"subs ${difference}, ${plus}, ${minus}")
        t.at(mask, mask_at, f"sbcs ${mask}, ${mask}")
        t(f"eors ${difference}, ${mask}", f"subs ${difference}, ${difference}, ${mask}")
    t("eors $s, $n")
    t.move("s", "r8")
    t.move("f", "r9")
    t.move("g", "r10")
    mul_1(t, a0, b0, ("u0", "u1"), [x, y, z])
    mul_1(t, a1, b1, ("v0", "v1"), [x, y, z])
    t.at("zero", v, "movs $zero, #0")
    # The words above the first are u1 + v0 + u0, u1 + v0 + v1 and v1, and carries.
    t("adds $u1, $u1, $v0", "adcs $v1, $zero")
    t.rename("u1", "k")
    t.at(to[1], t.held["v0"], f"adds ${to[1]}, $k, $u0")
    t("adcs $k, $v1", "adcs $v1, $zero")
    t.rename("k", to[2])
    t.rename("v1", to[3])
    at = t.held["u0"]
    t.move("f", x)
    t.move("u0", "r9")
    t.move("g", y)
    mul_1(t, "f", "g", ("w0", "w1"), [z, v, at])
    t.move("s", z)
    t("eors $w0, $s", "eors $w1, $s")
    t.at("bit", v, "lsrs $bit, $s, #1")
    t(f"adcs ${to[1]}, $w0", f"adcs ${to[2]}, $w1", f"adcs ${to[3]}, $s")
    t.rename("u0", to[0])
    t.move(to[0], at)
    t.drop("w0", "w1", "s", "bit")


def sqr_2(t: Thumb, a: list[str], free: list[str], to: list[str]) -> None:
    """The square of two words, to the first two of the free registers and in place of them:
    2 a0 a1 is a0^2 + a1^2 - (a0 - a1)^2, where u = a0^2, v = a1^2 and w = f^2 with
    f = |a0 - a1|."""
    a0, a1 = a
    p, q, d, x, y, z = free
    t.at("f", d, f"subs $f, ${a0}, ${a1}")
    t.at("s", x, "sbcs $s, $s")
    t("eors $f, $s", "subs $f, $f, $s")
    sqr_1(t, a0, ("u0", "u1"), p, [x, y])
    sqr_1(t, a1, ("v0", "v1"), q, [x, y])
    t.at("zero", z, "movs $zero, #0")
    t("adds $u1, $u1, $v0", "adcs $v1, $zero")
    t.rename("u1", "k")
    t.at(to[1], q, f"adds ${to[1]}, $k, $u0")
    t("adcs $k, $v1", "adcs $v1, $zero")
    rename(t, ["u0", "k", "v1"], [to[0], to[2], to[3]])
    sqr_1(t, "f", ("w0", "w1"), x, [y, z])
    t.at("zero", z, "movs $zero, #0")
    t(f"subs ${to[1]}, ${to[1]}, $w0", f"sbcs ${to[2]}, $w1", f"sbcs ${to[3]}, $zero")
    t.drop("w0", "w1", "zero")


def join_4(t: Thumb) -> None:
    """Words 2 to 7 of l + (l + h) 2^64 + h 2^128, less the middle product: h is in r4 to r7, l
    where r12 points. They come to r0 to r3, r6 and r7; r4 is 0. Between, k is the upper half of l
    and the lower one of h."""
    t.at("from", "r0", "mov $from, $r")
    t.at(words("l", 4), low(0, 1, 2, 3), f"ldmia $from, {listed(words('l', 4))}")
    join_words(t)


def join_words(t: Thumb) -> None:
    """The words of join_4, with l in r0 to r3."""
    t("adds $l2, $l2, $h0", "adcs $l3, $h1")
    rename(t, ["l2", "l3"], ["k0", "k1"])
    t.at("zero", "r4", "movs $zero, #0")
    t("adcs $h2, $zero", "adcs $h3, $zero")
    t("adds $l0, $l0, $k0", "adcs $l1, $k1", "adcs $k0, $h2", "adcs $k1, $h3")
    rename(t, ["l0", "l1", "k0", "k1", "h2", "h3"], words("p", 6, 2))
    t("adcs $p6, $zero", "adcs $p7, $zero")


def store_4(t: Thumb) -> None:
    t.at("to", "r4", "mov $to, $r")
    t("adds $to, #8", f"stmia $to!, {listed(words('p', 6, 2))}")


def mul_4(t: Thumb, apart: bool) -> None:
    """Subroutine: eight words to r0, of four at r1 times four at r2. Loses all registers but lr.
    The products of two words are written out or, `apart`, a subroutine. l is the product of the
    lower halves, h that of the upper ones, m = d e that of the differences d = |a - a'| and
    e = |b' - b|, whose sign is a mask."""

    def product(a: list[str], b: list[str], to: list[str]) -> None:
        if apart:
            t("bl 6f")
            t.drop(*(name for name, register in t.held.items() if register in ALL[:8]))
            t.at(to, low(4, 5, 6, 7))
        else:
            mul_2(t, a, b, to)

    t = t.part(r="r0", a="r1", b="r2")
    t.move("r", "r12")
    t("push {$a, $b, lr}" if apart else "push {$a, $b}")
    differences(t, "r3")
    t.move("sign", "r11")
    product(["e0", "e1"], ["d0", "d1"], words("m", 4))
    t.at("x", "r0", "mov $x, $sign")
    t(*(f"eors $m{i}, $x" for i in range(4)))
    t(f"push {listed(words('m', 4))}")
    t.at("a", "r0", "ldr $a, [sp, #16]")
    t.at("b", "r1", "ldr $b, [sp, #20]")
    t.at("a0 a1", "r6 r7", "ldmia $a!, {$a0, $a1}")
    t.at("b0 b1", "r4 r5", "ldmia $b!, {$b0, $b1}")
    product(["a0", "a1"], ["b0", "b1"], words("l", 4))
    t.at("to", "r2", "mov $to, $r")
    t(f"stmia $to!, {listed(words('l', 4))}")
    load_upper(t, 16)
    product(["a2", "a3"], ["b2", "b3"], words("h", 4))
    join_4(t)
    add_signed(t)
    store_4(t)
    t("add sp, #8", "pop {pc}" if apart else "bx lr")
    if apart:
        t = t.part(a0="r6", a1="r7", b0="r4", b1="r5")
        t("6:")
        mul_2(t, ["a0", "a1"], ["b0", "b1"], words("p", 4))
        t("bx lr")


def differences(t: Thumb, at: str) -> None:
    """Of the halves of numbers at a and b, d to r4 and r5 and e to r6 and r7, and their sign to a
    register."""
    t.at(words("a", 4), low(4, 5, 6, 7), f"ldmia $a!, {listed(words('a', 4))}")
    absolute(t, ["a0", "a1"], ["a2", "a3"], ["d0", "d1"], "s", at)
    t.at(words("b", 4), low(0, 1, 6, 7), f"ldmia $b!, {listed(words('b', 4))}")
    absolute(t, ["b2", "b3"], ["b0", "b1"], ["e0", "e1"], "x", "r2")
    t("eors $s, $x")
    t.rename("s", "sign")
    t.drop("x", "b0", "b1")


def load_upper(t: Thumb, place: int) -> None:
    """The upper halves of both numbers, of which pointers are on the stack."""
    t.at("a", "r0", f"ldr $a, [sp, #{place}]")
    t.at("b", "r1", f"ldr $b, [sp, #{place + 4}]")
    t.at("a2", "r6", "ldr $a2, [$a, #8]")
    t.at("a3", "r7", "ldr $a3, [$a, #12]")
    t.at("b2", "r4", "ldr $b2, [$b, #8]")
    t.at("b3", "r5", "ldr $b3, [$b, #12]")


def add_signed(t: Thumb) -> None:
    """Words 2 to 7 with m, complemented by its sign, from the stack."""
    t.at("x", "r5", "mov $x, $sign", "lsrs $x, $x, #1")
    t.at("m0 m1", "r4 r5", "pop {$m0, $m1}")
    t("adcs $p2, $m0", "adcs $p3, $m1")
    t.at("m2 m3", "r4 r5", "pop {$m2, $m3}")
    t("adcs $p4, $m2", "adcs $p5, $m3")
    t.at("x", "r5", "mov $x, $sign")
    t("adcs $p6, $x", "adcs $p7, $x")


def sqr_4(t: Thumb) -> None:
    """Subroutine: eight words to r0, the square of four at r1. Loses all registers but lr."""
    t = t.part(r="r0", a="r1")
    free = low(2, 3, 0, 1, 6, 7)
    t.move("r", "r12")
    t.at(words("a", 4), low(4, 5, 6, 7), f"ldmia $a!, {listed(words('a', 4))}")
    for i in range(4):
        t.at(f"c{i}", f"r{8 + i}", f"mov $c{i}, $a{i}")
    absolute(t, ["a0", "a1"], ["a2", "a3"], ["d0", "d1"], "sign", "r3")
    t.drop("a", "a2", "a3")
    sqr_2(t, ["d0", "d1"], free, words("m", 4))
    t(f"push {listed(words('m', 4))}")
    for i in range(4):
        t.rename(f"c{i}", f"a{i}")
    t.move("a0", "r4")
    t.move("a1", "r5")
    sqr_2(t, ["a0", "a1"], free, words("l", 4))
    t.at("to", "r0", "mov $to, $r", f"stmia $to!, {listed(words('l', 4))}")
    t.move("a2", "r6")
    t.move("a3", "r7")
    sqr_2(t, ["a2", "a3"], low(4, 5, 0, 1, 2, 3), words("h", 4))
    join_4(t)
    t.at("m0 m1", "r4 r5", "pop {$m0, $m1}")
    t("subs $p2, $p2, $m0", "sbcs $p3, $m1")
    t.at("m2 m3", "r4 r5", "pop {$m2, $m3}")
    t("sbcs $p4, $m2", "sbcs $p5, $m3")
    t.at("zero", "r4", "movs $zero, #0")
    t("sbcs $p6, $zero", "sbcs $p7, $zero")
    store_4(t)
    t("bx lr")
