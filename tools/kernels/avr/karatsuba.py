# SPDX-License-Identifier: MIT
"""What Karatsuba's products and squares of 32 bytes on AVR share: differences of halves, and how
the parts are put together."""

from tools.kernels.assembly import numbered
from tools.kernels.avr.code import Bytes, group

# Where the middle's product and a sign are, beyond the product at Z.
MIDDLE, SIGN = 64, 96
ROOM = 97


def difference(t: Bytes) -> None:
    """The size of that between the halves at Y, to Z, and its sign as a mask in r24."""
    registers = group(2, 16)
    t.names(**numbered("d", registers), r18="upper", r24="sign")
    t(*(f"ldd {register}, Y+{i}" for i, register in enumerate(registers)))
    for i, register in enumerate(registers):
        t(f"ldd r18, Y+{16 + i}", f"{'sbc' if i else 'sub'} {register}, r18")
    t("sbc r24, r24")
    t(*(f"eor {register}, r24" for register in registers))
    for i, register in enumerate(registers):
        t(f"{'sbc' if i else 'sub'} {register}, r24", f"std Z+{i}, {register}")


def join(t: Bytes, square: bool = False) -> None:
    """With X = L1 + H0: L0, L0 + X, X + H1, H1 for L and H, and the middle in two's complement
    or, of a square, to be subtracted. Two chains of carries take turns, and rest as masks."""
    x, total = group(2, 16), group(18, 8)
    byte, flip, carries = "r0", "r1", ("r26", "r27")
    t.names(Z="r", Y="middle", r18="over", r0="byte", r1="flip")
    t.names(**numbered("x", x), **numbered("carry", carries))
    t("movw r28, r30", f"subi r28, {256 - MIDDLE}", "sbci r29, 0xff")
    t(f"clr {flip}" if square else f"ldd {flip}, Y+32")
    for i, register in enumerate(x):
        t(f"ldd {register}, Z+{16 + i}", f"ldd {byte}, Z+{32 + i}")
        t(f"{'adc' if i else 'add'} {register}, {byte}")
    t("sbc r18, r18", "push r18")
    t(*([] if square else [f"com {flip}"]), f"clr {carries[0]}", f"mov {carries[1]}, {flip}")
    for block in range(4):
        if block == 2:
            # What X carries out belongs to H1 too.
            t.names(r18="over", r0="zero")
            t("pop r18", "push r18", f"clr {byte}", "lsl r18")
            t(*(f"adc {register}, {byte}" for register in x))
        t(f"lsl {carries[0]}")
        t.names(**numbered("s", total, 8 * block), r0="byte")
        for i, register in enumerate(total):
            place = 8 * block + i if block < 2 else 48 + 8 * (block - 2) + i
            t(f"ldd {register}, Z+{place}", f"adc {register}, {x[(8 * block + i) % 16]}")
        t(f"sbc {carries[0]}, {carries[0]}", f"lsl {carries[1]}")
        for i, register in enumerate(total):
            t(f"ldd {byte}, Y+{8 * block + i}")
            if square:
                t(f"sbc {register}, {byte}")
            else:
                t(f"eor {byte}, {flip}", f"adc {register}, {byte}")
            t(f"std Z+{16 + 8 * block + i}, {register}")
        t(f"sbc {carries[1]}, {carries[1]}")
    all_carries(t, "sub" if square else "add", byte, flip, carries)


def all_carries(t: Bytes, second: str, byte: str, flip: str, carries: tuple[str, str]) -> None:
    """As far as H1 goes, less what a complement has too much."""
    low, sign = "r18", "r19"
    t.names(r18="low", r19="sign")
    t(f"pop {low}", f"add {low}, {carries[0]}")
    t(f"{second} {low}, {carries[1]}", f"sub {low}, {flip}")
    t(f"neg {low}", f"mov {sign}, {low}", f"lsl {sign}", f"sbc {sign}, {sign}")
    for i in range(16):
        t(f"ldd {byte}, Z+{48 + i}", f"{'adc' if i else 'add'} {byte}, {sign if i else low}")
        t(f"std Z+{48 + i}, {byte}")
