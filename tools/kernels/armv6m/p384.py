# SPDX-License-Identifier: MIT
"""Field arithmetic modulo prime p384, p = B^12 - B^4 - B^3 + B - 1 with B = 2^32, for ARMv6-M:
functions that take r, a and b in r0, r1 and r2 and keep r7 alone. Numbers are twelve words below p,
in Montgomery form. X is B^4: thirds of a number are taken at a time.
"""

from tools.kernels.armv6m.p256 import shift_right
from tools.kernels.armv6m.p448 import at, pair
from tools.kernels.armv6m.products import call, factors, subroutines
from tools.kernels.armv6m.words import absolute, chain, low, read, rename, start, words
from tools.kernels.thumb import Thumb, listed

N = 12
BYTES = 16

# The frame of the multiplication, under {r0, r1, r2, r7, lr}. From 0 on there are the differences
# of thirds of a, then of b, later the products of thirds; then the products of differences; masks
# of those that are subtracted; a carry.
CROSS, SIGNS, CARRY, FRAME = 96, 192, 204, 208
# What takes the place of products that have been added: s, v, q and the lower thirds of the result.
S, V, Q, RESULT = (0, 16, 48, 80), 64, (0, 32, CROSS), (0, 16, 32)
PAIRS = ((0, 1), (0, 2), (1, 2))
LOWER, UPPER = low(0, 1, 2, 3), low(4, 5, 6, 7)


def field_mul() -> list[str]:
    """By Karatsuba's method: with p0, p1 and p2 the products of thirds, s = p0 + p1 X + p2 X^2, and
    m, n and o those of the differences of the first two thirds, of the outer and of the last two,

        t = s + s X + s X^2 - m X - n X^2 - o X^3.

    It squares where both factors are one array."""
    t = start(r="r0", a="r1", b="r2")
    t("push {$r, $a, $b, r7, lr}", f"sub sp, #{FRAME}", "cmp $a, $b", "beq 2f")
    subtract_all(t)
    t("mov $r, sp", "bl 6f")
    t = t.part(r="r0", a="r1")
    t(*at(3 * BYTES, "r"), f"ldr $a, [sp, #{FRAME + 8}]", "bl 6f")
    for i in range(3):
        call(t, CROSS + 32 * i, *at(BYTES * i, "a"), *at(BYTES * (3 + i), "b"))
    for i in range(3):
        call(t, 32 * i, *factors("ab", FRAME), *skip(i, "a", "b"))
    t("b 3f", "2:")
    t = t.part(r="r0", a="r1")
    t("mov $r, sp", "bl 6f")
    subtract_all(t)
    for i in range(3):
        call(t, CROSS + 32 * i, *at(BYTES * i, "a"))
    for i in range(3):
        call(t, 32 * i, *factors("a", FRAME), *skip(i, "a"))
    t("3:")
    join(t)
    subroutines(t, False)
    differences(t)
    return t.lines


def skip(thirds: int, *names: str) -> list[str]:
    return [f"adds ${name}, #{BYTES * thirds}" for name in names if thirds]


def subtract_all(t: Thumb) -> None:
    t.at("mask", "r3", "movs $mask, #0", "mvns $mask, $mask")
    t(*(f"str $mask, [sp, #{SIGNS + 4 * i}]" for i in range(3)))
    t.drop("mask")


def differences(t: Thumb) -> None:
    """Subroutine: the sizes of the differences of thirds at r1 to r0. One that is negative changes
    the sign of its product."""
    t = t.part(r="r0", a="r1")
    t("6:")
    t.move("r", "r9")
    t.move("a", "r8")
    for i, (first, second) in enumerate(PAIRS):
        v, w, d = words("v", 4), words("w", 4), words("d", 4)
        t.at("from", "r1", "mov $from, $a", *skip(first, "from"))
        t.at(v, low(3, 4, 5, 6), f"ldmia $from!, {listed(v)}", *skip(second - first - 1, "from"))
        t.at(w, low(0, 1, 2, 7), f"ldmia $from, {listed(w)}")
        absolute(t, v, w, d, "negative", "r0")
        t.at("to", "r1", "mov $to, $r", f"stmia $to!, {listed(d)}", "mov $r, $to")
        sign = f"[sp, #{SIGNS + 4 * i}]"
        t.at("mask", "r2", f"ldr $mask, {sign}", "eors $mask, $negative", f"str $mask, {sign}")
        t.drop(*d)
    t("bx lr")


