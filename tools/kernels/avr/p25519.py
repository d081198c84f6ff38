# SPDX-License-Identifier: MIT
"""The kernels of AVR that know the prime p = 2^255 - 19.

Numbers are 32 bytes below 2 p = 2^256 - 38, so that two stand for each element; only `canonical`
decides for one. What is above 2^255 counts 19 for each. It is found first, from the topmost bytes
alone, and goes in at the bottom: what the rest then carries to the topmost byte finds room there.
"""

from tools.kernels.assembly import numbered
from tools.kernels.avr.code import Bytes, after, group, restore, save
from tools.kernels.avr.karatsuba import ROOM
from tools.kernels.avr.p256 import FRAME
from tools.kernels.avr.words import multiplication

SUM, EVEN = group(2, 9), ("r12", "r14", "r16")
HIGH, FACTOR, TOP, ZERO = "r18", "r19", "r20", "r21"
CARRY = ("r22", "r23")


def field_mul_p25519() -> list[str]:
    return multiplication("movw r26, r20", FRAME)


def field_mul_large_p25519() -> list[str]:
    return multiplication("movw r26, r20", ROOM)


def field_sqr_p25519() -> list[str]:
    return multiplication("", FRAME)


def field_sqr_large_p25519() -> list[str]:
    return multiplication("", ROOM)


def begin_fold(t: Bytes) -> None:
    """The topmost byte, of 7 bits, and 19 times what is above it: at most 19 (38 255 + 255) / 2^7,
    in two bytes."""
    t.names(**{ZERO: "zero", FACTOR: "c38", HIGH: "high", TOP: "top", "r0": "lo", "r1": "hi"})
    t(f"clr {ZERO}", f"ldi {FACTOR}, 38", f"ldd {HIGH}, Y+63", f"ldd {TOP}, Y+31")
    t(f"mul {HIGH}, {FACTOR}", f"add {TOP}, r0", f"adc r1, {ZERO}", f"lsl {TOP}", "rol r1")
    t.names(**{HIGH: "c19"}, **numbered("carry", CARRY))
    t(f"lsr {TOP}", f"ldi {HIGH}, 19", f"mul {HIGH}, r1", f"movw {CARRY[0]}, r0")
    t.names(**{HIGH: "high"})


def products(t: Bytes, first: int, count: int) -> list[str]:
    """Every second byte from `first` on times 38, in bytes side by side."""
    found: list[str] = []
    for i in range(count):
        place, byte = EVEN[i] if i < 3 else "r0", first + 2 * i
        t.names(**{HIGH: f"t{32 + byte}", "r0": "lo", "r1": "hi"})
        t(f"ldd {HIGH}, Y+{32 + byte}", f"mul {HIGH}, {FACTOR}")
        t.names(**numbered("p", [place, after(place)], byte))
        if place != "r0":
            t(f"movw {place}, r0")
        found += [place, after(place)]
    return found


def field_fold_p25519() -> list[str]:
    """Eight columns at a time. A product of 38 has room for what is carried in; what is carried out
    is less than 2^6."""
    t = Bytes(Z="r", Y="t")
    begin_fold(t)
    for block in range(4):
        last = block == 3
        low = [*SUM[:7], TOP] if last else SUM[:8]
        t.names(**numbered("s", [*low, SUM[8]], 8 * block))
        t(*(f"ldd {x}, Y+{8 * block + i}" for i, x in enumerate(low) if x != TOP))
        even = products(t, 8 * block, 4)
        t(f"add {even[0]}, {CARRY[0]}", f"adc {even[1]}, {CARRY[1] if block == 0 else ZERO}")
        t.chain("add", "adc", list(zip(low, even, strict=True)))
        if not last:
            t(f"mov {SUM[8]}, {ZERO}", f"adc {SUM[8]}, {ZERO}")
        odd = products(t, 8 * block + 1, 3 if last else 4)
        t.chain("add", "adc", list(zip([*low, SUM[8]][1:], odd, strict=False)))
        if last:
            t(f"adc {TOP}, {ZERO}")
        t(*(f"std Z+{8 * block + i}, {x}" for i, x in enumerate(low)))
        if not last:
            t(f"mov {CARRY[0]}, {SUM[8]}")
    t.names(r1="zero")
    t("clr r1", "ret")
    return t.lines


