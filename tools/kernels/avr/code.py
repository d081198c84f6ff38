# SPDX-License-Identifier: MIT
"""What the kernels of AVR are made of: registers with names, and stack frames."""

import re

from tools.kernels.assembly import Named

SAVED = tuple(f"r{number}" for number in (*range(2, 18), 28, 29))
POINTERS = {"X": "w26", "Y": "w28", "Z": "w30"}
OF_WORDS = ("movw", "adiw", "sbiw")


class Bytes(Named):
    """A function in the making. Two registers side by side have the name of their word, w24 for
    r25:r24 or X, Y and Z: it is that of a pointer and of operands of instructions on words. The
    bytes of a word are told as lo8() and hi8() of it; a word of two other bytes as these."""

    OPERAND = re.compile(r"\br\d+\b|\b[XYZ]\b")

    def names(self, **registers: str) -> None:
        for register, name in registers.items():
            word = POINTERS.get(register, register)
            low = int(word[1:])
            if word.startswith("w"):
                self.held |= {word: name, f"r{low}": f"lo8({name})", f"r{low + 1}": f"hi8({name})"}
            else:
                self.held[register] = name
                self.held.pop(f"w{low & ~1}", None)

    def name(self, operation: str, operand: str) -> str:
        if operand in POINTERS:
            return super().name(operation, POINTERS[operand])
        word = f"w{operand[1:]}"
        if operation not in OF_WORDS or word in self.held:
            return super().name(operation, word if operation in OF_WORDS else operand)
        low, high = (super(Bytes, self).name(operation, each) for each in (operand, after(operand)))
        return f"{high}:{low}"


def group(first: int, count: int) -> list[str]:
    return [f"r{number}" for number in range(first, first + count)]


def after(register: str) -> str:
    return f"r{int(register[1:]) + 1}"


def enter(t: Bytes, frame: int = 0) -> None:
    """By libgcc, which takes less code than to push what C keeps: save that, and lower the stack by
    a frame, which begins above Y. X and Z are lost."""
    t.names(X="size", Z="back")
    t(f"ldi r26, {frame}", "ldi r27, 0", "ldi r30, lo8(gs(0f))", "ldi r31, hi8(gs(0f))")
    t("jmp __prologue_saves__", "0:")
    t.names(Y="frame")


def leave(t: Bytes, frame: int = 0) -> None:
    """Undo enter, and return. r1 is zero, and SP where it was after entering."""
    t.names(Y="frame", r30="count")
    t("in r28, __SP_L__", "in r29, __SP_H__")
    if frame:
        t(f"subi r28, {256 - frame}", "sbci r29, 0xff")
    t("ldi r30, 18", "jmp __epilogue_restores__")


def save(t: Bytes, registers: tuple[str, ...]) -> None:
    """What these hold is the caller's, and has no name."""
    t.lines += [f"push {register}" for register in registers]


def restore(t: Bytes, registers: tuple[str, ...]) -> None:
    t.lines += [f"pop {register}" for register in reversed(registers)]