def store(t: Thumb, names: list[str], place: int, register: str) -> None:
    """To the frame, by way of a register. Keeps the flags."""
    t.at("to", register, *at(place, "to"), f"stmia $to!, {listed(names)}")
    t.drop("to")


def join(t: Thumb) -> None:
    """The product t and its reduction. For q p, which clears the lower half of t,

        t + q p = t - q B^4 - q B^3 + q B - q + q B^12

    where the columns below 12, without the last two terms, are q itself: q(j) = t(j) - q(j - 4) -
    q(j - 3) + q(j - 1). What these carry and the columns above are the result. p less it is, and
    p is put back by a mask. What thirds carry is counted, with a sign: in lr for the next one."""
    t = t.part()
    sums(t)
    q = first_third(t)
    for i in range(1, 6):
        q = third(t, i, q)
    t.at("mask", "r2", "subs $mask, $c, #1")
    t = t.part(mask="r2")
    t.at("r", "r0", f"ldr $r, [sp, #{FRAME}]")
    t.at("from", "r1", "mov $from, sp")
    put_back(t)
    t(f"add sp, #{FRAME + 12}", "pop {r7, pc}")


def sums(t: Thumb) -> None:
    """s to the frame, where each third of it takes that of a product, and v, the sum of its last
    two thirds; u, that of its first two, to r9 to r12. What u carries is in r8, what v does in the
    frame. The first third is in r4 to r7 too."""
    x, y = words("x", 4), words("y", 4)
    for i in (1, 2):
        read(t, x, LOWER, 32 * i - BYTES)
        read(t, y, UPPER, 32 * i)
        chain(t, "adds" if i == 1 else "adcs", "adcs", x, y)
        store(t, x, S[i], "r4")
    read(t, x, LOWER, S[3])
    t.at("zero", "r4", "movs $zero, #0", *(f"adcs ${word}, $zero" for word in x))
    store(t, x, S[3], "r4")
    read(t, y, UPPER, S[2])
    chain(t, "adds", "adcs", x, y)
    t.at("c", "r4", "movs $c, #0", "adcs $c, $c", f"str $c, [sp, #{CARRY}]")
    store(t, x, V, "r4")
    read(t, x, LOWER, S[1])
    read(t, words("t", 4), UPPER, S[0])
    chain(t, "adds", "adcs", x, words("t", 4))
    rename(t, x, words("u", 4))
    for i in range(4):
        t.move(f"u{i}", f"r{9 + i}")
    t.at("above", "r0", "movs $above, #0", "adcs $above, $above")
    t.move("above", "r8")


def first_third(t: Thumb) -> list[str]:
    q = words("q", 4)
    t("adds $t1, $t1, $t0", "adcs $t2, $t1", "adcs $t3, $t2")
    rename(t, words("t", 4), q)
    t.at("c", "r0", "sbcs $c, $c")
    t.at("zero", "r1", "movs $zero, #0")
    t("subs $q3, $q3, $q0", "sbcs $c, $zero", "adds $c, #1")
    store(t, q, Q[0], "r2")
    t.rename("c", "count")
    t.move("count", "lr")
    return q


def third(t: Thumb, i: int, q: list[str]) -> list[str]:
    """Words 4 i to 4 i + 3, to the frame. q are the four words of it before these, in registers
    up to the fourth third; returns the next four. c counts what is carried."""
    w = words("t", 4, 4 * i)
    mine, others = (UPPER, LOWER) if i == 2 else (LOWER, UPPER)
    scratch = others[2]
    if i < 3:
        for j in range(4):
            t.at(w[j], mine[j], f"mov ${w[j]}, $u{j}")
    else:
        read(t, w, mine, (S[1], V, S[3])[i - 3])
    if i < 4:
        subtract_digits(t, w, q, last=i == 3)
    else:
        t.at("c", others[0], "movs $c, #0")
        t.at("zero", others[1], "movs $zero, #0")
    add_count(t, w, i, others[2:])
    if i in (2, 3):
        add(t, w, S[2] if i == 2 else V, scratch)
    if i > 2:
        add(t, w, Q[i - 3], scratch)
    for number in range(3):
        half = i - 1 - number
        if half in (0, 1):
            add_product(t, w, number, half, others[2:])
    if i < 3:
        t("add $c, $above")
        w = add_digits(t, w)
    elif i < 5:
        t.at("x", scratch, f"ldr $x, [sp, #{CARRY}]", "adds $c, $c, $x")
    store(t, w, Q[i] if i < 3 else RESULT[i - 3], scratch)
    if i < 5:
        t.rename("c", "count")
        t.move("count", "lr")
    return w


