# SPDX-License-Identifier: MIT
"""The kernels of AVR that know prime p384, p = 2^384 - 2^128 - 2^96 + 2^32 - 1."""

from tools.kernels.assembly import numbered
from tools.kernels.avr.code import Bytes, enter, leave, restore, save
from tools.kernels.avr.product_48 import ROOM
from tools.kernels.avr.words import (
    CARRY,
    PLACES,
    SIGN,
    ZERO,
    Words,
    add_carry,
    multiplication,
    terms,
)

N = 48
WORDS = N // 4
FRAME = 2 * N

# Montgomery's reduction finds q word by word, as for p256: -1/p = 1 modulo 2^32.
TERMS = terms(WORDS, 1, ((1, "add"), (12, "add"), (3, "sub"), (4, "sub")))

# What decides whether a number is below p: of its words 0, 1 and 2, 3, then the lowest byte of
# word 4, and all other bytes. They are joined by AND where p has ones, and by OR where it has none.
BELOW = ("r22", "r23", "r24", "r25", "r1")
BELOW_NAMES = dict(zip(BELOW, ("ones0", "any1", "ones3", "byte4", "ones5"), strict=True))
ONES, BYTE4 = "r20", "r21"
# What is subtracted: the bytes at 0, from 4 to 11, at 16, and all other ones.
LESS = ("r22", "r23", "r24", "r25")
LESS_NAMES = dict(zip(LESS, ("less0", "less1", "less4", "less"), strict=True))
# From this byte, and the word that follows it, all is alike.
REST = 17
REST_WORDS = (REST + 3) // 4


def collect(t: Bytes, i: int, byte: str) -> None:
    """Byte i of a number that is compared with p."""
    parts = ((0, "and"), (4, "or"), (12, "and"), (16, ""), (REST, "and"))
    number = max(part for part, (start, _) in enumerate(parts) if start <= i)
    start, operation = parts[number]
    t.names(**{BELOW[number]: BELOW_NAMES[BELOW[number]]})
    t(f"{'mov' if i == start else operation} {BELOW[number]}, {byte}")


def field_reduce_p384() -> list[str]:
    """The result takes the place of the upper half of t, to which Z points."""
    t = Bytes(Z="r", Y="t")
    t("push r30", "push r31")
    t.names(Z="h", **{ZERO: "zero", CARRY: "carry"})
    t("movw r30, r28", f"adiw r30, {N}", f"clr {ZERO}")
    words = Words(t, TERMS, lambda k: PLACES[: 6 if k < WORDS else 5], upper=WORDS)
    words.fetch(0, 1)
    words.begin(range(1, 3))
    for k in range(3, WORDS + REST_WORDS):
        total = words.column(k)
        words.store(k)
        if k >= WORDS:
            for i, register in enumerate(total):
                collect(t, 4 * (k - WORDS) + i, register)
            del words.held[k]
    add_rest(t)
    t.names(Y="r")
    t("pop r29", "pop r28", "jmp %x0")
    return t.lines


def add_rest(t: Bytes) -> None:
    """To each of the words from REST_WORDS on of the result one term alone is added."""
    total = PLACES[0]
    t.names(Z="h", Y="q", r16="left")
    t(f"adiw r28, {4 * REST_WORDS}", f"adiw r30, {4 * REST_WORDS}")
    t(f"ldi r16, {WORDS - REST_WORDS}", "1:")
    t.names(**numbered("h", total), **{SIGN: "sign"})
    t(*(f"ldd {register}, Z+{i}" for i, register in enumerate(total)))
    add_carry(t, total)
    t.names(r0="qj")
    for i, register in enumerate(total):
        t("ld r0, Y+", f"{'adc' if i else 'add'} {register}, r0")
    t(f"adc {CARRY}, {ZERO}")
    for register in total:
        t(f"st Z+, {register}")
        collect(t, N - 1, register)
    t("dec r16", "brne 1b", f"sbiw r30, {N}")


def field_finish_p384() -> list[str]:
    """The borrow of a comparison is at most the carry."""
    t = Bytes(Z="s", Y="r", **{CARRY: "carry"}, **BELOW_NAMES)
    t.names(**{ZERO: "zero", ONES: "ones", BYTE4: "p_16"})
    t(f"ldi {ZERO}, 0", f"ldi {ONES}, 0xff", f"ldi {BYTE4}, 0xfe")
    t.chain("cp", "cpc", list(zip(BELOW, (ONES, ZERO, ONES, BYTE4, ONES), strict=True)))
    t(f"sbc {CARRY}, {ZERO}")
    # p or zero is subtracted.
    t.names(**{CARRY: "mask"}, **LESS_NAMES)
    t(f"com {CARRY}", f"mov {LESS[0]}, {CARRY}", f"ldi {LESS[1]}, 0")
    t(f"mov {LESS[2]}, {CARRY}", f"andi {LESS[2]}, 0xfe", f"mov {LESS[3]}, {CARRY}", "jmp %x0")
    return t.lines


