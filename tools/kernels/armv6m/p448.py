# SPDX-License-Identifier: MIT
"""Field arithmetic modulo p = 2^448 - 2^224 - 1 for ARMv6-M: functions that take r, a and b in r0,
r1 and r2 and keep r7 alone. Numbers are fourteen limbs below p; 2^448 counts 2^224 + 1, that is, 1
in either half. What is one number or another is taken with 2^224 + 1 more: if 2^448 is then in it,
that goes; else, that goes back.
"""

from tools.kernels.armv6m.words import low, start, words
from tools.kernels.thumb import Thumb, listed

N = 14
HALF = N // 2
BYTES = 4 * HALF
A24 = 39081

# The frame of the multiplication, under {r0, r1, r2, r7, lr}: the products of the lower halves, of
# the upper ones and of their sums, and the factors of such a product: eight words each.
LOWER, UPPER, MIDDLE, FACTORS, FRAME = 0, 64, 128, 192, 256
STACK = 20 + FRAME
SUM, COPY, PLUS, MINUS = 4, 5, 6, 7


def settle(t: Thumb, upper: str = "x") -> None:
    """To fourteen words at r what x in r7 and, in the upper half, another register have; x becomes
    `back`, 1 if that does not reach 2^448, else 0."""
    t.at("from", "r1", "mov $from, $r")
    t.at("zero", "r6", "movs $zero, #0")
    each(t, "adds", "adcs", "x", upper)
    t.at("back", "r7", "sbcs $back, $back", "rsbs $back, $back, #0")


def take_back(t: Thumb) -> None:
    """Fourteen words at `from`, less what `back` has in either half, to r."""
    t.at("zero", "r6", "movs $zero, #0")
    each(t, "subs", "sbcs", "back", "back")


def each(t: Thumb, first: str, rest: str, lower: str, upper: str) -> None:
    for half, term in enumerate((lower, upper)):
        some = words("v", 4, HALF * half)
        t.at(some, low(2, 3, 4, 5), f"ldmia $from!, {listed(some)}")
        if half and upper != lower:
            t.move(upper, "r7")
        t(f"{rest} ${some[0]}, ${term}" if half else f"{first} ${some[0]}, ${some[0]}, ${term}")
        t(*(f"{rest} ${word}, $zero" for word in some[1:]), f"stmia $r!, {listed(some)}")
        t.drop(*some)
        some = words("v", 3, HALF * half + 4)
        t.at(some, low(2, 3, 4), f"ldmia $from!, {listed(some)}")
        t(*(f"{rest} ${word}, $zero" for word in some), f"stmia $r!, {listed(some)}")
        t.drop(*some)


def pair(t: Thumb, first: str, rest: str, size: int) -> None:
    """So many words at a, v, with those at b, w, to r."""
    for i in range(0, size - 1, 2):
        v, w = words("v", 2, i), words("w", 2, i)
        t.at(v, "r3 r4", f"ldmia $a!, {listed(v)}")
        t.at(w, "r5 r6", f"ldmia $b!, {listed(w)}")
        t(f"{rest} ${v[0]}, ${w[0]}" if i else f"{first} ${v[0]}, ${v[0]}, ${w[0]}")
        t(f"{rest} ${v[1]}, ${w[1]}", f"stmia $r!, {listed(v)}")
    if size % 2:
        v, w = words("v", 1, size - 1), words("w", 1, size - 1)
        t.at(v, "r3", f"ldmia $a!, {listed(v)}")
        t.at(w, "r5", f"ldmia $b!, {listed(w)}", f"{rest} ${v[0]}, ${w[0]}")


def again(t: Thumb) -> None:
    t(f"subs $r, #{4 * N}")


def field_add() -> list[str]:
    t = start(r="r0", a="r1", b="r2")
    t("push {r7}")
    pair(t, "adds", "adcs", N)
    t.at("x", "r7", "movs $x, #1")
    t.at("zero", "r6", "movs $zero, #0", "adcs $x, $zero")
    finish(t)
    return t.lines


def finish(t: Thumb) -> None:
    """Of words that end at r, and one more than what has been carried out of them in x."""
    t = t.part(r="r0", x="r7")
    again(t)
    settle(t)
    again(t)
    t.at("from", "r1", "mov $from, $r")
    take_back(t)
    t("pop {r7}", "bx lr")


def field_sub() -> list[str]:
    t = start(r="r0", a="r1", b="r2")
    t("push {r7}")
    pair(t, "subs", "sbcs", N)
    t.at("back", "r7", "sbcs $back, $back", "rsbs $back, $back, #0")
    t = t.part(r="r0", back="r7")
    again(t)
    t.at("from", "r1", "mov $from, $r")
    take_back(t)
    t("pop {r7}", "bx lr")
    return t.lines


def field_mul_small() -> list[str]:
    """Half a word times the factor has room for what is carried, which is below twice that."""
    t = start(r="r0", a="r1", b="r2")
    t("push {r7}")
    t.at("k", "r7", f"movs $k, #{A24 >> 8}", "lsls $k, $k, #8", f"adds $k, #{A24 & 0xFF}")
    t.at("end", "r3", "mov $end, $r", f"adds $end, #{4 * N}")
    t.move("end", "r12")
    t.at("c", "r5", "movs $c, #0", "1:")
    for _ in range(2):
        t.at("ai", "r3", "ldmia $a!, {$ai}")
        t.at("lo", "r4", "uxth $lo, $ai")
        t.at("hi", "r3", "lsrs $hi, $ai, #16", "muls $lo, $k", "muls $hi, $k")
        t.at("up", "r6", "lsls $up, $hi, #16", "lsrs $hi, $hi, #16", "adds $lo, $lo, $c")
        t("movs $c, #0", "adds $lo, $lo, $up", "adcs $hi, $c")
        t.at("bi", "r6", "ldmia $b!, {$bi}", "adds $lo, $lo, $bi")
        t("adcs $c, $hi", "stmia $r!, {$lo}")
    t("cmp $r, $end", "bne 1b")
    t.at("x", "r7", "mov $x, $c", "adds $x, #1")
    finish(t)
    return t.lines