def subtract_digits(t: Thumb, w: list[str], q: list[str], last: bool) -> None:
    """The words of q before these, in the registers of which the count c and zero are after it,
    with p subtracted from the `last`: that is B^12 - p = 1 - B + B^3 + B^4 added, and B^12 less."""
    chain(t, "subs", "sbcs", w, q)
    t.at("c", t.held[q[0]], "sbcs $c, $c")
    chain(t, "subs", "sbcs", w[:3], q[1:])
    t.at("zero", t.held[q[1]], "movs $zero, #0", f"sbcs ${w[3]}, $zero", "sbcs $c, $zero")
    if last:
        t("cmp $zero, $zero", f"adcs ${w[0]}, ${q[3]}")
        t(f"sbcs ${w[1]}, $zero", f"sbcs ${w[2]}, $zero", f"adcs ${w[3]}, $zero")
        t("adcs $c, $zero", "adds $c, #1")
    else:
        t(f"adds ${w[0]}, ${w[0]}, ${q[3]}", *(f"adcs ${word}, $zero" for word in (*w[1:], "c")))


def add_count(t: Thumb, w: list[str], i: int, registers: list[str]) -> None:
    """What the thirds before this one carry and, of products that end there, the sign."""
    x, y = registers
    t.move("count", x)
    if i > 2:
        t.at("sign", y, f"ldr $sign, [sp, #{SIGNS + 4 * (i - 3)}]", "adds $count, $count, $sign")
    t.at("sign", y, "asrs $sign, $count, #31")
    t(f"adds ${w[0]}, ${w[0]}, $count", *(f"adcs ${word}, $sign" for word in (*w[1:], "c")))


def add(t: Thumb, w: list[str], place: int, register: str) -> None:
    for i, word in enumerate(w):
        t.at("x", register, f"ldr $x, [sp, #{place + 4 * i}]")
        t(f"adcs ${word}, $x" if i else f"adds ${word}, ${word}, $x")
    t("adcs $c, $zero")


def add_product(t: Thumb, w: list[str], number: int, half: int, registers: list[str]) -> None:
    """Half the product of differences, complemented by its sign."""
    x, y = registers
    t.at("sign", y, f"ldr $sign, [sp, #{SIGNS + 4 * number}]")
    if not half:
        t.at("x", x, "lsrs $x, $sign, #1")
    for i, word in enumerate(w):
        place = CROSS + 32 * number + BYTES * half + 4 * i
        t.at("x", x, f"ldr $x, [sp, #{place}]", "eors $x, $sign")
        t(f"adds ${word}, ${word}, $x" if half and not i else f"adcs ${word}, $x")
    t("adcs $c, $zero")


def add_digits(t: Thumb, w: list[str]) -> list[str]:
    """What these words are of q: each with the one before, and the last less the first."""
    t(f"adds ${w[1]}, ${w[1]}, ${w[0]}", f"adcs ${w[2]}, ${w[1]}", f"adcs ${w[3]}, ${w[2]}")
    t("adcs $c, $zero", f"subs ${w[3]}, ${w[3]}, ${w[0]}", "sbcs $c, $zero")
    q = [f"q{word[1:]}" for word in w]
    rename(t, w, q)
    return q


def put_back(t: Thumb) -> None:
    """Twelve words at r1, with p added by the mask in r2, to r0. Loses r3 to r6."""
    t.at("double", "r3", "lsls $double, $mask, #1")
    t.move("double", "r12")
    t.at("zero", "r3", "movs $zero, #0")
    terms = ["mask", "zero", "zero", "mask", "double", *7 * ["mask"]]
    for i in range(0, N, 3):
        v = words("v", 3, i)
        t.at(v, low(4, 5, 6), f"ldmia $from!, {listed(v)}")
        if i == 3:
            t.move("double", "r3")
        chain(t, "adcs" if i else "adds", "adcs", v, terms[i : i + 3])
        t(f"stmia $r!, {listed(v)}")
        t.drop(*v)