def field_fold_small_p25519() -> list[str]:
    """Byte by byte."""
    t = Bytes(w24="r", w22="t")
    save(t, ("r28", "r29"))
    t.names(Y="t", Z="r")
    t("movw r28, r22", "movw r30, r24")
    begin_fold(t)
    t.names(r24="left")
    t("ldi r24, 31", "1:", f"ldd {HIGH}, Y+32", f"mul {HIGH}, {FACTOR}")
    t.names(**{HIGH: "low"})
    t(f"ld {HIGH}, Y+", f"add r0, {CARRY[0]}", f"adc r1, {CARRY[1]}")
    t(f"add r0, {HIGH}", f"adc r1, {ZERO}")
    t("st Z+, r0", f"mov {CARRY[0]}, r1", f"clr {CARRY[1]}", "dec r24", "brne 1b")
    t.names(r1="zero")
    t(f"add {TOP}, {CARRY[0]}", f"st Z, {TOP}", "clr r1")
    restore(t, ("r28", "r29"))
    t("ret")
    return t.lines


# Of sums and differences: eight bytes, masks of two carries, what goes in at the bottom with the
# byte that its sign makes of the rest.
PART = group(18, 8)
FIRST, SECOND, INTO = "r16", "r17", "r15"
SIGN = "r1"


def enter_linear(t: Bytes, subtract: bool) -> None:
    """What the topmost bytes count above 2^255: 0 to 3 of a sum; of a difference so much that from
    2 on are left, from which two may be borrowed."""
    t.names(Z="a", Y="b", r18="a31", r19="b31")
    t("movw r30, r22", "movw r28, r20", "ldd r18, Z+31", "ldd r19, Y+31")
    t.names(r18="top")
    if subtract:
        t("sub r18, r19")
        t.names(r19="above")
        t("sbc r19, r19", "subi r18, 2", "sbci r19, 0", "lsl r18", "rol r19")
    else:
        t("add r18, r19")
        t.names(r19="above")
        t("ldi r19, 0", "rol r19", "lsl r18", "rol r19")
    t.names(Z="r", X="a", r0="lo", r18="c19")
    t.names(**{INTO: "into", SECOND: "carry1", FIRST: "carry0"})
    t("ldi r18, 19", "muls r18, r19", f"mov {INTO}, r0")
    t("movw r30, r24", "movw r26, r22", f"clr {SECOND}", f"clr {FIRST}")


def linear(operation: str, large: bool) -> list[str]:
    """Eight bytes at a time, by two chains of carries that rest as masks. The multiple of 19 is odd
    where the highest bit is to change."""
    t = Bytes(w24="r", w22="a", w20="b")
    saved = ("r28", "r29", "r17", "r16", "r15", *(() if large else ("r14", "r13")))
    count, odd = "r14", "r13"
    save(t, saved)
    enter_linear(t, operation == "sub")
    rest = "sbc" if operation == "sub" else "adc"
    if not large:
        t.names(**{odd: "odd", count: "left", "r18": "left"})
        t(f"mov {odd}, {INTO}", "ldi r18, 4", f"mov {count}, r18", "1:")
    for block in range(4 if large else 1):
        t.names(**numbered("r", PART, 8 * block), r0="bj", r1="sign")
        if block or not large:
            t(f"lsl {FIRST}")
        for i, x in enumerate(PART):
            t(f"ld {x}, X+", "ld r0, Y+")
            t(f"{rest if block or i or not large else operation} {x}, r0")
        t(f"sbc {FIRST}, {FIRST}" if block < 3 or not large else "")
        if block or not large:
            t(f"lsl {SECOND}")
        for i, x in enumerate(PART):
            first = INTO if i == 0 and (block == 0 or not large) else SIGN
            t(f"{'adc' if block or i or not large else 'add'} {x}, {first}")
            if not large or block < 3:
                t(f"st Z+, {x}")
        t(f"sbc {SECOND}, {SECOND}" if block < 3 or not large else "")
    t.names(r0="bit")
    if large:
        t("clr r0", f"lsr {INTO}", "ror r0", f"eor {PART[7]}, r0")
        t(*(f"st Z+, {x}" for x in PART))
    else:
        t(f"mov {INTO}, {SIGN}", f"dec {count}", "brne 1b")
        t("clr r0", f"lsr {odd}", "ror r0", f"eor {PART[7]}, r0", f"st -Z, {PART[7]}")
    t.names(r1="zero")
    t("clr r1" if operation == "sub" else "")
    restore(t, saved)
    t("ret")
    return [line for line in t.lines if line]


def field_add_p25519() -> list[str]:
    return linear("add", False)


def field_sub_p25519() -> list[str]:
    return linear("sub", False)


def field_add_large_p25519() -> list[str]:
    return linear("add", True)


def field_sub_large_p25519() -> list[str]:
    return linear("sub", True)


