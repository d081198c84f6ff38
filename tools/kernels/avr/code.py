# SPDX-License-Identifier: MIT
"""What the kernels of AVR are made of: registers and stack frames."""

from tools.kernels.assembly import Code

SAVED = tuple(f"r{number}" for number in (*range(2, 18), 28, 29))


def group(first: int, count: int) -> list[str]:
    return [f"r{number}" for number in range(first, first + count)]


def enter(t: Code, frame: int = 0) -> None:
    """By libgcc, which takes less code than to push what C keeps: save that, and lower the stack by
    a frame, which begins above Y. X and Z are lost."""
    t(f"ldi r26, {frame}", "ldi r27, 0", "ldi r30, lo8(gs(0f))", "ldi r31, hi8(gs(0f))")
    t("jmp __prologue_saves__", "0:")


def leave(t: Code, frame: int = 0) -> None:
    """The same undone, and return. r1 is zero, and SP where it was after entering."""
    t("in r28, __SP_L__", "in r29, __SP_H__")
    if frame:
        t(f"subi r28, {256 - frame}", "sbci r29, 0xff")
    t("ldi r30, 18", "jmp __epilogue_restores__")


def save(t: Code, registers: tuple[str, ...]) -> None:
    t(*(f"push {register}" for register in registers))


def restore(t: Code, registers: tuple[str, ...]) -> None:
    t(*(f"pop {register}" for register in reversed(registers)))