def call(t: Thumb, label: int, *operands: str) -> None:
    t(*operands, f"bl {label}f")


def at(place: int, *names: str) -> list[str]:
    return [f"add ${name}, sp, #{place}" for name in names]


def multiply(t: Thumb, place: int, prepare: int, offset: int = 0) -> None:
    """The product of a half of each factor, or of sums of halves."""
    t = t.part(r="r0", a="r1", b="r2")
    more = [f"adds $a, #{offset}"] if offset else []
    call(t, prepare, *at(FACTORS, "r"), f"ldr $a, [sp, #{FRAME + 4}]", *more)
    # The other factor, where it is one.
    t = t.part(r="r0", b="r1", a="r2")
    t(f"ldr $a, [sp, #{FRAME + 4}]", f"ldr $b, [sp, #{FRAME + 8}]", "cmp $b, $a", "beq 1f")
    call(t, prepare, *(line.replace("$a", "$b") for line in more))
    t = t.part(r="r0", a="r1", b="r2")
    t("1:", *at(FACTORS, "a"), "mov $b, $r", "subs $b, #32")
    t(*at(place, "r"), "bl whit_mp_mul_8_asm")


def field_mul() -> list[str]:
    """For l + l' 2^224, h + h' 2^224 and m + m' 2^224 + m'' 2^448, the products of the lower
    halves, of the upper ones and of the sums, with d + d' 2^224 + d'' 2^448 the last less the
    first: l + h + d' in the lower half and l' + h' + d + d' in the upper one, d'' in the former and
    twice in the latter. Where d borrows from d', that is not 0 or d'' is not: nothing is below 0
    in the end. It squares where both factors are one array."""
    t = start(r="r0", a="r1", b="r2")
    t("push {$r, $a, $b, r7, lr}", f"sub sp, #{FRAME}")
    multiply(t, MIDDLE, SUM)
    multiply(t, LOWER, COPY)
    multiply(t, UPPER, COPY, BYTES)
    # What either half has besides its words is counted in c: in r8 that of the upper half alone.
    t.at("c", "r7", f"ldr $c, [sp, #{MIDDLE + 2 * BYTES}]")
    call(t, MINUS, *at(MIDDLE + BYTES, "r", "a"), *at(LOWER + BYTES, "b"))
    t.at("upper", "r8", "mov $upper, $c")
    call(t, PLUS, *at(UPPER, "r", "b"), *at(LOWER, "a"))
    call(t, PLUS, *at(UPPER, "r", "a"), *at(MIDDLE + BYTES, "b"))
    t.at("lower", "r9", "mov $lower, $c", "mov $c, $upper")
    call(t, PLUS, *at(UPPER + BYTES, "r", "b"), *at(LOWER + BYTES, "a"))
    call(t, MINUS, *at(MIDDLE, "r", "a"), *at(LOWER, "b"))
    call(t, PLUS, *at(UPPER + BYTES, "r", "a"), *at(MIDDLE, "b"))
    # b has come to d'.
    call(t, PLUS, *at(UPPER + BYTES, "r", "a"))
    t("adds $c, #1", "add $lower, $c", *at(UPPER, "r"))
    t = t.part(r="r0", x="r7", y="r9")
    settle(t, "y")
    t(f"ldr $r, [sp, #{FRAME}]", *at(UPPER, "from"))
    take_back(t)
    t(f"add sp, #{FRAME + 12}", "pop {r7, pc}")
    subroutines(t)
    return t.lines


def subroutines(t: Thumb) -> None:
    """Eight words to r, of a number's two halves at a or one; and halves at a and b, combined to r,
    with what they carry added to c. Pointers go on."""
    t = t.part(r="r0", a="r1")
    t.at("b", "r2", f"{SUM}:", "mov $b, $a", f"adds $b, #{BYTES}")
    pair(t, "adds", "adcs", HALF)
    t.at("v7", "r4", "movs $v7, #0", "adcs $v7, $v7", "stmia $r!, {$v6, $v7}", "bx lr")
    t = t.part(r="r0", a="r1")
    t(f"{COPY}:")
    t.at(words("v", 4), low(2, 3, 4, 5), f"ldmia $a!, {listed(words('v', 4))}")
    t(f"stmia $r!, {listed(words('v', 4))}")
    t.at(words("v", 3, 4), low(2, 3, 4), f"ldmia $a!, {listed(words('v', 3, 4))}")
    t.at("v7", "r5", "movs $v7, #0", f"stmia $r!, {listed(words('v', 4, 4))}", "bx lr")
    for label, first, rest in ((PLUS, "adds", "adcs"), (MINUS, "subs", "sbcs")):
        t = t.part(r="r0", a="r1", b="r2", c="r7")
        t(f"{label}:")
        pair(t, first, rest, HALF)
        t("stmia $r!, {$v6}")
        t.at("zero", "r3", "movs $zero, #0", f"{rest} $c, $zero", "bx lr")
