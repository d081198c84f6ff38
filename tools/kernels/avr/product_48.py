# SPDX-License-Identifier: MIT
"""Products and squares of 48 bytes on AVR: two levels of Karatsuba's method over products of twelve
bytes, whose operands and columns are in registers."""

from tools.kernels.assembly import numbered
from tools.kernels.avr.code import Bytes, group
from tools.kernels.avr.karatsuba import difference, join, widen
from tools.kernels.avr.product import square_columns

A, B = group(2, 12), group(14, 12)
# Room for 48 bytes: a sign, the middle, and for products of 24 bytes a middle and a sign.
ROOM = 1 + 48 + 24 + 1
X, Y, Z, W24 = ("r26", "r27"), ("r28", "r29"), ("r30", "r31"), ("r24", "r25")


def push(t: Bytes, *words: tuple[str, str]) -> None:
    t(*(f"push {register}" for word in words for register in word))


def pop(t: Bytes, *words: tuple[str, str]) -> None:
    t(*(f"pop {register}" for word in words for register in reversed(word)))


def mp_product_12() -> list[str]:
    """Column by column."""
    t = Bytes(Z="r", **numbered("a", A), **numbered("b", B))
    c, zero = ["r26", "r27", "r28"], "r29"
    t.names(**numbered("c", c), **{zero: "zero"}, r0="lo", r1="hi")
    t(f"clr {zero}", *(f"clr {register}" for register in c))
    last = 2 * len(A) - 1
    for k in range(last):
        for i in range(max(0, k - len(B) + 1), min(k + 1, len(A))):
            t(f"mul {A[i]}, {B[k - i]}")
            t(f"add {c[0]}, r0", f"adc {c[1]}, r1", f"adc {c[2]}, {zero}")
        t(f"std Z+{k}, {c[0]}", f"clr {c[0]}")
        c = [*c[1:], c[0]]
        t.names(**numbered("c", c))
    t(f"std Z+{last}, {c[0]}", "ret")
    return t.lines


def mp_square_12() -> list[str]:
    t = Bytes(Z="r", Y="a")
    square_columns(t, 12)
    t("ret")
    return t.lines


def multiply_halves(t: Bytes) -> None:
    """A subroutine."""
    t.names(Z="r", Y="a", X="b", **numbered("a", A), **numbered("b", B))
    t(*(f"ldd {register}, Y+{i}" for i, register in enumerate(A)))
    t(*(f"ld {register}, X+" for register in B), "jmp %x0")


def take_upper(t: Bytes, registers: list[str], load: str, sign: str) -> None:
    """The size of the difference of a half in registers and one in memory, and its sign."""
    t.names(r0="byte")
    for i, register in enumerate(registers):
        t(f"{load.format(12 + i)}", f"{'sbc' if i else 'sub'} {register}, r0")
    t.names(**{sign: "sign"})
    t(f"sbc {sign}, {sign}", *(f"eor {register}, {sign}" for register in registers))
    t.chain("sub", "sbc", [(register, sign) for register in registers])


def mp_product_24() -> list[str]:
    """(a0 + a1 B) (b0 + b1 B) as for 32 bytes; the halves that are multiplied first are still in
    registers for their differences."""
    t = Bytes(Z="r", Y="a", X="b", w24="room")
    push(t, W24, Y, X, Z, W24, Y, X)
    t("rcall 1f")
    t.names(**numbered("a", A), **numbered("b", B))
    pop(t, X, Y)
    take_upper(t, A, "ldd r0, Y+{}", "r1")
    t("adiw r26, 12")
    take_upper(t, B, "ld r0, X+", "r0")
    t("eor r1, r0")
    t.names(Z="middle")
    pop(t, Z)
    t("std Z+24, r1", "call %x0")
    t.names(Z="r", Y="a", X="b")
    pop(t, Z, X, Y)
    t("adiw r26, 12", "adiw r28, 12", "adiw r30, 24", "rcall 1f", "sbiw r30, 24")
    t.names(Y="middle")
    pop(t, Y)
    join(t, half=12, width=12)
    t("ret", "1:")
    multiply_halves(t)
    return t.lines


def mp_square_24() -> list[str]:
    """a0^2 + 2 a0 a1 B + a1^2 B^2."""
    t = Bytes(Z="r", Y="a", w24="room")
    push(t, W24)
    t("call %x0", "adiw r28, 12", "adiw r30, 24", "call %x0", "sbiw r28, 12")
    t.names(**numbered("a", A, 12), **numbered("a", B), X="r")
    t(*(f"ldd {register}, Y+{i}" for i, register in enumerate(B)), "sbiw r30, 24")
    t("movw r26, r30")
    t.names(Z="middle")
    pop(t, Z)
    push(t, X)
    t("call %x1")
    t.names(Y="middle", r16="left", r26="twice_carry", r27="carry", r0="byte")
    t.names(**numbered("m", A))
    t("movw r28, r30")
    t.names(Z="r")
    pop(t, Z)
    t("clr r26", "clr r27", "ldi r16, 2", "1:")
    t(*(f"ldd {register}, Y+{i}" for i, register in enumerate(A)), "lsl r26")
    t(*(f"rol {register}" for register in A), "sbc r26, r26", "lsl r27")
    for i, register in enumerate(A):
        t(f"ldd r0, Z+{12 + i}", f"adc {register}, r0", f"std Z+{12 + i}, {register}")
    t("sbc r27, r27", "adiw r28, 12", "adiw r30, 12", "dec r16")
    t("breq 2f", "rjmp 1b", "2:")
    t("add r26, r27", "neg r26")
    t.names(r27="zero")
    t("ldi r27, 0")
    for i in range(12):
        t(f"ldd r0, Z+{12 + i}", f"{'adc r0, r27' if i else 'add r0, r26'}", f"std Z+{12 + i}, r0")
    t("sbiw r28, 24", "sbiw r30, 24", "ret")
    return t.lines