def field_less_p384() -> list[str]:
    t = Bytes(Z="s", Y="r", r0="byte", **LESS_NAMES)
    unrolled = 8
    start = N - 3 * unrolled
    for i in range(start):
        less = {0: LESS[0], 16: LESS[2]}.get(i, LESS[1] if 4 <= i < 12 else LESS[3])
        t("ld r0, Z+", f"{'sbc' if i else 'sub'} r0, {less}", "st Y+, r0")
    t.names(r18="left", r1="zero")
    t("ldi r18, 3", "1:", *["ld r0, Z+", f"sbc r0, {LESS[3]}", "st Y+, r0"] * unrolled)
    t("dec r18", "brne 1b", "clr r1", "ret")
    return t.lines


def reduce_p384() -> list[str]:
    t = Bytes(w24="r", w22="t")
    enter(t)
    t.names(Y="t", Z="r")
    t("movw r28, r22", "movw r30, r24", "call %x0")
    leave(t)
    return t.lines


def field_mul_p384() -> list[str]:
    return multiplication("movw r26, r20", FRAME, N)


def field_mul_large_p384() -> list[str]:
    return multiplication("movw r26, r20", FRAME + ROOM, N, FRAME)


def field_sqr_p384() -> list[str]:
    return multiplication("", FRAME, N)


def field_sqr_large_p384() -> list[str]:
    return multiplication("", FRAME + ROOM, N, FRAME)


LINEAR = ("r28", "r29")


def begin_pass(t: Bytes) -> None:
    t.names(Z="r", Y="b", X="a", r0="byte", r19="bj")
    t("movw r30, r24", "movw r28, r20", "movw r26, r22")


def field_add_p384() -> list[str]:
    t = Bytes(w24="r", w22="a", w20="b")
    save(t, LINEAR)
    begin_pass(t)
    for i in range(REST + 1):
        t("ld r0, X+", "ld r19, Y+", f"{'adc' if i else 'add'} r0, r19", "st Z+, r0")
        collect(t, i, "r0")
    t.names(r18="left")
    unrolled = 6
    t(f"ldi r18, {(N - REST - 1) // unrolled}", "1:")
    for _ in range(unrolled):
        t("ld r0, X+", "ld r19, Y+", "adc r0, r19", "st Z+, r0")
        collect(t, N - 1, "r0")
    t("dec r18", "brne 1b")
    finish_linear(t, f"ldi {CARRY}, 0", f"adc {CARRY}, {CARRY}")
    return t.lines


def finish_linear(t: Bytes, *lines: str) -> None:
    """From the end of r on, where a pass over it has got."""
    t.names(Z="r", Y="r", **{CARRY: "carry"})
    t(*lines, f"sbiw r30, {N}", "movw r28, r30", "call %x0")
    restore(t, LINEAR)
    t("ret")


def add_prime(t: Bytes, mask: str) -> None:
    """Where a mask says so, 2^384 - p = 2^128 + 2^96 - 2^32 + 1 is what is to be subtracted."""
    t.names(**LESS_NAMES)
    if mask != LESS[1]:
        t(f"mov {LESS[1]}, {mask}")
    t(f"mov {LESS[0]}, {LESS[1]}", f"andi {LESS[0]}, 1", f"mov {LESS[2]}, {LESS[0]}")
    t(f"ldi {LESS[3]}, 0")


def field_sub_p384() -> list[str]:
    t = Bytes(w24="r", w22="a", w20="b")
    save(t, LINEAR)
    begin_pass(t)
    unrolled = 12
    t.names(r18="left")
    t(f"ldi r18, {N // unrolled}", "clc", "1:")
    t(*["ld r0, X+", "ld r19, Y+", "sbc r0, r19", "st Z+, r0"] * unrolled)
    t("dec r18", "brne 1b")
    t.names(r23="mask")
    t("sbc r23, r23")
    add_prime(t, "r23")
    finish_linear(t)
    return t.lines


def field_half_p384() -> list[str]:
    """Half of a, or of a + p for an odd a, which carries where the subtraction does not borrow."""
    t = Bytes(w24="r", w22="a")
    save(t, LINEAR)
    t.names(Z="a", Y="r", r26="odd")
    t("movw r30, r22", "movw r28, r24", "ld r26, Z", "andi r26, 1", "neg r26")
    add_prime(t, "r26")
    t("call %x0")
    t.names(r22="carry", r23="left", r0="byte")
    t("sbc r22, r22", "com r22", "and r22, r26", "lsr r22")
    t("ldi r23, 6", "1:", *["ld r0, -Y", "ror r0", "st Y, r0"] * 8, "dec r23", "brne 1b")
    restore(t, LINEAR)
    t("ret")
    return t.lines
