# SPDX-License-Identifier: MIT
"""Products on AVR, from rows of eight products a byte, or of four.

Eight bytes of one factor stay in registers. A row multiplies them by a byte of the other and adds
the even products, which lie side by side, in one chain of carries, then the odd ones in another.
The sum moves up a byte, and its lowest byte is done. With what a row may add to that byte from
memory it is at most 2^64 - 1 + 255 (2^64 - 1) + 255 < 2^72: nine bytes hold it, as five hold that
of four."""

from tools.kernels.assembly import Code
from tools.kernels.avr.code import enter, group, leave

A = group(2, 8)
SUM = group(10, 10)
TEMPORARY = ("r20", "r22", "r24")
BYTE, COUNT = "r28", "r29"


def after(register: str) -> str:
    return f"r{int(register[1:]) + 1}"


def places(width: int) -> tuple[str, ...]:
    """Where every second product of a row goes."""
    return (*TEMPORARY[: width // 2 - 1], "r0")


def products(t: Code, first: int, width: int = 8) -> list[str]:
    """Every second product of a row, in bytes side by side."""
    found: list[str] = []
    for i, place in zip(range(first, width, 2), places(width), strict=True):
        t(f"mul {A[i]}, {BYTE}")
        if place != "r0":
            t(f"movw {place}, r0")
        found += [place, after(place)]
    return found


def row(t: Code, total: list[str], more: bool = True) -> None:
    """The byte at Z, if there is one, is added to the lowest product, which has room for it."""
    width = len(total) - 1
    top, spare = total[width], after(TEMPORARY[1])
    t(f"ld {BYTE}, X+", f"clr {top}")
    even: list[str] = []
    for i, place in zip(range(0, width, 2), places(width), strict=True):
        if i == 0 and more:
            t(f"ld {spare}, Z")
        t(f"mul {A[i]}, {BYTE}")
        if place != "r0":
            t(f"movw {place}, r0")
        if i == 0 and more:
            t(f"add {place}, {spare}", f"adc {after(place)}, {top}")
        even += [place, after(place)]
    t.chain("add", "adc", list(zip(total, even, strict=False)))
    t(f"adc {top}, {top}")
    t.chain("add", "adc", list(zip(total[1:], products(t, 1, width), strict=False)))
    t(f"st Z+, {total[0]}")


def mp_rows(unrolled: int = 2, more: bool = True, width: int = 8) -> list[str]:
    t = Code()
    total = SUM[: width + 2]
    t(*(f"ldd {register}, Y+{i}" for i, register in enumerate(A[:width])))
    t(f"mov {COUNT}, r24")
    t(*(f"clr {register}" for register in total[:2]))
    t(*(f"movw {register}, {total[0]}" for register in total[2:width:2]))
    t("1:")
    for i in range(unrolled):
        row(t, [total[(i + k) % (width + 2)] for k in range(width + 1)], more)
    # The sum moves down again; for two or eight rows this way no register is overwritten early.
    order = range(0, width, 2) if unrolled == 2 else range(width - 2, -1, -2)
    t(*(f"movw {total[i]}, {total[(i + unrolled) % (width + 2)]}" for i in order))
    t(f"subi {COUNT}, {unrolled}", *(["breq 2f", "rjmp 1b", "2:"] if width == 8 else ["brne 1b"]))
    t(*(f"std Z+{i}, {register}" for i, register in enumerate(total[:width])))
    t("ret")
    return t.lines


def zero(t: Code, count: str, value: str) -> None:
    """So many bytes from Z on, which moves."""
    t("2:", f"st Z+, {value}", f"dec {count}", "brne 2b")


def subtract(t: Code, pointer: str, count: str) -> None:
    """From a pointer; the counter is lost."""
    t(f"sub {pointer}, {count}", f"sbci {after(pointer)}, 0")


def mp_product(four: bool = False) -> list[str]:
    """The stack keeps how many blocks are left, n, and where the block of a is."""
    t = Code()
    t("movw r22, r30", "mov r25, r24", "clr r20")
    zero(t, "r25", "r20")
    t("movw r30, r22", "mov r25, r24", *["lsr r25"] * 3)
    t("1:", "push r25", "push r24", "push r28", "push r29", "call %x0")
    t("pop r29", "pop r28", "adiw r28, 8", "pop r24", "pop r25")
    subtract(t, "r26", "r24")
    subtract(t, "r30", "r24")
    t("adiw r30, 8", "dec r25", "brne 1b", "jmp %x1" if four else "ret")
    return t.lines


# Karatsuba's product of 32 bytes: what is at Z, and beyond the product the middle's and a sign.
MIDDLE, SIGN = 64, 96
ROOM = 97


def mp_product_32() -> list[str]:
    """(a0 + a1 B) (b0 + b1 B) = L + (L + H - (a0 - a1) (b0 - b1)) B + H B^2 for B = 2^128. The
    differences are at Z until their product is found."""
    t = Code()
    t(*(f"push r{number}" for number in (28, 29, 26, 27, 30, 31)))
    t("rcall 3f", "mov r25, r24", "adiw r30, 16", "movw r28, r26", "rcall 3f", "eor r25, r24")
    t("movw r26, r30", "movw r28, r30", "sbiw r28, 16", f"adiw r30, {MIDDLE - 16}")
    t(f"std Z+{SIGN - MIDDLE}, r25", "rcall 4f")
    t(*(f"pop r{number}" for number in (31, 30, 27, 26, 29, 28)))
    t(*(f"push r{number}" for number in (28, 29, 26, 27, 30, 31)))
    t("rcall 4f")
    t(*(f"pop r{number}" for number in (31, 30, 27, 26, 29, 28)))
    t("adiw r26, 16", "adiw r28, 16", "adiw r30, 32", "rcall 4f", "sbiw r30, 56")
    join(t)
    t("ret", "3:")
    difference(t)
    t("ret", "4:", "push r28", "push r29", "ldi r24, 16", "call %x0", "pop r29", "pop r28")
    t("adiw r28, 8", "sbiw r26, 16", "sbiw r30, 8", "ldi r24, 16", "jmp %x1")
    return t.lines


def difference(t: Code) -> None:
    """The size of that between the halves at Y, to Z, and its sign as a mask in r24."""
    registers = group(2, 16)
    t(*(f"ldd {register}, Y+{i}" for i, register in enumerate(registers)))
    for i, register in enumerate(registers):
        t(f"ldd r18, Y+{16 + i}", f"{'sbc' if i else 'sub'} {register}, r18")
    t("sbc r24, r24")
    t(*(f"eor {register}, r24" for register in registers))
    for i, register in enumerate(registers):
        t(f"{'sbc' if i else 'sub'} {register}, r24", f"std Z+{i}, {register}")


def join(t: Code, square: bool = False) -> None:
    """With X = L1 + H0: L0, L0 + X, X + H1, H1 for L and H, and the middle in two's complement
    or, of a square, to be subtracted. Two chains of carries take turns, and rest as masks."""
    x, total = group(2, 16), group(18, 8)
    byte, flip, carries = "r0", "r1", ("r26", "r27")
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
            t("pop r18", "push r18", f"clr {byte}", "lsl r18")
            t(*(f"adc {register}, {byte}" for register in x))
        t(f"lsl {carries[0]}")
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
    # All carries, as far as H1 goes, less what a complement has too much.
    low, sign = "r18", "r19"
    t(f"pop {low}", f"add {low}, {carries[0]}")
    t(f"{'sub' if square else 'add'} {low}, {carries[1]}", f"sub {low}, {flip}")
    t(f"neg {low}", f"mov {sign}, {low}", f"lsl {sign}", f"sbc {sign}, {sign}")
    for i in range(16):
        t(f"ldd {byte}, Z+{48 + i}", f"{'adc' if i else 'add'} {byte}, {sign if i else low}")
        t(f"std Z+{48 + i}, {byte}")


def square_columns(t: Code, n: int) -> None:
    """Of n bytes, 16 or 20, from Y to Z: column by column, each product of two bytes once, then
    twice their sum, with what is carried in, and a square."""
    a = group(2, n)
    *c, top, low, _, zero_register = group(2 + n, 7)
    t(*(f"ldd {register}, Y+{i}" for i, register in enumerate(a)), f"clr {zero_register}")
    t(*(f"clr {register}" for register in c))
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
    t(f"std Z+{2 * n - 1}, {c[0]}")


def mp_square_20() -> list[str]:
    t = Code()
    square_columns(t, 20)
    t("ret")
    return t.lines


def mp_square_32() -> list[str]:
    """(a0 + a1 B)^2 = L + (L + H - (a0 - a1)^2) B + H B^2 for B = 2^128. The difference is at Z
    until it is squared."""
    t = Code()
    pointers = tuple(f"r{number}" for number in (28, 29, 30, 31))
    t(*(f"push {register}" for register in pointers))
    difference(t)
    t("movw r28, r30", f"subi r30, {256 - MIDDLE}", "sbci r31, 0xff", "rcall 1f")
    t(*(f"pop {register}" for register in reversed(pointers)))
    t("rcall 1f", "adiw r28, 16", "adiw r30, 32", "rcall 1f", "sbiw r30, 32")
    join(t, square=True)
    t("ret", "1:")
    square_columns(t, 16)
    t("ret")
    return t.lines


def square_block(t: Code, width: int = 8) -> None:
    """The square of the block in A plus twice what stands at Z, with the carry in r10 and r11, two
    bytes that a block of zeros could not overflow: column by column. One of four is the last."""
    zero_register, o, byte = "r19", ["r20", "r21", "r22"], "r23"
    c = ["r10", "r11", "r12"]
    for k in range(2 * width):
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
        t(f"mov r10, {c[0]}", f"mov r11, {c[1]}")


def mp_square(large: bool = False, four: bool = False) -> list[str]:
    """Products of different blocks, once each, and then the blocks."""
    t = Code()
    end = "brcs" if four else "breq"
    t("push r30", "push r31", "push r28", "push r29", "push r24")
    t("ldi r25, 8" if large else "mov r25, r24", "clr r20")
    zero(t, "r25", "r20")
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
    t = Code()
    factor, count = "r27", "r26"
    enter(t, 16)
    t("push r22", "push r23", "push r24", "push r25", "push r18", f"mov {factor}, r20")
    t("movw r30, r22", *(f"ldd {register}, Z+{i}" for i, register in enumerate(A)))
    t("movw r30, r24", *(f"ldd {register}, Z+{i}" for i, register in enumerate(SUM[:8])))
    t("add r30, r18", "adc r31, r19")
    for i in range(8):
        t(f"ldd r0, Z+{i}", f"std Y+{ABOVE + i}, r0")
    t("movw r30, r28", f"adiw r30, {QUOTIENT}", f"ldi {count}, 4", "1:")
    for total in (SUM[:9], SUM[1:]):
        t(f"mul {total[0]}, {factor}", f"mov {BYTE}, r0", f"st Z+, {BYTE}", f"clr {total[8]}")
        t.chain("add", "adc", list(zip(total, products(t, 0), strict=False)))
        t.chain("add", "adc", list(zip(total[1:8], products(t, 1), strict=False)))
    t(*(f"movw {SUM[i]}, {SUM[i + 2]}" for i in range(0, 8, 2)))
    t(f"dec {count}", "breq 2f", "rjmp 1b", "2:")
    t("pop r24", "pop r31", "pop r30", "pop r27", "pop r26", "push r30", "push r31")
    t("in r28, __SP_L__", "in r29, __SP_H__", f"adiw r28, {QUOTIENT + 2}")
    t("call %x0", "pop r27", "pop r26", "in r28, __SP_L__", "in r29, __SP_H__")
    for i in range(8):
        t(f"ldd r0, Z+{i}", "st X+, r0", f"ldd r0, Y+{ABOVE + i}", f"std Z+{i}, r0")
    t("clr r1")
    leave(t, 16)
    return t.lines


def mp_mul() -> list[str]:
    t = Code()
    enter(t)
    t("movw r28, r22", "movw r26, r20", "movw r30, r24", "mov r24, r18", "call %x0")
    t("clr r1")
    leave(t)
    return t.lines


def mp_sqr() -> list[str]:
    t = Code()
    enter(t)
    t("movw r28, r22", "movw r30, r24", "mov r24, r20", "call %x0", "clr r1")
    leave(t)
    return t.lines
