# SPDX-License-Identifier: MIT
"""The compression of SHA-512 [FIPS 180-4, 6.4.2] for AVR.

Words are eight bytes in registers, and in memory with the most significant first. The state moves
down a window of 24 words, one a round, and returns to its top every 16. The words of the schedule
replace those of the block, round by round. Shifts by whole bytes are a matter of names; what is
left of all rotations are shifts by one bit, to the nearest multiple of eight.
"""

from tools.kernels.assembly import numbered
from tools.kernels.avr.code import Bytes, enter, group, leave

TOTAL, SUM, NUMBER = group(18, 8), group(2, 8), group(10, 8)
BYTE, INDEX = "r0", "r1"
NAMES = {
    **numbered("total", TOTAL),
    **numbered("sum", SUM),
    **numbered("x", NUMBER),
    BYTE: "byte",
    INDEX: "index",
    "X": "block",
    "Y": "state",
    "Z": "word",
}
WINDOW = 192


class Parts:
    """The pieces of a round: written out, or functions behind it."""

    def __init__(self, t: Bytes, large: bool) -> None:
        self.t = t
        self.large = large
        self.names: list[tuple[str, ...]] = []

    def __call__(self, *lines: str) -> None:
        if self.large:
            self.t(*lines)
            return
        if lines not in self.names:
            self.names.append(lines)
        self.t(f"rcall 1{self.names.index(lines)}f")

    def functions(self) -> None:
        self.t.names(**NAMES)
        for number, lines in enumerate(self.names):
            self.t(f"1{number}:", *lines, "ret")


def from_z(registers: list[str]) -> list[str]:
    return [f"ldd {register}, Z+{7 - i}" for i, register in enumerate(registers)]


def left() -> list[str]:
    first = [f"mov {BYTE}, {NUMBER[7]}", f"lsl {BYTE}"]
    return [*first, *(f"rol {register}" for register in NUMBER)]


def right() -> list[str]:
    first = [f"mov {BYTE}, {NUMBER[0]}", f"lsr {BYTE}"]
    return [*first, *(f"ror {register}" for register in reversed(NUMBER))]


def mix(by: int) -> list[str]:
    """SUM ^= NUMBER, rotated right by that many bytes."""
    return [f"eor {SUM[i]}, {NUMBER[(i + by) % 8]}" for i in range(8)]


def none() -> list[str]:
    return ["clr r2", "clr r3", *(f"movw {register}, r2" for register in SUM[2::2])]


def add_sum() -> list[str]:
    return [f"{'adc' if i else 'add'} {x}, {SUM[i]}" for i, x in enumerate(TOTAL)]


def add_from_z() -> list[str]:
    lines = []
    for i, x in enumerate(TOTAL):
        lines += [f"ldd {BYTE}, Z+{7 - i}", f"{'adc' if i else 'add'} {x}, {BYTE}"]
    return lines


def scheduled() -> list[str]:
    """Z = the word of the block r30 bytes after that of this round, which may be before it."""
    return [f"add r30, {INDEX}", "andi r30, 0x78", "clr r31", "add r30, r26", "adc r31, r27"]


def rotations(part: Parts, *steps: tuple[str, int | None]) -> None:
    """TOTAL += the sum of rotations of the word at Z: each step loads it or rotates it by a bit,
    and mixes it in."""
    code = {"load": from_z(NUMBER), "left": left(), "right": right()}
    part(*none())
    for step, by in steps:
        part(*code[step])
        if by is not None:
            part(*mix(by))
    part(*add_sum())


def upper_sigma_1(part: Parts) -> None:
    """By 14 = 16 - 2, 18 = 16 + 2 and 41 = 40 + 1."""
    steps = (("load", None), ("right", 5), ("right", 2))
    rotations(part, *steps, ("load", None), ("left", None), ("left", 2))


def upper_sigma_0(part: Parts) -> None:
    """By 28 = 32 - 4, 34 = 32 + 2 and 39 = 40 - 1."""
    steps = (("load", None), ("left", 5), ("left", None), ("left", None), ("left", 4))
    rotations(part, *steps, ("load", None), ("right", None), ("right", 4))


def lower_sigma_0(part: Parts) -> None:
    """By 1 and 8, and a shift by 7 = 8 - 1."""
    t = part.t
    part(*none())
    part(*from_z(NUMBER))
    part(*mix(1))
    t(f"lsl {NUMBER[0]}", *(f"rol {register}" for register in NUMBER[1:]))
    t(f"clr {NUMBER[0]}", f"rol {NUMBER[0]}")
    part(*mix(1))
    part(*from_z(NUMBER))
    part(*right())
    part(*mix(0))
    part(*add_sum())


def lower_sigma_1(part: Parts) -> None:
    """By 19 = 16 + 3 and 61 = 64 - 3, and a shift by 6 = 8 - 2."""
    t = part.t
    part(*none())
    part(*from_z(NUMBER))
    part(*left())
    part(*left())
    t.names(r31="lowest", r30="bits")
    t(f"mov r31, {NUMBER[0]}", "mov r30, r31", "andi r30, 3", f"mov {NUMBER[0]}, r30")
    part(*mix(1))
    t(f"mov {NUMBER[0]}, r31")
    t.names(Z="word")
    part(*left())
    part(*mix(0))
    t("ldi r30, 112")
    part(*scheduled())
    part(*from_z(NUMBER))
    for _ in range(3):
        part(*right())
    part(*mix(2))
    part(*add_sum())