def finish(t: Thumb) -> None:
    """put_back, of twelve words that end at r0."""
    t(f"subs $r, #{4 * N}")
    t.at("from", "r1", "mov $from, $r")
    put_back(t)


def next_third(t: Thumb, v: list[str], register: str) -> None:
    """To r, which is in r8."""
    t.at("to", register, "mov $to, $r", f"stmia $to!, {listed(v)}", "mov $r, $to")
    t.drop("to", *v)


def field_add() -> list[str]:
    """The sum less p: with 1 - B + B^3 + B^4 more, and B^12 less. What a third carries is counted
    for the next one."""
    t = start(r="r0", a="r1", b="r2")
    t("push {r7}")
    t.move("r", "r8")
    for i in range(3):
        v, w = words("v", 4, 4 * i), words("w", 4, 4 * i)
        t.at(v, low(3, 4, 5, 6), f"ldmia $a!, {listed(v)}")
        for j in (0, 2):
            t.at(w[j : j + 2], "r0 r7", f"ldmia $b!, {listed(w[j : j + 2])}")
            chain(t, "adcs" if j else "adds", "adcs", v[j : j + 2], w[j : j + 2])
        t.drop(*w[2:])
        if i == 0:
            t.at("c", "r0", "sbcs $c, $c")
            t.at("zero", "r7", "movs $zero, #0")
            t("adds $v0, #1", "sbcs $v1, $zero", "sbcs $v2, $zero", "adcs $v3, $zero")
            t("adcs $c, $zero", "adds $c, #2")
        else:
            t.at("c", "r7", "movs $c, #0", "adcs $c, $c")
            t.move("count", "r0")
            t(f"adds ${v[0]}, ${v[0]}, $count")
            t.at("zero", "r0", "movs $zero, #0")
            t(*(f"adcs ${word}, $zero" for word in (*v[1:], "c")))
        t.rename("c", "count")
        t.move("count", "r9")
        next_third(t, v, "r7")
    t.move("count", "r2")
    t.at("mask", "r2", "subs $mask, $count, #1")
    t.move("r", "r0")
    finish(t)
    t("pop {r7}", "bx lr")
    return t.lines


def field_sub() -> list[str]:
    t = start(r="r0", a="r1", b="r2")
    pair(t, "subs", "sbcs", N)
    t.at("mask", "r2", "sbcs $mask, $mask")
    t = t.part(r="r0", mask="r2")
    finish(t)
    t("bx lr")
    return t.lines


def field_half() -> list[str]:
    """The number shifted, and for the bit that falls out (p + 1) / 2 = B^12 / 2 - B^4 / 2 - B^3 / 2
    + B / 2 more."""
    t = start(r="r0", a="r1")
    t("push {r7}")
    t.move("r", "r8")
    t.at("mask", "r2", "ldr $mask, [$a]", "lsls $mask, $mask, #31", "asrs $mask, $mask, #31")
    t.at("rest", "r0", "lsrs $rest, $mask, #1")
    t.move("rest", "r9")
    for i in range(3):
        v = words("v", 4, 4 * i)
        t.at(v, low(3, 4, 5, 6), f"ldmia $a!, {listed(v)}")
        bit = ("ldr $above, [$a]", "lsls $above, $above, #31") if i < 2 else ("movs $above, #0",)
        t.at("above", "r7", *bit)
        shift_right(t, v, "above")
        if i == 0:
            t.at("top", "r7", "lsls $top, $mask, #31")
            t.at("zero", "r0", "movs $zero, #0")
            t("adds $v0, $v0, $top", "adcs $v1, $zero", "adcs $v2, $top")
            t.at("some", "r0", "mov $some, $rest", "adcs $v3, $some")
        else:
            t.move("c", "r0")
            t("rsbs $c, $c, #0", *(f"adcs ${word}, $mask" for word in v[:3]))
            if i == 2:
                t.move("rest", "r0")
            t(f"adcs ${v[3]}, ${'rest' if i == 2 else 'mask'}")
        if i < 2:
            t.at("c", "r0", "sbcs $c, $c")
            t.move("c", "r10")
        next_third(t, v, "r7")
    t("pop {r7}", "bx lr")
    return t.lines
