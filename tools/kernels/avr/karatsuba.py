# SPDX-License-Identifier: MIT
"""What Karatsuba's products and squares on AVR share: differences of halves, and how the parts are
put together."""

from tools.kernels.assembly import numbered
from tools.kernels.avr.code import Bytes, after, group

# Where the middle's product and a sign are, beyond a product of 32 bytes at Z.
MIDDLE, SIGN = 64, 96
ROOM = 97


def difference(t: Bytes, half: int = 16, upper: str = "r18", sign: str = "r24") -> None:
    """The size of that between the halves at Y, to Z, and its sign as a mask."""
    registers = group(2, half)
    t.names(**numbered("d", registers), **{upper: "upper", sign: "sign"})
    t(*(f"ldd {register}, Y+{i}" for i, register in enumerate(registers)))
    for i, register in enumerate(registers):
        t(f"ldd {upper}, Y+{half + i}", f"{'sbc' if i else 'sub'} {register}, {upper}")
    t(f"sbc {sign}, {sign}")
    t(*(f"eor {register}, {sign}" for register in registers))
    for i, register in enumerate(registers):
        t(f"{'sbc' if i else 'sub'} {register}, {sign}", f"std Z+{i}, {register}")


def find_middle(t: Bytes) -> None:
    """Of a product of 32 bytes at Z."""
    t.names(Z="r", Y="middle")
    t("movw r28, r30", f"subi r28, {256 - MIDDLE}", "sbci r29, 0xff")


def join(t: Bytes, square: bool = False, half: int = 16, width: int = 8) -> None:
    """With X = L1 + H0: L0, L0 + X, X + H1, H1 for L and H, and the middle at Y in two's complement
    or, of a square, to be subtracted. Two chains of carries take turns, and rest as masks."""
    x, total = group(2, half), group(2 + half, width)
    byte, flip, over, carries = "r0", "r1", total[0], ("r26", "r27")
    t.names(Z="r", Y="middle", **{over: "over"}, r0="byte", r1="flip")
    t.names(**numbered("x", x), **numbered("carry", carries))
    t(f"clr {flip}" if square else f"ldd {flip}, Y+{2 * half}")
    for i, register in enumerate(x):
        t(f"ldd {register}, Z+{half + i}", f"ldd {byte}, Z+{2 * half + i}")
        t(f"{'adc' if i else 'add'} {register}, {byte}")
    t(f"sbc {over}, {over}", f"push {over}")
    t(*([] if square else [f"com {flip}"]), f"clr {carries[0]}", f"mov {carries[1]}, {flip}")
    for start in range(0, 2 * half, width):
        if start == half:
            # What X carries out belongs to H1 too.
            t.names(**{over: "over"}, r0="zero")
            t(f"pop {over}", f"push {over}", f"clr {byte}", f"lsl {over}")
            t(*(f"adc {register}, {byte}" for register in x))
        t(f"lsl {carries[0]}")
        t.names(**numbered("s", total, start), r0="byte")
        for i, register in enumerate(total, start):
            place = i if i < half else 2 * half + i
            t(f"ldd {register}, Z+{place}", f"adc {register}, {x[i % half]}")
        t(f"sbc {carries[0]}, {carries[0]}", f"lsl {carries[1]}")
        for i, register in enumerate(total, start):
            t(f"ldd {byte}, Y+{i}")
            if square:
                t(f"sbc {register}, {byte}")
            else:
                t(f"eor {byte}, {flip}", f"adc {register}, {byte}")
            t(f"std Z+{half + i}, {register}")
        t(f"sbc {carries[1]}, {carries[1]}")
    # As far as H1 goes, less what a complement has too much.
    t.names(**{over: "low"})
    t(f"pop {over}", f"add {over}, {carries[0]}")
    t(f"{'sub' if square else 'add'} {over}, {carries[1]}", f"sub {over}, {flip}")
    low, sign = over, after(over)
    widen(t, low, sign)
    for i in range(half):
        t(f"ldd {byte}, Z+{3 * half + i}")
        t(f"{'adc' if i else 'add'} {byte}, {sign if i else low}", f"std Z+{3 * half + i}, {byte}")


def widen(t: Bytes, low: str, sign: str) -> None:
    """What is to be added, in two bytes, from masks that have been added up."""
    t.names(**{low: "low", sign: "sign"})
    t(f"neg {low}", f"mov {sign}, {low}", f"lsl {sign}", f"sbc {sign}, {sign}")
