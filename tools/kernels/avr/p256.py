# SPDX-License-Identifier: MIT
"""The kernels of AVR that know prime p256, p = 2^256 - 2^224 + 2^192 + 2^96 - 1."""

from collections.abc import Sequence

from tools.kernels.avr.code import Bytes, enter, group, leave, restore, save
from tools.kernels.avr.karatsuba import ROOM
from tools.kernels.avr.words import CARRY, PLACES, ZERO, Words, bytes_of, multiplication, terms

UPPER = tuple(group(18, 8))
LAST = {14: UPPER[:4], 15: UPPER[4:]}
BELOW = "r1"
FRAME = 64

# Montgomery's reduction finds q word by word, so that t + q p is divisible by 2^256: with
# -1/p = 1 modulo 2^96, word k of t + q (p + 1) is itself word k of q, which the last term of p
# clears. These are the words of q that go into word k, from 8 on of the result.
TERMS = terms(8, 3, ((3, "add"), (6, "add"), (8, "add"), (7, "sub")))


def reduction(t: Bytes) -> None:
    """From t at Y to Z. Both are kept."""
    # The last two words have places of their own.
    words = Words(t, TERMS, lambda k: PLACES[: 4 if k in LAST else 6], LAST)
    t.names(**{ZERO: "zero", CARRY: "carry", BELOW: "below", OTHER: "other"})
    t(f"clr {ZERO}")
    for word in range(3):
        words.fetch(word, 3)
    words.begin(range(3, 6))
    for k in range(6, 16):
        total = words.column(k)
        if k < 8:
            words.store(k)
            continue
        collect(t, k - 8, total)
        if k < 14:
            t(*(f"std Z+{4 * (k - 8) + i}, {register}" for i, register in enumerate(total)))
            del words.held[k]
    # What field_finish compares with ones is below them, and borrows from what it finds in OTHER.
    t(f"mov {OTHER}, {BELOW}", f"clr {BELOW}")


def collect(t: Bytes, k: int, word: Sequence[str]) -> None:
    """What decides whether the words up to here are below those of p: whether the first three
    are all ones, and whether those or any of the next three are not zero."""
    if k == 0:
        t(f"mov {BELOW}, {word[0]}")
        word = word[1:]
    if k < 3:
        t(*(f"and {BELOW}, {register}" for register in word))
    if k == 2:
        t(f"com {BELOW}", f"cp {ZERO}, {BELOW}", f"sbc {BELOW}, {BELOW}", f"com {BELOW}")
    if 3 <= k < 6:
        t(*(f"or {BELOW}, {register}" for register in word))


ONE, ONES, BYTE, OTHER = "r0", "r17", "r17", "r16"


def field_finish_p256() -> list[str]:
    """The borrow of the words below joins the comparison; that of all is at most the carry."""
    t = Bytes(Z="r", **{CARRY: "carry", BELOW: "below", OTHER: "other"})
    t.names(**{ZERO: "zero", ONE: "one", ONES: "ones"})
    t.names(**bytes_of("r", 6, UPPER[:4]), **bytes_of("r", 7, UPPER[4:]))
    t(f"clr {ZERO}", f"clr {ONE}", f"inc {ONE}", f"ldi {ONES}, 0xff")
    t(f"cp {BELOW}, {ONES}", f"cpc {OTHER}, {ZERO}")
    prime = (ONE, ZERO, ZERO, ZERO, *[ONES] * 4)
    t(*(f"cpc {register}, {other}" for register, other in zip(UPPER, prime, strict=True)))
    t(f"sbc {CARRY}, {ZERO}")
    # p or zero is subtracted.
    t.names(**{CARRY: "mask", BYTE: "byte"})
    t(f"com {CARRY}", f"and {ONE}, {CARRY}")
    for i in range(24):
        t(f"ldd {BYTE}, Z+{i}", f"{'sbc' if i else 'sub'} {BYTE}, {CARRY if i < 12 else ZERO}")
        t(f"std Z+{i}, {BYTE}")
    for i, register in enumerate(UPPER):
        t(f"sbc {register}, {(ONE, ZERO, ZERO, ZERO, *[CARRY] * 4)[i]}")
        t(f"std Z+{24 + i}, {register}")
    t.names(r1="zero")
    t("clr r1", "ret")
    return t.lines


def field_reduce_p256() -> list[str]:
    t = Bytes(Z="r", Y="t")
    reduction(t)
    t("jmp %x0")
    return t.lines