def mp_difference_48() -> list[str]:
    t = Bytes(Z="d", Y="x")
    difference(t, 24, "r0", "r1")
    t("ret")
    return t.lines


def mp_product_48() -> list[str]:
    """As for 32 bytes; the differences are at Z until their product is found."""
    t = Bytes(Z="r", Y="a", X="b", w24="room")
    push(t, W24, Y, X, Z, Y, X, Z, W24)
    t("call %x0")
    t.names(r1="sign_a")
    t("push r1")
    t.names(Y="b", Z="db")
    t("movw r28, r26", "adiw r30, 24", "call %x0")
    t.names(r1="sign", r0="sign_a", X="db", Y="da")
    t("pop r0", "eor r1, r0", "movw r26, r30", "movw r28, r30", "sbiw r28, 24")
    t.names(Z="middle")
    pop(t, Z)
    t("st Z+, r1", "movw r24, r30", "adiw r24, 48", "call %x1")
    t.names(Y="room")
    for upper in (False, True):
        t("movw r24, r28")
        t.names(Z="r", Y="a", X="b")
        pop(t, Z, X, Y)
        t(*(["adiw r26, 24", "adiw r28, 24", "adiw r30, 48"] if upper else []), "call %x1")
        t.names(Y="room")
    t.names(X="middle")
    pop(t, X)
    t("jmp %x2")
    return t.lines


def mp_square_48() -> list[str]:
    """As for 32 bytes."""
    t = Bytes(Z="r", Y="a", w24="room")
    push(t, W24, Y, Z, Y, Z, W24)
    t("call %x0")
    t.names(Y="d", r1="sign")
    t("movw r28, r30")
    t.names(Z="middle")
    pop(t, Z)
    t("clr r1", "st Z+, r1", "movw r24, r30", "adiw r24, 48", "call %x1")
    t.names(Y="room")
    for upper in (False, True):
        t("movw r24, r28")
        t.names(Z="r", Y="a")
        pop(t, Z, Y)
        t(*(["adiw r28, 24", "adiw r30, 48"] if upper else []), "call %x1")
        t.names(Y="room")
    t.names(X="middle")
    pop(t, X)
    t("jmp %x2")
    return t.lines


def mp_join_48() -> list[str]:
    """H + L1 is found first. What it has in the place of H0 is X of shorter products."""
    t = Bytes(Z="h", X="middle")
    flip, carries, total, left = "r1", ("r20", "r21"), group(2, 8), "r18"
    t.names(Y="l", r0="byte", r1="other", r18="left", r19="zero")
    t("movw r28, r30", "sbiw r28, 24", "ldi r19, 0", f"ldi {left}, 3", "clc", "1:")
    t(*["ld r0, Y+", "ld r1, Z", "adc r0, r1", "st Z+, r0"] * 8, f"dec {left}", "brne 1b")
    t(f"ldi {left}, 3", "2:", *["ld r0, Z", "adc r0, r19", "st Z+, r0"] * 8)
    t(f"dec {left}", "brne 2b")
    t.names(Z="r", r1="flip", **numbered("carry", carries), **numbered("s", total))
    t("sbiw r30, 36", "sbiw r30, 36", "sbiw r28, 48", f"ld {flip}, X+", f"com {flip}")
    # In the first turn L0 is added to X, in the second X to H1. Two chains of carries take turns.
    t(f"clr {carries[0]}", f"mov {carries[1]}, {flip}", "clt", "3:", f"ldi {left}, 3", "4:")
    t(f"lsl {carries[0]}")
    for i, register in enumerate(total):
        t(f"ld {register}, Y+", f"ldd r0, Z+{24 + i}", f"adc {register}, r0")
    t(f"sbc {carries[0]}, {carries[0]}", f"lsl {carries[1]}")
    for register in total:
        t("ld r0, X+", f"eor r0, {flip}", f"adc {register}, r0", f"st Z+, {register}")
    t(f"sbc {carries[1]}, {carries[1]}", f"dec {left}", "brne 4b", "brts 5f", "set")
    t("adiw r28, 24", "rjmp 3b", "5:")
    # All carries, less what a complement has too much.
    low, sign = carries
    t(f"add {low}, {sign}", f"sub {low}, {flip}")
    widen(t, low, sign)
    for i in range(8):
        t("ld r0, Z", f"{'adc' if i else 'add'} r0, {sign if i else low}", "st Z+, r0")
    t(f"ldi {left}, 2", "6:", *["ld r0, Z", f"adc r0, {sign}", "st Z+, r0"] * 8)
    t(f"dec {left}", "brne 6b", "ret")
    return t.lines
