# SPDX-License-Identifier: MIT
"""Products on AVR, from rows of eight products a byte, or of four.

Eight bytes of one factor stay in registers. A row multiplies them by a byte of the other and adds
the even products, which lie side by side, in one chain of carries, then the odd ones in another.
The sum moves up a byte, and its lowest byte is done. With what a row may add to that byte from
memory it is at most 2^64 - 1 + 255 (2^64 - 1) + 255 < 2^72: nine bytes hold it, as five hold that
of four."""

from tools.kernels.assembly import numbered
from tools.kernels.avr.code import Bytes, after, enter, group, leave
from tools.kernels.avr.karatsuba import MIDDLE, SIGN, difference, find_middle, join

A = group(2, 8)
SUM = group(10, 10)
TEMPORARY = ("r20", "r22", "r24")
BYTE, COUNT = "r28", "r29"


def places(width: int) -> tuple[str, ...]:
    """Where every second product of a row goes."""
    return (*TEMPORARY[: width // 2 - 1], "r0")


def product(t: Bytes, i: int, place: str) -> list[str]:
    """Byte i of the block times the row's: columns i and i + 1."""
    t.names(r0="lo", r1="hi")
    t(f"mul {A[i]}, {BYTE}")
    t.names(**numbered("p", [place, after(place)], i))
    if place != "r0":
        t(f"movw {place}, r0")
    return [place, after(place)]


def products(t: Bytes, first: int, width: int = 8) -> list[str]:
    """Every second product of a row, in bytes side by side."""
    found: list[str] = []
    for i, place in zip(range(first, width, 2), places(width), strict=True):
        found += product(t, i, place)
    return found


def row(t: Bytes, total: list[str], more: bool = True) -> None:
    """The byte at Z, if there is one, is added to the lowest product, which has room for it."""
    width = len(total) - 1
    top, spare = total[width], after(TEMPORARY[1])
    t.names(**numbered("s", total), **{BYTE: "bj"})
    t(f"ld {BYTE}, X+", f"clr {top}")
    even: list[str] = []
    for i, place in zip(range(0, width, 2), places(width), strict=True):
        if i == 0 and more:
            t.names(**{spare: "rj"})
            t(f"ld {spare}, Z")
        even += product(t, i, place)
        if i == 0 and more:
            t(f"add {place}, {spare}", f"adc {after(place)}, {top}")
    t.chain("add", "adc", list(zip(total, even, strict=False)))
    t(f"adc {top}, {top}")
    t.chain("add", "adc", list(zip(total[1:], products(t, 1, width), strict=False)))
    t(f"st Z+, {total[0]}")


def move_down(t: Bytes, to: str, source: str, i: int) -> None:
    """Bytes i and i + 1 of the sum."""
    t.names(**numbered("s", [to, after(to)], i), **numbered("s", [source, after(source)], i))
    t(f"movw {to}, {source}")


def mp_rows(unrolled: int = 2, more: bool = True, width: int = 8) -> list[str]:
    t = Bytes(Z="r", Y="a", X="b", r24="n", **numbered("a", A[:width]))
    total = SUM[: width + 2]
    t(*(f"ldd {register}, Y+{i}" for i, register in enumerate(A[:width])))
    t.names(**numbered("s", total), **{COUNT: "left"})
    t(f"mov {COUNT}, r24")
    t(*(f"clr {register}" for register in total[:2]))
    t(*(f"movw {register}, {total[0]}" for register in total[2:width:2]))
    t("1:")
    for i in range(unrolled):
        row(t, [total[(i + k) % (width + 2)] for k in range(width + 1)], more)
    # The sum moves down again; for two or eight rows this way no register is overwritten early.
    order = range(0, width, 2) if unrolled == 2 else range(width - 2, -1, -2)
    for i in order:
        move_down(t, total[i], total[(i + unrolled) % (width + 2)], i)
    t(f"subi {COUNT}, {unrolled}", *(["breq 2f", "rjmp 1b", "2:"] if width == 8 else ["brne 1b"]))
    t(*(f"std Z+{i}, {register}" for i, register in enumerate(total[:width])))
    t("ret")
    return t.lines


def zero(t: Bytes, count: str, value: str) -> None:
    """So many bytes from Z on, which moves."""
    t("2:", f"st Z+, {value}", f"dec {count}", "brne 2b")


def subtract(t: Bytes, pointer: str, count: str) -> None:
    """From a pointer; the counter is lost."""
    t(f"sub {pointer}, {count}", f"sbci {after(pointer)}, 0")


def mp_product(four: bool = False) -> list[str]:
    """The stack keeps how many blocks are left, n, and where the block of a is."""
    t = Bytes(Z="r", Y="a", X="b", r24="n", w22="r", r25="left", r20="zero")
    t("movw r22, r30", "mov r25, r24", "clr r20")
    zero(t, "r25", "r20")
    t("movw r30, r22")
    t.names(r25="blocks")
    t("mov r25, r24", *["lsr r25"] * 3)
    t("1:", "push r25", "push r24", "push r28", "push r29", "call %x0")
    t("pop r29", "pop r28", "adiw r28, 8", "pop r24", "pop r25")
    subtract(t, "r26", "r24")
    subtract(t, "r30", "r24")
    t("adiw r30, 8", "dec r25", "brne 1b", "jmp %x1" if four else "ret")
    return t.lines


def mp_product_32() -> list[str]:
    """(a0 + a1 B) (b0 + b1 B) = L + (L + H - (a0 - a1) (b0 - b1)) B + H B^2 for B = 2^128. The
    differences are at Z until their product is found."""
    t = Bytes(Z="r", Y="a", X="b")
    t(*(f"push r{number}" for number in (28, 29, 26, 27, 30, 31)))
    t("rcall 3f")
    t.names(r24="sign_a", r25="sign_a")
    t("mov r25, r24", "adiw r30, 16")
    t.names(Y="b", Z="db")
    t("movw r28, r26", "rcall 3f")
    t.names(r24="sign_b", r25="sign")
    t("eor r25, r24")
    t.names(X="db", Y="da")
    t("movw r26, r30", "movw r28, r30", "sbiw r28, 16")
    t.names(Z="middle")
    t(f"adiw r30, {MIDDLE - 16}", f"std Z+{SIGN - MIDDLE}, r25", "rcall 4f")
    t.names(Z="r", Y="a", X="b")
    t(*(f"pop r{number}" for number in (31, 30, 27, 26, 29, 28)))
    t(*(f"push r{number}" for number in (28, 29, 26, 27, 30, 31)))
    t("rcall 4f")
    t(*(f"pop r{number}" for number in (31, 30, 27, 26, 29, 28)))
    t("adiw r26, 16", "adiw r28, 16", "adiw r30, 32", "rcall 4f", "sbiw r30, 56")
    find_middle(t)
    join(t)
    t("ret", "3:")
    t.names(Y="x", Z="d")
    difference(t)
    t("ret", "4:")
    t.names(Z="r", Y="a", X="b", r24="n")
    t("push r28", "push r29", "ldi r24, 16", "call %x0", "pop r29", "pop r28")
    t("adiw r28, 8", "sbiw r26, 16", "sbiw r30, 8", "ldi r24, 16", "jmp %x1")
    return t.lines


def square_columns(t: Bytes, n: int) -> None:
    """Of n bytes, 16 or 20, from Y to Z: column by column, each product of two bytes once, then
    twice their sum, with what is carried in, and a square."""
    a = group(2, n)
    *c, top, low, _, zero_register = group(2 + n, 7)
    t.names(**numbered("a", a))
    t(*(f"ldd {register}, Y+{i}" for i, register in enumerate(a)))
    t.names(**numbered("o", [low, after(low), top]), **{zero_register: "zero"})
    t.names(**numbered("c", c), r0="lo", r1="hi")
    t(f"clr {zero_register}", *(f"clr {register}" for register in c))
    for k in range(2 * n - 1):
        for number, i in enumerate(range(max(0, k - n + 1), (k + 1) // 2)):
            t(f"mul {a[i]}, {a[k - i]}")
            if number == 0:
                t(f"movw {low}, r0", f"clr {top}")
            else:
                t(f"add {low}, r0", f"adc {after(low)}, r1", f"adc {top}, {zero_register}")
        if 0 < k < 2 * n - 2:
            t(f"lsl {low}", f"rol {after(low)}", f"rol {top}")
            t(f"add {c[0]}, {low}", f"adc {c[1]}, {after(low)}", f"adc {c[2]}, {top}")
        if k % 2 == 0:
            t(f"mul {a[k // 2]}, {a[k // 2]}")
            t(f"add {c[0]}, r0", f"adc {c[1]}, r1", f"adc {c[2]}, {zero_register}")
        t(f"std Z+{k}, {c[0]}", f"clr {c[0]}")
        c = [*c[1:], c[0]]
        t.names(**numbered("c", c))
    t(f"std Z+{2 * n - 1}, {c[0]}")


def mp_square_20() -> list[str]:
    t = Bytes(Z="r", Y="a")
    square_columns(t, 20)
    t("ret")
    return t.lines


def mp_square_32() -> list[str]:
    """(a0 + a1 B)^2 = L + (L + H - (a0 - a1)^2) B + H B^2 for B = 2^128. The difference is at Z
    until it is squared."""
    t = Bytes(Z="r", Y="a")
    pointers = tuple(f"r{number}" for number in (28, 29, 30, 31))
    t(*(f"push {register}" for register in pointers))
    difference(t)
    t.names(Y="d", Z="middle")
    t("movw r28, r30", f"subi r30, {256 - MIDDLE}", "sbci r31, 0xff", "rcall 1f")
    t.names(Z="r", Y="a")
    t(*(f"pop {register}" for register in reversed(pointers)))
    t("rcall 1f", "adiw r28, 16", "adiw r30, 32", "rcall 1f", "sbiw r30, 32")
    find_middle(t)
    join(t, square=True)
    t("ret", "1:")
    t.names(Y="a")
    square_columns(t, 16)
    t("ret")
    return t.lines


def square_block(t: Bytes, width: int = 8) -> None:
    """The square of the block in A plus twice what stands at Z, with the carry in r10 and r11, two
    bytes that a block of zeros could not overflow: column by column. One of four is the last."""
    zero_register, o, byte = "r19", ["r20", "r21", "r22"], "r23"
    c = ["r10", "r11", "r12"]
    t.names(**numbered("o", o), r19="zero", r23="rk", r0="lo", r1="hi")
    for k in range(2 * width):
        t.names(**numbered("c", c))
        t(f"clr {c[2]}")
        pairs = [(i, k - i) for i in range(width) if i < k - i < width]
        if pairs:
            t(f"ld {byte}, Z", f"clr {o[2]}")
            for number, (i, j) in enumerate(pairs):
                t(f"mul {A[i]}, {A[j]}")
                if number == 0:
                    t(f"movw {o[0]}, r0")
                else:
                    t(f"add {o[0]}, r0", f"adc {o[1]}, r1", f"adc {o[2]}, {zero_register}")
            t(f"add {o[0]}, {byte}", f"adc {o[1]}, {zero_register}")
            t(f"adc {o[2]}, {zero_register}")
            t(f"lsl {o[0]}", f"rol {o[1]}", f"rol {o[2]}")
        else:
            t(f"ld {o[0]}, Z", f"clr {o[1]}", f"lsl {o[0]}", f"rol {o[1]}")
        t(f"add {c[0]}, {o[0]}", f"adc {c[1]}, {o[1]}")
        t(f"adc {c[2]}, {o[2] if pairs else zero_register}")
        if k % 2 == 0:
            i = k // 2
            t(f"mul {A[i]}, {A[i]}", f"add {c[0]}, r0", f"adc {c[1]}, r1")
            t(f"adc {c[2]}, {zero_register}")
        t(f"st Z+, {c[0]}")
        c = [*c[1:], c[0]]
    if width == 8:
        for i, register in enumerate(("r10", "r11")):
            t.names(**{register: f"c{i}", c[i]: f"c{i}"})
            t(f"mov {register}, {c[i]}")


def mp_square(large: bool = False, four: bool = False) -> list[str]:
    """Products of different blocks, once each, and then the blocks."""
    t = Bytes(Z="r", Y="a", r24="n", r25="left", r20="zero")
    end = "brcs" if four else "breq"
    t("push r30", "push r31", "push r28", "push r29", "push r24")
    t("ldi r25, 8" if large else "mov r25, r24", "clr r20")
    zero(t, "r25", "r20")
    # The bytes of a above its block, and where these are.
    t.names(X="above")
    if not large:
        t("sub r30, r24", "sbc r31, r20", "adiw r30, 8")
    else:
        t("movw r26, r28", "adiw r26, 8", "subi r24, 8", "breq 3f")
        t("push r24", "push r28", "push r29", "call %x1", "rjmp 2f")
    t("1:", "movw r26, r28", "adiw r26, 8", "subi r24, 8", f"{end} 3f")
    t("push r24", "push r28", "push r29", "call %x0", "2:")
    t("pop r29", "pop r28", "adiw r28, 8", "pop r24")
    subtract(t, "r30", "r24")
    t("adiw r30, 16", "rjmp 1b")
    t("3:", *(["sbiw r30, 4", "ldi r25, 4"] if four else ["ldi r25, 8"]), "clr r20")
    zero(t, "r25", "r20")
    t.names(r24="blocks", Z="r", X="a", r10="c0", r11="c1", r19="zero", **numbered("a", A))
    t("pop r24", *["lsr r24"] * 3, "pop r27", "pop r26", "pop r31", "pop r30")
    t("clr r10", "clr r11", "clr r19")
    t("4:", *(f"ld {register}, X+" for register in A))
    square_block(t)
    t("dec r24", "breq 5f", "rjmp 4b", "5:")
    if four:
        t(*(f"ld {register}, X+" for register in A[:4]))
        square_block(t, 4)
    t("ret")
    return t.lines


# The frame of a block's reduction: q, and what stands where the carry comes out.
QUOTIENT, ABOVE = 1, 9


def mp_reduce_block() -> list[str]:
    """q is found like a row's byte: n0 times the lowest byte of t, which q m then clears. Its carry
    takes the place of what q m clears, and waits there."""
    t = Bytes(w24="t", w22="m", r20="n0", w18="n")
    enter(t, 16)
    t("push r22", "push r23", "push r24", "push r25", "push r18")
    find_quotient(t)
    t.names(r24="n", X="m", Z="t")
    t("pop r24", "pop r31", "pop r30", "pop r27", "pop r26", "push r30", "push r31")
    t.names(Y="q")
    t("in r28, __SP_L__", "in r29, __SP_H__", f"adiw r28, {QUOTIENT + 2}")
    t.names(X="t", Y="frame", Z="carry", r0="byte")
    t("call %x0", "pop r27", "pop r26", "in r28, __SP_L__", "in r29, __SP_H__")
    for i in range(8):
        t(f"ldd r0, Z+{i}", "st X+, r0", f"ldd r0, Y+{ABOVE + i}", f"std Z+{i}, r0")
    t.names(r1="zero")
    t("clr r1")
    leave(t, 16)
    return t.lines


def find_quotient(t: Bytes) -> None:
    """From t, m, n0 and n to the frame, which gets what stands above the n bytes of t too. A holds
    m and SUM t."""
    factor, count = "r27", "r26"
    t.names(r27="n0", r26="count", Z="m", **numbered("m", A))
    t(f"mov {factor}, r20", "movw r30, r22")
    t(*(f"ldd {register}, Z+{i}" for i, register in enumerate(A)))
    t.names(Z="t", r0="byte", **numbered("t", SUM))
    t("movw r30, r24", *(f"ldd {register}, Z+{i}" for i, register in enumerate(SUM[:8])))
    t("add r30, r18", "adc r31, r19")
    for i in range(8):
        t(f"ldd r0, Z+{i}", f"std Y+{ABOVE + i}, r0")
    t.names(Z="q")
    t("movw r30, r28", f"adiw r30, {QUOTIENT}", f"ldi {count}, 4", "1:")
    for total in (SUM[:9], SUM[1:]):
        t.names(r0="lo", r1="hi", **numbered("t", total), **{BYTE: "qj"})
        t(f"mul {total[0]}, {factor}", f"mov {BYTE}, r0", f"st Z+, {BYTE}", f"clr {total[8]}")
        t.chain("add", "adc", list(zip(total, products(t, 0), strict=False)))
        t.chain("add", "adc", list(zip(total[1:8], products(t, 1), strict=False)))
    for i in range(0, 8, 2):
        t.names(**numbered("t", SUM[i : i + 2], i), **numbered("t", SUM[i + 2 : i + 4], i))
        t(f"movw {SUM[i]}, {SUM[i + 2]}")
    t(f"dec {count}", "breq 2f", "rjmp 1b", "2:")


def mp_mul() -> list[str]:
    t = Bytes(w24="r", w22="a", w20="b", w18="n")
    enter(t)
    t.names(Y="a", X="b", Z="r")
    t("movw r28, r22", "movw r26, r20", "movw r30, r24")
    t.names(r24="n", r1="zero")
    t("mov r24, r18", "call %x0", "clr r1")
    leave(t)
    return t.lines


def mp_sqr() -> list[str]:
    t = Bytes(w24="r", w22="a", w20="n")
    enter(t)
    t.names(Y="a", Z="r")
    t("movw r28, r22", "movw r30, r24")
    t.names(r24="n", r1="zero")
    t("mov r24, r20", "call %x0", "clr r1")
    leave(t)
    return t.lines
