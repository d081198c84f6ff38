# SPDX-License-Identifier: MIT
"""Products on AVR, from rows of eight products a byte.

Eight bytes of one factor stay in registers. A row multiplies them by a byte of the other and adds
the even products, which lie side by side, in one chain of carries, then the odd ones in another.
The sum moves up a byte, and its lowest byte is done. With what a row may add to that byte from
memory it is at most 2^64 - 1 + 255 (2^64 - 1) + 255 < 2^72: nine bytes hold it."""

from avr_code import Code, group, restore, save

A = group(2, 8)
SUM = group(10, 10)
TEMPORARY = ("r20", "r22", "r24")
BYTE, COUNT = "r28", "r29"


def after(register: str) -> str:
    return f"r{int(register[1:]) + 1}"


def products(t: Code, first: int) -> list[str]:
    """Every second product of a row, in bytes side by side."""
    found: list[str] = []
    for i, place in zip(range(first, 8, 2), (*TEMPORARY, "r0"), strict=True):
        t(f"mul {A[i]}, {BYTE}")
        if place != "r0":
            t(f"movw {place}, r0")
        found += [place, after(place)]
    return found


def row(t: Code, total: list[str]) -> None:
    """The byte at Z is added to the lowest product, which has room for it."""
    top = total[8]
    t(f"ld {BYTE}, X+", f"clr {top}")
    even: list[str] = []
    for i, place in zip(range(0, 8, 2), (*TEMPORARY, "r0"), strict=True):
        if i == 0:
            t(f"ld {after(TEMPORARY[1])}, Z")
        t(f"mul {A[i]}, {BYTE}")
        if place != "r0":
            t(f"movw {place}, r0")
        if i == 0:
            t(f"add {place}, {after(TEMPORARY[1])}", f"adc {after(place)}, {top}")
        even += [place, after(place)]
    t.chain("add", "adc", list(zip(total, even, strict=False)))
    t(f"adc {top}, {top}")
    t.chain("add", "adc", list(zip(total[1:], products(t, 1), strict=False)))
    t(f"st Z+, {total[0]}")


def mp_rows() -> list[str]:
    t = Code()
    t(*(f"ldd {register}, Y+{i}" for i, register in enumerate(A)))
    t(f"mov {COUNT}, r24")
    t(*(f"clr {register}" for register in SUM[:2]))
    t(*(f"movw {register}, {SUM[0]}" for register in SUM[2:8:2]))
    t("1:")
    row(t, SUM[:9])
    row(t, SUM[1:])
    t(*(f"movw {SUM[i]}, {SUM[i + 2]}" for i in range(0, 8, 2)))
    t(f"dec {COUNT}", "breq 2f", "rjmp 1b", "2:")
    t(*(f"std Z+{i}, {register}" for i, register in enumerate(SUM[:8])))
    t("ret")
    return t.lines


def zero(t: Code, count: str, value: str) -> None:
    """So many bytes from Z on, which moves."""
    t("2:", f"st Z+, {value}", f"dec {count}", "brne 2b")


def subtract(t: Code, pointer: str, count: str) -> None:
    """From a pointer; the counter is lost."""
    t(f"sub {pointer}, {count}", f"sbci {after(pointer)}, 0")


def mp_product() -> list[str]:
    """The stack keeps how many blocks are left, n, and where the block of a is."""
    t = Code()
    t("movw r22, r30", "mov r25, r24", "clr r20")
    zero(t, "r25", "r20")
    t("movw r30, r22", "mov r25, r24", *["lsr r25"] * 3)
    t("1:", "push r25", "push r24", "push r28", "push r29", "lsr r24", "call %x0")
    t("pop r29", "pop r28", "adiw r28, 8", "pop r24", "pop r25")
    subtract(t, "r26", "r24")
    subtract(t, "r30", "r24")
    t("adiw r30, 8", "dec r25", "brne 1b", "ret")
    return t.lines


def square_block(t: Code) -> None:
    """The square of the block in A plus twice what stands at Z, with the carry in r10 and r11, two
    bytes that a block of zeros could not overflow: column by column."""
    zero_register, o, byte = "r19", ["r20", "r21", "r22"], "r23"
    c = ["r10", "r11", "r12"]
    for k in range(16):
        t(f"clr {c[2]}")
        pairs = [(i, k - i) for i in range(8) if i < k - i < 8]
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
    t(f"mov r10, {c[0]}", f"mov r11, {c[1]}")


def mp_square() -> list[str]:
    t = Code()
    t("push r30", "push r31", "push r28", "push r29", "push r24")
    t("mov r25, r24", "clr r20")
    zero(t, "r25", "r20")
    t("sub r30, r24", "sbc r31, r20", "adiw r30, 8")
    t("1:", "subi r24, 8", "breq 3f", "push r24", "push r28", "push r29")
    t("movw r26, r28", "adiw r26, 8", "lsr r24", "call %x0")
    t("pop r29", "pop r28", "adiw r28, 8", "pop r24")
    subtract(t, "r30", "r24")
    t("adiw r30, 16", "rjmp 1b")
    t("3:", "ldi r25, 8", "clr r20")
    zero(t, "r25", "r20")
    t("pop r24", *["lsr r24"] * 3, "pop r27", "pop r26", "pop r31", "pop r30")
    t("clr r10", "clr r11", "clr r19")
    t("4:", *(f"ld {register}, X+" for register in A))
    square_block(t)
    t("dec r24", "breq 5f", "rjmp 4b", "5:", "ret")
    return t.lines


def mp_mul() -> list[str]:
    t = Code()
    save(t, 0)
    t("movw r28, r22", "movw r26, r20", "movw r30, r24", "mov r24, r18", "call %x0")
    t("clr r1")
    restore(t, 0)
    t("ret")
    return t.lines


def mp_sqr() -> list[str]:
    t = Code()
    save(t, 0)
    t("movw r28, r22", "movw r30, r24", "mov r24, r20", "call %x0", "clr r1")
    restore(t, 0)
    t("ret")
    return t.lines