def field_mul_p256() -> list[str]:
    return multiplication("movw r26, r20", FRAME)


def field_mul_large_p256() -> list[str]:
    return multiplication("movw r26, r20", ROOM)


def field_sqr_p256() -> list[str]:
    return multiplication("", FRAME)


def reduce_p256() -> list[str]:
    t = Bytes(w24="r", w22="t")
    enter(t)
    t.names(Y="t", Z="r")
    t("movw r28, r22", "movw r30, r24", "call %x0")
    leave(t)
    return t.lines


LINEAR = ("r16", "r17", "r28", "r29")


def pass_over(t: Bytes, first: str, rest: str, test: bool) -> None:
    """a and b at X and Y to Z, in words 6 and 7 to registers."""
    t.names(Z="r", Y="b", X="a", r17="bj", r0="rj")
    t("movw r30, r24", "movw r28, r20", "movw r26, r22")
    t.names(**bytes_of("r", 6, UPPER[:4]), **bytes_of("r", 7, UPPER[4:]))
    if test:
        t.names(**{BELOW: "below", OTHER: "other"})
    for i in range(32):
        place = UPPER[i - 24] if i >= 24 else "r0"
        t(f"ld {place}, X+", f"ldd r17, Y+{i}", f"{rest if i else first} {place}, r17")
        if test and i < 24:
            to = BELOW if i < 12 else OTHER
            t(f"mov {to}, r0" if i % 12 == 0 else f"{'and' if i < 12 else 'or'} {to}, r0")
        if i < 24:
            t(f"std Z+{i}, r0")


def field_add_p256() -> list[str]:
    t = Bytes(w24="r", w22="a", w20="b")
    save(t, LINEAR)
    pass_over(t, "add", "adc", True)
    t.names(**{CARRY: "carry", ZERO: "zero"})
    t(f"ldi {CARRY}, 0", f"ldi {ZERO}, 0", f"adc {CARRY}, {CARRY}")
    t("call %x0")
    restore(t, LINEAR)
    t("ret")
    return t.lines


def field_sub_p256() -> list[str]:
    t = Bytes(w24="r", w22="a", w20="b")
    save(t, LINEAR)
    pass_over(t, "sub", "sbc", False)
    t.names(**{CARRY: "mask", "r16": "one", "r1": "zero"})
    t(f"sbc {CARRY}, {CARRY}", f"mov r16, {CARRY}", "andi r16, 1")
    for i in range(24):
        t(f"ldd r0, Z+{i}", f"{'adc' if i else 'add'} r0, {CARRY if i < 12 else 'r1'}")
        t(f"std Z+{i}, r0")
    for i, register in enumerate(UPPER):
        t(f"adc {register}, {('r16', 'r1', 'r1', 'r1', *[CARRY] * 4)[i]}")
        t(f"std Z+{24 + i}, {register}")
    restore(t, LINEAR)
    t("ret")
    return t.lines


def field_half_p256() -> list[str]:
    """(p + 1) / 2 = 2^255 - 2^223 + 2^191 + 2^95 is added to half of an odd a, less a half."""
    t = Bytes(w24="r", w22="a", r1="zero")
    save(t, ("r28", "r29"))
    t.names(Y="r", Z="r", X="a")
    t("movw r28, r24", "movw r30, r24", "movw r26, r22")
    # The mask of an odd a, and what it leaves of bytes 0x80, 0xff and 0x7f.
    t.names(r22="mask", r23="p_80", r24="p_ff", r25="p_7f", r18="left", r0="byte")
    t("ld r22, X", "andi r22, 1", "neg r22")
    t("mov r23, r22", "mov r24, r22", "mov r25, r22", "andi r23, 0x80", "andi r25, 0x7f")
    t("adiw r26, 32", "adiw r28, 32", "ldi r18, 8", "clc", "1:")
    t(*["ld r0, -X", "ror r0", "st -Y, r0"] * 4, "dec r18", "brne 1b")
    for i in range(11, 32):
        term = {11: "r23", 23: "r23", 27: "r23", 28: "r24", 29: "r24", 30: "r24", 31: "r25"}
        t(f"ldd r0, Z+{i}", f"{'adc' if i > 11 else 'add'} r0, {term.get(i, 'r1')}")
        t(f"std Z+{i}, r0")
    restore(t, ("r28", "r29"))
    t("ret")
    return t.lines