def take_round(part: Parts) -> None:
    """The state's words from Y on are a to h."""
    t = part.t
    t.names(Z="constants")
    t("pop r31", "pop r30")
    t(*(f"lpm {TOTAL[(i + 4) % 8]}, Z+" for i in range(8)), "push r30", "push r31")
    t.names(Z="word")
    t("ldi r30, 0")
    part(*scheduled())
    part(*add_from_z())
    t("movw r30, r28", "adiw r30, 56")
    part(*add_from_z())
    t.names(r3="e", r2="f", r0="g")
    for i, x in enumerate(TOTAL):
        at = 7 - i
        t(f"ldd r2, Y+{40 + at}", f"ldd r0, Y+{48 + at}", f"ldd r3, Y+{32 + at}", "eor r2, r0")
        t("and r2, r3", "eor r2, r0", f"{'adc' if i else 'add'} {x}, r2")
    t("sbiw r30, 24")
    t.names(**NAMES)
    upper_sigma_1(part)
    t.names(r0="d")
    for i, x in enumerate(TOTAL):
        t(f"ldd r0, Y+{31 - i}", f"{'adc' if i else 'add'} r0, {x}", f"std Y+{31 - i}, r0")
    t.names(r0="a", r2="b", r3="c")
    for i, x in enumerate(TOTAL):
        at = 7 - i
        t(f"ldd r0, Y+{at}", f"ldd r2, Y+{8 + at}", f"ldd r3, Y+{16 + at}", "eor r0, r2")
        t("eor r3, r2", "and r0, r3", "eor r0, r2", f"{'adc' if i else 'add'} {x}, r0")
    t.names(**NAMES)
    t("movw r30, r28")
    upper_sigma_0(part)
    t("sbiw r28, 8", *(f"std Y+{7 - i}, {x}" for i, x in enumerate(TOTAL)))


def schedule(part: Parts) -> None:
    t = part.t
    t("ldi r30, 0")
    part(*scheduled())
    t(*from_z(TOTAL))
    t("ldi r30, 72")
    part(*scheduled())
    part(*add_from_z())
    t("ldi r30, 8")
    part(*scheduled())
    lower_sigma_0(part)
    t("ldi r30, 112")
    part(*scheduled())
    lower_sigma_1(part)
    t("ldi r30, 0")
    part(*scheduled())
    t(*(f"std Z+{7 - i}, {x}" for i, x in enumerate(TOTAL)))


def sha512_compress_large() -> list[str]:
    return sha512_compress(True)


def sha512_compress(large: bool = False) -> list[str]:
    """The stack keeps where the chain is, how many times 16 rounds are left, and the constants'
    place."""
    t = Bytes(w24="chain", w22="block", w20="constants", r18="times")
    part = Parts(t, large)
    enter(t, WINDOW)
    t("push r24", "push r25", "ldi r18, 5", "push r18", "push r20", "push r21")
    # The chain's words are two halves, the most significant first, with the least significant byte
    # first.
    t.names(Z="chain", X="block", Y="state", r18="left")
    t("movw r30, r24", "movw r26, r22", f"subi r28, {256 - 129}", "sbci r29, 0xff", "ldi r18, 16")
    t.names(**numbered("half", group(19, 4)))
    t("2:", *(f"ld r{19 + i}, Z+" for i in range(4)), *(f"st Y+, r{22 - i}" for i in range(4)))
    t("dec r18", "brne 2b", "sbiw r28, 32", "sbiw r28, 32")
    t.names(**NAMES)
    t("3:", f"clr {INDEX}", "4:")
    take_round(part)
    schedule(part)
    t.names(r30="eight")
    t("ldi r30, 8", f"add {INDEX}, r30", f"sbrs {INDEX}, 7", "rjmp 4b")
    t.names(w20="constants", r24="times")
    t("pop r21", "pop r20", "pop r24", "dec r24", "brne 5f", "rjmp 7f")
    t("5:", "push r24", "push r20", "push r21")
    t.names(Z="top", r24="left")
    t("movw r30, r28", "subi r30, 0x80", "sbci r31, 0xff", "ldi r24, 64")
    t("6:", "ld r0, Y+", "st Z+, r0", "dec r24", "brne 6b", "adiw r28, 32", "adiw r28, 32")
    t("rjmp 3b")
    if not large:
        part.functions()
    add_to_chain(t)
    leave(t, WINDOW)
    return t.lines


def add_to_chain(t: Bytes) -> None:
    """The state, which is then cleared with all of the window."""
    t.names(Z="chain", X="window", r24="left", r0="byte", r2="word")
    t("7:", "pop r31", "pop r30", "ldi r24, 8", "movw r26, r28", "8:")
    for i in range(8):
        place = (i + 4) % 8
        t(f"ldd r0, Z+{place}", f"ldd r2, Y+{7 - i}", f"{'adc' if i else 'add'} r0, r2")
        t(f"std Z+{place}, r0")
    t("adiw r28, 8", "adiw r30, 8", "dec r24", "brne 8b")
    t.names(r1="zero")
    t(f"ldi r24, {WINDOW}", "clr r1", "9:", "st X+, r1", "dec r24", "brne 9b")