def field_canonical_p25519() -> list[str]:
    """Not below p is what reaches 2^255 by 19 more."""
    t = Bytes(w24="r", w22="a", Z="r", X="a", r18="left", r19="plus", r0="aj")
    t("movw r30, r24", "movw r26, r22", "ldi r18, 32", "ldi r19, 19", "clc")
    t("1:", "ld r0, X+", "adc r0, r19", "ldi r19, 0", "dec r18", "brne 1b")
    t("lsl r0", "sbc r19, r19", "andi r19, 19", "movw r26, r22", "ldi r18, 32", "clc")
    t.names(r20="rj")
    t("2:", "ld r20, X+", "adc r20, r19", "st Z+, r20", "ldi r19, 0", "dec r18", "brne 2b")
    t("andi r20, 0x7f", "st -Z, r20", "ret")
    return t.lines


def field_select_p25519() -> list[str]:
    t = Bytes(w24="r", w22="a", r20="bit", Z="r", X="a")
    t("movw r30, r24", "movw r26, r22")
    t.names(r20="mask", r18="left", r0="rj", r21="aj")
    t("neg r20", "ldi r18, 4", "1:")
    for i in range(8):
        t(f"ldd r0, Z+{i}", "ld r21, X+", "eor r21, r0", "and r21, r20", "eor r0, r21")
        t(f"std Z+{i}, r0")
    t("adiw r30, 8", "dec r18", "brne 1b", "ret")
    return t.lines


# 121665 = 2^16 + 219 * 2^8 + 65, and what a byte of its product adds up in: less than 2^18 and a
# byte.
FACTORS = ("r16", "r17")
NUMBER = "r18"


def multiple(t: Bytes, c: list[str]) -> None:
    """c += 121665 a + b, for a byte of each; c has three bytes, and a fourth that is lost."""
    t.names(**{NUMBER: "aj"}, r19="bj", r0="lo", r1="hi", **numbered("c", c))
    t(f"ld {NUMBER}, X+", "ld r19, Y+", f"clr {c[3]}", f"mul {NUMBER}, {FACTORS[0]}")
    t(f"add {c[0]}, r0", f"adc {c[1]}, r1", f"adc {c[2]}, {c[3]}")
    t(f"mul {NUMBER}, {FACTORS[1]}", f"add {c[0]}, r19")
    t(f"adc {c[1]}, r0", f"adc {c[2]}, r1", f"adc {c[3]}, {c[3]}")
    t(f"add {c[2]}, {NUMBER}", f"adc {c[3]}, r20")


def field_mul_small_p25519() -> list[str]:
    """The topmost three bytes first: what they count above 2^255 is less than 2^18."""
    t = Bytes(w24="r", w22="a", w20="b")
    saved = ("r28", "r29", *(f"r{number}" for number in (10, 11, 12, 14, 15, 16, 17)))
    save(t, saved)
    t.names(Z="r", X="a", Y="b")
    t("movw r30, r24", "movw r26, r22", "movw r28, r20", "adiw r26, 29", "adiw r28, 29")
    c = ["r22", "r23", "r24", "r25"]
    t.names(r20="zero", r16="c65", r17="c219", **numbered("c", c))
    t("clr r20", "ldi r16, 65", "ldi r17, 219")
    t("clr r22", "clr r23", "clr r24")
    tops = ("r10", "r11", "r12")
    t.names(**numbered("top", tops))
    for top in tops:
        multiple(t, c)
        t(f"mov {top}, {c[0]}")
        c = [*c[1:], c[0]]
    what_is_above(t, c)
    t("sbiw r26, 32", "sbiw r28, 32")
    t.names(r21="left")
    t("ldi r21, 7", "1:")
    c = ["r22", "r23", "r24", "r25"]
    for _ in range(4):
        multiple(t, c)
        t(f"st Z+, {c[0]}")
        c = [*c[1:], c[0]]
    t("dec r21", "brne 1b")
    multiple(t, c)
    t(f"st Z+, {c[0]}", f"add r10, {c[1]}", f"adc r11, {c[2]}", f"adc r12, {c[3]}")
    t.names(r1="zero")
    t("st Z, r10", "std Z+1, r11", "std Z+2, r12", "clr r1")
    restore(t, saved)
    t("ret")
    return t.lines


def what_is_above(t: Bytes, c: list[str]) -> None:
    """Three bytes, whose multiple by 19 is what the sum begins with."""
    t.names(r18="c19", r14="e0", r15="e1", r21="e2", r0="lo", r1="hi", **numbered("above", c[:3]))
    t("lsl r12", *(f"rol {x}" for x in c[:3]), "lsr r12", "ldi r18, 19")
    t(f"mul {c[0]}, r18", "movw r14, r0", f"mul {c[2]}, r18", "mov r21, r0")
    t(f"mul {c[1]}, r18", "add r15, r0", "adc r21, r1")
    t.names(r22="c0", r23="c1", r24="c2")
    t("mov r22, r14", "mov r23, r15", "mov r24, r21")
